/* valid: the conditions under which a sequence can be run and printed. */
#include "base/status.h"
#include "model/act.h"
#include "seq/seq.h"
#include "seq/step.h"
#include "seq/value.h"

uint32_t step_variable_size(const struct step *step, const struct model *model)
{
	if (step->kind == STEP_STUB || step->kind == STEP_PEEK || step->kind == STEP_FREE || step->kind == STEP_PUT ||
	    step->kind == STEP_RUN)
		return 0;
	return (uint32_t)model_canonical(model, step->type)->size;
}

bool step_is_descriptor(const struct model *model, const struct step *step)
{
	return step->kind == STEP_FILE && model_can_be_descriptor(model, step->type);
}

/* The types are equal except for qualifiers, also behind pointers and in arrays. */
static bool same_unqualified(const struct model *model, type_id a, type_id b)
{
	if (model_same_type(model, a, b))
		return true;
	const struct type *x = model_canonical(model, a), *y = model_canonical(model, b);
	if (x->kind != y->kind || x->count != y->count || (x->kind != TYPE_POINTER && x->kind != TYPE_ARRAY))
		return false;
	return same_unqualified(model, x->target, y->target);
}

static bool pointees_fit(const struct model *model, type_id to, type_id from)
{
	const struct type *x = model_canonical(model, to), *y = model_canonical(model, from);
	if (same_unqualified(model, to, from))
		return true;
	if (x->kind == TYPE_FUNCTION || y->kind == TYPE_FUNCTION)
		return false;
	if (x->kind == TYPE_VOID || y->kind == TYPE_VOID)
		return true;
	if (y->kind == TYPE_ARRAY && same_unqualified(model, to, y->target))
		return true;
	return type_is_char(x) && type_is_char(y);
}

bool seq_fits(const struct model *model, type_id to, type_id from, bool address)
{
	const struct type *wanted = model_canonical(model, to), *given = model_canonical(model, from);
	if (address)
		return wanted->kind == TYPE_POINTER && pointees_fit(model, wanted->target, from);
	if (wanted->kind == TYPE_POINTER && given->kind == TYPE_POINTER)
		return pointees_fit(model, wanted->target, given->target);
	return same_unqualified(model, to, from) && given->kind != TYPE_VOID;
}

struct checked {
	const struct model *model;
	const struct seq *seq;
	uint32_t i;
};

static bool refers_back(const struct checked *c, struct arg arg)
{
	return arg.back >= 1 && arg.back <= c->i &&
	       step_variable_size(c->seq->steps[seq_index(c->i, arg)], c->model) > 0;
}

static bool arg_fits(const struct checked *c, type_id to, struct arg arg)
{
	return refers_back(c, arg) && seq_fits(c->model, to, c->seq->steps[seq_index(c->i, arg)]->type, arg.address);
}

/* A part of `type` that starts at this offset takes the argument. */
static bool part_fits(const struct checked *c, type_id id, uint64_t offset, struct arg arg)
{
	const struct type *type = model_canonical(c->model, id);
	if (offset == 0 && arg_fits(c, id, arg))
		return true;
	if (type->kind == TYPE_ARRAY && type->count) {
		uint64_t size = model_canonical(c->model, type->target)->size;
		return size && offset / size < type->count && part_fits(c, type->target, offset % size, arg);
	}
	if (type->kind != TYPE_STRUCT && type->kind != TYPE_UNION)
		return false;
	for (uint32_t f = 0; f < type->n_fields; f++) {
		const struct field *field = &type->fields[f];
		uint64_t start = field->bit_offset / 8, size = model_canonical(c->model, field->type)->size;
		if (!field->bit_width && offset >= start && offset - start < size &&
		    part_fits(c, field->type, offset - start, arg))
			return true;
	}
	return false;
}

static uint32_t argument_size(const struct checked *c, struct arg arg)
{
	return arg.address ? (uint32_t)sizeof(void *)
	                   : step_variable_size(c->seq->steps[seq_index(c->i, arg)], c->model);
}

