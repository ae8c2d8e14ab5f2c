/* law_near: pairs of values that are nearly the same, and may be equal.
 *
 * The law that equal things have equal hashes can fail only for things that are equal and not
 * identical, such as words that differ in the case of a letter. Tests hardly ever have such a pair
 * by chance. So the steps that made the call's first argument are repeated with one byte of a
 * literal changed, and the call gets the two objects. */
#include <string.h>

#include "judge/laws/law_trial.h"
#include "seq/literal.h"
#include "seq/value.h"

#define MAX_LITERALS 8u
#define MAX_SIZE 256u
#define MAX_REPEATED 60u

/* A change to the first or the second byte of a literal. */
static const struct {
	uint32_t at;
	unsigned char flip, add;
} changes[] = { { 0, 0x20, 0 }, { 1, 0x20, 0 }, { 0, 0, 1 } };

#define N_CHANGES (uint32_t)(sizeof changes / sizeof *changes)

static uint32_t literals_of(const struct model *model, const struct seq *seq, uint32_t call, uint32_t *out)
{
	uint32_t n = 0;
	for (uint32_t i = call; i-- > 0 && n < MAX_LITERALS;)
		if (seq_is_free_literal(model, seq, i) && seq->steps[i]->size && seq->steps[i]->size <= MAX_SIZE)
			out[n++] = i;
	return n;
}

uint32_t near_variants(const struct laws *laws, const struct seq *seq, uint32_t call)
{
	uint32_t literals[MAX_LITERALS];
	return call > MAX_REPEATED ? 0 : N_CHANGES * literals_of(laws->model, seq, call, literals);
}

/* Repeats the steps before the call with one byte changed; NULL if no byte can be. */
static const struct seq *changed_steps(const struct trial *trial, const struct seq *seq, uint32_t variant)
{
	const struct model *model = trial->laws->model;
	uint32_t literals[MAX_LITERALS], n = literals_of(model, seq, trial->call, literals);
	if (variant / N_CHANGES >= n)
		return NULL;
	uint32_t i = literals[variant / N_CHANGES], c = variant % N_CHANGES;
	const struct step *step = seq->steps[i];
	unsigned char bytes[MAX_SIZE];
	memcpy(bytes, step->bytes, step->size);
	if (changes[c].at + (step->is_string ? 1 : 0) >= step->size || !step_byte_is_free(model, step, changes[c].at))
		return NULL;
	bytes[changes[c].at] = (unsigned char)((bytes[changes[c].at] ^ changes[c].flip) + changes[c].add);
	if (step->is_string && memchr(bytes, 0, step->size - 1))
		return NULL;
	struct seq before = { .n = trial->call, .steps = seq->steps };
	return seq_with_bytes(trial->arena, model, &before, i, bytes, step->size);
}

const struct seq *near_seq(const struct trial *trial, const struct seq *seq, uint32_t variant, uint32_t *call)
{
	const struct seq *changed = changed_steps(trial, seq, variant);
	struct seq before = { .n = trial->call, .steps = seq->steps };
	struct step step = *seq->steps[trial->call];
	struct seq_builder builder;
	if (!changed)
		return NULL;
	seq_begin(&builder, trial->arena);
	uint32_t object = seq_index(trial->call, step.args[0]), other = seq_add_all(&builder, &before) + object;
	uint32_t first = seq_add_all(&builder, changed);
	struct arg args[2] = { seq_arg(&builder, other, step.args[0].address),
		               seq_arg(&builder, first + object, step.args[0].address) };
	step.args = args;
	*call = seq_add(&builder, &step);
	return seq_finish(&builder);
}
