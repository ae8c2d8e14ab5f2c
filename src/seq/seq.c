/* seq: builds, copies and compares sequences; see seq.h.
 *
 * A step is copied once, with everything it points to, when it is added; from then on it is shared.
 * Its hash is computed at that moment, so the hash of a sequence costs one word per step. */
#include "seq/seq.h"

#include <string.h>

#include "base/map.h"
#include "base/status.h"
#include "seq/step.h"

static uint64_t hash_behaviour(const struct behaviour *b, uint64_t seed)
{
	if (!b)
		return seed;
	uint64_t head[] = { b->result_size, b->change_after, b->write_arg, b->write_size | (uint64_t)b->acts << 32,
		            (uint64_t)(b->result != NULL) | (uint64_t)(b->later != NULL) << 1 };
	seed = hash_bytes(head, sizeof head, seed);
	if (b->result)
		seed = hash_bytes(b->result, b->result_size, seed);
	if (b->later)
		seed = hash_bytes(b->later, b->result_size, seed);
	return b->write_size ? hash_bytes(b->write, b->write_size, seed) : seed;
}

static uint64_t hash_arg(struct arg arg, uint64_t seed)
{
	uint64_t word = (uint64_t)arg.back << 1 | arg.address;
	return hash_bytes(&word, sizeof word, seed);
}

static uint64_t hash_step(const struct step *step)
{
	uint64_t head[] = { step->kind, step->type, (uint64_t)step->index << 32 | step->n_args,
		            (uint64_t)step->size << 32 | step->n_fills,
		            (uint64_t)step->is_string | (uint64_t)step->absent << 1 | (uint64_t)step->peek << 2 |
		                    (uint64_t)(step->behaviour != NULL) << 8 };
	uint64_t hash = hash_bytes(head, sizeof head, 0);
	for (uint32_t i = 0; i < step->n_args; i++)
		hash = hash_arg(step->args[i], hash);
	for (uint32_t i = 0; i < step->n_fills; i++)
		hash = hash_arg(step->fills[i].arg, hash + step->fills[i].offset);
	if (step_has_bytes(step))
		hash = hash_bytes(step->bytes, step->size, hash);
	return hash_behaviour(step->behaviour, hash);
}

/* Members without a use get one fixed value, so that equal behaviour has equal bytes. */
static const struct behaviour *copy_behaviour(struct arena *arena, const struct behaviour *old)
{
	struct behaviour *copy = arena_memdup(arena, old, sizeof *old);
	if (!old->result && !old->later)
		copy->result_size = 0;
	if (!old->write_size) {
		copy->write_arg = NONE;
		copy->write = NULL;
	}
	if (old->result)
		copy->result = arena_memdup(arena, old->result, old->result_size);
	if (old->later)
		copy->later = arena_memdup(arena, old->later, old->result_size);
	if (old->write_size)
		copy->write = arena_memdup(arena, old->write, old->write_size);
	return copy;
}

struct step *step_copy(struct arena *arena, const struct step *old)
{
	struct step *copy = arena_memdup(arena, old, sizeof *old);
	if (old->n_args)
		copy->args = arena_memdup(arena, old->args, old->n_args * sizeof *old->args);
	if (old->n_fills)
		copy->fills = arena_memdup(arena, old->fills, old->n_fills * sizeof *old->fills);
	if (step_has_bytes(old))
		copy->bytes = arena_memdup(arena, old->bytes, old->size);
	if (old->behaviour)
		copy->behaviour = copy_behaviour(arena, old->behaviour);
	copy->hash = hash_step(copy);
	return copy;
}

const struct seq *seq_of_steps(struct arena *arena, const struct step *const *steps, uint32_t n)
{
	struct seq *seq = ARENA_NEW(arena, struct seq);
	seq->n = n;
	seq->steps = steps;
	for (uint32_t i = 0; i < n; i++)
		seq->hash = hash_bytes(&steps[i]->hash, sizeof steps[i]->hash, seq->hash);
	return seq;
}

void seq_begin(struct seq_builder *builder, struct arena *arena)
{
	*builder = (struct seq_builder){ .arena = arena };
}

uint32_t seq_add(struct seq_builder *builder, const struct step *step)
{
	INVARIANT(builder->steps.n < SEQ_MAX_STEPS);
	vec_push(&builder->steps, step_copy(builder->arena, step));
	return (uint32_t)builder->steps.n - 1;
}

