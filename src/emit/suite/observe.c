/* observe: see observe.h. */
#include "emit/suite/observe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/words.h"
#include "seq/life.h"
#include "seq/literal.h"
#include "seq/raw.h"
#include "seq/value.h"

#define MAX_OBSERVERS 4u       /* calls per handle */
#define MAX_HANDLES 2u
#define MAX_STATE 6u           /* functions that tell the state of the unit */
#define MAX_LOOK 256u          /* bytes of a struct or buffer that are looked at */
#define MAX_CALLBACKS 8u       /* watched after a call */
#define MAX_KEPT 2u            /* memory of earlier calls that is looked at after the last call */

/* A sequence that is rebuilt with steps put in between. */
struct rebuild {
	const struct model *model;
	const struct seq *seq;
	struct seq_builder builder;
	uint32_t place[SEQ_MAX_STEPS];   /* old index -> new index */
	uint32_t n_observers;
};

static struct arg moved(const struct rebuild *rebuild, uint32_t i, struct arg arg)
{
	return seq_arg(&rebuild->builder, rebuild->place[seq_index(i, arg)], arg.address);
}

static void copy_step(struct rebuild *rebuild, uint32_t i)
{
	struct step step = *rebuild->seq->steps[i];
	struct arg args[64];
	struct fill fills[64];
	for (uint32_t a = 0; a < step.n_args && a < 64; a++)
		args[a] = moved(rebuild, i, step.args[a]);
	for (uint32_t f = 0; f < step.n_fills && f < 64; f++)
		fills[f] = (struct fill){ step.fills[f].offset, moved(rebuild, i, step.fills[f].arg) };
	step.args = args;
	step.fills = fills;
	rebuild->place[i] = seq_add(&rebuild->builder, &step);
}

static bool has_room(const struct rebuild *rebuild, uint32_t for_steps)
{
	return rebuild->builder.steps.n + for_steps + (rebuild->seq->n) < SEQ_MAX_STEPS;
}

static void add_peek(struct rebuild *rebuild, uint32_t variable, bool address, enum peek peek, uint32_t size)
{
	struct arg arg = seq_arg(&rebuild->builder, variable, address);
	struct step step = { .kind = STEP_PEEK, .n_args = 1, .args = &arg, .peek = peek, .size = size };
	if (has_room(rebuild, 1))
		seq_add(&rebuild->builder, &step);
}

static const struct type *pointee(const struct model *model, type_id type)
{
	const struct type *pointer = model_canonical(model, type);
	return pointer->kind == TYPE_POINTER ? model_canonical(model, pointer->target) : NULL;
}

static const struct type *pointee_or_void(const struct model *model, type_id type)
{
	const struct type *target = pointee(model, type);
	return target ? target : model_type(model, 0);
}

static bool is_small_record(const struct type *type)
{
	return (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION) && type->complete && !type->opaque &&
	       type->size <= MAX_LOOK;
}

static void look_at_result(struct rebuild *rebuild, uint32_t i)
{
	const struct step *call = rebuild->seq->steps[i];
	if (!call->type)
		return;
	const struct type *type = model_canonical(rebuild->model, call->type),
	                  *target = pointee(rebuild->model, call->type);
	if (target && (type_is_char(target) || target->holds_text))
		add_peek(rebuild, rebuild->place[i], false, PEEK_STRING, 0);
	else if (target && is_small_record(target))
		add_peek(rebuild, rebuild->place[i], false, PEEK_BYTES, (uint32_t)target->size);
	else if (is_small_record(type))
		add_peek(rebuild, rebuild->place[i], true, PEEK_BYTES, (uint32_t)type->size);
}

/* True if the call may write to the memory behind this argument, and the memory stays the test's own. */
static bool may_write(const struct model *model, const struct step *call, uint32_t a)
{
	const struct param *param = &step_function(model, call)->params[a];
	const struct type *pointer = model_type(model, param->type);
	return pointer->kind == TYPE_POINTER && !model_type(model, pointer->target)->is_const && !param->destroyed &&
	       !param->taken;
}

/* True for memory of plain elements, or a struct, that the test made. */
static bool is_plain_block(const struct model *model, const struct step *block)
{
	const struct type *element = block->kind == STEP_BLOCK ? pointee(model, block->type) : NULL;
	if (!element || !block->size || block->size > MAX_LOOK)
		return false;
	if (element->kind == TYPE_STRUCT || element->kind == TYPE_UNION)
		return is_small_record(element) && block->size == element->size;
	return element->kind == TYPE_VOID || (type_is_scalar(element) && element->kind != TYPE_POINTER);
}

