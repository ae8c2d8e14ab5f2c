/* Tests of which failing tests count as one bug: nothing runs, the faults are given. */
#include "test.h"

#include "exec_world.h"
#include "reduce/same_cause.h"

/* Both channels and what the tests do with them; the last call of each is the one that fails. */
static const char text[] = "test write_read\n"
                           "  channel = channel_new()\n  channel_write(channel)\n  channel_read(channel)\nend\n"
                           "test write_skip\n"
                           "  channel = channel_new()\n  channel_write(channel)\n  channel_skip(channel)\nend\n"
                           "test read_skip\n"
                           "  channel = channel_new()\n  channel_read(channel)\n  channel_skip(channel)\nend\n"
                           "test read\n"
                           "  channel = channel_new()\n  channel_read(channel)\nend\n"
                           "test skip\n"
                           "  channel = channel_new()\n  channel_skip(channel)\nend\n"
                           "test write_other_read\n"
                           "  other = channel_new()\n  channel_write(other)\n  channel = channel_new()\n"
                           "  channel_read(channel)\nend\n"
                           "test write_other_skip\n"
                           "  other = channel_new()\n  channel_write(other)\n  channel = channel_new()\n"
                           "  channel_skip(channel)\nend\n";

enum { WRITE_READ, WRITE_SKIP, READ_SKIP, READ, SKIP, WRITE_OTHER_READ, WRITE_OTHER_SKIP, N_TESTS };

struct shown {
	struct world world;
	struct seq_file file;
	struct frame frames[N_TESTS];
	struct finding findings[N_TESTS];
	struct shown_fault faults[N_TESTS];
};

static int open_shown(void **state)
{
	struct shown *shown = calloc(1, sizeof *shown);
	*state = shown;
	assert_ok(world_open(&shown->world, "tests/units/judge/natural.c"));
	assert_ok(world_parse(&shown->world, text, &shown->file));
	assert_int_equal(shown->file.n, N_TESTS);
	for (int i = 0; i < N_TESTS; i++) {
		const struct seq *seq = shown->file.at[i].seq;
		const struct model *model = shown->world.unit->model;
		shown->frames[i] = (struct frame){ .function = model->functions.at[seq->steps[seq->n - 1]->index].name,
			                           .file = "natural.c" };
		shown->findings[i] = (struct finding){
			.verdict = VERDICT_BUG, .kind = "heap overflow", .frames = &shown->frames[i], .n_frames = 1
		};
		shown->faults[i] = (struct shown_fault){ &shown->findings[i], seq, seq->n - 1 };
	}
	return 0;
}

static int close_shown(void **state)
{
	struct shown *shown = *state;
	world_close(&shown->world);
	free(shown);
	return 0;
}

static bool are_one(struct shown *shown, int a, int b)
{
	bool one = same_cause(shown->world.unit->model, &shown->faults[a], &shown->faults[b]);
	assert_int_equal(same_cause(shown->world.unit->model, &shown->faults[b], &shown->faults[a]), one);
	return one;
}

static void test_same_calls_before(void **state)
{
	assert_true(are_one(*state, WRITE_READ, WRITE_SKIP));
	assert_false(are_one(*state, WRITE_SKIP, READ_SKIP)); /* other calls, and the same function fails */
	assert_false(are_one(*state, WRITE_READ, READ_SKIP));
	assert_false(are_one(*state, WRITE_READ, SKIP));
}

/* Memory of one maker, lost by the same calls, though another line allocates it. */
static void test_leaks_of_the_same_calls(void **state)
{
	struct shown *shown = *state;
	static struct frame by_new[] = { { .function = "grow", .file = "natural.c", .line = 3 },
		                         { .function = "channel_new", .file = "natural.c" } };
	static struct frame anew[] = { { .function = "grow", .file = "natural.c", .line = 4 },
		                       { .function = "channel_new", .file = "natural.c" } };
	struct finding first = { .verdict = VERDICT_UNCLEAR, .kind = "leak", .frames = by_new, .n_frames = 2 };
	first.fault.kind = SK_LEAK;
	struct finding second = first;
	second.frames = anew;
	const struct shown_fault leak = { &first, shown->file.at[READ].seq, shown->file.at[READ].seq->n };
	struct shown_fault other = { &second, shown->file.at[READ].seq, shown->file.at[READ].seq->n };
	assert_true(same_cause(shown->world.unit->model, &leak, &other));
	second.frames = &anew[0];
	second.n_frames = 1;
	assert_false(same_cause(shown->world.unit->model, &leak, &other)); /* allocated for another call */
	second = first;
	second.verdict = VERDICT_BUG;
	assert_false(same_cause(shown->world.unit->model, &leak, &other)); /* told in another way */
	second = first;
	other.seq = shown->file.at[SKIP].seq;
	other.step = other.seq->n;
	assert_false(same_cause(shown->world.unit->model, &leak, &other)); /* lost by other calls */
}

/* A call that only made the object did not break it, nor did a call that got another object. */
static void test_nothing_broke_it_before(void **state)
{
	assert_false(are_one(*state, READ, SKIP));
	assert_false(are_one(*state, WRITE_OTHER_READ, WRITE_OTHER_SKIP));
}

static void test_other_faults(void **state)
{
	struct shown *shown = *state;
	shown->findings[WRITE_SKIP].kind = "use after free";
	assert_false(are_one(shown, WRITE_READ, WRITE_SKIP));
	shown->findings[WRITE_SKIP].kind = "heap overflow";
	shown->frames[WRITE_SKIP].file = "other.c";
	assert_false(are_one(shown, WRITE_READ, WRITE_SKIP));
	shown->frames[WRITE_SKIP].file = "natural.c";
	shown->findings[WRITE_SKIP].verdict = VERDICT_UNCLEAR;
	assert_false(are_one(shown, WRITE_READ, WRITE_SKIP));
	shown->findings[WRITE_SKIP].verdict = VERDICT_BUG;
	assert_true(are_one(shown, WRITE_READ, WRITE_SKIP));
}

