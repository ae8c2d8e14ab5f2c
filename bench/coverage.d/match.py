"""match: which condition, case and decision of skep is which of llvm-cov.

Places decide, never outcomes. Both tools know where a condition is spelled. A condition
from inside a macro has a place of use, too; skep's place of use must be one of the
places that lead from llvm-cov's spelling out to the function. Equal
places (a macro within a macro, used twice) pair up in the order of the text.
"""
import collections
import re

import llvm_cov


class Sources:
    """The text of files, for a look at what stands at a place."""

    def __init__(self):
        self.lines = {}

    def text_from(self, spot):
        """From (file, line, column) to the end of the file."""
        file, line, column = spot
        if file not in self.lines:
            with open(file, encoding="utf-8", errors="replace") as stream:
                self.lines[file] = stream.read().split("\n")
        return "\n".join([self.lines[file][line - 1][column - 1:]] + self.lines[file][line:])

    def advance(self, spot, n):
        """The place n characters on."""
        file, line, column = spot
        for character in self.text_from(spot)[:n]:
            line, column = (line + 1, 1) if character == "\n" else (line, column + 1)
        return file, line, column

    def invocation_end(self, spot):
        """Where the call or macro use that starts at the place ends."""
        text = self.text_from(spot)
        depth, quote, i = 0, None, len(re.match(r"\w*\s*", text)[0])
        if text[i:i + 1] != "(":
            return self.advance(spot, len(re.match(r"\w*", text)[0]))
        while i < len(text):
            character = text[i]
            if quote:
                i += character == "\\"
                quote = None if character == quote else quote
            elif character in "\"'":
                quote = character
            else:
                depth += (character == "(") - (character == ")")
                if depth == 0:
                    break
            i += 1
        return self.advance(spot, i + 1)

    def switch_before(self, spot):
        """The text of the operand of the last `switch` that starts before the place."""
        self.text_from(spot)
        before = "\n".join(self.lines[spot[0]][:spot[1] - 1] + [self.lines[spot[0]][spot[1] - 1][:spot[2] - 1]])
        at = [m.start() for m in re.finditer(r"\bswitch\s*\(", before)]
        if not at:
            return ""
        line, column = before.count("\n", 0, at[-1]) + 1, at[-1] - before.rfind("\n", 0, at[-1])
        end = self.invocation_end((spot[0], line, column))
        text = self.text_from((spot[0], line, column))
        return text[:len(text) - len(self.text_from(end))]

    def switch_operand(self, spot):
        """Of `switch (x)` at the place: where x starts."""
        match = re.match(r"switch\s*\(\s*", self.text_from(spot))
        return self.advance(spot, len(match[0])) if match else None


def merge_copies(copies):
    """A function of a header has a copy in each source; skep sees one. The first of
    those with the same regions gets the counts and vectors of all."""
    compiled = [c for c in copies if c.branches or c.count] or copies[:1]
    copies, rest = compiled, []
    first = copies[0]
    layout = [(r.kind, r.file, r.start, r.end) for r in first.regions]
    for copy in copies[1:]:
        if [(r.kind, r.file, r.start, r.end) for r in copy.regions] != layout:
            rest.append(copy)
            continue
        first.count += copy.count
        for mine, theirs in zip(first.branches, copy.branches):
            mine.counts = [a + b for a, b in zip(mine.counts, theirs.counts)]
        for mine, theirs in zip(first.decisions, copy.decisions):
            mine.vectors |= theirs.vectors
            mine.claimed = llvm_cov.shown_conditions(mine)
    return [first] + rest


def bare_name(function):
    return function.name.rsplit(":", 1)[-1]


def made_by_macro(function, waiting):
    """llvm-cov has it in the file of the macro's body; the name decides."""
    named = [copies for (_, name), copies in waiting.items() if name == function.name]
    return named[0] if len(named) == 1 else None


def pair_functions(ours, theirs):
    """Pairs of functions, and what is left on either side."""
    waiting = collections.defaultdict(list)
    for function in theirs:
        waiting[function.files[0], bare_name(function)].append(function)
    waiting = {key: merge_copies(copies) for key, copies in waiting.items()}
    pairs, left = [], []
    for function in ours:
        copies = waiting.get((function.place.use[0], function.name)) or made_by_macro(function, waiting)
        if copies:
            pairs.append((function, copies.pop(0)))
        else:
            left.append(function)
    return pairs, left, [f for copies in waiting.values() for f in copies]


