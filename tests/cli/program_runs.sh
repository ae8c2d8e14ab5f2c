# skep program: how runs are made, going on, several workers, names; reduce on sequences of calls.
. "$(dirname "$0")/lib.sh"
programs=$root/tests/units/programs

# Runs share a process where that can be; it is said.
skep program --executions 500 -o out "$programs/argv.c" --
[ $code = 0 ] && on_stderr 'runs share a process'
ok $? 'runs share a process'
cc -c -DLIBRARY "$programs/outlives.c" -o counter.o && ar rc libcounter.a counter.o
rm -rf out
skep program --executions 500 -o out "$programs/outlives.c" -- -L"$PWD" -lcounter --
[ $code = 0 ] && on_stderr "a process for each run: state outlives a reset, 'outlives' behaves differently the second time"
ok $? 'a process for each run where state outlives a reset'
[ -z "$(cat out/tests/*/stdout | grep again)" ] && make -s -C out/tests check > "$work/stdout" 2>&1
ok $? 'a process for each run: every test is a first run'

# With -p, libraries that no program beside the objects tells are named after --.
mkdir project
cp "$programs/outlives.c" project
cat > project/compile_commands.json << END
[{ "directory": "$PWD/project", "file": "outlives.c", "arguments": ["cc", "-c", "outlives.c"] }]
END
rm -rf out
skep program --executions 100 -o out -p project project/outlives.c --
[ $code = 6 ] && on_stderr 'can be named after --'
ok $? 'a library that nobody names: says what to do'
rm -rf out out.*
mkdir tally-1.2
cp "$programs/stdin.c" tally-1.2
echo 'int unused;' > tally-1.2/more.c
cat > tally-1.2/compile_commands.json << END
[{ "directory": "$PWD/tally-1.2", "file": "stdin.c", "arguments": ["cc", "-c", "stdin.c"] },
 { "directory": "$PWD/tally-1.2", "file": "more.c", "arguments": ["cc", "-c", "more.c"] }]
END
skep program --executions 100 -o out -p tally-1.2 --
[ $code = 0 ] && [ "$(cut -d ' ' -f 1 out/tests/*/cmd | sort -u)" = tally ]
ok $? 'a project of a release: the program has no version in its name'
rm -rf out out.*
skep program --executions 100 -o out -p project project/outlives.c -- -L"$PWD" -lcounter --
[ $code = 0 ] && [ -f out/tests/run-tests ]
ok $? 'a library named after --'

# Two stages, told, with one worker and with two.
for jobs in 1 2; do
	rm -rf out
	skep program --executions 6000 -j $jobs -o out "$programs/file.c" --
	[ $code = 0 ] && on_stderr '^stage 1, cheap tests: [0-9]* of 14 goals' && on_stderr '^stage 2, exploration: .* 14 of 14'
	ok $? "two stages with $jobs worker(s)"
done

# Going on: what was found before is there, and other tests are tried.
rm -rf out
skep program --executions 60 -o out "$programs/file.c" --
[ $code = 0 ] && [ -f out/campaign.sqlite ]
ok $? 'the campaign is kept'
skep program --executions 10000 --continue -o out "$programs/file.c" --
[ $code = 0 ] && on_stderr '^going on after ' && on_stdout ' branch 14 of 14 '
ok $? 'the campaign goes on'
rm -rf out
fails 'nothing to continue' 3 'there is no campaign to continue' program --continue "$programs/file.c" --

# Names tell tests apart: no number at the end.
skep program --executions 8000 -o out "$programs/stdin.c" --
[ $code = 0 ] && ! ls out/tests | grep -q '_2$'
ok $? 'names without numbers'

cat > wordy.c << 'END'
#include <stdio.h>
int main(int argc, char **argv)
{
	if (argc > 1)
		fprintf(stderr, "%s: an explanation that is longer than a name can be\n", argv[0]);
	return argc > 1;
}
END
rm -rf out
skep program --executions 40 -o out wordy.c --
[ $code = 0 ] && [ -d out/tests/an_explanation_that_is_longer_than_a ]
ok $? 'a long name ends with a word'
skep program --engine random --executions 20 -o out wordy.c --
[ $code = 0 ]
ok $? 'the cheap engine has the name that the help gives'

