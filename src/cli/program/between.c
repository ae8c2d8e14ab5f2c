/* between: see between.h. */
#include "cli/program/between.h"

#include <string.h>

#include "base/log.h"

void between_collect(const struct stages *stages, struct campaign *campaign, invocation_list *out)
{
	struct archived *tests;
	size_t n = archive_all(campaign_archive(campaign), stages->arena, &tests);
	for (size_t i = 0; i < n; i++) {
		struct invocation one;
		if (invocation_of(&one, seq_copy(stages->arena, tests[i].seq), stages->arena))
			vec_push(out, one);
	}
}

/* Returns the first sequence of a test. A task may read beyond the end of its input, where it gets zeroes.
 * These zeroes are made part of the input, so that they can become other bytes. */
static const struct seq *start_of(const struct stages *stages, const struct invocation *test)
{
	const struct shape *shape = stages->shape;
	struct invocation longer;
	invocation_copy(&longer, test);
	if (longer.input.size < shape->input.size) {
		unsigned char *bytes = arena_memdup(stages->arena, shape->input.at, shape->input.size);
		if (longer.has_input && longer.input.size)
			memcpy(bytes, longer.input.at, longer.input.size);
		longer.input = (struct bytes){ bytes, shape->input.size };
		longer.has_input = true;
	}
	const struct seq *seq = invocation_seq(&longer, stages->unit->model, stages->arena);
	invocation_release(&longer);
	return seq;
}

static status reduce_one(const struct stages *stages, struct seed_runs *runs, const struct invocation *test,
                         const struct seed_budget *budget, struct prepared *out)
{
	struct invocation shorter;
	double start = now_seconds();
	TRY(seed_run(runs, test, stages->arena, &out->before));
	if (stages->no_reduction)
		invocation_copy(&shorter, test);
	else
		TRY(seed_reduce(runs, test, KEEP_STATEMENTS, budget, stages->arena, &shorter, &out->tries));
	out->seconds = stages->no_reduction ? 0 : now_seconds() - start;
	out->bytes_before = invocation_size(test);
	out->bytes_after = invocation_size(&shorter);
	out->start = start_of(stages, &shorter);
	status st = seed_run(runs, &shorter, stages->arena, &out->after);
	invocation_release(&shorter);
	return st;
}

static status reduce_tests(const struct stages *stages, struct seed_runs *runs, const invocation_list *tests,
                           const struct seed_budget *budget, double per_seed, struct prepared *out)
{
	for (size_t i = 0; i < tests->n; i++) {
		struct seed_budget own = *budget;
		if (per_seed > 0)
			own.until = now_seconds() + per_seed;
		out[i].number = i;
		TRY(reduce_one(stages, runs, &tests->at[i], &own, &out[i]));
	}
	return NULL;
}

static void rank(const struct stages *stages, const struct seed_runs *runs, const struct prepared *from,
                 struct between *b)
{
	struct ranked *ranked = ARENA_ARRAY(stages->arena, struct ranked, b->n_prepared + 1);
	size_t *order = ARENA_ARRAY(stages->arena, size_t, b->n_prepared + 1);
	double start = now_seconds();
	struct rng rng;
	rng_init(&rng, stages->options->seed);
	for (size_t i = 0; i < b->n_prepared; i++)
		ranked[i] = (struct ranked){ from[i].after.probes, from[i].after.path_length };
	rank_tests(ranked, b->n_prepared, runs->n_words, runs->counted[0], stages->ranking, &rng, order);
	b->ranking_seconds = now_seconds() - start;
	for (size_t i = 0; i < b->n_prepared; i++)
		b->prepared[i] = from[order[i]];
}

status between_prepare(struct stages *stages, struct between *b, const struct seed_budget *budget, double per_seed)
{
	struct seed_runs runs = { 0 };
	struct prepared *given = ARENA_ARRAY(stages->arena, struct prepared, b->tests.n + 1);
	b->prepared = ARENA_ARRAY(stages->arena, struct prepared, b->tests.n + 1);
	b->n_prepared = b->tests.n;
	status st = seed_runs_new(stages->targets[BUILD_FAST], stages->unit, stages->shape, &stages->options->exec,
	                          &runs);
	if (!st)
		st = reduce_tests(stages, &runs, &b->tests, budget, per_seed, given);
	if (!st)
		rank(stages, &runs, given, b);
	seed_runs_release(&runs);
	return st;
}

void between_tell(const struct stages *stages, const struct between *b)
{
	uint64_t before = 0, after = 0;
	for (size_t i = 0; i < b->n_prepared; i++) {
		before += b->prepared[i].before.path_length;
		after += b->prepared[i].after.path_length;
	}
	log_note("  %zu tests reduced (paths %.0f %% shorter) and ranked by %s", b->n_prepared,
	         before ? 100.0 - 100.0 * (double)after / (double)before : 0.0, ranking_name(stages->ranking));
}
