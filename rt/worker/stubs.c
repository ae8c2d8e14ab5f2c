/* stubs: functions that the unit calls and the test defines: callbacks, and functions that nobody
 * else defines.
 *
 * The behaviour of each is in the test's byte code: a result, another result from a certain call
 * on, bytes to write through a pointer argument. Without a behaviour it returns zero and writes
 * nothing. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "inside.h"
#include "symbolic.h"

#define MOST_NOTES 64u

struct active {
	const struct sk_behaviour *behaviour;
	uint32_t n_calls;
	void *pointer; /* returned instead of the behaviour's result; NULL: the behaviour decides */
};

static struct active *missing;                       /* by missing function */
static struct active (*callbacks)[SK_CALLBACK_SLOTS]; /* by function type */
static uint32_t *n_slots;                            /* slots in use, by function type */
static bool dirty;

/* Arguments that callbacks received, in their order. */
static struct {
	uint32_t type, slot;
	struct sk_noted noted;
} notes[MOST_NOTES];
static uint32_t n_notes;

uint16_t __skep_stood_in[SK_MAX_STOOD_IN];
uint16_t __skep_n_stood_in;

static void *table(size_t n, size_t size)
{
	void *memory = calloc(n + 1, size);
	if (!memory)
		_exit(SK_END_LOST);
	return memory;
}

void __skep_stubs_init(void)
{
	missing = table(__skep_target.n_missing, sizeof *missing);
	callbacks = table(__skep_target.n_types, sizeof *callbacks);
	n_slots = table(__skep_target.n_types, sizeof *n_slots);
}

void __skep_stubs_reset(void)
{
	__skep_n_stood_in = 0;
	n_notes = 0;
	if (!dirty)
		return;
	memset(missing, 0, __skep_target.n_missing * sizeof *missing);
	memset(callbacks, 0, __skep_target.n_types * sizeof *callbacks);
	memset(n_slots, 0, __skep_target.n_types * sizeof *n_slots);
	dirty = false;
}

void __skep_stub_set(uint32_t number, const struct sk_behaviour *behaviour, void *pointer)
{
	missing[number] = (struct active){ behaviour, 0, pointer };
	dirty = true;
}

void *__skep_callback_set(uint32_t type, const struct sk_behaviour *behaviour)
{
	if (type >= __skep_target.n_types)
		return NULL;
	/* If a type has more callbacks than functions, the others share the last function. */
	uint32_t slot = n_slots[type] < SK_CALLBACK_SLOTS ? n_slots[type]++ : SK_CALLBACK_SLOTS - 1;
	callbacks[type][slot] = (struct active){ .behaviour = behaviour };
	dirty = true;
	return __skep_target.callbacks[type][slot];
}

/* Appends what is noted of the callback; returns the number of bytes. */
static uint32_t add_notes(uint32_t type, uint32_t slot, uint8_t *out, uint32_t room)
{
	uint32_t size = 0;
	for (uint32_t i = 0; i < n_notes; i++)
		if (notes[i].type == type && notes[i].slot == slot && size + sizeof notes[i].noted <= room) {
			memcpy(out + size, &notes[i].noted, sizeof notes[i].noted);
			size += (uint32_t)sizeof notes[i].noted;
		}
	return size;
}

uint32_t __skep_callback_calls(const void *function, uint8_t *out, uint32_t room)
{
	for (uint32_t type = 0; type < __skep_target.n_types; type++)
		for (uint32_t slot = 0; slot < n_slots[type]; slot++) {
			uint32_t calls = callbacks[type][slot].n_calls;
			if (__skep_target.callbacks[type][slot] != function || room < sizeof calls)
				continue;
			memcpy(out, &calls, sizeof calls);
			return (uint32_t)sizeof calls +
			       add_notes(type, slot, out + sizeof calls, room - (uint32_t)sizeof calls);
		}
	return 0;
}

/* Notes an argument: a number, or a text that is short enough and can be read. */
static void note(uint32_t type, uint32_t slot, uint32_t call, uint32_t param, const void *arg, uint8_t kind)
{
	struct sk_noted noted = { .call = (uint8_t)call, .param = (uint8_t)param, .size = kind };
	const void *from = arg;
	size_t size = kind;
	if (kind == SK_NOTED_TEXT) {
		memcpy(&from, arg, sizeof from);
		if ((uintptr_t)from < NULL_ZONE || !__skep_readable_string(from, SK_NOTED_BYTES, &size) ||
		    size + 1 >= SK_NOTED_BYTES)
			return;
		noted.is_text = 1;
		noted.size = (uint8_t)size;
	}
	if (size > sizeof noted.bytes || __skep_is_poisoned(from, size) ||
	    !__skep_copy_guarded(noted.bytes, from, size))
		return;
	notes[n_notes].type = type;
	notes[n_notes].slot = slot;
	notes[n_notes++].noted = noted;
}

