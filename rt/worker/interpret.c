/* interpret: runs the steps of one test.
 *
 * The engine wrote the byte code, but an earlier test of the batch may have overwritten it, so
 * every number is checked before it is used. Each step is copied first, so that it cannot change
 * while it runs. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define CALLS_THE_UNIT
#include "inside.h"
#include "symbolic.h"

/* A step whose parts were found and are inside the test. */
struct decoded {
	struct sk_step head;
	uint32_t i;
	const uint32_t *args;
	const struct sk_fill *fills;
	const uint8_t *bytes;
};

static uint64_t padded(uint64_t size)
{
	return (size + 7) & ~(uint64_t)7;
}

static bool decode(const uint8_t *at, uint32_t room, uint32_t i, struct decoded *step)
{
	if (room < sizeof step->head)
		return false;
	memcpy(&step->head, at, sizeof step->head);
	const struct sk_step *head = &step->head;
	if (head->op >= SK_N_OPS || head->n_args > SK_MAX_ARGS || head->length > room || head->length % 8)
		return false;
	uint64_t args = padded(head->n_args * (uint64_t)sizeof(uint32_t));
	uint64_t fills = head->n_fills * (uint64_t)sizeof(struct sk_fill);
	if (sizeof *head + args + fills + padded(head->n_bytes) > head->length)
		return false;
	step->i = i;
	step->args = (const uint32_t *)(at + sizeof *head);
	step->fills = (const struct sk_fill *)(at + sizeof *head + args);
	step->bytes = at + sizeof *head + args + fills;
	return true;
}

/* The earlier variable that an argument refers to, or NULL. */
static const struct variable *variable_of(const struct decoded *step, uint32_t arg)
{
	uint32_t i = arg & ~(SK_ADDRESS | SK_ENDS);
	if (i >= step->i || !__skep_now.variables[i].place)
		return NULL;
	return &__skep_now.variables[i];
}

/* Makes the step's variable. */
static void *variable_new(const struct decoded *step)
{
	struct variable *variable = &__skep_now.variables[step->i];
	if (!step->head.size)
		return NULL;
	variable->size = step->head.size;
	variable->place = __skep_area_take(step->head.size, step->i);
	if (!variable->place)
		__skep_fail(SK_OUT_OF_MEMORY, 0, 0, "the test's own variables are too large");
	return variable->place;
}

static bool variable_set_pointer(const struct decoded *step, const void *pointer)
{
	if (step->head.size != sizeof pointer)
		return false;
	memcpy(variable_new(step), &pointer, sizeof pointer);
	return true;
}

static bool store_fills(const struct decoded *step, uint8_t *to, uint32_t size)
{
	for (uint32_t f = 0; f < step->head.n_fills; f++) {
		struct sk_fill fill = step->fills[f];
		const struct variable *from = variable_of(step, fill.arg);
		if (!from)
			return false;
		const void *bytes = fill.arg & SK_ADDRESS ? (const void *)&from->place : from->place;
		uint32_t n = fill.arg & SK_ADDRESS ? (uint32_t)sizeof from->place : from->size;
		if (fill.offset > size || n > size - fill.offset)
			return false;
		memcpy(to + fill.offset, bytes, n);
		if (fill.arg & SK_ADDRESS)
			__skep_labels_forget(to + fill.offset, n);
		else
			__skep_labels_copy(to + fill.offset, bytes, n);
	}
	return true;
}

static bool step_call(const struct decoded *step)
{
	const struct sk_step *head = &step->head;
	void *places[1 + SK_MAX_ARGS], *addresses[SK_MAX_ARGS], *nothing[4];
	if (head->index >= __skep_target.n_functions || !__skep_target.calls[head->index])
		return false;
	for (uint32_t a = 0; a < head->n_args; a++) {
		const struct variable *variable = variable_of(step, step->args[a]);
		if (!variable)
			return false;
		addresses[a] = variable->place;
		places[1 + a] = step->args[a] & SK_ADDRESS ? &addresses[a] : variable->place;
	}
	void *result = variable_new(step);
	places[0] = result ? result : nothing;
	if (__skep_target.n_contracts)
		__skep_contracts_call(head->index, step->args, head->n_args, places);
	else
		__skep_target.calls[head->index](places);
	return true;
}

