/* test_crew: messages of members arrive in order, whatever happens to the members. */
#include "test.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "campaign/sharing/crew.h"
#include "proc_fixture.h"

static struct crew *crew;

static int make_pair(void **state)
{
	(void)state;
	return crew_new(2, &crew) != NULL;
}

static int free_pair(void **state)
{
	(void)state;
	crew_free(crew);
	return 0;
}

static void say(enum crew_kind kind, const char *first, const char *second)
{
	char *both = xprintf("%s%s", first, second);
	crew_say(crew, kind, both, strlen(both) + 1);
	free(both);
}

/* ---- what members do ---- */

static status speak(void *context)
{
	(void)context;
	say(CREW_ENTRY, "", "");
	say(CREW_ENTRY, "in two ", "parts");
	say(CREW_MARK, "", "x");
	crew_say(crew, CREW_END, NULL, 0);
	return NULL;
}

static status speak_and_die(void *context)
{
	say(CREW_ENTRY, "", "last words");
	raise(SIGKILL);
	return speak(context);
}

static status answer(void *context)
{
	struct crew_message message;
	while (crew_hear(crew, 0, true, &message))
		say(message.kind, message.bytes, context);
	return NULL;
}

static status never_stop(void *context)
{
	say(CREW_MARK, "", "here");
	for (;;)
		pause();
	return context;
}

/* ---- tests ---- */

static void expect(enum crew_kind kind, const char *text)
{
	struct crew_message message;
	assert_true(crew_hear(crew, 1, true, &message));
	assert_int_equal(message.kind, kind);
	assert_int_equal(message.size, text ? strlen(text) + 1 : 0);
	assert_int_equal((uintptr_t)message.bytes % sizeof(uint64_t), 0);
	if (text)
		assert_string_equal(message.bytes, text);
}

static void expect_nothing(void)
{
	struct crew_message message;
	assert_false(crew_hear(crew, 1, true, &message));
}

static void all_is_heard_in_order(void **state)
{
	(void)state;
	assert_ok(crew_start(crew, 1, speak, NULL));
	expect(CREW_ENTRY, "");
	expect(CREW_ENTRY, "in two parts");
	expect(CREW_MARK, "x");
	assert_false(crew_is_over(crew, 1)); /* the end is not heard yet */
	expect(CREW_END, NULL);
	assert_true(crew_is_over(crew, 1));
	expect_nothing();
}

static void the_dead_are_heard(void **state)
{
	(void)state;
	assert_ok(crew_start(crew, 1, speak_and_die, NULL));
	expect(CREW_ENTRY, "last words");
	expect_nothing();
	assert_true(crew_is_over(crew, 1));
}

static void members_hear_too(void **state)
{
	(void)state;
	assert_int_equal(crew_self(crew), 0);
	assert_ok(crew_start(crew, 1, answer, (void *)", too"));
	say(CREW_ENTRY, "", "a test");
	say(CREW_ENTRY, "", "a count");
	expect(CREW_ENTRY, "a test, too");
	expect(CREW_ENTRY, "a count, too");
	crew_dismiss(crew); /* who waits is not left waiting */
	assert_true(crew_is_dismissed(crew));
	expect_nothing();
}

static void who_does_not_stop_is_ended(void **state)
{
	(void)state;
	assert_ok(crew_start(crew, 1, never_stop, NULL));
	expect(CREW_MARK, "here");
	crew_dismiss(crew);
	expect_nothing();
}

/* What is too much is lost, and no more than that. */
static void logs_have_an_end(void **state)
{
	(void)state;
	size_t much = (size_t)300 << 20;
	char *bytes = calloc(much, 1); /* never touched */
	assert_non_null(bytes);
	assert_ok(crew_start(crew, 1, answer, (void *)"!"));
	crew_say(crew, CREW_ENTRY, bytes, much);
	say(CREW_MARK, "", "still here");
	expect(CREW_MARK, "still here!");
	free(bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(all_is_heard_in_order, make_pair, free_pair),
		cmocka_unit_test_setup_teardown(the_dead_are_heard, make_pair, free_pair),
		cmocka_unit_test_setup_teardown(members_hear_too, make_pair, free_pair),
		cmocka_unit_test_setup_teardown(who_does_not_stop_is_ended, make_pair, free_pair),
		cmocka_unit_test_setup_teardown(logs_have_an_end, make_pair, free_pair),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
