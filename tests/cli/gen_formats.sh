# The suite in the words of other test frameworks: compiles without warnings and
# passes. Unity is no Debian package: a few lines stand in for the part of it that
# suites use.
. "$(dirname "$0")/lib.sh"

mkdir unity
cat > unity/unity.h << 'END'
#include <stdio.h>
extern int unity_failed;
void setUp(void);
void tearDown(void);
#define TEST_ASSERT(what) do { if (!(what)) { printf("%s:%d: %s\n", __FILE__, __LINE__, #what); unity_failed++; return; } } while (0)
#define UNITY_BEGIN() (unity_failed = 0)
#define RUN_TEST(test) do { setUp(); test(); tearDown(); } while (0)
#define UNITY_END() (unity_failed)
END
echo 'int unity_failed;' > unity/unity.c
gcc -c unity/unity.c -o unity/unity.o && ar rcs unity/libunity.a unity/unity.o

# format NAME UNIT... -- FLAGS
try() {
	format=$1 name=$2
	shift 2
	skep gen --executions 800 --format "$format" -o "$format-$name" "$@"
	ok $code "$format, $name: gen"
	for cc in gcc clang-19; do
		make -s -C "$format-$name/tests" CC=$cc CFLAGS="-g -O1 -Wall -Wextra -Werror -I$dir/unity" LDFLAGS="-L$dir/unity" clean check \
			> "$work/stdout" 2> "$work/stderr"
		ok $? "$format, $name: passes with $cc"
	done
}

units=$root/tests/units
for format in cmocka check unity; do
	try $format ring "$units/ring/ring.c"
	try $format queue "$units/gen/several/queue.c" "$units/gen/several/limit.c"
done
try cmocka streams "$units/gen/streams.c"
try check words "$units/gen/words.c"
try unity shapes "$units/gen/shapes.c"
# A wrong unit is noticed in each.
cp "$units"/ring/* .
for format in cmocka check unity; do
	skep gen --executions 800 --format $format -o wrong ring.c
	sed 's/ring->count++;/;/' "$units/ring/ring.c" > ring.c
	! make -s -C wrong/tests CFLAGS="-g -I$dir/unity" LDFLAGS="-L$dir/unity" clean check > "$work/stdout" 2> "$work/stderr"
	ok $? "$format: a wrong unit is noticed"
	cp "$units/ring/ring.c" .
done
finish
