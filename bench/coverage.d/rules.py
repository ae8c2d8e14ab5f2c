"""rules: why skep and llvm-cov may differ, and how to tell.

A rule looks at conditions that places could not pair (or at a pair that differs) and
takes those that it can explain from the source text, the compiler's coverage mapping or the compiler's
warnings. If no rule takes a difference, it is unexplained, and the comparison fails.
"""
import re

import match

EXPLANATIONS = {
    "sizeof": "llvm-cov counts conditions in the operand of sizeof, which never run: "
              "glibc's assert() has its expression there once more",
    "kept literal": "llvm-cov counts the `a` of `a ?: b`; skep leaves it alone if a compound literal is near, "
                    "whose life a mark would end",
    "uncompiled": "a static function that nothing calls is not compiled: llvm-cov lists none of its branches",
    "nested": "clang 19 tracks no expression in which && or || stands below another operator, "
              "`!` included, and warns; skep has such decisions",
    "paths": "skep makes no claim for decisions with more than 1024 paths, and says so",
    "lost": "clang 19 records no vector of a decision that decides a `?:` which decides another `?:`: "
            "llvm-cov counts its conditions and lists no vector",
    "setjmp": "llvm-cov derives counts by subtraction, which goes wrong in a function that longjmp() returns to",
    "constant switch": "llvm-cov counts the cases of a switch on a constant; skep leaves it alone",
    "constant part": "a constant operand makes the others of the decision unreachable; llvm-cov keeps them "
                     "in one decision, for skep they are on their own",
}


class Log:
    """Counts what was compared, and lists every difference."""

    KINDS = ("condition outcomes", "switch cases", "decision vectors", "MC/DC conditions", "MC/DC pairs")

    def __init__(self):
        self.equal = dict.fromkeys(self.KINDS, 0)
        self.differences = []   # (kind, rule or None, place, what, skep says, llvm-cov says)

    def same(self, kind, n=1):
        self.equal[kind] += n

    def differ(self, kind, rule, place, what, ours, theirs):
        self.differences.append((kind, rule, str(place), what, ours, theirs))

    def count(self, kind, explained):
        return sum(1 for d in self.differences if d[0] == kind and (d[1] is not None) == explained)

    def unexplained(self):
        return [d for d in self.differences if d[1] is None]


def outcomes_text(seen):
    words = [word for word, there in zip(("false", "true"), seen) if there]
    return " ".join(words) or "not reached"


# ---- conditions ----

def take_system_macros(matching, log):
    """A condition inside a system header's macro, its arguments included, has no place
    of its own in llvm-cov: all of them are one point, where the macro is used."""
    points = {}
    for branch in matching.branches_left:
        if branch.in_system_macro():
            points.setdefault(branch.spelled, []).append(branch)
    for spot, branches in points.items():
        end = matching.sources.invocation_end(spot)
        inside = [c for c in matching.conditions_left if is_within(c.place, spot, end)]
        is_assert = re.match(r"assert\b", matching.sources.text_from(spot))
        if is_assert and len(branches) == 2 * len(inside):
            for branch in branches[:len(inside)]:
                log.differ("condition outcomes", "sizeof" if not branch.seen[1] else None, branch,
                           "assert", "not a condition", outcomes_text(branch.seen))
                matching.branches_left.remove(branch)
                matching.unevaluated.append(branch)
            branches = branches[len(inside):]
        if len(branches) == len(inside):
            for condition, branch in zip(inside, branches):
                matching.conditions.append((condition, branch))
                matching.conditions_left.remove(condition)
                matching.branches_left.remove(branch)


def is_within(place, start, end):
    return any(match.is_between(spot, start, end) for spot in (place.use, place.spelled))


def take_kept_literal(matching, log):
    for branch in list(matching.branches_left):
        end = (branch.spelled[0],) + branch.region.end
        if re.match(r"\s*\?\s*:[^;]*\)\s*\{", matching.sources.text_from(end)):
            log.differ("condition outcomes", "kept literal", branch, "?:", "not a condition", outcomes_text(branch.seen))
            matching.branches_left.remove(branch)


def take_uncompiled(matching, log):
    function = matching.theirs
    if function.branches or function.count:
        return
    for condition in matching.conditions_left:
        rule = "uncompiled" if condition.seen == (False, False) else None
        log.differ("condition outcomes", rule, condition.place, condition.text, outcomes_text(condition.seen), "not listed")
    for case in matching.cases_left:
        log.differ("switch cases", None if case.taken else "uncompiled", case.place, case.label, "not taken", "not listed")
    matching.conditions_left, matching.cases_left = [], []


def take_constant_switch(matching, log):
    for branch in list(matching.branches_left):
        is_label = re.match(r"(case|default)\b", matching.sources.text_from(branch.spelled))
        operand = matching.sources.switch_before(branch.spelled)
        if is_label and re.fullmatch(r"switch\s*\((\s|[-+*/%()\d]|sizeof\s*\([\w\s*]+\)|\(\w+\))*\)", operand):
            log.differ("switch cases", "constant switch", branch, operand, "not a case",
                       "taken" if branch.seen[1] else "not taken")
            matching.branches_left.remove(branch)


def why_other_outcomes(matching, branch):
    """llvm-cov derives most counts from others; that goes wrong where control comes back
    through setjmp()."""
    body = matching.theirs.regions[0]
    start, end = [(matching.theirs.files[0],) + spot for spot in (body.start, body.end)]
    text = matching.sources.text_from(start)
    text = text[:len(text) - len(matching.sources.text_from(end))]
    return "setjmp" if re.search(r"\bsetjmp\b", text) and "-" in branch.region.value else None


CONDITION_RULES = (take_system_macros, take_kept_literal, take_uncompiled, take_constant_switch)


# ---- decisions ----

def is_lost(decision):
    """Evaluated, by the counts of its own first condition, but without a vector."""
    return not decision.vectors and any(decision.branches[0].counts)


def why_no_decision(matching, decision):
    """Why llvm-cov has no decision where skep has one; None: no reason known."""
    if not matching.theirs.branches and not matching.theirs.count:
        return "uncompiled"
    branches = matching.branch_of()
    for condition in decision.conditions:
        branch = branches.get(id(condition))
        if not branch or not any(is_around(matching.theirs, extent, branch) for extent in matching.theirs.unsupported):
            return None
    return "nested"


def is_around(function, extent, branch):
    file, at = branch.region.file, branch.region.start
    while file != extent[0] and file in function.parents:
        file, at = function.parents[file]
    return file == extent[0] and extent[1] <= at <= extent[2]
