/* test_hostile: whatever a unit does, skep goes on, and its other results are right.
 *
 * Random sequences of the deeds of tests/units/hostile run by the thousand, mixed with tests that
 * behave. The results of the latter are compared with their results in a target of their own,
 * before any harm was done. At the end, canaries outside of the scratch folder, processes,
 * descriptors and skep's own memory are checked. SKEP_VERBOSE=1 shows how each deed ended,
 * SKEP_SEED=N makes other sequences. */
#define _GNU_SOURCE
#include "test.h"

#include <dirent.h>
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/rng.h"
#include "canaries.h"
#include "exec_world.h"
#include "hostile_deeds.h"

#define UNIT "tests/units/hostile/"
#define BROKEN 0x0badcafe
#define MAX_DEEDS 4      /* in one test */
#define MAX_COMPLAINTS 12 /* shown; all are counted */

static struct world world, threads;
static char *folder; /* TMPDIR, where skep makes its folders */
static char *canaries, *canaries_before;

/* ---- tests as text ---- */

/* One of many spellings of a path to a canary; `before` is what must come first. */
static void add_path(struct sb *before, struct sb *call, const char *what, struct rng *rng)
{
	const char *base = path_base(canaries);
	uint64_t door = rng_below(rng, 1000000);
	switch (rng_below(rng, 9)) {
	case 0:
		sb_addf(call, "\"%s%s\"", canaries, what);
		break;
	case 1:
		sb_addf(call, "\"../%s%s\"", base, what);
		break;
	case 2:
		sb_addf(call, "\"/proc/self/root%s%s\"", canaries, what);
		break;
	case 3:
		sb_addf(call, "\"/proc/self/cwd/../%s%s\"", base, what);
		break;
	case 4:
		sb_addf(before, "  make_door(\"%s\", \"door%d\")\n", canaries, (int)door);
		sb_addf(call, "\"door%d%s\"", (int)door, what);
		break;
	case 5:
		sb_addf(before, "  make_door(\"../%s\", \"door%d\")\n", base, (int)door);
		sb_addf(call, "\"door%d%s\"", (int)door, what);
		break;
	case 6:
		sb_addf(before, "  make_door(\"%s%s\", \"door%d\")\n", canaries, what, (int)door);
		sb_addf(call, "\"door%d\"", (int)door);
		break;
	case 7:
		sb_addf(before, "  enter(\"%s\")\n", canaries);
		sb_addf(call, "\".%s\"", what);
		break;
	default:
		sb_addf(call, "\"./../%s/./folder/..%s\"", base, what);
	}
}

static int64_t pick_number(const struct deed *deed, struct rng *rng)
{
	return deed->n_numbers ? deed->numbers[rng_below(rng, deed->n_numbers)] : (int64_t)rng_below(rng, 1000000);
}

/* One step, with what must come before it; `number` stands for #. */
static void add_deed(struct sb *text, const struct deed *deed, int64_t number, struct rng *rng)
{
	static const struct {
		const char *name, *path;
	} paths[] = { { "$file", "/file" }, { "$folder", "/folder" }, { "$all", "" } };
	struct sb call = { 0 };
	for (const char *c = deed->call; *c;) {
		size_t p = 0;
		while (p < 3 && !str_starts(c, paths[p].name))
			p++;
		if (p < 3) {
			add_path(text, &call, paths[p].path, rng);
			c += strlen(paths[p].name);
		} else if (*c == '#') {
			sb_addf(&call, "%lld", (long long)number);
			c++;
		} else {
			sb_add_char(&call, *c++);
		}
	}
	sb_addf(text, "  %s\n", sb_text(&call));
	sb_release(&call);
}

/* ---- a trial: many tests, some of which behave ---- */

/* What a test gave, to be compared. */
struct memory {
	enum sk_outcome outcome;
	uint32_t n_steps;
	uint64_t fuel_used;
	struct step_result *steps;
	uint64_t *probes;
};

struct trial {
	struct world *world;
	enum build_kind kind;
	const struct deed *deeds;
	size_t n_deeds, n_tests;
	int *good;                   /* per test: which of good_tests, or -1 */
	size_t (*done)[MAX_DEEDS];   /* per test: deeds, N_DEEDS for none */
	struct seq_file file;
	struct memory memory[N_GOOD];
	unsigned counts[N_DEEDS][SK_EXIT + 1];
	size_t n_good, n_bad, complaints;
	long resident[2];            /* pages of this process, after a fifth of the tests and at the end */
};

