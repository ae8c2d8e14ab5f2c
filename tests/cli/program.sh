# skep program, reduce and rank: small programs with known goals, and the suites they get.
. "$(dirname "$0")/lib.sh"
programs=$root/tests/units/programs

# goals NAME COVERED TOTAL ARGUMENT...: skep program covers so many branches, and its suite passes.
goals() {
	name=$1 covered=$2 total=$3
	shift 3
	rm -rf out
	skep program --executions 10000 -o out "$@"
	ok $((code != 0)) "$name: exit code 0 (is $code)"
	on_stdout " branch $covered of $total "
	ok $? "$name: $covered of $total branches"
	make -s -C out/tests check > "$work/stdout" 2> "$work/stderr"
	ok $? "$name: the suite passes"
}

goals arguments 14 14 "$programs/argv.c" --
grep -qx 'argv magic 4711' out/tests/*/cmd && grep -qx 7 out/tests/*/status
ok $? 'arguments: the command line and its exit status'
grep -q '^Adds argv.c:[0-9]* \(true\|false\)' out/tests/*/about
ok $? 'arguments: a test tells what it adds'
grep -q "$(basename "$(dirname "$(ls out/tests/*/cmd | head -n 1)")")" out/report/index.html
ok $? 'arguments: the report names the tests'
goals 'standard input' 14 14 "$programs/stdin.c" -- @stdin
goals 'a file' 14 14 "$programs/file.c" --
goals 'several files' 16 16 "$programs/several.c" --
goals 'options with arguments' 24 24 "$programs/options.c" --
ls out/tests | grep -q '^option_'
ok $? 'options with arguments: a test is named by its option'
goals 'the environment' 8 8 --env MODE "$programs/environment.c" --
grep -qx 'MODE=fast environment' out/tests/*/cmd
ok $? 'the environment: set on the command line'
goals 'one that never reads' 2 2 "$programs/never_reads.c" --
goals 'one that writes files' 11 12 "$programs/writes.c" --
cmp -s "$(ls -d out/tests/*/after/made.txt | head -n 1)" - <<'END' && ls out/tests/*/gone > "$work/stdout"
made
END
ok $? 'one that writes files: files written and removed are expected'
goals 'unstable output' 4 4 "$programs/unstable.c" --
cat out/tests/*/stdout.mask | grep -q '^2s/'
ok $? 'unstable output: the process id is masked'

goals 'variables and files that the program asks for' 8 8 "$programs/locale.c" --
grep -q 'LC_ALL=C.UTF' out/tests/*/cmd && grep -q TALLY_QUIET= out/tests/*/cmd
ok $? 'variables that the program asks for: locale and getenv()'
cat out/tests/*/files/tally.conf | grep -q '^q'
ok $? 'a file that the program looks for is put there'
goals 'undefined arithmetic' 5 6 "$programs/undefined.c" --
grep -qx 'undefined behind' out/tests/*/cmd && grep -q 'null pointer' out/unclear/unclear_001/about
ok $? 'undefined arithmetic: told, and the program goes on'

# A project that was built: objects tell who defines a name, and the program is called after its source.
cp -r "$programs/built" built
(cd built && cc -c lib/twice.c -o lib/twice.o && cc -c src/twin.c -o src/twin.o)
cat > built/compile_commands.json << END
[{ "directory": "$PWD/built", "file": "lib/twice.c", "output": "lib/twice.o", "arguments": ["cc", "-c", "lib/twice.c"] },
 { "directory": "$PWD/built", "file": "src/twin.c", "output": "src/twin.o", "arguments": ["cc", "-c", "src/twin.c"] }]
END
goals 'a project that was built' 2 2 -p built --target twin

rm -rf out
skep program --executions 2000 -o out "$programs/waits.c" --
[ $code = 0 ] && on_stdout 'unclear .*hang in main'
ok $? 'one that waits for ever: told, and not a bug'
skep program --executions 5000 --fail-on bug -o out "$programs/overrun.c" --
[ $code = 1 ] && on_stdout 'bug .*heap overflow in main'
ok $? 'an overrun is a bug'
[ -f out/failing/bug_001/stdin ] && grep -q 'Class: bug' out/failing/bug_001/about
ok $? 'the bug has its input and its evidence'

# A seed and a number of runs always give the same suite.
skep program --executions 4000 -o one "$programs/argv.c" --
skep program --executions 4000 -o two "$programs/argv.c" --
diff -r one/tests two/tests > "$work/stdout"
ok $? 'the same suite twice'

# Harnesses and tasks.
goals 'a fuzz harness' 6 8 "$programs/harness/harness.c"
grep -q 'heap overflow in LLVMFuzzerTestOneInput' out/failing/*/about
ok $? 'a fuzz harness: its bug'
skep program --executions 20000 -o task --test-comp "$programs/tasks/coverage-error-call.prp" "$programs/tasks/sum.c"
grep -q coversError task/test-suite/testcase-1.xml && grep -q '<input>77</input>' task/test-suite/testcase-1.xml
ok $? 'a task: the values that reach the error'
grep -q '<architecture>64bit' task/test-suite/metadata.xml
ok $? 'a task: metadata'

