"""llvm_cov: the tests as a native program, and their coverage by llvm-cov.

Three sources of one truth. `llvm-cov export` gives the counts of each branch and
which conditions of a decision were shown to matter: that is what skep is compared
with. It leaves out which branches belong together, so the compiler's own dump of its coverage
mapping is read too: in which macro a region lies, which branches make up a decision
and what is evaluated after which. And the merged profile holds one bit per test
vector: with the mapping these bits become the executed vectors, from which the
independence pairs follow. read_program() fails if the vectors do not give exactly the
conditions that llvm-cov claims, so an error in this reading cannot go unseen.
"""
import glob
import json
import os
import re
import subprocess

INSTRUMENT = ["-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc"]
REGION = re.compile(r"^  (?:(\w+),)?File (\d+), (\d+):(\d+) -> (\d+):(\d+) = (.*)$")
CONDITION_IDS = re.compile(r"\[(\d+),(\d+),(\d+)\]")
NESTED = re.compile(r"^(.*?):(\d+):(\d+): warning: unsupported MC/DC boolean expression")


class ToolError(Exception):
    pass


class Region:
    def __init__(self, kind, file, start, end, value):
        self.kind = kind        # "Code", "Branch", "Decision", "Expansion", ...
        self.file = file        # number within its function
        self.start, self.end = start, end
        self.value = value      # counters and the like, as the compiler prints them


class Branch:
    """A condition or a switch case."""

    def __init__(self, function, region):
        self.function = function
        self.region = region
        self.folded = region.value.startswith("0, 0")
        ids = CONDITION_IDS.search(region.value)
        self.id, self.next = None, None
        if ids:  # numbers from 1, 0 is an end; next after false, after true
            self.id, self.next = int(ids[1]), (int(ids[3]), int(ids[2]))
        self.counts = [0, 0]    # false, true
        self.decision = None

    @property
    def seen(self):
        return self.counts[0] > 0, self.counts[1] > 0

    @property
    def spelled(self):
        return (self.function.files[self.region.file],) + self.region.start

    def root_file(self):
        """0, the function's own text, unless the mapping lacks the use of a macro."""
        file = self.region.file
        while file in self.function.parents:
            file = self.function.parents[file][0]
        return file

    def chain(self):
        """Every place from where it is spelled out to the function's own text."""
        return self.function.chain(self.region.file, self.region.start)

    def text_order(self):
        """Sorts branches as they stand in the text, macros expanded. Several at the same
        place come from one argument of a macro: there the order of evaluation counts,
        and the order in which the compiler numbered its counters."""
        if self.decision:
            first = min(b.own_counter for b in self.decision.branches)
            return self.chain()[::-1], first, self.decision.evaluation_order().index(self.id)
        return self.chain()[::-1], self.own_counter, 0

    @property
    def own_counter(self):
        return max((int(n) for n in re.findall(r"#(\d+)", self.region.value)), default=0)

    def in_system_macro(self):
        """The compiler shows a system header's macro as a point where it is used."""
        return self.region.start == self.region.end

    def __str__(self):
        file, line, column = self.chain()[-1]
        return "%s:%d:%d" % (os.path.basename(file), line, column)


class Decision:
    def __init__(self, function, region):
        self.function = function
        self.region = region
        bits, count = re.match(r"M:(\d+), C:(\d+)", region.value).groups()
        self.end_bit, self.n_conditions = int(bits), int(count)
        self.branches = []      # in the order in which llvm-cov numbers them: C1, C2, ...
        self.claimed = None     # per branch: llvm-cov says it was shown to matter
        self.vectors = set()    # (per branch F, T or -, outcome); folded ones are C

    @property
    def spelled(self):
        return (self.function.files[self.region.file],) + self.region.start

    def __str__(self):
        file, line, column = self.function.chain(self.region.file, self.region.start)[-1]
        return "%s:%d:%d" % (os.path.basename(file), line, column)

    def evaluation_order(self):
        """The ids of its conditions: next is always the one that nothing left leads to."""
        left = {branch.id: branch.next for branch in self.branches}
        order = []
        while left:
            order.append(next(i for i in sorted(left) if not any(i in following for following in left.values())))
            del left[order[-1]]
        return order

    def takes(self, branch):
        return branch.id <= self.n_conditions and branch.id not in [b.id for b in self.branches] and self.holds(branch)

    def holds(self, branch):
        """Does the branch lie in this region, itself or through expansions?"""
        file, start = branch.region.file, branch.region.start
        while file != self.region.file:
            if file not in self.function.parents:
                return False
            file, start = self.function.parents[file]
        return self.region.start <= start <= self.region.end


class Function:
    def __init__(self, name, regions):
        self.name = name
        self.regions = regions
        self.files = []         # by number
        self.parents = {r_file: place for r_file, place in expansions(regions)}
        self.branches = [Branch(self, r) for r in regions if r.kind == "Branch"]
        self.decisions = [Decision(self, r) for r in regions if r.kind == "Decision"]
        self.count = 0
        self.unsupported = []   # (file, start, end) of expressions for which there is no MC/DC

    def chain(self, file, start):
        places = [(self.files[file],) + start]
        while file in self.parents:
            file, start = self.parents[file]
            places.append((self.files[file],) + start)
        return places


