/* Tests of work in a process of its own: whatever happens there, skep goes on. */
#include "test.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proc/apart.h"

static char seen[8];

static void say(void *context, void *result)
{
	strcpy(seen, "changed");
	strcpy(result, context);
}

static void die(void *context, void *result)
{
	(void)result;
	raise(*(const int *)context);
}

static void wait_for_ever(void *context, void *result)
{
	(void)context;
	(void)result;
	for (;;)
		pause();
}

static void leave(void *context, void *result)
{
	(void)result;
	_exit(*(const int *)context);
}

static void assert_no_child(void)
{
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

/* The result comes back, and nothing else of what was done. */
static void test_only_the_result(void **state)
{
	char result[16] = "", word[] = "word";
	(void)state;
	assert_true(run_apart(say, word, result, sizeof result, 60));
	assert_string_equal(result, "word");
	assert_string_equal(seen, "");
	assert_no_child();
}

static void test_large_result(void **state)
{
	size_t size = 1u << 20;
	char *result = calloc(size, 1), word[] = "at the beginning";
	(void)state;
	assert_true(run_apart(say, word, result, size, 60));
	assert_string_equal(result, word);
	free(result);
	assert_no_child();
}

static void test_death(void **state)
{
	static const int signals[] = { SIGABRT, SIGSEGV, SIGKILL, SIGTERM };
	char result[16];
	(void)state;
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		assert_false(run_apart(die, (void *)&signals[i], result, sizeof result, 60));
	for (int code = 0; code < 2; code++)
		assert_false(run_apart(leave, &code, result, sizeof result, 60));
	assert_no_child();
}

static void test_no_end(void **state)
{
	char result[16];
	(void)state;
	assert_false(run_apart(wait_for_ever, NULL, result, sizeof result, 0.2));
	assert_no_child();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_only_the_result),
		cmocka_unit_test(test_large_result),
		cmocka_unit_test(test_death),
		cmocka_unit_test(test_no_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
