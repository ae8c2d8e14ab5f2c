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

# Two sources and state between calls: tests share a process in some frameworks.
cp "$root"/tests/units/gen/several/* .
for format in cmocka check unity; do
	skep gen --executions 500 --format $format -o $format queue.c limit.c
	ok $code "$format: gen"
	for cc in gcc clang-19; do
		make -s -C $format/tests CC=$cc CFLAGS="-g -O1 -Wall -Wextra -Werror -I$dir/unity" LDFLAGS="-L$dir/unity" clean check \
			> "$work/stdout" 2> "$work/stderr"
		ok $? "$format: passes with $cc"
	done
done
sed 's/queue->n++;/;/' queue.c > wrong.c && mv wrong.c queue.c
for format in cmocka check unity; do
	! make -s -C $format/tests CFLAGS="-g -I$dir/unity" LDFLAGS="-L$dir/unity" clean check > "$work/stdout" 2> "$work/stderr"
	ok $? "$format: a wrong unit is noticed"
done
finish
