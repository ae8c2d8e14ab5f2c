/* Tests of the joints of a campaign from outside: an engine of a few lines that alternates builds, and a journal
 * that is a file. Neither needs a line of campaign/ or of the other engines. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/campaign.h"
#include "exec_world.h"
#include "store/journal.h"

/* ---- an engine: random literals for one function, each in the next build ---- */

struct engine {
	struct engine_world world;
	struct rng rng;
	struct arena *arena;
	uint32_t proposed, told;
	uint32_t in_build[N_BUILDS], traces;
};

static struct engine *last; /* of the campaign that runs */

static struct engine *create(const struct engine_world *world, uint64_t seed, const void *options)
{
	struct engine *engine = last = xcalloc(1, sizeof *engine);
	(void)options;
	engine->world = *world;
	engine->arena = arena_new();
	rng_init(&engine->rng, seed);
	return engine;
}

static void destroy(struct engine *engine)
{
	arena_free(engine->arena);
	free(engine);
	last = NULL;
}

static const struct seq *call_with_literals(struct engine *engine)
{
	const struct function *function = &engine->world.model->functions.at[0];
	struct arg args[8];
	struct seq_builder builder;
	seq_begin(&builder, engine->arena);
	for (uint32_t p = 0; p < function->n_params; p++) {
		int32_t literal = (int32_t)rng_below(&engine->rng, 40);
		seq_add(&builder, &(struct step){ .kind = STEP_VALUE,
		                                  .type = function->params[p].type,
		                                  .size = sizeof literal,
		                                  .bytes = &literal });
	}
	for (uint32_t p = 0; p < function->n_params; p++)
		args[p] = seq_arg(&builder, p, false);
	seq_add(&builder,
	        &(struct step){
	                .kind = STEP_CALL, .type = function->result, .n_args = function->n_params, .args = args });
	return seq_finish(&builder);
}

static size_t propose(struct engine *engine, struct proposal *out, size_t n)
{
	n = n < 7 ? n : 7;
	for (size_t i = 0; i < n; i++) {
		enum build_kind build = (enum build_kind)(engine->proposed++ % N_BUILDS);
		out[i] = (struct proposal){ .seq = call_with_literals(engine),
			                    .build = build,
			                    .want = build == BUILD_SYMBOLIC ? WANT_TRACE : WANT_VALUES,
			                    .tag.configuration = engine->proposed };
	}
	return n;
}

static void take_result(struct engine *engine, const struct engine_result *result)
{
	assert_int_equal(result->tag.configuration, ++engine->told); /* in order, and its tag comes back */
	engine->in_build[(result->tag.configuration - 1) % N_BUILDS]++;
	engine->traces += result->trace != NULL;
}

static void statistics(const struct engine *engine, void (*each)(void *, const char *, double), void *context)
{
	each(context, "told", engine->told);
}

static const struct engine_kind engine_literals = { .name = "literals",
	                                            .create = create,
	                                            .destroy = destroy,
	                                            .propose = propose,
	                                            .result = take_result,
	                                            .statistics = statistics,
	                                            .builds = 1u << BUILD_CHECKED | 1u << BUILD_SYMBOLIC };

/* ---- a journal in a file: the length of an entry, its bytes, and so on ---- */

struct file_journal {
	struct journal base;
	const char *path;
	long cursor;
};

static status append(struct journal *journal, const struct entry *entries, size_t n)
{
	struct file_journal *own = (struct file_journal *)journal;
	FILE *file = fopen(own->path, "ab");
	for (size_t i = 0; i < n; i++) {
		struct sb bytes = { 0 };
		entry_encode(&entries[i], &bytes);
		fwrite(&bytes.n, sizeof bytes.n, 1, file);
		fwrite(bytes.text, bytes.n, 1, file);
		sb_release(&bytes);
	}
	own->cursor = ftell(file); /* nobody else writes */
	fclose(file);
	return NULL;
}

