/* test_reset: a test gives the same result however many tests ran before it, in any order.
 *
 * Random tests are made of functions that remember things in every place there is
 * (tests/units/reset/keeps.c). The result of each in a process of its own is the result it must
 * always have: in one worker among hundreds of others, in random orders, in both builds.
 * SKEP_SEED=N makes other tests and orders. */
#define _GNU_SOURCE
#include "test.h"

#include "base/rng.h"
#include "exec_world.h"

#define N_RANDOM 150  /* tests of random calls, beside one for each call */
#define MAX_CALLS 5
#define MAX_COMPLAINTS 5

static const struct {
	const char *call;
	bool changes; /* called again in the same test it gives something else: it does remember */
} calls[] = {
	{ "count_all()", true },
	{ "count_packed()", true },
	{ "count_by_key()", true },
	{ "count_marks(100)", true },
	{ "count_marks(4999)", true },
	{ "change_word()", true },
	{ "change_function()", true },
	{ "count_nodes()", true },
	{ "grow_buffer(10)", true },
	{ "grow_buffer(300000)", true },
	{ "count_early()", true },
	{ "look_at_fresh(20)", false },
	{ "look_at_fresh(500)", false },
	{ "look_at_fresh(30000)", false },
	{ "look_at_fresh(70000)", false },
	{ "look_at_fresh(2500000)", false },
	{ "look_at_stack_near(5)", false },
	{ "look_at_stack(7)", false },
	{ "look_at_stack_deep(9)", false },
	{ "look_at_stack_deeper(11)", false },
	{ "use_stack(3)", false },
	{ "use_stack(200)", false },
	{ "look_at_error(5)", true },
	{ "draw_random()", true },
	{ "seed_random(42)", false },
	{ "next_token(\"one two\")", false },
	{ "next_token(\"x\")", false },
	{ "next_option()", true },
	{ "set_option_index(3)", true },
	{ "change_environment(0)", true },
	{ "change_environment(1)", true },
	{ "change_environment(2)", true },
	{ "change_environment(3)", true },
	{ "change_environment(4)", true },
	{ "change_environment(5)", true },
	{ "change_environment(6)", false },
	{ "change_zone()", true },
	{ "change_zone_quietly()", true },
	{ "change_locale()", true },
	{ "use_own_locale()", true },
	{ "read_half_character(0)", true },
	{ "read_half_character(1)", false },
	{ "change_domain()", true },
	{ "change_log_mask()", true },
	{ "next_user()", true },
	{ "use_hash_table()", true },
	{ "gamma_sign(-0.5)", true },
	{ "change_rounding(2.5)", false },
	{ "talk()", false },
	{ "talk_wide()", true },
	{ "change_stream()", false },
	{ "replace_stream()", true },
	{ "leave_stream_open(\"log\")", true },
	{ "give_stream()", true },
	{ "close_streams(3)", false },
	{ "close_streams(300)", false },
	{ "read_folder(\".\")", false },
	{ "read_input()", true },
	{ "leave_files(0)", true },
	{ "leave_files(1)", true },
	{ "leave_files(2)", true },
	{ "leave_files(3)", true },
	{ "leave_files(4)", true },
	{ "leave_deep_folders(3)", false },
	{ "leave_closed_folder()", true },
	{ "change_folder()", true },
	{ "change_mask(077)", true },
	{ "change_mask(0)", true },
	{ "change_flags()", true },
	{ "open_descriptor()", true },
	{ "lose_descriptor()", true },
	{ "change_handler()", true },
	{ "block_signals()", true },
	{ "change_limit()", true },
	{ "map_and_write()", true },
	{ "look_at_time()", true },
	{ "identify()", false },
	{ "leave_with_handlers(0)", false },
	{ "leave_with_handlers(3)", false },
	{ "crash_after_change(\"kept\")", false },
	{ "hang_after_change(4)", false },
	{ "jump_about(3)", true },
};
#define N_CALLS (sizeof calls / sizeof *calls)

/* Not for the checked build, which has its own opinion on them. */
static const char *const unchecked[] = { "overrun(8)", "overrun(200)", "overrun(5000)", "overrun(900000)",
	                                 "free_early()" };
#define N_UNCHECKED (sizeof unchecked / sizeof *unchecked)

#define N_TESTS (N_CALLS + N_RANDOM)

static struct world world;
static struct seq_file file;

/* ---- what a test gave ---- */

struct memory {
	enum sk_outcome outcome;
	uint32_t n_steps, steps_done, fault_kind;
	int exit_status;
	uint64_t fuel_used;
	struct step_result *steps;
	uint64_t *probes;
};

static size_t probe_words(void)
{
	return (world.unit->marks->n_probes + 63) / 64;
}