static void complain(struct trial *trial, size_t i, const char *what, const struct run *run)
{
	if (trial->complaints++ >= MAX_COMPLAINTS)
		return;
	struct sb text = { 0 };
	for (size_t t = i > 2 ? i - 2 : 0; t <= i; t++)
		seq_print(trial->file.at[t].seq, trial->world->unit->model, trial->file.at[t].name, &text);
	print_error("test %zu: %s: outcome %d, fault %d %s, %u of %u steps\n%s", i, what, (int)run->outcome,
	            run->fault ? (int)run->fault->kind : 0, run->fault ? run->fault->message : "", run->steps_done,
	            run->n_steps, sb_text(&text));
	sb_release(&text);
}

static bool gave_broken(const struct run *run)
{
	for (uint32_t s = 0; run->steps && s < run->n_steps; s++)
		if (run->steps[s].size == 4 && result_of(run, s) == BROKEN)
			return true;
	return false;
}

static void remember(void *context, size_t i, const struct run *run)
{
	struct trial *trial = context;
	struct arena *arena = trial->world->arena;
	size_t words = (trial->world->unit->marks->n_probes + 63) / 64;
	trial->memory[i] = (struct memory){
		.outcome = run->outcome,
		.n_steps = run->n_steps,
		.fuel_used = run->fuel_used,
		.steps = arena_memdup(arena, run->steps, run->n_steps * sizeof *run->steps),
		.probes = arena_memdup(arena, run->probes, words * sizeof *run->probes),
	};
}

static bool is_as_remembered(const struct trial *trial, const struct memory *memory, const struct run *run)
{
	size_t words = (trial->world->unit->marks->n_probes + 63) / 64;
	if (run->outcome != memory->outcome || run->n_steps != memory->n_steps || run->fuel_used != memory->fuel_used ||
	    memcmp(run->probes, memory->probes, words * sizeof *run->probes) != 0)
		return false;
	for (uint32_t s = 0; s < run->n_steps; s++) {
		const struct step_result *now = &run->steps[s], *then = &memory->steps[s];
		bool is_address = now->size == 8; /* not the same in the checked build */
		if (now->outcome != then->outcome || now->size != then->size)
			return false;
		if ((!is_address || trial->kind == BUILD_FAST) && memcmp(now->bytes, then->bytes, now->size) != 0)
			return false;
	}
	return true;
}

static long resident_pages(void)
{
	long size = 0, resident = 0;
	char *text = NULL;
	assert_ok(file_read("/proc/self/statm", &text, NULL));
	sscanf(text, "%ld %ld", &size, &resident);
	free(text);
	return resident;
}

static void look_at(void *context, size_t i, const struct run *run)
{
	struct trial *trial = context;
	if (i == trial->n_tests / 5 || i == trial->n_tests - 1)
		trial->resident[i == trial->n_tests - 1] = resident_pages();
	if (trial->good[i] >= 0) {
		trial->n_good++;
		if (is_as_remembered(trial, &trial->memory[trial->good[i]], run))
			return;
		trial->n_bad++;
		complain(trial, i, "a test that behaves gave something else", run);
		return;
	}
	if (gave_broken(run)) {
		trial->n_bad++;
		complain(trial, i, "a deed did what it must not be able to do", run);
	}
	for (size_t d = 0; d < MAX_DEEDS && trial->done[i][d] < N_DEEDS; d++)
		trial->counts[trial->done[i][d]][run->outcome]++;
}

static void trial_print(const struct trial *trial)
{
	print_message("%-40s %8s %8s %8s %8s\n", "tests with this deed ended", "normal", "fault", "hang", "exit");
	for (size_t d = 0; d < trial->n_deeds; d++) {
		const unsigned *n = trial->counts[d];
		print_message("%-40s %8u %8u %8u %8u\n", trial->deeds[d].call, n[SK_NORMAL], n[SK_FAULT], n[SK_HANG],
		              n[SK_EXIT]);
	}
}

static void trial_init(struct trial *trial, struct world *in, enum build_kind kind, const struct deed *of,
                       size_t n_deeds, size_t n_tests)
{
	*trial = (struct trial){
		.world = in,
		.kind = kind,
		.deeds = of,
		.n_deeds = n_deeds,
		.n_tests = n_tests,
		.good = ARENA_ARRAY(in->arena, int, n_tests),
	};
	trial->done = arena_alloc(in->arena, n_tests * sizeof *trial->done);
	for (size_t i = 0; i < n_tests; i++) {
		trial->good[i] = -1;
		for (size_t d = 0; d < MAX_DEEDS; d++)
			trial->done[i][d] = N_DEEDS;
	}
}