/* True if the call leaves text in a variable of the test, for the test to free. */
static bool leaves_text(const struct model *model, const struct step *call, uint32_t a, type_id variable)
{
	return call->args[a].address && step_function(model, call)->params[a].left_to_free &&
	       type_is_char(pointee_or_void(model, variable));
}

/* The call at `last` has no result, and gets this object of a maker, whose fields users see: what it did shows nowhere
 * else. A struct without a maker may be seen by tests alone (front/api/unmade.c). */
static bool shows_in_fields(const struct rebuild *rebuild, uint32_t v, uint32_t last)
{
	const struct step *made = rebuild->seq->steps[v], *call = rebuild->seq->steps[last];
	if (!step_is_call(made) || !step_function(rebuild->model, made)->is_maker ||
	    model_canonical(rebuild->model, call->type)->kind != TYPE_VOID ||
	    !is_small_record(pointee_or_void(rebuild->model, made->type)))
		return false;
	for (uint32_t a = 0; a < call->n_args; a++)
		if (seq_index(last, call->args[a]) == v && !call->args[a].address && may_write(rebuild->model, call, a))
			return true;
	return false;
}

/* `last`: the last call of the test. */
static void look_at_outputs(struct rebuild *rebuild, uint32_t i, uint32_t last)
{
	const struct step *call = rebuild->seq->steps[i];
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint32_t v = seq_index(i, call->args[a]);
		const struct step *made = rebuild->seq->steps[v];
		const struct type *type = model_canonical(rebuild->model, made->type);
		if (call->args[a].address && type_is_scalar(type) && type->size <= 8)
			add_peek(rebuild, rebuild->place[v], true, PEEK_BYTES, (uint32_t)type->size);
		else if (may_write(rebuild->model, call, a) && call->args[a].address && is_small_record(type))
			add_peek(rebuild, rebuild->place[v], true, PEEK_BYTES, (uint32_t)type->size);
		else if (may_write(rebuild->model, call, a) && !call->args[a].address &&
		         is_plain_block(rebuild->model, made))
			add_peek(rebuild, rebuild->place[v], false, PEEK_BYTES, made->size);
		else if (may_write(rebuild->model, call, a) && shows_in_fields(rebuild, v, last))
			add_peek(rebuild, rebuild->place[v], false, PEEK_BYTES,
			         (uint32_t)pointee(rebuild->model, made->type)->size);
		if (leaves_text(rebuild->model, call, a, made->type))
			add_peek(rebuild, rebuild->place[v], false, PEEK_STRING, 0);
	}
}

static bool is_given(const struct seq *seq, uint32_t call, uint32_t v)
{
	for (uint32_t a = 0; a < seq->steps[call]->n_args; a++)
		if (seq_index(call, seq->steps[call]->args[a]) == v)
			return true;
	return false;
}

/* The unit may have kept the address of registers or a buffer that an earlier call was given, and write there now. */
static void look_at_kept(struct rebuild *rebuild, uint32_t i)
{
	uint32_t n = 0;
	for (uint32_t k = 0; k < i; k++) {
		const struct step *call = rebuild->seq->steps[k];
		for (uint32_t a = 0; step_is_call(call) && a < call->n_args && n < MAX_KEPT; a++) {
			uint32_t v = seq_index(k, call->args[a]);
			const struct step *made = rebuild->seq->steps[v];
			bool is_value = made->kind == STEP_VALUE && call->args[a].address &&
			                is_small_record(model_canonical(rebuild->model, made->type));
			bool is_block = !call->args[a].address && is_plain_block(rebuild->model, made);
			if ((!is_value && !is_block) || !may_write(rebuild->model, call, a) ||
			    is_given(rebuild->seq, i, v))
				continue;
			add_peek(rebuild, rebuild->place[v], is_value, PEEK_BYTES, made->size);
			n++;
		}
	}
}

/* True for a comparison. The number of comparisons by qsort() and its kin is up to the C library. */
static bool is_comparison(const struct model *model, const struct step *callback)
{
	const struct type *function = model_type(model, model_canonical(model, callback->type)->target);
	for (uint32_t i = 0; i < function->n_params; i++) {
		const struct type *target = pointee(model, function->params[i]);
		if (!target || target->kind != TYPE_VOID)
			return false;
	}
	return function->n_params >= 2 && model_canonical(model, function->target)->kind == TYPE_INT;
}

