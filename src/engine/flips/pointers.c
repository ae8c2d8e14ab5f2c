/* pointers: see pointers.h. */
#include "engine/flips/pointers.h"

#include <stdlib.h>
#include <string.h>

#include "engine/flips/inputs.h"
#include "seq/life.h"
#include "seq/literal.h"
#include "seq/value.h"

#define MAX_STEPS_DEEP 64u    /* followed in an expression */

enum side_kind { SIDE_OTHER, SIDE_NULL, SIDE_PLACE, SIDE_GIVEN, SIDE_FIELD };

/* One side of a comparison of pointers. */
struct side {
	enum side_kind kind;
	uint32_t step;           /* SIDE_GIVEN: the block; SIDE_FIELD: the object with the pointer */
	uint64_t offset;         /* SIDE_FIELD: of the pointer */
	type_id type;            /* of the pointer */
};

struct view {
	const struct trace *trace;
	const struct model *model;
	const struct seq *seq;
};

static bool is_literal_pointer(const struct view *view, const struct sk_node *node, struct side *side)
{
	if (node->op != SK_NODE_INPUT || node->extra >= view->seq->n)
		return false;
	uint64_t start = 0;
	type_id type = step_scalar_at(view->model, view->seq->steps[node->extra], node->left_value, &start);
	if (!type || model_canonical(view->model, type)->kind != TYPE_POINTER)
		return false;
	*side = (struct side){ SIDE_FIELD, node->extra, start, type };
	return true;
}

/* Finds the pointer that the value is, or starts with. */
static struct side side_of(const struct view *view, uint32_t label, uint64_t value)
{
	struct side side = { .kind = SIDE_OTHER };
	for (unsigned deep = 0; label && deep < MAX_STEPS_DEEP; deep++) {
		const struct sk_node *node = &view->trace->nodes[label];
		if (node->op == SK_NODE_POINTER && node->extra < view->seq->n)
			return (struct side){ SIDE_GIVEN, node->extra, 0, view->seq->steps[node->extra]->type };
		if (is_literal_pointer(view, node, &side))
			return side;
		if (node->op == SK_NODE_INPUT && node->extra < view->seq->n &&
		    view->seq->steps[node->extra]->kind == STEP_PLACE)
			return (struct side){ .kind = SIDE_PLACE };
		if (node->op == SK_NODE_CONCAT && node->right)
			label = node->right;
		else if (node->left)
			label = node->left;
		else
			label = node->right;
	}
	if (!value)
		side.kind = SIDE_NULL;
	return side;
}

/* Follows negations and widenings down to the comparison. */
static uint32_t comparison_below(const struct trace *trace, uint32_t label, bool *outcome)
{
	for (unsigned deep = 0; label && deep < MAX_STEPS_DEEP; deep++) {
		const struct sk_node *node = &trace->nodes[label];
		bool by_constant = node->left && !node->right;
		if (node->op == SK_NODE_ZEXT || node->op == SK_NODE_SEXT || node->op == SK_NODE_EXTRACT) {
			label = node->left;
		} else if (node->op == SK_NODE_XOR && by_constant && node->right_value == 1) {
			label = node->left;
			*outcome = !*outcome;
		} else if ((node->op == SK_NODE_EQ || node->op == SK_NODE_NE) && by_constant && !node->right_value &&
		           trace->nodes[node->left].bits == 1) {
			*outcome ^= node->op == SK_NODE_EQ;
			label = node->left;
		} else {
			return label;
		}
	}
	return 0;
}

bool pointers_matter(const struct trace *trace, uint32_t label, const struct model *model, const struct seq *seq)
{
	struct view view = { trace, model, seq };
	bool outcome = true;
	label = comparison_below(trace, label, &outcome);
	if (!label)
		return false;
	const struct sk_node *node = &trace->nodes[label];
	struct side left = side_of(&view, node->left, node->left_value);
	struct side right = side_of(&view, node->right, node->right_value);
	if (left.kind == SIDE_PLACE || right.kind == SIDE_PLACE)
		return false; /* the distance from the start of a block is a number */
	return left.kind >= SIDE_GIVEN || right.kind >= SIDE_GIVEN;
}