static bool step_literal(const struct decoded *step)
{
	const struct sk_step *head = &step->head;
	if (!head->size || head->n_bytes > head->size)
		return false;
	uint8_t *variable = variable_new(step);
	memcpy(variable, step->bytes, head->n_bytes);
	__skep_labels_input(variable, head->n_bytes, step->i, 0);
	return store_fills(step, variable, head->size);
}

static bool step_block(const struct decoded *step)
{
	uint8_t *block = __skep_area_take(step->head.n_bytes, step->i);
	if (!block)
		__skep_fail(SK_OUT_OF_MEMORY, 0, 0, "the test's own blocks are too large");
	memcpy(block, step->bytes, step->head.n_bytes);
	__skep_labels_input(block, step->head.n_bytes, step->i, 0);
	if (!store_fills(step, block, step->head.n_bytes) || !variable_set_pointer(step, block))
		return false;
	__skep_labels_pointer(__skep_now.variables[step->i].place, block, step->i);
	return true;
}

/* The behaviour stays in the input for as long as the test runs. */
static const struct sk_behaviour *behaviour_of(const struct decoded *step)
{
	const struct sk_behaviour *b = (const struct sk_behaviour *)step->bytes;
	if (step->head.n_bytes < sizeof *b)
		return NULL;
	uint64_t size = sizeof *b + padded(b->result_size) + padded(b->later_size) + padded(b->write_size);
	if (size > padded(step->head.n_bytes))
		return NULL;
	__skep_labels_input(b + 1, step->head.n_bytes - sizeof *b, step->i, 0);
	return b;
}

static bool step_callback(const struct decoded *step)
{
	const struct sk_behaviour *behaviour = behaviour_of(step);
	return behaviour && variable_set_pointer(step, __skep_callback_set(step->head.index, behaviour));
}

static bool step_stub(const struct decoded *step)
{
	const struct sk_behaviour *behaviour = behaviour_of(step);
	if (!behaviour || step->head.index >= __skep_target.n_missing)
		return false;
	void *pointer = NULL;
	if (!store_fills(step, (uint8_t *)&pointer, sizeof pointer))
		return false;
	__skep_stub_set(step->head.index, behaviour, pointer);
	return true;
}

static bool step_descriptor(const struct decoded *step)
{
	int saved = errno, fd = __skep_scratch_descriptor(step->bytes, step->head.n_bytes);
	errno = saved;
	if (fd < 0)
		__skep_fail(SK_OUT_OF_MEMORY, 0, 0, "no scratch file could be opened");
	memcpy(variable_new(step), &fd, sizeof fd);
	return true;
}

static bool step_file(const struct decoded *step)
{
	if (step->head.size == sizeof(int))
		return step_descriptor(step);
	int saved = errno;
	void *file = __skep_scratch_open(step->bytes, step->head.n_bytes);
	errno = saved;
	if (!file)
		__skep_fail(SK_OUT_OF_MEMORY, 0, 0, "no scratch file could be opened");
	return variable_set_pointer(step, file);
}

static bool step_path(const struct decoded *step)
{
	int saved = errno;
	char *name = __skep_scratch_name(step->i);
	if (!(step->head.flags & SK_ABSENT) && !__skep_scratch_write(name, step->bytes, step->head.n_bytes))
		__skep_fail(SK_OUT_OF_MEMORY, 0, 0, "no scratch file could be written");
	errno = saved;
	return variable_set_pointer(step, name);
}

static bool step_peek(const struct decoded *step)
{
	static uint8_t copy[SK_PEEK_MAX];
	const struct variable *variable = step->head.n_args == 1 ? variable_of(step, step->args[0]) : NULL;
	if (!variable)
		return false;
	const void *from = variable->place;
	if (!(step->args[0] & SK_ADDRESS)) {
		if (variable->size != sizeof from)
			return false;
		memcpy(&from, variable->place, sizeof from);
	}
	uint32_t room = __skep_record_peek_room();
	if (step->head.flags & SK_PEEK_CALLS) {
		uint32_t told = __skep_callback_calls(from, copy, room < SK_PEEK_MAX ? room : SK_PEEK_MAX);
		if (told)
			__skep_record_peek(step->i, copy, told);
		return true;
	}
	size_t size = room < SK_PEEK_MAX ? room : SK_PEEK_MAX;
	if (step->head.flags & SK_PEEK_STRING) {
		if (!__skep_readable_string(from, size, &size))
			return true;
	} else if (step->head.size < size) {
		size = step->head.size;
	}
	if (!__skep_is_poisoned(from, size) && __skep_copy_guarded(copy, from, size))
		__skep_record_peek(step->i, copy, (uint32_t)size);
	return true;
}