/* Memory without a type of its own (void *, char *) takes any argument that fits into it. */
static bool fills_fit(const struct checked *c, const struct step *step, type_id element)
{
	const struct type *type = model_canonical(c->model, element);
	bool plain = type->kind == TYPE_VOID || (step->kind == STEP_BLOCK && type_is_char(type));
	uint64_t end = 0;
	for (uint32_t f = 0; f < step->n_fills; f++) {
		const struct fill *fill = &step->fills[f];
		if (!refers_back(c, fill->arg) || fill->offset < end)
			return false;
		end = fill->offset + (uint64_t)argument_size(c, fill->arg);
		if (end > step->size)
			return false;
		if (!plain && (!type->size || !part_fits(c, element, fill->offset % type->size, fill->arg)))
			return false;
	}
	return true;
}

static bool call_is_valid(const struct checked *c, const struct step *step)
{
	if (step->index >= c->model->functions.n || step->n_fills || step->size)
		return false;
	const struct function *function = &c->model->functions.at[step->index];
	if (step->n_args != function->n_params || step->type != function->result)
		return false;
	for (uint32_t a = 0; a < step->n_args; a++)
		if (!arg_fits(c, function->params[a].type, step->args[a]))
			return false;
	return true;
}

static bool value_is_valid(const struct checked *c, const struct step *step)
{
	const struct type *type = model_canonical(c->model, step->type);
	if (step->n_args || !step->bytes || step->size != type->size || !type->size)
		return false;
	if (!type_is_scalar(type) && type->kind != TYPE_STRUCT && type->kind != TYPE_UNION &&
	    type->kind != TYPE_ARRAY && type->kind != TYPE_VA_LIST)
		return false;
	return fills_fit(c, step, step->type);
}

static bool has_flexible_end(const struct model *model, const struct type *type)
{
	if (type->kind != TYPE_STRUCT || !type->n_fields)
		return false;
	const struct type *last = model_canonical(model, type->fields[type->n_fields - 1].type);
	return last->kind == TYPE_ARRAY && last->count == 0;
}

static bool block_is_valid(const struct checked *c, const struct step *step)
{
	const struct type *pointer = model_canonical(c->model, step->type);
	if (step->n_args || pointer->kind != TYPE_POINTER || (step->size && !step->bytes))
		return false;
	const struct type *element = model_canonical(c->model, pointer->target);
	bool plain = element->kind == TYPE_VOID || type_is_char(element);
	if (element->kind == TYPE_FUNCTION || (!plain && !element->size))
		return false;
	if (step->is_string && (!plain || !step->size || ((const char *)step->bytes)[step->size - 1] || step->n_fills))
		return false;
	if (!plain && step->size % element->size &&
	    !(has_flexible_end(c->model, element) && step->size > element->size))
		return false;
	return fills_fit(c, step, pointer->target);
}

static bool behaviour_is_valid(const struct checked *c, const struct behaviour *b, type_id function)
{
	if (!b)
		return true;
	const struct type *type = model_canonical(c->model, function);
	const struct type *result = model_canonical(c->model, type->target);
	if ((b->result || b->later) && (!result->size || b->result_size != result->size))
		return false;
	if (b->acts && act_as(c->model, type, act_name(b->acts)) != b->acts)
		return false;
	if ((b->later != NULL) != (b->change_after > 0))
		return false;
	if (!b->write_size)
		return true;
	return b->write && b->write_arg < type->n_params &&
	       model_canonical(c->model, type->params[b->write_arg])->kind == TYPE_POINTER;
}

static bool callback_is_valid(const struct checked *c, const struct step *step)
{
	const struct type *pointer = model_canonical(c->model, step->type);
	return pointer->kind == TYPE_POINTER && model_canonical(c->model, pointer->target)->kind == TYPE_FUNCTION &&
	       behaviour_is_valid(c, step->behaviour, pointer->target);
}

static bool stub_is_valid(const struct checked *c, const struct step *step)
{
	if (step->type || step->n_args || step->index >= c->model->missing.n)
		return false;
	type_id id = c->model->missing.at[step->index].type;
	const struct type *function = model_type(c->model, id);
	if (function->kind != TYPE_FUNCTION || !behaviour_is_valid(c, step->behaviour, id))
		return false;
	if (!step->n_fills)
		return true;
	return step->n_fills == 1 && !step->fills[0].offset && (!step->behaviour || !step->behaviour->result) &&
	       model_canonical(c->model, function->target)->kind == TYPE_POINTER &&
	       arg_fits(c, function->target, step->fills[0].arg);
}

