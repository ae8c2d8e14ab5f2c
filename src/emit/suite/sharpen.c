/* sharpen: adds tests that do not reach more goals, but may notice more faults.
 *
 * A test for each goal shows one value of each function, and many faults leave that one value unchanged. So
 * tests are tried with other literals: neighbours of the number in the test, numbers and texts of the called
 * functions, other texts; and with the last call made twice. A test whose calls give results that no test has
 * shown yet becomes a candidate. So do a few tests with numbers that the functions name, and their neighbours,
 * because limits are often wrong. Mutants decide: a candidate stays in the suite if it kills a mutant that the
 * other tests let live (mutation.c). */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/map.h"
#include "emit/suite/suite_parts.h"
#include "seq/literal.h"
#include "seq/value.h"

#define MOST_OF_TEST 5u        /* candidates from one test, */
#define MOST_OF_FUNCTION 12u   /* from tests of one function, */
#define MOST_CANDIDATES 120u   /* and altogether */
#define MOST_FORMS 48u         /* forms of one test that are tried */
#define MOST_WAIT 5u           /* milliseconds: mutants run every test, and waiting takes long */
#define MOST_LIMITS 3u         /* of one test, candidates that show no new result */
#define MOST_LITERALS 6u       /* of the called functions, put into one test */

/* Other forms of one test. */
struct forms {
	const struct suite *suite;
	const struct seq *seq;
	const struct seq *at[MOST_FORMS];
	bool is_limit[MOST_FORMS];         /* the number is named by a called function, or next to such a number */
	size_t n;
};

static void add_bytes(struct forms *forms, uint32_t i, const void *bytes, size_t size)
{
	const struct step *step = forms->seq->steps[i];
	if (forms->n == MOST_FORMS || (size == step->size && memcmp(bytes, step->bytes, size) == 0))
		return;
	forms->at[forms->n++] = seq_with_bytes(forms->suite->scratch, forms->suite->unit->model, forms->seq, i, bytes,
	                                       size);
}

static void add_number(struct forms *forms, uint32_t i, const struct type *type, int64_t number)
{
	unsigned char bytes[16] = { 0 };
	if (!value_int_fits(type, number))
		return;
	value_set_int(type, bytes, number);
	add_bytes(forms, i, bytes, type->size);
}

static void add_text(struct forms *forms, uint32_t i, const char *text, size_t size)
{
	char *copy = arena_alloc(forms->suite->scratch, size + 1);
	memcpy(copy, text, size);
	copy[size] = 0;
	add_bytes(forms, i, copy, size + 1);
}

/* Adds forms with numbers, or texts, of the called functions. */
static void add_literals(struct forms *forms, uint32_t i, const struct type *number)
{
	const struct model *model = forms->suite->unit->model;
	size_t n = 0;
	for (size_t k = 0; k < model->literals.n && n < MOST_LITERALS; k++) {
		const struct literal *literal = &model->literals.at[k];
		if (literal->is_real || literal->is_string == (number != NULL) || literal->function == NONE ||
		    !seq_calls(forms->seq, literal->function))
			continue;
		n++;
		size_t first = forms->n;
		if (!number)
			add_text(forms, i, literal->bytes, literal->length);
		for (int by = -1; number && by <= 1; by++)
			add_number(forms, i, number, literal->number + by);
		for (; number && first < forms->n; first++)
			forms->is_limit[first] = true;
	}
}

static void change_integer(struct forms *forms, uint32_t i, const struct type *type)
{
	static const int64_t usual[] = { 0, 2, 3, 10, -1, 100 };
	int64_t now = value_int(type, forms->seq->steps[i]->bytes);
	if (type->kind == TYPE_ENUM) {
		for (uint32_t e = 0; e < type->n_enumerators && e < MOST_LITERALS; e++)
			add_number(forms, i, type, type->enumerators[e].value);
		return;
	}
	add_literals(forms, i, type);
	if (now < INT64_MAX)
		add_number(forms, i, type, now + 1);
	if (now > INT64_MIN)
		add_number(forms, i, type, now - 1);
	for (size_t k = 0; k < sizeof usual / sizeof *usual; k++)
		add_number(forms, i, type, usual[k]);
}

