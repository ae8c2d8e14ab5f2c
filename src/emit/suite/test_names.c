/* test_names: the name of each test, and the comment above it.
 *
 * A name tells the function, its argument, the state and the result: ring_new_of_0_gives_null. If two tests
 * would have the same name, both tell more: other arguments, the calls before, other expectations. A number
 * behind a name says nothing, and is added only if all of that is the same. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "emit/suite/draft.h"
#include "emit/suite/name_words.h"
#include "emit/text/c_plan.h"
#include "emit/text/new_goals.h"
#include "model/failing.h"
#include "model/words.h"
#include "seq/literal.h"
#include "seq/names.h"
#include "seq/raw.h"
#include "seq/value.h"

#define MAX_SEEN 4u
#define MAX_BEFORE 3u /* calls before the main call */
#define MAX_OTHERS 6u /* arguments of the main call that tell tests apart */
#define MAX_ELEMENTS 3u /* of an array */
#define MAX_FIELDS 3u /* of objects */
#define MOST_SMALL 9 /* of the numbers that say little */

/* Returns the call that a test is about: its last own call, or NONE. Setting a variable does not count. */
static uint32_t main_call(const struct model *model, const struct draft *draft)
{
	for (uint32_t i = draft->own->n; i-- > 0;)
		if (step_is_call(draft->own->steps[i]) && !step_function(model, draft->own->steps[i])->sets)
			return i;
	return NONE;
}

/* Returns the sight of the main call's result, or of the text behind it (SIGHT_STRING). It is found by counting
 * calls. */
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

/* Returns a word for a type, as a result (param NONE) or argument of the function. */
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

/* The parts of a name, in this order. Parts from PART_NTH on are told only if two names would otherwise be the
 * same. */
enum part {
	PART_FUNCTION,
	PART_ARGUMENT,               /* "_of_7", "_of_null_line" */
	PART_STATE,                  /* "_with_mode" */
	PART_FAILURE,                /* "_when_malloc_fails" */
	PART_TIMES,
	PART_RESULT,                 /* "_gives_3" */
	PART_NTH,             /* "_when_second_malloc_fails" in place of PART_FAILURE */
	PART_BEFORE,                 /* the call before: "_after_ring_push" */
	PART_BEFORE_OF,              /* with its argument, in place of PART_BEFORE */
	PART_OTHER,                  /* other arguments, a part for each: "_and_value_2" */
	PART_ENDING = PART_OTHER + MAX_OTHERS, /* of a text that is told in part: "_ending_in_newline" */
	PART_ALL_BEFORE,      /* all calls before, in place of PART_BEFORE */
	PART_SEEN,            /* other expectations, a part for each: "_and_count_7" */
	PART_FIELDS = PART_SEEN + MAX_SEEN, /* of objects that the test fills: "_with_count_3" */
	PART_CONDITION,                     /* that no test before makes true, or false: "_where_count_is_0" */
	PART_GOAL,                          /* a line that no test before reaches: "_at_line_31" */
	N_PARTS,
	FIRST_EXTRA = PART_NTH
};

struct description {
	struct sb name[N_PARTS], sentence[N_PARTS];
};

static void release(struct description *d)
{
	for (size_t i = 0; i < N_PARTS; i++) {
		sb_release(&d->name[i]);
		sb_release(&d->sentence[i]);
	}
}

/* ---- arguments and state ---- */

/* True if an earlier call had the address of the variable, which may have changed its value. */
static bool may_have_changed(const struct seq *seq, uint32_t v, uint32_t call)
{
	for (uint32_t i = v + 1; i < call; i++)
		for (uint32_t a = 0; a < seq->steps[i]->n_args; a++)
			if (seq->steps[i]->args[a].address && seq_index(i, seq->steps[i]->args[a]) == v)
				return true;
	return false;
}

/* Adds "_1_2", "_a_comma": the elements of a short array that the call only reads. */
static void add_elements(const struct model *model, const struct step *block, struct sb *name)
{
	type_id target = model_type(model, block->type)->target;
	const struct type *element = model_canonical(model, target);
	bool is_bytes = (element->kind == TYPE_VOID || type_is_char(element)) && !block->n_fills;
	bool is_told = block->size <= NAME_TOLD || c_are_letters(block->bytes, block->size);
	if (is_bytes && model_type(model, target)->is_const && is_told)
		words_add_text(block->bytes, block->size, name);
	bool is_number = element->kind == TYPE_FLOAT || (element->kind == TYPE_INT && !type_is_char(element));
	if (!is_number || !model_type(model, target)->is_const || element->size > 8 || block->n_fills ||
	    block->size / element->size > MAX_ELEMENTS)
		return;
	for (uint32_t at = 0; at + element->size <= block->size; at += (uint32_t)element->size) {
		const char *bytes = (const char *)block->bytes + at;
		if (element->kind == TYPE_FLOAT)
			words_add_real(value_real(element, bytes), name);
		else
			words_add_number(value_int(element, bytes), name);
	}
}

/* Adds "_7" or "_abc": a plain literal that the call is given; false: the argument is none. */
static bool add_literal(const struct model *model, const struct seq *seq, uint32_t call, uint32_t a, struct sb *name)
{
	const struct step *step = seq->steps[call];
	uint32_t v = seq_index(call, step->args[a]);
	const struct step *value = seq->steps[v];
	const struct type *type = model_canonical(model, value->type);
	size_t before = name->n;
	if (step->args[a].address || may_have_changed(seq, v, call))
		return false;
	if (value->kind == STEP_VALUE &&
	    (type->kind == TYPE_INT || type->kind == TYPE_ENUM || type->kind == TYPE_BOOL) && type->size <= 8) {
		int64_t number = value_int(type, value->bytes);
		const char *word = word_for(model, type, step->index, a, number);
		if (word)
			sb_addf(name, "_%s", word);
		else if (number >= 0 || type->is_signed)
			words_add_number(number, name);
	} else if (value->kind == STEP_VALUE && type->kind == TYPE_FLOAT) {
		words_add_real(value_real(type, value->bytes), name);
	} else if (value->kind == STEP_BLOCK && value->is_string && value->size) {
		words_add_text(value->bytes, value->size - 1, name);
	} else if (value->kind == STEP_BLOCK) {
		add_elements(model, value, name);
	}
	return name->n > before;
}