static void remember(void *context, size_t i, const struct run *run)
{
	struct memory *memory = (struct memory *)context + i;
	*memory = (struct memory){
		.outcome = run->outcome,
		.n_steps = run->n_steps,
		.steps_done = run->steps_done,
		.fault_kind = run->fault ? run->fault->kind : SK_NO_FAULT,
		.exit_status = run->exit_status,
		.fuel_used = run->fuel_used,
		.steps = arena_memdup(world.arena, run->steps, run->n_steps * sizeof *run->steps),
		.probes = arena_memdup(world.arena, run->probes, probe_words() * sizeof *run->probes),
	};
}

/* NULL if the run is as remembered, else what is not. */
static const char *difference(const struct memory *memory, const struct run *run, const struct seq *seq,
                              enum build_kind kind)
{
	if (run->outcome != memory->outcome)
		return "outcome";
	if (run->steps_done != memory->steps_done || run->n_steps != memory->n_steps)
		return "number of steps";
	if (run->exit_status != memory->exit_status)
		return "exit status";
	if ((run->fault ? run->fault->kind : SK_NO_FAULT) != memory->fault_kind)
		return "fault";
	if (run->fuel_used != memory->fuel_used)
		return "fuel";
	if (memcmp(run->probes, memory->probes, probe_words() * sizeof *run->probes) != 0)
		return "probes";
	for (uint32_t s = 0; s < run->n_steps; s++) {
		const struct step_result *now = &run->steps[s], *then = &memory->steps[s];
		bool is_address = model_canonical(world.unit->model, seq->steps[s]->type)->kind == TYPE_POINTER;
		if (now->outcome != then->outcome || now->size != then->size)
			return "outcome of a step";
		/* Not for the checked build to repeat: it uses no address twice. */
		if (!(is_address && kind == BUILD_CHECKED) && memcmp(now->bytes, then->bytes, now->size) != 0)
			return "value of a step";
	}
	return NULL;
}

/* ---- trials ---- */

struct trial {
	enum build_kind kind;
	const struct memory *memory;
	const size_t *order;
	size_t n_bad;
};

static void complain(const struct trial *trial, size_t i, const char *what, const struct run *run)
{
	struct sb text = { 0 };
	const struct memory *memory = &trial->memory[trial->order[i]];
	for (size_t t = i > 0 ? i - 1 : 0; t <= i; t++)
		seq_print(file.at[trial->order[t]].seq, world.unit->model, file.at[trial->order[t]].name, &text);
	for (uint32_t s = 0; s < run->n_steps; s++)
		sb_addf(&text, "  step %u: %lld, not %lld\n", s, (long long)result_of(run, s),
		        (long long)result_of(&(struct run){ .steps = memory->steps }, s));
	print_error("place %zu: another %s (outcome %d, fuel %llu; not %d, %llu) in the second of\n%s", i, what,
	            (int)run->outcome, (unsigned long long)run->fuel_used, (int)memory->outcome,
	            (unsigned long long)memory->fuel_used, sb_text(&text));
	sb_release(&text);
}

static void compare(void *context, size_t i, const struct run *run)
{
	struct trial *trial = context;
	const struct seq *seq = file.at[trial->order[i]].seq;
	const char *what = difference(&trial->memory[trial->order[i]], run, seq, trial->kind);
	if (what && trial->n_bad++ < MAX_COMPLAINTS)
		complain(trial, i, what, run);
}

static const struct exec_options one_by_one = { .fuel = 200000, .fork_per_test = true };
static const struct exec_options together = { .fuel = 200000 };

/* In a target and a process of its own for each test. */
static struct memory *remember_all(enum build_kind kind)
{
	struct memory *memory = ARENA_ARRAY(world.arena, struct memory, file.n);
	const struct seq **seqs = ARENA_ARRAY(world.arena, const struct seq *, file.n);
	struct executor *executor;
	for (size_t i = 0; i < file.n; i++)
		seqs[i] = file.at[i].seq;
	assert_ok(executor_new(world.targets[kind], world.unit, &one_by_one, &executor));
	assert_ok(executor_run(executor, seqs, file.n, WANT_VALUES, remember, memory));
	executor_free(executor);
	return memory;
}

static uint64_t own_seed(void)
{
	return getenv("SKEP_SEED") ? strtoull(getenv("SKEP_SEED"), NULL, 10) : 0;
}

static void any_order(enum build_kind kind, const struct exec_options *options, size_t n, uint64_t seed)
{
	struct trial trial = { .kind = kind, .memory = remember_all(kind) };
	size_t *order = ARENA_ARRAY(world.arena, size_t, n);
	const struct seq **seqs = ARENA_ARRAY(world.arena, const struct seq *, n);
	struct executor *executor;
	struct rng rng;
	rng_init(&rng, seed + own_seed());
	for (size_t i = 0; i < n; i++) {
		order[i] = rng_below(&rng, file.n);
		seqs[i] = file.at[order[i]].seq;
	}
	trial.order = order;
	assert_ok(executor_new(world.targets[kind], world.unit, options, &executor));
	assert_ok(executor_run(executor, seqs, n, WANT_VALUES, compare, &trial));
	if (getenv("SKEP_VERBOSE"))
		print_message("seed %llu: %zu tests, %llu workers\n", (unsigned long long)seed, n,
		              (unsigned long long)executor_stats(executor).workers_started);
	executor_free(executor);
	if (trial.n_bad)
		fail_msg("%zu of %zu tests gave something else than in a process of their own (seed %llu)", trial.n_bad,
		         n, (unsigned long long)seed);
}

