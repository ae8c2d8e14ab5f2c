/* test_names: what a test is called and what stands above it.
 *
 * The name says what the last call of the test's own does: the function, what is
 * special about its arguments, what it gives. The comment says which goals the
 * test adds to those before it. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "emit/suite/draft.h"
#include "model/failing.h"
#include "seq/names.h"
#include "seq/value.h"

#define MAX_GOALS 4u /* named in a comment */
#define MAX_TOLD 16u /* characters of a text */

/* The call a test is about: the last of its own, or NONE. To set a variable is none. */
static uint32_t main_call(const struct model *model, const struct draft *draft)
{
	for (uint32_t i = draft->own->n; i-- > 0;)
		if (step_is_call(draft->own->steps[i]) && !step_function(model, draft->own->steps[i])->sets)
			return i;
	return NONE;
}

/* What the main call gave, or the text that it leads to (SIGHT_STRING), found among
 * the sights by counting calls. */
static const struct sight *main_result(const struct draft *draft, uint32_t call, enum sight_kind kind)
{
	uint32_t nth = 0, seen = 0;
	for (uint32_t i = 0; i < call; i++)
		nth += step_is_call(draft->own->steps[i]);
	for (uint32_t i = 0; i < draft->observed->n; i++) {
		if (!step_is_call(draft->observed->steps[i]) || seen++ != nth)
			continue;
		for (size_t k = 0; k < draft->n_sights; k++)
			if (draft->sights[k].kind == kind && draft->sights[k].variable == i)
				return &draft->sights[k];
	}
	return NULL;
}

/* As a result (param NONE) or argument of the function. */
static const char *word_for(const struct model *model, const struct type *type, uint32_t function, uint32_t param,
                            int64_t value)
{
	if (type->kind == TYPE_INT)
		return model_number_name(model, function, param, value);
	for (uint32_t i = 0; i < type->n_enumerators; i++)
		if (type->enumerators[i].value == value)
			return type->enumerators[i].name;
	return NULL;
}

static void add_result(const struct model *model, const struct sight *sight, struct sb *name, struct sb *sentence)
{
	const struct type *type = model_canonical(model, sight->type);
	if (type->kind == TYPE_FLOAT || type->size > 8)
		return;
	int64_t value = value_int(type, sight->bytes);
	const char *word = word_for(model, type, sight->function, NONE, value);
	if (type->kind == TYPE_POINTER) {
		if (value)
			return;
		sb_add(name, "_gives_null");
		sb_add(sentence, " gives NULL");
	} else if (word) {
		sb_addf(name, "_gives_%s", word);
		sb_addf(sentence, " gives %s", word);
	} else if (type->kind == TYPE_BOOL) {
		sb_addf(name, "_is_%s", value ? "true" : "false");
		sb_addf(sentence, " gives %s", value ? "true" : "false");
	} else if (value >= -99999 && value <= 99999) {
		sb_addf(name, value < 0 ? "_gives_minus_%lld" : "_gives_%lld", (long long)(value < 0 ? -value : value));
		sb_addf(sentence, " gives %lld", (long long)value);
	}
}

/* An earlier call had the address of the variable: it need not hold what it started with. */
static bool may_have_changed(const struct seq *seq, uint32_t v, uint32_t call)
{
	for (uint32_t i = v + 1; i < call; i++)
		for (uint32_t a = 0; a < seq->steps[i]->n_args; a++)
			if (seq->steps[i]->args[a].address && seq_index(i, seq->steps[i]->args[a]) == v)
				return true;
	return false;
}

static void add_argument(const struct model *model, const struct draft *draft, uint32_t call, struct sb *name,
                         struct sb *sentence)
{
	const struct step *step = draft->own->steps[call];
	const struct function *function = step_function(model, step);
	for (uint32_t a = 0; a < step->n_args; a++) {
		uint32_t v = seq_index(call, step->args[a]);
		const struct step *value = draft->own->steps[v];
		bool pointer = model_canonical(model, function->params[a].type)->kind == TYPE_POINTER;
		if (pointer && value->kind == STEP_VALUE && !step->args[a].address &&
		    bytes_are_zero(value->bytes, value->size) && !may_have_changed(draft->own, v, call)) {
			sb_addf(name, "_of_null_%s", function->params[a].name);
			sb_addf(sentence, " with %s NULL", function->params[a].name);
			return;
		}
		if (value->kind == STEP_BLOCK && value->size <= (uint32_t)value->is_string) {
			sb_addf(name, "_of_empty_%s", function->params[a].name);
			sb_addf(sentence, " with an empty %s", function->params[a].name);
			return;
		}
	}
}

