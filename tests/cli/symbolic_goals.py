#!/usr/bin/env python3
"""symbolic_goals: goals that skep did not cover, against branches that cannot be taken.

    symbolic_goals.py SUMMARY SOURCE

SOURCE names branches that cannot be taken in comments on their lines (see
tests/units/symbolic/README.md). Prints a line for each difference; ends with 1 if
there is one.
"""
import json
import re
import sys


def never_taken(source):
    goals = set()
    with open(source) as lines:
        for number, line in enumerate(lines, 1):
            for text in re.findall(r"/\* never: (.*?) \*/", line):
                text = text.strip()
                outcome = None
                if text.endswith((" true", " false")):
                    text, _, word = text.rpartition(" ")
                    outcome = word == "true"
                goals.add((number, text, outcome))
    return goals


def main():
    with open(sys.argv[1]) as file:
        summary = json.load(file)
    missing = {(g["line"], g["text"], g["outcome"]) for g in summary["uncovered"] if g["kind"] in ("condition", "case")}
    never = never_taken(sys.argv[2])
    for line, text, outcome in sorted(missing - never, key=str):
        print(f"{sys.argv[2]}:{line}: not covered: {text} {outcome}")
    for line, text, outcome in sorted(never - missing, key=str):
        print(f"{sys.argv[2]}:{line}: claimed, but cannot be: {text} {outcome}")
    total = summary["coverage"]["branch"]["total"]
    print(f"{summary['coverage']['branch']['covered']} of {total} branches, {summary['run']['executions']} executions")
    return missing != never


sys.exit(main())
