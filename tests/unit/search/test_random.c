/* Tests of the random engine: thousands of its proposals on units of several shapes, and its use of
 * results. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "cover/cover.h"
#include "engine/engine.h"
#include "engine/random/random.h"
#include "exec_world.h"
#include "seq/life.h"
#include "seq/literal.h"
#include "seq/value.h"

#define BATCH 64u

/* An engine and what it needs; with a target, proposals really run. */
struct bench {
	struct world world;
	struct archive *archive;
	bool *callable;
	struct engine *engine;
	struct cover cover;
};

static void bench_open(struct bench *bench, const char *path)
{
	*bench = (struct bench){ 0 };
	assert_ok(world_open(&bench->world, path));
	const struct model *model = bench->world.unit->model;
	bench->callable = calloc(model->functions.n + 1, sizeof(bool));
	for (size_t f = 0; f < model->functions.n; f++)
		bench->callable[f] = !model->functions.at[f].why_not && !model->functions.at[f].is_static;
	bench->archive = archive_new(bench->world.unit->marks->n_probes);
	cover_init(&bench->cover, bench->world.unit->marks);
}

static void bench_start(struct bench *bench, uint64_t seed, const struct random_options *options)
{
	struct engine_world world = { .model = bench->world.unit->model,
		                      .marks = bench->world.unit->marks,
		                      .archive = bench->archive,
		                      .callable = bench->callable,
		                      .cover = &bench->cover };
	if (bench->engine)
		engine_random.destroy(bench->engine);
	memset(bench->cover.probes, 0, bench->cover.n_words * sizeof *bench->cover.probes);
	bench->engine = engine_random.create(&world, seed, options);
}

static void bench_close(struct bench *bench)
{
	if (bench->engine)
		engine_random.destroy(bench->engine);
	archive_free(bench->archive);
	cover_release(&bench->cover);
	free(bench->callable);
	world_close(&bench->world);
}

struct wanted_statistic {
	const char *name;
	double value;
};

static void pick_statistic(void *context, const char *name, double value)
{
	struct wanted_statistic *wanted = context;
	if (strcmp(name, wanted->name) == 0)
		wanted->value = value;
}

static double statistic(const struct bench *bench, const char *name)
{
	struct wanted_statistic wanted = { name, -1 };
	engine_random.statistics(bench->engine, pick_statistic, &wanted);
	assert_true(wanted.value >= 0);
	return wanted.value;
}

/* ---- proposals that really run ---- */

typedef void look_at(struct bench *bench, const struct seq *seq, void *context);

static void tell(struct bench *bench, const struct seq *seq, const struct run *run)
{
	struct engine_result result = { .seq = seq,
		                        .run = run,
		                        .reception = run->outcome == SK_NORMAL ? RECEIVED_NORMAL : RECEIVED_ILLEGAL };
	if (run->outcome == SK_NORMAL)
		result.new_probes = cover_add(&bench->cover, run->probes);
	engine_random.result(bench->engine, &result);
}

/* Asks the engine for up to n sequences; all of a batch want the same. */
static size_t propose(struct bench *bench, const struct seq **out, size_t n, unsigned *want)
{
	struct proposal proposals[BATCH] = { 0 };
	size_t got = engine_random.propose(bench->engine, proposals, n);
	for (size_t i = 0; i < got; i++)
		out[i] = proposals[i].seq;
	*want = proposals[0].want;
	return got;
}

/* Lets the engine propose, looks at each proposal, runs it and tells the result. */
static void bench_run(struct bench *bench, size_t proposals, look_at *look, void *context)
{
	struct executor *executor = bench->world.executors[BUILD_FAST];
	for (size_t done = 0; done < proposals;) {
		const struct seq *batch[BATCH];
		const struct run *runs;
		unsigned want = 0;
		size_t got, n = propose(bench, batch, BATCH, &want);
		assert_true(n > 0 && n <= BATCH);
		for (size_t i = 0; i < n && look; i++)
			look(bench, batch[i], context);
		for (size_t first = 0; first < n; first += got) {
			assert_true(executor_submit(executor, batch + first, n - first, want) > 0);
			assert_ok(executor_collect(executor, &runs, &got));
			for (size_t i = 0; i < got; i++)
				tell(bench, batch[first + i], &runs[i]);
		}
		done += n;
	}
}

/* Fails with the sequence as text. */
static void complain(const struct model *model, const struct seq *seq, const char *about)
{
	struct sb text = { 0 };
	seq_print(seq, model, "proposed", &text);
	fail_msg("%s:\n%s", about, sb_text(&text));
}

