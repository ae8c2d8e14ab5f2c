#!/usr/bin/env python3
"""kept.py: looks into the store of a campaign, and spoils it.

    kept.py numbers FILE           tests, findings and executions in it
    kept.py within SMALL LARGE     every probe that SMALL has a test for, LARGE has too,
                                   and every finding
    kept.py fact FILE NAME VALUE   changes a fact
    kept.py spoil FILE             writes junk over the middle of the file
"""
import os
import sqlite3
import sys


def read(path):
    db = sqlite3.connect(path)
    probes = 0
    tests = db.execute('SELECT probes FROM test').fetchall()
    for (blob,) in tests:
        probes |= int.from_bytes(blob, 'little')
    findings = {key for (key,) in db.execute('SELECT key FROM finding')}
    executions = dict(db.execute('SELECT name, value FROM count WHERE place = 0')).get('executions', 0)
    db.close()
    return probes, findings, len(tests), int(executions)


def main():
    verb, path = sys.argv[1:3]
    if verb == 'numbers':
        _, findings, tests, executions = read(path)
        print(tests, len(findings), executions)
    elif verb == 'within':
        small, large = read(path), read(sys.argv[3])
        sys.exit(small[0] & ~large[0] != 0 or not small[1] <= large[1])
    elif verb == 'fact':
        db = sqlite3.connect(path)
        db.execute('UPDATE fact SET value = ? WHERE name = ?', (sys.argv[4], sys.argv[3]))
        db.commit()
        db.close()
    elif verb == 'spoil':
        with open(path, 'r+b') as file:
            file.seek(os.path.getsize(path) // 2 // 4096 * 4096)
            file.write(b'\xa5' * 4096)


main()
