/* assemble: see assemble.h. */
#include "engine/assemble_parts.h"

#include <stdlib.h>
#include <string.h>

#include "engine/flows.h"
#include "seq/format.h"
#include "seq/literal.h"

#define MAX_PARAMS 32u
#define ROOM_FOR_PARAM 16u    /* and for a parameter, without the objects behind it */
#define MAX_SET 4u            /* variables of the unit that are set before one call */
#define SOME 4u               /* elements of a buffer that is a variable of the unit */
#define PLENTY 32u            /* elements of a buffer without a length */

#define MAX_PIECE 16u         /* characters between two directives of a format */

#define CHANCE_NULL_ALLOWED 0.10
#define CHANCE_NULL_UNKNOWN 0.03
#define CHANCE_REUSE 0.65     /* of using a variable of the test */
#define CHANCE_LOYAL 0.9      /* of that, and of using the oldest that fits, in a loyal test */
#define CHANCE_FIELD 0.3      /* of another value for a field of an object that a function gave */
#define CHANCE_USUAL 0.3      /* of a value that the unit's own code passes */
#define CHANCE_NOT_OPEN 0.1   /* of -1 for the descriptor of a file */
#define CHANCE_INTERIOR 0.1   /* of an end before the end of the memory */
#define CHANCE_OWN 0.25       /* of a struct of the test in place of a handle, in a part of a program, */
#define CHANCE_OWN_MOST 0.75  /* if no maker of that handle succeeds */
#define CHANCE_BETTER 0.7     /* of the maker that succeeds more often */
#define CHANCE_RAW 0.003      /* of an object that was not set up, where a function could do it */
#define CHANCE_ZEROES 0.4     /* of an object as calloc() gives it */
#define CHANCE_GIVEN 0.8      /* of a struct that a function returns, if it has a hidden pointer */

void assembly_begin(struct assembly *assembly, struct arena *arena)
{
	assembly->arena = arena;
	seq_begin(&assembly->builder, arena);
}

const struct seq *assembly_finish(struct assembly *assembly)
{
	return seq_settle_lengths(assembly->arena, assembly->model, seq_finish(&assembly->builder));
}

/* True if a test can make an object of this type itself: its layout is public. */
static bool is_makeable(const struct type *type)
{
	return type->size && !type->opaque && type->kind != TYPE_FUNCTION;
}

uint32_t assembly_add_bytes(struct assembly *assembly, enum step_kind kind, type_id type, const void *bytes,
                            size_t size, bool is_string)
{
	struct step step = {
		.kind = kind, .type = type, .bytes = bytes, .size = (uint32_t)size, .is_string = is_string
	};
	return seq_add(&assembly->builder, &step);
}

static uint32_t add_null(struct assembly *assembly, type_id type)
{
	static const unsigned char zeroes[8];
	return assembly_add_bytes(assembly, STEP_VALUE, type, zeroes, 8, false);
}

static uint32_t add_va_list(struct assembly *assembly, type_id type)
{
	static const unsigned char zeroes[64];
	size_t size = model_canonical(assembly->model, type)->size;
	INVARIANT(size <= sizeof zeroes);
	return assembly_add_bytes(assembly, STEP_VALUE, type, zeroes, size, false);
}

/* Now and then adds a value that the unit's own code passes for this parameter; NONE: none. */
static uint32_t add_usual(struct assembly *assembly, uint32_t f, uint32_t p)
{
	const struct literal *usual = values_usual(assembly->values, assembly->rng, f, p);
	type_id type = assembly->model->functions.at[f].params[p].type;
	if (!usual || !rng_chance(assembly->rng, CHANCE_USUAL))
		return NONE;
	if (usual->is_string) /* the terminating zero follows */
		return assembly_add_bytes(assembly, STEP_BLOCK, type, usual->bytes, usual->length + 1, true);
	uint64_t size = model_canonical(assembly->model, type)->size;
	return size > sizeof usual->number
	               ? NONE
	               : assembly_add_bytes(assembly, STEP_VALUE, type, &usual->number, size, false);
}

static uint32_t add_scalar(struct assembly *assembly, type_id type, uint32_t function)
{
	unsigned char bytes[16];
	values_scalar(assembly->values, assembly->rng, type, function, bytes);
	return assembly_add_bytes(assembly, STEP_VALUE, type, bytes, model_canonical(assembly->model, type)->size,
	                          false);
}

static uint32_t add_number(struct assembly *assembly, type_id type, uint64_t number)
{
	unsigned char bytes[16] = { 0 };
	memcpy(bytes, &number, sizeof number);
	return assembly_add_bytes(assembly, STEP_VALUE, type, bytes, model_canonical(assembly->model, type)->size,
	                          false);
}

uint32_t assembly_add_text(struct assembly *assembly, type_id type, uint32_t function)
{
	struct sb text = { 0 };
	values_text(assembly->values, assembly->rng, function, &text);
	sb_add_bytes(&text, "", 1);
	uint32_t v = assembly_add_bytes(assembly, STEP_BLOCK, type, text.text, text.n, true);
	sb_release(&text);
	return v;
}