/* No step uses a variable whose life had ended before it. */
static void check_lives(const struct model *model, const struct seq *seq)
{
	struct life lives[SEQ_MAX_STEPS];
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		struct seq before = { .n = i, .steps = seq->steps };
		if (!step->n_args)
			continue;
		seq_lives(model, &before, lives);
		for (uint32_t a = 0; a < step->n_args; a++)
			if (!lives[seq_index(i, step->args[a])].alive)
				complain(model, seq, "a dead variable is used");
	}
}

static void check_length(const struct model *model, const struct seq *seq, uint32_t i, uint32_t buffer)
{
	const struct step *call = seq->steps[i];
	const struct param *params = model->functions.at[call->index].params;
	uint32_t partner = params[buffer].partner;
	const struct step *block = seq->steps[seq_index(i, call->args[buffer])],
	                  *length = seq->steps[seq_index(i, call->args[partner])];
	if (length->kind != STEP_VALUE || (block->kind != STEP_BLOCK && block->kind != STEP_VALUE))
		return;
	const struct type *element = model_canonical(model, model_canonical(model, params[buffer].type)->target);
	uint64_t size = block->kind == STEP_BLOCK ? block->size : 0;
	uint64_t unit = params[partner].length_in_bytes || !element->size ? 1 : element->size;
	uint64_t number = (uint64_t)value_int(model_canonical(model, length->type), length->bytes);
	if (number * unit > size)
		complain(model, seq, "a length says more than its block has");
}

/* A length never says more than the block has. */
static void check_lengths(const struct model *model, const struct seq *seq)
{
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *call = seq->steps[i];
		for (uint32_t a = 0; call->kind == STEP_CALL && a < call->n_args; a++) {
			const struct param *param = &model->functions.at[call->index].params[a];
			if (param->role == ROLE_BUFFER && param->partner != NONE &&
			    model->functions.at[call->index].params[param->partner].role == ROLE_LENGTH)
				check_length(model, seq, i, a);
		}
	}
}

/* A file name is that of a scratch file: tests must not touch any other. */
static void check_files(const struct model *model, const struct seq *seq)
{
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *call = seq->steps[i];
		for (uint32_t a = 0; call->kind == STEP_CALL && a < call->n_args; a++) {
			enum step_kind kind = seq->steps[seq_index(i, call->args[a])]->kind;
			if (model->functions.at[call->index].params[a].role == ROLE_FILE_NAME)
				assert_true(kind == STEP_PATH || kind == STEP_VALUE);
		}
	}
}

/* Pointers inside structs and blocks come from fills; where there is none, they are null. */
static void check_pointers(const struct model *model, const struct seq *seq)
{
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		type_id id = step->type;
		if (step->kind == STEP_BLOCK)
			id = model_canonical(model, id)->target;
		const struct type *type = model_canonical(model, id);
		if ((step->kind != STEP_BLOCK && step->kind != STEP_VALUE) || type->kind != TYPE_STRUCT || !type->size)
			continue;
		for (uint64_t at = 0; at + type->size <= step->size; at += type->size)
			for (uint32_t f = 0; f < type->n_fields; f++)
				if (model_canonical(model, type->fields[f].type)->kind == TYPE_POINTER)
					assert_true(bytes_are_zero(
					        (const char *)step->bytes + at + type->fields[f].bit_offset / 8, 8));
	}
}

struct tally {
	struct map seen;
	size_t n, repeats, longest_run;
	uint64_t *calls;               /* per function */
};

/* An open file of the test's own, or the number that is none. */
static void check_descriptors(const struct model *model, const struct seq *seq, uint32_t i)
{
	const struct step *call = seq->steps[i];
	for (uint32_t a = 0; a < call->n_args; a++) {
		const struct step *made = seq->steps[seq_index(i, call->args[a])];
		if (model->functions.at[call->index].params[a].role == ROLE_DESCRIPTOR && made->kind != STEP_FILE)
			assert_true(made->kind == STEP_VALUE && memcmp(made->bytes, &(int){ -1 }, sizeof(int)) == 0);
	}
}