/* Looks at all callbacks so far, because a call may use a callback that an earlier call was given. Only
 * callbacks that were called become sights. */
static void look_at_callbacks(struct rebuild *rebuild, uint32_t i)
{
	uint32_t watched = 0;
	for (uint32_t v = i; v-- > 0 && watched < MAX_CALLBACKS;)
		if (rebuild->seq->steps[v]->kind == STEP_CALLBACK &&
		    !is_comparison(rebuild->model, rebuild->seq->steps[v])) {
			add_peek(rebuild, rebuild->place[v], false, PEEK_CALLS, 0);
			watched++;
		}
}

static bool can_observe(const struct model *model, const struct function *function, uint32_t n_params)
{
	return function->is_observer && !function->is_maker && !function->is_static && !function->why_not &&
	       !function->switched_off && !function->variadic && function->n_params == n_params && function->result &&
	       type_is_scalar(model_canonical(model, function->result));
}

static bool observes(const struct model *model, const struct function *function, type_id handle, uint32_t n_params)
{
	return can_observe(model, function, n_params) && model_same_type(model, function->params[0].type, handle);
}

/* Observers in the order in which they are called. */
enum rank { RANK_PARTNER, RANK_VARIED, RANK_OTHER, N_RANKS };

/* A partner asks for what the call at `last` changed. */
static enum rank rank_of(const struct rebuild *rebuild, uint32_t f, uint32_t last, const struct variety *variety)
{
	const struct function *changer = step_function(rebuild->model, rebuild->seq->steps[last]);
	if (changer && name_asks_for(rebuild->model->functions.at[f].name, changer->name))
		return RANK_PARTNER;
	return !variety || map_get(&variety->varied, sight_subject(f, 0)) ? RANK_VARIED : RANK_OTHER;
}

/* True if the call at `last` is f(v), so that calling f(v) again shows nothing. */
static bool is_asked_already(const struct rebuild *rebuild, uint32_t f, uint32_t v, uint32_t last)
{
	const struct step *call = rebuild->seq->steps[last];
	return call->index == f && call->n_args == 1 && v != last && seq_index(last, call->args[0]) == v;
}

/* Adds observers of that rank, up to `limit`. Returns how many. */
static uint32_t add_observers(struct rebuild *rebuild, uint32_t v, uint32_t last, const struct variety *variety,
                              enum rank rank, uint32_t limit)
{
	uint32_t calls = 0;
	type_id handle = rebuild->seq->steps[v]->type;
	for (uint32_t f = 0; f < rebuild->model->functions.n && calls < limit; f++) {
		const struct function *function = &rebuild->model->functions.at[f];
		if (!observes(rebuild->model, function, handle, 1) || !has_room(rebuild, 2) ||
		    is_asked_already(rebuild, f, v, last) || rank_of(rebuild, f, last, variety) != rank)
			continue;
		struct arg arg = seq_arg(&rebuild->builder, rebuild->place[v], false);
		struct step step = step_call(rebuild->model, f, &arg);
		uint32_t look = seq_add(&rebuild->builder, &step);
		calls++;
		if (type_is_char(pointee_or_void(rebuild->model, function->result)))
			add_peek(rebuild, look, false, PEEK_STRING, 0);
	}
	return calls;
}

/* Returns the last number or text of this type that was passed to a call on v, if the call may have put it into v;
 * NONE: there is none. */
static uint32_t last_given(const struct rebuild *rebuild, uint32_t v, uint32_t end, type_id type)
{
	for (uint32_t i = end; i-- > 0;) {
		const struct step *call = rebuild->seq->steps[i];
		uint32_t given = NONE;
		bool on_v = false;
		for (uint32_t a = 0; step_is_call(call) && a < call->n_args; a++) {
			uint32_t w = seq_index(i, call->args[a]);
			const struct step *literal = rebuild->seq->steps[w];
			on_v = on_v || (w == v && may_write(rebuild->model, call, a));
			if (!call->args[a].address && step_is_literal(rebuild->model, literal) &&
			    (literal->kind == STEP_VALUE || literal->is_string) &&
			    model_same_type(rebuild->model, literal->type, type))
				given = w;
		}
		if (on_v && given != NONE)
			return given;
	}
	return NONE;
}