/* Adds a text with a directive for each argument that follows, and no other directives. */
static uint32_t add_format(struct assembly *assembly, uint32_t f, type_id type)
{
	const struct function *function = &assembly->model->functions.at[f];
	struct sb text = { 0 }, piece = { 0 };
	uint32_t first = function->n_named ? function->n_named : function->n_params;
	for (uint32_t p = first; p <= function->n_params; p++) {
		sb_clear(&piece);
		if (rng_chance(assembly->rng, 0.6))
			values_text(assembly->values, assembly->rng, f, &piece);
		for (size_t i = 0; i < piece.n && i < MAX_PIECE; i++)
			if (piece.text[i] != '%')
				sb_add_char(&text, piece.text[i]);
		const struct type *more = p < function->n_params
		                                  ? model_canonical(assembly->model, function->params[p].type)
		                                  : NULL;
		const char *directive = more ? format_directive(more, rng_next(assembly->rng)) : NULL;
		sb_add(&text, directive ? directive : more ? "" : rng_chance(assembly->rng, 0.1) ? "%%" : "");
	}
	sb_add_bytes(&text, "", 1);
	uint32_t v = assembly_add_bytes(assembly, STEP_BLOCK, type, text.text, text.n, true);
	sb_release(&text);
	sb_release(&piece);
	return v;
}

/* Adds a value for which this way of calling the function is meant; NONE: it is meant for all. */
static uint32_t add_case(struct assembly *assembly, uint32_t f, uint32_t p)
{
	const struct function *function = &assembly->model->functions.at[f];
	if (!function->n_cases || function->case_param != p)
		return NONE;
	return add_number(assembly, function->params[p].type,
	                  (uint64_t)function->cases[rng_below(assembly->rng, function->n_cases)]);
}

static bool null_wanted(struct assembly *assembly, const struct param *param)
{
	static const double chance[] = { CHANCE_NULL_UNKNOWN, CHANCE_NULL_ALLOWED, 0 };
	return rng_chance(assembly->rng, chance[param->null]);
}

/* Returns a variable of the type that the test has and may use, or NONE. */
static uint32_t reuse(struct assembly *assembly, type_id type, bool must_own)
{
	struct life lives[SEQ_MAX_STEPS];
	struct seq so_far = { .n = (uint32_t)assembly->builder.steps.n, .steps = assembly->builder.steps.at };
	uint32_t found = NONE, seen = 0;
	bool oldest = assembly->is_loyal && rng_chance(assembly->rng, CHANCE_LOYAL);
	seq_lives(assembly->model, &so_far, lives);
	for (uint32_t v = 0; v < so_far.n; v++) {
		if (!lives[v].alive || (must_own && !lives[v].owned) ||
		    so_far.steps[v]->kind == STEP_PLACE || /* belongs to the call that it was made for */
		    !model_same_type(assembly->model, so_far.steps[v]->type, type))
			continue;
		if (oldest)
			return v;
		if (rng_below(assembly->rng, ++seen) == 0)
			found = v;
	}
	return found;
}

static bool reuse_wanted(struct assembly *assembly)
{
	return rng_chance(assembly->rng, assembly->is_loyal ? CHANCE_LOYAL : CHANCE_REUSE);
}

/* Returns a variable whose address can be passed, or NONE. A text of the test stays as it is. */
static uint32_t reuse_variable(struct assembly *assembly, type_id type)
{
	uint32_t v = reuse(assembly, type, false);
	return v != NONE && assembly->builder.steps.at[v]->kind == STEP_BLOCK ? NONE : v;
}

static uint32_t take_component(struct assembly *assembly, type_id type)
{
	const struct component *component = assembly->pool ? pool_pick(assembly->pool, assembly->rng, type,
	                                                               assembly->configuration)
	                                                   : NULL;
	if (!component || assembly->builder.steps.n + component->seq->n + ROOM > SEQ_MAX_STEPS)
		return NONE;
	return seq_add_all(&assembly->builder, component->seq) + component->variable;
}

static bool call_with_depth(struct assembly *assembly, uint32_t f, uint32_t depth, uint32_t *result);

/* Returns a maker that the configuration has, or NONE. */
static uint32_t pick_maker(struct assembly *assembly, type_id canonical)
{
	uint32_t found = NONE, seen = 0;
	size_t n = assembly->makers->by_type[canonical].n;
	const uint32_t *makers = assembly->makers->by_type[canonical].at;
	if (n && !assembly->configuration) { /* of two at random, mostly the one that succeeds more often */
		uint32_t a = makers[rng_below(assembly->rng, n)], b = makers[rng_below(assembly->rng, n)];
		bool better = maker_success(assembly->makers, b) > maker_success(assembly->makers, a);
		return better && rng_chance(assembly->rng, CHANCE_BETTER) ? b : a;
	}
	for (size_t i = 0; i < n; i++)
		if (configuration_has(assembly->configuration, makers[i]) && rng_below(assembly->rng, ++seen) == 0)
			found = makers[i];
	return found;
}

/* Calls a maker. Returns the variable with the new object. */
static uint32_t call_maker(struct assembly *assembly, type_id type, uint32_t depth)
{
	type_id canonical = model_type(assembly->model, type)->canonical;
	uint32_t call, f = depth < MAX_DEPTH ? pick_maker(assembly, canonical) : NONE;
	if (f == NONE || !call_with_depth(assembly, f, depth + 1, &call))
		return NONE;
	const struct function *function = &assembly->model->functions.at[f];
	if (!function->is_maker || function->made_param == NONE)
		return call;
	const struct step *step = assembly->builder.steps.at[call];
	return seq_index(call, step->args[function->made_param]);
}

