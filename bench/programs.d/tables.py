#!/usr/bin/env python3
"""tables: tables 2 to 6 and the plots of bench/programs, from its collected data.

    tables.py DIR SUITES SIZE PROGRAM...

DIR/PROGRAM has reduced.txt (skep reduce), rank.NAME.txt (skep rank) and STRATEGY.original.tsv,
STRATEGY.reduced.tsv (skep program --explored). Suites are drawn with a fixed seed. A set of branches is
an integer with a bit for each."""
import math
import os
import random
import re
import statistics
import sys

STRATEGIES = ["depth-first", "random-path", "random-state", "distance"]
ALL = STRATEGIES + ["all"]
RANKINGS = ["random", "bt", "ba", "fpf", "sp"]
HOW = ["original", "reduced"]


def bits(text):
    number = 0
    for word in text.split(","):
        if word:
            number |= 1 << int(word)
    return number


def read_explored(path):
    """Per seed number: path length before and after, own branches, branches by exploring."""
    seeds = {}
    with open(path) as lines:
        next(lines)
        for line in lines:
            part = line.rstrip("\n").split("\t")
            own = bits(part[7])
            seeds[int(part[0])] = {"before": int(part[1]), "after": int(part[2]), "own": own,
                                   "found": own | bits(part[8])}
    return seeds


def strategies_of(folder):
    """Returns the strategies that ran with original and with reduced seeds."""
    return [s for s in STRATEGIES if all(os.path.exists(f"{folder}/{s}.{h}.tsv") for h in HOW)]


class Program:
    """Coverage by exploring the seeds of one program; "all" is that of all its strategies together."""

    def __init__(self, folder):
        self.strategies = strategies_of(folder)
        self.explored = {(s, h): read_explored(f"{folder}/{s}.{h}.tsv") for s in self.strategies for h in HOW}
        for how in HOW:
            sets = [self.explored[s, how] for s in self.strategies]
            self.explored["all", how] = {n: dict(seed) for n, seed in sets[0].items()}
            for n, seed in self.explored["all", how].items():
                for other in sets[1:]:
                    seed["found"] |= other[n]["found"]
        self.numbers = sorted(self.explored["all", "original"])
        self.lengths = {how: {n: seed["before" if how == "original" else "after"]
                              for n, seed in self.explored["all", how].items()} for how in HOW}


def size(branches):
    return branches.bit_count() if hasattr(branches, "bit_count") else bin(branches).count("1")


# ---- statistics ----

def rank_sum_p(a, b):
    """Wilcoxon's rank sum test, both sides, normal approximation with correction for ties."""
    both = sorted([(v, 0) for v in a] + [(v, 1) for v in b])
    n, at, ranks, ties = len(both), 0, [0.0] * len(both), 0
    while at < n:
        end = at
        while end < n and both[end][0] == both[at][0]:
            end += 1
        for i in range(at, end):
            ranks[i] = (at + end + 1) / 2
        ties += (end - at) ** 3 - (end - at)
        at = end
    w = sum(r for r, (_, group) in zip(ranks, both) if group == 0)
    mean = len(a) * (n + 1) / 2
    variance = len(a) * len(b) / 12 * (n + 1 - ties / (n * (n - 1)))
    return 1.0 if variance <= 0 else math.erfc(abs(w - mean) / math.sqrt(variance) / math.sqrt(2))


# ---- rankings ----

def greedy(suite, worth, take, draw):
    left, order = list(suite), []
    while left:
        values = [worth(n) for n in left]
        best = max(values)
        chosen = draw.choice([n for n, v in zip(left, values) if v == best])
        left.remove(chosen)
        order.append(chosen)
        take(chosen)
    return order


def ranked(program, suite, how, ranking, draw):
    """The order by skep's definitions (src/reduce/rank.h), on the seeds' own branches."""
    own = {n: program.explored["all", how][n]["own"] for n in suite}
    if ranking == "random":
        order = list(suite)
        draw.shuffle(order)
        return order
    if ranking in ("bt", "sp"):
        value = {n: size(own[n]) if ranking == "bt" else -program.lengths[how][n] for n in suite}
        return greedy(suite, value.get, lambda n: None, draw)
    if ranking == "ba":
        seen = [0]

        def add(n):
            seen[0] |= own[n]
        return greedy(suite, lambda n: size(own[n] & ~seen[0]), add, draw)
    nearest = {n: 1 << 60 for n in suite}

    def near(chosen):
        for n in suite:
            nearest[n] = min(nearest[n], size(own[n] ^ own[chosen]))
    return greedy(suite, nearest.get, near, draw)


def curve(program, order, strategy, how):
    """New branches after each seed; the suite's own ones, as they were given, are not new."""
    known = 0
    for n in order:
        known |= program.explored["all", "original"][n]["own"]
    seen, points = known, []
    for n in order:
        seen |= program.explored[strategy, how][n]["found"]
        points.append(size(seen) - size(known))
    return points


