/* rungs: the ways to solve a program, which are tried in turn.
 *
 * A rung gets a query and returns FOUND with the bytes in `answer`, REFUTED if it is certain that
 * no bytes satisfy the wishes, or OPEN. Budgets count evaluated instructions, never time, so a
 * query ends the same way everywhere. */
#ifndef SKEP_SOLVE_RUNGS_H
#define SKEP_SOLVE_RUNGS_H

#include "base/rng.h"
#include "solve/program.h"

enum finding { OPEN, FOUND, REFUTED };

struct query {
	const struct program *program;
	struct machine machine;
	uint8_t *answer;       /* [n_inputs] */
	struct arena *arena;   /* for this query only */
	struct rng *rng;
};

/* Proof by intervals; never FOUND. */
enum finding refute(struct query *query);
/* Tries every value of the bytes, if there are few enough. */
enum finding enumerate(struct query *query);
/* Goes from the wished value back to the inputs. */
enum finding invert(struct query *query);
/* Searches by alternating variables. */
enum finding search(struct query *query);

struct smt; /* Z3 */
struct smt *smt_new(double seconds);
void smt_free(struct smt *smt);
enum finding smt_solve(struct smt *smt, struct query *query);

/* The distance of the values from the wish; 0: it holds. It grows like the logarithm of the
 * difference, so that distances of wishes can be added up. */
uint64_t distance_of_wish(const struct machine *machine, const struct program_wish *wish);
/* Floats as integers in their order; not for NaN. */
uint64_t float_rank(uint64_t value, unsigned bits);
uint64_t float_of_rank(uint64_t rank, unsigned bits);
bool float_is_nan(uint64_t value, unsigned bits);

#endif
