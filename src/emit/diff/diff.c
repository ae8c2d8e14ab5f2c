/* diff: see diff.h. */
#include "emit/diff/diff.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/map.h"
#include "emit/diff/diff_parts.h"
#include "engine/mutate.h"
#include "proc/child.h"
#include "reduce/reduce.h"
#include "seq/life.h"
#include "seq/text/text.h"
#include "seq/value.h"

#define MAX_RUNS 300u        /* of shortening one test */
#define REPEATS 3u
#define VARIATIONS 24u       /* of one test that reaches changed code */
#define MAX_VARIATIONS 3000u
#define MAX_LITERAL_TRIES 500u  /* per version, twice */
#define MAX_TEMPLATES 8u        /* calls of changed functions that are put behind tests */

/* ---- the same test in the other version ---- */

static bool same_prototype(const struct model *a, const struct function *f, const struct model *b,
                           const struct function *g)
{
	if (!str_equal(f->name, g->name) || f->n_params != g->n_params ||
	    !str_equal(model_type(a, f->result)->spelling, model_type(b, g->result)->spelling))
		return false;
	for (uint32_t i = 0; i < f->n_params; i++)
		if (!str_equal(model_type(a, f->params[i].type)->spelling, model_type(b, g->params[i].type)->spelling))
			return false;
	return true;
}

static bool same_step(const struct model *a, const struct step *x, const struct model *b, const struct step *y)
{
	if (x->kind != y->kind || x->n_args != y->n_args || x->size != y->size)
		return false;
	if (step_is_call(x))
		return same_prototype(a, step_function(a, x), b, step_function(b, y));
	return !x->type == !y->type &&
	       (!x->type || str_equal(model_type(a, x->type)->spelling, model_type(b, y->type)->spelling));
}

const struct seq *diff_translate(struct arena *arena, const struct model *from, const struct model *to,
                                 const struct seq *seq)
{
	struct sb text = { 0 };
	struct seq_file file = { 0 };
	seq_print(seq, from, "same", &text);
	status st = seq_parse(arena, to, sb_text(&text), "the other version", &file);
	const struct seq *other = !st && file.n == 1 ? file.at[0].seq : NULL;
	status_free(st);
	sb_release(&text);
	if (!other || other->n != seq->n)
		return NULL;
	for (uint32_t i = 0; i < seq->n; i++)
		if (!same_step(from, seq->steps[i], to, other->steps[i]))
			return NULL;
	return other;
}

/* ---- running in both ---- */

static status play_side(struct differ *differ, struct pair *pair, int s)
{
	const struct run *run;
	TRY(executor_one(differ->executors[s], pair->seqs[s], WANT_VALUES, &run));
	pair->outcomes[s] = run->outcome;
	pair->done[s] = run->steps_done;
	pair->n_sights[s] = sights_of(differ->scratch, differ->sides[s].unit->model, pair->seqs[s], run,
	                              &pair->sights[s]);
	return NULL;
}

