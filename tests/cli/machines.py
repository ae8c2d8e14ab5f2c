"""machines.py: looks into rows of skep.entry, for tests/cli/machines*.sh.

    machines.py within ALL KEPT    every probe that a test of ALL hit, and every finding of ALL, is in KEPT
    machines.py executions FILE    the sum of all increments of "executions"
    machines.py twice FILE         fails if two rows have one key

A file has a row per entry: share, attempt, place, kind, and the body in hexadecimal, apart by tabs. The body is what
src/store/entry.c writes."""
import sys

TEST, FINDING, LESSONS, COUNTS = range(4)


class Body:
    """The rest of a body behind its first byte."""

    def __init__(self, data):
        self.data, self.at = data, 1

    def number(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def text(self):
        size = self.number()
        self.at += max(size - 1, 0)
        return self.data[self.at - size + 1:self.at] if size else None

    def bits(self):
        size, out = self.number(), bytearray()
        while len(out) < size:
            byte = self.data[self.at]
            out += bytes([byte] if byte else self.data[self.at + 1])
            self.at += 1 if byte else 2
        return int.from_bytes(out, "little")


def rows(path):
    for line in open(path, encoding="ascii"):
        share, attempt, place, kind, body = line.rstrip("\n").split("\t")
        yield (int(share), int(attempt), int(place)), int(kind), Body(bytes.fromhex(body))


def won(path):
    probes, findings = 0, set()
    for _, kind, body in rows(path):
        body.text()
        if kind == TEST:
            probes |= body.bits()
        elif kind == FINDING:
            findings.add(body.number())
    return probes, findings


def executions(path):
    total = 0
    for _, kind, body in rows(path):
        body.text()
        if kind != COUNTS or body.text() != b"executions":
            continue
        total += sum((body.number(), body.number())[1] for _ in range(body.number()))
    return total


def main():
    command, files = sys.argv[1], sys.argv[2:]
    if command == "executions":
        print(executions(files[0]))
    elif command == "twice":
        keys = [key for key, _, _ in rows(files[0])]
        sys.exit(0 if keys and len(keys) == len(set(keys)) else f"{len(keys)} rows, {len(set(keys))} keys")
    else:
        (probes, findings), (kept_probes, kept_findings) = won(files[0]), won(files[1])
        lost, lost_findings = probes & ~kept_probes, findings - kept_findings
        if not probes or lost or lost_findings:
            sys.exit(f"{bin(probes).count('1')} probes; lost: {bin(lost).count('1')} probes, {len(lost_findings)} findings")


main()
