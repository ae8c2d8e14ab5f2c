# The suite in the words of other test frameworks: compiles without warnings and
# passes. Unity is no Debian package: a few lines stand in for the part of it that
# suites use.
. "$(dirname "$0")/lib.sh"

mkdir unity
cat > unity/unity.h << 'END'
#include <setjmp.h>
#include <stdio.h>
extern int unity_failed;
extern jmp_buf unity_frame;
void setUp(void);
void tearDown(void);
#define TEST_ASSERT(what) do { if (!(what)) { printf("%s:%d: %s\n", __FILE__, __LINE__, #what); unity_failed++; longjmp(unity_frame, 1); } } while (0)
#define UNITY_BEGIN() (unity_failed = 0)
#define RUN_TEST(test) do { setUp(); if (setjmp(unity_frame) == 0) test(); tearDown(); } while (0)
#define UNITY_END() (unity_failed)
END
printf '#include <setjmp.h>\nint unity_failed;\njmp_buf unity_frame;\n' > unity/unity.c
gcc -c unity/unity.c -o unity/unity.o && ar rcs unity/libunity.a unity/unity.o

# Two sources and state between calls: tests share a process in some frameworks.
cp "$root"/tests/units/gen/several/* .
# What one test sets, another would see; and a name that a framework has, too.
cat > level.c << 'END'
static int level;
int set_level(int l) { if (l < 0) return -1; level = l; return 0; }
int is_allowed(int l) { if (l <= level) return 1; return 0; }
struct lock { int turns; };
int lock_turn(struct lock *state, int apart) { if (apart > 3) return -1; return state->turns += apart; }
END
for format in cmocka check unity; do
	skep gen --executions 500 --format $format -o $format queue.c limit.c level.c
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
