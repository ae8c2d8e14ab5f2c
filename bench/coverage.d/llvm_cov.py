"""llvm_cov: the same tests as a native program, and what llvm-cov says of them.

Three sources of one truth. `llvm-cov export` gives the counts of each branch and
which conditions of a decision were shown to matter: that is what skep is compared
with. It leaves out what belongs together, so the compiler's own dump of its coverage
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

    def chain(self):
        """Every place from where it is spelled out to the function's own text."""
        return self.function.chain(self.region.file, self.region.start)

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

    def holds(self, branch):
        """Does the branch lie in this region, itself or through expansions?"""
        file, start = branch.region.file, branch.region.start
        while file != self.region.file:
            if file not in self.function.parents:
                return False
            file, start = self.function.parents[file]
        return self.region.start <= start < self.region.end


class Function:
    def __init__(self, name, regions):
        self.name = name
        self.regions = regions
        self.files = []         # by number
        self.parents = {r_file: place for r_file, place in expansions(regions)}
        self.branches = [Branch(self, r) for r in regions if r.kind == "Branch"]
        self.decisions = [Decision(self, r) for r in regions if r.kind == "Decision"]
        self.count = 0
        self.unsupported = []   # (start, end) of expressions without MC/DC, in file 0

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
        done = call([tools.clang, "-g", "-w", *INSTRUMENT, "-Xclang", "-dump-coverage-mapping", *unit.flags,
                     "-c", source, "-o", object_file], unit.folder)
        objects.append(object_file)
        mappings.append((source, done.stdout, done.stderr))
    program = work + "/native"
    include = sorted({"-I" + (os.path.dirname(s) or ".") for s in unit.sources})
    call([tools.clang, "-g", "-w", "-fprofile-instr-generate", *include, *unit.flags, unit.program, *objects,
          "-lm", "-o", program], unit.folder)
    return program, mappings


def run(tools, unit, program, work):
    """A process per test, as skep gives each test a fresh unit; one merged profile."""
    for i, test in enumerate(unit.test_names):
        environment = dict(os.environ, LLVM_PROFILE_FILE="%s/test_%d.profraw" % (work, i))
        call([program, test], work, env=environment)
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
    """Function name and hash -> bytes, of a profile in text form."""
    bitmaps, name, section, lines = {}, None, None, []
    for line in text.splitlines() + [""]:
        if line.startswith("# "):
            section = line[2:].rstrip(":")
        elif line == "" or section is None or section == "done":
            if name and lines:
                bitmaps.setdefault(name, []).append([int(v, 16) for v in lines])
            name, section, lines = line or None, None, []
        elif section == "Bitmap Byte Values":
            lines.append(line)
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
    """Which branches make up a decision: the nearest one around each branch."""
    for branch in function.branches:
        around = [d for d in function.decisions if branch.id is not None and d.holds(branch)]
        if around:
            branch.decision = min(around, key=lambda d: sum(o.spelled_inside(d) if False else 1 for o in around))
    for decision in function.decisions:
        decision.branches = [b for b in function.branches if b.decision is decision]
        if len(decision.branches) != decision.n_conditions:
            raise ToolError("%s: %d branches make up a decision of %d conditions" %
                            (decision, len(decision.branches), decision.n_conditions))
    waiting = {}
    for record in entry["mcdc_records"]:
        waiting.setdefault(tuple(record[:4]), []).append(record[-1])
    for decision in function.decisions:
        key = decision.region.start + decision.region.end
        decision.claimed = waiting[key].pop(0)