/* True if tests sometimes fill the struct themselves, because the part of a program sees it. Makers in other
 * parts of the program have few forms of results, or need much. */
static bool may_be_own(const struct assembly *assembly, const struct param *param)
{
	return assembly->model->n_context && !param->destroyed && !param->taken &&
	       is_makeable(pointee(assembly->model, param->type));
}

/* True if zeroes are not enough, because a field must lead somewhere. */
static bool has_needs(const struct model *model, type_id type)
{
	size_t n;
	const struct field_role *role = model_field_roles_of(model, model_type(model, type)->canonical, &n);
	for (; n; role++, n--)
		if (role->null == NULL_FORBIDDEN)
			return true;
	return false;
}

/* True if the object starts as all zeroes, as from calloc(), which is good unless a field must lead
 * somewhere. */
static bool zeroes_wanted(struct assembly *assembly, type_id type)
{
	return rng_chance(assembly->rng, CHANCE_ZEROES) && !has_needs(assembly->model, type);
}

static uint32_t add_own(struct assembly *assembly, const struct param *param, struct purpose purpose)
{
	type_id target = model_type(assembly->model, param->type)->target;
	return assembly_add_object(assembly, STEP_BLOCK, param->type, target, 1, zeroes_wanted(assembly, target),
	                           purpose);
}

static void choose_file(struct assembly *assembly, uint32_t f, enum step_kind kind, type_id type,
                        struct choice *choice);

/* Returns the chance that a test fills the struct itself. Functions of the context look deeper into their
 * arguments than functions of the unit, so they get objects that makers returned. */
static double chance_of_own(const struct assembly *assembly, type_id type, uint32_t f)
{
	if (f != NONE && assembly->model->functions.at[f].is_context)
		return 0;
	double best = makers_best(assembly->makers, model_type(assembly->model, type)->canonical);
	return best >= 0.5 ? CHANCE_OWN : CHANCE_OWN_MOST - 2 * best * (CHANCE_OWN_MOST - CHANCE_OWN);
}

static bool choose_handle(struct assembly *assembly, const struct param *param, struct purpose purpose,
                          struct choice *choice)
{
	uint32_t v = NONE;
	if (null_wanted(assembly, param)) {
		choice->variable = add_null(assembly, param->type);
		return true;
	}
	bool must_own = param->destroyed || param->taken;
	bool may_own = may_be_own(assembly, param);
	if (may_own && rng_chance(assembly->rng, chance_of_own(assembly, param->type, purpose.function)))
		v = add_own(assembly, param, purpose);
	else if (reuse_wanted(assembly))
		v = reuse(assembly, param->type, must_own);
	if (v == NONE && rng_chance(assembly->rng, 0.8)) {
		v = take_component(assembly, param->type);
		if (v != NONE && must_own)
			v = reuse(assembly, param->type, true);
	}
	if (v == NONE)
		v = call_maker(assembly, param->type, purpose.depth);
	if (v == NONE)
		v = reuse(assembly, param->type, must_own);
	if (v == NONE && may_own && has_room(assembly, ROOM_FOR_PARAM))
		v = add_own(assembly, param, purpose);
	choice->variable = v;
	return v != NONE;
}

/* True if a struct that the part of a program sees takes the place of objects that other parts return. */
static bool own_wanted(struct assembly *assembly, type_id type, uint32_t f)
{
	return assembly->model->n_context && is_makeable(pointee(assembly->model, type)) &&
	       rng_chance(assembly->rng, chance_of_own(assembly, type, f));
}

/* Adds a few objects for a pointer of this type. */
static uint32_t add_objects(struct assembly *assembly, type_id type, struct purpose purpose)
{
	type_id target = model_type(assembly->model, type)->target;
	bool is_record = model_canonical(assembly->model, target)->kind == TYPE_STRUCT;
	return assembly_add_object(assembly, STEP_BLOCK, type, target, 1 + rng_below(assembly->rng, 4),
	                           is_record && zeroes_wanted(assembly, target), purpose);
}

/* Chooses a pointer by its type alone: for fields, and for parameters without a role. */
bool assembly_make_pointer(struct assembly *assembly, type_id type, struct purpose purpose, struct choice *choice)
{
	const struct type *target = pointee(assembly->model, type);
	choice->address = false;
	if (target->kind == TYPE_FUNCTION)
		choice->variable = assembly_add_callback(assembly, type, purpose.function, "");
	else if (model_default_role(assembly->model, type) == ROLE_FILE)
		choose_file(assembly, purpose.function, STEP_FILE, type, choice);
	else if (target->kind == TYPE_INT && target->size == 1)
		choice->variable = assembly_add_text(assembly, type, purpose.function);
	else if (target->kind == TYPE_STRUCT &&
	         assembly->makers->by_type[model_type(assembly->model, type)->canonical].n &&
	         !own_wanted(assembly, type, purpose.function))
		choice->variable = call_maker(assembly, type, purpose.depth);
	else if (is_makeable(target))
		choice->variable = add_objects(assembly, type, purpose);
	else if (target->kind == TYPE_VOID)
		choice->variable = rng_chance(assembly->rng, 0.5) ? add_null(assembly, type)
		                                                  : assembly_add_text(assembly, type, purpose.function);
	else
		choice->variable = add_null(assembly, type);
	return choice->variable != NONE;
}

