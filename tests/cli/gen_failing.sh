# Allocations of the unit that fail because a test wants it.
. "$(dirname "$0")/lib.sh"

units=$root/tests/units/failing
cp "$units"/*.c "$units"/*.h .
covered() { # summary.json
	python3 -c 'import json, sys
branch = json.load(open(sys.argv[1]))["coverage"]["branch"]
print(branch["total"] - branch["covered"])' "$1"
}
holds() { # FOLDER
	for compiler in gcc clang-19; do
		for flags in '-O0 -g -Wall -Wextra -Werror' '-O2 -g' '-g -fsanitize=address,undefined'; do
			make -s -C "$1/tests" clean &&
				make -s -C "$1/tests" CC=$compiler CFLAGS="$flags" LDFLAGS="${flags#*-g}" check \
					> "$work/stdout" 2>&1 || return 1
		done
	done
}

skep gen --executions 20000 --seed 1 -o out stack.c
ok $code 'stack: code 0'
on_stderr 'tests may make calls into the C library fail: malloc (--failures no'
ok $? 'stack: says so'
[ "$(covered out/summary.json)" = 0 ]
ok $? 'stack: every branch is covered'
[ ! -d out/failing ] && [ ! -d out/error-paths ]
ok $? 'stack: nothing is wrong with it'
tests=out/tests/test_stack.c
grep -q '^    fail_malloc_at(1);$' $tests && grep -q '^static void stack_new_[a-z_]*when_malloc_fails_gives_null' $tests
ok $? 'stack: tests and their names say which call fails'
grep -q -- '-Wl,--wrap=malloc -Wl,--wrap=realloc -Wl,--wrap=strdup' out/tests/Makefile
ok $? 'stack: the linker is told'
holds out
ok $? 'stack: the suite holds with both compilers, optimised and under sanitizers'

skep gen --executions 20000 --seed 1 --failures no -o none stack.c
[ "$(covered none/summary.json)" = 4 ] && ! grep -q 'fail_malloc_at\|wrap' none/tests/*
ok $? 'no failures: what only runs then stays uncovered'
fails 'which failures' 2 '--failures is yes or no' gen --failures some stack.c
skep gen --executions 3000 --seed 1 --skip fail_malloc_at -o skipped stack.c
! grep -q '^    fail_malloc_at' skipped/tests/*
ok $? 'skip: a failure is skipped like a function'

skep gen --executions 4000 --seed 1 -o lines lines.c
on_stderr 'C library fail: open, read, write (--failures no'
ok $? 'lines: says what may fail'
[ "$(covered lines/summary.json)" = 0 ]
ok $? 'lines: every branch is covered'
grep -q '^ *fail_read_at(' lines/tests/test_lines.c && grep -q '^ *fail_write_at(' lines/tests/test_lines.c
ok $? 'lines: reading and writing fail'
holds lines
ok $? 'lines: the suite holds'

for kind in LEAKS CRASHES; do
	skep gen --executions 6000 --seed 1 --fail-on bug -o $kind stack.c -- -D$kind
	ok $code "$kind: not mixed with bugs"
	grep -q 'Class: error-path. A call of the unit into the C library failed before' $kind/error-paths/error_path_001.c
	ok $? "$kind: a finding of its own class"
	[ ! -d $kind/failing ]
	ok $? "$kind: and no bug"
	command=$(sed -n 's/^ \* Seen .*Reproduce: \(.*\) && .*/\1/p' $kind/error-paths/error_path_001.c)
	(cd $kind/error-paths && sh -c "$command" && ! ./a.out > "$work/stdout" 2>&1)
	ok $? "$kind: its program fails as the comment says"
done
skep gen --executions 6000 --seed 1 --fail-on error-path -o again stack.c -- -DLEAKS
[ $code = 1 ] && on_stderr 'found: 1 finding in an error path'
ok $? 'fail-on: has a switch of its own'
fails 'fail-on what' 2 '--fail-on is bug, error-path' gen --fail-on bug,all stack.c

skep gen --executions 500 -o heap own_heap.c
! on_stderr 'C library fail'
ok $? 'own heap: its own malloc() is tested, not replaced'
finish
