#!/usr/bin/env python3
"""afl_seeds: seeds as folders (cmd, stdin, files/) become inputs of afl_main.c, a file each.

    afl_seeds.py SEEDS OUT

An input is the words of the command line, each with a zero behind it, one more zero, and the bytes of
standard input or, without any, of the seed's first file, which is called in.txt then."""
import os
import shlex
import sys


def words_of(path):
    with open(path, "rb") as file:
        text = file.read().decode("latin-1")
    try:
        return shlex.split(text)[1:]
    except ValueError:
        return None


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def first_file(folder):
    found = []
    for top, _, names in os.walk(folder):
        found += [os.path.relpath(os.path.join(top, name), folder) for name in names]
    return sorted(found)[0] if found else None


def main():
    seeds, out = sys.argv[1:]
    os.makedirs(out, exist_ok=True)
    for name in sorted(os.listdir(seeds)):
        words = words_of(f"{seeds}/{name}/cmd")
        if words is None:
            continue
        data, file = b"", first_file(f"{seeds}/{name}/files")
        if file:
            data = contents(f"{seeds}/{name}/files/{file}")
            words = [word.replace(file, "in.txt") for word in words]
        if os.path.exists(f"{seeds}/{name}/stdin"):
            data = contents(f"{seeds}/{name}/stdin")
        # An empty word would end the list.
        line = b"".join(word.encode("latin-1") + b"\0" for word in words if word)
        with open(f"{out}/{name}", "wb") as file_out:
            file_out.write(line + b"\0" + data)


main()
