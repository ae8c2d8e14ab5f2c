/* enumerate: tries the values of bytes, depth first, and checks each wish as soon as its bytes are
 * chosen.
 *
 * First each byte alone: the values that the wishes about only this byte allow, of 256, are its
 * domain. Then bytes are chosen in the order in which they are met from the last wish on, each
 * starting with its value in the run. After each choice, everything that depends on no later byte
 * is computed and checked. If the search ends, its answer is certain, found or refuted; if the
 * budget ends first, the question is open. */
#include "solve/rungs.h"

#include <string.h>

#define BUDGET ((uint64_t)400 * 1000)         /* in instructions */
#define BUDGET_OF_TWO ((uint64_t)1500 * 1000) /* budget for two bytes, large enough to come to an end */
#define MAX_COMBINATIONS ((uint64_t)1 << 16) /* of values of the bytes in the last wish */

struct level {
	uint32_t *slots;  /* slots to compute when the byte of this level is chosen */
	size_t n_slots;
	const struct program_wish **wishes;
	size_t n_wishes;
	bool has_domain;
	unsigned n_values; /* number of values in the domain */
	uint8_t values[256];
};

struct enumeration {
	struct query *query;
	struct level *levels;  /* one for each input below SHARED_BIT, and one for everything that depends on
	                          later inputs */
	uint32_t n_levels;
	uint64_t limit;        /* on machine.steps */
	bool is_hopeless;      /* some byte has no value left */
	bool is_cut;           /* the search left out bytes that refused wishes depend on */
};

/* The level of the last byte in the mask. */
static uint32_t level_of(uint64_t mask)
{
	return mask ? 63 - (uint32_t)__builtin_clzll(mask) : 0;
}

static void add_slots(struct enumeration *enumeration)
{
	const struct program *program = enumeration->query->program;
	struct level *levels = enumeration->levels;
	for (uint32_t slot = program->first_code; slot < program->n_slots; slot++)
		levels[level_of(program->masks[slot])].n_slots++;
	for (uint32_t i = 0; i <= SHARED_BIT; i++) {
		levels[i].slots = ARENA_ARRAY(enumeration->query->arena, uint32_t, levels[i].n_slots);
		levels[i].n_slots = 0;
	}
	for (uint32_t slot = program->first_code; slot < program->n_slots; slot++) {
		struct level *level = &levels[level_of(program->masks[slot])];
		level->slots[level->n_slots++] = slot;
	}
}

static void add_wishes(struct enumeration *enumeration)
{
	const struct program *program = enumeration->query->program;
	struct level *levels = enumeration->levels;
	for (uint32_t i = 0; i < program->n_wishes; i++)
		levels[level_of(program->masks[program->wishes[i].slot])].n_wishes++;
	for (uint32_t i = 0; i <= SHARED_BIT; i++) {
		levels[i].wishes = ARENA_ARRAY(enumeration->query->arena, const struct program_wish *,
		                               levels[i].n_wishes);
		levels[i].n_wishes = 0;
	}
	for (uint32_t i = 0; i < program->n_wishes; i++) {
		struct level *level = &levels[level_of(program->masks[program->wishes[i].slot])];
		level->wishes[level->n_wishes++] = &program->wishes[i];
	}
}

static bool level_holds(const struct enumeration *enumeration, const struct level *level, uint64_t mask)
{
	const struct program *program = enumeration->query->program;
	for (size_t i = 0; i < level->n_wishes; i++) {
		if (mask && program->masks[level->wishes[i]->slot] != mask)
			continue;
		if (!machine_wish_holds(&enumeration->query->machine, level->wishes[i]))
			return false;
	}
	return true;
}

/* The values of the byte that the wishes about only this byte allow; the run's value comes first. */
static void find_domain(struct enumeration *enumeration, uint32_t input)
{
	const struct program *program = enumeration->query->program;
	struct machine *machine = &enumeration->query->machine;
	struct level *level = &enumeration->levels[input];
	uint64_t mask = input_bit(input);
	uint32_t *own = ARENA_ARRAY(enumeration->query->arena, uint32_t, level->n_slots);
	size_t n = 0;
	for (size_t i = 0; i < level->n_slots; i++)
		if (program->masks[level->slots[i]] == mask)
			own[n++] = level->slots[i];
	for (unsigned i = 0; i < 256; i++) {
		machine->values[input] = (uint8_t)(program->run[input] + i);
		machine_run_some(machine, own, n);
		if (level_holds(enumeration, level, mask))
			level->values[level->n_values++] = (uint8_t)machine->values[input];
	}
	level->has_domain = true;
	enumeration->is_hopeless |= !level->n_values;
}

