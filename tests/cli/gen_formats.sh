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
#include <string.h>
#define FAIL_IF(bad, ...) do { if (bad) { printf("%s:%d: ", __FILE__, __LINE__); printf(__VA_ARGS__); unity_failed++; longjmp(unity_frame, 1); } } while (0)
#define TEST_ASSERT_TRUE(what) FAIL_IF(!(what), "%s\n", #what)
#define TEST_ASSERT_FALSE(what) FAIL_IF(what, "%s\n", #what)
#define TEST_ASSERT_NULL(what) FAIL_IF((what) != NULL, "%s\n", #what)
#define TEST_ASSERT_NOT_NULL(what) FAIL_IF((what) == NULL, "%s\n", #what)
#define TEST_ASSERT_EQUAL_INT(e, a) do { long long e_ = (e), a_ = (a); FAIL_IF(e_ != a_, "Expected %lld Was %lld\n", e_, a_); } while (0)
#define TEST_ASSERT_EQUAL_UINT TEST_ASSERT_EQUAL_INT
#define TEST_ASSERT_EQUAL_STRING(e, a) do { const char *e_ = (e), *a_ = (a); FAIL_IF(strcmp(e_, a_), "Expected '%s' Was '%s'\n", e_, a_); } while (0)
#define TEST_ASSERT_EQUAL_MEMORY(e, a, n) FAIL_IF(memcmp(e, a, n), "Memory Mismatch\n")
#define UNITY_BEGIN() (unity_failed = 0)
#define RUN_TEST(test) do { setUp(); if (setjmp(unity_frame) == 0) test(); tearDown(); } while (0)
#define UNITY_END() (unity_failed)
END
printf '#include <setjmp.h>\nint unity_failed;\njmp_buf unity_frame;\n' > unity/unity.c
gcc -c unity/unity.c -o unity/unity.o && ar rcs unity/libunity.a unity/unity.o

# Two sources and state between calls: tests share a process in some frameworks.
cp "$root"/tests/units/gen/several/* .
# State that one test sets and another would see; and a name that a framework has, too.
cat > level.c << 'END'
static int level;
int set_level(int l) { if (l < 0) return -1; level = l; return 0; }
int is_allowed(int l) { if (l <= level) return 1; return 0; }
struct lock { int turns; };
int lock_turn(struct lock *state, int apart) { if (apart > 3) return -1; return state->turns += apart; }
static int busy;
int enter(int who) { if (who < 0) return -2; if (busy) return -1; busy = 1; return 0; }
double third(int n) { return n > 0 ? n / 3.0 : 0; }
const char *word_for(int n) { return n > 7 ? "many" : "few"; }
END
for format in plain bare cmocka check unity; do
	skep gen --executions 500 --format $format -o $format queue.c limit.c level.c
	ok $code "$format: gen"
	for cc in gcc clang-19; do
		make -s -C $format/tests CC=$cc CFLAGS="-g -O1 -Wall -Wextra -Werror -I$dir/unity" LDFLAGS="-L$dir/unity" clean check \
			> "$work/stdout" 2> "$work/stderr"
		ok $? "$format: passes with $cc"
	done
done

has() { cat "$1"/tests/test_*.c | grep -q -e "$2"; }
# Tests of state that one leaves for the next have processes of their own; others need none.
has cmocka 'static int apart(void)' && has unity 'static int apart(void)'
ok $? 'state that stays: a process for each test'
skep gen --executions 500 --format cmocka -o stateless queue.c
ok $code 'gen of a unit without state'
! has stateless 'fork\|waitpid' && make -s -C stateless/tests check > "$work/stdout" 2>&1
ok $? 'no state: no processes'

# Each has assertions for what is compared, so that a failure shows both values.
has plain ' CHECK_INT(' && has plain ' CHECK_TEXT(word_for(' && has plain ' CHECK_NEAR(third('
ok $? 'plain: CHECK_INT, CHECK_TEXT, CHECK_NEAR'
has bare ' CHECK_INT(' && ! has bare 'fork\|waitpid\|unistd'
ok $? 'bare: no processes'
has cmocka ' assert_int_equal(' && has cmocka ' assert_string_equal(word_for(' && has cmocka 'is_near(third('
ok $? 'cmocka: assert_int_equal, assert_string_equal'
has check ' ck_assert_int_eq(' && has check ' ck_assert_str_eq(word_for(' && has check 'ck_assert_double_eq_tol(third('
ok $? 'check: ck_assert_int_eq, ck_assert_str_eq, ck_assert_double_eq_tol'
has unity ' TEST_ASSERT_EQUAL_INT(' && has unity ' TEST_ASSERT_EQUAL_STRING(.*, word_for('
ok $? 'unity: TEST_ASSERT_EQUAL_INT, TEST_ASSERT_EQUAL_STRING'

# With another value than the expected one, both are told.
both() { # FORMAT REGEX
	make -s -C "$1/tests" CFLAGS="-g -I$dir/unity" LDFLAGS="-L$dir/unity" clean check > "$work/stdout" 2>&1
	grep -q -e "$2" "$work/stdout"
	ok $? "$1: a failure shows both values"
}
sed -i 's/"many"/"much"/' level.c
both plain 'word_for(.*) is "much", expected "many"'
both bare 'word_for(.*) is "much", expected "many"'
both cmocka '"much" != "many"'
both check '"much".*"many"'
both unity "Expected 'many' Was 'much'"
sed -i 's/"much"/"many"/' level.c

sed 's/queue->n++;/;/' queue.c > wrong.c && mv wrong.c queue.c
for format in plain bare cmocka check unity; do
	! make -s -C $format/tests CFLAGS="-g -I$dir/unity" LDFLAGS="-L$dir/unity" clean check > "$work/stdout" 2> "$work/stderr"
	ok $? "$format: a wrong unit is noticed"
done
finish