static void remember_good(struct trial *trial)
{
	struct sb text = { 0 };
	struct seq_file file;
	const struct seq *seqs[N_GOOD];
	struct executor *fresh;
	for (size_t i = 0; i < N_GOOD; i++)
		sb_addf(&text, "test good%zu\n  %s\nend\n", i, good_tests[i]);
	assert_ok(world_parse(trial->world, sb_text(&text), &file));
	for (size_t i = 0; i < N_GOOD; i++)
		seqs[i] = file.at[i].seq;
	assert_ok(executor_new(trial->world->targets[trial->kind], trial->world->unit,
	                       &(struct exec_options){ .fork_per_test = true }, &fresh));
	assert_ok(executor_run(fresh, seqs, N_GOOD, WANT_VALUES, remember, trial));
	executor_free(fresh);
	for (size_t i = 0; i < N_GOOD; i++)
		assert_int_equal(trial->memory[i].outcome, SK_NORMAL);
	sb_release(&text);
}

/* Runs the tests of `text`. */
static void trial_run(struct trial *trial, const char *text)
{
	assert_ok(world_parse(trial->world, text, &trial->file));
	assert_int_equal(trial->file.n, trial->n_tests);
	const struct seq **seqs = ARENA_ARRAY(trial->world->arena, const struct seq *, trial->n_tests);
	for (size_t i = 0; i < trial->n_tests; i++)
		seqs[i] = trial->file.at[i].seq;
	remember_good(trial);
	assert_ok(
	        executor_run(trial->world->executors[trial->kind], seqs, trial->n_tests, WANT_VALUES, look_at, trial));
}

static void check_canaries(void)
{
	char *now = canaries_describe(canaries);
	assert_string_equal(canaries_before, now);
	free(now);
}

static void trial_check(const struct trial *trial)
{
	struct exec_stats stats = executor_stats(trial->world->executors[trial->kind]);
	if (getenv("SKEP_VERBOSE") || trial->n_bad)
		trial_print(trial);
	if (getenv("SKEP_VERBOSE"))
		print_message("%llu tests: %llu faults, %llu hangs, %llu exits, %llu workers\n",
		              (unsigned long long)stats.tests, (unsigned long long)stats.faults,
		              (unsigned long long)stats.hangs, (unsigned long long)stats.exits,
		              (unsigned long long)stats.workers_started);
	assert_int_equal(trial->n_bad, 0);
	assert_true(trial->n_good > 0);
	check_canaries();
}

/* ---- every deed once with each of its numbers ---- */

static bool may_end(const struct deed *deed, enum sk_outcome outcome)
{
	static const char letters[] = { [SK_NORMAL] = 'n', [SK_FAULT] = 'f', [SK_HANG] = 'h', [SK_EXIT] = 'e' };
	return outcome != SK_NOT_RUN && strchr(deed->ends, letters[outcome]);
}

struct alone {
	struct trial trial;
	bool any_end; /* sanitizers end more */
};

static void look_at_alone(void *context, size_t i, const struct run *run)
{
	struct alone *alone = context;
	struct trial *trial = &alone->trial;
	look_at(trial, i, run);
	if (trial->good[i] >= 0 || alone->any_end || may_end(&trial->deeds[trial->done[i][0]], run->outcome))
		return;
	trial->n_bad++;
	complain(trial, i, "a deed did not end as it should", run);
}

/* A test that behaves behind each one that does not. */
static void add_alone(struct trial *trial, struct sb *text, size_t *n, size_t d, int64_t number, struct rng *rng)
{
	trial->done[*n][0] = d;
	sb_addf(text, "test t%zu\n", (*n)++);
	add_deed(text, &trial->deeds[d], number, rng);
	trial->good[*n] = (int)rng_below(rng, N_GOOD);
	sb_addf(text, "end\ntest t%zu\n  %s\nend\n", *n, good_tests[trial->good[*n]]);
	(*n)++;
}