static void check_proposal(struct bench *bench, const struct seq *seq, void *context)
{
	struct tally *tally = context;
	const struct model *model = bench->world.unit->model;
	bool added;
	size_t run = 0;
	assert_true(seq->n > 0 && seq->n <= SEQ_MAX_STEPS);
	if (!seq_is_valid(seq, model))
		complain(model, seq, "not valid");
	check_lives(model, seq);
	check_lengths(model, seq);
	if (!seq_ends_fit(model, seq))
		complain(model, seq, "an end is that of another buffer");
	check_files(model, seq);
	check_pointers(model, seq);
	map_put(&tally->seen, seq->hash, &added);
	tally->repeats += !added;
	tally->n++;
	for (uint32_t i = 0, last = NONE; i < seq->n; i++) {
		if (seq->steps[i]->kind != STEP_CALL)
			continue;
		check_descriptors(bench->world.unit->model, seq, i);
		assert_true(bench->callable[seq->steps[i]->index]);
		tally->calls[seq->steps[i]->index]++;
		run = seq->steps[i]->index == last ? run + 1 : 1;
		last = seq->steps[i]->index;
		tally->longest_run = run > tally->longest_run ? run : tally->longest_run;
	}
}

/* Every function is called, about as often as any other. */
static void check_balance(const struct bench *bench, const struct tally *tally)
{
	for (size_t f = 0; f < bench->world.unit->model->functions.n; f++)
		if (bench->callable[f])
			assert_true(tally->calls[f] > tally->n / 200);
}

static void test_proposals_on(const char *path)
{
	struct bench bench;
	struct exec_options options = { 0 };
	bench_open(&bench, path);
	assert_ok(world_start(&bench.world, BUILD_FAST, &options));
	for (uint64_t seed = 1; seed <= 3; seed++) {
		struct tally tally = { .calls = calloc(bench.world.unit->model->functions.n, sizeof(uint64_t)) };
		bench_start(&bench, seed, NULL);
		bench_run(&bench, 1500, check_proposal, &tally);
		/* The memory of what was proposed forgets a little. */
		assert_true(tally.repeats <= tally.n / 100);
		assert_true(tally.longest_run > 5);
		check_balance(&bench, &tally);
		assert_int_equal(statistic(&bench, "sequences proposed"), tally.n);
		map_release(&tally.seen);
		free(tally.calls);
	}
	bench_close(&bench);
}

static void test_proposals_ring(void **state)
{
	(void)state;
	test_proposals_on("tests/units/ring/ring.c");
}

static void test_proposals_trees(void **state)
{
	(void)state;
	test_proposals_on("tests/units/gen/tree.c");
}

static void test_proposals_buffers(void **state)
{
	(void)state;
	test_proposals_on("tests/units/gen/buffers.c");
}

static void test_proposals_ends(void **state)
{
	(void)state;
	test_proposals_on("tests/units/gen/ends.c");
}

static void test_proposals_streams(void **state)
{
	(void)state;
	test_proposals_on("tests/units/gen/streams.c");
}

static void test_proposals_descriptors(void **state)
{
	(void)state;
	test_proposals_on("tests/units/gen/records.c");
}

static void test_proposals_callbacks(void **state)
{
	(void)state;
	test_proposals_on("tests/units/gen/callbacks.c");
}

static void test_proposals_shapes(void **state)
{
	(void)state;
	test_proposals_on("tests/units/gen/shapes.c");
}

/* What nobody defines is told how to behave. */
static void test_proposals_partial(void **state)
{
	(void)state;
	test_proposals_on("tests/units/gen/partial.c");
}

/* One argument could take more steps than a sequence may have. */
static void test_proposals_wide(void **state)
{
	(void)state;
	test_proposals_on("tests/units/gen/wide.c");
}

/* Makers that take arrays of what they make could call each other for ever. */
static void test_proposals_joined(void **state)
{
	(void)state;
	test_proposals_on("tests/units/gen/joined.c");
}

static void test_proposals_consts(void **state)
{
	(void)state;
	test_proposals_on("tests/units/gen/consts.c");
}

/* ---- results made up by the test: no target ---- */

struct made_up {
	enum reception reception;
	uint64_t value, shape;         /* of every variable; shapes differ if `value_counts` */
	bool counts;                   /* each variable gets a value of its own */
	uint32_t new_probes;
	uint64_t next;
};