# Seeds, corpora, reduction and ranking.
mkdir seeds
printf 'add 9\nhello\nx\nquit\n' > seeds/a
printf '#\n' > seeds/b
skep program --executions 3000 -o out --seeds seeds --corpus corpus "$programs/stdin.c" -- @stdin
[ $code = 0 ] && on_stderr '^2 seeds' && [ "$(ls corpus | wc -l)" -gt 2 ] && grep -qr 'add 9' corpus
ok $? 'a corpus is read and written'
skep reduce --seeds seeds -o short "$programs/stdin.c" -- @stdin
[ $code = 0 ] && on_stdout '^path length reduced by: min ' && [ "$(ls short | wc -l)" = 2 ]
ok $? 'reduce'
[ "$(cat seeds/* | wc -c)" -gt "$(cat short/* | wc -c)" ]
ok $? 'reduce: seeds are shorter'
skep reduce --seeds seeds --check 'grep -q quit *' -o checked "$programs/stdin.c" -- @stdin
[ $code = 0 ] && grep -qr '^quit$' checked
ok $? 'reduce by a command'
for by in bt ba fpf sp random; do
	skep rank --by $by --seeds seeds "$programs/stdin.c" -- @stdin
	[ $code = 0 ] && [ "$(wc -l < "$work/stdout")" = 3 ]
	ok $? "rank by $by"
done
skep rank --by sp --seeds seeds "$programs/stdin.c" -- @stdin
[ "$(awk 'NR == 2 { print $2 }' "$work/stdout")" = 2 ]
ok $? 'rank: the shortest path first'
skep program --per-seed-executions 30 -o out --seeds seeds "$programs/stdin.c" -- @stdin
[ $code = 0 ] && on_stderr 'seeds cover .* goals; exploring them: '
ok $? 'exploration per seed'

# A program that finds the suite it is checked by, and would have it do something else.
cat > trap.c << 'END'
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "go"))
		puts("go");
	char path[4096];
	FILE *link = popen("readlink /proc/$PPID/exe", "r");
	char *end = link && fgets(path, sizeof path, link) ? strstr(path, "/bin/") : NULL;
	if (!end)
		return 0;
	strcpy(end, "/Makefile");
	FILE *makefile = fopen(path, "w");
	if (makefile)
		fputs("clean:\n\ttouch caught\n", makefile), fclose(makefile);
	return 0;
}
END
skep program --executions 500 -o trap trap.c --
ok $((code != 0)) 'a program that would write to its suite'
[ -z "$(find . -name caught)" ] && grep -q 'run-tests' trap/tests/Makefile
ok $? 'a program that would write to its suite does not'

# Bad input.
rm -rf seeds short corpus checked out one two task
printf 'int f(int a);\nint f(int a) { return a; }\n' > library.c
fails 'no main' 3 'has no main()' program library.c --
fails 'no such seeds' 3 'cannot be read' program --seeds nowhere "$programs/argv.c" --
fails 'a marker without a file' 3 "the seed 'argv @nofile' cannot be read" program --seed 'argv @nofile' "$programs/argv.c" --
fails 'a ranking that is none' 2 'is bt, ba, fpf, sp or random' rank --by x "$programs/argv.c" --
fails 'an engine for calls' 2 'for a program it is auto, program or symbolic' program --engine avm "$programs/argv.c" --
fails 'no seeds' 2 'no seeds: give some' rank --by bt "$programs/argv.c" --
finish