static void each_deed_alone(struct world *in, enum build_kind kind, const struct deed *of, size_t n_deeds,
                            unsigned without)
{
	struct alone alone = { .any_end = kind == BUILD_CHECKED };
	struct sb text = { 0 };
	struct rng rng;
	size_t n = 0;
	trial_init(&alone.trial, in, kind, of, n_deeds, 2 * n_deeds * MAX_NUMBERS);
	rng_init(&rng, 1);
	for (size_t d = 0; d < n_deeds; d++) {
		unsigned n_ways = of[d].n_numbers           ? of[d].n_numbers
		                  : strchr(of[d].call, '$') ? 9
		                  : strchr(of[d].call, '#') ? 3
		                                            : 1;
		for (unsigned w = 0; w < n_ways && !(of[d].flags & without); w++)
			add_alone(&alone.trial, &text, &n, d,
			          of[d].n_numbers ? of[d].numbers[w] : (int64_t)rng_below(&rng, 1000000), &rng);
	}
	alone.trial.n_tests = n;
	struct trial *trial = &alone.trial;
	assert_ok(world_parse(in, sb_text(&text), &trial->file));
	const struct seq **seqs = ARENA_ARRAY(in->arena, const struct seq *, n);
	for (size_t i = 0; i < n; i++)
		seqs[i] = trial->file.at[i].seq;
	remember_good(trial);
	assert_ok(executor_run(in->executors[kind], seqs, n, WANT_VALUES, look_at_alone, &alone));
	trial_check(trial);
	sb_release(&text);
}

/* ---- random sequences ---- */

/* Slow ones rarely, at most one in a test. */
static size_t pick_deed(const struct trial *trial, struct rng *rng, unsigned without)
{
	for (;;) {
		size_t d = rng_below(rng, trial->n_deeds);
		unsigned flags = trial->deeds[d].flags;
		double chance = flags & DEAF ? 0.002 : flags & SLOW ? 0.02 : flags & COSTLY ? 0.1 : 1;
		if (!(flags & without) && rng_chance(rng, chance))
			return d;
	}
}

static void add_hostile(struct trial *trial, struct sb *text, size_t i, struct rng *rng, unsigned without)
{
	unsigned so_far = without;
	uint64_t n = 1 + rng_below(rng, MAX_DEEDS);
	for (uint64_t k = 0; k < n; k++) {
		size_t d = pick_deed(trial, rng, so_far);
		trial->done[i][k] = d;
		so_far |= trial->deeds[d].flags & (SLOW | DEAF | COSTLY);
		add_deed(text, &trial->deeds[d], pick_number(&trial->deeds[d], rng), rng);
	}
}

static void random_sequences(struct world *in, enum build_kind kind, const struct deed *of, size_t n_deeds,
                             size_t n_tests, uint64_t seed, unsigned without)
{
	struct trial trial;
	struct sb text = { 0 };
	struct rng rng;
	trial_init(&trial, in, kind, of, n_deeds, n_tests);
	rng_init(&rng, seed + (getenv("SKEP_SEED") ? strtoull(getenv("SKEP_SEED"), NULL, 10) : 0));
	for (size_t i = 0; i < n_tests; i++) {
		sb_addf(&text, "test t%zu\n", i);
		if (rng_chance(&rng, 0.3)) {
			trial.good[i] = (int)rng_below(&rng, N_GOOD);
			sb_addf(&text, "  %s\n", good_tests[trial.good[i]]);
		} else {
			add_hostile(&trial, &text, i, &rng, without);
		}
		sb_add(&text, "end\n");
	}
	trial_run(&trial, sb_text(&text));
	trial_check(&trial);
#ifndef __SANITIZE_ADDRESS__ /* which keeps what was freed */
	/* 16 MB more or less is how the allocator feels; a leak per test is more. */
	assert_true(trial.resident[1] - trial.resident[0] < (16 << 20) / 4096);
#endif
	sb_release(&text);
}

static const struct exec_options quick = { .milliseconds = 60, .fuel = 300000 };
static const struct exec_options quick_forking = { .milliseconds = 60, .fuel = 300000, .fork_per_test = true };

static void start_again(struct world *in, enum build_kind kind, const struct exec_options *options)
{
	executor_free(in->executors[kind]);
	in->executors[kind] = NULL;
	assert_ok(world_start(in, kind, options));
}

static void test_each_deed_fast(void **unused)
{
	(void)unused;
	start_again(&world, BUILD_FAST, &quick);
	each_deed_alone(&world, BUILD_FAST, deeds, N_DEEDS, OWN_PROCESS);
}

static void test_each_deed_forking(void **unused)
{
	(void)unused;
	start_again(&world, BUILD_FAST, &quick_forking);
	each_deed_alone(&world, BUILD_FAST, deeds, N_DEEDS, SLOW | DEAF);
}

static void test_each_deed_checked(void **unused)
{
	(void)unused;
	start_again(&world, BUILD_CHECKED, &quick);
	each_deed_alone(&world, BUILD_CHECKED, deeds, N_DEEDS, OWN_PROCESS | SLOW | DEAF);
}

static void test_each_thread_deed(void **unused)
{
	(void)unused;
	start_again(&threads, BUILD_FAST, &quick);
	each_deed_alone(&threads, BUILD_FAST, thread_deeds, N_THREAD_DEEDS, 0);
}