/* "_with_mode": the variables of the unit that the test sets, if they are not many. */
static void add_state(const struct model *model, const struct draft *draft, uint32_t call, struct sb *name,
                      struct sb *sentence)
{
	const char *set[2] = { NULL, NULL };
	for (uint32_t i = 0; i < call; i++) {
		const struct step *step = draft->own->steps[i];
		const struct function *setter = step_function(model, step);
		const char *variable = setter && !setter->fails ? setter->sets : NULL;
		if (!variable || set[0] == variable || set[1] == variable)
			continue;
		if (set[1])
			return;
		set[set[0] != NULL] = variable;
	}
	if (!set[0])
		return;
	sb_addf(name, "_with_%s%s%s", set[0], set[1] ? "_and_" : "", set[1] ? set[1] : "");
	sb_addf(sentence, " with %s%s%s set", set[0], set[1] ? " and " : "", set[1] ? set[1] : "");
}

/* "_when_malloc_fails". */
static void add_failure(const struct model *model, const struct draft *draft, uint32_t call, struct sb *name,
                        struct sb *sentence)
{
	for (uint32_t i = 0; i < call; i++) {
		const struct function *operation = step_function(model, draft->own->steps[i]);
		if (!operation || !operation->fails)
			continue;
		const struct failing_kind *kind = &failing_kinds[failing_kind_of(operation)];
		sb_addf(name, "_when_%s_fails", kind->word);
		sb_addf(sentence, " when %s fails", kind->what);
		return;
	}
}

/* Text is told if it is short and all of it can be part of a name or comment. */
static void add_text(const struct sight *text, struct sb *name, struct sb *sentence)
{
	if (text->size > MAX_TOLD)
		return;
	bool has_letters = false;
	for (uint32_t i = 0; i < text->size; i++) {
		if (!isgraph(text->bytes[i]) || strchr("\"\\*/?", text->bytes[i]))
			return;
		has_letters |= isalnum(text->bytes[i]) != 0;
	}
	sb_addf(sentence, " gives \"%.*s\"", (int)text->size, (const char *)text->bytes);
	sb_add(name, text->size == 0 ? "_gives_empty_text" : has_letters ? "_gives_" : "");
	for (uint32_t i = 0; i < text->size && has_letters; i++)
		sb_add_char(name, isalnum(text->bytes[i]) ? (char)text->bytes[i] : '_');
}

/* "_of_7", "_of_abc": the first plain literal of the call. */
static void add_literal(const struct model *model, const struct draft *draft, uint32_t call, struct sb *name)
{
	const struct step *step = draft->own->steps[call];
	for (uint32_t a = 0; a < step->n_args; a++) {
		uint32_t v = seq_index(call, step->args[a]);
		const struct step *value = draft->own->steps[v];
		const struct type *type = model_canonical(model, value->type);
		if (value->kind == STEP_VALUE && !step->args[a].address && !may_have_changed(draft->own, v, call) &&
		    (type->kind == TYPE_INT || type->kind == TYPE_ENUM) && type->size <= 8) {
			int64_t number = value_int(type, value->bytes);
			if (number < 0 && !type->is_signed)
				continue;
			const char *word = word_for(model, type, step->index, a, number);
			if (word)
				sb_addf(name, "_of_%s", word);
			else
				sb_addf(name, number < 0 ? "_of_minus_%llu" : "_of_%llu",
				        (unsigned long long)(number < 0 ? 0 - (uint64_t)number : (uint64_t)number));
			return;
		}
		if (value->kind == STEP_BLOCK && value->is_string) {
			size_t before = name->n;
			for (uint32_t k = 0; k + 1 < value->size && name->n < before + 16; k++)
				if (isalnum(((const unsigned char *)value->bytes)[k]))
					sb_addf(name, "%s%c", name->n == before ? "_of_" : "",
					        ((const char *)value->bytes)[k]);
			if (name->n > before)
				return;
		}
	}
}