# A program that removes files: only its own, and each test finds them again.
rm -rf out
touch precious
skep program --executions 2000 -o out "$programs/deletes.c" --
[ $code = 0 ] && [ -e precious ] && cat out/tests/*/gone | grep -q in.txt
ok $? 'a program that deletes its own files: told as gone'
make -s -C out/tests check > "$work/stdout" 2>&1 && make -s -C out/tests check > "$work/stdout" 2>&1
ok $? 'a program that deletes its own files: the suite passes twice'

# A program that changes modes and times of files by their names: the changes seem to succeed, for files of the test.
rm -rf out
skep program --executions 1500 -o out "$programs/modes.c" --
[ $code = 0 ] && grep -qx changed out/tests/*/stdout && grep -q 'No such file' out/tests/*/stderr && ls out/tests/*/after/in.txt > "$work/stdout"
ok $? 'one that changes modes by name: the file that it leaves'
make -s -C out/tests check > "$work/stdout" 2>&1
ok $? 'one that changes modes by name: the suite passes outside'

# Random output of few values looks the same in a few runs; programs that can be random run more often.
cat > random.c << 'END'
#include <stdio.h>
#include <sys/random.h>
int main(void)
{
	unsigned char byte = 0;
	if (getrandom(&byte, 1, 0) != 1)
		return 1;
	printf("direction %d\n", byte & 3);
	return 0;
}
END
rm -rf out
skep program --executions 50 -o out random.c --
[ $code = 0 ] && [ -e "$(ls out/tests/*/stdout.mask | head -n 1)" ]
ok $? 'random output of four values is masked'

# The day is another one when users run the tests: what depends on it is masked, though all rounds are of one day.
rm -rf out
skep program --executions 200 -o out "$programs/dated.c" --
[ $code = 0 ] && [ "$(ls out/tests/*/stdout | wc -l)" = "$(grep -lx '2s/.*/(differs)/' out/tests/*/stdout.mask | wc -l)" ]
ok $? 'output that depends on the day is masked'

# A suite can lie anywhere: its folder, to which PATH leads, is masked.
cat > where.c << 'END'
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	const char *path = getenv("PATH");
	puts("begin");
	puts(path ? path : "no path");
	return 0;
}
END
rm -rf out elsewhere
skep program --executions 50 -o out where.c --
[ $code = 0 ] && make -s -C out/tests bin/where && cp -r out/tests elsewhere && sh elsewhere/run-tests > "$work/stdout" &&
	grep -q '^ok' "$work/stdout"
ok $? 'a suite passes in another folder'

# A shorter test may go wrong where the longer one does not: that is a finding, and the longer one is in the suite.
rm -rf out
skep program --executions 1000 -o out "$programs/past.c" --
[ $code = 0 ] && on_stdout 'bug .*heap overflow in main' && ! grep -q 'n=$' out/tests/*/cmd && grep -q 'n=$' out/failing/*/cmd
ok $? 'a shortened test that reads past its argument is a bug'
make -s -C out/tests check > "$work/stdout" 2>&1
ok $? 'a shortened test that reads past its argument is not in the suite'

# Temporary files go to the folder of the test, in the search and in the suite.
rm -rf out
skep program --executions 800 -o out "$programs/temporary.c" --
[ $code = 0 ] && grep -qx many out/tests/*/stdout && make -s -C out/tests check > "$work/stdout" 2>&1
ok $? 'one that makes temporary files'

# Programs that start processes: in the search these only seem to run; the written tests have what they really do.
rm -rf out
skep program --executions 1000 -o out "$programs/forks.c" --
[ $code = 0 ] && grep -qx alone out/tests/*/stdout && ! grep -q 'cannot fork' out/tests/*/stderr
ok $? 'one that forks: goes on as the parent'
rm -rf out
skep program --executions 800 -o out "$programs/children.c" --
[ $code = 0 ] && grep -qx 'a long text went through' out/tests/*/stdout && grep -qx 7 out/tests/*/stdout &&
	grep -qx 5 out/tests/*/status
ok $? 'one that starts processes: pipes, shells, and commands to read from'
make -s -C out/tests check > "$work/stdout" 2>&1
ok $? 'one that starts processes: the suite passes'

# Tests hold for whoever runs them: none expects to be denied something, and none changes its own input.
cat > denied.c << 'END'
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
	char line[64] = "";
	if (argc < 2)
		return 3;
	FILE *out = fopen(argv[1], "w");
	if (!out && !strncmp(argv[1], "/usr/made", 9)) {
		perror(argv[1]);
		return 1;
	}
	if (out)
		fputs("written\n", out), fclose(out);
	if (fgets(line, sizeof line, stdin) && !strcmp(line, "written\n") && !strcmp(argv[1], "/dev/stdin"))
		puts("input is written to");
	return 0;
}
END
mkdir -p makes/one makes/two
echo 'denied /usr/made_by_a_test' > makes/one/cmd
echo 'denied /dev/stdin' > makes/two/cmd
printf 'in\nput\n' > makes/two/stdin
rm -rf out
skep program --executions 200 -o out --seeds makes denied.c --
[ $code = 0 ] && ! grep -q /usr/made out/tests/*/cmd
ok $? 'a test that is denied something is left out'
on_stderr '^[0-9]* of [0-9]* tests left out: each is denied something'
ok $? 'tests that are left out are told'
grep -qx 'input is written to' out/tests/*/stdout && make -s -C out/tests check > "$work/stdout" 2>&1 &&
	make -s -C out/tests check > "$work/stdout" 2>&1
