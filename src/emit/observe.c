/* observe: see observe.h. */
#include "emit/observe.h"

#include <stdlib.h>
#include <string.h>

#include "seq/life.h"
#include "seq/value.h"

#define MAX_OBSERVERS 4u       /* calls per handle */
#define MAX_HANDLES 2u
#define MAX_STRING 120u        /* longer ones make poor reading */
#define MAX_FIELDS 3u

/* A sequence being rebuilt with steps put in between. */
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

static void look_at_result(struct rebuild *rebuild, uint32_t i)
{
	const struct step *call = rebuild->seq->steps[i];
	const struct type *target = call->type ? pointee(rebuild->model, call->type) : NULL;
	if (!target)
		return;
	if (type_is_char(target))
		add_peek(rebuild, rebuild->place[i], false, PEEK_STRING, MAX_STRING + 1);
	else if (target->kind == TYPE_STRUCT && target->complete && !target->opaque && target->size <= 256)
		add_peek(rebuild, rebuild->place[i], false, PEEK_BYTES, (uint32_t)target->size);
}

static void look_at_outputs(struct rebuild *rebuild, uint32_t i)
{
	const struct step *call = rebuild->seq->steps[i];
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint32_t v = seq_index(i, call->args[a]);
		const struct type *type = model_canonical(rebuild->model, rebuild->seq->steps[v]->type);
		if (call->args[a].address && type_is_scalar(type) && type->size <= 8)
			add_peek(rebuild, rebuild->place[v], true, PEEK_BYTES, (uint32_t)type->size);
	}
}

static bool observes(const struct model *model, const struct function *function, type_id handle)
{
	return function->is_observer && !function->is_static && !function->why_not && !function->switched_off &&
	       function->n_params == 1 && function->result &&
	       model_same_type(model, function->params[0].type, handle) &&
	       type_is_scalar(model_canonical(model, function->result));
}

/* The same number for the result of every call of a function. */
static uint64_t result_subject(uint32_t function)
{
	uint64_t parts[2] = { function, 0 };
	return hash_bytes(parts, sizeof parts, 0);
}

/* Adds observers, up to `limit`; `varied`: those whose results vary, or the others. */
static uint32_t add_observers(struct rebuild *rebuild, uint32_t v, const struct variety *variety, bool varied,
                              uint32_t limit)
{
	uint32_t calls = 0;
	type_id handle = rebuild->seq->steps[v]->type;
	for (uint32_t f = 0; f < rebuild->model->functions.n && calls < limit; f++) {
		const struct function *function = &rebuild->model->functions.at[f];
		if (!observes(rebuild->model, function, handle) || !has_room(rebuild, 2))
			continue;
		if (variety && (map_get(&variety->varied, result_subject(f)) != NULL) != varied)
			continue;
		struct arg arg = seq_arg(&rebuild->builder, rebuild->place[v], false);
		struct step step = {
			.kind = STEP_CALL, .type = function->result, .index = f, .n_args = 1, .args = &arg
		};
		seq_add(&rebuild->builder, &step);
		calls++;
	}
	rebuild->n_observers += calls;
	return calls;
}

static void observe_handle(struct rebuild *rebuild, uint32_t v, const struct variety *variety)
{
	uint32_t calls = add_observers(rebuild, v, variety, true, MAX_OBSERVERS);
	if (variety)
		add_observers(rebuild, v, variety, false, MAX_OBSERVERS - calls);
}

/* The call got the same variable as an argument before this one. */
static bool is_earlier_arg(const struct step *call, uint32_t a)
{
	for (uint32_t i = 0; i < a; i++)
		if (call->args[i].back == call->args[a].back)
			return true;
	return false;
}

/* Observes the objects that the last own call worked on or gave. */
static void observe_handles(struct rebuild *rebuild, uint32_t n_own, const struct variety *variety)
{
	struct life lives[SEQ_MAX_STEPS];
	struct seq own = { .n = n_own, .steps = rebuild->seq->steps };
	uint32_t last = n_own, handles = 0;
	while (last > 0 && own.steps[last - 1]->kind != STEP_CALL)
		last--;
	if (!last)
		return;
	const struct step *call = own.steps[--last];
	seq_lives(rebuild->model, &own, lives);
	for (uint32_t a = 0; a < call->n_args && handles < MAX_HANDLES; a++) {
		uint32_t v = seq_index(last, call->args[a]);
		if (lives[v].owned && pointee(rebuild->model, own.steps[v]->type) && !is_earlier_arg(call, a)) {
			observe_handle(rebuild, v, variety);
			handles++;
		}
	}
	if (lives[last].owned && handles < MAX_HANDLES && pointee(rebuild->model, call->type))
		observe_handle(rebuild, last, variety);
}

const struct seq *observe_sequence(struct arena *arena, const struct model *model, const struct seq *closed,
                                   uint32_t n_own, const struct variety *variety, uint32_t *n_observers)
{
	struct rebuild rebuild = { .model = model, .seq = closed };
	seq_begin(&rebuild.builder, arena);
	for (uint32_t i = 0; i < closed->n; i++) {
		if (i == n_own)
			observe_handles(&rebuild, n_own, variety);
		copy_step(&rebuild, i);
		if (closed->steps[i]->kind != STEP_CALL || i >= n_own)
			continue;
		look_at_result(&rebuild, i);
		look_at_outputs(&rebuild, i);
	}
	if (n_own == closed->n)
		observe_handles(&rebuild, n_own, variety);
	if (n_observers)
		*n_observers = rebuild.n_observers;
	return seq_finish(&rebuild.builder);
}