static uint32_t count_calls(const struct draft *draft, uint32_t function)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < draft->own->n; i++)
		n += step_is_call(draft->own->steps[i]) && draft->own->steps[i]->index == function;
	return n;
}

/* The function that a part is about, as the first does from left to right. */
static uint32_t first_function(const struct model *model, const struct draft *draft)
{
	uint32_t call = main_call(model, draft);
	return draft->parts   ? first_function(model, &draft->parts[0])
	       : call == NONE ? NONE
	                      : draft->own->steps[call]->index;
}

static bool is_all_about(const struct model *model, const struct draft *draft, uint32_t function)
{
	if (draft->parts)
		return is_all_about(model, &draft->parts[0], function) &&
		       is_all_about(model, &draft->parts[1], function);
	return first_function(model, draft) == function;
}

static void describe_list(const char *function, uint32_t n, struct sb *name, struct sb *sentence)
{
	sb_addf(name, "%s_on_%u_inputs", function, n);
	sb_addf(sentence, "%s on %u inputs, one after the other", function, n);
}

/* Several small tests in one: about one function, or about neighbours. */
static void describe_merged(const struct model *model, const struct draft *draft, struct sb *name, struct sb *sentence)
{
	uint32_t first = first_function(model, draft), last = draft->own->steps[main_call(model, draft)]->index;
	const char *what = model->functions.at[first == NONE ? last : first].name;
	if (is_all_about(model, draft, first)) {
		describe_list(what, draft_is_list(draft) ? count_calls(draft, first) : draft_parts(draft), name,
		              sentence);
		return;
	}
	bool only_two = draft_parts(draft) == 2;
	sb_addf(name, only_two ? "%s_and_%s" : "%s_to_%s", what, model->functions.at[last].name);
	sb_addf(sentence, only_two ? "%s and %s" : "%s to %s", what, model->functions.at[last].name);
}

static void describe(const struct model *model, const struct draft *draft, struct sb *name, struct sb *sentence)
{
	uint32_t call = main_call(model, draft);
	if (call == NONE) {
		sb_add(name, "nothing");
		sb_add(sentence, "Calls nothing");
		return;
	}
	if (draft->parts) {
		describe_merged(model, draft, name, sentence);
		return;
	}
	uint32_t f = draft->own->steps[call]->index, calls = count_calls(draft, f);
	if (calls > 1 && draft_is_list(draft)) {
		describe_list(model->functions.at[f].name, calls, name, sentence);
		return;
	}
	const struct sight *result = main_result(draft, call, SIGHT_RESULT),
	                   *text = main_result(draft, call, SIGHT_STRING);
	sb_add(name, model->functions.at[f].name);
	sb_add(sentence, model->functions.at[f].name);
	add_argument(model, draft, call, name, sentence);
	if (str_equal(sb_text(name), model->functions.at[f].name))
		add_literal(model, draft, call, name);
	add_state(model, draft, call, name, sentence);
	add_failure(model, draft, call, name, sentence);
	if (calls > 2) {
		sb_addf(name, "_%u_times", calls);
		sb_addf(sentence, " called %u times", calls);
	}
	if (draft->end.is_expected) {
		sb_add(name, "_ends_the_program");
		sb_addf(sentence, " ends the program with status %d", draft->end.status);
	}
	if (text && draft->keep[text - draft->sights])
		add_text(text, name, sentence);
	else if (result)
		add_result(model, result, name, sentence);
	if (str_equal(sb_text(name), model->functions.at[f].name))
		sb_add(name, "_runs");
	if (str_equal(sb_text(sentence), model->functions.at[f].name))
		sb_add(sentence, " runs to its end");
}