uint32_t seq_add_all(struct seq_builder *builder, const struct seq *seq)
{
	INVARIANT(builder->steps.n + seq->n <= SEQ_MAX_STEPS);
	uint32_t first = (uint32_t)builder->steps.n;
	vec_reserve(&builder->steps, first + seq->n);
	for (uint32_t i = 0; i < seq->n; i++)
		vec_push(&builder->steps, seq->steps[i]);
	return first;
}

struct arg seq_arg(const struct seq_builder *builder, uint32_t index, bool address)
{
	INVARIANT(index < builder->steps.n);
	return (struct arg){ .back = (uint32_t)builder->steps.n - index, .address = address };
}

const struct seq *seq_finish(struct seq_builder *builder)
{
	uint32_t n = (uint32_t)builder->steps.n;
	const struct step **steps = arena_memdup(builder->arena, builder->steps.at, n * sizeof *steps);
	vec_release(&builder->steps);
	return seq_of_steps(builder->arena, steps, n);
}

const struct seq *seq_copy(struct arena *arena, const struct seq *seq)
{
	const struct step **steps = ARENA_ARRAY(arena, const struct step *, seq->n);
	for (uint32_t i = 0; i < seq->n; i++)
		steps[i] = step_copy(arena, seq->steps[i]);
	return seq_of_steps(arena, steps, seq->n);
}

const struct seq *seq_prefix(struct arena *arena, const struct seq *seq, uint32_t n)
{
	const struct step **steps = ARENA_ARRAY(arena, const struct step *, n + 1);
	memcpy(steps, seq->steps, n * sizeof *steps);
	return seq_of_steps(arena, steps, n);
}

static bool same_arg(struct arg a, struct arg b)
{
	return a.back == b.back && a.address == b.address;
}

static bool same_bytes(const void *a, const void *b, size_t size)
{
	return (a == NULL) == (b == NULL) && (!a || !size || memcmp(a, b, size) == 0);
}

static bool same_behaviour(const struct behaviour *a, const struct behaviour *b)
{
	if (!a || !b)
		return a == b;
	return a->result_size == b->result_size && a->change_after == b->change_after && a->write_arg == b->write_arg &&
	       a->acts == b->acts && a->write_size == b->write_size &&
	       same_bytes(a->result, b->result, a->result_size) && same_bytes(a->later, b->later, a->result_size) &&
	       (!a->write_size || same_bytes(a->write, b->write, a->write_size));
}

static bool same_step(const struct step *a, const struct step *b)
{
	if (a == b)
		return true;
	if (a->hash != b->hash || a->kind != b->kind || a->type != b->type || a->index != b->index ||
	    a->n_args != b->n_args || a->n_fills != b->n_fills || a->size != b->size || a->is_string != b->is_string ||
	    a->absent != b->absent || a->peek != b->peek)
		return false;
	for (uint32_t i = 0; i < a->n_args; i++)
		if (!same_arg(a->args[i], b->args[i]))
			return false;
	for (uint32_t i = 0; i < a->n_fills; i++)
		if (a->fills[i].offset != b->fills[i].offset || !same_arg(a->fills[i].arg, b->fills[i].arg))
			return false;
	return (!step_has_bytes(a) || same_bytes(a->bytes, b->bytes, a->size)) &&
	       same_behaviour(a->behaviour, b->behaviour);
}

bool seq_equal(const struct seq *a, const struct seq *b)
{
	if (a->n != b->n || a->hash != b->hash)
		return false;
	for (uint32_t i = 0; i < a->n; i++)
		if (!same_step(a->steps[i], b->steps[i]))
			return false;
	return true;
}

uint32_t seq_n_calls(const struct seq *seq)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < seq->n; i++)
		n += step_is_call(seq->steps[i]);
	return n;
}

uint32_t seq_last_call(const struct seq *seq, uint32_t end)
{
	while (end > 0 && !step_is_call(seq->steps[end - 1]))
		end--;
	return end ? end - 1 : NONE;
}

bool seq_calls_main(const struct model *model, const struct seq *seq)
{
	for (uint32_t i = 0; i < seq->n; i++)
		if (step_is_call(seq->steps[i]) && step_function(model, seq->steps[i])->is_main)
			return true;
	return false;
}

bool seq_calls(const struct seq *seq, uint32_t function)
{
	for (uint32_t i = 0; i < seq->n; i++)
		if (seq->steps[i]->kind == STEP_CALL && seq->steps[i]->index == function)
			return true;
	return false;
}
