/* record: copies the target's record of a run out of shared memory and checks it.
 *
 * The unit can write to that memory at any time. So the head is copied once and only the copy is
 * used, sizes must add up, numbers must be in range, and text must have an end. */
#include <string.h>

#include "exec/executor.h"

static uint64_t padded(uint64_t size)
{
	return (size + 7) & ~(uint64_t)7;
}

static uint32_t probe_bytes(const struct executor *executor)
{
	return (executor->sizes.n_probes + 63) / 64 * 8;
}

static bool head_fits(const struct executor *executor, size_t i, const struct sk_record *head, uint32_t room)
{
	uint32_t n_steps = executor->batch.n_steps[i], flags = executor->batch.flags;
	if (head->outcome <= SK_NOT_RUN || head->outcome >= SK_N_OUTCOMES || head->steps_done > n_steps ||
	    head->n_values != (flags & SK_WANT_VALUES ? n_steps : 0) || head->probe_bytes != probe_bytes(executor) ||
	    head->n_distances != (flags & SK_WANT_DISTANCES ? executor->sizes.n_distances : 0) ||
	    head->n_compared > SK_MAX_COMPARED || head->n_texts > SK_MAX_TEXTS || head->peek_bytes > SK_PEEK_TOTAL ||
	    (head->fault_bytes != 0 && head->fault_bytes != sizeof(struct sk_fault)))
		return false;
	uint64_t length = sizeof *head + head->n_values * (uint64_t)sizeof(struct sk_value) + head->probe_bytes +
	                  head->n_distances * (uint64_t)sizeof(double) + padded(head->n_distances) +
	                  head->n_compared * (uint64_t)sizeof(struct sk_compared) +
	                  head->n_texts * (uint64_t)sizeof(struct sk_texts) + padded(head->peek_bytes) +
	                  head->fault_bytes;
	return head->length == length && length <= room;
}

/* A copy of the record; NULL: it makes no sense. */
static uint8_t *record_copy(struct executor *executor, size_t i, struct sk_record *head)
{
	uint32_t offset = __atomic_load_n(&executor->shared->record_offset[i], __ATOMIC_RELAXED);
	if (offset % 8 || offset > SK_OUTPUT_SIZE - sizeof *head)
		return NULL;
	const uint8_t *from = executor->shared->output + offset;
	memcpy(head, from, sizeof *head);
	if (!head_fits(executor, i, head, SK_OUTPUT_SIZE - offset))
		return NULL;
	return arena_memdup(executor->results, from, head->length);
}

bool record_is_whole(const struct executor *executor, size_t i)
{
	uint32_t offset = __atomic_load_n(&executor->shared->record_offset[i], __ATOMIC_RELAXED);
	if (offset % 8 || offset > SK_OUTPUT_SIZE - sizeof(struct sk_record))
		return false;
	const struct sk_record *record = (const struct sk_record *)(executor->shared->output + offset);
	uint32_t length = __atomic_load_n(&record->length, __ATOMIC_RELAXED);
	if (length % 8 || length < sizeof *record || length > SK_OUTPUT_SIZE - offset)
		return false;
	return sk_seal(record, length, executor->go, (uint32_t)i) == record->seal;
}

static bool read_steps(struct executor *executor, const struct sk_record *head, const uint8_t *values,
                       const uint8_t *peeks, struct run *run)
{
	struct step_result *steps = ARENA_ARRAY(executor->results, struct step_result, head->n_values);
	uint32_t peeked = 0;
	for (uint32_t i = 0; i < head->n_values; i++) {
		struct sk_value value;
		memcpy(&value, values + i * sizeof value, sizeof value);
		if (value.outcome >= SK_N_OUTCOMES || value.size > SK_VALUE_BYTES ||
		    value.peek_size > head->peek_bytes - peeked)
			return false;
		steps[i].outcome = value.outcome;
		steps[i].size = value.size;
		steps[i].shape = value.shape;
		memcpy(steps[i].bytes, value.bytes, sizeof value.bytes);
		steps[i].peek = value.peek_size ? peeks + peeked : NULL;
		steps[i].peek_size = value.peek_size;
		peeked += value.peek_size;
	}
	if (head->outcome != SK_NORMAL && head->steps_done < head->n_values)
		steps[head->steps_done].outcome = head->outcome;
	run->steps = head->n_values ? steps : NULL;
	return true;
}

static bool text_ends(const char *text)
{
	return memchr(text, 0, SK_MESSAGE_SIZE) != NULL;
}

static bool needs_fault(enum sk_outcome outcome)
{
	return outcome == SK_FAULT || outcome == SK_HANG;
}

static bool fault_is_sane(const struct sk_fault *fault, const struct sk_record *head)
{
	return needs_fault(head->outcome) && fault->kind <= SK_CONTRACT && fault->owner <= SK_OWNER_WILD &&
	       fault->n_frames <= SK_MAX_FRAMES && fault->n_alloc_frames <= SK_MAX_FRAMES &&
	       fault->n_free_frames <= SK_MAX_FRAMES && text_ends(fault->message) && text_ends(fault->file);
}

/* Makes all negative distances and NaNs "not reached". */
static void tidy_distances(double *distances, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (!(distances[i] >= 0))
			distances[i] = -1;
}

static bool compared_are_sane(const struct executor *executor, const struct sk_compared *compared, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (compared[i].condition >= executor->sizes.n_conditions || compared[i].size > SK_VALUE_BYTES)
			return false;
	return true;
}