static enum finding descend(struct enumeration *enumeration, uint32_t depth);

static enum finding try_values(struct enumeration *enumeration, uint32_t depth)
{
	struct machine *machine = &enumeration->query->machine;
	struct level *level = &enumeration->levels[depth];
	if (!level->has_domain)
		find_domain(enumeration, depth);
	for (unsigned i = 0; i < level->n_values && !enumeration->is_hopeless; i++) {
		if (machine->steps > enumeration->limit)
			return OPEN;
		machine->values[depth] = level->values[i];
		machine_run_some(machine, level->slots, level->n_slots);
		if (!level_holds(enumeration, level, 0))
			continue;
		enum finding finding = descend(enumeration, depth + 1);
		if (finding != REFUTED)
			return finding;
	}
	return REFUTED;
}

/* Continues with all bytes up to `depth` chosen, which contradict no wish. */
static enum finding descend(struct enumeration *enumeration, uint32_t depth)
{
	struct machine *machine = &enumeration->query->machine;
	if (depth < enumeration->n_levels)
		return try_values(enumeration, depth);
	struct level *rest = &enumeration->levels[SHARED_BIT];
	machine_run_some(machine, rest->slots, rest->n_slots);
	if (level_holds(enumeration, rest, 0))
		return FOUND;
	enumeration->is_cut = true;
	return REFUTED;
}

/* The number of combinations that are tried before the last wish is checked at all. */
static uint64_t combinations(struct enumeration *enumeration)
{
	const struct program *program = enumeration->query->program;
	uint64_t mask = program->masks[program->wishes[0].slot], product = 1;
	if (mask >> SHARED_BIT)
		return UINT64_MAX;
	for (uint32_t input = 0; input < enumeration->n_levels && product; input++) {
		if (!(mask >> input & 1))
			continue;
		find_domain(enumeration, input);
		product *= enumeration->levels[input].n_values;
		if (product > MAX_COMBINATIONS)
			break;
	}
	return product;
}

static enum finding keep(struct query *query)
{
	for (uint32_t i = 0; i < query->program->n_inputs; i++)
		query->answer[i] = (uint8_t)query->machine.values[i];
	return FOUND;
}

static size_t dependents(const struct program *program, uint32_t input, uint32_t *slots)
{
	size_t n = 0;
	for (uint32_t slot = program->first_code; slot < program->n_slots; slot++)
		if (program->masks[slot] & input_bit(input))
			slots[n++] = slot;
	return n;
}

/* Tries one byte of the last wish at a time, with the others as in the run. */
static enum finding one_at_a_time(struct query *query)
{
	const struct program *program = query->program;
	struct machine *machine = &query->machine;
	uint32_t *slots = ARENA_ARRAY(query->arena, uint32_t, program->n_code);
	uint64_t mask = program->masks[program->wishes[0].slot], limit = machine->steps + BUDGET;
	for (uint32_t input = 0; input < program->n_inputs; input++) {
		if (!(mask & input_bit(input)))
			continue;
		size_t n = dependents(program, input, slots);
		machine_set(machine, program->run);
		machine_run(machine);
		for (unsigned i = 1; i < 256 && machine->steps < limit; i++) {
			machine->values[input] = (uint8_t)(program->run[input] + i);
			machine_run_some(machine, slots, n);
			if (machine_all_hold(machine))
				return keep(query);
		}
	}
	return OPEN;
}

enum finding enumerate(struct query *query)
{
	const struct program *program = query->program;
	struct enumeration enumeration = { .query = query,
		                           .n_levels = program->n_inputs < SHARED_BIT ? program->n_inputs
		                                                                      : SHARED_BIT };
	enumeration.levels = ARENA_ARRAY(query->arena, struct level, SHARED_BIT + 1);
	add_slots(&enumeration);
	add_wishes(&enumeration);
	machine_set(&query->machine, program->run);
	machine_run(&query->machine);
	uint64_t product = combinations(&enumeration);
	if (!product)
		return REFUTED;
	if (product <= MAX_COMBINATIONS) {
		machine_set(&query->machine, program->run);
		enumeration.limit = query->machine.steps + (program->n_inputs <= 2 ? BUDGET_OF_TWO : BUDGET);
		enum finding finding = descend(&enumeration, 0);
		if (finding == FOUND)
			return keep(query);
		if (enumeration.is_hopeless || (finding == REFUTED && !enumeration.is_cut))
			return REFUTED;
		if (program->n_inputs == 1)
			return OPEN;
	}
	return one_at_a_time(query);
}