struct sight_list {
	struct arena *arena;
	VEC(struct sight) at;
};

static void add_sight(struct sight_list *list, struct sight sight, const void *bytes, uint32_t size)
{
	sight.bytes = (const uint8_t *)arena_strndup(list->arena, bytes, size);
	sight.size = size;
	vec_push(&list->at, sight);
}

static uint64_t subject_of(const struct seq *seq, uint32_t call, uint64_t place)
{
	if (!place)
		return result_subject(seq->steps[call]->index);
	uint64_t parts[2] = { seq->steps[call]->index, place };
	return hash_bytes(parts, sizeof parts, 0);
}

static void see_result(struct sight_list *list, const struct model *model, const struct seq *seq, const struct run *run,
                       uint32_t i)
{
	const struct step_result *result = &run->steps[i];
	const struct type *type = model_canonical(model, seq->steps[i]->type);
	if (!seq->steps[i]->type || !type_is_scalar(type) || result->size < type->size)
		return;
	struct sight sight = { .step = i,
		               .variable = i,
		               .type = seq->steps[i]->type,
		               .kind = SIGHT_RESULT,
		               .is_pointer = type->kind == TYPE_POINTER,
		               .subject = subject_of(seq, i, 0) };
	add_sight(list, sight, result->bytes, (uint32_t)type->size);
}

/* The call a peek belongs to: the nearest one before it. */
static uint32_t call_before(const struct seq *seq, uint32_t i)
{
	while (i > 0 && seq->steps[i]->kind != STEP_CALL)
		i--;
	return i;
}

static void see_fields(struct sight_list *list, const struct model *model, struct sight sight, const struct type *type,
                       const uint8_t *bytes)
{
	uint32_t seen = 0;
	for (uint32_t f = 0; f < type->n_fields && seen < MAX_FIELDS; f++) {
		const struct field *field = &type->fields[f];
		const struct type *part = model_canonical(model, field->type);
		if (!field->name[0] || field->bit_width || !type_is_scalar(part) || part->kind == TYPE_POINTER ||
		    part->size > 8)
			continue;
		sight.kind = SIGHT_FIELD;
		sight.field_name = field->name;
		sight.type = field->type;
		sight.subject = hash_bytes(&f, sizeof f, sight.subject);
		add_sight(list, sight, bytes + field->bit_offset / 8, (uint32_t)part->size);
		seen++;
	}
}

static void see_peek(struct sight_list *list, const struct model *model, const struct seq *seq, const struct run *run,
                     uint32_t i)
{
	const struct step_result *result = &run->steps[i];
	const struct step *peek = seq->steps[i];
	uint32_t v = seq_index(i, peek->args[0]), call = call_before(seq, i);
	type_id type = seq->steps[v]->type;
	struct sight sight = { .step = i,
		               .variable = v,
		               .type = type,
		               .kind = SIGHT_VARIABLE,
		               .is_pointer = model_canonical(model, type)->kind == TYPE_POINTER,
		               .subject = subject_of(seq, call, 1 + (v == call ? 0 : call - v)) };
	if (!result->peek_size)
		return;
	if (peek->peek == PEEK_STRING) {
		sight.kind = SIGHT_STRING;
		if (result->peek_size <= MAX_STRING)
			add_sight(list, sight, result->peek, result->peek_size);
	} else if (peek->args[0].address) {
		add_sight(list, sight, result->peek, result->peek_size);
	} else {
		const struct type *target = pointee(model, type);
		if (target && result->peek_size >= target->size)
			see_fields(list, model, sight, target, result->peek);
	}
}

size_t sights_of(struct arena *arena, const struct model *model, const struct seq *observed, const struct run *run,
                 struct sight **sights)
{
	struct sight_list list = { .arena = arena };
	for (uint32_t i = 0; run->steps && i < observed->n && i < run->n_steps; i++) {
		if (observed->steps[i]->kind == STEP_PEEK)
			see_peek(&list, model, observed, run, i);
		else if (run->steps[i].outcome != SK_NORMAL)
			break;
		else if (observed->steps[i]->kind == STEP_CALL)
			see_result(&list, model, observed, run, i);
	}
	size_t n = list.at.n;
	*sights = arena_memdup(arena, list.at.at, n * sizeof **sights);
	vec_release(&list.at);
	return n;
}

static uint64_t sight_value(const struct sight *sight)
{
	if (sight->is_pointer && sight->kind != SIGHT_STRING && sight->kind != SIGHT_FIELD)
		return !bytes_are_zero(sight->bytes, sight->size);
	return hash_bytes(sight->bytes, sight->size, 1);
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
	return map_get(&variety->varied, sight->subject) != NULL;
}

void variety_release(struct variety *variety)
{
	map_release(&variety->first);
	map_release(&variety->varied);
}

void sight_expectation(struct c_code *code, const struct sight *sight, struct sb *out)
{
	if (sight->kind == SIGHT_STRING) {
		sb_add(out, "strcmp($, ");
		c_string(sight->bytes, sight->size, out);
		sb_add(out, ") == 0");
		c_code_need(code, C_NEEDS_STRING);
		return;
	}
	if (sight->kind != SIGHT_FIELD) {
		c_code_expect(code, sight->type, sight->bytes, out);
		return;
	}
	/* the field of a struct behind the variable: $ becomes $->name */
	struct sb plain = { 0 };
	c_code_expect(code, sight->type, sight->bytes, &plain);
	for (const char *p = sb_text(&plain); *p; p++) {
		sb_add_char(out, *p);
		if (*p == '$')
			sb_addf(out, "->%s", sight->field_name);
	}
	sb_release(&plain);
}