static uint64_t element_size(const struct assembly *assembly, type_id pointer)
{
	const struct type *target = pointee(assembly->model, pointer);
	return target->size ? target->size : 1;
}

/* Returns the number of elements that a buffer without a known length must have. For a variable of the unit
 * that number is a guess, small enough to be read by people. */
static uint64_t least_count(const struct function *function, const struct param *param)
{
	if (param->partner != NONE)
		return function->params[param->partner].is_last;
	if (param->role != ROLE_BUFFER)
		return 0;
	return param->count ? param->count : function->sets ? SOME : PLENTY;
}

uint32_t assembly_add_place(struct assembly *assembly, type_id type, uint32_t buffer, uint64_t offset)
{
	struct arg arg = seq_arg(&assembly->builder, buffer, false);
	struct step step = { .kind = STEP_PLACE, .type = type, .index = (uint32_t)offset, .n_args = 1, .args = &arg };
	return seq_add(&assembly->builder, &step);
}

/* Returns the place to which parameter p, an end or a place, leads in a buffer of so many elements. Now and
 * then an end comes before the end of the memory, as if the buffer were a part of a longer one. */
static uint64_t choose_place(struct assembly *assembly, const struct function *function, uint32_t p, uint64_t count)
{
	bool is_end = model_is_end(function, p), is_whole = !rng_chance(assembly->rng, CHANCE_INTERIOR);
	uint64_t most = function->params[p].is_last && count ? count - 1 : count;
	return is_end && is_whole ? most : rng_below(assembly->rng, most + 1);
}

/* Chooses all ends and places in the buffer that was chosen for parameter p and has `count` elements. */
static void choose_ends(struct assembly *assembly, uint32_t f, uint32_t p, uint64_t count, struct choice *choices)
{
	const struct function *function = &assembly->model->functions.at[f];
	bool is_null = assembly->builder.steps.at[choices[p].variable]->kind != STEP_BLOCK;
	for (uint32_t e = 0; e < function->n_params; e++) {
		const struct param *end = &function->params[e];
		if (end->role != ROLE_END || end->partner != p || choices[e].variable != NONE)
			continue;
		uint64_t place = is_null ? 0 : choose_place(assembly, function, e, count);
		choices[e].variable = is_null ? add_null(assembly, end->type)
		                              : assembly_add_place(assembly, end->type, choices[p].variable,
		                                                   place * element_size(assembly, end->type));
	}
}

/* Adds elements for a pointer of this type; *count is their number. */
static uint32_t add_elements(struct assembly *assembly, type_id type, struct purpose purpose, uint64_t least,
                             uint64_t *count)
{
	const struct type *target = pointee(assembly->model, type);
	uint64_t size = element_size(assembly, type);
	if ((size == 1 && target->kind != TYPE_BOOL) || target->kind == TYPE_VOID) {
		struct sb bytes = { 0 };
		values_bytes(assembly->values, assembly->rng, purpose.function, &bytes);
		while (bytes.n < least)
			sb_add_bytes(&bytes, "", 1);
		uint32_t v = assembly_add_bytes(assembly, STEP_BLOCK, type, sb_text(&bytes), bytes.n, false);
		*count = bytes.n;
		sb_release(&bytes);
		return v;
	}
	*count = rng_below(assembly->rng, 9);
	if (*count < least)
		*count = least;
	return assembly_add_object(assembly, STEP_BLOCK, type, model_type(assembly->model, type)->target, *count, false,
	                           (struct purpose){ purpose.function, purpose.depth + 1 });
}

/* Chooses a buffer that an earlier call filled, with its length, or all of it. */
static bool choose_filled(struct assembly *assembly, const struct function *function, uint32_t p,
                          struct choice *choices)
{
	const struct param *param = &function->params[p];
	const struct param *length = param->partner == NONE ? NULL : &function->params[param->partner];
	bool is_direct = length && length->role == ROLE_LENGTH && !length->length_is_pointer;
	struct flow flow;
	if (assembly->flows_off || (length && !is_direct) ||
	    !flow_buffer(assembly, param->type, is_direct ? length->type : 0, &flow) ||
	    flow.size < param->count * element_size(assembly, param->type))
		return false;
	choices[p].variable = flow.block;
	if (!is_direct || choices[param->partner].variable != NONE)
		return true;
	uint64_t unit = length->length_in_bytes ? 1 : element_size(assembly, param->type);
	choices[param->partner].variable = flow.length != NONE ? flow.length
	                                                       : add_number(assembly, length->type, flow.size / unit);
	return true;
}

