"""skep_dump: the output of `skep run --dump=coverage` as plain data.

Each line of the dump is "PLACE: WHAT: STATE"; src/cover/cover_text.c lists the
forms. A place inside a macro has a second place in parentheses: where it is
spelled. Files become absolute, so that both tools name them the same way.
"""
import os
import re


class Place:
    """A file, a line and a column; inside a macro, also where it is used."""

    def __init__(self, spelled, use):
        self.spelled = spelled  # (file, line, column)
        self.use = use          # the same, in the user's text; equal outside macros

    def __str__(self):
        return "%s:%d:%d" % (os.path.basename(self.use[0]), self.use[1], self.use[2])


class Condition:
    def __init__(self, function, place, text, seen):
        self.function = function
        self.place = place
        self.text = text
        self.seen = (" false" in seen, " true" in seen)
        self.shown = " mcdc" in seen
        self.decision = None


class Decision:
    def __init__(self, function, place, kind, unknown):
        self.function = function
        self.place = place
        self.kind = kind
        self.unknown = unknown  # too many paths to tell
        self.conditions = []
        self.paths = set()      # (conditions as text of T, F and -, outcome)

    def add(self, condition):
        condition.decision = self
        self.conditions.append(condition)


class Case:
    def __init__(self, function, place, label, taken):
        self.function = function
        self.place = place
        self.label = label      # "case 3", "default", "no case"
        self.taken = taken


class Function:
    def __init__(self, place, name, entered):
        self.place = place
        self.name = name
        self.entered = entered
        self.decisions = []
        self.cases = []

    def conditions(self):
        return [c for d in self.decisions for c in d.conditions]


SPOT = r"(\S+?):(\d+):(\d+)"
LINE = re.compile(r"^%s(?: \(%s\))?: (\w+)(.*)$" % (SPOT, SPOT))
STATE = re.compile(r"^ (.*):((?: not reached| false| true| mcdc)+)$")
DECISION = re.compile(r"^ (\S+):((?: not reached| false| true)+)( \(mcdc unknown.*\))?$")
CASE = re.compile(r"^(.*): (taken|not taken)$")


def place_of(match, folder):
    use = (os.path.realpath(os.path.join(folder, match[1])), int(match[2]), int(match[3]))
    if match[4] is None:
        return Place(use, use)
    return Place((os.path.realpath(os.path.join(folder, match[4])), int(match[5]), int(match[6])), use)


def read_paths(text):
    if text.strip() == ": none":
        return set()
    return {tuple(path.split(" = ")) for path in text[2:].split(", ")}


def read_line(functions, place, word, rest):
    """Adds one line to the functions; False if it is none of the dump."""
    function = functions[-1] if functions else None
    if word == "function":
        name, state = rest.strip().rsplit(": ", 1)
        functions.append(Function(place, name, state == "entered"))
    elif word == "decision":
        kind, _, unknown = DECISION.match(rest).groups()
        function.decisions.append(Decision(function, place, kind, unknown is not None))
    elif word == "condition":
        text, seen = STATE.match(rest).groups()
        function.decisions[-1].add(Condition(function, place, text, seen))
    elif word == "paths":
        function.decisions[-1].paths = read_paths(rest)
    elif word in ("case", "default", "no"):
        label, state = CASE.match(word + rest).groups()
        function.cases.append(Case(function, place, label, state == "taken"))
    else:
        return word == "statement"
    return True


def read_dump(text, folder):
    """The functions of a dump, and the lines before it: one per test."""
    functions, outcomes = [], []
    for line in text.splitlines():
        match = LINE.match(line)
        if match and read_line(functions, place_of(match, folder), match[7], match[8]):
            continue
        if functions:
            raise ValueError("no line of a coverage dump: %s" % line)
        outcomes.append(line)
    return functions, outcomes
