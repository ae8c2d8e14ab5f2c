/* record: writes the results of a test straight into the shared output.
 *
 * Values are stored as steps finish; the rest is added at the end, even if the end is in a signal
 * handler. Each probe's byte is cleared for the next test when it is turned into a bit. */
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "inside.h"

#define TOUCHED_PER_FUEL 32u /* bytes of heap that are filled and reset in about the time of one condition */

static uint8_t *record;       /* its place in the output */
static uint32_t test_number;
static uint32_t n_values;
static uint32_t n_peeked;
static uint8_t peeked[SK_PEEK_TOTAL];

static uint32_t padded(uint32_t size)
{
	return (size + 7) & ~7u;
}

bool __skep_record_begin(uint32_t i, uint32_t n_steps, uint32_t flags)
{
	uint32_t used = __skep_shared->batch.output_used;
	if (used > SK_OUTPUT_SIZE || used % 8)
		return false;
	uint64_t bound = sk_record_bound(n_steps, flags, __skep_target.n_probes, __skep_n_distances());
	if (bound > SK_OUTPUT_SIZE - used)
		return false;
	record = __skep_shared->output + used;
	test_number = i;
	n_peeked = 0;
	n_values = flags & SK_WANT_VALUES ? n_steps : 0;
	memset(record + sizeof(struct sk_record), 0, n_values * sizeof(struct sk_value));
	return true;
}

static struct sk_value *value_of(uint32_t step)
{
	return (struct sk_value *)(record + sizeof(struct sk_record)) + step;
}

void __skep_record_value(uint32_t step, enum sk_outcome outcome, const void *bytes, uint32_t size)
{
	if (step >= n_values)
		return;
	struct sk_value *value = value_of(step);
	value->outcome = (uint8_t)outcome;
	value->size = (uint8_t)(size < SK_VALUE_BYTES ? size : SK_VALUE_BYTES);
	memcpy(value->bytes, bytes, value->size);
}

/* Gives objects that the user's contract calls equal one shape. This holds only within a test,
 * because objects of two tests never exist together. */
static void share_shapes(void)
{
	for (uint32_t i = 0; i < n_values; i++) {
		if (!__skep_contracts_compare(i))
			continue;
		if (!value_of(i)->shape)
			value_of(i)->shape = __skep_shape((uintptr_t)__skep_now.variables[i].place);
		for (uint32_t k = 0; k < i; k++)
			if (__skep_contracts_equal(k, i)) {
				value_of(i)->shape = value_of(k)->shape;
				break;
			}
	}
}

struct remembered {
	uintptr_t pointer;
	uint64_t shape;
};

#define N_REMEMBERED 64u

/* Many variables have the same pointer, and the memory behind it does not change while shapes are recorded. */
static uint64_t shape_of(struct remembered *known, uintptr_t pointer)
{
	struct remembered *place = &known[(pointer >> 4) % N_REMEMBERED];
	if (place->pointer != pointer || !pointer)
		*place = (struct remembered){ pointer, __skep_shape(pointer) };
	return place->shape;
}

void __skep_record_shapes(void)
{
	struct remembered known[N_REMEMBERED] = { 0 };
	__skep_heap_index();
	for (uint32_t i = 0; i < n_values; i++) {
		const struct variable *variable = &__skep_now.variables[i];
		uintptr_t pointer;
		if (!variable->place || variable->size != sizeof pointer)
			continue;
		memcpy(&pointer, variable->place, sizeof pointer);
		value_of(i)->shape = shape_of(known, pointer);
	}
	if (__skep_target.n_contracts)
		share_shapes();
}

uint32_t __skep_record_peek_room(void)
{
	return n_values ? SK_PEEK_TOTAL - n_peeked : 0;
}

void __skep_record_peek(uint32_t step, const void *bytes, uint32_t size)
{
	if (step >= n_values || size > SK_PEEK_TOTAL - n_peeked)
		return;
	value_of(step)->outcome = SK_NORMAL;
	value_of(step)->peek_size = size;
	memcpy(peeked + n_peeked, bytes, size);
	n_peeked += size;
}