/* ---- changing the test ---- */

/* True if the variable is passed to a parameter that must not be null. */
static bool null_is_forbidden(const struct model *model, const struct seq *seq, uint32_t v)
{
	for (uint32_t i = v + 1; i < seq->n; i++)
		for (uint32_t a = 0; step_is_call(seq->steps[i]) && a < seq->steps[i]->n_args; a++)
			if (seq_index(i, seq->steps[i]->args[a]) == v && !seq->steps[i]->args[a].address &&
			    step_function(model, seq->steps[i])->params[a].null == NULL_FORBIDDEN)
				return true;
	return false;
}

static const struct seq *make_null(struct arena *arena, const struct model *model, const struct seq *seq,
                                   const struct side *side)
{
	static const unsigned char zeroes[8];
	const struct step *old = seq->steps[side->step];
	struct step null = { .kind = STEP_VALUE, .type = old->type, .bytes = zeroes, .size = 8 };
	if (side->kind != SIDE_GIVEN || old->kind != STEP_BLOCK || null_is_forbidden(model, seq, side->step))
		return NULL;
	return seq_settle_lengths(arena, model, seq_replace(arena, seq, side->step, &null));
}

/* Returns a function without parameters that makes the object behind a pointer of this type, or NONE. */
static uint32_t plain_maker(const struct model *model, type_id type)
{
	for (uint32_t f = 0; f < model->functions.n; f++) {
		const struct function *function = &model->functions.at[f];
		bool is_usable = !function->is_static && !function->why_not && !function->switched_off;
		if (function->is_maker && function->made_param == NONE && !function->n_params && is_usable &&
		    model_same_type(model, function->result, type))
			return f;
	}
	return NONE;
}

/* Makes a step with a fresh object for a pointer of this type. */
static bool fresh_object(struct arena *arena, const struct model *model, type_id type, struct step *step)
{
	const struct type *target = model_canonical(model, model_canonical(model, type)->target);
	if (target->kind == TYPE_FUNCTION) {
		*step = (struct step){ .kind = STEP_CALLBACK, .type = type };
		return true;
	}
	uint32_t maker = plain_maker(model, type);
	if (maker != NONE) {
		*step = step_call(model, maker, NULL);
		return true;
	}
	if (model_default_role(model, type) == ROLE_FILE) {
		*step = (struct step){ .kind = STEP_FILE, .type = type, .bytes = "" };
		return true;
	}
	bool is_text = type_is_char(target) || target->kind == TYPE_VOID;
	if (!is_text && (!target->size || target->opaque))
		return false;
	uint32_t size = is_text ? 2 : (uint32_t)target->size;
	char *bytes = arena_alloc(arena, size);
	if (is_text)
		bytes[0] = 'a';
	*step = (struct step){ .kind = STEP_BLOCK, .type = type, .bytes = bytes, .size = size, .is_string = is_text };
	return true;
}

static const struct seq *fill_in(struct arena *arena, const struct seq *seq, uint32_t holder, uint64_t offset,
                                 uint32_t variable)
{
	struct step step = *seq->steps[holder];
	struct fill *fills = ARENA_ARRAY(arena, struct fill, step.n_fills + 1);
	uint32_t n = 0;
	struct fill added = { (uint32_t)offset, { holder - variable, false } };
	for (uint32_t f = 0; f < step.n_fills; f++) {
		if (added.arg.back && step.fills[f].offset >= offset) {
			fills[n++] = added;
			added.arg.back = 0;
		}
		if (step.fills[f].offset != offset)
			fills[n++] = step.fills[f];
	}
	if (added.arg.back)
		fills[n++] = added;
	step.fills = fills;
	step.n_fills = n;
	return seq_replace(arena, seq, holder, &step);
}

static bool is_whole(const struct model *model, const struct step *step)
{
	return step->kind == STEP_VALUE && model_canonical(model, step->type)->kind == TYPE_POINTER;
}