static bool texts_are_sane(const struct executor *executor, const struct sk_texts *texts, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if ((texts[i].condition >= executor->sizes.n_conditions && texts[i].condition != NONE) ||
		    texts[i].sizes[0] > SK_TEXT_BYTES || texts[i].sizes[1] > SK_TEXT_BYTES)
			return false;
	return true;
}

/* Clears bits beyond the last probe, which belong to no probe. */
static void tidy_probes(const struct executor *executor, uint64_t *probes)
{
	if (executor->sizes.n_probes % 64)
		probes[executor->sizes.n_probes / 64] &= ((uint64_t)1 << executor->sizes.n_probes % 64) - 1;
}

static bool read_parts(struct executor *executor, const struct sk_record *head, uint8_t *bytes, struct run *run)
{
	const uint8_t *values = bytes + sizeof *head;
	uint8_t *probes = bytes + sizeof *head + head->n_values * sizeof(struct sk_value);
	uint8_t *distances = probes + head->probe_bytes;
	const uint8_t *times = distances + head->n_distances * sizeof(double);
	const uint8_t *compared = times + padded(head->n_distances);
	const uint8_t *texts = compared + head->n_compared * sizeof(struct sk_compared);
	const uint8_t *peeks = texts + head->n_texts * sizeof(struct sk_texts);
	const struct sk_fault *fault = (const struct sk_fault *)(peeks + padded(head->peek_bytes));
	tidy_probes(executor, (uint64_t *)probes);
	tidy_distances((double *)distances, head->n_distances);
	run->probes = (const uint64_t *)probes;
	run->distances = head->n_distances ? (const double *)distances : NULL;
	run->times = head->n_distances ? times : NULL;
	run->compared = (const struct sk_compared *)compared;
	run->n_compared = head->n_compared;
	run->texts = (const struct sk_texts *)texts;
	run->n_texts = head->n_texts;
	run->fault = head->fault_bytes ? fault : NULL;
	if (run->fault ? !fault_is_sane(fault, head) : needs_fault(run->outcome))
		return false;
	return compared_are_sane(executor, run->compared, run->n_compared) &&
	       texts_are_sane(executor, run->texts, run->n_texts) && read_steps(executor, head, values, peeks, run);
}

static bool is_stand_in(const struct model *model, uint32_t number)
{
	return number & SK_STOOD_IN_VARIABLE ? (number & ~SK_STOOD_IN_VARIABLE) < model->missing_variables.n
	                                     : number < model->missing.n;
}

const char *stand_in_name(const struct model *model, uint16_t stood_in)
{
	return stood_in & SK_STOOD_IN_VARIABLE ? model->missing_variables.at[stood_in & ~SK_STOOD_IN_VARIABLE].name
	                                       : model->missing.at[stood_in].name;
}

static void read_stood_in(const struct executor *executor, const struct sk_record *head, struct run *run)
{
	for (uint32_t i = 0; i < head->n_stood_in && i < SK_MAX_STOOD_IN; i++)
		if (is_stand_in(executor->model, head->stood_in[i]))
			run->stood_in[run->n_stood_in++] = head->stood_in[i];
}

void record_read(struct executor *executor, size_t i, struct run *run)
{
	struct sk_record head;
	uint8_t *bytes = record_copy(executor, i, &head);
	if (bytes) {
		*run = (struct run){
			.outcome = head.outcome,
			.steps_done = head.steps_done,
			.n_steps = executor->batch.n_steps[i],
			.exit_status = head.exit_status,
			.refused = head.refused & SK_REFUSED_BY_LIMIT,
			.fuel_used = head.fuel_used,
			.n_decisions = head.n_decisions,
			.failed_step = head.failed_step,
			.idle = head.idle,
		};
		read_stood_in(executor, &head, run);
		if (read_parts(executor, &head, bytes, run))
			return;
	}
	record_missing(executor, i, SK_FAULT, SK_LOST, 0, run);
}

void record_missing(struct executor *executor, size_t i, enum sk_outcome outcome, enum sk_fault_kind kind, int code,
                    struct run *run)
{
	struct arena *arena = executor->results;
	uint32_t n_steps = executor->batch.n_steps[i], flags = executor->batch.flags;
	*run = (struct run){ .outcome = outcome,
		             .n_steps = n_steps,
		             .failed_step = NONE,
		             .probes = arena_alloc(arena, probe_bytes(executor)) };
	if (flags & SK_WANT_VALUES)
		run->steps = ARENA_ARRAY(arena, struct step_result, n_steps);
	if (flags & SK_WANT_DISTANCES) {
		double *distances = ARENA_ARRAY(arena, double, executor->sizes.n_distances);
		for (uint32_t d = 0; d < executor->sizes.n_distances; d++)
			distances[d] = -1;
		run->distances = distances;
		run->times = arena_alloc(arena, executor->sizes.n_distances);
	}
	if (outcome == SK_EXIT)
		run->exit_status = code;
	if (!needs_fault(outcome))
		return;
	struct sk_fault *fault = ARENA_NEW(arena, struct sk_fault);
	*fault = (struct sk_fault){
		.kind = kind, .code = code, .step = UINT32_MAX, .owner_step = UINT32_MAX, .is_write = 2
	};
	run->fault = fault;
}
