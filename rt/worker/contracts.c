/* contracts: checks the user's contracts around each call.
 *
 * If a requirement does not hold, the call is not made and the test is illegal. After a call its
 * promise must hold, and so must the invariants of all objects that the test holds. Memory that the
 * test filled itself may be junk until the unit has set it up, so its invariant counts from the
 * first time it holds. Objects that the unit gives must be right at once. An object that a call
 * ended or took over is no longer checked.
 *
 * A contract may call the unit. Coverage, fuel and errno of such calls are undone, because they are
 * not the test's. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define CALLS_THE_UNIT
#include "inside.h"

#define COPIED 16u /* bytes of an argument; larger arguments are structs, which contracts see in place */

/* A variable whose type has an invariant. */
struct held {
	uint32_t variable;
	uint32_t contract;
	bool is_pointer;
	bool holds;           /* its invariant held at the last check */
	void *seen;           /* the object at that time */
};

static struct held held[SK_MAX_STEPS];
static uint32_t n_held;
static void *ended[2 * SK_MAX_ARGS];
static uint32_t n_ended;
static uint32_t called;   /* function */
static bool junk_passed;  /* an argument of the call breaks its own invariant */
static unsigned char *hits; /* saved */

void __skep_contracts_init(void)
{
	size_t size = __skep_target.n_probes;
	if (!__skep_target.n_contracts || !size)
		return;
	hits = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (hits == MAP_FAILED)
		end_process(SK_END_LOST);
}

void __skep_contracts_reset(void)
{
	n_held = n_ended = 0;
	__skep_now.checking = NULL;
}

/* ---- asking a contract ---- */

static const struct sk_contract *contract_at(uint32_t number)
{
	return number && number <= __skep_target.n_contracts ? &__skep_target.contracts[number - 1] : NULL;
}

static bool holds(const struct sk_contract *contract, void **args)
{
	int error = errno;
	int64_t fuel = __skep_fuel;
	uint32_t watching = __skep_watching;
	memcpy(hits, __skep_hits, __skep_target.n_probes);
	__skep_watching = 0;
	__skep_fuel = (int64_t)__skep_shared->limits.fuel;
	__skep_now.checking = contract;
	bool result = contract->holds(args);
	__skep_now.checking = NULL;
	__skep_fuel = fuel;
	__skep_watching = watching;
	memcpy(__skep_hits, hits, __skep_target.n_probes);
	errno = error;
	return result;
}

_Noreturn static void fail_contract(const struct sk_contract *contract, uint32_t variable)
{
	__skep_fault_begin(&__skep_fault, SK_CONTRACT, (int)called, 0);
	__skep_set_text(__skep_fault.message, contract->name);
	__skep_set_text(__skep_fault.file, __skep_target.contract_file);
	__skep_fault.line = contract->line;
	__skep_fault.owner_step = variable;
	__skep_escape(SK_FAULT);
}

/* ---- invariants ---- */

static void *object_in(const struct variable *variable, bool is_pointer)
{
	void *object;
	if (!is_pointer || !variable->place)
		return variable->place;
	memcpy(&object, variable->place, sizeof object);
	return object;
}

static void *object_of(const struct held *h)
{
	return object_in(&__skep_now.variables[h->variable], h->is_pointer);
}

/* The memory exists: the unit may have freed it in a way unknown to the test. */
static bool is_there(const void *object)
{
	struct heap_block block;
	unsigned char byte;
	if (!__skep_copy_guarded(&byte, object, 1) || __skep_is_poisoned(object, 1))
		return false;
	return !__skep_heap_spans((uintptr_t)object) || !__skep_heap_find((uintptr_t)object, &block) || !block.freed;
}

/* Another variable leads to the same object, whose invariant did not hold before. */
static bool is_known_junk(const struct held *h, const void *object)
{
	for (uint32_t i = 0; i < n_held; i++)
		if (&held[i] != h && held[i].seen == object && !held[i].holds)
			return true;
	return false;
}

/* Checks an invariant; false if the object is gone and need not be checked again. */
static bool look_at(struct held *h, bool after_call)
{
	const struct sk_contract *contract = contract_at(h->contract);
	void *object = object_of(h);
	bool is_new = object != h->seen, held_before = h->holds && !is_new;
	if (!object) {
		h->seen = NULL;
		h->holds = false;
		return true;
	}
	if (h->is_pointer && !is_there(object))
		return false;
	h->holds = holds(contract, &object);
	h->seen = object;
	if (h->holds || !after_call || !(held_before || (is_new && !is_known_junk(h, object))))
		return true;
	if (junk_passed)
		__skep_escape(SK_ILLEGAL);
	fail_contract(contract, h->variable);
}

static void forget_ended(struct variable *variable)
{
	void *object = variable->object ? object_in(variable, variable->object & SK_POINTER) : NULL;
	for (uint32_t i = 0; object && i < n_ended; i++)
		if (ended[i] == object)
			variable->object = 0;
}

