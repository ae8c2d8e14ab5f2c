"""match: which condition, case and decision of skep is which of llvm-cov.

Places decide, never outcomes. Both tools know where a condition is spelled; what
comes from inside a macro was used somewhere, too, and skep's place of use must be
one of the places that lead from llvm-cov's spelling out to the function. Equal
places (a macro within a macro, used twice) pair up in the order of evaluation.
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

    def switch_operand(self, spot):
        """Of `switch (x)` at the place: where x starts."""
        match = re.match(r"switch\s*\(\s*", self.text_from(spot))
        return self.advance(spot, len(match[0])) if match else None


def merge_copies(copies):
    """A function of a header has a copy in each source; skep sees one. The first of
    those with the same regions gets the counts and vectors of all."""
    first, rest = copies[0], []
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


def pair_functions(ours, theirs):
    """Pairs of functions, and what is left on either side."""
    waiting = collections.defaultdict(list)
    for function in theirs:
        waiting[function.files[0], bare_name(function)].append(function)
    waiting = {key: merge_copies(copies) for key, copies in waiting.items()}
    pairs, left = [], []
    for function in ours:
        copies = waiting.get((function.place.use[0], function.name))
        if copies:
            pairs.append((function, copies.pop(0)))
        else:
            left.append(function)
    return pairs, left, [f for copies in waiting.values() for f in copies]


class Matching:
    """One function in both tools: what belongs together, and what is left."""

    def __init__(self, ours, theirs, sources):
        self.ours, self.theirs, self.sources = ours, theirs, sources
        self.conditions, self.cases, self.decisions, self.split = [], [], [], []
        self.branches_left = [b for b in theirs.branches if not b.folded]
        self.conditions_left = self.pair(ours.conditions(), lambda c: c.place, self.conditions)
        self.pair_by_use()
        self.cases_left = self.pair(ours.cases, self.case_place, self.cases)

    def case_place(self, case):
        """llvm-cov counts the missing default of a switch at the operand."""
        if case.label == "no case":
            operand = self.sources.switch_operand(case.place.spelled)
            in_macro = case.place.use != case.place.spelled
            return operand and type(case.place)(operand, case.place.use if in_macro else operand)
        return case.place

    def pair(self, items, place_of, pairs):
        left = []
        for item in items:
            place = place_of(item)
            branch = place and self.take(place)
            if branch:
                pairs.append((item, branch))
            else:
                left.append(item)
        return left

    def take(self, place):
        for i, branch in enumerate(self.branches_left):
            if branch.spelled == place.spelled and not branch.in_system_macro() and self.is_use(place, branch):
                return self.branches_left.pop(i)
        return None

    def pair_by_use(self):
        """What a macro puts together from its arguments has no place of its own in skep:
        it is where the macro is used. As many on both sides: in their order."""
        for use in dict.fromkeys(c.place.use for c in self.conditions_left):
            ours = [c for c in self.conditions_left if c.place.spelled == use]
            theirs = [b for b in self.branches_left if not b.in_system_macro() and use in b.chain()[1:]]
            if len(ours) == len(theirs):
                self.conditions += zip(ours, theirs)
                self.conditions_left = [c for c in self.conditions_left if c not in ours]
                self.branches_left = [b for b in self.branches_left if b not in theirs]

    @staticmethod
    def is_use(place, branch):
        return place.use == place.spelled or place.use in branch.chain()

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