/* Chooses a buffer and the parameter with its length, which must agree. */
static void choose_buffer(struct assembly *assembly, uint32_t f, uint32_t p, uint32_t depth, struct choice *choices)
{
	const struct function *function = &assembly->model->functions.at[f];
	const struct param *param = &function->params[p];
	uint64_t count = 0;
	if (null_wanted(assembly, param))
		choices[p].variable = add_null(assembly, param->type);
	else if (choose_filled(assembly, function, p, choices))
		return;
	else
		choices[p].variable = add_elements(assembly, param->type, (struct purpose){ f, depth },
		                                   least_count(function, param), &count);
	choose_ends(assembly, f, p, count, choices);
	if (param->partner == NONE || choices[param->partner].variable != NONE)
		return;
	const struct param *length = &function->params[param->partner];
	type_id type = length->type;
	if (length->length_is_pointer)
		type = model_canonical(assembly->model, type)->target;
	uint64_t unit = length->length_in_bytes ? element_size(assembly, param->type) : 1;
	choices[param->partner].variable = add_number(assembly, type, count * unit);
	choices[param->partner].address = length->length_is_pointer;
}

/* Chooses the address of a pointer into a buffer, and the parameter with the buffer's end. */
static void choose_cursor(struct assembly *assembly, uint32_t f, uint32_t p, uint32_t depth, struct choice *choices)
{
	const struct function *function = &assembly->model->functions.at[f];
	const struct param *param = &function->params[p];
	type_id pointer = model_type(assembly->model, param->type)->target;
	uint64_t count = 0;
	if (null_wanted(assembly, param))
		choices[p].variable = add_null(assembly, param->type);
	else
		choices[p] = (struct choice){ add_elements(assembly, pointer, (struct purpose){ f, depth },
			                                   least_count(function, param), &count),
			                      true };
	choose_ends(assembly, f, p, count, choices);
}

static void choose_argv(struct assembly *assembly, uint32_t f, uint32_t p, struct choice *choices)
{
	const struct param *param = &assembly->model->functions.at[f].params[p];
	type_id text = model_canonical(assembly->model, param->type)->target;
	uint32_t n = 1 + (uint32_t)rng_below(assembly->rng, 4), words[4];
	struct fill fills[4];
	for (uint32_t i = 0; i < n; i++)
		words[i] = assembly_add_text(assembly, text, f);
	for (uint32_t i = 0; i < n; i++)
		fills[i] = (struct fill){ 8 * i, seq_arg(&assembly->builder, words[i], false) };
	static const unsigned char zeroes[8 * 5];
	struct step step = { .kind = STEP_BLOCK,
		             .type = param->type,
		             .bytes = zeroes,
		             .size = 8 * (n + 1),
		             .fills = fills,
		             .n_fills = n };
	choices[p].variable = seq_add(&assembly->builder, &step);
	if (param->partner != NONE)
		choices[param->partner].variable = add_number(
		        assembly, assembly->model->functions.at[f].params[param->partner].type, n);
}

static void choose_file(struct assembly *assembly, uint32_t f, enum step_kind kind, type_id type, struct choice *choice)
{
	struct sb bytes = { 0 };
	values_bytes(assembly->values, assembly->rng, f, &bytes);
	struct step step = { .kind = kind, .type = type, .bytes = sb_text(&bytes), .size = (uint32_t)bytes.n };
	step.absent = kind == STEP_PATH && rng_chance(assembly->rng, 0.3);
	if (step.absent)
		step.size = 0;
	choice->variable = seq_add(&assembly->builder, &step);
	sb_release(&bytes);
}

/* Returns a descriptor of the test, because one call may read what another wrote; but no descriptor that a call
 * took over. */
static uint32_t reuse_descriptor(struct assembly *assembly)
{
	struct seq so_far = { .n = (uint32_t)assembly->builder.steps.n, .steps = assembly->builder.steps.at };
	uint32_t found = NONE, seen = 0;
	for (uint32_t v = 0; v < so_far.n; v++)
		if (step_is_descriptor(assembly->model, so_far.steps[v]) &&
		    !seq_is_taken(assembly->model, &so_far, v) && rng_below(assembly->rng, ++seen) == 0)
			found = v;
	return found;
}

/* Chooses a descriptor. The only number that is no descriptor is -1: any other may be a file that somebody has
 * open. */
static void choose_descriptor(struct assembly *assembly, uint32_t f, const struct param *param, struct choice *choice)
{
	choice->variable = rng_chance(assembly->rng, CHANCE_REUSE) ? reuse_descriptor(assembly) : NONE;
	if (choice->variable == NONE && rng_chance(assembly->rng, CHANCE_NOT_OPEN))
		choice->variable = add_number(assembly, param->type, UINT64_MAX);
	else if (choice->variable == NONE)
		choose_file(assembly, f, STEP_FILE, param->type, choice);
}

/* Chooses the address of a fresh variable for the callee to write. Its old value is zero or, now and then,
 * anything. */