def apbd(points):
    n = len(points)
    return sum(points[:-1]) / (n * points[-1]) + 1 / (2 * n) if points[-1] else None


# ---- tables ----

def row(*cells):
    print("| " + " | ".join(str(c) for c in cells) + " |")


def head(*cells):
    row(*cells)
    row(*["---"] * len(" | ".join(cells).split(" | ")))


def three(values, form):
    return [form % min(values), form % statistics.median(values), form % max(values)]


def table2(folder, names):
    print("\n## Table 2: path length (decisions of the program) and reduction rate, by `skep reduce`\n")
    head("program", "seeds", "before: min", "median", "max", "after: min", "median", "max", "rate %: min", "median", "max")
    for name in names:
        before, after, rates = [], [], []
        for line in open(f"{folder}/{name}/reduced.txt"):
            found = re.match(r"\s*\d+\s+(\d+)\s+(\d+)\s+\d+\s+\d+\s+(-?[\d.]+)%", line)
            if found:
                before.append(int(found[1]))
                after.append(int(found[2]))
                rates.append(float(found[3]))
        row(name, len(rates), *three(before, "%d"), *three(after, "%d"), *three(rates, "%.1f"))


def table3(programs, suites):
    print("\n## Table 3: new branches, mean over suites, seeds as they are and reduced (p: Wilcoxon)\n")
    head("program", *[f"{s}: original | reduced | p" for s in ALL])
    better = worse = 0
    for name, program in programs.items():
        cells = []
        for strategy in ALL:
            if (strategy, "original") not in program.explored:
                cells += ["-"] * 3
                continue
            a, b = ([curve(program, suite, strategy, how)[-1] for suite in suites[name]] for how in HOW)
            p = rank_sum_p(a, b)
            more = statistics.mean(b) - statistics.mean(a)
            better += more > 0
            worse += more < 0
            cells += [f"{statistics.mean(a):.1f}", f"{statistics.mean(b):.1f}", f"{p:.3f}"]
        row(name, *cells)
    print(f"\nreduced seeds give more in {better} of {better + worse} comparisons")


def table4(folder, names):
    print("\n## Table 4: seconds for ranking the pool, by `skep rank`\n")
    head("program", "seeds", "running them", *RANKINGS)
    for name in names:
        times = {}
        for ranking in RANKINGS:
            text = open(f"{folder}/{name}/rank.{ranking}.txt").read()
            times[ranking] = re.search(r"^(\d+) seeds run in ([\d.]+) s, ranked in ([\d.]+) s$", text, re.M)
        row(name, times["ba"][1], times["ba"][2], *[times[r][3] for r in RANKINGS])


def all_values(programs, suites, draw):
    """(program, strategy, how, ranking) -> APBD of each suite in per cent."""
    values = {}
    for name, program in programs.items():
        for how in HOW:
            for suite in suites[name]:
                for ranking in RANKINGS:
                    order = ranked(program, suite, how, ranking, draw)
                    for strategy in program.strategies + ["all"]:
                        value = apbd(curve(program, order, strategy, how))
                        if value is not None:
                            values.setdefault((name, strategy, how, ranking), []).append(100 * value)
    return values


def table5(values, names):
    print("\n## Table 5: APBD in per cent, mean over suites (~: no significant difference to random)\n")
    head("program", "seeds", *[f"{s}: " + " | ".join(RANKINGS) for s in ALL])
    for how in HOW:
        for name in names:
            cells = []
            for strategy in ALL:
                base = values.get((name, strategy, how, "random"), [0])
                for ranking in RANKINGS:
                    own = values.get((name, strategy, how, ranking))
                    mark = "~" if own and ranking != "random" and rank_sum_p(own, base) > 0.05 else ""
                    cells.append(f"{mark}{statistics.mean(own):.1f}" if own else "-")
            row(name, how, *cells)


def table6(values):
    print("\n## Table 6: APBD in per cent over all programs, original and reduced\n")
    head("", *[f"{s}: " + " | ".join(RANKINGS) for s in ALL])
    pooled = {}
    for (_, strategy, _, ranking), own in values.items():
        pooled.setdefault((strategy, ranking), []).extend(own)
    for what, function in (("median", statistics.median), ("mean", statistics.mean), ("deviation", statistics.pstdev)):
        row(what, *[f"{function(pooled[s, r]):.1f}" if (s, r) in pooled else "-" for s in ALL for r in RANKINGS])
    return pooled


# ---- plots ----

COLOURS = {"random": "#888888", "bt": "#b07030", "ba": "#2060c0", "fpf": "#209050", "sp": "#c02040"}


def svg(path, width, height, parts):
    with open(path, "w") as out:
        out.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                  'font-family="sans-serif" font-size="11">\n<rect width="100%" height="100%" fill="white"/>\n')
        out.write("\n".join(parts) + "\n</svg>\n")