static void test_fast(void **unused)
{
	(void)unused;
	for (uint64_t seed = 1; seed <= 5; seed++)
		any_order(BUILD_FAST, &together, 2000, seed);
}

static void test_fast_forking(void **unused)
{
	(void)unused;
	any_order(BUILD_FAST, &one_by_one, 600, 6);
}

/* What harms nobody but the fast build's heap. */
static void test_checked(void **unused)
{
	(void)unused;
	for (uint64_t seed = 7; seed <= 9; seed++)
		any_order(BUILD_CHECKED, &together, 500, seed);
}

static void test_checked_forking(void **unused)
{
	(void)unused;
	any_order(BUILD_CHECKED, &one_by_one, 200, 10);
}

/* A function that remembers nothing would prove nothing. */
static void test_they_remember(void **unused)
{
	(void)unused;
	const struct memory *memory = remember_all(BUILD_FAST);
	for (size_t i = 0; i < N_CALLS; i++) {
		const struct memory *m = &memory[i];
		if (!calls[i].changes)
			continue;
		const struct step_result *last = &m->steps[m->n_steps - 1];
		const struct step_result *first = &m->steps[m->n_steps / 2 - 1];
		if (m->outcome != SK_NORMAL || memcmp(first->bytes, last->bytes, last->size) == 0)
			fail_msg("%s gives the same when called again (outcome %d)", calls[i].call, (int)m->outcome);
	}
}

/* A process of its own is one of many forked from one start; another start is
 * another process altogether. */
static void test_another_start(void **unused)
{
	(void)unused;
	struct trial trial = { .kind = BUILD_FAST, .memory = remember_all(BUILD_FAST) };
	size_t *order = ARENA_ARRAY(world.arena, size_t, file.n);
	for (size_t i = 0; i < file.n; i++)
		order[i] = i;
	for (size_t i = 0; i < file.n; i += 9) {
		struct executor *executor;
		trial.order = order + i;
		assert_ok(executor_new(world.targets[BUILD_FAST], world.unit, &together, &executor));
		assert_ok(executor_run(executor, &file.at[i].seq, 1, WANT_VALUES, compare, &trial));
		executor_free(executor);
	}
	assert_int_equal(trial.n_bad, 0);
}

/* ---- the tests ---- */

static const char *pick_call(struct rng *rng, bool checked)
{
	uint64_t i = rng_below(rng, N_CALLS + (checked ? 0 : N_UNCHECKED));
	return i < N_CALLS ? calls[i].call : unchecked[i - N_CALLS];
}

static int make_tests(bool checked)
{
	struct sb text = { 0 };
	struct rng rng;
	rng_init(&rng, 1 + own_seed());
	for (size_t i = 0; i < N_CALLS; i++)
		sb_addf(&text, "test twice%zu\n  %s\n  %s\nend\n", i, calls[i].call, calls[i].call);
	for (size_t i = 0; i < N_RANDOM; i++) {
		sb_addf(&text, "test random%zu\n", i);
		for (uint64_t n = 1 + rng_below(&rng, MAX_CALLS); n > 0; n--)
			sb_addf(&text, "  %s\n", pick_call(&rng, checked));
		sb_add(&text, "end\n");
	}
	status st = world_parse(&world, sb_text(&text), &file);
	if (st)
		print_error("%s\n", st->message);
	sb_release(&text);
	return st != NULL || file.n != N_TESTS;
}

static int make_checked_tests(void **unused)
{
	(void)unused;
	return make_tests(true);
}

static int set_up(void **unused)
{
	(void)unused;
	assert_ok(world_open(&world, "tests/units/reset/keeps.c"));
	for (int kind = 0; kind < N_BUILDS; kind++) {
		assert_ok(world_start(&world, kind, NULL));
		executor_free(world.executors[kind]);
		world.executors[kind] = NULL;
	}
	return make_tests(false);
}

static int tear_down(void **unused)
{
	(void)unused;
	world_close(&world);
	return 0;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_they_remember),
		cmocka_unit_test(test_fast),
		cmocka_unit_test(test_fast_forking),
		cmocka_unit_test(test_another_start),
		cmocka_unit_test_setup(test_checked, make_checked_tests),
		cmocka_unit_test_setup(test_checked_forking, make_checked_tests),
	};
	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