static bool choose_out(struct assembly *assembly, uint32_t f, uint32_t p, uint32_t depth, struct choice *choices)
{
	const struct param *param = &assembly->model->functions.at[f].params[p];
	struct choice *choice = &choices[p];
	type_id target = model_type(assembly->model, param->type)->target; /* with its qualifiers */
	const struct type *type = model_canonical(assembly->model, target);
	if (!is_makeable(type) || null_wanted(assembly, param)) {
		choice->variable = add_null(assembly, param->type);
		return true;
	}
	/* If the caller has to free the result, the variable must hold nothing yet. */
	const struct function *function = &assembly->model->functions.at[f];
	bool leaves = param->left_to_free || (function->is_maker && function->made_param != NONE &&
	                                      param == &function->params[function->made_param]);
	uint32_t v = NONE;
	if (type->kind == TYPE_POINTER && rng_chance(assembly->rng, 0.2) && !leaves)
		v = reuse_variable(assembly, target);
	for (uint32_t q = 0; q < p && v != NONE; q++)
		if (choices[q].variable == v)
			v = NONE; /* it cannot hold two results */
	if (v == NONE)
		v = assembly_add_object(assembly, STEP_VALUE, target, target, 1,
		                        rng_chance(assembly->rng, 0.8) || type->kind == TYPE_POINTER,
		                        (struct purpose){ f, depth + 1 });
	*choice = (struct choice){ v, true };
	return true;
}

/* Chooses an object for a void * that a function of the unit returns: an object in disguise, for which nothing
 * else may stand. */
static bool choose_disguised(struct assembly *assembly, const struct param *param, uint32_t depth,
                             struct choice *choice)
{
	uint32_t v = rng_chance(assembly->rng, CHANCE_REUSE) ? reuse(assembly, param->type, false) : NONE;
	if (v == NONE)
		v = take_component(assembly, param->type);
	if (v == NONE)
		v = call_maker(assembly, param->type, depth);
	if (v == NONE && param->null != NULL_FORBIDDEN)
		v = add_null(assembly, param->type);
	choice->variable = v;
	return v != NONE;
}

static bool is_disguised(const struct assembly *assembly, const struct param *param)
{
	return pointee(assembly->model, param->type)->kind == TYPE_VOID &&
	       assembly->makers->by_type[model_type(assembly->model, param->type)->canonical].n > 0;
}

/* True if the function sets up the object behind this parameter. */
static bool sets_up(const struct assembly *assembly, uint32_t f, const struct param *param)
{
	const struct function *function = &assembly->model->functions.at[f];
	return function->is_maker && function->made_param != NONE && &function->params[function->made_param] == param;
}

/* Returns the chance of an object that was not set up. In a part of a program, functions of other parts may
 * need more than the test has, so the object is filled by hand, like structs in place of handles. */
static double chance_of_raw(const struct assembly *assembly, const struct param *param, uint32_t f)
{
	double own = may_be_own(assembly, param) ? chance_of_own(assembly, param->type, f) : 0;
	return own > CHANCE_RAW ? own : CHANCE_RAW;
}

static bool choose_object(struct assembly *assembly, uint32_t f, const struct param *param, uint32_t depth,
                          struct choice *choice)
{
	type_id target = model_type(assembly->model, param->type)->target;
	if (null_wanted(assembly, param)) {
		choice->variable = add_null(assembly, param->type);
		return true;
	}
	if (is_disguised(assembly, param))
		return choose_disguised(assembly, param, depth, choice);
	bool fresh = sets_up(assembly, f, param) && rng_chance(assembly->rng, 0.9);
	uint32_t v = NONE;
	if (!fresh && reuse_wanted(assembly))
		v = reuse(assembly, param->type, false);
	if (v == NONE && !fresh && rng_chance(assembly->rng, 0.7))
		v = take_component(assembly, param->type);
	bool raw = rng_chance(assembly->rng, chance_of_raw(assembly, param, f));
	if (v == NONE && !sets_up(assembly, f, param) && !raw)
		v = call_maker(assembly, param->type, depth);
	if (v == NONE && !is_makeable(model_canonical(assembly->model, target)))
		return assembly_make_pointer(assembly, param->type, (struct purpose){ f, depth }, choice);
	if (v == NONE)
		v = assembly_add_object(assembly, STEP_BLOCK, param->type, target, 1,
		                        fresh ||
		                                (rng_chance(assembly->rng, 0.5) && !has_needs(assembly->model, target)),
		                        (struct purpose){ f, depth });
	choice->variable = v;
	return true;
}

/* Adds a literal, or now and then uses a number that a call returned. */
static uint32_t number_or_result(struct assembly *assembly, const struct param *param, uint32_t f)
{
	uint32_t v = assembly->flows_off ? NONE : flow_number(assembly, param->type);
	return v != NONE ? v : add_scalar(assembly, param->type, f);
}

/* Chooses a struct that a function returned, because tests would rarely find its form, or fills one. */
static uint32_t struct_or_result(struct assembly *assembly, uint32_t f, const struct param *param, uint32_t depth)
{
	uint32_t v = NONE;
	type_id canonical = model_type(assembly->model, param->type)->canonical;
	if (assembly->makers->by_type[canonical].n && rng_chance(assembly->rng, CHANCE_GIVEN)) {
		v = reuse_wanted(assembly) ? reuse(assembly, param->type, false) : NONE;
		if (v == NONE && rng_chance(assembly->rng, 0.5))
			v = take_component(assembly, param->type);
		if (v == NONE)
			v = call_maker(assembly, param->type, depth);
	}
	if (v != NONE)
		return v;
	return assembly_add_object(assembly, STEP_VALUE, param->type, param->type, 1, false,
	                           (struct purpose){ f, depth });
}

