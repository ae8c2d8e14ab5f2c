/* search: alternating variables over the unknowns of a program.
 *
 * Each unknown in turn takes a small step up and down. A step that brings the wishes nearer is
 * repeated with doubled length until it no longer does; then the next such step is sought. A byte
 * simply tries all its values. If no unknown can improve, the search starts again elsewhere: with
 * the run, in which some unknowns are changed to numbers of the program or to random ones. Floats
 * step in the order of their representation. */
#include "solve/rungs.h"

#include <string.h>

#include "solve/unknowns.h"

#define BUDGET ((uint64_t)600 * 1000) /* in instructions */
#define MAX_RESTARTS 12

struct climb {
	struct query *query;
	const struct unknown *unknowns;
	size_t n_unknowns;
	uint64_t *distances; /* for each wish */
	uint64_t total;
	uint64_t limit;      /* on machine.steps */
};

static uint64_t to_line(const struct unknown *unknown, uint64_t value)
{
	return unknown->is_float ? float_rank(value, unknown->n_bytes * 8) : value;
}

static uint64_t from_line(const struct unknown *unknown, uint64_t place)
{
	place &= bit_mask(unknown->n_bytes * 8);
	return unknown->is_float ? float_of_rank(place, unknown->n_bytes * 8) : place;
}

static void measure_all(struct climb *climb)
{
	struct machine *machine = &climb->query->machine;
	machine_run(machine);
	climb->total = 0;
	for (uint32_t i = 0; i < climb->query->program->n_wishes; i++) {
		climb->distances[i] = distance_of_wish(machine, &climb->query->program->wishes[i]);
		climb->total += climb->distances[i];
	}
}

/* The total distance with the unknown at another value; the machine keeps that value. */
static uint64_t measure(struct climb *climb, const struct unknown *unknown, uint64_t value)
{
	struct machine *machine = &climb->query->machine;
	const struct program *program = climb->query->program;
	unknown_set(unknown, machine, value);
	machine_run_some(machine, unknown->slots, unknown->n_slots);
	uint64_t total = climb->total;
	for (size_t i = 0; i < unknown->n_wishes; i++) {
		uint32_t wish = unknown->wishes[i];
		total += distance_of_wish(machine, &program->wishes[wish]) - climb->distances[wish];
	}
	machine->steps += unknown->n_wishes;
	return total;
}

/* Makes the machine's present values the place to continue from. */
static void accept(struct climb *climb, const struct unknown *unknown)
{
	for (size_t i = 0; i < unknown->n_wishes; i++) {
		uint32_t wish = unknown->wishes[i];
		uint64_t distance = distance_of_wish(&climb->query->machine, &climb->query->program->wishes[wish]);
		climb->total += distance - climb->distances[wish];
		climb->distances[wish] = distance;
	}
}

static bool is_over(const struct climb *climb)
{
	return !climb->total || climb->query->machine.steps > climb->limit;
}

/* Takes steps from the present place, doubled while they help; true if one brought it nearer. */
static bool walk(struct climb *climb, const struct unknown *unknown, uint64_t direction)
{
	uint64_t start = unknown_get(unknown, &climb->query->machine), best = start;
	uint64_t place = to_line(unknown, start), step = 1;
	while (!is_over(climb)) {
		uint64_t value = from_line(unknown, place + direction * step);
		if (measure(climb, unknown, value) >= climb->total)
			break;
		accept(climb, unknown);
		place += direction * step;
		best = value;
		step *= 2;
	}
	measure(climb, unknown, best);
	return best != start;
}

static bool climb_number(struct climb *climb, const struct unknown *unknown)
{
	bool improved = false;
	while (!is_over(climb) && (walk(climb, unknown, 1) || walk(climb, unknown, ~UINT64_C(0))))
		improved = true;
	return improved;
}

/* Tries values that small steps do not reach: with a bit inverted, or a number of the program. */
static bool jump(struct climb *climb, const struct unknown *unknown)
{
	const struct program *program = climb->query->program;
	uint64_t start = unknown_get(unknown, &climb->query->machine), best = start, least = climb->total;
	unsigned bits = unknown->n_bytes * 8;
	for (unsigned i = 0; i < bits + program->n_constants && !is_over(climb); i++) {
		uint64_t value = i < bits ? start ^ UINT64_C(1) << i : program->constants[i - bits];
		value &= bit_mask(bits);
		uint64_t total = measure(climb, unknown, value);
		if (total < least) {
			least = total;
			best = value;
		}
	}
	measure(climb, unknown, best);
	if (best == start)
		return false;
	accept(climb, unknown);
	return true;
}

static bool climb_byte(struct climb *climb, const struct unknown *unknown)
{
	uint64_t start = unknown_get(unknown, &climb->query->machine), best = start, least = climb->total;
	for (unsigned i = 1; i < 256 && least && climb->query->machine.steps <= climb->limit; i++) {
		uint64_t total = measure(climb, unknown, (start + i) & 0xff);
		if (total < least) {
			least = total;
			best = (start + i) & 0xff;
		}
	}
	measure(climb, unknown, best);
	if (best == start)
		return false;
	accept(climb, unknown);
	return true;
}

static bool climb_unknown(struct climb *climb, const struct unknown *unknown)
{
	if (unknown->n_bytes == 1)
		return climb_byte(climb, unknown);
	bool walked = climb_number(climb, unknown);
	return !is_over(climb) && jump(climb, unknown) ? true : walked;
}

/* Climbs to a place that no change of one unknown improves. */
static void climb_up(struct climb *climb)
{
	size_t idle = 0;
	for (size_t i = 0; idle < climb->n_unknowns && !is_over(climb); i = (i + 1) % climb->n_unknowns)
		idle = climb_unknown(climb, &climb->unknowns[i]) ? 0 : idle + 1;
}

static uint64_t other_value(struct climb *climb)
{
	const struct program *program = climb->query->program;
	struct rng *rng = climb->query->rng;
	if (program->n_constants && rng_chance(rng, 0.5))
		return program->constants[rng_below(rng, program->n_constants)];
	uint64_t random = rng_next(rng);
	return rng_chance(rng, 0.5) ? random & 0xff : random;
}

/* Starts with the run, with some unknowns changed, mostly unknowns of the last wish. */
static void restart(struct climb *climb)
{
	machine_set(&climb->query->machine, climb->query->program->run);
	for (size_t i = 0; i < climb->n_unknowns; i++) {
		const struct unknown *unknown = &climb->unknowns[i];
		if (rng_chance(climb->query->rng, unknown->is_of_last_wish ? 0.5 : 0.1))
			unknown_set(unknown, &climb->query->machine, other_value(climb));
	}
	measure_all(climb);
}

enum finding search(struct query *query)
{
	struct unknown *unknowns;
	struct climb climb = { .query = query };
	climb.n_unknowns = unknowns_find(query->program, query->arena, &unknowns);
	climb.unknowns = unknowns;
	climb.distances = ARENA_ARRAY(query->arena, uint64_t, query->program->n_wishes);
	climb.limit = query->machine.steps + BUDGET;
	machine_set(&query->machine, query->program->run);
	measure_all(&climb);
	for (unsigned i = 0; i < MAX_RESTARTS && climb.n_unknowns; i++) {
		climb_up(&climb);
		if (is_over(&climb))
			break;
		restart(&climb);
	}
	if (climb.total)
		return OPEN;
	for (uint32_t i = 0; i < query->program->n_inputs; i++)
		query->answer[i] = (uint8_t)query->machine.values[i];
	return FOUND;
}