/* The place is inside of a block, or of null. */
static bool place_is_valid(const struct checked *c, const struct step *step)
{
	const struct type *type = model_canonical(c->model, step->type);
	if (type->kind != TYPE_POINTER || step->n_args != 1 || step->args[0].address || step->n_fills || step->size ||
	    !refers_back(c, step->args[0]))
		return false;
	const struct step *base = c->seq->steps[seq_index(c->i, step->args[0])];
	if (!seq_fits(c->model, step->type, base->type, false))
		return false;
	bool is_null = base->kind == STEP_VALUE && bytes_are_zero(base->bytes, base->size);
	return base->kind == STEP_BLOCK ? step->index <= base->size : is_null && !step->index;
}

/* The argument is a text, by value. */
static bool is_text(const struct checked *c, struct arg arg)
{
	if (arg.address || !refers_back(c, arg))
		return false;
	const struct type *type = model_canonical(c->model, c->seq->steps[seq_index(c->i, arg)]->type);
	return type->kind == TYPE_POINTER && type_is_char(model_canonical(c->model, type->target));
}

static bool put_is_valid(const struct checked *c, const struct step *step)
{
	if (step->type || step->n_fills || step->index >= N_PUTS || (step->size && !step->bytes))
		return false;
	if (step->index == PUT_STDIN)
		return !step->n_args;
	return step->n_args == 1 && is_text(c, step->args[0]);
}

static bool run_is_valid(const struct checked *c, const struct step *step)
{
	if (step->type || step->n_fills || !step->size || !step->bytes || step->index >= c->model->functions.n ||
	    !c->model->functions.at[step->index].is_main)
		return false;
	for (uint32_t a = 0; a < step->n_args; a++)
		if (!is_text(c, step->args[a]))
			return false;
	return true;
}

static bool step_is_valid(const struct checked *c)
{
	const struct step *step = c->seq->steps[c->i];
	const struct model *model = c->model;
	if (step->type >= model->types.n)
		return false;
	const struct type *type = model_canonical(model, step->type);
	switch (step->kind) {
	case STEP_CALL:
		return call_is_valid(c, step);
	case STEP_VALUE:
		return value_is_valid(c, step);
	case STEP_BLOCK:
		return block_is_valid(c, step);
	case STEP_CALLBACK:
		return callback_is_valid(c, step);
	case STEP_STUB:
		return stub_is_valid(c, step);
	case STEP_FILE:
		return (type->kind == TYPE_POINTER || step_is_descriptor(model, step)) && !step->n_args &&
		       !step->n_fills && (!step->size || step->bytes);
	case STEP_PATH:
		return type->kind == TYPE_POINTER && type_is_char(model_canonical(model, type->target)) &&
		       !step->n_args && !step->n_fills && (!step->size || (step->bytes && !step->absent));
	case STEP_FREE:
		return !step->type && step->n_args == 1 && !step->args[0].address && refers_back(c, step->args[0]) &&
		       model_canonical(model, c->seq->steps[seq_index(c->i, step->args[0])]->type)->kind ==
		               TYPE_POINTER;
	case STEP_PLACE:
		return place_is_valid(c, step);
	case STEP_PUT:
		return put_is_valid(c, step);
	case STEP_RUN:
		return run_is_valid(c, step);
	case STEP_PEEK:
		return !step->type && step->n_args == 1 && refers_back(c, step->args[0]) &&
		       (step->peek != PEEK_BYTES) == (step->size == 0) &&
		       (step->peek != PEEK_CALLS ||
		        (c->seq->steps[seq_index(c->i, step->args[0])]->kind == STEP_CALLBACK &&
		         !step->args[0].address));
	default:
		return false;
	}
}

bool seq_settings_fit(const struct model *model, const struct seq *seq)
{
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *call = seq->steps[i];
		uint32_t wanted = call->kind == STEP_CALL ? model->functions.at[call->index].sets_bytes : 0;
		const struct step *from = wanted ? seq->steps[seq_index(i, call->args[0])] : NULL;
		if (from && (from->kind != STEP_BLOCK || from->size < wanted || call->args[0].address))
			return false;
	}
	return true;
}

bool seq_is_valid(const struct seq *seq, const struct model *model)
{
	if (seq->n > SEQ_MAX_STEPS)
		return false;
	struct checked c = { model, seq, 0 };
	for (c.i = 0; c.i < seq->n; c.i++)
		if (!step_is_valid(&c))
			return false;
	return seq_settings_fit(model, seq);
}
