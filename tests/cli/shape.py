#!/usr/bin/env python3
"""shape: rules that every suite of skep in the plain format obeys.

    shape.py [--untied LOG] TEST_FILE...

- A name says what differs: no counter, no number of inputs.
- What a name says that a call gives is expected in the test.
- No two tests have the same body but for literals, unless no table can hold them: the literals stand in an array
  or struct, or LOG (of skep gen -v) says that they did not hold as rows of one.
- A test expects something, unless its name says that it gives null or nothing.
- No call gets the same array of numbers twice. Bytes that nobody reads are hexadecimal.

Prints each breach on a line, and ends with 1 if there is any."""
import re
import sys

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|(?<=[(,={ ])-?\d[\w.]*(?:e[-+]?\d+)?|\w+|\S')
LITERAL = re.compile(r'^(?:"|\'|-?\d|[A-Z][A-Z0-9_]*$|true$|false$)')
MACRO = re.compile(r'^CHECK(?:_[A-Z]+)?_*$')


def tests_of(text):
    """(name, body) of each function that the table of tests names."""
    names = re.findall(r'^    \{ "(\w+)", \1 \},$', text, re.M)
    for name in names:
        found = re.search(r'^static void %s\(void\)\n\{\n(.*?)^\}\n' % re.escape(name), text, re.M | re.S)
        yield name, found.group(1) if found else ''


def tokens_of(body):
    return TOKEN.findall(body)


def skeleton(tokens):
    """The tokens with # for literals, but for macros of expectations; texts side by side are one."""
    out = []
    for token in tokens:
        word = '#' if LITERAL.match(token) and not MACRO.match(token) else token
        if not (word == '#' and out and out[-1] == '#'):
            out.append(word)
    return tuple(out)


def in_braces(body_a, body_b):
    """True if a difference stands in an initialiser of an array or struct, or is the text of an array."""
    for a, b in zip(body_a.splitlines(), body_b.splitlines()):
        if a != b and (re.search(r'= \{', a) or re.search(r'\[\d*\] = ', a) or 'memcpy(' in a or 'memset(' in a):
            return True
    return len(body_a.splitlines()) != len(body_b.splitlines())


def is_expected(name, body):
    """The call that the name starts with is looked at, or the variable that has its result."""
    calls = set(re.findall(r'\b(\w+)\(', body))
    mine = [c for c in calls if name.startswith(c + '_') or name == c]
    if not mine:
        return False
    function = max(mine, key=len)
    checks = [line for line in re.findall(r'CHECK\w*\(.*?\);\n', body, re.S)]
    if any(re.search(r'\b%s\(' % function, check) for check in checks):
        return True
    holders = re.findall(r'\b(\w+) = (?:\([^()]*\))?%s\(' % function, body)
    return any(re.search(r'\b%s\b' % holder, check) for holder in holders for check in checks)


def is_given_twice(body):
    """An array of the test that one call has as two arguments; None: there is none."""
    arrays = set(re.findall(r'^ *[\w ]+ \*?(\w+)\[\d*\] = ', body, re.M))
    for arguments in re.findall(r'\b\w+\(([^()]*)\)', body):
        words = [a.strip() for a in arguments.split(',')]
        for word in words:
            if word in arrays and words.count(word) > 1:
                return word
    return None


def expects_something(name, body):
    return 'CHECK' in body or re.search(r'_of_null_|_of_empty_|_accepts_null_', name)


def has_odd_bytes(body):
    for text in re.findall(r'CHECK_BYTES\(.*?"((?:[^"\\]|\\.)*)", \d+\);', body, re.S):
        if 2 * len(re.findall(r'\\[0-7]+', text)) > len(re.findall(r'\\[0-7]+|\\x..|\\?.', text)):
            return True
    return False


def breaches(path, untied):
    tests = list(tests_of(open(path, encoding='utf-8', errors='replace').read()))
    names = {name for name, _ in tests}
    for name, body in tests:
        stem = re.match(r'^(.*)_(\d+)$', name)
        if stem and stem.group(1) in names and 2 <= int(stem.group(2)) < 100 and not name.endswith('_times'):
            if not re.search(r'(?<![\w])-?%s\b' % stem.group(2), body):
                yield f'{path}: {name}: a counter'
        if re.search(r'_on_\d+_inputs|_runs(_\d+)?$', name):
            yield f'{path}: {name}: says nothing'
        if re.search(r'_gives_|_is_true|_is_false|_ends_the_program', name) and not is_expected(name, body):
            yield f'{path}: {name}: the result in its name is not expected'
        if not expects_something(name, body):
            yield f'{path}: {name}: expects nothing'
        if is_given_twice(body):
            yield f'{path}: {name}: {is_given_twice(body)} is input and output'
        if has_odd_bytes(body):
            yield f'{path}: {name}: bytes that are not hexadecimal'
    seen = {}
    for name, body in tests:
        key = skeleton(tokens_of(body))
        if key in seen and not in_braces(seen[key][1], body) and name not in untied:
            yield f'{path}: {name}: as {seen[key][0]}, with other literals'
        seen.setdefault(key, (name, body))


def main(arguments):
    untied = set()
    if arguments[0] == '--untied':
        log = open(arguments[1], encoding='utf-8', errors='replace').read()
        tables = re.findall(r'^test (\w+) is no table', log, re.M)
        functions = {table.split('_by_')[0] for table in tables}
        arguments = arguments[2:]
    else:
        functions = set()
    bad = []
    for path in arguments:
        bad += [b for b in breaches(path, untied) if not any(b.split(': ')[1].startswith(f) for f in functions) or
                not b.endswith('literals')]
    print('\n'.join(bad))
    return bool(bad)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
