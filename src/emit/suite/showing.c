/* showing: memory that a call writes to is not zero before.
 *
 * A call that writes zeroes into a struct of zeroes shows nothing there. A struct in which nothing can be seen, and which
 * the last call of a test may write to, is filled with other numbers, and stays so if something is seen then. */
#include <stdlib.h>
#include <string.h>

#include "emit/suite/suite_parts.h"
#include "seq/literal.h"
#include "seq/raw.h"
#include "seq/value.h"

#define FILLED_NUMBER 7
#define MOST_FILLED 256u      /* bytes of one object */

/* Fills the numbers of a type; pointers, enums and unions stay. */
static void fill(const struct model *model, const struct type *type, unsigned char *bytes)
{
	if (type->kind == TYPE_INT && type->size <= 8)
		value_set_int(type, bytes, type_is_char(type) ? 'x' : FILLED_NUMBER);
	else if (type->kind == TYPE_FLOAT)
		value_set_real(type, bytes, FILLED_NUMBER + 0.5L);
	for (uint32_t f = 0; type->kind == TYPE_STRUCT && f < type->n_fields; f++)
		if (!type->fields[f].bit_width)
			fill(model, model_canonical(model, type->fields[f].type),
			     bytes + type->fields[f].bit_offset / 8);
	const struct type *element = type->kind == TYPE_ARRAY ? model_canonical(model, type->target) : NULL;
	for (uint64_t k = 0; element && k < type->count; k++)
		fill(model, element, bytes + k * element->size);
}

/* The struct of zeroes behind argument a of the call, which the call may write to and no call before has got. */
static const struct type *written_struct(const struct model *model, const bool *is_set_up, const struct seq *seq,
                                         uint32_t call, uint32_t a)
{
	uint32_t v = seq_index(call, seq->steps[call]->args[a]);
	const struct step *made = seq->steps[v];
	const struct param *param = &step_function(model, seq->steps[call])->params[a];
	const struct type *pointer = model_type(model, param->type);
	type_id object = step_made_by_hand(model, made);
	bool fits = object != NONE && (!is_set_up[object] || param->role == ROLE_OUT) && made->size <= MOST_FILLED &&
	            !made->n_fills && bytes_are_zero(made->bytes, made->size) && seq_first_use(seq, v) == call &&
	            pointer->kind == TYPE_POINTER && !model_type(model, pointer->target)->is_const;
	return fits ? model_canonical(model, object) : NULL;
}

/* True if a change is seen in an own variable after the last call. */
static bool is_seen_in(const struct draft *draft, uint32_t own)
{
	uint32_t v = 0;
	for (uint32_t n = 0; v < draft->observed->n; v++)
		if (draft->observed->steps[v]->kind != STEP_PEEK && n++ == own)
			break;
	for (size_t k = 0; k < draft->n_sights; k++)
		if (draft->sights[k].variable == v && draft->sights[k].access && !draft->sights[k].is_aside &&
		    !draft->sights[k].is_unchanged)
			return true;
	return false;
}

/* The test with such structs filled, but those to skip; is_filled[] tells which. */
static const struct seq *filled(struct suite *suite, const struct draft *draft, const bool *skip, bool *is_filled)
{
	const struct model *model = suite->unit->model;
	const struct seq *seq = draft->own;
	uint32_t call = seq_last_call(seq, seq->n);
	bool *is_set_up = model_types_set_up(model);
	const struct seq *changed = seq;
	for (uint32_t a = 0; call != NONE && a < seq->steps[call]->n_args; a++) {
		const struct type *type = written_struct(model, is_set_up, seq, call, a);
		uint32_t v = seq_index(call, seq->steps[call]->args[a]);
		if (!type || skip[v] || is_seen_in(draft, v))
			continue;
		is_filled[v] = true;
		unsigned char *bytes = arena_alloc(suite->scratch, seq->steps[v]->size);
		memset(bytes, 0, seq->steps[v]->size);
		fill(model, type, bytes);
		changed = seq_with_bytes(suite->scratch, model, changed, v, bytes, seq->steps[v]->size);
	}
	free(is_set_up);
	return changed;
}

/* *other: the draft with this sequence. *fits: the judge has nothing against it, and it reaches the same goals. */
static status draft_with(struct suite *suite, const struct draft *draft, const struct seq *changed, struct draft *other,
                         bool *fits)
{
	const struct finding *finding;
	const struct seq *closed;
	enum verdict verdict;
	*fits = false;
	TRY(judge_sequence(campaign_judge(suite->campaign), suite->scratch, changed, &closed, &verdict, &finding));
	if (verdict != VERDICT_FINE)
		return NULL;
	*other = *draft;
	other->own = seq_copy(suite->arena, changed);
	other->closed = seq_copy(suite->arena, closed);
	other->n_own = changed->n;
	TRY(suite_observe(suite, other, NULL));
	*fits = !other->dropped && suite_has_all(suite, other->probes, draft->needed);
	return NULL;
}

/* A struct in which nothing is seen even so is not filled in a second try. */
status suite_show_writes(struct suite *suite, struct draft *draft)
{
	bool skip[SEQ_MAX_STEPS] = { 0 };
	if (draft->dropped || draft->end.is_expected || draft->own->n > SEQ_MAX_STEPS)
		return NULL;
	for (int try = 0; try < 2; try++) {
		struct draft other;
		bool is_filled[SEQ_MAX_STEPS] = { 0 }, fits, shows = true;
		const struct seq *changed = filled(suite, draft, skip, is_filled);
		if (changed == draft->own)
			return NULL;
		TRY(draft_with(suite, draft, changed, &other, &fits));
		for (uint32_t v = 0; v < changed->n && fits; v++) {
			skip[v] = is_filled[v] && !is_seen_in(&other, v);
			shows = shows && !skip[v];
		}
		if (fits && shows)
			*draft = other;
		if (!fits || shows)
			return NULL;
	}
	return NULL;
}