static void test_random_fast(void **unused)
{
	(void)unused;
	start_again(&world, BUILD_FAST, &quick);
	random_sequences(&world, BUILD_FAST, deeds, N_DEEDS, 8200, 1, OWN_PROCESS);
}

static void test_random_forking(void **unused)
{
	(void)unused;
	start_again(&world, BUILD_FAST, &quick_forking);
	random_sequences(&world, BUILD_FAST, deeds, N_DEEDS, 800, 2, 0);
}

static void test_random_checked(void **unused)
{
	(void)unused;
	start_again(&world, BUILD_CHECKED, &quick);
	random_sequences(&world, BUILD_CHECKED, deeds, N_DEEDS, 800, 3, OWN_PROCESS);
}

static void test_random_threads(void **unused)
{
	(void)unused;
	start_again(&threads, BUILD_FAST, &quick);
	random_sequences(&threads, BUILD_FAST, thread_deeds, N_THREAD_DEEDS, 200, 4, 0);
}

/* ---- afterwards ---- */

static size_t count_entries(const char *path)
{
	size_t n = 0;
	DIR *dir = opendir(path);
	assert_non_null(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

/* Processes that run a program from below the path. */
static size_t count_processes(const char *path)
{
	size_t n = 0;
	DIR *dir = opendir("/proc");
	assert_non_null(dir);
	for (struct dirent *entry; (entry = readdir(dir));) {
		char program[4096];
		char *link = xprintf("/proc/%s/exe", entry->d_name);
		ssize_t length = readlink(link, program, sizeof program - 1);
		program[length > 0 ? length : 0] = 0;
		n += str_starts(program, path);
		free(link);
	}
	closedir(dir);
	return n;
}

static size_t descriptors_before, folders_before;

static void test_nothing_is_left(void **unused)
{
	(void)unused;
	struct world *both[] = { &world, &threads };
	for (size_t w = 0; w < 2; w++) {
		for (int kind = 0; kind < N_BUILDS; kind++) {
			executor_free(both[w]->executors[kind]);
			both[w]->executors[kind] = NULL;
		}
		assert_int_equal(count_processes(both[w]->cache), 0);
	}
	assert_true(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
	assert_int_equal(count_entries("/proc/self/fd"), descriptors_before);
	assert_int_equal(count_entries(folder), folders_before);
	check_canaries();
}

static void open_unit(struct world *in, const char *const *paths, size_t n)
{
	find_runtime();
	*in = (struct world){ .arena = arena_new() };
	assert_ok(temp_make("cache", &in->cache));
	assert_ok(sources_from_args(&in->sources, paths, n, NULL, 0));
	assert_ok(front_read(&in->sources, &in->unit));
}

static int set_up(void **unused)
{
	static const char *const all[] = { UNIT "good.c", UNIT "ends.c", UNIT "memory.c", UNIT "files.c",
		                           UNIT "processes.c" };
	static const char *const with_threads[] = { UNIT "good.c", UNIT "threads.c" };
	(void)unused;
	assert_ok(temp_make("test", &folder));
	setenv("TMPDIR", folder, 1);
	assert_ok(canaries_make(&canaries));
	canaries_before = canaries_describe(canaries);
	open_unit(&world, all, sizeof all / sizeof *all);
	open_unit(&threads, with_threads, 2);
	assert_ok(world_start(&world, BUILD_FAST, NULL));
	assert_ok(world_start(&world, BUILD_CHECKED, NULL));
	assert_ok(world_start(&threads, BUILD_FAST, NULL));
	for (int kind = 0; kind < N_BUILDS; kind++) {
		executor_free(world.executors[kind]);
		executor_free(threads.executors[kind]);
		world.executors[kind] = threads.executors[kind] = NULL;
	}
	descriptors_before = count_entries("/proc/self/fd");
	folders_before = count_entries(folder);
	return 0;
}

static int tear_down(void **unused)
{
	(void)unused;
	world_close(&world);
	world_close(&threads);
	temp_remove(canaries);
	temp_remove(folder);
	free(canaries_before);
	return 0;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_deed_fast),    cmocka_unit_test(test_each_deed_forking),
		cmocka_unit_test(test_each_deed_checked), cmocka_unit_test(test_each_thread_deed),
		cmocka_unit_test(test_random_fast),       cmocka_unit_test(test_random_forking),
		cmocka_unit_test(test_random_checked),    cmocka_unit_test(test_random_threads),
		cmocka_unit_test(test_nothing_is_left),
	};
	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