static const struct seq *make_fresh(struct arena *arena, const struct model *model, const struct seq *seq,
                                    const struct side *side)
{
	struct step fresh;
	if (!fresh_object(arena, model, side->type, &fresh) || seq->n + 1 >= SEQ_MAX_STEPS)
		return NULL;
	if (side->kind == SIDE_FIELD && is_whole(model, seq->steps[side->step])) {
		fresh.type = seq->steps[side->step]->type;
		return seq_settle_lengths(arena, model, seq_replace(arena, seq, side->step, &fresh));
	}
	if (side->kind != SIDE_FIELD)
		return NULL;
	seq = seq_insert(arena, seq, side->step, &fresh);
	return fill_in(arena, seq, side->step + 1, side->offset, side->step);
}

/* Makes references to variable `from` refer to the earlier variable `to`. */
static const struct seq *redirect(struct arena *arena, const struct seq *seq, uint32_t from, uint32_t to)
{
	for (uint32_t i = from + 1; i < seq->n; i++) {
		struct step step = *seq->steps[i];
		struct arg *args = arena_memdup(arena, step.args, step.n_args * sizeof *args);
		struct fill *fills = arena_memdup(arena, step.fills, step.n_fills * sizeof *fills);
		bool changed = false;
		for (uint32_t a = 0; a < step.n_args; a++)
			if (seq_index(i, args[a]) == from) {
				args[a].back = i - to;
				changed = true;
			}
		for (uint32_t f = 0; f < step.n_fills; f++)
			if (seq_index(i, fills[f].arg) == from) {
				fills[f].arg.back = i - to;
				changed = true;
			}
		step.args = args;
		step.fills = fills;
		if (changed)
			seq = seq_replace(arena, seq, i, &step);
	}
	return seq;
}

static const struct seq *make_same(struct arena *arena, const struct model *model, const struct seq *seq,
                                   const struct side *a, const struct side *b)
{
	if (!model_same_type(model, a->type, b->type))
		return NULL;
	if (a->kind == SIDE_GIVEN && b->kind == SIDE_GIVEN && a->step != b->step)
		return redirect(arena, seq, a->step > b->step ? a->step : b->step,
		                a->step > b->step ? b->step : a->step);
	const struct side *field = a->kind == SIDE_FIELD ? a : b, *given = a->kind == SIDE_FIELD ? b : a;
	if (field->kind != SIDE_FIELD || given->kind != SIDE_GIVEN)
		return NULL;
	if (is_whole(model, seq->steps[field->step]))
		return given->step < field->step ? redirect(arena, seq, field->step, given->step)
		                                 : redirect(arena, seq, given->step, field->step);
	return given->step < field->step ? fill_in(arena, seq, field->step, field->offset, given->step) : NULL;
}

static const struct seq *change(struct arena *arena, const struct view *view, const struct sk_node *node, bool equal)
{
	struct side left = side_of(view, node->left, node->left_value);
	struct side right = side_of(view, node->right, node->right_value);
	if (left.kind < SIDE_GIVEN) {
		struct side swap = left;
		left = right;
		right = swap;
	}
	if (left.kind < SIDE_GIVEN)
		return NULL;
	if (equal && right.kind == SIDE_NULL)
		return make_null(arena, view->model, view->seq, &left);
	if (equal)
		return right.kind >= SIDE_GIVEN ? make_same(arena, view->model, view->seq, &left, &right) : NULL;
	const struct seq *seq = make_fresh(arena, view->model, view->seq, &left);
	return seq || right.kind < SIDE_GIVEN ? seq : make_fresh(arena, view->model, view->seq, &right);
}

const struct seq *pointers_flip(struct arena *arena, const struct model *model, const struct seq *seq,
                                const struct trace *trace, uint32_t label, bool outcome)
{
	struct view view = { trace, model, seq };
	label = comparison_below(trace, label, &outcome);
	if (!label)
		return NULL;
	const struct sk_node *node = &trace->nodes[label];
	if (node->op != SK_NODE_EQ && node->op != SK_NODE_NE)
		return NULL;
	const struct seq *changed = change(arena, &view, node, (node->op == SK_NODE_EQ) == outcome);
	return changed && seq_is_valid(changed, model) && seq_uses_the_living(model, changed) &&
	                       seq_ends_fit(model, changed)
	               ? changed
	               : NULL;
}
