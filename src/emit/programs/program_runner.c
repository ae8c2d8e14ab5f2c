/* program_runner: what users run: a script in plain sh that prints TAP, and a Makefile. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "emit/escape.h"
#include "emit/programs/program_test.h"
#include "emit/suite/draft.h"
#include "front/front.h"

static const char runner[] =
        "# Usage: sh run-tests [TEST...]     all tests, or these, as TAP; the program is in bin/\n"
        "#\n"
        "# A test is a folder: cmd is its command line, stdin and files/ what the program finds;\n"
        "# status, stdout, stderr, after/ (files written) and gone (files removed) are expected.\n"
        "LC_ALL=C\n"
        "export LC_ALL\n"
        "here=$(cd \"$(dirname \"$0\")\" && pwd) || exit 2\n"
        "work=${TMPDIR:-/tmp}/skep-tests-$$\n"
        "trap 'rm -rf \"$work\"' EXIT\n"
        "trap 'exit 2' HUP INT TERM\n"
        "\n"
        "# same WHAT EXPECTED ACTUAL: complains if they differ, but for masked lines\n"
        "same() {\n"
        "\t[ -f \"$2\" ] || return 0\n"
        "\tif [ -f \"$2.mask\" ]; then\n"
        "\t\tsed -f \"$2.mask\" \"$2\" > \"$work/expected\"\n"
        "\t\tsed -f \"$2.mask\" \"$3\" > \"$work/actual\"\n"
        "\t\tset -- \"$1\" \"$work/expected\" \"$work/actual\"\n"
        "\tfi\n"
        "\tcmp -s \"$2\" \"$3\" || bad=\"$bad $1\"\n"
        "}\n"
        "\n"
        "# program ARG...: in a folder of its own, with nothing of the user's environment\n"
        "program() {\n"
        "\tulimit -n 256\n"
        "\tenv -i PATH=\"$here/bin:$PATH\" HOME=/ LC_ALL=C TZ=UTC0 TMPDIR=. \"$@\"\n"
        "}\n"
        "\n"
        "run_test() {\n"
        "\ttest=$here/$1 bad=\n"
        "\trm -rf \"$work\"\n"
        "\tmkdir -p \"$work/folder\" || exit 2\n"
        "\tif [ -d \"$test/files\" ]; then cp -R \"$test/files/.\" \"$work/folder\"; fi\n"
        "\t# A copy with the same time: a program may write to /dev/stdin.\n"
        "\tinput=$work/stdin\n"
        "\tif [ -f \"$test/stdin\" ]; then cp -p \"$test/stdin\" \"$input\"; else : > \"$input\"; fi\n"
        "\teval \"set -- $(cat \"$test/cmd\")\"\n"
        "\t(cd \"$work/folder\" && program \"$@\") < \"$input\" > \"$work/stdout\" 2> \"$work/stderr\"\n"
        "\techo $? > \"$work/status\"\n"
        "\tsame status \"$test/status\" \"$work/status\"\n"
        "\tsame stdout \"$test/stdout\" \"$work/stdout\"\n"
        "\tsame stderr \"$test/stderr\" \"$work/stderr\"\n"
        "\tif [ -d \"$test/after\" ]; then\n"
        "\t\tchanged=$(cd \"$test/after\" && find . -type f | while read -r f; do\n"
        "\t\t\tcmp -s \"$f\" \"$work/folder/$f\" || echo \"$f\"; done)\n"
        "\t\tif [ -n \"$changed\" ]; then bad=\"$bad files\"; fi\n"
        "\tfi\n"
        "\tif [ -f \"$test/gone\" ]; then\n"
        "\t\twhile read -r f; do [ ! -e \"$work/folder/$f\" ] || bad=\"$bad files\"; done < \"$test/gone\"\n"
        "\tfi\n"
        "}\n"
        "\n"
        "if [ $# = 0 ]; then set -- $(cd \"$here\" && for t in */cmd; do [ -f \"$t\" ] && echo \"${t%/cmd}\"; done); fi\n"
        "echo \"1..$#\"\n"
        "n=0 failed=0\n"
        "for name; do\n"
        "\tn=$((n + 1))\n"
        "\trun_test \"$name\"\n"
        "\tif [ -z \"$bad\" ]; then\n"
        "\t\techo \"ok $n - $name\"\n"
        "\telse\n"
        "\t\tfailed=1\n"
        "\t\techo \"not ok $n - $name\"\n"
        "\t\techo \"# differs:$bad\"\n"
        "\tfi\n"
        "done\n"
        "exit $failed\n";

void program_runner_text(const char *command, struct sb *out)
{
	sb_addf(out, "#!/bin/sh\n# Written by: %s\n%s", command, runner);
}

static void add_source(const struct source_list *sources, size_t i, const char *folder, struct sb *out)
{
	char *path = relative_path(folder, sources->at.at[i].path);
	sb_addf(out, "unit_%zu.o: ", i);
	escape_prerequisite(out, path);
	sb_add(out, "\n\t$(CC) $(CFLAGS) $(SECTIONS) $(LENIENT)");
	makefile_add_flags(&sources->at.at[i], folder, out);
	sb_add(out, " -c ");
	escape_recipe(out, path);
	sb_add(out, " -o $@\n\n");
	free(path);
}

void program_makefile_text(const struct source_list *sources, const char *program, const char *folder, struct sb *out)
{
	sb_add(out, "# Builds the program from its own sources and runs the tests: make check\n"
	            "MAKEFLAGS += -r\n.SUFFIXES:\nCC ?= cc\nCFLAGS ?= -g -O1\n"
	            "# Functions that main() does not lead to are not linked.\n"
	            "SECTIONS = -ffunction-sections -fdata-sections\n"
	            "# The program is taken as it is: warnings about it are switched off.\n"
	            "LENIENT = -w -Wno-implicit-function-declaration -Wno-implicit-int -Wno-int-conversion \\\n"
	            "\t-Wno-incompatible-pointer-types -Wno-return-type\n");
	sb_add(out, "OBJECTS =");
	for (size_t i = 0; i < sources->at.n; i++)
		sb_addf(out, " unit_%zu.o", i);
	sb_addf(out,
	        "\n\ncheck: bin/%s\n\t@sh ./run-tests\n\nbin/%s: $(OBJECTS)\n\t@mkdir -p bin\n\t$(CC) $(CFLAGS) "
	        "$(OBJECTS) -Wl,--gc-sections $(LDFLAGS)",
	        program, program);
	for (size_t i = 0; i < sources->link_flags.n; i++) {
		sb_add_char(out, ' ');
		escape_recipe(out, sources->link_flags.at[i]);
	}
	sb_add(out, " -lm -o $@\n\n");
	for (size_t i = 0; i < sources->at.n; i++)
		add_source(sources, i, folder, out);
	sb_addf(out, "clean:\n\trm -rf bin $(OBJECTS)\n\n.PHONY: check clean\n");
}