def is_between(spot, start, end):
    return spot[0] == start[0] and start[1:] <= spot[1:] < end[1:]


class Matching:
    """One function in both tools: what belongs together, and what is left."""

    def __init__(self, ours, theirs, sources):
        self.ours, self.theirs, self.sources = ours, theirs, sources
        self.conditions, self.cases, self.decisions, self.split = [], [], [], []
        self.unevaluated = []   # branches in an operand of sizeof
        self.branches_left = sorted((b for b in theirs.branches if not b.folded), key=lambda b: b.text_order())
        self.conditions_left = self.pair(ours.conditions(), self.take_at, self.conditions)
        self.pair_by_use()
        self.pair_in_arguments()
        self.pair_orphans()
        self.cases_left = self.pair(ours.cases, self.take_case, self.cases)

    @staticmethod
    def pair(items, take, pairs):
        left = []
        for item in items:
            branch = take(item)
            if branch:
                pairs.append((item, branch))
            else:
                left.append(item)
        return left

    def take(self, fits):
        for i, branch in enumerate(self.branches_left):
            if not branch.in_system_macro() and fits(branch):
                return self.branches_left.pop(i)
        return None

    def take_at(self, item):
        place = item.place
        return self.take(lambda branch: branch.spelled == place.spelled and self.is_use(place, branch))

    def take_case(self, case):
        """llvm-cov counts the missing default of a switch at the operand."""
        if case.label != "no case":
            return self.take_at(case)
        operand = self.sources.switch_operand(case.place.spelled)
        return operand and self.take(lambda branch: operand in branch.chain())

    def pair_by_use(self):
        """Pairs conditions that a macro puts together from its arguments. They have no place of their
        own in skep, only the place where the macro is used."""
        for use in dict.fromkeys(c.place.use for c in self.conditions_left):
            self.pair_all([c for c in self.conditions_left if c.place.spelled == use],
                          [b for b in self.branches_left if not b.in_system_macro() and use in b.chain()[1:]])

    def pair_in_arguments(self):
        """A condition in a macro's argument is there for skep; for llvm-cov it is where
        the macro's body has the parameter."""
        uses = {}
        for branch in self.branches_left:
            if branch.region.file and not branch.root_file():
                uses.setdefault(branch.chain()[-1], []).append(branch)
        for use, theirs in uses.items():
            end = self.sources.invocation_end(use)
            self.pair_all([c for c in self.conditions_left if is_between(c.place.use, use, end)], theirs)

    def pair_orphans(self):
        """The compiler's mapping lacks the place of use of some macros; then the order of
        their uses has to do."""
        orphans = {}
        for branch in sorted(self.branches_left, key=lambda b: (b.root_file(), b.text_order())):
            if branch.root_file():
                orphans.setdefault(branch.spelled, []).append(branch)
        for spelled, theirs in orphans.items():
            self.pair_all([c for c in self.conditions_left if c.place.spelled == spelled], theirs)

    def pair_all(self, ours, theirs):
        """As many on both sides: in their order."""
        if len(ours) == len(theirs):
            self.conditions += zip(ours, theirs)
            self.conditions_left = [c for c in self.conditions_left if c not in ours]
            self.branches_left = [b for b in self.branches_left if b not in theirs]

    @staticmethod
    def is_use(place, branch):
        """For a function that a macro makes, llvm-cov knows the macro's body only."""
        return branch.region.file == 0 or place.use == place.spelled or place.use in branch.chain()

    def branch_of(self):
        return {id(condition): branch for condition, branch in self.conditions}

    def pair_decisions(self):
        """After the conditions: a decision is the conditions it has."""
        condition_of = {id(branch): condition for condition, branch in self.conditions}
        decision_left = {id(d): d for d in self.ours.decisions}
        theirs_left = []
        for decision in self.theirs.decisions:
            varying = [b for b in decision.branches if not b.folded]
            conditions = [condition_of.get(id(b)) for b in varying]
            owners = {id(c.decision) for c in conditions if c}
            if len(owners) > 1 and None not in conditions and len(varying) < len(decision.branches):
                self.split.append((conditions, decision))
            elif None in conditions or len(owners) > 1:
                theirs_left.append(decision)
            elif owners:
                self.decisions.append((decision_left.pop(owners.pop()), decision))
        return [d for d in decision_left.values() if len(d.conditions) > 1], theirs_left
