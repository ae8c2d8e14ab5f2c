/* join: see join.h. */
#include "engine/join.h"

#include "seq/format.h"

#include "seq/life.h"
#include "seq/literal.h"

bool seq_is_sound(const struct model *model, const struct seq *seq)
{
	return seq->n > 0 && seq->n <= SEQ_MAX_STEPS && seq_is_valid(seq, model) && seq_uses_the_living(model, seq) &&
	       seq_formats_agree(model, seq) && seq_ends_fit(model, seq) && seq_settings_fit(model, seq);
}

static void mark_used(const struct seq *seq, uint32_t i, bool *used)
{
	const struct step *step = seq->steps[i];
	for (uint32_t a = 0; a < step->n_args; a++)
		used[seq_index(i, step->args[a])] = true;
	for (uint32_t f = 0; f < step->n_fills; f++)
		used[seq_index(i, step->fills[f].arg)] = true;
}

const struct seq *seq_tidied(struct arena *arena, const struct model *model, const struct seq *seq)
{
	bool used[SEQ_MAX_STEPS] = { 0 }, drop[SEQ_MAX_STEPS], any = false;
	for (uint32_t i = seq->n; i-- > 0;) {
		drop[i] = !used[i] && !step_acts(seq->steps[i]);
		any |= drop[i];
		if (!drop[i])
			mark_used(seq, i, used);
	}
	if (!any)
		return seq;
	const struct seq *tidied = seq_without(arena, model, seq, drop);
	return tidied ? tidied : seq;
}

static uint32_t count_acting(const struct seq *seq)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < seq->n; i++)
		n += step_acts(seq->steps[i]);
	return n;
}

const struct seq *seq_part(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t from,
                           uint32_t n)
{
	bool used[SEQ_MAX_STEPS] = { 0 }, drop[SEQ_MAX_STEPS];
	uint32_t acting = count_acting(seq), number = 0;
	if (!acting)
		return NULL;
	from %= acting;
	for (uint32_t i = 0; i < seq->n; i++)
		if (step_acts(seq->steps[i])) {
			used[i] = number >= from && number - from < n;
			number++;
		}
	for (uint32_t i = seq->n; i-- > 0;) {
		drop[i] = !used[i];
		if (used[i])
			mark_used(seq, i, used);
	}
	const struct seq *part = seq_without(arena, model, seq, drop);
	return part && seq_is_sound(model, part) ? part : NULL;
}

const struct seq *join_sequences(struct arena *arena, const struct model *model, const struct seq *a, uint32_t n,
                                 const struct seq *b, uint32_t from)
{
	bool drop[SEQ_MAX_STEPS] = { 0 };
	struct seq_builder builder;
	if (a->n + b->n > SEQ_MAX_STEPS)
		return NULL;
	seq_begin(&builder, arena);
	seq_add_all(&builder, a);
	seq_add_all(&builder, b);
	const struct seq *both = seq_finish(&builder);
	for (uint32_t i = n; i < a->n + from; i++)
		drop[i] = true;
	const struct seq *joined = seq_without(arena, model, both, drop);
	if (!joined || !joined->n)
		return NULL;
	joined = seq_settle_lengths(arena, model, seq_tidied(arena, model, joined));
	return seq_is_sound(model, joined) ? joined : NULL;
}
