"""compare: do skep and llvm-cov say the same about the same tests?

    compare.py [--skep PROGRAM] [--list FILE] [--in FOLDER] --tests FILE SOURCE... [-- CFLAGS]

Runs the sequences of FILE in skep, has skep write them as a C program, builds that
with clang 19 and -fcoverage-mcdc, runs it, and compares: the outcomes of each
condition, the cases of each switch, the vectors executed of each decision, the
conditions shown to matter, and the pairs of vectors that show it. Prints how much
is equal and how much a rule explains (rules.py); with --list writes every difference
to a file. Ends with 1 if a difference remains that no rule explains.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

import llvm_cov
import match
import rules
import skep_dump


class Unit:
    def __init__(self, arguments, flags):
        self.folder = os.path.realpath(arguments.folder)
        self.sources = arguments.sources
        self.flags = flags
        self.tests = os.path.realpath(arguments.tests)
        self.program = None     # the C file that skep writes
        with open(self.tests, encoding="utf-8") as stream:
            self.n_tests = len(re.findall(r"^test \w+", stream.read(), re.MULTILINE))


class Tools:
    def __init__(self, skep):
        self.skep = os.path.realpath(skep)
        self.clang = os.environ.get("CLANG", "clang-19")
        self.profdata = os.environ.get("LLVM_PROFDATA", "llvm-profdata-19")
        self.cov = os.environ.get("LLVM_COV", "llvm-cov-19")


def run_skep(tools, unit):
    command = [tools.skep, "run", "--tests", unit.tests, "--emit", unit.program, "--dump=coverage",
               *unit.sources, "--", *unit.flags]
    done = subprocess.run(command, cwd=unit.folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise llvm_cov.ToolError("%s ended with %d:\n%s" % (" ".join(command), done.returncode, done.stderr))
    functions, outcomes = skep_dump.read_dump(done.stdout, unit.folder)
    bad = [line for line in outcomes if not re.match(r"\w+: normal,", line)]
    if bad or len(outcomes) != unit.n_tests:
        raise llvm_cov.ToolError("every test must end normally, or counts cannot be compared:\n%s" % "\n".join(bad))
    return functions


# ---- comparing one function ----

def compare_conditions(matching, log):
    for rule in rules.CONDITION_RULES:
        rule(matching, log)
    for condition, branch in matching.conditions:
        if condition.seen == branch.seen:
            log.same("condition outcomes")
        else:
            log.differ("condition outcomes", rules.why_other_outcomes(matching, branch), condition.place, condition.text,
                       rules.outcomes_text(condition.seen), rules.outcomes_text(branch.seen))
    for condition in matching.conditions_left:
        log.differ("condition outcomes", None, condition.place, condition.text,
                   rules.outcomes_text(condition.seen), "not a condition")
    for branch in matching.branches_left:
        log.differ("condition outcomes", None, branch, "a branch", "not a condition", rules.outcomes_text(branch.seen))


def compare_cases(matching, log):
    for case, branch in matching.cases:
        if case.taken == branch.seen[1]:
            log.same("switch cases")
        else:
            log.differ("switch cases", None, case.place, case.label, "taken" if case.taken else "not taken",
                       "taken" if branch.seen[1] else "not taken")
    for case in matching.cases_left:
        log.differ("switch cases", None, case.place, case.label, "taken" if case.taken else "not taken", "no case")


def vectors_as_skep(matching, ours, theirs):
    """llvm-cov's vectors with skep's conditions in skep's order. Constants are left out,
    and so are vectors that have nothing else."""
    branches = matching.branch_of()
    columns = [theirs.branches.index(branches[id(condition)]) for condition in ours.conditions]
    vectors = {("".join(text[i] for i in columns), outcome) for text, outcome in theirs.vectors}
    return {vector for vector in vectors if vector[0].strip("-")}


def paths_of(decision):
    if len(decision.conditions) > 1:
        return decision.paths
    seen = decision.conditions[0].seen
    return {(value, value) for value, there in zip("FT", seen) if there}


def is_negated(ours, theirs):
    """`!(a && b)`: skep's decision is the negation, llvm-cov's what is negated."""
    turned = {(text, "FT"[outcome == "F"]) for text, outcome in ours}
    return ours != theirs and turned == theirs


def compare_decision(matching, ours, theirs, log):
    rule = "paths" if ours.unknown else "lost" if rules.is_lost(theirs) else None
    if rule:
        log.differ("decision vectors", rule, ours.place, ours.kind, sorted(paths_of(ours)), sorted(theirs.vectors))
        for condition in ours.conditions:
            log.differ("MC/DC conditions", rule, condition.place, condition.text, condition.shown, "not comparable")
        return
    paths, vectors = paths_of(ours), vectors_as_skep(matching, ours, theirs)
    if paths == vectors or is_negated(paths, vectors):
        log.same("decision vectors")
    else:
        log.differ("decision vectors", None, ours.place, ours.kind, sorted(paths), sorted(vectors))
    compare_pairs(ours, paths, vectors, log)
    compare_shown(matching, ours.conditions, theirs, log)


def compare_shown(matching, conditions, theirs, log):
    branches = matching.branch_of()
    for condition in conditions:
        claimed = theirs.claimed[theirs.branches.index(branches[id(condition)])]
        if condition.shown == claimed:
            log.same("MC/DC conditions")
        else:
            log.differ("MC/DC conditions", None, condition.place, condition.text, condition.shown, claimed)


def compare_pairs(decision, paths, vectors, log):
    def pairs(of):
        return {(condition, frozenset((one[0], other[0]))) for condition, one, other in llvm_cov.independence_pairs(of)}
    ours, theirs = pairs(paths), pairs(vectors)
    log.same("MC/DC pairs", len(ours & theirs))
    for pair in ours ^ theirs:
        log.differ("MC/DC pairs", None, decision.place, sorted(pair[1]), pair in ours, pair in theirs)


def compare_decisions(matching, log):
    ours_left, theirs_left = matching.pair_decisions()
    for ours, theirs in matching.decisions:
        compare_decision(matching, ours, theirs, log)
    for conditions, theirs in matching.split:
        log.differ("decision vectors", "constant part", theirs, "decision", "several", sorted(theirs.vectors))
        compare_shown(matching, conditions, theirs, log)
    for decision in ours_left:
        rule = rules.why_no_decision(matching, decision)
        log.differ("decision vectors", rule, decision.place, decision.kind, sorted(decision.paths), "no decision")
        for condition in decision.conditions:
            log.differ("MC/DC conditions", rule, condition.place, condition.text, condition.shown, "no decision")
    for decision in theirs_left:
        rule = "sizeof" if all(b in matching.unevaluated for b in decision.branches) else None
        log.differ("decision vectors", rule, decision, "decision", "no decision", sorted(decision.vectors))


def compare(ours, theirs, log):
    sources = match.Sources()
    pairs, ours_left, theirs_left = match.pair_functions(ours, theirs)
    for function, counterpart in pairs:
        matching = match.Matching(function, counterpart, sources)
        compare_conditions(matching, log)
        compare_cases(matching, log)
        compare_decisions(matching, log)
    for function in ours_left:
        log.differ("condition outcomes", None, function.place, function.name, "a function", "no function")
    for function in theirs_left:
        log.differ("condition outcomes", None, function.name, "function", "no function", "a function")


# ---- output ----

def print_covered(unit, functions):
    """How much there is to compare: what skep saw covered."""
    conditions = [c for f in functions for c in f.conditions()]
    outcomes = sum(sum(c.seen) for c in conditions)
    grouped = [c for c in conditions if len(c.decision.conditions) > 1]
    print("%d tests, %d functions; %d of %d condition outcomes; %d of %d conditions of && and || shown to matter" %
          (unit.n_tests, len(functions), outcomes, 2 * len(conditions), sum(c.shown for c in grouped), len(grouped)))


def print_table(log, out):
    out.write("%-20s %9s %9s %10s %12s\n" % ("", "compared", "equal", "explained", "unexplained"))
    for kind in log.KINDS:
        equal, explained, unexplained = log.equal[kind], log.count(kind, True), log.count(kind, False)
        out.write("%-20s %9d %9d %10d %12d\n" % (kind, equal + explained + unexplained, equal, explained, unexplained))
    for rule, text in rules.EXPLANATIONS.items():
        n = sum(1 for d in log.differences if d[1] == rule)
        if n:
            out.write("%6d  %s: %s\n" % (n, rule, text))


def difference_text(difference):
    kind, rule, place, what, ours, theirs = difference
    return "%s: %s %s: skep %s, llvm-cov %s [%s]" % (place, kind, what, ours, theirs, rule or "UNEXPLAINED")


def write_list(log, path):
    with open(path, "w", encoding="utf-8") as stream:
        for difference in log.differences:
            stream.write(difference_text(difference) + "\n")


def parse_arguments():
    parser = argparse.ArgumentParser(description="compare skep's coverage with llvm-cov's")
    parser.add_argument("--skep", default="build/skep")
    parser.add_argument("--tests", required=True)
    parser.add_argument("--list")
    parser.add_argument("--in", dest="folder", default=".")
    parser.add_argument("sources", nargs="+")
    arguments = sys.argv[1:]
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    return parser.parse_args(arguments[:cut]), arguments[cut + 1:]


def main():
    arguments, flags = parse_arguments()
    unit, tools, log = Unit(arguments, flags), Tools(arguments.skep), rules.Log()
    with tempfile.TemporaryDirectory() as work:
        unit.program = work + "/tests.c"
        ours = run_skep(tools, unit)
        compare(ours, llvm_cov.read_program(tools, unit, work), log)
    print_covered(unit, ours)
    print_table(log, sys.stdout)
    if arguments.list:
        write_list(log, arguments.list)
    for difference in log.unexplained():
        print(difference_text(difference))
    return 1 if log.unexplained() else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except llvm_cov.ToolError as error:
        print("compare: %s" % error, file=sys.stderr)
        sys.exit(2)