static bool is_ended(const struct held *h)
{
	void *object = object_of(h);
	for (uint32_t i = 0; i < n_ended; i++)
		if (ended[i] == object || ended[i] == h->seen)
			return true;
	return false;
}

static void look_at_all(void)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < n_held; i++) {
		bool stays = look_at(&held[i], true);
		held[kept] = held[i];
		kept += stays;
	}
	n_held = kept;
}

static void drop_ended(void)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < n_held; i++) {
		bool stays = !is_ended(&held[i]);
		held[kept] = held[i];
		kept += stays;
	}
	n_held = kept;
	for (uint32_t i = 0; n_ended && i < __skep_now.step; i++)
		forget_ended(&__skep_now.variables[i]);
	n_ended = 0;
}

static bool hold(const struct sk_step *head, uint32_t variable)
{
	const struct sk_contract *contract = contract_at(head->object & ~SK_POINTER);
	if (!contract || !contract->invariant || n_held == SK_MAX_STEPS)
		return false;
	held[n_held++] = (struct held){ .variable = variable,
		                        .contract = contract->invariant,
		                        .is_pointer = head->object & SK_POINTER };
	return true;
}

void __skep_contracts_after(const struct sk_step *head, uint32_t i)
{
	bool is_call = head->op == SK_CALL;
	if (is_call)
		drop_ended();
	bool is_held = head->object && hold(head, i);
	__skep_now.variables[i].object = is_call ? head->object : 0;
	if (is_call)
		look_at_all();
	else if (is_held && !look_at(&held[n_held - 1], false))
		n_held--;
}

/* ---- equality ---- */

struct comparing {
	const struct sk_contract *contract;
	void *objects[2];
	bool equal;
};

static void compare(void *argument)
{
	struct comparing *comparing = argument;
	comparing->equal = holds(comparing->contract, comparing->objects);
}

bool __skep_contracts_compare(uint32_t i)
{
	const struct variable *variable = &__skep_now.variables[i];
	const struct sk_contract *contract = contract_at(variable->object & ~SK_POINTER);
	void *object = object_in(variable, variable->object & SK_POINTER);
	return contract && contract->equal && object && (!(variable->object & SK_POINTER) || is_there(object));
}

/* Comparisons come after the test; a failure in them says nothing about the test. */
bool __skep_contracts_equal(uint32_t a, uint32_t b)
{
	const struct variable *x = &__skep_now.variables[a], *y = &__skep_now.variables[b];
	if (x->object != y->object || !__skep_contracts_compare(a) || !__skep_contracts_compare(b))
		return false;
	struct comparing comparing = { .contract = contract_at(contract_at(x->object & ~SK_POINTER)->equal),
		                       .objects = { object_in(x, x->object & SK_POINTER),
		                                    object_in(y, y->object & SK_POINTER) } };
	if (__skep_guarded(compare, &comparing))
		return comparing.equal;
	__skep_now.checking = NULL;
	memcpy(__skep_hits, hits, __skep_target.n_probes);
	return false;
}

/* ---- calls ---- */

/* Notes before a call which objects its arguments end, and whether their invariants hold. */
static void note_arguments(const uint32_t *args, uint32_t n)
{
	junk_passed = false;
	n_ended = 0;
	for (uint32_t a = 0; a < n; a++) {
		uint32_t v = args[a] & ~(SK_ADDRESS | SK_ENDS);
		const struct variable *variable = &__skep_now.variables[v];
		for (uint32_t h = 0; h < n_held; h++)
			junk_passed |= held[h].variable == v && !held[h].holds && held[h].seen;
		if (!(args[a] & SK_ENDS))
			continue;
		if (args[a] & SK_ADDRESS)
			ended[n_ended++] = variable->place;
		if (variable->size == sizeof(void *))
			memcpy(&ended[n_ended++], variable->place, sizeof(void *));
	}
}

/* Copies the arguments as they are passed, because the call may change the variables. */
static void copy_arguments(const uint32_t *args, uint32_t n, void **places, void **copies)
{
	static _Alignas(16) unsigned char bytes[SK_MAX_ARGS][COPIED];
	for (uint32_t a = 0; a < n; a++) {
		uint32_t size = __skep_now.variables[args[a] & ~(SK_ADDRESS | SK_ENDS)].size;
		bool small = !(args[a] & SK_ADDRESS) && size <= COPIED;
		copies[1 + a] = small ? memcpy(bytes[a], places[1 + a], size) : places[1 + a];
	}
	copies[0] = places[0];
}

void __skep_contracts_call(uint32_t function, const uint32_t *args, uint32_t n, void **places)
{
	void *copies[1 + SK_MAX_ARGS];
	const struct sk_function_contracts *own = &__skep_target.function_contracts[function];
	const struct sk_contract *needs = contract_at(own->requires), *gives = contract_at(own->ensures);
	called = function;
	note_arguments(args, n);
	if (gives)
		copy_arguments(args, n, places, copies);
	if (needs && !holds(needs, places))
		__skep_escape(SK_ILLEGAL);
	__skep_target.calls[function](places);
	if (gives && !holds(gives, copies))
		fail_contract(gives, UINT32_MAX);
}
