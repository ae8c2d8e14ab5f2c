"""faults: many faults in one program, of which one at a time is switched on.

Faults are those of seed_faults.py, in statements that are an expression or return one, and in conditions of
if and while. `a = b + 1;` becomes `FAULT(3) ? (void)(a = b - 1) : (void)(a = b + 1);`, so lines stay where they
are and the program is built once. The program defines FAULT(n): whether the fault of this number is on.
"""
from seed_faults import keywords, read_tokens, seed


class Switched:
    """A fault and the place that it becomes a choice at."""

    def __init__(self, path, fault, first, last, begin, end):
        self.path, self.fault = path, fault
        self.first, self.last = first, last          # of the text that is replaced
        self.begin, self.end = begin, end            # texts around the choice
        self.line = fault.source.count("\n", 0, first) + 1

    def text(self, number):
        source, fault = self.fault.source, self.fault
        before = source[self.first:self.last]
        after = (source[self.first:fault.start] + fault.text + source[fault.end:self.last]).replace("\n", " ")
        void = "(void)" if not self.begin else ""
        return f"{self.begin}FAULT({number}) ? {void}({after.strip() or '0'}) : {void}({before}){self.end}"


def index_of(tokens, place):
    for i, t in enumerate(tokens):
        if t.start <= place < t.end:
            return i
    return None


def outermost(tokens, i):
    """The first of the brackets that are open at a token; None: none is."""
    depth, found = 0, None
    while i > 0 and tokens[i].text not in ("{", "}", ";"):
        i -= 1
        depth += (tokens[i].text == ")") - (tokens[i].text == "(")
        if depth < 0:
            depth, found = 0, i
    return found


def closing(tokens, i):
    depth = 0
    while i < len(tokens):
        depth += (tokens[i].text == "(") - (tokens[i].text == ")")
        if depth == 0:
            return i
        i += 1
    return None


def in_condition(path, fault, tokens, bracket):
    end = closing(tokens, bracket)
    if end is None:
        return None
    return Switched(path, fault, tokens[bracket].end, tokens[end].start, " ", "")


def first_of_statement(tokens, i):
    """The token that the statement of a token begins with."""
    while i > 0 and tokens[i - 1].text not in ("{", "}", ";", ":"):
        i -= 1
    while tokens[i].text == "else":
        i += 1
    while tokens[i].text in ("if", "while", "for"):
        end = closing(tokens, i + 1)
        if end is None:
            return None
        i = end + 1
    return i


def in_statement(path, fault, tokens, i):
    first = first_of_statement(tokens, i)
    if first is None or first > i:
        return None
    last = i
    while last < len(tokens) and tokens[last].text not in (";", "{", "}"):
        last += 1
    if last == len(tokens) or tokens[last].text != ";":
        return None
    word = tokens[first].text
    if word == "return" and first < i:
        return Switched(path, fault, tokens[first].end, tokens[last].start, " ", "")
    if word in keywords or word in ("do", "}") or first + 1 >= last:
        return None
    return Switched(path, fault, tokens[first].start, tokens[last].start, "", "")


def switched(path, fault, tokens):
    """None: the fault is at a place that cannot become a choice."""
    i = index_of(tokens, fault.start)
    if i is None:
        return None
    bracket = outermost(tokens, i)
    before = tokens[bracket - 1].text if bracket else ""
    if before in ("for", "switch"):
        return None
    found = (in_condition if before in ("if", "while") else in_statement)(
        path, fault, tokens, bracket if before in ("if", "while") else i)
    if found and any(mark in fault.source[found.first:found.last] for mark in ("#", "//", "FAULT(")):
        return None
    return found


def faults_on(path, lines):
    """The faults of a source on these lines that can be switched."""
    source = path.read_text(errors="replace")
    tokens = read_tokens(source)
    for fault in seed(source):
        if fault.line in lines:
            found = switched(path, fault, tokens)
            if found and found.line == fault.line:
                yield found


def apply(source, faults):
    """The text with all faults, {number: Switched}, none of which overlap."""
    for number, own in sorted(faults.items(), key=lambda item: -item[1].first):
        source = source[:own.first] + own.text(number) + source[own.last:]
    return source


def choose(candidates, rng, compiles, wanted):
    """Some of the candidates, in random order, one a statement, each of which compiles: {number: Switched}."""
    candidates = list(candidates)
    rng.shuffle(candidates)
    chosen, taken = {}, set()
    for own in candidates:
        place = (own.path, own.line)
        if len(chosen) == wanted:
            break
        if place in taken or any(own.path == o.path and own.first < o.last and o.first < own.last
                                 for o in chosen.values()):
            continue
        if compiles(own.path, apply(own.fault.source, {1: own})):
            taken.add(place)
            chosen[len(chosen) + 1] = own
    return chosen