static void change_real(struct forms *forms, uint32_t i, const struct type *type)
{
	static const long double usual[] = { 0, 1, -1, 0.5L, 2.5L, 100 };
	for (size_t k = 0; k < sizeof usual / sizeof *usual; k++) {
		unsigned char bytes[16] = { 0 };
		value_set_real(type, bytes, usual[k]);
		add_bytes(forms, i, bytes, type->size);
	}
}

static void change_text(struct forms *forms, uint32_t i)
{
	static const char *const usual[] = { "abc", "B", "12", "" };
	const struct step *step = forms->seq->steps[i];
	struct sb longer = { 0 };
	add_literals(forms, i, NULL);
	sb_add(&longer, "x");
	sb_add_bytes(&longer, step->bytes, step->size - 1);
	add_text(forms, i, sb_text(&longer), longer.n);
	sb_release(&longer);
	for (size_t k = 0; k < sizeof usual / sizeof *usual; k++)
		add_text(forms, i, usual[k], strlen(usual[k]));
}

static void change_literal(struct forms *forms, uint32_t i)
{
	const struct model *model = forms->suite->unit->model;
	const struct step *step = forms->seq->steps[i];
	const struct type *type = model_canonical(model, step->type);
	if (step->n_fills || !seq_is_free_literal(model, forms->seq, i))
		return;
	if (step->kind == STEP_BLOCK && step->is_string && step->size && step_element_size(model, step) == 1)
		change_text(forms, i);
	else if (step->kind == STEP_VALUE && type->kind == TYPE_FLOAT)
		change_real(forms, i, type);
	else if (step->kind == STEP_VALUE && (type->kind == TYPE_INT || type->kind == TYPE_ENUM) && type->size <= 8)
		change_integer(forms, i, type);
}

/* Adds a form that makes the last call once more. */
static void repeat_last(struct forms *forms)
{
	const struct model *model = forms->suite->unit->model;
	const struct seq *seq = forms->seq;
	uint32_t last = seq_last_call(seq, seq->n);
	if (last == NONE || forms->n == MOST_FORMS || seq->n == SEQ_MAX_STEPS)
		return;
	const struct step *step = seq->steps[last];
	const struct function *function = step_function(model, step);
	struct arg *args = ARENA_ARRAY(forms->suite->scratch, struct arg, step->n_args + 1);
	for (uint32_t a = 0; a < step->n_args; a++) {
		if (function->params[a].destroyed || function->params[a].taken)
			return;
		args[a] = step->args[a];
		args[a].back = seq->n - seq_index(last, step->args[a]);
	}
	const struct step again = step_call(model, step->index, args);
	forms->at[forms->n++] = seq_insert(forms->suite->scratch, seq, seq->n, &again);
}

/* ---- results of a test ---- */

/* Returns a key of the results of all calls, without addresses. */
static uint64_t results_of(const struct model *model, const struct seq *seq, const struct run *run)
{
	uint64_t key = 0;
	for (uint32_t i = 0; i < seq->n && run->steps && i < run->n_steps; i++) {
		const struct step_result *result = &run->steps[i];
		if (!step_is_call(seq->steps[i]) || !result->size)
			continue;
		bool leads = model_canonical(model, seq->steps[i]->type)->kind == TYPE_POINTER;
		key = hash_bytes(&seq->steps[i]->index, sizeof seq->steps[i]->index, key);
		if (leads)
			key = hash_bytes(&result->shape, sizeof result->shape, key);
		else
			key = hash_bytes(result->bytes, result->size, key);
	}
	return key;
}

struct sharpening {
	struct suite *suite;
	struct map shown;                  /* keys of results */
	struct map of_function;            /* candidates so far, per function */
	size_t n;                          /* in all */
};