static bool step_free(const struct decoded *step)
{
	const struct variable *variable = step->head.n_args == 1 ? variable_of(step, step->args[0]) : NULL;
	void *pointer;
	if (!variable || variable->size != sizeof pointer)
		return false;
	memcpy(&pointer, variable->place, sizeof pointer);
	__skep_free(pointer);
	return true;
}

static bool step_place(const struct decoded *step)
{
	const struct variable *variable = step->head.n_args == 1 ? variable_of(step, step->args[0]) : NULL;
	uintptr_t base;
	if (!variable || variable->size != sizeof base)
		return false;
	memcpy(&base, variable->place, sizeof base);
	if (!variable_set_pointer(step, (const void *)(base + step->head.index)))
		return false;
	__skep_labels_place(__skep_now.variables[step->i].place, base, step->head.index, step->i);
	return true;
}

/* The text that an argument refers to, or NULL. */
static char *text_of(const struct decoded *step, uint32_t arg)
{
	const struct variable *variable = variable_of(step, arg);
	char *text;
	if (!variable || variable->size != sizeof text)
		return NULL;
	memcpy(&text, variable->place, sizeof text);
	return text;
}

static bool step_put(const struct decoded *step)
{
	const struct sk_step *head = &step->head;
	const char *name = head->n_args ? text_of(step, step->args[0]) : NULL;
	if (head->index >= SK_N_PUTS)
		return false;
	if (head->index != SK_PUT_STDIN && !name)
		__skep_escape(SK_ILLEGAL); /* a null pointer is no name */
	if (!__skep_program_put(head->index, name, step->bytes, head->n_bytes, step->i))
		__skep_fail(SK_OUT_OF_MEMORY, 0, 0, "no scratch file could be written");
	return true;
}

void __skep_refuse_call(void)
{
	__skep_escape(SK_ILLEGAL);
}

static bool step_run(const struct decoded *step)
{
	const struct sk_step *head = &step->head;
	if (head->index >= __skep_target.n_functions || !__skep_target.calls[head->index])
		return false;
	char *name = __skep_area_take(head->n_bytes + 1, step->i);
	char **texts = __skep_area_take((head->n_args + 2) * sizeof *texts, step->i);
	if (!name || !texts)
		__skep_fail(SK_OUT_OF_MEMORY, 0, 0, "the test's own blocks are too large");
	memcpy(name, step->bytes, head->n_bytes);
	texts[0] = name;
	/* The bytes of arguments are inputs, but their addresses are not: a program's argument is never null. */
	for (uint32_t a = 0; a < head->n_args; a++) {
		texts[1 + a] = text_of(step, step->args[a]);
		if (!texts[1 + a])
			__skep_escape(SK_ILLEGAL);
	}
	return __skep_program_run(head->index, (int)head->n_args + 1, texts, step->i);
}

static bool (*const steps[SK_N_OPS])(const struct decoded *) = {
	[SK_CALL] = step_call, [SK_LITERAL] = step_literal, [SK_BLOCK] = step_block, [SK_CALLBACK] = step_callback,
	[SK_STUB] = step_stub, [SK_FILE] = step_file,       [SK_PATH] = step_path,   [SK_PEEK] = step_peek,
	[SK_FREE] = step_free, [SK_PLACE] = step_place,     [SK_PUT] = step_put,     [SK_RUN] = step_run,
};

static void finish_step(const struct decoded *step)
{
	const struct variable *variable = &__skep_now.variables[step->i];
	__skep_now.steps_done = step->i + 1;
	if ((__skep_now.flags & SK_WANT_VALUES) && step->head.op != SK_PEEK)
		__skep_record_value(step->i, SK_NORMAL, variable->place, variable->size);
}

bool __skep_interpret(const uint8_t *bytes, uint32_t length)
{
	uint32_t at = sizeof(struct sk_test);
	for (uint32_t i = 0; i < __skep_now.n_steps; i++) {
		struct decoded step;
		if (at > length || !decode(bytes + at, length - at, i, &step))
			return false;
		__skep_now.step = i;
		__skep_now.variables[i] = (struct variable){ 0 };
		__skep_trace_step(i);
		if (!steps[step.head.op](&step))
			return false;
		if (__skep_target.n_contracts)
			__skep_contracts_after(&step.head, i);
		finish_step(&step);
		at += step.head.length;
	}
	return true;
}