/* Adds contains(set, 5) after add(set, 5): one question about a value that was put in, unless the last call
 * asks it anyway. False: there is no such question of that rank. */
static bool ask_for_given(struct rebuild *rebuild, uint32_t v, uint32_t last, enum rank rank)
{
	type_id handle = rebuild->seq->steps[v]->type;
	for (uint32_t f = 0; f < rebuild->model->functions.n; f++) {
		const struct function *function = &rebuild->model->functions.at[f];
		if (!observes(rebuild->model, function, handle, 2) || f == rebuild->seq->steps[last]->index ||
		    !has_room(rebuild, 2) || rank_of(rebuild, f, last, NULL) != rank)
			continue;
		uint32_t given = last_given(rebuild, v, last + 1, function->params[1].type);
		if (given == NONE)
			continue;
		struct arg args[] = { seq_arg(&rebuild->builder, rebuild->place[v], false),
			              seq_arg(&rebuild->builder, rebuild->place[given], false) };
		struct step step = step_call(rebuild->model, f, args);
		uint32_t look = seq_add(&rebuild->builder, &step);
		if (type_is_char(pointee_or_void(rebuild->model, function->result)))
			add_peek(rebuild, look, false, PEEK_STRING, 0);
		return true;
	}
	return false;
}

/* Asks a borrowed object only for what the last call changed: it may be in a state in which it is not to be asked. */
static void observe_borrowed(struct rebuild *rebuild, uint32_t v, uint32_t last)
{
	size_t before = rebuild->builder.steps.n;
	add_observers(rebuild, v, last, NULL, RANK_PARTNER, MAX_OBSERVERS);
	ask_for_given(rebuild, v, last, RANK_PARTNER);
	rebuild->n_observers += (uint32_t)(rebuild->builder.steps.n - before);
}

static void observe_handle(struct rebuild *rebuild, uint32_t v, uint32_t last, const struct variety *variety)
{
	size_t before = rebuild->builder.steps.n;
	if (v != last && pointee_or_void(rebuild->model, rebuild->seq->steps[v]->type)->holds_text)
		add_peek(rebuild, rebuild->place[v], false, PEEK_STRING, 0);
	uint32_t calls = 0;
	for (enum rank rank = RANK_PARTNER; rank < N_RANKS; rank++)
		calls += add_observers(rebuild, v, last, variety, rank, MAX_OBSERVERS - calls);
	if (!ask_for_given(rebuild, v, last, RANK_PARTNER))
		ask_for_given(rebuild, v, last, RANK_VARIED);
	rebuild->n_observers += (uint32_t)(rebuild->builder.steps.n - before);
}

/* Calls functions that tell the state of the unit, except the function that the last call calls anyway. */
static void observe_state(struct rebuild *rebuild, uint32_t last, const struct variety *variety)
{
	uint32_t calls = 0;
	size_t before = rebuild->builder.steps.n;
	for (int varied = 1; varied >= 0; varied--)
		for (uint32_t f = 0; f < rebuild->model->functions.n && calls < MAX_STATE; f++) {
			const struct function *function = &rebuild->model->functions.at[f];
			if (!can_observe(rebuild->model, function, 0) || f == rebuild->seq->steps[last]->index ||
			    function->is_context || !has_room(rebuild, 2))
				continue;
			bool varies = !variety || map_get(&variety->varied, sight_subject(f, 0)) != NULL;
			if (varies != varied)
				continue;
			struct step step = step_call(rebuild->model, f, NULL);
			uint32_t look = seq_add(&rebuild->builder, &step);
			calls++;
			if (type_is_char(pointee_or_void(rebuild->model, function->result)))
				add_peek(rebuild, look, false, PEEK_STRING, 0);
		}
	rebuild->n_observers += (uint32_t)(rebuild->builder.steps.n - before);
}

/* True if an earlier argument of the call is the same variable. */
static bool is_earlier_arg(const struct step *call, uint32_t a)
{
	for (uint32_t i = 0; i < a; i++)
		if (call->args[i].back == call->args[a].back)
			return true;
	return false;
}