static bool is_read_only(const struct model *model, const struct param *param)
{
	const struct type *pointer = model_type(model, param->type);
	return pointer->kind == TYPE_POINTER && model_type(model, pointer->target)->is_const;
}

/* The call reads the memory, or is told its length. Of other memory nobody would say that it is empty. */
static bool is_read(const struct model *model, const struct param *param)
{
	return param->partner != NONE || param->role == ROLE_STRING || is_read_only(model, param);
}

/* Returns a null pointer or empty text among the arguments, or NONE. */
static uint32_t odd_argument(const struct model *model, const struct seq *seq, uint32_t call, bool *is_null)
{
	const struct step *step = seq->steps[call];
	const struct function *function = step_function(model, step);
	for (uint32_t a = 0; a < step->n_args; a++) {
		uint32_t v = seq_index(call, step->args[a]);
		const struct step *value = seq->steps[v];
		bool pointer = model_canonical(model, function->params[a].type)->kind == TYPE_POINTER;
		*is_null = pointer && value->kind == STEP_VALUE && !step->args[a].address &&
		           bytes_are_zero(value->bytes, value->size) && !may_have_changed(seq, v, call);
		bool is_token =
		        pointer && function->params[a].partner == NONE &&
		        model_canonical(model, model_canonical(model, function->params[a].type)->target)->kind ==
		                TYPE_VOID;
		bool is_empty = value->kind == STEP_BLOCK && value->size <= (uint32_t)value->is_string;
		if (*is_null || (is_empty && !is_token && is_read(model, &function->params[a])))
			return a;
	}
	return NONE;
}

/* A number that tells the length of something says so; `number` is its text. */
static const char *unit_of(const struct model *model, const struct function *function, uint32_t a, const char *number)
{
	const struct param *length = &function->params[a];
	if (length->role != ROLE_LENGTH || length->partner == NONE || length->length_is_pointer)
		return "";
	const struct type *pointer = model_canonical(model, function->params[length->partner].type);
	const struct type *element = pointer->kind == TYPE_POINTER ? model_canonical(model, pointer->target) : NULL;
	if (!element || element->kind == TYPE_POINTER)
		return "";
	if (element->kind == TYPE_VOID || element->size == 1 || length->length_in_bytes)
		return str_equal(number, "_1") ? "_byte" : "_bytes";
	return str_equal(number, "_1") ? "_element" : "_elements";
}

/* The call may write to the memory behind the argument: of what stands there before, a name says little. Functions that
 * know no const get texts there. */
static bool is_output(const struct model *model, const struct function *function, uint32_t a)
{
	bool knows_const = function->params[a].role != ROLE_STRING;
	for (uint32_t i = 0; i < function->n_params; i++)
		knows_const |= is_read_only(model, &function->params[i]);
	return model_type(model, function->params[a].type)->kind == TYPE_POINTER && knows_const &&
	       !is_read_only(model, &function->params[a]);
}

/* The first argument from `from` on that is a literal, rather one that the call only reads; NONE: there is none. */
static uint32_t first_literal(const struct model *model, const struct seq *seq, uint32_t call, uint32_t from)
{
	const struct function *function = step_function(model, seq->steps[call]);
	uint32_t output = NONE;
	for (uint32_t a = from; a < seq->steps[call]->n_args; a++) {
		struct sb value = { 0 };
		bool is_literal = add_literal(model, seq, call, a, &value);
		sb_release(&value);
		if (is_literal && !is_output(model, function, a))
			return a;
		output = is_literal && output == NONE ? a : output;
	}
	return output;
}

/* A small number, as a test has it where any number would do. */
static bool is_small(const struct model *model, const struct step *value)
{
	const struct type *type = model_canonical(model, value->type);
	if (value->kind != STEP_VALUE || type->kind != TYPE_INT || type_is_char(type) || type->size > 8)
		return false;
	int64_t number = value_int(type, value->bytes);
	return number >= 0 && number <= MOST_SMALL;
}

/* The argument that the name tells: the first literal, but of numbers rather the first that is not small, because the
 * others are as they are in any test. NONE: there is none. */
static uint32_t telling_argument(const struct model *model, const struct seq *seq, uint32_t call)
{
	const struct step *step = seq->steps[call];
	const struct function *function = step_function(model, step);
	uint32_t first = first_literal(model, seq, call, 0), a = first;
	while (a != NONE && is_small(model, seq->steps[seq_index(call, step->args[a])]))
		a = first_literal(model, seq, call, a + 1);
	bool is_number = a != NONE && model_canonical(model, function->params[a].type)->kind == TYPE_INT;
	return is_number && function->params[a].role != ROLE_LENGTH ? a : first;
}

/* Adds the argument that is told first: an odd argument, or else the first plain literal. Returns its number. */
static uint32_t add_argument(const struct model *model, const struct seq *seq, uint32_t call, struct sb *name,
                             struct sb *sentence)
{
	const struct function *function = step_function(model, seq->steps[call]);
	bool is_null;
	uint32_t odd = odd_argument(model, seq, call, &is_null);
	if (odd != NONE) {
		sb_addf(name, is_null ? "_of_null_%s" : "_of_empty_%s", function->params[odd].name);
		sb_addf(sentence, is_null ? " with %s NULL" : " with an empty %s", function->params[odd].name);
		return odd;
	}
	uint32_t told = telling_argument(model, seq, call);
	if (told == NONE)
		return NONE;
	struct sb value = { 0 };
	add_literal(model, seq, call, told, &value);
	sb_addf(name, "_of%s%s%s%s", told == first_literal(model, seq, call, 0) ? "" : "_",
	        told == first_literal(model, seq, call, 0) ? "" : function->params[told].name, sb_text(&value),
	        unit_of(model, function, told, sb_text(&value)));
	sb_release(&value);
	return told;
}