static bool same_sight(const struct sight *a, const struct sight *b)
{
	if (a->kind != b->kind || a->step != b->step)
		return false;
	if (a->is_pointer)
		return bytes_are_zero(a->bytes, a->size) == bytes_are_zero(b->bytes, b->size);
	return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

/* Returns the name of the function that the step calls; for other steps, of the nearest call before it. */
static const char *function_at(const struct differ *differ, const struct pair *pair, uint32_t step)
{
	const struct seq *seq = pair->seqs[0];
	uint32_t call = seq_last_call(seq, step < seq->n ? step + 1 : seq->n);
	return call == NONE ? "the test" : step_function(differ->sides[0].unit->model, seq->steps[call])->name;
}

/* True if both versions were looked at in the same places. The calls of a callback are counted only after a
 * call that made some, so where one version makes none, these counts are left out on both sides and the other
 * places are compared. */
static bool are_the_same_places(const struct pair *pair)
{
	bool same = pair->n_sights[0] == pair->n_sights[1];
	for (size_t i = 0; same && i < pair->n_sights[0]; i++)
		same = pair->sights[0][i].kind == pair->sights[1][i].kind &&
		       pair->sights[0][i].step == pair->sights[1][i].step;
	return same;
}

static void leave_out_calls(struct pair *pair, int s)
{
	size_t kept = 0;
	for (size_t i = 0; i < pair->n_sights[s]; i++)
		if (pair->sights[s][i].kind != SIGHT_CALLS)
			pair->sights[s][kept++] = pair->sights[s][i];
	pair->n_sights[s] = kept;
}

/* Finds the sight at which the versions differ, and sets pair->differs. One of the versions must run the test
 * to its end: a test cannot show a difference between two crashes. */
static void compare(const struct differ *differ, struct pair *pair)
{
	bool normal[2] = { pair->outcomes[0] == SK_NORMAL, pair->outcomes[1] == SK_NORMAL };
	pair->differs = false;
	if (!normal[0] && !normal[1])
		return;
	pair->baseline = normal[0] ? 0 : 1;
	pair->sight = NONE;
	if (normal[0] != normal[1]) {
		enum sk_outcome other = pair->outcomes[!pair->baseline];
		pair->differs = other == SK_FAULT || other == SK_HANG || other == SK_EXIT;
		pair->function = function_at(differ, pair, pair->done[!pair->baseline]);
		return;
	}
	for (int s = 0; s < 2 && !are_the_same_places(pair); s++)
		leave_out_calls(pair, s);
	for (size_t i = 0; i < pair->n_sights[0] && i < pair->n_sights[1]; i++)
		if (!same_sight(&pair->sights[0][i], &pair->sights[1][i])) {
			pair->differs = pair->sights[0][i].kind == pair->sights[1][i].kind &&
			                pair->sights[0][i].step == pair->sights[1][i].step;
			pair->sight = (uint32_t)i;
			pair->function = function_at(differ, pair, pair->sights[0][i].step);
			return;
		}
}

static status play(struct differ *differ, struct pair *pair)
{
	TRY(play_side(differ, pair, 0));
	TRY(play_side(differ, pair, 1));
	compare(differ, pair);
	return NULL;
}

/* Runs a pair several times. Only a difference that shows every time counts; *flaky counts the others. */
static status play_repeatedly(struct differ *differ, struct pair *pair, size_t *flaky)
{
	TRY(play(differ, pair));
	bool differed = pair->differs;
	for (uint32_t i = 1; i < REPEATS && pair->differs; i++) {
		struct pair again = *pair;
		TRY(play(differ, &again));
		pair->differs = again.differs && again.sight == pair->sight && again.baseline == pair->baseline &&
		                str_equal(again.function, pair->function);
		if (pair->differs && pair->sight != NONE)
			pair->differs = same_sight(&again.sights[0][pair->sight], &pair->sights[0][pair->sight]) &&
			                same_sight(&again.sights[1][pair->sight], &pair->sights[1][pair->sight]);
	}
	*flaky += differed && !pair->differs;
	return NULL;
}

/* ---- shorter ---- */

struct staying {
	struct differ *differ;
	const struct pair *pair;
};

static status still_differs(void *context, const struct seq *const *candidates, size_t n, bool *keeps)
{
	struct staying *staying = context;
	const struct diff_side *sides = staying->differ->sides;
	for (size_t i = 0; i < n; i++) {
		struct pair pair = { .seqs = { candidates[i] } };
		pair.seqs[1] = diff_translate(staying->differ->scratch, sides[0].unit->model, sides[1].unit->model,
		                              candidates[i]);
		if (!pair.seqs[1])
			continue;
		TRY(play(staying->differ, &pair));
		keeps[i] = pair.differs && (pair.sight == NONE) == (staying->pair->sight == NONE) &&
		           pair.baseline == staying->pair->baseline &&
		           str_equal(pair.function, staying->pair->function);
		if (keeps[i])
			return NULL; /* the first candidate that differs is taken */
	}
	return NULL;
}

static status shorten(struct differ *differ, struct pair *pair)
{
	struct staying staying = { differ, pair };
	struct reduce_options options = { .max_runs = MAX_RUNS };
	const struct diff_side *sides = differ->sides;
	const struct seq *shorter;
	TRY(reduce_sequence(differ->scratch, sides[0].unit->model, pair->seqs[0], still_differs, &staying, &options,
	                    &shorter));
	shorter = seq_close(differ->scratch, sides[0].unit->model, shorter);
	struct pair result = { .seqs = { shorter }, .changed = pair->changed };
	result.seqs[1] = diff_translate(differ->scratch, sides[0].unit->model, sides[1].unit->model, shorter);
	if (!result.seqs[1])
		return NULL;
	size_t flaky = 0;
	TRY(play_repeatedly(differ, &result, &flaky));
	if (result.differs && str_equal(result.function, pair->function))
		*pair = result;
	return NULL;
}

/* ---- all tests ---- */

static void own_pair(struct differ *differ, struct pair *pair)
{
	for (int s = 0; s < 2; s++) {
		pair->seqs[s] = seq_copy(differ->arena, pair->seqs[s]);
		if (pair->sight == NONE)
			continue;
		struct sight *sight = arena_memdup(differ->arena, &pair->sights[s][pair->sight], sizeof *sight);
		sight->bytes = (const uint8_t *)arena_strndup(differ->arena, (const char *)sight->bytes, sight->size);
		pair->sights[s] = sight;
	}
}

static bool is_known(struct differ *differ, const struct pair *pair)
{
	bool added;
	char *key = xprintf("%s %d %d", pair->function, pair->sight == NONE, pair->baseline);
	strmap_put(&differ->known, key, &added);
	free(key);
	return !added;
}

/* Makes a pair of a test of side s, with looks if possible, else without. False: the test cannot be said in the
 * other version. */
static bool make_pair(struct differ *differ, int s, const struct seq *seq, struct pair *pair)
{
	const struct model *mine = differ->sides[s].unit->model, *other = differ->sides[!s].unit->model;
	const struct seq *observed = observe_sequence(differ->scratch, mine, seq, steps_before_closing(mine, seq), NULL,
	                                              NULL);
	pair->seqs[s] = observed;
	pair->seqs[!s] = diff_translate(differ->scratch, mine, other, observed);
	if (pair->seqs[!s])
		return true;
	pair->seqs[s] = seq;
	pair->seqs[!s] = diff_translate(differ->scratch, mine, other, seq);
	return pair->seqs[!s];
}

/* True if the function was changed. The call at which the versions differ may be a look at the end, which
 * reaches changed code though the test does not. */
static bool is_changed(const struct differ *differ, const char *function)
{
	for (int s = 0; s < 2; s++) {
		const struct marks *marks = differ->sides[s].unit->marks;
		for (uint32_t i = 0; i < marks->functions.n; i++)
			if (differ->changed[s][i] && str_equal(marks->functions.at[i].name, function))
				return true;
	}
	return false;
}

/* True if step i is an argument of a call of a changed function. */
static bool is_for_changed(const struct differ *differ, int s, const struct seq *seq, uint32_t i)
{
	for (uint32_t k = i + 1; k < seq->n; k++)
		for (uint32_t a = 0; step_is_call(seq->steps[k]) && a < seq->steps[k]->n_args; a++)
			if (seq_index(k, seq->steps[k]->args[a]) == i &&
			    is_changed(differ, step_function(differ->sides[s].unit->model, seq->steps[k])->name))
				return true;
	return false;
}

static status keep_difference(struct differ *differ, struct pair *pair)
{
	TRY(shorten(differ, pair));
	pair->changed = pair->changed || is_changed(differ, pair->function);
	own_pair(differ, pair);
	vec_push(&differ->pairs, *pair);
	return NULL;
}

static status try_test(struct differ *differ, int s, const struct seq *seq, bool changed, struct diff_result *result)
{
	struct pair pair = { .changed = changed };
	bool is_told = make_pair(differ, s, seq, &pair);
	result->untold += !is_told;
	result->compared += is_told;
	if (!is_told)
		return NULL;
	TRY(play_repeatedly(differ, &pair, &result->flaky));
	return pair.differs && !is_known(differ, &pair) ? keep_difference(differ, &pair) : NULL;
}

/* The test must be fine in the version that it passes with: a test that was changed at random may use the API
 * wrongly. */
static status is_clean(struct differ *differ, const struct pair *pair, bool *clean)
{
	const struct diff_side *side = &differ->sides[pair->baseline];
	uint64_t key;
	TRY(judge_key(campaign_judge(side->campaign), differ->scratch, pair->seqs[pair->baseline], &key));
	*clean = key == 0;
	return NULL;
}

static status try_varied(struct differ *differ, int s, const struct seq *varied, struct diff_result *result)
{
	const struct model *model = differ->sides[s].unit->model;
	struct pair pair = { .changed = true };
	bool clean;
	if (!varied || !seq_is_valid(varied, model) || !make_pair(differ, s, varied, &pair))
		return NULL;
	result->compared++;
	TRY(play_repeatedly(differ, &pair, &result->flaky));
	if (!pair.differs)
		return NULL;
	TRY(is_clean(differ, &pair, &clean));
	return clean && !is_known(differ, &pair) ? keep_difference(differ, &pair) : NULL;
}

static status try_variation(struct differ *differ, int s, const struct seq *seq, struct diff_result *result)
{
	struct mutation mutation = { .model = differ->sides[s].unit->model,
		                     .values = differ->values[s],
		                     .rng = &differ->rng,
		                     .arena = differ->scratch };
	return try_varied(differ, s, mutate_sequence(&mutation, seq), result);
}

/* Tries the sequence, and then 0 and 1 in place of numbers that changed functions get. A new word in a text may
 * choose the same behaviour as the default number. */
static status try_with_numbers(struct differ *differ, int s, const struct seq *seq, struct diff_result *result)
{
	const struct model *model = differ->sides[s].unit->model;
	size_t n = differ->pairs.n;
	TRY(try_varied(differ, s, seq, result));
	for (uint32_t i = 0; i < seq->n; i++)
		for (int64_t number = 0; number < 2 && differ->pairs.n == n && is_for_changed(differ, s, seq, i);
		     number++) {
			const struct literal literal = { .number = number };
			const struct seq *varied = with_literal(differ->scratch, model, seq, i, &literal);
			if (varied && varied->hash != seq->hash)
				TRY(try_varied(differ, s, varied, result));
		}
	return NULL;
}

/* Puts each new literal in place of each literal of the test; `is_equal`: after all texts were made equal. */
static status try_literals(struct differ *differ, int s, const struct seq *own, bool is_equal,
                           struct diff_result *result)
{
	const struct model *model = differ->sides[s].unit->model;
	for (size_t k = 0; k < differ->literals.n; k++)
		for (uint32_t i = 0; i < own->n && differ->literal_tries_left && differ->pairs.n < MAX_DIFFERENCES;
		     i++) {
			arena_clear(differ->scratch);
			const struct seq *base = is_equal ? with_one_text(differ->scratch, model, own) : own;
			const struct seq *varied = with_literal(differ->scratch, model, base, i,
			                                        differ->literals.at[k]);
			differ->literal_tries_left -= varied != NULL;
			if (varied)
				TRY(try_with_numbers(differ, s, varied, result));
		}
	return NULL;
}

static status try_literals_in(struct differ *differ, int s, const struct seq *closed, struct diff_result *result)
{
	struct seq own = { .n = steps_before_closing(differ->sides[s].unit->model, closed), .steps = closed->steps };
	TRY(try_literals(differ, s, &own, false, result));
	return try_literals(differ, s, &own, true, result);
}

static int by_length(const void *a, const void *b)
{
	const struct archived *x = a, *y = b;
	return (x->seq->n > y->seq->n) - (x->seq->n < y->seq->n);
}

/* A call of a changed function in a test. */
struct template
{
	const struct seq *seq;
	uint32_t call;
};

static size_t find_templates(const struct differ *differ, int s, const struct archived *tests, size_t n,
                             struct template *templates)
{
	const struct model *model = differ->sides[s].unit->model;
	size_t found = 0;
	for (size_t i = 0; i < n && found < MAX_TEMPLATES; i++)
		for (uint32_t k = 0; k < tests[i].seq->n && found < MAX_TEMPLATES; k++) {
			const struct step *step = tests[i].seq->steps[k];
			bool is_new = step_is_call(step) && is_changed(differ, step_function(model, step)->name);
			for (size_t t = 0; t < found && is_new; t++)
				is_new = templates[t].seq->steps[templates[t].call]->index != step->index;
			if (is_new)
				templates[found++] = (struct template){ tests[i].seq, k };
		}
	return found;
}

/* Puts calls of changed functions behind a test, and tries the new literals in both. */
static status try_templates(struct differ *differ, int s, const struct seq *closed, const struct template *templates,
                            size_t n, struct diff_result *result)
{
	const struct model *model = differ->sides[s].unit->model;
	struct seq own = { .n = steps_before_closing(model, closed), .steps = closed->steps };
	struct arena *arena = arena_new();
	status st = NULL;
	for (size_t i = 0; i < n && !st; i++) {
		const struct seq *joined = with_call(arena, model, &own, templates[i].seq, templates[i].call);
		if (joined)
			st = try_literals(differ, s, joined, true, result);
	}
	arena_free(arena);
	return st;
}

/* Tries literals that only one version has: everywhere in tests that reach changed code, then in tests with a
 * call of a changed function behind them. Short tests come first. */
static status try_new_literals(struct differ *differ, int s, struct diff_result *result)
{
	struct arena *arena = arena_new();
	struct archived *tests;
	struct template templates[MAX_TEMPLATES];
	status st = NULL;
	size_t n = differ->literals.n ? archive_all(campaign_archive(differ->sides[s].campaign), arena, &tests) : 0;
	if (n)
		qsort(tests, n, sizeof *tests, by_length);
	size_t n_templates = n ? find_templates(differ, s, tests, n, templates) : 0;
	differ->literal_tries_left = MAX_LITERAL_TRIES;
	for (size_t i = 0; i < n && !st && !differ->pairs.n; i++)
		if (reaches_changed(differ, s, tests[i].probes))
			st = try_literals_in(differ, s, tests[i].seq, result);
	differ->literal_tries_left = MAX_LITERAL_TRIES;
	for (size_t i = 0; i < n && !st && !differ->pairs.n; i++) /* only while nothing was found */
		st = try_templates(differ, s, tests[i].seq, templates, n_templates, result);
	arena_free(arena);
	return st;
}

/* Tries random changes of the test: a difference may need other values than coverage needs. */
static status try_variations(struct differ *differ, int s, const struct seq *closed, struct diff_result *result)
{
	struct seq own = { .n = steps_before_closing(differ->sides[s].unit->model, closed), .steps = closed->steps };
	for (uint32_t i = 0; i < VARIATIONS && differ->variations_left && differ->pairs.n < MAX_DIFFERENCES; i++) {
		differ->variations_left--;
		arena_clear(differ->scratch);
		TRY(try_variation(differ, s, &own, result));
	}
	return NULL;
}

/* Compares the tests of side s that reach changed functions, or the others. The caller takes changed ones first. */
static status try_side(struct differ *differ, int s, bool changed, struct diff_result *result)
{
	struct arena *arena = arena_new();
	struct archived *tests;
	status st = NULL;
	size_t n = archive_all(campaign_archive(differ->sides[s].campaign), arena, &tests);
	for (size_t i = 0; !st && i < n && differ->pairs.n < MAX_DIFFERENCES; i++) {
		if (reaches_changed(differ, s, tests[i].probes) != changed)
			continue;
		arena_clear(differ->scratch);
		log_progress("comparing: %zu tests, %zu differences", result->compared, differ->pairs.n);
		st = try_test(differ, s, tests[i].seq, changed, result);
		if (!st && changed)
			st = try_variations(differ, s, tests[i].seq, result);
	}
	arena_free(arena);
	return st;
}

static void release(struct differ *differ)
{
	for (int s = 0; s < 2; s++) {
		executor_free(differ->executors[s]);
		compilers_release(&differ->compilers[s]);
		free(differ->changed[s]);
		values_free(differ->values[s]);
	}
	strmap_release(&differ->known);
	vec_release(&differ->pairs);
	vec_release(&differ->literals);
	arena_free(differ->scratch);
}

status diff_write(struct diff_side *sides, const char *out_dir, const char *command, uint64_t seed, struct arena *arena,
                  struct diff_result *result)
{
	struct differ differ = {
		.sides = sides, .arena = arena, .scratch = arena_new(), .variations_left = MAX_VARIATIONS
	};
	const struct exec_options fresh = { .fork_per_test = true };
	status st = NULL;
	rng_init(&differ.rng, seed);
	for (int s = 0; s < 2; s++)
		differ.values[s] = values_new(sides[s].unit->model);
	find_changed(&differ);
	find_new_literals(&differ);
	for (int s = 0; s < 2; s++)
		TRY_OUT(executor_new(sides[s].targets[BUILD_FAST], sides[s].unit, &fresh, &differ.executors[s]));
	for (int s = 0; s < 2; s++)
		TRY_OUT(try_new_literals(&differ, s, result));
	for (int changed = 1; changed >= 0; changed--)
		for (int s = 0; s < 2; s++)
			TRY_OUT(try_side(&differ, s, changed, result));
	TRY_OUT(compare_faults(&differ, &result->compared));
	log_progress_end();
	TRY_OUT(write_differences(&differ, out_dir, command, result));
out:
	release(&differ);
	return st;
}