static void tell_made_up(struct bench *bench, const struct seq *seq, struct made_up *made_up)
{
	struct step_result steps[SEQ_MAX_STEPS] = { 0 };
	struct run run = { .outcome = SK_NORMAL, .steps = steps, .n_steps = seq->n, .steps_done = seq->n };
	run.probes = bench->cover.probes;
	struct engine_result result = {
		.seq = seq, .run = &run, .reception = made_up->reception, .new_probes = made_up->new_probes
	};
	for (uint32_t i = 0; i < seq->n; i++) {
		uint32_t size = step_variable_size(seq->steps[i], bench->world.unit->model);
		uint64_t value = made_up->counts ? ++made_up->next : made_up->value;
		steps[i].outcome = SK_NORMAL;
		steps[i].size = (uint8_t)(size < 8 ? size : 8);
		memcpy(steps[i].bytes, &value, 8);
		steps[i].shape = made_up->counts ? value : made_up->shape;
	}
	engine_random.result(bench->engine, &result);
}

/* Proposals up to a number, with results made up; gives all hashes, to free. */
static uint64_t *feed(struct bench *bench, size_t n, struct made_up *made_up)
{
	uint64_t *hashes = calloc(n, sizeof *hashes);
	for (size_t done = 0; done < n;) {
		const struct seq *batch[BATCH];
		unsigned want;
		size_t got = propose(bench, batch, n - done < BATCH ? n - done : BATCH, &want);
		assert_true(got > 0);
		for (size_t i = 0; i < got; i++)
			hashes[done++] = batch[i]->hash;
		for (size_t i = 0; i < got; i++)
			tell_made_up(bench, batch[i], made_up);
	}
	return hashes;
}

static int open_ring(void **state)
{
	struct bench *bench = calloc(1, sizeof *bench);
	bench_open(bench, "tests/units/ring/ring.c");
	*state = bench;
	return 0;
}

static int close_ring(void **state)
{
	bench_close(*state);
	free(*state);
	return 0;
}

static void test_same_seed_same_proposals(void **state)
{
	struct bench *bench = *state;
	uint64_t *runs[3];
	for (int i = 0; i < 3; i++) {
		struct made_up made_up = { .counts = true, .new_probes = 1 };
		bench_start(bench, i < 2 ? 5 : 6, NULL);
		runs[i] = feed(bench, 2000, &made_up);
	}
	assert_memory_equal(runs[0], runs[1], 2000 * sizeof **runs);
	assert_memory_not_equal(runs[0], runs[2], 2000 * sizeof **runs);
	for (int i = 0; i < 3; i++)
		free(runs[i]);
}

static double components_after(struct bench *bench, size_t n, struct made_up made_up,
                               const struct random_options *options)
{
	bench_start(bench, 1, options);
	free(feed(bench, n, &made_up));
	return statistic(bench, "component set");
}

static void test_component_set_grows(void **state)
{
	struct bench *bench = *state;
	struct made_up fresh = { .counts = true };
	double few = components_after(bench, 64, fresh, NULL), many = components_after(bench, 640, fresh, NULL);
	assert_true(few > 0);
	assert_true(many > few);
	struct random_options undirected = { .no_components = true };
	assert_true(components_after(bench, 640, fresh, &undirected) == 0);
}

/* Not built upon: what was illegal, and what failed. */
static void test_illegal_is_not_kept(void **state)
{
	struct bench *bench = *state;
	struct made_up illegal = { .reception = RECEIVED_ILLEGAL, .counts = true, .new_probes = 3 };
	struct made_up failure = { .reception = RECEIVED_FAILURE, .counts = true, .new_probes = 3 };
	assert_true(components_after(bench, 640, illegal, NULL) == 0);
	assert_true(statistic(bench, "elites") == 0);
	assert_true(components_after(bench, 640, failure, NULL) == 0);
	assert_true(statistic(bench, "elites") == 0);
}

/* All rings look alike: one is enough. */
static void test_index_pruning(void **state)
{
	struct bench *bench = *state;
	struct made_up alike = { .value = 0x1234567890, .shape = 77 };
	struct random_options off = { .no_index_pruning = true };
	double pruned = components_after(bench, 640, alike, NULL);
	assert_true(statistic(bench, "values pruned") > 0);
	double all = components_after(bench, 640, alike, &off);
	assert_true(statistic(bench, "values pruned") == 0);
	assert_true(pruned > 0 && pruned * 10 < all);
}

static void test_null_filter(void **state)
{
	struct bench *bench = *state;
	struct made_up null = { .value = 0, .shape = 0 };
	struct random_options on = { .no_flows = true }; /* a number may be zero */
	struct random_options off = { .no_null_filter = true, .no_index_pruning = true, .no_flows = true };
	double filtered = components_after(bench, 640, null, &on);
	assert_true(filtered == 0);
	assert_true(components_after(bench, 640, null, &off) > 0);
}