/* The others, those that the call may write to last. */
static void add_other_arguments(const struct model *model, const struct seq *seq, uint32_t call, uint32_t told,
                                struct description *d)
{
	const struct function *function = step_function(model, seq->steps[call]);
	uint32_t n = 0, n_args = seq->steps[call]->n_args;
	for (uint32_t i = 0; i < 2 * n_args && n < MAX_OTHERS; i++) {
		uint32_t a = i % n_args;
		struct sb value = { 0 };
		if (a != told && is_output(model, function, a) == (i >= n_args) &&
		    add_literal(model, seq, call, a, &value))
			sb_addf(&d->name[PART_OTHER + n], "_and_%s%s", function->params[a].name, sb_text(&value));
		n += value.n > 0;
		sb_release(&value);
	}
}

/* Adds "_ending_in_newline_a" for the first text among the arguments that is told only in part. */
static void add_ending(const struct model *model, const struct seq *seq, uint32_t call, struct sb *name)
{
	const struct step *step = seq->steps[call];
	size_t before = name->n;
	for (uint32_t a = 0; a < step->n_args && name->n == before; a++) {
		const struct step *block = seq->steps[seq_index(call, step->args[a])];
		bool is_told = !step->args[a].address && block->kind == STEP_BLOCK && !block->n_fills &&
		               step_element_size(model, block) == 1 &&
		               !may_have_changed(seq, seq_index(call, step->args[a]), call);
		if (is_told && block->size && is_read(model, &step_function(model, step)->params[a]))
			words_add_ending(block->bytes, block->size - block->is_string, name);
	}
}

/* Adds "_with_count_3_and_first_1": numbers in the objects that the call is given and the test fills itself. */
static void add_fields(const struct model *model, const struct seq *seq, uint32_t call, struct sb *name)
{
	uint32_t n = 0;
	for (uint32_t a = 0; a < seq->steps[call]->n_args; a++) {
		const struct step *made = seq->steps[seq_index(call, seq->steps[call]->args[a])];
		type_id object = step_made_by_hand(model, made);
		const struct type *type = object == NONE ? NULL : model_type(model, object);
		for (uint32_t f = 0; type && f < type->n_fields && n < MAX_FIELDS; f++) {
			const struct field *field = &type->fields[f];
			const struct type *of = model_canonical(model, field->type);
			uint64_t at = field->bit_offset / 8;
			if (of->kind != TYPE_INT || field->bit_width || !field->name[0] || at + of->size > made->size)
				continue;
			int64_t value = value_int(of, (const char *)made->bytes + at);
			if (!value)
				continue;
			sb_addf(name, n++ ? "_and_%s" : "_with_%s", field->name);
			words_add_number(value, name);
		}
	}
}

/* Adds "_with_mode": the unit's variables that the test sets, if they are few. */
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

/* Adds "_when_malloc_fails", and "_when_second_malloc_fails". */
static void add_failure(const struct model *model, const struct draft *draft, uint32_t call, struct description *d)
{
	static const char *const ordinals[] = { "", "first_", "second_", "third_", "fourth_", "fifth_", "sixth_" };
	for (uint32_t i = 0; i < call; i++) {
		const struct step *step = draft->own->steps[i];
		const struct function *operation = step_function(model, step);
		if (!operation || !operation->fails)
			continue;
		const struct failing_kind *kind = &failing_kinds[failing_kind_of(operation)];
		const struct step *value = draft->own->steps[seq_index(i, step->args[0])];
		uint64_t nth = (uint64_t)value_int(model_canonical(model, value->type), value->bytes);
		sb_addf(&d->name[PART_FAILURE], "_when_%s_fails", kind->word);
		sb_addf(&d->sentence[PART_FAILURE], " when %s fails", kind->what);
		if (nth < sizeof ordinals / sizeof *ordinals)
			sb_addf(&d->name[PART_NTH], "_when_%s%s_fails", ordinals[nth], kind->word);
		else
			sb_addf(&d->name[PART_NTH], "_when_%s_%llu_fails", kind->word, (unsigned long long)nth);
		return;
	}
}

/* ---- results ---- */

/* Adds "_gives_box" for a pointer to a box. */
static void add_object(const struct model *model, const struct type *pointer, struct sb *name, struct sb *sentence)
{
	const char *spelling = model_type(model, pointer->target)->spelling, *word = spelling;
	for (const char *p = spelling; *p; p++)
		if (is_name_char(*p) && (p == spelling || !is_name_char(p[-1])))
			word = p;
	size_t n = 0;
	while (is_name_char(word[n]))
		n++;
	bool says_something = n && strncmp(word, "void", n) != 0 && strncmp(word, "char", n) != 0;
	sb_addf(name, says_something ? "_gives_%.*s" : "_gives_pointer", (int)n, word);
	sb_addf(sentence, strchr("aeiouAEIOU", says_something ? word[0] : 'p') ? " gives an %.*s" : " gives a %.*s",
	        says_something ? (int)n : 7, says_something ? word : "pointer");
}

/* Adds "_gives_2_5". */
static void add_real(long double number, struct sb *name, struct sb *sentence)
{
	struct sb words = { 0 };
	words_add_real(number, &words);
	if (words.n)
		sb_addf(name, "_gives%s", sb_text(&words));
	sb_release(&words);
	if (number != number || number - number != 0) {
		sb_add(sentence, number != number ? " gives NaN" : number < 0 ? " gives -infinity" : " gives infinity");
		return;
	}
	char digits[32];
	snprintf(digits, sizeof digits, "%.3g", number == 0 ? 0.0 : (double)number);
	sb_addf(sentence, " gives %s%s", strtod(digits, NULL) == (double)number ? "" : "about ", digits);
}