def expansions(regions):
    for region in regions:
        match = re.search(r"Expanded file = (\d+)", region.value)
        if region.kind == "Expansion" and match:
            yield int(match[1]), (region.file, region.start)


# ---- building and running ----

def call(arguments, folder, **options):
    done = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise ToolError("%s ended with %d:\n%s" % (" ".join(arguments), done.returncode, done.stderr[-3000:]))
    return done


def build(tools, unit, work):
    """Compiles each source; gives its mapping and what the compiler said."""
    objects, mappings = [], []
    for i, source in enumerate(unit.sources):
        object_file = "%s/unit_%d.o" % (work, i)
        done = call([tools.clang, "-g", "-w", *INSTRUMENT, "-fno-caret-diagnostics", "-Xclang", "-dump-coverage-mapping",
                     *unit.flags, "-c", source, "-o", object_file], unit.folder)
        objects.append(object_file)
        mappings.append((source, done.stdout, done.stderr))
    program = work + "/native"
    include = sorted({"-I" + (os.path.dirname(s) or ".") for s in unit.sources})
    call([tools.clang, "-g", "-w", "-fprofile-instr-generate", *include, *unit.flags, unit.program, *objects,
          "-lm", "-o", program], unit.folder)
    return program, mappings


def run(tools, unit, program, work):
    """The program gives each test a process of its own, as skep gives it a fresh unit.
    All of them add to one profile: that is what %m asks for."""
    done = call([program], work, env=dict(os.environ, LLVM_PROFILE_FILE=work + "/%m.profraw"))
    if "%d of %d tests passed" % (unit.n_tests, unit.n_tests) not in done.stdout:
        raise ToolError("the native tests do not all run:\n%s" % done.stdout)
    profiles = sorted(glob.glob(glob.escape(work) + "/*.profraw"))
    call([tools.profdata, "merge", *profiles, "-o", "merged"], work)
    text = call([tools.profdata, "merge", "-text", *profiles], work).stdout
    report = call([tools.cov, "export", "-format=text", "-instr-profile=merged", program], work).stdout
    return json.loads(report), read_bitmaps(text)


# ---- reading ----

def read_mapping(text):
    functions = []
    for line in text.splitlines():
        match = REGION.match(line)
        if match:
            start, end = (int(match[3]), int(match[4])), (int(match[5]), int(match[6]))
            functions[-1][1].append(Region(match[1] or "Code", int(match[2]), start, end, match[7]))
        elif line.endswith(":") and not line.startswith(" "):
            functions.append((line[:-1], []))
        else:
            raise ToolError("no line of a coverage mapping: %s" % line)
    return [Function(name, regions) for name, regions in functions]


def read_bitmaps(text):
    """Function name -> bits, of a profile in text form: blocks with empty lines between."""
    bitmaps = {}
    for block in re.split(r"\n\n+", text.strip()):
        name = block.split("\n", 1)[0]
        values = re.findall(r"^0x([0-9a-f]+)$", block, re.MULTILINE)
        if name in bitmaps:
            raise ToolError("two functions of the profile have the name %s" % name)
        bitmaps[name] = [int(v, 16) >> bit & 1 for v in values for bit in range(8)]
    return bitmaps


def attach_report(function, entry):
    function.files = [os.path.realpath(f) for f in entry["filenames"]]
    function.count = entry["count"]
    waiting = {}
    for line, column, end_line, end_column, true, false, file, _, _ in entry["branches"]:
        waiting.setdefault((file, (line, column), (end_line, end_column)), []).append([false, true])
    for branch in function.branches:
        region = branch.region
        if not branch.folded:
            branch.counts = waiting[region.file, region.start, region.end].pop(0)


def attach_decisions(function, entry):
    """Gives each decision its branches, as llvm-cov does: to the first that has room,
    and the one that is evaluated first comes first."""
    for branch in function.branches:
        for decision in function.decisions:
            if branch.id is not None and decision.takes(branch):
                decision.branches.insert(0 if branch.id == 1 else len(decision.branches), branch)
                branch.decision = decision
                break
    claims = {}
    for record in entry["mcdc_records"]:
        claims.setdefault(tuple(record[:4]), []).append(record[-1])
    for decision in function.decisions:
        if len(decision.branches) != decision.n_conditions:
            raise ToolError("%s: %d branches make up a decision of %d conditions" %
                            (decision, len(decision.branches), decision.n_conditions))
        waiting = claims.get(decision.region.start + decision.region.end)
        if not waiting:
            raise ToolError("%s: llvm-cov has no record of this decision" % decision)
        decision.claimed = waiting.pop(0)


# ---- test vectors ----

