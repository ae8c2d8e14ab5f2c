/* test_beside: work in a copy of the process, and the status that comes back. */
#include "test.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proc/beside.h"
#include "proc_fixture.h"

static status write_note(void *context)
{
	return file_write(context, "done", 4);
}

static status fail_at_length(void *context)
{
	struct sb text = { 0 };
	for (size_t i = 0; i < *(size_t *)context; i++)
		sb_add_char(&text, 'x');
	return fail(TROUBLE_COMPILE, "%s", sb_text(&text));
}

static status die(void *context)
{
	(void)context;
	raise(SIGKILL);
	return NULL;
}

/* Leaves a temporary folder and its number, and never ends. */
static status wait_for_ever(void *context)
{
	char *left;
	TRY(temp_make("left", &left));
	char *note = xprintf("%d %s", (int)getpid(), left);
	TRY(file_write(context, note, strlen(note)));
	for (;;)
		pause();
}

static void work_is_done(void **state)
{
	(void)state;
	struct beside *beside;
	char *note = in_folder("note"), *text;
	assert_ok(beside_start(write_note, note, &beside));
	assert_ok(beside_finish(beside));
	assert_ok(file_read(note, &text, NULL));
	assert_string_equal(text, "done");
	free(text);
	free(note);
}

/* Longer than a pipe holds, too. */
static void failures_come_back(void **state)
{
	(void)state;
	static const size_t lengths[] = { 0, 1, 300000 };
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		struct beside *beside;
		assert_ok(beside_start(fail_at_length, (void *)&lengths[i], &beside));
		status st = beside_finish(beside);
		assert_non_null(st);
		assert_int_equal(st->kind, TROUBLE_COMPILE);
		assert_int_equal(strlen(st->message), lengths[i]);
		status_free(st);
	}
}

static void sudden_end_is_a_failure(void **state)
{
	(void)state;
	struct beside *beside;
	assert_ok(beside_start(die, NULL, &beside));
	expect_failure(beside_finish(beside), TROUBLE_SYSTEM, "signal 9");
}

/* Waits until the copy has written it. */
static int read_note(const char *note, char *left)
{
	char *text = NULL;
	int pid = 0;
	while (access(note, R_OK) != 0)
		usleep(1000);
	assert_ok(file_read(note, &text, NULL));
	assert_int_equal(sscanf(text, "%d %4095s", &pid, left), 2);
	free(text);
	return pid;
}

static void cancelling_leaves_nothing(void **state)
{
	(void)state;
	struct beside *beside;
	char *note = in_folder("note"), left[4096];
	assert_ok(beside_start(wait_for_ever, note, &beside));
	int pid = read_note(note, left);
	assert_int_equal(access(left, F_OK), 0);
	beside_cancel(beside);
	assert_int_equal(kill(pid, 0), -1);
	assert_int_equal(access(left, F_OK), -1);
	beside_cancel(NULL);
	free(note);
}

/* Says that it began; says that it was asked to end. */
static status end_politely(void *context)
{
	TRY(file_write(context, "0 begun", 7));
	while (!interrupted())
		usleep(1000);
	return file_write(context, "asked", 5);
}

static int stop_politely(void)
{
	struct beside *beside;
	char *note = in_folder("note"), left[4096], *text = NULL;
	interrupt_catch();
	if (beside_start(end_politely, note, &beside))
		return 1;
	read_note(note, left);
	beside_stop(beside);
	beside_stop(NULL);
	return file_read(note, &text, NULL) || strcmp(text, "asked") != 0;
}

static void stopping_lets_it_end_its_way(void **state)
{
	(void)state;
	assert_int_equal(exit_status_of(in_process(stop_politely)), 0);
}

static int finish_interrupted(void)
{
	struct beside *beside;
	char *note = in_folder("note"), left[4096];
	interrupt_catch();
	if (beside_start(wait_for_ever, note, &beside))
		return 1;
	read_note(note, left);
	raise(SIGINT);
	status st = beside_finish(beside);
	return st ? (int)st->kind : 0;
}

static void ctrl_c_ends_it(void **state)
{
	(void)state;
	assert_int_equal(exit_status_of(in_process(finish_interrupted)), TROUBLE_INTERRUPTED);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(work_is_done),
		TEST(failures_come_back),
		TEST(sudden_end_is_a_failure),
		TEST(cancelling_leaves_nothing),
		TEST(stopping_lets_it_end_its_way),
		TEST(ctrl_c_ends_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
