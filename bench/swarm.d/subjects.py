"""subjects: the subjects of bench/swarm, all behind the same functions.

    base(executions, seed)               how often undirected tests hit each statement: targets of summary.json
    directed(targets, executions, seed)  (regress of summary.json, mean HFu, mean HF of tests without swarm)
    seed_faults(lines, rng, wanted)      puts faults on lines into the subject: {number: Switched}
    try_none(executions, seed)           (tests that fail without a fault, tests)
    try_fault(number, fault, executions, seed)  {strategy, "undirected" or "without swarm": (failed, runs)}
    end()                                forgets the suite
"""
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import faults as seeded
from doubled import Doubled

root = Path(__file__).resolve().parent.parent.parent
here = root / "bench" / "swarm.d"
skep = os.environ.get("SKEP", str(root / "build" / "skep"))
sources = Path(os.environ.get("SKEP_BENCH_DIR", root / "build" / "bench" / "src"))
place = root / "build" / "bench" / "swarm"


def run_skep(command, folder):
    done = subprocess.run(command, capture_output=True, text=True)
    summary = Path(folder, "summary.json")
    if done.returncode not in (0, 1) or not summary.exists():
        sys.exit(f"{' '.join(command)}:\n{done.stderr}")
    return json.loads(summary.read_text())


def all_lines(paths):
    return [f"{path}:1-{len(Path(path).read_text(errors='replace').splitlines())}" for path in paths]


def source_of(name):
    folder = sources / name
    if not folder.exists():
        sys.exit(f"bench/swarm: {folder} is not there: bench/fetch --swarm {name} gets it")
    return folder


def detections(*results):
    """How many tests failed, by strategy; merges are the same for one target."""
    found = {}
    for result in results:
        rows = [("undirected", result["undirected"]), ("without swarm", result["without_swarm"])]
        rows += [(way["strategy"], way) for way in result["ways"]]
        for name, way in rows:
            failed, runs = found.get(name, (0, 0))
            found[name] = (failed + way["failed"], runs + way["runs"])
    return found


class Unit:
    """Functions of a library are the features; skep regress."""
    length = ()

    def __init__(self, sources):
        self.sources = [str(s) for s in sources]

    def arguments(self):
        return self.sources

    def aimed_at(self):
        return self.sources

    def regress(self, targets, executions, seed, arguments=None):
        with tempfile.TemporaryDirectory() as folder:
            return run_skep([skep, "regress", "-q", "--engine", "random", "--without", "mutation", "--even", "--counts-only", *self.length,
                             "--executions", str(executions), "--seed", str(seed), "--targets", ",".join(targets),
                             "-o", folder + "/out"] + (arguments or self.arguments()), folder + "/out")["regress"]

    def base(self, executions, seed):
        return self.regress(all_lines(self.aimed_at()), executions, seed)["targets"]

    def directed(self, targets, executions, seed):
        result = self.regress(targets, executions, seed)
        return (result, statistics.mean(t["undirected"] for t in result["targets"]),
                statistics.mean(t["without_swarm"] for t in result["targets"]))

    def seed_faults(self, lines, rng, wanted):
        return {}

    def end(self):
        pass


class Library(Unit):
    """Operations of acts.c are the features (doubled.py); faults show by a second copy."""

    def __init__(self, name, files, flags, skip=(), calls=0):
        """`calls`: of every swarm test; 0: as skep chooses."""
        self.name, self.files, self.flags, self.skip = name, files, flags, skip
        self.length = ("--random-set", f"swarm-calls={calls}") if calls else ()
        self.made = None

    def make(self):
        return Doubled(here / self.name, self.files(), self.flags, place / self.name, self.skip)

    def arguments(self, twice=False):
        if not self.made:
            self.made = self.make()
        return self.made.arguments(twice)

    def aimed_at(self):
        self.arguments()
        names = {Path(path).name for path in self.files()}
        return [str(path) for path in self.made.sources if path.name in names]

    def seed_faults(self, lines, rng, wanted):
        self.made = self.make()
        candidates = [own for path in map(Path, self.aimed_at())
                      for own in seeded.faults_on(path, {line for file, line in lines if Path(file).name == path.name})]
        chosen = seeded.choose(candidates, rng, self.made.compiles, wanted)
        self.made.put_faults(chosen)
        return chosen

    def try_none(self, executions, seed):
        self.made.switch_on(0)
        found = detections(self.regress([all_lines(self.aimed_at())[0]], executions, seed, self.made.arguments(True)))
        return tuple(map(sum, zip(*found.values())))

    def try_fault(self, number, fault, executions, seed):
        self.made.switch_on(number)
        return detections(self.regress([f"{fault.path}:{fault.line}"], executions, seed, self.made.arguments(True)))