#if defined(__SSE2__)
/* The bits of 64 hits; hits that are 0 are not written to. */
static uint64_t take_64(unsigned char *hits)
{
	const __m128i zero = _mm_setzero_si128();
	__m128i *at = (__m128i *)hits;
	__m128i a = _mm_loadu_si128(at), b = _mm_loadu_si128(at + 1);
	__m128i c = _mm_loadu_si128(at + 2), d = _mm_loadu_si128(at + 3);
	__m128i any = _mm_or_si128(_mm_or_si128(a, b), _mm_or_si128(c, d));
	if (_mm_movemask_epi8(_mm_cmpeq_epi8(any, zero)) == 0xffff)
		return 0;
	for (int i = 0; i < 4; i++)
		_mm_storeu_si128(at + i, zero);
	uint64_t clear = (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(a, zero)) |
	                 (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(b, zero)) << 16 |
	                 (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(c, zero)) << 32 |
	                 (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(d, zero)) << 48;
	return ~clear;
}
#else
static uint64_t take_64(unsigned char *hits)
{
	uint64_t bits = 0;
	for (int i = 0; i < 64; i++) {
		bits |= (uint64_t)(hits[i] != 0) << i;
		hits[i] = 0;
	}
	return bits;
}
#endif

static uint8_t *add_probes(uint8_t *at)
{
	uint32_t n = __skep_target.n_probes;
	uint64_t *words = (uint64_t *)at;
	for (uint32_t i = 0; i < n; i += 64) /* hits fill whole pages */
		*words++ = take_64(__skep_hits + i);
	return (uint8_t *)words;
}

static uint8_t *add(uint8_t *at, const void *bytes, uint32_t size)
{
	memcpy(at, bytes, size);
	return at + padded(size);
}

void __skep_record_end(enum sk_outcome outcome, const struct sk_fault *fault)
{
	/* The arguments are so bad that the requirement itself failed. */
	if (__skep_now.checking && __skep_now.checking->kind == SK_REQUIRES && outcome != SK_NORMAL) {
		outcome = SK_ILLEGAL;
		fault = NULL;
	}
	bool wants_distances = __skep_now.flags & SK_WANT_DISTANCES;
	struct sk_record head = {
		.outcome = outcome,
		.steps_done = __skep_now.steps_done,
		.n_values = n_values,
		.probe_bytes = (__skep_target.n_probes + 63) / 64 * 8,
		.n_distances = wants_distances ? __skep_n_distances() : 0,
		.n_compared = wants_distances ? __skep_n_compared : 0,
		.n_decisions = wants_distances ? __skep_n_decisions : 0,
		.n_texts = wants_distances ? __skep_n_texts : 0,
		.peek_bytes = n_peeked,
		.exit_status = __skep_now.exit_status,
		.retired = __skep_now.retire,
		.refused = __skep_refused,
		.fuel_used = __skep_shared->limits.fuel - (uint64_t)__skep_fuel +
		             __skep_heap_touched() / TOUCHED_PER_FUEL,
		.fault_bytes = fault ? sizeof *fault : 0,
		.n_stood_in = __skep_n_stood_in,
		.failed_step = __skep_failed_step,
		.idle = __skep_idle(),
	};
	memcpy(head.stood_in, __skep_stood_in, sizeof head.stood_in);
	uint8_t *at = record + sizeof head + n_values * sizeof(struct sk_value);
	at = add_probes(at);
	at = add(at, __skep_distances, head.n_distances * (uint32_t)sizeof(double));
	at = add(at, __skep_decided, head.n_distances);
	at = add(at, __skep_compared, head.n_compared * (uint32_t)sizeof(struct sk_compared));
	at = add(at, __skep_texts, head.n_texts * (uint32_t)sizeof(struct sk_texts));
	at = add(at, peeked, n_peeked);
	if (fault)
		at = add(at, fault, sizeof *fault);
	head.length = (uint32_t)(at - record);
	memcpy(record, &head, sizeof head);
	struct sk_record *written = (struct sk_record *)record;
	written->seal = sk_seal(written, head.length, __skep_now.batch, test_number);
	__skep_shared->record_offset[test_number] = (uint32_t)(record - __skep_shared->output);
	__skep_shared->batch.output_used = (uint32_t)(at - __skep_shared->output);
	__atomic_store_n(&__skep_shared->batch.finished, test_number + 1, __ATOMIC_RELEASE);
}
