"""doubled: a library as a unit for skep: its operations, and two copies of it.

A subject is a folder with acts.c, where act_NAME(a, b) is an operation with two numbers as arguments whose result
tells all that a user can see of it, and the sources of the library. In the folder that make() makes, fs has the
sources, op.c a function op_NAME for each operation. With -DTWICE each operation runs on a second copy as well
(folder second, whose names begin with second_), and the test is aborted where the two tell something else: so a
fault in fs shows. The number of the fault that is on is read from the file `fault`.
"""
import re
import shutil
import subprocess
from pathlib import Path

import faults as seeded

head = """/* Made by doubled.py: a function per operation. */
#ifdef TWICE
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
int fault_number;
static int is_begun;
static void begin(void)
{
	char text[8] = "";
	int file = is_begun ? -1 : open(FAULT_FILE, O_RDONLY);
	if (file >= 0 && read(file, text, 7) > 0)
		fault_number = atoi(text);
	if (file >= 0)
		close(file);
	is_begun = 1;
}
#define BEGIN() begin()
#define SAME(own, other) do { if (own != other) abort(); } while (0)
#else
#define BEGIN() ((void)0)
#define SAME(own, other) ((void)own)
#endif
"""
op = """long act_{0}(unsigned a, unsigned b);
long second_act_{0}(unsigned a, unsigned b);
void op_{0}(unsigned a, unsigned b)
{{
	BEGIN();
	long own = act_{0}(a, b);
	SAME(own, second_act_{0}(a, b));
}}
"""
switch = "extern int fault_number;\n#define FAULT(n) (fault_number == (n))\n"


class Doubled:
    def __init__(self, folder, files, flags, out, skip):
        """`files`: sources and headers of the library; `out` is made anew; `skip`: functions of the second copy that
        tests would call by themselves."""
        self.out = Path(out)
        self.flags = [*flags, f"-I{self.out / 'fs'}"]
        shutil.rmtree(self.out, ignore_errors=True)
        for name in ("fs", "second"):
            (self.out / name).mkdir(parents=True)
        for path in [*files, *folder.glob("*.[ch]")]:
            shutil.copy(path, self.out / "fs")
        self.sources = [self.out / "op.c", *sorted((self.out / "fs").glob("*.c"))]
        self.operations = re.findall(r"^long act_(\w+)\(", (folder / "acts.c").read_text(), re.M)
        (self.out / "op.c").write_text(head + "".join(op.format(name) for name in self.operations))
        (self.out / "fault.h").write_text(switch)
        names = self.global_names()
        self.only = ",".join("op_" + name for name in self.operations)
        self.skip = ",".join(name for name, is_function in names if is_function)
        self.skip_second = ",".join(skip)
        self.copy(names)

    def global_names(self):
        """(name, is a function) of all that the sources define for others."""
        names = set()
        for source in self.sources[1:]:
            made = self.out / "names.o"
            subprocess.run(["gcc", "-w", "-c", "-o", made, *self.flags, source], check=True)
            listed = subprocess.run(["nm", "-g", "--defined-only", made], check=True, capture_output=True, text=True)
            names |= {(line.split()[-1], line.split()[-2] == "T") for line in listed.stdout.splitlines()}
            made.unlink()
        return sorted(names)

    def copy(self, names):
        renamed = re.compile(r"\b(" + "|".join(name for name, _ in names) + r")\b(?!\.[ch]\b)")
        for path in (self.out / "fs").glob("*.[ch]"):
            (self.out / "second" / path.name).write_text(renamed.sub(r"second_\1", path.read_text()))

    def compiles(self, path, text):
        trial = path.with_name("trial.c")
        trial.write_text(text)
        done = subprocess.run(["gcc", "-w", "-fsyntax-only", "-include", self.out / "fault.h", *self.flags, trial],
                              capture_output=True)
        trial.unlink()
        return done.returncode == 0

    def put_faults(self, chosen):
        """All of them, switched off."""
        for path in {own.path for own in chosen.values()}:
            here = {number: own for number, own in chosen.items() if own.path == path}
            path.write_text(seeded.apply(path.read_text(errors="replace"), here))
        self.switch_on(0)

    def switch_on(self, number):
        (self.out / "fault").write_text(f"{number}\n")

    def arguments(self, twice=False):
        """Sources and options for skep."""
        more = ["--with", str(self.out / "second")] if twice else []
        if twice and self.skip_second:
            more += ["--skip", self.skip_second]
        flags = ["-DTWICE", f'-DFAULT_FILE="{self.out / "fault"}"', "-include", str(self.out / "fault.h")] if twice else []
        return ["--state", "no", "--only", self.only, "--skip", self.skip, *more, *map(str, self.sources), "--", *flags,
                *self.flags]