switch = """#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
static int fault_number(void)
{
	static int number = -1;
	char text[8] = "";
	int file;
	if (number >= 0)
		return number;
	file = getenv("NO_FAULT") ? -1 : open("FILE", O_RDONLY);
	if (file >= 0 && read(file, text, 7) < 0)
		text[0] = 0;
	if (file >= 0)
		close(file);
	return number = atoi(text);
}
#define FAULT(n) (fault_number() == (n))
"""


class Outside:
    """Features of an outside generator; skep swarm. Data are of an undirected campaign, which is continued
    with an aim: HFu is that of the first part, as in the paper."""

    def __init__(self, name, package, build, files, faulty, own=None):
        """`build`: shell commands in a copy of the package's source that make it with coverage; `files`: its sources
        that may have faults; `faulty`: (run, compare, coverage) of a program with faults."""
        self.file = root / "examples" / name / f"{name}.swarm"
        self.name, self.package, self.build, self.files, self.faulty, self.own = name, package, build, files, faulty, own
        self.folder = None

    def prepare(self, changes):
        """A copy of the generator's file, with other entries."""
        folder = self.file.parent
        if not (folder / "build").exists():
            sys.exit(f"bench/swarm: {folder}/build is not there: {folder}/prepare makes it")
        self.folder = tempfile.TemporaryDirectory()
        lines = [line for line in self.file.read_text().splitlines() if line.partition(" ")[0] not in changes]
        lines += [f"{word} {value}" for word, value in changes.items()]
        self.copy = Path(self.folder.name, self.file.name)
        text = "\n".join(lines).replace("{dir}", str(folder)).replace("coverage gcov build", f"coverage gcov {folder}/build")
        self.copy.write_text(text + "\n")

    def swarm(self, out, executions, seed, *more):
        command = [skep, "swarm", "-q", "--executions", str(executions), "--seed", str(seed), "-o", out, *more,
                   str(self.copy)]
        return run_skep(command, out)

    def look(self, executions, seed):
        first = self.swarm(self.folder.name + "/first", 1, seed)
        files = sorted({f["file"] for f in first["functions"] if not f["apart"]})
        self.out = self.folder.name + "/base"
        result = self.swarm(self.out, executions, seed, "--undirected", str(10 * executions), "--targets",
                            ",".join(all_lines(files)))
        self.first = result["regress"]
        return self.first["targets"]

    def base(self, executions, seed):
        self.prepare({"run": self.own[0], "coverage": self.own[1]} if self.own else {})
        targets = self.look(executions, seed)
        self.seen = {t["place"]: t for t in targets}
        return targets

    def go_on(self, targets, executions, seed, undirected):
        copy = self.folder.name + "/directed"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.out, copy)
        return self.swarm(copy, executions, seed, "--continue", "--undirected", str(undirected), "--even", "--targets",
                          ",".join(targets))["regress"]

    def directed(self, targets, executions, seed):
        return (self.go_on(targets, executions, seed, 1), statistics.mean(self.seen[t]["undirected"] for t in targets),
                statistics.mean(self.seen[t]["without_swarm"] for t in targets))

    def compiles(self, path, text):
        trial = path.with_name("trial.c")
        trial.write_text(text)
        done = subprocess.run(["gcc", "-w", "-fsyntax-only", "-include", self.at / "fault.h", trial],
                              capture_output=True)
        trial.unlink()
        return done.returncode == 0

    def seed_faults(self, lines, rng, wanted):
        self.at = place / self.name
        shutil.rmtree(self.at, ignore_errors=True)
        shutil.copytree(source_of(self.package), self.at)
        (self.at / "fault.h").write_text(switch.replace("FILE", str(self.at / "fault")))
        candidates = [own for name in self.files for path in [self.at / name]
                      for own in seeded.faults_on(path, {line for file, line in lines if Path(file).name == path.name})]
        chosen = seeded.choose(candidates, rng, self.compiles, wanted)
        for path in {own.path for own in chosen.values()}:
            here_too = {number: own for number, own in chosen.items() if own.path == path}
            path.write_text(seeded.apply(path.read_text(errors="replace"), here_too))
        subprocess.run(["sh", "-eu", "-c", self.build], cwd=self.at, check=True, capture_output=True)
        return chosen

    def try_none(self, executions, seed):
        """Data for aiming come from the program without a fault."""
        run, compare, coverage = (text.replace("{at}", str(self.at)) for text in self.faulty)
        (self.at / "fault").write_text("0\n")
        self.end()
        self.prepare({"run": run, "compare": compare, "coverage": coverage})
        self.look(executions, seed)
        return tuple(map(sum, zip(*detections(self.first).values())))

    def try_fault(self, number, fault, executions, seed):
        (self.at / "fault").write_text(f"{number}\n")
        line = [f"{fault.path.name}:{fault.line}"]
        return detections(self.go_on(line, executions, seed, 1), self.go_on(line, executions // 4, seed + 1, 10 ** 9))

    def end(self):
        if self.folder:
            self.folder.cleanup()
        self.folder = None


containers = root / "tests" / "units" / "containers"


def yaffs_files():
    folder = source_of("u-boot") / "fs" / "yaffs2"
    parts = """allocator attribs bitmap checkptrw ecc error guts nameval nand packedtags1 packedtags2 qsort summary
    tagscompat verify yaffs1 yaffs2""".split()
    return [*folder.glob("*.h"), *(folder / f"yaffs_{part}.c" for part in parts), folder / "yaffsfs.c"]


def container_files(name):
    return [containers / f"{name}.c", containers / f"{name}.h", containers / "alloc.h"]


tcc = "{at}/tcc -B{at} -I{at}/include -I/usr/include/csmith -w -c {test} -o test.o && cksum < test.o"
subjects = {
    "yaffs2": Library("yaffs2", yaffs_files,
                      ["-D_GNU_SOURCE", "-DCONFIG_YAFFS_DIRECT", "-DCONFIG_YAFFS_SHORT_NAMES_IN_RAM",
                       "-DCONFIG_YAFFS_YAFFS2", "-DCONFIG_YAFFS_PROVIDE_DEFS", "-DCONFIG_YAFFSFS_PROVIDE_VALUES",
                       f"-I{here / 'yaffs2' / 'include'}"], ["second_yaffs_opendir"], 160),
    "tree_map": Library("tree_map", lambda: container_files("tree_map"), []),
    "csmith": Outside("csmith", "tcc",
                      "./configure --cc=gcc --extra-cflags='-O1 -g --coverage -include '$PWD/fault.h "
                      "--extra-ldflags=--coverage; make tcc libtcc1.a; find . -name '*.gcda' -delete",
                      ["tccgen.c", "tccpp.c", "x86_64-gen.c", "tccelf.c"], (tcc, f"export NO_FAULT=1; {tcc}", "gcov {at}")),
    "javascript": Outside("javascript", "mujs",
                          "gcc -O1 -include fault.h -o mujs one.c main.c -lm",
                          ["jsrun.c", "jscompile.c", "jsparse.c", "jslex.c", "jsarray.c", "jsstring.c", "jsnumber.c",
                           "jsobject.c", "jsvalue.c", "jsproperty.c", "jsregexp.c", "regexp.c", "jsmath.c"],
                          ("mujs {test}", "NO_FAULT=1 {at}/mujs {test}",
                           "skep {at}/one.c {at}/main.c -- -O1 -include {at}/fault.h"),
                          ("mujs {test}", "skep {dir}/build/mujs/one.c {dir}/build/mujs/main.c -- -O1")),
    "containers": Unit(sorted(containers.glob("*.c"))),
    "fibonacci_heap": Unit([containers / "fibonacci_heap.c"]),
    "linked_list": Unit([containers / "linked_list.c"]),
}
usual = ("yaffs2", "tree_map", "csmith", "javascript")