/* Adds a candidate that has nothing but its results to speak for it yet. */
static status add_candidate(struct sharpening *sharpening, const struct seq *seq)
{
	struct suite *suite = sharpening->suite;
	const struct finding *finding;
	const struct seq *closed;
	enum verdict verdict;
	TRY(judge_sequence(campaign_judge(suite->campaign), suite->scratch, seq, &closed, &verdict, &finding));
	if (verdict != VERDICT_FINE)
		return NULL;
	struct draft draft = { .own = seq_copy(suite->arena, seq),
		               .closed = seq_copy(suite->arena, closed),
		               .n_own = seq->n,
		               .claim.is_candidate = true,
		               .needed = ARENA_ARRAY(suite->arena, uint64_t, suite->n_words) };
	TRY(suite_observe(suite, &draft, NULL));
	if (draft.dropped)
		return NULL;
	vec_push(&suite->drafts, draft);
	sharpening->n++;
	return NULL;
}

/* True if the test shows a result that no test has shown. */
static bool is_new(struct sharpening *sharpening, const struct seq *seq, const struct run *run)
{
	bool added = false;
	if (run->outcome == SK_NORMAL && run->idle.waited <= MOST_WAIT)
		map_put(&sharpening->shown, results_of(sharpening->suite->unit->model, seq, run), &added);
	return added;
}

static status run_form(struct sharpening *sharpening, const struct seq *seq, bool *shows, bool *waits)
{
	struct suite *suite = sharpening->suite;
	const struct run *run; /* nothing is destroyed, so objects show their final state */
	TRY(executor_one(suite->executor, seq, WANT_VALUES | WANT_SHAPES, &run));
	*shows = is_new(sharpening, seq, run);
	*waits = run->idle.waited > MOST_WAIT;
	return NULL;
}

static status try_forms_of(struct sharpening *sharpening, const struct seq *seq)
{
	struct suite *suite = sharpening->suite;
	struct forms forms = { .suite = suite, .seq = seq };
	uint32_t last = seq_last_call(seq, seq->n), found = 0, n_limits = 0;
	if (last == NONE)
		return NULL;
	uint64_t *of_function = map_put(&sharpening->of_function, seq->steps[last]->index, NULL);
	repeat_last(&forms);
	for (uint32_t i = 0; i < seq->n; i++)
		change_literal(&forms, i);
	for (size_t i = 0; i < forms.n && found < MOST_OF_TEST && *of_function < MOST_OF_FUNCTION; i++) {
		size_t before = sharpening->n;
		bool shows, waits;
		TRY(run_form(sharpening, forms.at[i], &shows, &waits));
		if (waits)
			continue;
		if (shows || (forms.is_limit[i] && n_limits++ < MOST_LIMITS))
			TRY(add_candidate(sharpening, forms.at[i]));
		found += sharpening->n > before;
		*of_function += sharpening->n > before;
	}
	return NULL;
}

/* Notes the results of the tests so far. */
static status note_shown(struct sharpening *sharpening)
{
	struct suite *suite = sharpening->suite;
	for (size_t i = 0; i < suite->drafts.n; i++) {
		const struct draft *draft = &suite->drafts.at[i];
		bool shows, waits;
		if (!draft->dropped)
			TRY(run_form(sharpening, draft->own, &shows, &waits));
		arena_clear(suite->scratch);
	}
	return NULL;
}

status suite_sharpen(struct suite *suite)
{
	struct sharpening sharpening = { .suite = suite };
	size_t n_drafts = suite->drafts.n;
	status st = note_shown(&sharpening);
	for (size_t i = 0; i < n_drafts && sharpening.n < MOST_CANDIDATES && !st; i++) {
		log_progress("looking for tests that notice more: %zu of %zu", i + 1, n_drafts);
		if (is_past(suite->options.times->drafts))
			break;
		if (!suite->drafts.at[i].dropped)
			st = try_forms_of(&sharpening, suite->drafts.at[i].own);
		arena_clear(suite->scratch);
	}
	log_verbose("tests: %zu candidates that may notice more", sharpening.n);
	map_release(&sharpening.shown);
	map_release(&sharpening.of_function);
	return st;
}