/* "_gives_value": what an earlier call was given, or gave. */
static void add_same(const struct model *model, const struct draft *draft, const struct sight *sight, struct sb *name,
                     struct sb *sentence)
{
	const struct param *param = c_first_param(model, draft->observed, sight->same_as - 1);
	if (!param || !param->name[0]) {
		add_object(model, model_canonical(model, sight->type), name, sentence);
		return;
	}
	sb_addf(name, "_gives_%s", param->name);
	sb_addf(sentence, " gives %s", param->name);
}

static void add_result(const struct model *model, const struct draft *draft, const struct sight *sight, struct sb *name,
                       struct sb *sentence)
{
	const struct type *type = model_canonical(model, sight->type);
	if (sight->same_as) {
		add_same(model, draft, sight, name, sentence);
		return;
	}
	if (type->kind == TYPE_FLOAT)
		add_real(value_real(type, sight->bytes), name, sentence);
	if (type->kind == TYPE_FLOAT || type->size > 8)
		return;
	int64_t value = value_int(type, sight->bytes);
	const char *word = word_for(model, type, sight->function, NONE, value);
	if (type->kind == TYPE_POINTER && value) {
		add_object(model, type, name, sentence);
	} else if (type->kind == TYPE_POINTER) {
		sb_add(name, "_gives_null");
		sb_add(sentence, " gives NULL");
	} else if (word) {
		sb_addf(name, "_gives_%s", word);
		sb_addf(sentence, " gives %s", word);
	} else if (type->kind == TYPE_BOOL) {
		sb_addf(name, "_is_%s", value ? "true" : "false");
		sb_addf(sentence, " gives %s", value ? "true" : "false");
	} else if (value >= -99999 && value <= 99999) {
		sb_add(name, "_gives");
		words_add_number(value, name);
		sb_addf(sentence, " gives %lld", (long long)value);
	}
}

/* Adds a text that is short and fit for a name or comment as a whole. */
static void add_text(const struct sight *text, struct sb *name, struct sb *sentence)
{
	if (text->size > NAME_TOLD)
		return;
	bool has_letters = false;
	for (uint32_t i = 0; i < text->size; i++) {
		if (!isgraph(text->bytes[i]) || strchr("\"\\*/?", text->bytes[i]))
			return;
		has_letters |= isalnum(text->bytes[i]) != 0;
	}
	sb_addf(sentence, " gives \"%.*s\"", (int)text->size, (const char *)text->bytes);
	sb_add(name, text->size == 0 ? "_gives_empty_text" : "_gives");
	if (text->size)
		words_add_text(text->bytes, text->size, name);
}

/* Returns the place of the main call in the written steps. */
static uint32_t main_step(const struct draft *draft)
{
	uint32_t closing = draft->closed->n - draft->n_own;
	return seq_last_call(draft->observed, draft->observed->n - closing - draft->n_observers);
}

/* Returns the sight of the result in the name; NULL: the name tells no result. */
static const struct sight *told_sight(const struct model *model, const struct draft *draft)
{
	uint32_t call = main_call(model, draft);
	if (call == NONE)
		return NULL;
	const struct sight *text = main_result(draft, call, SIGHT_STRING);
	if (text && draft->keep[text - draft->sights])
		return text;
	const struct sight *result = main_result(draft, call, SIGHT_RESULT);
	bool is_text = text && result && result->is_pointer && !draft->looks.no_text;
	return is_text ? text : result;
}

/* Returns the last sight that held in these steps, rather one that is about what the test does; n_sights: none held. */
static size_t last_held(const struct draft *draft, const bool *held, uint32_t first, uint32_t end)
{
	size_t last = draft->n_sights;
	for (size_t k = 0; k < draft->n_sights; k++) {
		const struct sight *sight = &draft->sights[k];
		if (sight->step >= first && sight->step < end && held[k] &&
		    (last == draft->n_sights || !sight->is_aside || draft->sights[last].is_aside))
			last = k;
	}
	return last;
}

/* True if something is expected of these steps; `own`: that the test is about. */
static bool expects(const struct draft *draft, uint32_t first, uint32_t end, bool own)
{
	for (size_t k = 0; k < draft->n_sights; k++)
		if (draft->keep[k] && draft->sights[k].step >= first && draft->sights[k].step < end &&
		    !(own && draft->sights[k].is_aside))
			return true;
	return false;
}

void draft_expect_something(struct draft *draft, const bool *held, uint32_t first, uint32_t end)
{
	size_t last = last_held(draft, held, first, end);
	if (last < draft->n_sights && !expects(draft, first, end, false))
		draft->keep[last] = true;
}

/* Expects the last sight after the main call that held, if nothing that the call did is expected; rather a sight of what
 * it did than one that is the same without it. */
static void expect_effect(struct draft *draft, const bool *held)
{
	uint32_t main = main_step(draft), end = draft->observed->n;
	size_t last = main == NONE ? draft->n_sights : last_held(draft, held, main, end);
	if (last < draft->n_sights && !expects(draft, main, end, true))
		draft->keep[last] = true;
}

/* Expects the answers of observers that ask for what the main call changed. */
static void expect_partners(const struct model *model, struct draft *draft, const bool *held)
{
	uint32_t main = main_step(draft);
	for (size_t k = 0; k < draft->n_sights && main != NONE; k++) {
		const struct sight *sight = &draft->sights[k];
		const struct function *observer = step_function(model, draft->observed->steps[sight->variable]);
		const struct function *changer = step_function(model, draft->observed->steps[main]);
		if (sight->variable > main && observer && changer && name_asks_for(observer->name, changer->name))
			draft->keep[k] = held[k];
	}
}

void draft_expect_told(const struct model *model, struct draft *draft, const bool *held)
{
	if (draft->dropped || draft->end.is_expected)
		return;
	expect_partners(model, draft, held);
	const struct sight *told = told_sight(model, draft);
	if (told)
		draft->keep[told - draft->sights] = held[told - draft->sights];
	else
		expect_effect(draft, held);
}