/* Observes the objects that the last own call worked on or returned. */
static void observe_handles(struct rebuild *rebuild, uint32_t n_own, const struct variety *variety)
{
	struct life lives[SEQ_MAX_STEPS];
	struct seq own = { .n = n_own, .steps = rebuild->seq->steps };
	uint32_t last = seq_last_call(&own, n_own), handles = 0;
	if (last == NONE)
		return;
	const struct step *call = own.steps[last];
	seq_lives(rebuild->model, &own, lives);
	for (uint32_t a = 0; a < call->n_args && handles < MAX_HANDLES; a++) {
		uint32_t v = seq_index(last, call->args[a]);
		bool by_hand = step_made_by_hand(rebuild->model, own.steps[v]) != NONE;
		/* A call that only reads an object which the test wrote down leaves nothing to be shown. */
		bool is_object = lives[v].owned || (by_hand && !step_function(rebuild->model, call)->is_observer);
		bool is_borrowed = lives[v].alive && step_is_call(own.steps[v]);
		if ((!is_object && !is_borrowed) || !pointee(rebuild->model, own.steps[v]->type) ||
		    is_earlier_arg(call, a))
			continue;
		if (is_object)
			observe_handle(rebuild, v, last, variety);
		else
			observe_borrowed(rebuild, v, last);
		handles++;
	}
	if (lives[last].owned && handles < MAX_HANDLES && pointee(rebuild->model, call->type))
		observe_handle(rebuild, last, last, variety);
	observe_state(rebuild, last, variety);
}

const struct seq *observe_sequence(struct arena *arena, const struct model *model, const struct seq *closed,
                                   uint32_t n_own, const struct variety *variety, uint32_t *n_observers)
{
	struct rebuild rebuild = { .model = model, .seq = closed };
	uint32_t last = seq_last_call(closed, n_own);
	seq_begin(&rebuild.builder, arena);
	for (uint32_t i = 0; i < closed->n; i++) {
		if (i == n_own)
			observe_handles(&rebuild, n_own, variety);
		copy_step(&rebuild, i);
		if (!step_is_call(closed->steps[i]) || i >= n_own)
			continue;
		look_at_result(&rebuild, i);
		look_at_outputs(&rebuild, i, last);
		look_at_callbacks(&rebuild, i);
		if (i == last)
			look_at_kept(&rebuild, i);
	}
	if (n_own == closed->n)
		observe_handles(&rebuild, n_own, variety);
	if (n_observers)
		*n_observers = rebuild.n_observers;
	return seq_finish(&rebuild.builder);
}

static uint64_t sight_value(const struct sight *sight)
{
	if (sight->is_pointer)
		return sight->same_as ? 2 : !bytes_are_zero(sight->bytes, sight->size);
	return hash_bytes(sight->bytes, sight->size, 1);
}

bool sight_says_the_same(const struct sight *a, const struct sight *b)
{
	return a->subject == b->subject && sight_value(a) == sight_value(b);
}

void variety_add(struct variety *variety, const struct sight *sight)
{
	bool added;
	uint64_t *first = map_put(&variety->first, sight->subject, &added), value = sight_value(sight);
	if (added)
		*first = value;
	else if (*first != value)
		map_put(&variety->varied, sight->subject, NULL);
}

bool variety_has(const struct variety *variety, const struct sight *sight)
{
	const struct map *seen = sight->is_unchanged ? &variety->first : &variety->varied;
	return map_get(seen, sight->subject) != NULL;
}

void variety_release(struct variety *variety)
{
	map_release(&variety->first);
	map_release(&variety->varied);
}

/* True for a pointer to plain char, as strcmp() takes it. */
static bool is_text(const struct c_code *code, type_id type)
{
	const struct type *target = pointee(c_code_model(code), type);
	return target && (target->holds_text || str_equal(target->spelling, "char"));
}

/* Returns the part of the variable that is looked at: $->name, $.name, $[2] or *$. */
static const char *part_of(struct c_code *code, const char *looked_at, const char *access)
{
	struct sb text = { 0 };
	bool only_one = access && str_equal(access, "*");
	for (const char *p = looked_at; *p; p++) {
		sb_add(&text, *p == '$' && only_one ? "*" : "");
		sb_add_char(&text, *p);
		sb_add(&text, *p == '$' && access && !only_one ? access : "");
	}
	const char *part = c_code_keep(code, sb_text(&text));
	sb_release(&text);
	return part;
}

/* Bytes of which less than half are characters that people read. */
static bool is_binary(const struct sight *sight)
{
	uint32_t n_readable = 0;
	for (uint32_t i = 0; i < sight->size; i++)
		n_readable += sight->bytes[i] >= ' ' && sight->bytes[i] <= '~';
	return 2 * n_readable < sight->size;
}