static bool choose_value(struct assembly *assembly, uint32_t f, const struct param *param, uint32_t depth,
                         struct choice *choice)
{
	const struct type *type = model_canonical(assembly->model, param->type);
	if (type->kind == TYPE_POINTER) {
		if (null_wanted(assembly, param)) {
			choice->variable = add_null(assembly, param->type);
			return true;
		}
		if (is_disguised(assembly, param))
			return choose_disguised(assembly, param, depth, choice);
		uint32_t v = rng_chance(assembly->rng, 0.5) ? reuse(assembly, param->type, false) : NONE;
		choice->variable = v;
		return v != NONE || assembly_make_pointer(assembly, param->type, (struct purpose){ f, depth }, choice);
	}
	if (assembly->model->functions.at[f].fails) /* mostly the first of the calls that follow */
		choice->variable = add_number(assembly, param->type,
		                              1 + (rng_chance(assembly->rng, 0.5) ? rng_below(assembly->rng, 8) : 0));
	else if (is_number(type))
		choice->variable = number_or_result(assembly, param, f);
	else if (type->kind == TYPE_VA_LIST)
		choice->variable = add_va_list(assembly, param->type);
	else
		choice->variable = struct_or_result(assembly, f, param, depth);
	return true;
}

static bool choose(struct assembly *assembly, uint32_t f, uint32_t p, uint32_t depth, struct choice *choices)
{
	const struct function *function = &assembly->model->functions.at[f];
	const struct param *param = &function->params[p];
	choices[p].variable = add_case(assembly, f, p);
	if (choices[p].variable == NONE && (param->role == ROLE_STRING || param->role == ROLE_VALUE))
		choices[p].variable = add_usual(assembly, f, p);
	if (choices[p].variable != NONE)
		return true;
	switch (param->role) {
	case ROLE_HANDLE:
		return choose_handle(assembly, param, (struct purpose){ f, depth }, &choices[p]);
	case ROLE_OBJECT:
		if (param->partner != NONE) {
			choose_cursor(assembly, f, p, depth, choices);
			return true;
		}
		return choose_object(assembly, f, param, depth, &choices[p]);
	case ROLE_FORMAT:
		choices[p].variable = add_format(assembly, f, param->type);
		return true;
	case ROLE_STRING:
		choices[p].variable = null_wanted(assembly, param) ? add_null(assembly, param->type)
		                      : !assembly->flows_off       ? flow_text(assembly, param->type)
		                                                   : NONE;
		if (choices[p].variable == NONE)
			choices[p].variable = assembly_add_text(assembly, param->type, f);
		return true;
	case ROLE_BUFFER:
		choose_buffer(assembly, f, p, depth, choices);
		return true;
	case ROLE_LENGTH:
		if (param->partner == NONE)
			return choose_value(assembly, f, param, depth, &choices[p]);
		if (function->params[param->partner].role == ROLE_ARGV)
			choose_argv(assembly, f, param->partner, choices);
		else
			choose_buffer(assembly, f, param->partner, depth, choices);
		return choices[p].variable != NONE || choose_value(assembly, f, param, depth, &choices[p]);
	case ROLE_END:
		if (function->params[param->partner].role == ROLE_OBJECT)
			choose_cursor(assembly, f, param->partner, depth, choices);
		else
			choose_buffer(assembly, f, param->partner, depth, choices);
		return true;
	case ROLE_OUT:
		return choose_out(assembly, f, p, depth, choices);
	case ROLE_FILE_NAME:
		choose_file(assembly, f, STEP_PATH, param->type, &choices[p]);
		return true;
	case ROLE_FILE:
		choose_file(assembly, f, STEP_FILE, param->type, &choices[p]);
		return true;
	case ROLE_DESCRIPTOR:
		choose_descriptor(assembly, f, param, &choices[p]);
		return true;
	case ROLE_CALLBACK:
		choices[p].variable = null_wanted(assembly, param)
		                              ? add_null(assembly, param->type)
		                              : assembly_add_callback(assembly, param->type, f, param->name);
		return true;
	case ROLE_ARGV:
		choose_argv(assembly, f, p, choices);
		return true;
	case ROLE_ARRAY:
		choices[p].variable = null_wanted(assembly, param)
		                              ? add_null(assembly, param->type)
		                              : assembly_add_array(assembly, param->type, &param->ending,
		                                                   (struct purpose){ f, depth + 1 });
		return true;
	case ROLE_USER_DATA:
	case ROLE_VALUE:
	case N_ROLES:
		break;
	}
	return choose_value(assembly, f, param, depth, &choices[p]);
}

static bool may_set(const struct assembly *assembly, uint32_t variable)
{
	return assembly->callable[variable] && configuration_has(assembly->configuration, variable) &&
	       (assembly->with_reserve || !assembly->model->functions.at[variable].is_reserve);
}

/* Returns an operation that sets a field of the record, or NONE. These operations are the last functions of the model. */
static uint32_t pick_field(struct assembly *assembly, type_id record)
{
	const struct model *model = assembly->model;
	uint32_t found = NONE, seen = 0;
	for (uint32_t i = (uint32_t)model->functions.n; i-- > 0 && model->functions.at[i].holder;)
		if (model->functions.at[i].holder == record && may_set(assembly, i) &&
		    rng_below(assembly->rng, ++seen) == 0)
			found = i;
	return found;
}