/* The name of the field alone: "count" of "->head.count"; "": it is an element of an array. */
static const char *field_name(const char *access)
{
	const char *name = access;
	for (const char *p = access; *p; p++)
		name = is_name_char(*p) ? name : p + 1;
	return name;
}

/* "_leaves_count_at_2". */
static void add_left(const struct model *model, const struct sight *sight, const struct type *type, const char *what,
                     struct sb *name, struct sb *sentence)
{
	int64_t value = value_int(type, sight->bytes);
	const char *word = sight->kind == SIGHT_RESULT ? word_for(model, type, sight->function, NONE, value)
	                   : type->kind == TYPE_ENUM   ? word_for(model, type, 0, NONE, value)
	                   : sight->record ? model_field_number_name(model, sight->record, sight->field, value)
	                                   : NULL;
	sb_addf(name, "_leaves_%s_at", what);
	sb_addf(sentence, " leaves %s at ", what);
	if (word) {
		sb_addf(name, "_%s", word);
		sb_add(sentence, word);
	} else if (value >= -99999 && value <= 99999) {
		words_add_number(value, name);
		sb_addf(sentence, "%lld", (long long)value);
	} else {
		sb_add(name, "_a_number");
		sb_add(sentence, "another number");
	}
}

/* "_leaves_box_label_at_abc". */
static void add_text_left(const struct sight *text, const char *observer, struct sb *name, struct sb *sentence)
{
	struct sb words = { 0 }, said = { 0 };
	add_text(text, &words, &said);
	sb_addf(name, words.n ? "_leaves_%s_at%s" : "_leaves_%s", observer,
	        words.n ? sb_text(&words) + strlen("_gives") : "");
	sb_addf(sentence, said.n ? " leaves %s at%s" : " leaves %s", observer,
	        said.n ? sb_text(&said) + strlen(" gives") : "");
	sb_release(&words);
	sb_release(&said);
}

/* "_leaves_angle_at_1_5". */
static void add_real_left(long double number, const char *what, struct sb *name, struct sb *sentence)
{
	struct sb words = { 0 }, said = { 0 };
	add_real(number, &words, &said);
	sb_addf(name, words.n ? "_leaves_%s_at%s" : "_leaves_%s", what,
	        words.n ? sb_text(&words) + strlen("_gives") : "");
	sb_addf(sentence, " leaves %s at%s", what, sb_text(&said) + strlen(" gives"));
	sb_release(&words);
	sb_release(&said);
}

/* Adds the effect of a call without a result: "_leaves_uart_errors_at_2", "_calls_back". `aside`: of sights that are the
 * same without the call. */
static void add_effect_of(const struct model *model, const struct draft *draft, bool aside, struct sb *name,
                          struct sb *sentence)
{
	uint32_t main = seq_last_call(draft->observed,
	                              draft->observed->n - (draft->closed->n - draft->n_own) - draft->n_observers);
	for (size_t k = 0; k < draft->n_sights; k++) {
		const struct sight *sight = &draft->sights[k];
		const struct type *type = model_canonical(model, sight->type);
		if (!draft->keep[k] || main == NONE || sight->step < main || sight->is_aside != aside)
			continue;
		const struct step *step = draft->observed->steps[sight->step];
		bool is_number = type->kind == TYPE_INT || type->kind == TYPE_ENUM || type->kind == TYPE_BOOL;
		if (sight->kind == SIGHT_CALLS) {
			sb_add(name, "_calls_back");
			sb_add(sentence, " calls back");
			return;
		}
		const char *field = sight->kind == SIGHT_FIELD && is_number ? field_name(sight->access) : "";
		if (field[0] && type->size <= 8) {
			add_left(model, sight, type, field, name, sentence);
			return;
		}
		const struct function *observer = step_function(model, draft->observed->steps[sight->variable]);
		if (sight->kind == SIGHT_STRING && sight->variable > main && observer) {
			add_text_left(sight, observer->name, name, sentence);
			return;
		}
		bool is_result = sight->kind == SIGHT_RESULT && step_is_call(step);
		const char *what = is_result                    ? step_function(model, step)->name
		                   : sight->kind == SIGHT_FIELD ? field_name(sight->access)
		                                                : "";
		if (what[0] && type->kind == TYPE_FLOAT) {
			add_real_left(value_real(type, sight->bytes), what, name, sentence);
			return;
		}
		if (sight->kind != SIGHT_RESULT || !step_is_call(step) || !is_number || type->size > 8)
			continue;
		add_left(model, sight, type, step_function(model, step)->name, name, sentence);
		return;
	}
}

static void add_effect(const struct model *model, const struct draft *draft, struct sb *name, struct sb *sentence)
{
	size_t before = name->n;
	add_effect_of(model, draft, false, name, sentence);
	if (name->n == before)
		add_effect_of(model, draft, true, name, sentence);
}

/* Adds other expectations after the main call: "_and_count_7". */
static void add_seen(const struct model *model, const struct draft *draft, struct description *d)
{
	uint32_t n = 0, main = main_step(draft);
	for (size_t k = 0; k < draft->n_sights && n < MAX_SEEN && main != NONE; k++) {
		const struct sight *sight = &draft->sights[k];
		const struct type *type = model_canonical(model, sight->type);
		bool is_number = type->kind == TYPE_INT || type->kind == TYPE_ENUM || type->kind == TYPE_BOOL;
		bool is_told = sight->kind == SIGHT_STRING || sight->kind == SIGHT_BYTES ||
		               sight->kind == SIGHT_CALLS || sight->kind == SIGHT_ARGUMENT;
		if (!draft->keep[k] || is_told || !is_number || type->size > 8 || sight->step < main ||
		    (sight->kind == SIGHT_RESULT && sight->step == main))
			continue;
		struct sb *name = &d->name[PART_SEEN + n++];
		const struct step *step = draft->observed->steps[sight->step];
		sb_add(name, "_and_");
		if (sight->kind == SIGHT_RESULT && step_is_call(step))
			sb_add(name, step_function(model, step)->name);
		else if (!sight->access)
			sb_add(name, "value");
		for (const char *p = sight->access ? sight->access : ""; *p; p++)
			if (is_name_char(*p))
				sb_add_char(name, *p);
		words_add_number(value_int(type, sight->bytes), name);
	}
}