/* "\xe4\x97": every byte, so that no digit can be taken for a part of the one before it. */
static void hexadecimal_string(const uint8_t *bytes, uint32_t size, struct sb *out)
{
	sb_add(out, "\"");
	for (uint32_t i = 0; i < size; i++)
		sb_addf(out, "\\x%02x", bytes[i]);
	sb_add(out, "\"");
}

static struct c_check expect_bytes(struct c_code *code, const struct sight *sight)
{
	bool plain = sight->access ? str_equal(model_canonical(c_code_model(code), sight->type)->spelling, "char")
	                           : is_text(code, sight->type);
	bool is_bytes = sight->kind == SIGHT_BYTES;
	struct sb value = { 0 };
	char size[16];
	if (is_bytes && is_binary(sight))
		hexadecimal_string(sight->bytes, sight->size, &value);
	else
		c_string(sight->bytes, sight->size, &value);
	snprintf(size, sizeof size, "%u", sight->size);
	struct c_check check = { .variable = sight->variable,
		                 .relation = is_bytes ? EXPECT_BYTES : EXPECT_TEXT,
		                 .expect = part_of(code, plain || is_bytes ? "$" : "(const char *)$", sight->access),
		                 .value = c_code_keep(code, sb_text(&value)),
		                 .extra = is_bytes ? c_code_keep(code, size) : NULL };
	sb_release(&value);
	c_code_need(code, C_NEEDS_STRING);
	return check;
}

static struct c_check expect_calls(struct c_code *code, const struct sight *sight)
{
	uint32_t calls;
	char number[16];
	memcpy(&calls, sight->bytes, sizeof calls);
	snprintf(number, sizeof number, "%u", calls);
	return (struct c_check){
		.variable = sight->variable, .relation = EXPECT_UINT, .expect = "$", .value = c_code_keep(code, number)
	};
}

/* "$[0].arg2", of which $ stands for what is noted of the callback. */
static struct c_check expect_argument(struct c_code *code, const struct sight *sight)
{
	struct sb value = { 0 }, expect = { 0 };
	struct c_check check = { .relation = EXPECT_TEXT, .expect = "$" };
	if (sight->is_text) {
		c_string(sight->bytes, sight->size, &value);
		check.value = c_code_keep(code, sb_text(&value));
		c_code_need(code, C_NEEDS_STRING);
	} else {
		check = c_code_expect(code, sight->type, sight->bytes);
	}
	for (const char *p = check.expect; *p; p++) {
		sb_add_char(&expect, *p);
		sb_add(&expect, *p == '$' ? sight->access : "");
	}
	check.expect = c_code_keep(code, sb_text(&expect));
	check.variable = sight->variable;
	check.noted = 1u << sight->field;
	sb_release(&value);
	sb_release(&expect);
	return check;
}

/* Returns the name of the number in the unit's own code; NULL: it has none. */
static const char *name_of_number(const struct model *model, const struct sight *sight)
{
	const struct type *type = model_canonical(model, sight->type);
	if (type->kind != TYPE_INT)
		return NULL;
	if (sight->kind == SIGHT_RESULT)
		return model_number_name(model, sight->function, NONE, value_int(type, sight->bytes));
	if (sight->kind == SIGHT_FIELD && sight->record)
		return model_field_number_name(model, sight->record, sight->field, value_int(type, sight->bytes));
	return NULL;
}

struct c_check sight_expectation(struct c_code *code, const struct sight *sight)
{
	if (sight->kind == SIGHT_STRING || sight->kind == SIGHT_BYTES)
		return expect_bytes(code, sight);
	if (sight->kind == SIGHT_CALLS)
		return expect_calls(code, sight);
	if (sight->kind == SIGHT_ARGUMENT)
		return expect_argument(code, sight);
	const char *name = name_of_number(c_code_model(code), sight);
	struct c_check check = c_code_expect(code, sight->type, sight->bytes);
	if (name && check.relation != EXPECT_TRUE)
		check.value = name;
	check.variable = sight->variable;
	if (sight->same_as) {
		char *same = xprintf("$ == ${%u}", sight->same_as - 1);
		check.relation = EXPECT_TRUE;
		check.expect = c_code_keep(code, same);
		free(same);
	}
	check.expect = part_of(code, check.expect, sight->access);
	return check;
}