/* One place, whatever the memory was; but not for faults that are about values. */
static void test_same_place(void **state)
{
	struct shown *shown = *state;
	shown->findings[READ].kind = "use after free";
	shown->frames[READ].function = shown->frames[SKIP].function;
	assert_false(are_one(shown, READ, SKIP));
	shown->findings[READ].fault.kind = shown->findings[SKIP].fault.kind = SK_ASAN;
	assert_true(are_one(shown, READ, SKIP));
	shown->findings[SKIP].fault.kind = SK_UNSET_USE;
	assert_true(are_one(shown, READ, SKIP));
	shown->findings[SKIP].fault.kind = SK_UBSAN;
	assert_false(are_one(shown, READ, SKIP));
	strcpy(shown->findings[SKIP].fault.message, "null passed"); /* the same words at the same place */
	strcpy(shown->findings[READ].fault.message, "null passed");
	assert_true(are_one(shown, READ, SKIP));
	shown->findings[SKIP].fault.message[0] = shown->findings[READ].fault.message[0] = 0;
	shown->findings[SKIP].kind = "pointer overflow";
	assert_true(are_one(shown, READ, SKIP));
	shown->findings[SKIP].kind = "heap overflow";
	shown->findings[SKIP].fault.kind = SK_ASAN;
	shown->frames[READ].line = 7;
	assert_false(are_one(shown, READ, SKIP)); /* other functions were called */
	shown->findings[READ].fault.kind = shown->findings[SKIP].fault.kind = SK_UNSET_USE;
	assert_true(are_one(shown, READ, SKIP));
}

/* Two lines of one function that tests called, by the same call or not. */
static void test_same_function(void **state)
{
	struct shown *shown = *state;
	shown->findings[WRITE_SKIP].fault.kind = shown->findings[READ_SKIP].fault.kind = SK_ASAN;
	shown->frames[WRITE_SKIP].line = 7;
	assert_true(are_one(shown, WRITE_SKIP, READ_SKIP));
	shown->frames[WRITE_SKIP].function = "another";
	assert_false(are_one(shown, WRITE_SKIP, READ_SKIP));
	shown->frames[WRITE_SKIP].function = shown->frames[READ_SKIP].function;
	shown->findings[WRITE_SKIP].fault.kind = SK_UBSAN;
	assert_false(are_one(shown, WRITE_SKIP, READ_SKIP));
	shown->findings[WRITE_SKIP].kind = "null dereference";
	assert_true(are_one(shown, WRITE_SKIP, READ_SKIP));
}

/* A finding that repeats a bug is left out; no other finding is. */
static void test_told_as_a_bug(void **state)
{
	struct shown *shown = *state;
	struct shown_fault *bug = &shown->faults[READ], *other = &shown->faults[WRITE_READ];
	shown->findings[READ].frames = &(struct frame){ .function = "helper", .file = "natural.c", .line = 7 };
	shown->findings[WRITE_READ].frames = &(struct frame){ .function = "helper", .file = "natural.c", .line = 7 };
	assert_false(is_told_by(bug, other)); /* two bugs */
	shown->findings[WRITE_READ].verdict = VERDICT_MISUSE;
	assert_true(is_told_by(bug, other));
	assert_false(is_told_by(other, bug));
	shown->findings[WRITE_READ].kind = "use after free";
	assert_false(is_told_by(bug, other));
	struct shown_fault same_test = { other->finding, bug->seq, bug->step };
	assert_true(is_told_by(bug, &same_test));
	shown->findings[WRITE_READ].kind = "heap overflow";
	shown->findings[WRITE_READ].frames = &(struct frame){ .function = "helper", .file = "natural.c", .line = 8 };
	assert_false(is_told_by(bug, other));
	shown->findings[READ].verdict = VERDICT_UNCLEAR;
	assert_false(is_told_by(bug, &same_test));
}

/* A place of allocation may serve many, so a leak from there may be another one. */
static void test_leaks_told_as_a_bug(void **state)
{
	struct shown *shown = *state;
	struct frame ways[2][2] = { { { .function = "xmalloc", .file = "natural.c", .line = 3 },
		                      { .function = "channel_new", .file = "natural.c", .line = 9 } },
		                    { { .function = "xmalloc", .file = "natural.c", .line = 3 },
		                      { .function = "channel_text", .file = "natural.c", .line = 20 } } };
	for (int i = 0; i < 2; i++) {
		struct finding *finding = &shown->findings[i ? SKIP : READ];
		finding->kind = "leak";
		finding->fault.kind = SK_LEAK;
		finding->frames = ways[i];
		finding->n_frames = 2;
		finding->verdict = i ? VERDICT_MISUSE : VERDICT_BUG;
	}
	assert_false(is_told_by(&shown->faults[READ], &shown->faults[SKIP]));
	ways[1][1] = ways[0][1];
	assert_true(is_told_by(&shown->faults[READ], &shown->faults[SKIP]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same_calls_before),
		cmocka_unit_test(test_leaks_of_the_same_calls),
		cmocka_unit_test(test_nothing_broke_it_before),
		cmocka_unit_test(test_other_faults),
		cmocka_unit_test(test_same_place),
		cmocka_unit_test(test_same_function),
		cmocka_unit_test_setup_teardown(test_told_as_a_bug, open_shown, close_shown),
		cmocka_unit_test_setup_teardown(test_leaks_told_as_a_bug, open_shown, close_shown),
	};
	return cmocka_run_group_tests_name("same_cause", tests, open_shown, close_shown);
}
