/* rungs: the ways to solve one program, each tried in turn.
 *
 * A rung gets a query and says FOUND with the bytes in `answer`, REFUTED if it is
 * certain that no bytes do it, or OPEN. Budgets are counted in instructions that
 * were evaluated, never in time, so the same query ends the same way everywhere. */
#ifndef SKEP_SOLVE_RUNGS_H
#define SKEP_SOLVE_RUNGS_H

#include "base/rng.h"
#include "solve/program.h"

enum finding { OPEN, FOUND, REFUTED };

struct query {
	const struct program *program;
	struct machine machine;
	uint8_t *answer;       /* [n_inputs] */
	struct arena *arena;   /* of this query */
	struct rng *rng;
};

/* Proof by intervals; never FOUND. */
enum finding refute(struct query *query);
/* Every value of the bytes, if there are few enough of them. */
enum finding enumerate(struct query *query);
/* From the wished value back to the inputs. */
enum finding invert(struct query *query);
/* Alternating variables. */
enum finding search(struct query *query);

struct smt; /* Z3 */
struct smt *smt_new(double seconds);
void smt_free(struct smt *smt);
enum finding smt_solve(struct smt *smt, struct query *query);

/* How far the values are from the wish, 0: it holds. Grows as the logarithm of the
 * difference, so that wishes can be added up. */
uint64_t distance_of_wish(const struct machine *machine, const struct program_wish *wish);
/* As integers in the order of the floats; not for NaN. */
uint64_t float_rank(uint64_t value, unsigned bits);
uint64_t float_of_rank(uint64_t rank, unsigned bits);
bool float_is_nan(uint64_t value, unsigned bits);

#endif