/* "ring.c:31 true" for a condition's or case's probe; false for other probes. */
static bool goal_text(const struct marks *marks, uint32_t probe, struct sb *out)
{
	const struct place *place;
	const char *what;
	if (probe >= marks->first_condition_probe && probe < marks->first_case_probe) {
		uint32_t c = (probe - marks->first_condition_probe) / 2;
		place = &marks->conditions.at[c].place;
		what = (probe - marks->first_condition_probe) % 2 ? "true" : "false";
	} else if (probe >= marks->first_case_probe && probe < marks->first_path_probe) {
		const struct case_mark *mark = &marks->cases.at[probe - marks->first_case_probe];
		place = &mark->place;
		what = mark->is_default ? "default" : "case";
	} else {
		return false;
	}
	sb_addf(out, "%s:%u %s", path_base(marks->files.at[place->file]), place->line, what);
	return true;
}

/* Conditions that share a line are told apart by nobody here: the line is named once. */
static void add_goals(const struct marks *marks, const uint64_t *fresh, uint32_t n_words, struct sb *out)
{
	uint32_t named = 0, more = 0;
	struct strmap seen = { 0 };
	for (uint32_t w = 0; w < n_words; w++)
		for (uint64_t bits = fresh[w]; bits; bits &= bits - 1) {
			struct sb goal = { 0 };
			bool added = false;
			if (goal_text(marks, 64 * w + (uint32_t)__builtin_ctzll(bits), &goal))
				strmap_put(&seen, sb_text(&goal), &added);
			if (added && named < MAX_GOALS)
				sb_addf(out, "%s%s", named++ ? ", " : " Adds ", sb_text(&goal));
			else
				more += added;
			sb_release(&goal);
		}
	if (more)
		sb_addf(out, " and %u more", more);
	if (named)
		sb_add(out, ".");
	strmap_release(&seen);
}

/* Why a test is there that adds no goals. Source text may end a comment. */
static void add_notice(const struct draft *draft, struct sb *out)
{
	const char *change = draft->claim.notices;
	if (!change || strstr(change, "*/") || strstr(change, "/*"))
		return;
	size_t length = strlen(change);
	sb_addf(out, " Fails if %.*s.", (int)(length - (length && change[length - 1] == ';')), change);
}

/* " Stands on made-up answers of: clock_ms." */
static void add_stood_in(const struct model *model, const struct draft *draft, struct sb *out)
{
	for (uint32_t i = 0; i < draft->answers.n_stood_in; i++)
		sb_addf(out, "%s%s",
		        i ? ", " : " Stands on made-up answers of: ", stand_in_name(model, draft->answers.stood_in[i]));
	sb_add(out, draft->answers.n_stood_in ? "." : "");
}

char *unique_test_name(struct strmap *taken, struct arena *arena, const char *wanted)
{
	bool added;
	uint64_t *count = strmap_put(taken, wanted, &added);
	if (added)
		return arena_strdup(arena, wanted);
	char *name = arena_printf(arena, "%s_%llu", wanted, (unsigned long long)++*count + 1);
	strmap_put(taken, name, &added);
	return added ? name : unique_test_name(taken, arena, wanted);
}

void name_drafts(const struct unit *unit, draft_list *drafts, const struct cover *goals, struct arena *arena)
{
	struct strmap taken = { 0 };
	uint64_t *covered = xcalloc(goals->n_words, sizeof *covered), *fresh = xcalloc(goals->n_words, sizeof *fresh);
	names_reserve(unit->model, &taken);
	for (size_t i = 0; i < drafts->n; i++) {
		struct draft *draft = &drafts->at[i];
		struct sb name = { 0 }, sentence = { 0 };
		if (draft->dropped)
			continue;
		for (uint32_t w = 0; w < goals->n_words; w++) {
			fresh[w] = draft->probes[w] & ~covered[w];
			covered[w] |= draft->probes[w];
		}
		describe(unit->model, draft, &name, &sentence);
		sb_add(&sentence, ".");
		add_goals(unit->marks, fresh, goals->n_words, &sentence);
		add_notice(draft, &sentence);
		add_stood_in(unit->model, draft, &sentence);
		draft->name = unique_test_name(&taken, arena, sb_text(&name));
		draft->written.comment = arena_strdup(arena, sb_text(&sentence));
		sb_release(&name);
		sb_release(&sentence);
	}
	free(covered);
	free(fresh);
	strmap_release(&taken);
}