static status read_journal(struct journal *journal, const struct reading *reading)
{
	struct file_journal *own = (struct file_journal *)journal;
	FILE *file = fopen(own->path, "rb");
	size_t size;
	status st = NULL;
	if (!file)
		return NULL;
	fseek(file, own->cursor, SEEK_SET);
	while (!st && fread(&size, sizeof size, 1, file) == 1) {
		struct arena *arena = arena_new();
		struct entry entry;
		char *bytes = arena_alloc(arena, size);
		if (fread(bytes, size, 1, file) == 1 && entry_decode(bytes, size, arena, &entry))
			st = reading->take(reading->context, &entry);
		arena_free(arena);
	}
	own->cursor = ftell(file);
	fclose(file);
	return st;
}

static void free_journal(struct journal *journal)
{
	free(journal);
}

static const struct journal_kind file_kind = { .append = append, .read = read_journal, .free = free_journal };

static struct journal *file_journal_new(const char *path)
{
	struct file_journal *journal = xcalloc(1, sizeof *journal);
	journal->base.kind = &file_kind;
	journal->path = path;
	return &journal->base;
}

/* ---- campaigns with them ---- */

#define EXECUTIONS 300u

static status give_symbolic(void *context, bool wait, const struct target **target)
{
	const struct world *world = context;
	(void)wait;
	*target = world->targets[BUILD_SYMBOLIC];
	return NULL;
}

static struct campaign *run(struct world *world, struct journal *journal, uint64_t executions)
{
	struct campaign *campaign;
	bool callable[64] = { true };
	struct build_options build = { .cache_dir = world->cache };
	for (enum build_kind kind = 0; kind < N_BUILDS; kind++)
		if (!world->targets[kind])
			assert_ok(target_build(world->unit, kind, &build, &world->targets[kind]));
	struct campaign_options options = { .budget.executions = executions,
		                            .seed = 5,
		                            .workers = 1,
		                            .criterion = CRITERION_BRANCH,
		                            .engines = &(struct engine_choice){ .kind = &engine_literals },
		                            .n_engines = 1,
		                            .callable = callable,
		                            .symbolic = give_symbolic,
		                            .symbolic_context = world,
		                            .budget.end = END_NEVER,
		                            .sharing.journals = &journal,
		                            .sharing.n_journals = journal ? 1 : 0 };
	assert_ok(campaign_run(world->unit, world->targets[BUILD_FAST], world->targets[BUILD_CHECKED], &options,
	                       &campaign));
	return campaign;
}

static void an_engine_from_outside(void **state)
{
	struct world *world = *state;
	struct campaign *campaign = run(world, NULL, EXECUTIONS);
	assert_int_equal(last->told, EXECUTIONS);
	for (int build = 0; build < N_BUILDS; build++)
		assert_int_equal(last->in_build[build], EXECUTIONS / N_BUILDS);
	assert_int_equal(last->traces, EXECUTIONS / N_BUILDS);
	assert_true(cover_count(campaign_cover(campaign), CRITERION_BRANCH).covered > 1);
	campaign_free(campaign);
}

static void a_journal_from_outside(void **state)
{
	struct world *world = *state;
	char *path = xprintf("%s/journal", world->cache);
	struct journal *journal = file_journal_new(path);
	struct campaign *first = run(world, journal, EXECUTIONS);
	struct count covered = cover_count(campaign_cover(first), CRITERION_BRANCH);
	campaign_free(first);
	journal_free(journal);
	journal = file_journal_new(path);
	struct campaign *second = run(world, journal, 1); /* all but one of its tests come from the file */
	assert_int_equal(cover_count(campaign_cover(second), CRITERION_BRANCH).covered, covered.covered);
	assert_int_equal(campaign_stats(second).executions, EXECUTIONS + 1);
	campaign_free(second);
	journal_free(journal);
	free(path);
}

static int open_world(void **state)
{
	struct world *world = xcalloc(1, sizeof *world);
	*state = world;
	return world_open(world, "tests/units/symbolic/triangle.c") != NULL;
}

static int close_world(void **state)
{
	world_close(*state);
	free(*state);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_engine_from_outside),
		cmocka_unit_test(a_journal_from_outside),
	};
	return cmocka_run_group_tests(tests, open_world, close_world);
}