/* ---- calls before ---- */

/* The call only makes an object and is given nothing, or sets up one of the test's own: most tests begin like that. */
static bool says_nothing(const struct function *function)
{
	return function->n_params == 0 || (function->is_maker && function->made_param != NONE);
}

/* Adds "_after_ring_push_of_7": the calls before the main call, the last first; at most so many. */
static void add_before(const struct model *model, const struct draft *draft, uint32_t call, uint32_t most,
                       bool with_argument, struct sb *name)
{
	uint32_t n = 0, again = 1;
	const struct step *last = NULL;
	for (uint32_t i = call; i-- > 0 && n < most;) {
		const struct step *step = draft->own->steps[i];
		const struct function *function = step_function(model, step);
		if (!step_is_call(step) || function->sets || function->fails || says_nothing(function))
			continue;
		if (last && step->index == last->index && most > 1) {
			again++;
			continue;
		}
		if (again > 1)
			sb_addf(name, "_%u_times", again);
		again = 1;
		sb_addf(name, "%s%s", n++ ? "_and_" : "_after_", function->name);
		struct sb sentence = { 0 };
		if (with_argument)
			add_argument(model, draft->own, i, name, &sentence);
		sb_release(&sentence);
		last = step;
	}
	if (again > 1)
		sb_addf(name, "_%u_times", again);
}

static bool same_argument(const struct seq *seq, uint32_t i, uint32_t k, uint32_t a)
{
	uint32_t v = seq_index(i, seq->steps[i]->args[a]), w = seq_index(k, seq->steps[k]->args[a]);
	const struct step *x = seq->steps[v], *y = seq->steps[w];
	return v == w || (x->kind == y->kind && (x->kind == STEP_VALUE || x->kind == STEP_BLOCK) && !x->n_fills &&
	                  !y->n_fills && x->size == y->size && memcmp(x->bytes, y->bytes, x->size) == 0);
}

/* Counts the calls that are made with the arguments of this call. */
static uint32_t count_calls(const struct seq *seq, uint32_t call)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		bool same = step_is_call(step) && step->index == seq->steps[call]->index;
		for (uint32_t a = 0; same && a < step->n_args; a++)
			same = same_argument(seq, call, i, a);
		n += same;
	}
	return n;
}

/* "_accepts_null_line" in place of "_of_null_line", where a call without a result leaves nothing to look at. */
static void accept_null(const struct model *model, const struct draft *draft, uint32_t call, struct description *d)
{
	static const char of[] = "_of_null_";
	const struct function *function = step_function(model, draft->own->steps[call]);
	if (d->name[PART_RESULT].n || !str_starts(sb_text(&d->name[PART_ARGUMENT]), of) ||
	    model_canonical(model, function->result)->kind != TYPE_VOID)
		return;
	char *param = xstrdup(sb_text(&d->name[PART_ARGUMENT]) + strlen(of));
	sb_clear(&d->name[PART_ARGUMENT]);
	sb_clear(&d->sentence[PART_ARGUMENT]);
	sb_addf(&d->name[PART_ARGUMENT], "_accepts_null_%s", param);
	sb_addf(&d->sentence[PART_ARGUMENT], " accepts %s NULL", param);
	free(param);
}

static void describe(const struct model *model, const struct draft *draft, struct description *d)
{
	uint32_t call = main_call(model, draft);
	if (call == NONE) {
		sb_add(&d->name[PART_FUNCTION], "nothing_is_called");
		sb_add(&d->sentence[PART_FUNCTION], "Calls nothing");
		return;
	}
	uint32_t f = draft->own->steps[call]->index, calls = count_calls(draft->own, call);
	sb_add(&d->name[PART_FUNCTION], model->functions.at[f].name);
	sb_add(&d->sentence[PART_FUNCTION], model->functions.at[f].name);
	uint32_t told = add_argument(model, draft->own, call, &d->name[PART_ARGUMENT], &d->sentence[PART_ARGUMENT]);
	add_other_arguments(model, draft->own, call, told, d);
	add_ending(model, draft->own, call, &d->name[PART_ENDING]);
	add_state(model, draft, call, &d->name[PART_STATE], &d->sentence[PART_STATE]);
	add_failure(model, draft, call, d);
	if (calls > 2) {
		sb_addf(&d->name[PART_TIMES], "_%u_times", calls);
		sb_addf(&d->sentence[PART_TIMES], " called %u times", calls);
	}
	if (draft->end.is_expected) {
		sb_add(&d->name[PART_RESULT], "_ends_the_program");
		sb_addf(&d->sentence[PART_RESULT], " ends the program with status %d", draft->end.status);
	}
	const struct sight *sight = told_sight(model, draft);
	bool is_expected = sight && draft->keep[sight - draft->sights] && !draft->end.is_expected;
	if (is_expected && sight->kind == SIGHT_STRING)
		add_text(sight, &d->name[PART_RESULT], &d->sentence[PART_RESULT]);
	else if (is_expected)
		add_result(model, draft, sight, &d->name[PART_RESULT], &d->sentence[PART_RESULT]);
	else if (!draft->end.is_expected)
		add_effect(model, draft, &d->name[PART_RESULT], &d->sentence[PART_RESULT]);
	accept_null(model, draft, call, d);
	add_before(model, draft, call, 1, false, &d->name[PART_BEFORE]);
	add_before(model, draft, call, 1, true, &d->name[PART_BEFORE_OF]);
	add_before(model, draft, call, MAX_BEFORE, true, &d->name[PART_ALL_BEFORE]);
	add_seen(model, draft, d);
	add_fields(model, draft->own, call, &d->name[PART_FIELDS]);
}