static void note_arguments(uint32_t type, uint32_t slot, uint32_t call, void **args, uint32_t n_args, const char *kinds)
{
	for (uint32_t i = 0; call < SK_NOTED_CALLS && i < n_args && i < 0xff && n_notes < MOST_NOTES; i++)
		if (kinds[i])
			note(type, slot, call, i, args[i], (uint8_t)kinds[i]);
}

static uint32_t padded(uint32_t size)
{
	return (size + 7) & ~7u;
}

/* A pointer to memory that does not exist is no reason to crash, because the unit did not use it. */
static void write_through(void *const *pointer, const void *bytes, uint32_t size)
{
	void *to = *pointer;
	if ((uintptr_t)to >= NULL_ZONE && !__skep_is_poisoned(to, size) && __skep_copy_guarded(to, bytes, size))
		__skep_labels_copy(to, bytes, size);
}

/* Does the work of the function of the C library for the unit; size 0 for realloc() frees the memory. */
static void act(uint32_t acts, void *result, void **args, uint32_t n_args)
{
	uint32_t places[] = { acts >> 8 & 0xff, acts >> 16 & 0xff, acts >> 24 };
	uintptr_t words[3] = { 0 };
	void *memory = NULL;
	for (int i = 0; i < 3; i++)
		if (places[i] < n_args)
			memcpy(&words[i], args[places[i]], sizeof words[i]);
	bool ends = (acts & 0xff) == SK_ACT_FREE || ((acts & 0xff) == SK_ACT_REALLOC && !words[1]);
	if (ends)
		__skep_free((void *)words[0]);
	else if ((acts & 0xff) == SK_ACT_MALLOC)
		memory = __skep_malloc(words[1]);
	else if ((acts & 0xff) == SK_ACT_CALLOC)
		memory = __skep_calloc(words[2], words[1]);
	else
		memory = __skep_realloc((void *)words[0], words[1]);
	if (result)
		memcpy(result, &memory, sizeof memory);
}

static void behave(struct active *active, void *result, uint32_t result_size, void **args, uint32_t n_args)
{
	const struct sk_behaviour *b = active->behaviour;
	uint32_t earlier = active->n_calls++;
	if (result_size)
		memset(result, 0, result_size);
	__skep_labels_forget(result, result_size);
	if (!b)
		return;
	if (b->acts) {
		act(b->acts, result_size == sizeof(void *) ? result : NULL, args, n_args);
		return;
	}
	const uint8_t *first = (const uint8_t *)(b + 1);
	const uint8_t *later = first + padded(b->result_size);
	bool changed = b->change_after && earlier >= b->change_after && b->later_size;
	uint32_t given = changed ? b->later_size : b->result_size;
	given = given < result_size ? given : result_size;
	if (result_size) {
		memcpy(result, changed ? later : first, given);
		__skep_labels_copy(result, changed ? later : first, given);
	}
	if (active->pointer && !changed && result_size == sizeof active->pointer)
		memcpy(result, &active->pointer, sizeof active->pointer);
	if (b->write_arg < n_args)
		write_through(args[b->write_arg], later + padded(b->later_size), b->write_size);
}

void __skep_stood(uint32_t what)
{
	for (uint32_t i = 0; i < __skep_n_stood_in; i++)
		if (__skep_stood_in[i] == what)
			return;
	if (__skep_n_stood_in < SK_MAX_STOOD_IN)
		__skep_stood_in[__skep_n_stood_in++] = (uint16_t)what;
}

void __skep_stub(uint32_t number, void *result, uint32_t result_size, void **args, uint32_t n_args)
{
	struct active none = { 0 };
	if (number & SK_STUB_MATTERS)
		__skep_stood(number &= ~SK_STUB_MATTERS);
	/* Constructors may call stubs before the table exists. */
	behave(missing && number < __skep_target.n_missing ? &missing[number] : &none, result, result_size, args,
	       n_args);
}

void __skep_callback(uint32_t type, uint32_t slot, void *result, uint32_t result_size, void **args, uint32_t n_args,
                     const char *kinds)
{
	struct active none = { 0 };
	bool known = callbacks && type < __skep_target.n_types && slot < SK_CALLBACK_SLOTS;
	if (known)
		note_arguments(type, slot, callbacks[type][slot].n_calls, args, n_args, kinds);
	behave(known ? &callbacks[type][slot] : &none, result, result_size, args, n_args);
}
