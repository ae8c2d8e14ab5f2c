/* operators: see operators.h. */
#include "engine/operators.h"

#include "engine/join.h"
#include "seq/literal.h"

#define CHANCE_STATE 0.3      /* of setting variables of the unit before a call */
#define CHANCE_STUBS 0.5      /* of answers of missing functions before a call */
#define CHANCE_TOWARDS 0.3    /* of a change that follows a comparison */
#define CHANCE_REPEAT 0.1     /* of repeating a new call */
#define MAX_REPEATS 8u
#define THIRD (1.0 / 3)

static struct assembly begin(const struct operators *operators, struct arena *arena)
{
	struct assembly assembly = operators->assembly;
	assembly_begin(&assembly, arena);
	return assembly;
}

static bool add_call(struct assembly *assembly, uint32_t function)
{
	if (assembly->model->missing.n && rng_chance(assembly->rng, CHANCE_STUBS))
		assembly_stubs(assembly, function);
	if (assembly_has_state(assembly, function) && rng_chance(assembly->rng, CHANCE_STATE))
		assembly_state(assembly, function);
	if (!assembly_call(assembly, function))
		return false;
	uint64_t times = rng_chance(assembly->rng, CHANCE_REPEAT) ? rng_below(assembly->rng, MAX_REPEATS) : 0;
	bool fresh = rng_chance(assembly->rng, 0.5);
	while (times-- && assembly_repeat(assembly, fresh))
		;
	return true;
}

static const struct seq *if_sound(const struct operators *operators, const struct seq *seq)
{
	return seq && seq->n <= operators->max_steps && seq_is_sound(operators->assembly.model, seq) ? seq : NULL;
}

const struct seq *operators_new_test(const struct operators *operators, struct arena *arena, uint32_t calls)
{
	struct assembly assembly = begin(operators, arena);
	bool any = false;
	for (uint32_t i = 0; i < calls && assembly.builder.steps.n < operators->max_steps / 2; i++) {
		uint32_t function = operators->pick(operators->context);
		any |= function != NONE && add_call(&assembly, function);
	}
	const struct seq *seq = assembly_finish(&assembly);
	return any ? if_sound(operators, seq_tidied(arena, operators->assembly.model, seq)) : NULL;
}

/* Puts the steps of `longer` from `at` on, which follow the first `at` steps of seq, into seq. */
static const struct seq *splice(struct arena *arena, const struct seq *seq, uint32_t at, const struct seq *longer)
{
	if (seq->n + longer->n > SEQ_MAX_STEPS)
		return NULL;
	for (uint32_t i = at; i < longer->n; i++)
		seq = seq_insert(arena, seq, i, longer->steps[i]);
	return seq;
}

static void add_beginning(struct assembly *assembly, const struct seq *seq, uint32_t n)
{
	struct seq beginning = { .n = n, .steps = seq->steps };
	seq_add_all(&assembly->builder, &beginning);
}

const struct seq *operators_insert(const struct operators *operators, struct arena *arena, const struct seq *seq,
                                   uint32_t at, uint32_t function)
{
	struct assembly assembly = begin(operators, arena);
	add_beginning(&assembly, seq, at);
	bool made = add_call(&assembly, function);
	const struct seq *longer = assembly_finish(&assembly);
	const struct seq *result = made ? splice(arena, seq, at, longer) : NULL;
	return if_sound(operators, result ? seq_settle_lengths(arena, operators->assembly.model, result) : NULL);
}

static const struct seq *without(const struct operators *operators, struct arena *arena, const struct seq *seq,
                                 uint32_t i)
{
	bool drop[SEQ_MAX_STEPS] = { 0 };
	const struct model *model = operators->assembly.model;
	drop[i] = true;
	const struct seq *shorter = seq_without(arena, model, seq, drop);
	if (!shorter || !shorter->n)
		return NULL;
	return if_sound(operators, seq_settle_lengths(arena, model, seq_tidied(arena, model, shorter)));
}

const struct seq *operators_remove(const struct operators *operators, struct arena *arena, const struct seq *seq,
                                   uint32_t i)
{
	return without(operators, arena, seq, i);
}

const struct seq *operators_remake(const struct operators *operators, struct arena *arena, const struct seq *seq,
                                   uint32_t i)
{
	struct assembly assembly = begin(operators, arena);
	add_beginning(&assembly, seq, i);
	bool made = assembly_call(&assembly, seq->steps[i]->index);
	const struct seq *longer = assembly_finish(&assembly);
	const struct seq *both = made ? splice(arena, seq, i, longer) : NULL;
	return both ? without(operators, arena, both, longer->n) : NULL;
}

/* ---- a whole test ---- */

struct work {
	const struct operators *operators;
	struct arena *arena;
	struct mutation mutation;
	const struct seq *seq;
	unsigned structural, primitive;  /* changes so far */
};

static bool take(struct work *work, const struct seq *seq, unsigned *count)
{
	if (!seq || seq->hash == work->seq->hash)
		return false;
	work->seq = seq;
	++*count;
	return true;
}

static void remove_steps(struct work *work, double chance)
{
	for (uint32_t i = work->seq->n; i-- > 0;)
		if (i < work->seq->n && work->seq->n > 1 && rng_chance(work->mutation.rng, chance))
			take(work, operators_remove(work->operators, work->arena, work->seq, i), &work->structural);
}

static void change_step(struct work *work, uint32_t i)
{
	const struct seq *seq = NULL;
	if (step_is_call(work->seq->steps[i])) {
		take(work, operators_remake(work->operators, work->arena, work->seq, i), &work->structural);
		return;
	}
	if (rng_chance(work->mutation.rng, CHANCE_TOWARDS))
		seq = mutate_towards(&work->mutation, work->seq);
	if (!seq)
		seq = mutate_literal(&work->mutation, work->seq, i);
	take(work, if_sound(work->operators, seq), &work->primitive);
}

static void change_steps(struct work *work, double chance)
{
	for (uint32_t i = 0; i < work->seq->n; i++)
		if (rng_chance(work->mutation.rng, chance))
			change_step(work, i);
}

static void insert_calls(struct work *work)
{
	struct rng *rng = work->mutation.rng;
	for (double chance = 0.5; rng_chance(rng, chance); chance *= 0.5) {
		uint32_t function = work->operators->pick(work->operators->context);
		uint32_t at = rng_chance(rng, 0.5) ? work->seq->n : (uint32_t)rng_below(rng, work->seq->n + 1);
		if (function == NONE)
			return;
		take(work, operators_insert(work->operators, work->arena, work->seq, at, function), &work->structural);
	}
}

struct mutated operators_mutate(const struct operators *operators, struct arena *arena, const struct seq *seq)
{
	struct work work = { .operators = operators, .arena = arena, .mutation = operators->mutation, .seq = seq };
	struct rng *rng = work.mutation.rng;
	work.mutation.arena = arena;
	for (unsigned tries = 0; tries < 4 && !work.structural && !work.primitive; tries++) {
		double chance = 1.0 / work.seq->n;
		if (rng_chance(rng, THIRD))
			remove_steps(&work, chance);
		if (rng_chance(rng, 2 * THIRD))
			change_steps(&work, chance);
		if (rng_chance(rng, THIRD))
			insert_calls(&work);
	}
	return (struct mutated){ work.seq, work.primitive > 0 };
}