/* ---- tables ---- */

/* Removes the parts that differ between the rows of a table, but the function: where a row ends in a question, another
 * may only be looked at by it. */
static void keep_common(struct description *d, const struct description *row)
{
	for (size_t i = PART_FUNCTION + 1; i < N_PARTS; i++)
		if (!str_equal(sb_text(&d->name[i]), sb_text(&row->name[i]))) {
			sb_clear(&d->name[i]);
			sb_clear(&d->sentence[i]);
		}
}

static void add_varied(const struct unit *unit, const draft_list *drafts, size_t leader, struct description *d)
{
	struct sb columns = { 0 };
	uint32_t call = main_call(unit->model, &drafts->at[leader]);
	if (call != NONE)
		draft_table_columns(unit, drafts, leader, drafts->at[leader].own->steps[call]->index, &columns);
	const char *told = sb_text(&d->name[PART_ARGUMENT]);
	if (columns.n && !str_starts(told, "_of_null_") && !str_starts(told, "_of_empty_") &&
	    !str_starts(told, "_accepts_null_")) {
		sb_clear(&d->name[PART_ARGUMENT]);
		sb_clear(&d->sentence[PART_ARGUMENT]);
		sb_addf(&d->name[PART_ARGUMENT], "_by_%s", sb_text(&columns));
		sb_add(&d->sentence[PART_ARGUMENT], " by ");
		for (const char *p = sb_text(&columns); *p; p++)
			if (str_starts(p, "_and_")) {
				sb_add(&d->sentence[PART_ARGUMENT], " and ");
				p += 4;
			} else {
				sb_add_char(&d->sentence[PART_ARGUMENT], *p);
			}
	}
	sb_release(&columns);
}

static void describe_shown(const struct unit *unit, const draft_list *drafts, size_t i, bool tables,
                           struct description *d)
{
	describe(unit->model, &drafts->at[i], d);
	if (!tables || !drafts->at[i].home.row.of)
		return;
	for (size_t k = i + 1; k < drafts->n; k++) {
		struct description row = { 0 };
		if (drafts->at[k].dropped || drafts->at[k].home.row.of != i + 1)
			continue;
		describe(unit->model, &drafts->at[k], &row);
		keep_common(d, &row);
		release(&row);
	}
	add_varied(unit, drafts, i, d);
}

/* Adds the reason for a test that adds no goals. Source text may contain the end of a comment. */
static void add_notice(const struct draft *draft, struct sb *out)
{
	const char *change = draft->claim.notices;
	if (!change || strstr(change, "*/") || strstr(change, "/*"))
		return;
	size_t length = strlen(change);
	sb_addf(out, " Fails if %.*s.", (int)(length - (length && change[length - 1] == ';')), change);
}

/* Adds " Stands on made-up answers of: clock_ms." */
static void add_stood_in(const struct model *model, const struct draft *draft, struct sb *out)
{
	for (uint32_t i = 0; i < draft->answers.n_stood_in; i++)
		sb_addf(out, "%s%s",
		        i ? ", " : " Stands on made-up answers of: ", stand_in_name(model, draft->answers.stood_in[i]));
	sb_add(out, draft->answers.n_stood_in ? "." : "");
}

/* ---- names that differ ---- */

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

static bool is_replaced(const struct description *d, uint32_t said, enum part part)
{
	bool has_all = said & 1u << PART_ALL_BEFORE, has_of = said & 1u << PART_BEFORE_OF;
	return (part == PART_FAILURE && said & 1u << PART_NTH && d->name[PART_NTH].n) ||
	       (part == PART_BEFORE && (has_of || has_all)) || (part == PART_BEFORE_OF && has_all);
}

/* Joins the parts that are told, in the order in which they read best. */
static void join(const struct description *d, uint32_t said, struct sb *name)
{
	static const enum part order[] = { PART_FUNCTION,  PART_ARGUMENT,  PART_OTHER,      PART_OTHER + 1,
		                           PART_OTHER + 2, PART_OTHER + 3, PART_OTHER + 4,  PART_OTHER + 5,
		                           PART_ENDING,    PART_STATE,     PART_NTH,        PART_FAILURE,
		                           PART_BEFORE,    PART_BEFORE_OF, PART_ALL_BEFORE, PART_TIMES,
		                           PART_RESULT,    PART_FIELDS,    PART_SEEN,       PART_SEEN + 1,
		                           PART_SEEN + 2,  PART_SEEN + 3,  PART_CONDITION,  PART_GOAL };
	sb_clear(name);
	for (size_t i = 0; i < sizeof order / sizeof *order; i++)
		if (said & 1u << order[i] && !is_replaced(d, said, order[i]))
			sb_add(name, sb_text(&d->name[order[i]]));
	if (name->n == d->name[PART_FUNCTION].n)
		sb_add(name, "_returns");
}

/* Tests that are named together. */
struct test_naming {
	struct description *of; /* per draft */
	uint32_t *said; /* per draft: the parts of its name, a bit each */
	bool *shown;
	char **names;
	size_t n;
};

static void name_all(struct test_naming *naming)
{
	struct sb name = { 0 };
	for (size_t i = 0; i < naming->n; i++) {
		if (!naming->shown[i])
			continue;
		join(&naming->of[i], naming->said[i], &name);
		free(naming->names[i]);
		naming->names[i] = xstrdup(sb_text(&name));
	}
	sb_release(&name);
}

