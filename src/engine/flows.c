/* flows: see flows.h. */
#include "engine/flows.h"

#include "base/str.h"
#include "seq/value.h"

#define CHANCE_NUMBER 0.1        /* of a number that a call returned, */
#define CHANCE_NAMED_NUMBER 0.5  /* if its type has a telling name, not "int" */
#define CHANCE_COMPONENT 0.3     /* of a component, if the sequence has none */
#define CHANCE_TEXT 0.15
#define CHANCE_BUFFER 0.25
#define ROOM_BEHIND 64u          /* steps to leave behind a component */

static struct seq so_far(const struct assembly *assembly)
{
	return (struct seq){ .n = (uint32_t)assembly->builder.steps.n, .steps = assembly->builder.steps.at };
}

/* Returns a variable of the type with the result of a call, or NONE. */
static uint32_t pick_result(struct assembly *assembly, type_id type, bool by_name)
{
	struct life lives[SEQ_MAX_STEPS];
	struct seq seq = so_far(assembly);
	uint32_t found = NONE;
	uint64_t seen = 0;
	bool any = false;
	for (uint32_t v = 0; v < seq.n && !any; v++)
		any = step_is_call(seq.steps[v]) && model_same_type(assembly->model, seq.steps[v]->type, type);
	if (!any)
		return NONE;
	seq_lives(assembly->model, &seq, lives);
	for (uint32_t v = 0; v < seq.n; v++) {
		const struct step *step = seq.steps[v];
		if (!step_is_call(step) || !lives[v].alive || !model_same_type(assembly->model, step->type, type) ||
		    (by_name && !str_equal(model_type(assembly->model, step->type)->spelling,
		                           model_type(assembly->model, type)->spelling)))
			continue;
		if (rng_below(assembly->rng, ++seen) == 0)
			found = v;
	}
	return found;
}

static uint32_t take_component(struct assembly *assembly, type_id type)
{
	if (!assembly->pool || !rng_chance(assembly->rng, CHANCE_COMPONENT))
		return NONE;
	const struct component *component = pool_pick(assembly->pool, assembly->rng, type, assembly->configuration);
	if (!component || !step_is_call(component->seq->steps[component->variable]) ||
	    assembly->builder.steps.n + component->seq->n + ROOM_BEHIND > SEQ_MAX_STEPS)
		return NONE;
	return seq_add_all(&assembly->builder, component->seq) + component->variable;
}

/* True if the type has a name of its own: its numbers are of one kind. */
static bool has_name(const struct model *model, type_id type)
{
	return model_type(model, type)->canonical != type && !str_equal(model_type(model, type)->spelling, "size_t");
}

uint32_t flow_number(struct assembly *assembly, type_id type)
{
	enum type_kind kind = model_canonical(assembly->model, type)->kind;
	bool named = has_name(assembly->model, type);
	if ((kind != TYPE_INT && kind != TYPE_FLOAT) ||
	    !rng_chance(assembly->rng, named ? CHANCE_NAMED_NUMBER : CHANCE_NUMBER))
		return NONE;
	uint32_t v = pick_result(assembly, type, named);
	return v != NONE ? v : take_component(assembly, type);
}

uint32_t flow_text(struct assembly *assembly, type_id type)
{
	if (!rng_chance(assembly->rng, CHANCE_TEXT))
		return NONE;
	uint32_t v = pick_result(assembly, type, false);
	return v != NONE ? v : take_component(assembly, type);
}

/* ---- buffers ---- */

/* True if the call may have written through its argument for the parameter. */
static bool may_fill(const struct model *model, const struct param *param)
{
	const struct type *type = model_type(model, param->type);
	return type->kind == TYPE_POINTER && !model_type(model, type->target)->is_const &&
	       (param->role == ROLE_BUFFER || param->role == ROLE_OBJECT || param->role == ROLE_HANDLE);
}

static bool is_plain_block(const struct step *step)
{
	return step->kind == STEP_BLOCK && !step->is_string && !step->n_fills && step->size;
}

/* Returns the length of the buffer's contents: a variable whose address the call had, or the call's result. */
static uint32_t length_of(const struct assembly *assembly, const struct seq *seq, uint32_t i, uint32_t a, type_id type)
{
	const struct step *call = seq->steps[i];
	const struct function *function = step_function(assembly->model, call);
	uint32_t partner = function->params[a].partner;
	if (!type)
		return NONE;
	for (uint32_t b = 0; b < call->n_args; b++) {
		uint32_t v = seq_index(i, call->args[b]);
		bool tells = b == partner ? function->params[b].length_is_pointer
		                          : function->params[b].role == ROLE_OUT;
		if (tells && call->args[b].address && model_same_type(assembly->model, seq->steps[v]->type, type))
			return v;
	}
	return model_same_type(assembly->model, call->type, type) ? i : NONE;
}

struct search {
	struct assembly *assembly;
	struct seq seq;
	type_id type, length;
	uint64_t seen;
	struct flow flow;
};

/* A struct is passed on as what it is, and not as the bytes that it happens to be made of. */
static bool is_other_record(const struct model *model, type_id wanted, type_id given)
{
	const struct type *to = model_canonical(model, model_canonical(model, wanted)->target),
	                  *from = model_canonical(model, model_canonical(model, given)->target);
	return (from->kind == TYPE_STRUCT || from->kind == TYPE_UNION) && to != from;
}

static void offer(struct search *search, uint32_t block, uint32_t length)
{
	const struct step *step = search->seq.steps[block];
	if (!is_plain_block(step) || is_other_record(search->assembly->model, search->type, step->type) ||
	    !seq_fits(search->assembly->model, search->type, step->type, false) ||
	    rng_below(search->assembly->rng, ++search->seen) != 0)
		return;
	search->flow = (struct flow){ block, length, step->size };
}

/* Collects the buffer in an argument of a call, or the buffers in a struct behind it. */
static void look_at(struct search *search, uint32_t i, uint32_t a)
{
	uint32_t v = seq_index(i, search->seq.steps[i]->args[a]);
	const struct step *step = search->seq.steps[v];
	offer(search, v, length_of(search->assembly, &search->seq, i, a, search->length));
	for (uint32_t k = 0; k < step->n_fills; k++)
		offer(search, seq_index(v, step->fills[k].arg), NONE);
}

bool flow_buffer(struct assembly *assembly, type_id type, type_id length, struct flow *flow)
{
	struct search search = { assembly, so_far(assembly), type, length, 0, { .block = NONE } };
	if (!rng_chance(assembly->rng, CHANCE_BUFFER))
		return false;
	for (uint32_t i = 0; i < search.seq.n; i++) {
		const struct function *function = step_function(assembly->model, search.seq.steps[i]);
		for (uint32_t a = 0; function && a < search.seq.steps[i]->n_args; a++)
			if (may_fill(assembly->model, &function->params[a]))
				look_at(&search, i, a);
	}
	*flow = search.flow;
	return search.seen > 0;
}