/* Sets fields of an object that a function gave to other values, now and then. */
static void set_fields(struct assembly *assembly, uint32_t f, uint32_t v)
{
	const struct model *model = assembly->model;
	type_id record = model_object_of(model, assembly->builder.steps.at[v]->type);
	bool is_given = step_is_call(assembly->builder.steps.at[v]) && assembly->with_reserve && record != NONE;
	uint32_t setter = is_given ? pick_field(assembly, record) : NONE;
	for (uint32_t n = 0; setter != NONE && n < MAX_SET && rng_chance(assembly->rng, CHANCE_FIELD); n++) {
		const struct param *params = model->functions.at[setter].params;
		if (!has_room(assembly, 2) ||
		    !seq_fits(model, params[0].type, assembly->builder.steps.at[v]->type, false))
			return;
		uint32_t value = add_scalar(assembly, params[1].type, f);
		struct arg args[] = { seq_arg(&assembly->builder, v, false),
			              seq_arg(&assembly->builder, value, false) };
		struct step step = step_call(model, setter, args);
		seq_add(&assembly->builder, &step);
		setter = pick_field(assembly, record);
	}
}

static bool call_with_depth(struct assembly *assembly, uint32_t f, uint32_t depth, uint32_t *result)
{
	const struct function *function = &assembly->model->functions.at[f];
	struct choice choices[MAX_PARAMS];
	struct arg args[MAX_PARAMS];
	if (function->n_params > MAX_PARAMS || !has_room(assembly, ROOM))
		return false;
	for (uint32_t p = 0; p < function->n_params; p++)
		choices[p] = (struct choice){ NONE, false };
	for (uint32_t p = 0; p < function->n_params; p++)
		if (choices[p].variable == NONE &&
		    (!has_room(assembly, ROOM_FOR_PARAM) || !choose(assembly, f, p, depth, choices)))
			return false;
	for (uint32_t p = 0; p < function->n_params && !depth && !function->is_context && !function->sets; p++)
		if (!choices[p].address)
			set_fields(assembly, f, choices[p].variable);
	if (!has_room(assembly, 1))
		return false;
	for (uint32_t p = 0; p < function->n_params; p++)
		args[p] = seq_arg(&assembly->builder, choices[p].variable, choices[p].address);
	struct step step = step_call(assembly->model, f, args);
	*result = seq_add(&assembly->builder, &step);
	return true;
}

bool assembly_call(struct assembly *assembly, uint32_t function)
{
	uint32_t result;
	return call_with_depth(assembly, function, 0, &result);
}

/* Returns a variable that the function uses and tests may set, or NONE. Variables that its own body names come
 * up more often than variables of its callees. */
static uint32_t pick_variable(struct assembly *assembly, const struct function *function)
{
	uint32_t found = NONE;
	uint64_t weight = 0;
	for (uint32_t i = 0; i < function->n_uses; i++) {
		uint64_t own = i < 4 ? 4 : 1; /* its own stand first */
		if (!may_set(assembly, function->uses[i]))
			continue;
		weight += own;
		if (rng_below(assembly->rng, weight) < own)
			found = function->uses[i];
	}
	return found;
}

bool assembly_has_state(const struct assembly *assembly, uint32_t function)
{
	const struct function *user = &assembly->model->functions.at[function];
	for (uint32_t i = 0; i < user->n_uses; i++)
		if (may_set(assembly, user->uses[i]))
			return true;
	return false;
}

void assembly_state(struct assembly *assembly, uint32_t function)
{
	uint64_t n = rng_chance(assembly->rng, 0.5) ? 1 : 1 + rng_below(assembly->rng, MAX_SET);
	for (; n; n--) {
		uint32_t setter = pick_variable(assembly, &assembly->model->functions.at[function]), result;
		if (setter != NONE)
			call_with_depth(assembly, setter, 0, &result);
	}
}

bool assembly_repeat(struct assembly *assembly, bool fresh)
{
	uint32_t last = (uint32_t)assembly->builder.steps.n - 1;
	const struct step *step = assembly->builder.steps.at[last];
	const struct function *function = step_function(assembly->model, step);
	uint32_t variables[MAX_PARAMS];
	struct arg args[MAX_PARAMS];
	if (assembly->builder.steps.n + step->n_args + 2 > SEQ_MAX_STEPS)
		return false;
	for (uint32_t p = 0; p < step->n_args; p++) {
		variables[p] = seq_index(last, step->args[p]);
		const struct type *type = model_canonical(assembly->model, function->params[p].type);
		if (function->params[p].destroyed || function->params[p].taken)
			return false;
		if (fresh && is_number(type) && function->params[p].role == ROLE_VALUE)
			variables[p] = add_scalar(assembly, function->params[p].type, step->index);
		else if (fresh && function->params[p].role == ROLE_STRING)
			variables[p] = assembly_add_text(assembly, function->params[p].type, step->index);
	}
	for (uint32_t p = 0; p < step->n_args; p++)
		args[p] = seq_arg(&assembly->builder, variables[p], step->args[p].address);
	struct step again = step_call(assembly->model, step->index, args);
	seq_add(&assembly->builder, &again);
	return true;
}
