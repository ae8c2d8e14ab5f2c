"""measure: functions that bench/containers and bench/suites share: run skep, run its
suite, and ask gcov for the coverage.

gcov counts the conditional jumps that gcc makes of a source without optimising,
skep the atomic conditions and switch cases in its text. The two agree line by
line on what was and was not taken, but not in number: gcc makes one jump of
`c < 'a' || c > 'z'`, none of `a > b ? a : b`, and one edge of several case labels
that share their statements. Percentages are therefore printed from gcov alone,
beside what skep says of itself, and disagree() lists the lines where one of the
two saw every branch taken and the other did not.
"""
import json
import os
import re
import statistics
import subprocess
import sys
from pathlib import Path

here = Path(__file__).resolve().parent
root = here.parent
build = Path(os.environ.get("BUILD", root / "build")).resolve()
skep = build / "skep"


def say(text):
    print(text, file=sys.stderr, flush=True)


def die(text):
    say(f"{Path(sys.argv[0]).name}: {text}")
    sys.exit(1)


def run(argv, cwd=None, env=None, seconds=None):
    """Runs a program; returns its exit code and everything it printed. A program
    that takes longer than `seconds` is ended, with exit code -1."""
    try:
        done = subprocess.run([str(a) for a in argv], cwd=cwd, env=env, timeout=seconds, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    except subprocess.TimeoutExpired as late:
        return -1, str(late)
    return done.returncode, done.stdout


def must_run(argv, cwd=None):
    code, output = run(argv, cwd)
    if code != 0:
        die(f"{' '.join(str(a) for a in argv)}\nfailed with exit code {code}:\n{output}")
    return output


def version(program, *argv):
    """The first thing that looks like a version in what the program says."""
    found = re.search(r"\d+(\.\d+)+", must_run([program, *(argv or ["--version"])]))
    return found.group() if found else "?"


def versions():
    commit = run(["git", "-C", root, "describe", "--always", "--dirty"])[1].strip()
    return (f"skep {version(skep)} ({commit}), gcc and gcov {version('gcc', '-dumpfullversion')}, "
            f"clang {version('clang-19')}")


def mean_and_spread(values):
    """'97.3 +- 1.2', the standard deviation only where there are several values."""
    mean = statistics.fmean(values)
    return f"{mean:.1f} +- {statistics.stdev(values):.1f}" if len(values) > 1 else f"{mean:.1f}"


# ---- gcov ----

class Branches:
    """Branches per source: {path: {line: [how often each was taken]}}."""

    def __init__(self):
        self.files = {}

    def add(self, path, key, counts):
        known = self.files.setdefault(path, {}).setdefault(key, [0] * len(counts))
        for i, count in enumerate(counts[:len(known)]):
            known[i] += count

    def of(self, sources):
        """(taken, all) in these sources."""
        counts = [c for s in sources for line in self.files.get(str(s), {}).values() for c in line]
        return sum(c > 0 for c in counts), len(counts)

    def percent(self, sources):
        taken, total = self.of(sources)
        return 100 * taken / total if total else 0.0

    def by_line(self, source):
        """{line: (taken, all)}; a line of several functions counts once."""
        lines = {}
        for (line, _), counts in self.files.get(str(source), {}).items():
            taken, total = lines.get(line, (0, 0))
            lines[line] = taken + sum(c > 0 for c in counts), total + len(counts)
        return lines


def gcov(folder):
    """Returns the branches according to the .gcda files in a folder."""
    branches = Branches()
    for data in sorted(Path(folder).glob("*.gcda")):
        told = json.loads(must_run(["gcov", "--json-format", "--branch-probabilities", "--stdout", data], cwd=folder))
        for file in told["files"]:
            path = os.path.realpath(os.path.join(told["current_working_directory"], file["file"]))
            for line in file["lines"]:
                if line["branches"]:
                    branches.add(path, (line["line_number"], line.get("function_name")),
                                 [branch["count"] for branch in line["branches"]])
    return branches


def forget_gcov(folder):
    for old in [*Path(folder).glob("*.gcda"), *Path(folder).glob("*.gcno")]:
        old.unlink()


def claims(out, cwd="."):
    """Returns the branches that skep, run in `cwd`, claims in its coverage.info."""
    branches, path = Branches(), None
    for text in (Path(out) / "coverage.info").read_text().splitlines():
        kind, _, rest = text.partition(":")
        if kind == "SF":
            path = os.path.realpath(os.path.join(cwd, rest))
        elif kind == "BRDA":
            line, block, branch, taken = rest.split(",")
            branches.add(path, (int(line), (block, branch)), [int(taken) if taken != "-" else 0])
    return branches


def disagree(measured, claimed, sources):
    """Lines where one saw every branch taken and the other did not, as text."""
    found = []
    for source in sources:
        says = claimed.by_line(source)
        for line, (taken, total) in sorted(measured.by_line(source).items()):
            if line in says and (taken == total) != (says[line][0] == says[line][1]):
                found.append(f"{Path(source).name}:{line}: gcov {taken} of {total}, skep {says[line][0]} of {says[line][1]}")
    return found


# ---- suites ----

def generate(sources, flags, out, options, cwd=None):
    """Runs skep gen; returns its summary, or ends the benchmark with its message."""
    argv = [skep, "gen", "-q", "-o", out, *options, *sources]
    code, output = run(argv + (["--", *flags] if flags else []), cwd)
    if code != 0:
        die(f"skep gen {' '.join(str(s) for s in sources)} failed with exit code {code}:\n{output}")
    return json.loads((Path(out) / "summary.json").read_text())


def make_check(out, compiler, flags, link="", env=None):
    """Builds and runs an emitted suite as its user would; returns exit code and
    output. Programs stay until clean()."""
    tests = Path(out) / "tests"
    clean(out)
    code, output = run(["make", "-s", "-C", tests, f"CC={compiler}", f"CFLAGS={flags}", f"LDFLAGS={link}", "check"],
                       env={**os.environ, **(env or {})}, seconds=600)
    return code, output


def clean(out):
    tests = Path(out) / "tests"
    must_run(["make", "-s", "-C", tests, "clean"])
    forget_gcov(tests)


def measure_suite(out, summary):
    """gcov's figures for an emitted suite alone, and whether it passed. A suite that
    crashes leaves no figures: then its tests are run one by one."""
    tests = Path(out) / "tests"
    code, output = make_check(out, "gcc", "-O0 --coverage", "--coverage")
    program = tests / f"test_{summary['unit']['name']}"
    if not list(tests.glob("*.gcda")) and program.exists():
        for test in summary["tests"]:
            run([program, test["name"]], cwd=tests, seconds=60)
    branches = gcov(tests)
    clean(out)
    return branches, code == 0, output