ok $? 'a test whose input is written to passes twice'

# Seeds that crash or cannot be read are told, and nothing is lost.
mkdir -p seeds/one seeds/broken
printf 'overrun\n' > seeds/one/cmd
printf 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n' > seeds/one/stdin
printf 'overrun @nowhere\n' > seeds/broken/cmd
rm -rf out
skep program --executions 1000 -o out --seeds seeds "$programs/overrun.c" --
[ $code = 0 ] && on_stderr 'the seed seeds/broken is left out' && on_stderr '^1 seed$'
ok $? 'a seed that cannot be read is left out'
on_stdout 'bug .*heap overflow in main'
ok $? 'a seed that crashes is a finding'
skep reduce --keep failure --seeds seeds/ -o short "$programs/overrun.c" --
[ $code = 0 ] && [ "$(cat short/* | wc -c)" -gt 4 ] && [ "$(cat short/* | wc -c)" -lt 20 ]
ok $? 'a seed that crashes is reduced with its failure kept'

printf 'a\n' > seeds/one/stdin
skep reduce --keep failure --seeds seeds/ -o short "$programs/overrun.c" --
[ $code = 0 ] && on_stderr 'seed 1 does not fail, and stays as it is'
ok $? 'a seed without a failure is told'

# Explorations of seeds, written down.
mkdir plain
printf 'add 9\nx\n' > plain/a
printf '#\n' > plain/b
skep program --per-seed-executions 40 --explored explored.tsv --seeds plain "$programs/stdin.c" -- @stdin
[ $code = 0 ] && [ "$(wc -l < explored.tsv)" = 3 ] && [ ! -e skep-out ]
ok $? 'explorations are written down, without a suite'
fails 'explorations of nothing' 2 'give one' program --explored x --seeds plain "$programs/stdin.c" -- @stdin

# A script of calls: files beside it, pipes and here-documents are inputs; tests are written back as a script.
mkdir script
printf 'add 9\nx\n' > script/data.txt
cat > script/calls.sh << 'END'
file data.txt
cat data.txt | stdin
printf 'add 9\nquit\n' | ./stdin
stdin << EOF
#
EOF
stdin < data.txt
END
skep rank --by sp --seeds script/calls.sh "$programs/stdin.c" --
[ $code = 0 ] && on_stderr '^4 seeds$'
ok $? 'a script of calls: each call of the program'
skep program --executions 300 -o out --seeds script --corpus corpus "$programs/file.c" --
[ $code = 0 ] && grep -qx '(cd inputs/[0-9]*/files && file data.txt)' corpus/calls.sh
ok $? 'a script of calls: tests are written as a script'
skep rank --by sp --seeds corpus "$programs/file.c" --
[ $code = 0 ] && [ "$(wc -l < "$work/stdout")" -gt 2 ] && on_stdout ' file data.txt$'
ok $? 'a script of calls: the script is read again'

# The path of a run: every decision of a condition counts, the program's own and no others.
cat > path.c << 'END'
#include <stdio.h>
int main(void)
{
	int c, n = 0;
	while ((c = getchar()) != EOF)
		if (c == 'x')
			n++;
	return n > 0;
}
END
mkdir lengths
printf aaaa > lengths/a
printf 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaxx' > lengths/b
skep reduce --keep statement --seeds lengths -o short path.c -- @stdin
[ $code = 0 ] && grep -Eq '^ +1 +9 +[13] ' "$work/stdout" && grep -Eq '^ +2 +73 +3 ' "$work/stdout"
ok $? 'path lengths are counts of decisions'

# Sequences of calls.
cat > ring.tests << 'END'
test long
  ring = ring_new(2)
  ring_push(ring, 7)
  ring_push(ring, 8)
  ring_push(ring, 9)
  ring_push(ring, 9)
  ring_free(ring)
end
END
skep reduce --tests ring.tests -o calls "$root/tests/units/ring/ring.c"
[ $code = 0 ] && on_stdout '^   1 .* 6 *[34] ' && [ "$(grep -c ring_push calls/ring.tests)" = 2 ]
ok $? 'reduce: calls that cover nothing go'
skep reduce --tests ring.tests --check 'grep -q "ring_push(ring, " test' -o calls "$root/tests/units/ring/ring.c"
[ $code = 0 ] && [ "$(grep -c ring_push calls/ring.tests)" = 1 ]
ok $? 'reduce: calls by a command'
finish