/* Numbers that calls gave are components, one of each value. */
static void test_numbers_are_kept(void **state)
{
	struct bench *bench = *state;
	struct made_up numbers = { .counts = true }, alike = { .value = 7 };
	struct random_options off = { .no_flows = true };
	double with = components_after(bench, 640, numbers, NULL),
	       without = components_after(bench, 640, numbers, &off);
	assert_true(with > without);
	assert_true(components_after(bench, 640, alike, NULL) <= without);
}

static void test_equal_sequences(void **state)
{
	struct bench *bench = *state;
	struct made_up illegal = { .reception = RECEIVED_ILLEGAL };
	struct random_options off = { .no_equivalence = true, .no_mutation = true };
	size_t repeats[2] = { 0 };
	for (int i = 0; i < 2; i++) {
		struct map seen = { 0 };
		bench_start(bench, 1, i ? &off : NULL);
		uint64_t *hashes = feed(bench, 3000, &illegal);
		for (size_t k = 0; k < 3000; k++) {
			bool added;
			map_put(&seen, hashes[k], &added);
			repeats[i] += !added;
		}
		assert_true((statistic(bench, "equal sequences avoided") > 0) == !i);
		map_release(&seen);
		free(hashes);
	}
	assert_true(repeats[0] <= 30); /* the memory of what was proposed forgets a little */
	assert_true(repeats[1] > 4 * repeats[0] && repeats[1] > 30);
}

/* Several batches under way, as with several workers. */
static void test_batches_under_way(void **state)
{
	struct bench *bench = *state;
	struct made_up fresh = { .counts = true, .new_probes = 1 };
	bench_start(bench, 1, NULL);
	for (int round = 0; round < 10; round++) {
		const struct seq *batches[4][BATCH];
		size_t n[4];
		unsigned want;
		for (int i = 0; i < 4; i++)
			n[i] = propose(bench, batches[i], BATCH, &want);
		for (int i = 0; i < 4; i++)
			for (size_t k = 0; k < n[i]; k++) {
				assert_true(seq_is_valid(batches[i][k], bench->world.unit->model));
				tell_made_up(bench, batches[i][k], &fresh);
			}
	}
	assert_true(statistic(bench, "elites") > 0);
}

/* Only what may be called is called; with nothing to call there is no proposal. */
static void test_only_callable(void **state)
{
	struct bench *bench = *state;
	const struct model *model = bench->world.unit->model;
	struct made_up fresh = { .counts = true };
	uint32_t left_out = model_find_function(model, "ring_text");
	bench->callable[left_out] = false;
	bench_start(bench, 1, NULL);
	for (int round = 0; round < 20; round++) {
		const struct seq *batch[BATCH];
		unsigned want;
		size_t n = propose(bench, batch, BATCH, &want);
		for (size_t i = 0; i < n; i++)
			for (uint32_t k = 0; k < batch[i]->n; k++)
				assert_true(batch[i]->steps[k]->kind != STEP_CALL ||
				            batch[i]->steps[k]->index != left_out);
		for (size_t i = 0; i < n; i++)
			tell_made_up(bench, batch[i], &fresh);
	}
	memset(bench->callable, 0, model->functions.n);
	bench_start(bench, 1, NULL);
	const struct seq *batch[BATCH];
	unsigned want;
	assert_int_equal(propose(bench, batch, BATCH, &want), 0);
}

int main(void)
{
#define RING_TEST(test) cmocka_unit_test_setup_teardown(test, open_ring, close_ring)
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_proposals_ring),
		cmocka_unit_test(test_proposals_trees),
		cmocka_unit_test(test_proposals_buffers),
		cmocka_unit_test(test_proposals_ends),
		cmocka_unit_test(test_proposals_streams),
		cmocka_unit_test(test_proposals_descriptors),
		cmocka_unit_test(test_proposals_callbacks),
		cmocka_unit_test(test_proposals_shapes),
		cmocka_unit_test(test_proposals_partial),
		cmocka_unit_test(test_proposals_joined),
		cmocka_unit_test(test_proposals_wide),
		cmocka_unit_test(test_proposals_consts),
		RING_TEST(test_same_seed_same_proposals),
		RING_TEST(test_component_set_grows),
		RING_TEST(test_illegal_is_not_kept),
		RING_TEST(test_index_pruning),
		RING_TEST(test_null_filter),
		RING_TEST(test_numbers_are_kept),
		RING_TEST(test_equal_sequences),
		RING_TEST(test_batches_under_way),
		RING_TEST(test_only_callable),
	};
	return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
