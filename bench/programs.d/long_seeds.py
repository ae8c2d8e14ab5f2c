#!/usr/bin/env python3
"""long_seeds: seeds as long as those of the paper, out of recorded ones.

    long_seeds.py SEEDS OUT COUNT BYTES

Test suites of today call a program with a few bytes of input; those of the paper (SIR) give each call a
file with many cases. So each command line of SEEDS that reads text gets its own input, followed by inputs
of other calls, up to so many bytes: on standard input, or else in the last file that it names. Compressed
input is compressed again. Command lines that read nothing, or something else, are left out; if there are
fewer than COUNT, each is there again with other inputs behind its own."""
import gzip
import os
import shutil
import sys
import zlib


def input_of(folder):
    """The file that holds the input of a seed; None: it reads nothing."""
    if os.path.exists(f"{folder}/stdin"):
        return f"{folder}/stdin"
    words = open(f"{folder}/cmd", errors="replace").read().split()
    for word in reversed(words):
        path = f"{folder}/files/{word.strip(chr(39))}"
        if not word.startswith("'-") and os.path.isfile(path):
            return path
    return None


def text_of(path):
    """The text in a file, and whether it is compressed; None: it is no text."""
    data = open(path, "rb").read()
    packed = data.startswith(b"\x1f\x8b")
    if packed:
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error):
            return None, packed
    return (None if b"\0" in data else data), packed


def lines(text):
    return text if not text or text.endswith(b"\n") else text + b"\n"


def write(path, text, packed):
    with open(path, "wb") as file:
        file.write(gzip.compress(text, mtime=0) if packed else text)


def main():
    seeds, out, count, most = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    calls, pool = {}, []
    for name in sorted(os.listdir(seeds)):
        path = input_of(f"{seeds}/{name}")
        text, packed = text_of(path) if path else (None, False)
        if text:
            calls.setdefault(open(f"{seeds}/{name}/cmd", "rb").read(), (name, path, text, packed))
            pool.append(lines(text))
    shutil.rmtree(out, ignore_errors=True)
    for i in range(count if calls else 0):
        name, path, text, packed = list(calls.values())[i % len(calls)]
        longer, k = lines(text), i
        while len(longer) < most:
            longer += pool[k * 7 % len(pool)]
            k += 1
        folder = f"{out}/{i:03d}"
        shutil.copytree(f"{seeds}/{name}", folder)
        write(path.replace(f"{seeds}/{name}", folder, 1), longer[:max(most, len(text))], packed)


main()