/* Adds a part to the names of tests that have the same name, if it tells any of them apart. */
static bool say_more(struct test_naming *naming, enum part part)
{
	bool any = false;
	bool *wanted = xcalloc(naming->n + 1, sizeof *wanted);
	for (size_t i = 0; i < naming->n; i++)
		for (size_t k = i + 1; naming->shown[i] && k < naming->n; k++) {
			if (!naming->shown[k] || !str_equal(naming->names[i], naming->names[k]))
				continue;
			any = true;
			bool differs = !str_equal(sb_text(&naming->of[i].name[part]),
			                          sb_text(&naming->of[k].name[part]));
			wanted[i] |= differs;
			wanted[k] |= differs;
		}
	for (size_t i = 0; i < naming->n; i++)
		naming->said[i] |= wanted[i] ? 1u << part : 0;
	free(wanted);
	return any;
}

static void tell_apart(struct test_naming *naming)
{
	name_all(naming);
	for (enum part part = FIRST_EXTRA; part < N_PARTS; part++) {
		if (!say_more(naming, part))
			return;
		name_all(naming);
	}
}

static void add_probes(const struct draft *draft, uint64_t *probes, uint32_t n_words)
{
	for (uint32_t w = 0; w < n_words; w++)
		probes[w] |= draft->probes[w];
}

/* Adds "_at_line_31_and_34", from the lines that the comment names. */
static void add_lines(const char *comment, struct sb *name)
{
	unsigned long last = 0;
	for (const char *p = comment; (p = strchr(p, ':')); p++) {
		unsigned long line = strtoul(p + 1, NULL, 10);
		if (line && line != last)
			sb_addf(name, "%s%lu", last ? "_and_" : "_at_line_", line);
		last = line ? line : last;
	}
}

/* Adds "_where_count_is_0", from the first new outcome of a condition that words can tell. */
static void add_condition(const struct marks *marks, const uint64_t *fresh, struct sb *name)
{
	bool is_told = false;
	for (uint32_t c = 0; c < marks->conditions.n && !is_told; c++)
		for (int outcome = 1; outcome >= 0 && !is_told; outcome--) {
			uint32_t probe = marks_condition_probe(marks, c, outcome);
			is_told = fresh[probe / 64] >> (probe % 64) & 1 &&
			          words_add_condition(marks->conditions.at[c].text, outcome, name);
		}
}

/* Adds the comment above a test. *goal gets the line of the first new goal. */
static void comment(const struct unit *unit, const draft_list *drafts, size_t i, struct description *d,
                    const uint64_t *fresh, const struct cover *goals, struct arena *arena)
{
	struct draft *draft = &drafts->at[i];
	struct sb sentence = { 0 };
	for (size_t part = 0; part < N_PARTS; part++)
		sb_add(&sentence, sb_text(&d->sentence[part]));
	if (sentence.n == d->sentence[PART_FUNCTION].n)
		sb_add(&sentence, d->name[PART_RESULT].n ? " gives what is expected" : " returns");
	sb_add(&sentence, ".");
	size_t before = sentence.n;
	add_new_goals(unit->marks, fresh, goals->n_words, &sentence);
	add_lines(sb_text(&sentence) + before, &d->name[PART_GOAL]);
	add_condition(unit->marks, fresh, &d->name[PART_CONDITION]);
	const struct draft *noticing = draft;
	for (size_t k = i; k < drafts->n && draft->home.row.of && !noticing->claim.notices; k++)
		noticing = !drafts->at[k].dropped && drafts->at[k].home.row.of == draft->home.row.of ? &drafts->at[k]
		                                                                                     : noticing;
	add_notice(noticing, &sentence);
	add_stood_in(unit->model, draft, &sentence);
	draft->written.comment = arena_strdup(arena, sb_text(&sentence));
	sb_release(&sentence);
}

static void describe_all(const struct unit *unit, draft_list *drafts, struct test_naming *naming,
                         const struct cover *goals, bool tables, struct arena *arena)
{
	uint64_t *covered = xcalloc(goals->n_words, sizeof *covered), *fresh = xcalloc(goals->n_words, sizeof *fresh);
	for (size_t i = 0; i < drafts->n; i++) {
		naming->shown[i] = draft_is_shown(drafts, i, tables);
		naming->said[i] = (1u << FIRST_EXTRA) - 1;
		if (!naming->shown[i])
			continue;
		memset(fresh, 0, goals->n_words * sizeof *fresh);
		for (size_t k = i; k < drafts->n; k++)
			if (k == i || (tables && !drafts->at[k].dropped && drafts->at[k].home.row.of == i + 1))
				add_probes(&drafts->at[k], fresh, goals->n_words);
		for (uint32_t w = 0; w < goals->n_words; w++) {
			fresh[w] &= ~covered[w];
			covered[w] |= fresh[w];
		}
		describe_shown(unit, drafts, i, tables, &naming->of[i]);
		comment(unit, drafts, i, &naming->of[i], fresh, goals, arena);
	}
	free(covered);
	free(fresh);
}

void name_drafts(const struct unit *unit, draft_list *drafts, const struct cover *goals, bool tables,
                 struct arena *arena)
{
	struct strmap taken = { 0 };
	struct test_naming naming = { .of = xcalloc(drafts->n + 1, sizeof *naming.of),
		                      .said = xcalloc(drafts->n + 1, sizeof *naming.said),
		                      .shown = xcalloc(drafts->n + 1, sizeof *naming.shown),
		                      .names = xcalloc(drafts->n + 1, sizeof *naming.names),
		                      .n = drafts->n };
	names_reserve(unit->model, &taken);
	describe_all(unit, drafts, &naming, goals, tables, arena);
	tell_apart(&naming);
	for (size_t i = 0; i < drafts->n; i++) {
		if (naming.shown[i])
			drafts->at[i].name = unique_test_name(&taken, arena, naming.names[i]);
		else if (!drafts->at[i].dropped)
			drafts->at[i].name = drafts->at[drafts->at[i].home.row.of - 1].name;
		free(naming.names[i]);
		release(&naming.of[i]);
	}
	free(naming.of);
	free(naming.said);
	free(naming.shown);
	free(naming.names);
	strmap_release(&taken);
}
