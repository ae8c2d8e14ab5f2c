"""seed_faults: copies of a C source with one fault each, for bench/mutants.

Works on the text, and knows nothing of the mutants that skep itself tries: what a
suite is measured by here is not what it was made with. Each operator of the tables
below is applied at every place inside a function where it fits; what the compiler
does not accept is left to the caller to drop. Calls of free() are not taken out:
only a leak checker would notice.
"""
import re
from itertools import accumulate

token = re.compile(r"""
    (?P<skip>\s+|/\*.*?\*/|//[^\n]*|\#(?:\\\n|[^\n])*) |
    (?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*') |
    (?P<number>(?:0[xX][0-9a-fA-F]+|\d+\.?\d*(?:[eE][+-]?\d+)?)[uUlLfF]*) |
    (?P<name>[A-Za-z_]\w*) |
    (?P<sign><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^!~<>=?:;,.(){}\[\]])
""", re.VERBOSE | re.DOTALL | re.MULTILINE)

# Between two operands.
binary = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
    "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["*"], "&": ["|"], "|": ["&"], "^": ["|"],
    "<<": [">>"], ">>": ["<<"], "&&": ["||"], "||": ["&&"],
    "+=": ["-="], "-=": ["+="], "*=": ["+="], "/=": ["*="], "%=": ["*="], "&=": ["|="], "|=": ["&="],
}
# Anywhere.
plain = {"++": ["--"], "--": ["++"], "true": ["false"], "false": ["true"]}
# Words a statement starts with that is not to be taken out.
keywords = set("""auto bool break case char const continue default do double else enum extern float for goto if
    inline int long register return short signed sizeof static struct switch typedef union unsigned void volatile
    while""".split())


class Token:
    def __init__(self, kind, text, start):
        self.kind, self.text, self.start, self.end = kind, text, start, start + len(text)


class Fault:
    """The source with [start, end) replaced."""

    def __init__(self, source, start, end, text):
        self.source, self.start, self.end, self.text = source, start, end, text
        self.line = source.count("\n", 0, start) + 1

    def apply(self):
        return self.source[:self.start] + self.text + self.source[self.end:]

    def __str__(self):
        first = self.source.rfind("\n", 0, self.start) + 1
        last = self.source.find("\n", self.end)
        before, after = self.source[first:last], self.source[first:self.start] + self.text + self.source[self.end:last]
        return f"{self.line}: {' '.join(before.split())} became {' '.join(after.split())}"


def read_tokens(source):
    tokens, at = [], 0
    while at < len(source):
        found = token.match(source, at)
        if not found:
            raise ValueError(f"line {source.count(chr(10), 0, at) + 1}: cannot read {source[at:at + 20]!r}")
        if found.lastgroup != "skip":
            tokens.append(Token(found.lastgroup, found.group(), at))
        at = found.end()
    return tokens


def in_functions(tokens):
    """For each token whether it is in the body of a function: braces behind a ')'."""
    inside, depth, started = [], 0, None
    for i, t in enumerate(tokens):
        if t.text == "{":
            if started is None and depth == 0 and i and tokens[i - 1].text == ")":
                started = depth
            depth += 1
        inside.append(started is not None)
        if t.text == "}":
            depth -= 1
            if started is not None and depth == started:
                started = None
    return inside


def is_operand_end(t):
    return t.kind in ("number", "text") or t.text in (")", "]") or (t.kind == "name" and t.text not in keywords)


def operator_faults(source, tokens, i):
    t = tokens[i]
    for other in plain.get(t.text, []) + (binary.get(t.text, []) if is_operand_end(tokens[i - 1]) else []):
        yield Fault(source, t.start, t.end, other)
    if t.text == "!":
        yield Fault(source, t.start, t.end, "")


def number_faults(source, t):
    if t.kind == "number" and re.fullmatch(r"\d+", t.text):
        yield Fault(source, t.start, t.end, str(int(t.text) + 1))
        if int(t.text) > 0:
            yield Fault(source, t.start, t.end, str(int(t.text) - 1))


def closing(tokens, i):
    depth = 0
    for k in range(i, len(tokens)):
        depth += {"(": 1, ")": -1}.get(tokens[k].text, 0)
        if depth == 0:
            return k
    return None


def condition_faults(source, tokens, i):
    if tokens[i].text in ("if", "while") and tokens[i + 1].text == "(":
        last = closing(tokens, i + 1)
        condition = source[tokens[i + 1].start:tokens[last].end]
        yield Fault(source, tokens[i + 1].start, tokens[last].end, f"(!{condition})")


def statement_faults(source, tokens, depths, i):
    """The statement that starts at token i taken out: assignments and calls."""
    if i + 1 == len(tokens) or depths[i - 1]:
        return
    t, after = tokens[i], tokens[i + 1]
    if tokens[i - 1].text not in (";", "{", "}", ")", "else") or t.text in keywords or t.text == "free":
        return
    declares = t.kind == "name" and (after.kind == "name" or t.text == "struct")
    if declares or not (t.kind == "name" or t.text in ("*", "(", "++", "--")):
        return
    last = i
    while tokens[last].text not in (";", "{", "}"):
        last += 1
    if tokens[last].text == ";":
        yield Fault(source, t.start, tokens[last].start, "")


def seed(source):
    """Every fault of a source, in the order of its text, none twice."""
    tokens, seen = read_tokens(source), set()
    depths = list(accumulate((t.text == "(") - (t.text == ")") for t in tokens))
    for i, inside in enumerate(in_functions(tokens)):
        if not inside:
            continue
        for fault in [*operator_faults(source, tokens, i), *number_faults(source, tokens[i]),
                      *condition_faults(source, tokens, i), *statement_faults(source, tokens, depths, i)]:
            if (text := fault.apply()) not in seen:
                seen.add(text)
                yield fault
