# Code under test may define any macro, any name and any type that written tests use. All goals
# of the search are in the suite all the same, and the suite holds with every compiler.
. "$(dirname "$0")/lib.sh"
compilers=all

units=$root/tests/units/hostile_names
builds() { # FOLDER
	for way in 'gcc -O0' 'gcc -O2' 'clang-19 -O0' 'clang-19 -O2'; do
		make -s -C "$1/tests" clean &&
			make -s -C "$1/tests" CC="${way% *}" CFLAGS="-g ${way#* } -Wall -Wextra" check > "$work/stdout" 2>&1 || return 1
	done
}
lost() { # FOLDER: how many goals
	python3 -c 'import json, sys
print(sum(l["count"] for l in json.load(open(sys.argv[1] + "/summary.json"))["suite"]["lost"]))' "$1"
}
found() { # FOLDER
	python3 -c 'import json, sys
print(json.load(open(sys.argv[1] + "/summary.json"))["suite"]["found"])' "$1"
}
holds() { # NAME: what is true of each
	ok $code "$1: code 0"
	[ "$(found "$1")" -gt 4 ] && [ "$(lost "$1")" = 0 ]
	ok $? "$1: nothing is lost"
	builds "$1"
	ok $? "$1: the suite holds with every compiler"
}

skep gen --executions 2000 -o macros "$units/hostile.c"
holds macros
grep -q '^#undef exit$' macros/tests/test_hostile.c && grep -q '^#include "hostile.h"$' macros/tests/test_hostile.c
ok $? 'macros: they are undefined behind the headers of the unit'
grep -q 'CHECK[A-Z_]*(classify(.*), ' macros/tests/test_hostile.c
ok $? 'macros: names of ours that the unit has are others'

skep gen --executions 2000 -o names "$units/clash.c"
holds names
skep gen --executions 2000 -o statics --static "$units/clash.c"
ok $code 'static functions under names of the C library: code 0'
[ "$(lost statics)" = 0 ] && builds statics
ok $? 'static functions under names of the C library: the suite holds'

# Helpers of the test file use functions of the C library that the source has under other meanings.
skep gen --executions 2000 -o privates --static "$units/privates.c"
holds privates

# A hook that allocates as realloc() does, in a file that no header of the C library goes with.
skep gen --executions 2000 -o grows "$units/grows.c"
holds grows
grep -q 'return realloc(' grows/tests/test_grows.c && grep -q '^#include "grows.h"$' grows/tests/test_grows.c
ok $? 'grows: the file begins with the header and declares what the hook calls'

# Two sources with the same private names, one with a main, and types that no header has.
skep gen --executions 3000 -o pair --static "$units/one.c" "$units/two.c"
holds pair
[ -s pair/tests/test_one.c ] && [ -s pair/tests/test_two.c ] && grep -q 'one_look(' pair/tests/test_one.c &&
	grep -q 'two_look(' pair/tests/test_two.c && ! grep -q 'two_look(' pair/tests/test_one.c
ok $? 'pair: each test stands in the file of its source'
grep -q '^#include ".*/one\.c"$' pair/tests/test_one.c && grep -q '^#define main unit_main$' pair/tests/test_one.c
ok $? 'pair: what only the source has is there'
make -s -C pair/tests clean && make -s -C pair/tests test_two > "$work/stdout" 2>&1 && pair/tests/test_two > "$work/stdout" && [ ! -e pair/tests/test_one ]
ok $? 'pair: one program can be built and run alone'
make -s -C pair/tests clean
sed -i 's/CHECK[A-Z_]*(one_step(.*), \(.*\));/CHECK_INT(0, 1);/' pair/tests/test_one.c
! make -s -C pair/tests check > "$work/stdout" 2>&1 && on_stdout '^FAILED: one_step' && grep -c ' tests passed$' "$work/stdout" | grep -qx 2
ok $? 'pair: one that fails does not keep the other from running'

# gcc computes cbrt(8.0) unless it is told not to.
skep gen --executions 2000 -o known "$units/cbrt.c"
holds known
grep -q '^UNKNOWN = .*-fno-builtin-cbrt' known/tests/Makefile && grep -q '^UNKNOWN = .*-fno-builtin-jn' known/tests/Makefile && ! grep -q '^UNKNOWN' pair/tests/Makefile
ok $? 'known: compilers are told which functions they do not know'
make -s -C known/tests clean && make -s -C known/tests CC=gcc CFLAGS='-O2 --coverage' check > "$work/stdout" 2>&1 &&
	(cd known/tests && gcov -b ./*.gcno 2> /dev/null | grep -A4 "/cbrt.c'" > "$work/stdout")
on_stdout '^Taken at least once:100.00%'
ok $? 'known: every branch of the unit is taken, says gcov'

# A compiler that does not say what it minds: tests that do not build take no other with them, what
# is lost is told, and what is not worth a word is not.
printf '%s\n' 'int one(int n) { return n > 1; }' 'int two(int n) { return n > 2 ? 5 : 6; }' \
	'int three(int n) { return n == 3; }' > threes.c
mkdir bin
cat > bin/gcc << 'END'
#!/bin/sh
for word; do
	case $word in
	test_*.c) ! grep -q "$MINDS" "$word" || exit 1 ;;
	esac
done
exec "$REAL" "$@"
END
chmod +x bin/gcc
REAL=$(command -v gcc)
export REAL
export MINDS='CHECK[A-Z_]*(two('
PATH=$PWD/bin:$PATH skep gen -v --executions 1000 -o some threes.c
[ $code = 0 ] && grep -q 'CHECK[A-Z_]*(one(' some/tests/test_threes.c && grep -q 'CHECK[A-Z_]*(three(' some/tests/test_threes.c &&
	! grep -q 'CHECK[A-Z_]*(two(' some/tests/test_threes.c
ok $? 'a test that does not build takes no other with it'
on_stderr '^3 of 5 goals that the search covered are not in the suite:$' && on_stderr '^  3: a compiler objects to it$'
ok $? 'what is lost is told'
python3 - << 'END'
import json
suite = json.load(open('some/summary.json'))['suite']
lost = suite['lost'][0]
places = [(goal['file'], goal['line']) for goal in lost['goals']]
assert suite['found'] == 5 and len(suite['lost']) == 1
assert lost['cause'] == 'does not compile' and lost['count'] == 3 and places == [('threes.c', 2)] * 3
END
ok $? 'the summary lists it'
export MINDS='CHECK_'
PATH=$PWD/bin:$PATH skep gen --executions 1000 -o nothing threes.c
[ $code = 6 ] && on_stderr '^skep: not one test of threes could be written, though the search covered 5 goals'
ok $? 'no test at all: code 6, and why'
[ -s nothing/summary.json ] && [ -s nothing/report/index.html ]
ok $? 'no test at all: what else there is to tell is written'

# The sandbox has no network, and a user has: what only one of them sees is no expectation.
cat > net.c << 'END'
#include <sys/socket.h>
#include <unistd.h>

int has_network(int stream)
{
	int fd = socket(AF_INET, stream ? SOCK_STREAM : SOCK_DGRAM, 0);
	if (fd < 0)
		return -1;
	close(fd);
	return 1;
}

int half(int x)
{
	return x % 2 ? 0 : x / 2;
}
END
skep gen --executions 1000 -o net net.c
ok $code 'network: code 0'
grep -q 'half(' net/tests/test_net.c && ! grep -q 'has_network(' net/tests/test_net.c
ok $? 'network: only what holds everywhere is tested'
make -s -C net/tests check CC=gcc > "$work/stdout" 2>&1
ok $? 'network: the suite passes where there is one'
finish