def bit_weights(after):
    """Returns the weight of each outcome of each condition in the number of a test vector's
    bit, and the number of vectors. `after` has for each condition the condition evaluated
    after false and after true, or -1. The numbering is the compiler's: ends with more
    ways to reach them come first."""
    ways, entries = [0] * len(after), [0] * len(after)
    for following in after:
        for condition in following:
            if condition >= 0:
                entries[condition] += 1
    weights = [[0, 0] for _ in after]
    ends, ready, ways[0] = [], [0], 1
    while ready:
        at = ready.pop(0)
        for outcome, following in enumerate(after[at]):
            if following < 0:
                ends.append((-ways[at], len(ends), at, outcome))
                continue
            weights[at][outcome] = ways[following]
            ways[following] += ways[at]
            entries[following] -= 1
            if entries[following] == 0:
                ready.append(following)
    total = 0
    for minus_ways, _, at, outcome in sorted(ends):
        weights[at][outcome] = total
        total -= minus_ways
    return weights, total


def all_vectors(after, weights):
    """Every (number, outcome per condition, outcome of the decision)."""
    todo = [(0, 0, {})]
    while todo:
        at, number, outcomes = todo.pop()
        for outcome in (0, 1):
            extended = dict(outcomes, **{str(at): outcome})
            if after[at][outcome] < 0:
                yield number + weights[at][outcome], extended, outcome
            else:
                todo.append((after[at][outcome], number + weights[at][outcome], extended))


def read_vectors(decision, bits):
    by_id = {branch.id: branch for branch in decision.branches}
    after = [[following - 1 for following in by_id[i + 1].next] for i in range(len(by_id))]
    weights, total = bit_weights(after)
    for number, outcomes, outcome in all_vectors(after, weights):
        if not bits[decision.end_bit - total + number]:
            continue
        values = {b.id: "FT"[outcomes[str(b.id - 1)]] if str(b.id - 1) in outcomes else "-" for b in decision.branches}
        text = "".join("C" if b.folded else values[b.id] for b in decision.branches)
        decision.vectors.add((text, "FT"[outcome]))


def independence_pairs(vectors):
    """(condition, pair of vectors) for each pair that shows the condition to matter: the
    outcomes differ, and among conditions evaluated in both only that one does."""
    pairs = set()
    for one in vectors:
        for other in vectors:
            if one[1] != "F" or other[1] != "T":
                continue
            differ = [i for i, (a, b) in enumerate(zip(one[0], other[0])) if {a, b} == {"F", "T"}]
            if len(differ) == 1:
                pairs.add((differ[0], one, other))
    return pairs


def shown_conditions(decision):
    shown = {pair[0] for pair in independence_pairs(decision.vectors)}
    return [i in shown for i in range(decision.n_conditions)]


def check_claims(decision):
    if shown_conditions(decision) != decision.claimed:
        raise ToolError("%s: the profile has the vectors %s, but llvm-cov claims %s" %
                        (decision, sorted(decision.vectors), decision.claimed))


# ---- all together ----

def extents_at(function, place):
    """Where the expression at a place lies: (file, start, end) of the compiler's regions.
    An expression that starts with a macro starts there and goes on behind the macro's name;
    an expression that starts with a parenthesis has a region around it only."""
    code = [r for r in function.regions if r.kind == "Code" and function.files[r.file] == place[0]]
    extents = [(r.file, r.start, r.end) for r in code if r.start == place[1:]]
    for use in function.regions:
        if use.kind == "Expansion" and (function.files[use.file],) + use.start == place:
            extents.append((use.file, use.start, use.end))
            extents += [(r.file, use.start, r.end) for r in code if (r.file, r.start) == (use.file, use.end)]
    around = [r for r in code if r.file == 0 and r.start < place[1:] < r.end]
    if not extents and len(around) > 1:  # the first is the whole function
        nearest = max(around, key=lambda r: (r.start, [-n for n in r.end]))
        extents.append((nearest.file, nearest.start, nearest.end))
    return extents


def attach_unsupported(functions, messages, folder):
    """Expressions the compiler refuses to track: from its warnings to their extent."""
    for line in messages.splitlines():
        match = NESTED.match(line)
        if not match:
            continue
        place = (os.path.realpath(os.path.join(folder, match[1])), int(match[2]), int(match[3]))
        for function in functions:
            function.unsupported += extents_at(function, place)


def read_functions(report, bitmaps, mappings, folder):
    """The functions that were compiled, from what the tools said; each mapping comes with
    its source and with the compiler's messages, whose places are relative to the folder."""
    entries = {entry["name"]: entry for entry in report["data"][0]["functions"]}
    functions = []
    for _, mapping, messages in mappings:
        own = [f for f in read_mapping(mapping) if f.name in entries]
        for function in own:
            entry = entries[function.name]
            attach_report(function, entry)
            attach_decisions(function, entry)
            for decision in function.decisions:
                read_vectors(decision, bitmaps[function.name])
                check_claims(decision)
        attach_unsupported(own, messages, folder)
        functions += own
    return functions


def read_program(tools, unit, work):
    """Builds and runs the tests natively; gives the functions of the unit."""
    program, mappings = build(tools, unit, work)
    report, bitmaps = run(tools, unit, program, work)
    return read_functions(report, bitmaps, mappings, unit.folder)
