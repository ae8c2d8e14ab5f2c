"""kept: figures of runs that ended, in a file of lines, so that a later run adds to them instead of starting anew.

A line has the subject, the tests of a run, and either a set of targets or a fault; figures are in the order in which
bench/swarm names the ways. Lines of other numbers of tests are left alone and not counted.

    set,SUBJECT,EXECUTIONS,SUITE,SIZE,SET,HFu,HF without swarm,HFd of each way...,needs after subsumption,after aggressive
    suite,SUBJECT,EXECUTIONS,SUITE,statements hit by 10 to 30 %
    fault,SUBJECT,EXECUTIONS,NUMBER,failed:runs of each column...,text
"""
import csv
from pathlib import Path


class Kept:
    def __init__(self, path, subject, executions):
        self.path, self.head = path and Path(path), [subject, str(executions)]
        self.rows = {}
        if self.path and self.path.exists():
            with self.path.open(newline="") as file:
                for row in csv.reader(file):
                    if row[1:3] == self.head:
                        n = {"set": 3, "suite": 1, "fault": 1}[row[0]]
                        self.rows[(row[0], *map(int, row[3:3 + n]))] = row[3 + n:]

    def get(self, *key):
        return self.rows.get(key)

    def put(self, key, values):
        kind, *numbers = key
        values = [f"{v:.6g}" if isinstance(v, float) else str(v) for v in values]
        self.rows[key] = values
        if self.path:
            with self.path.open("a", newline="") as file:
                csv.writer(file, lineterminator="\n").writerow([kind, *self.head, *numbers, *values])
        return values