def text(x, y, what, anchor="start", colour="black"):
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{colour}">{what}</text>'


def mean_curve(program, suites, strategy, how, ranking, draw):
    curves = [curve(program, ranked(program, suite, how, ranking, draw), strategy, how) for suite in suites]
    return [statistics.mean(points) for points in zip(*curves)]


def plot_curves(path, programs, suites, draw):
    """Figures 2 and 4: per program and strategy, new branches by number of seeds explored."""
    parts, w, h = [], 230, 190
    for i, (name, program) in enumerate(programs.items()):
        for k, strategy in enumerate(ALL):
            if (strategy, "original") not in program.explored:
                continue
            lines = [(mean_curve(program, suites[name], strategy, how, ranking, draw), COLOURS[ranking], how)
                     for how in HOW for ranking in ("random", "fpf", "sp")]
            most = max(max(points) for points, _, _ in lines) or 1
            x0, y0 = 40 + k * w, 30 + i * h
            parts.append(f'<rect x="{x0}" y="{y0}" width="{w - 50}" height="{h - 50}" fill="none" stroke="#bbb"/>')
            parts.append(text(x0, y0 - 5, f"{name}, {strategy}"))
            parts.append(text(x0 - 3, y0 + 10, f"{most:.0f}", "end"))
            for points, colour, how in lines:
                at = " ".join(f"{x0 + j * (w - 50) / max(1, len(points) - 1):.1f},{y0 + (h - 50) * (1 - v / most):.1f}"
                              for j, v in enumerate(points))
                dash = ' stroke-dasharray="3 2"' if how == "original" else ""
                parts.append(f'<polyline points="{at}" fill="none" stroke="{colour}"{dash}/>')
    bottom = 30 + len(programs) * h
    parts.append(text(40, bottom - 5, "new branches by seeds explored, mean over suites; dashed: original, solid: reduced"))
    for j, ranking in enumerate(("random", "fpf", "sp")):
        parts.append(text(560 + 70 * j, bottom - 5, ranking, colour=COLOURS[ranking]))
    svg(path, 40 + len(ALL) * w, bottom + 10, parts)


def plot_apbd(path, pooled):
    """Figure 3: boxes (quartiles, median) and means of APBD."""
    parts, w, h = [], 170, 240
    for k, strategy in enumerate(ALL):
        parts.append(text(50 + k * w, h + 45, strategy))
        for j, ranking in enumerate(RANKINGS):
            own = sorted(pooled.get((strategy, ranking), [0, 0]))
            q1, q2, q3 = statistics.quantiles(own, n=4) if len(own) > 1 else own * 3
            x = 50 + k * w + j * 28
            y = [20 + h * (1 - v / 100) for v in (own[0], q1, q2, q3, own[-1], statistics.mean(own))]
            colour = COLOURS[ranking]
            parts.append(f'<line x1="{x + 9}" x2="{x + 9}" y1="{y[0]:.1f}" y2="{y[4]:.1f}" stroke="{colour}"/>')
            parts.append(f'<rect x="{x}" y="{y[3]:.1f}" width="18" height="{max(1, y[1] - y[3]):.1f}" fill="white" stroke="{colour}"/>')
            parts.append(f'<line x1="{x}" x2="{x + 18}" y1="{y[2]:.1f}" y2="{y[2]:.1f}" stroke="{colour}" stroke-width="2"/>')
            parts.append(f'<circle cx="{x + 9}" cy="{y[5]:.1f}" r="2.5" fill="{colour}"/>')
            parts.append(text(x + 9, h + 32, ranking[:3], "middle", colour))
    for v in (0, 25, 50, 75, 100):
        parts.append(text(44, 24 + h * (1 - v / 100), v, "end"))
    svg(path, 60 + len(ALL) * w, h + 60, parts)


def main():
    folder, n_suites, wanted, names = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    draw = random.Random(1)
    whole = [n for n in names if strategies_of(f"{folder}/{n}")]
    table2(folder, [n for n in names if os.path.exists(f"{folder}/{n}/reduced.txt")])
    with_ranks = [n for n in names if os.path.exists(f"{folder}/{n}/rank.random.txt")]
    if not whole:
        return table4(folder, with_ranks)
    programs = {n: Program(f"{folder}/{n}") for n in whole}
    suites = {n: [draw.sample(p.numbers, min(wanted, len(p.numbers))) for _ in range(n_suites)]
              for n, p in programs.items()}
    table3(programs, suites)
    table4(folder, with_ranks)
    values = all_values(programs, suites, draw)
    table5(values, whole)
    pooled = table6(values)
    plot_curves(f"{folder}/curves.svg", programs, suites, draw)
    plot_apbd(f"{folder}/apbd.svg", pooled)


main()
