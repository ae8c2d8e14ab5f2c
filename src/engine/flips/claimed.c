/* claimed: see claimed.h. */
#include "engine/flips/claimed.h"

static void ask(struct claimed *claimed)
{
	uint64_t frontiers[CLAIMS_AT_ONCE];
	for (size_t i = 0; i < claimed->n_asked; i++)
		frontiers[i] = claimed->asked[i].frontier;
	claimed->question = claimed->claims->kind->ask(claimed->claims, frontiers, claimed->n_asked);
}

/* Returns how many candidates to ask for: a few of a small pool, where the next one hangs on the last, and many of a large
 * one, so that few questions are asked. Waiting candidates leave the pool one by one, each after something else was tried. */
static size_t how_many(const struct claimed *claimed, const struct candidates *pool)
{
	size_t part = (pool->ready + 3) / 4;
	if (!pool->ready)
		return pool->at.n && !claimed_n(claimed);
	return part < CLAIMS_AT_ONCE ? part : CLAIMS_AT_ONCE;
}

/* Asks for the candidates that the strategy wants next. */
static void ask_for_next(struct claimed *claimed, struct candidates *pool, const struct chooser *chooser)
{
	for (size_t n = how_many(claimed, pool); n; n--)
		claimed->asked[claimed->n_asked++] = candidates_take(pool, chooser->choose(chooser->context));
	if (claimed->n_asked)
		ask(claimed);
}

/* Takes the answer about the candidates that were asked for, once nothing that is ours is left. */
static void take(struct claimed *claimed)
{
	uint32_t ours = claimed->claims->kind->take(claimed->claims, claimed->question);
	claimed->n_ours = claimed->next = 0;
	for (size_t i = 0; i < claimed->n_asked; i++) {
		if (ours >> i & 1) {
			claimed->ours[claimed->n_ours++] = claimed->asked[i];
			continue;
		}
		claimed->of_others++;
		traced_drop(claimed->asked[i].test);
	}
	claimed->n_asked = 0;
}

bool claimed_next(struct claimed *claimed, struct candidates *pool, const struct chooser *chooser,
                  struct candidate *candidate)
{
	while (claimed_n(claimed) || pool->at.n) {
		if (!claimed->n_asked)
			ask_for_next(claimed, pool, chooser);
		if (claimed->next == claimed->n_ours) {
			take(claimed);
			continue;
		}
		*candidate = claimed->ours[claimed->next++];
		if (candidates_want(pool, candidate))
			return true;
		traced_drop(candidate->test);
	}
	return false;
}

size_t claimed_n(const struct claimed *claimed)
{
	return claimed->n_asked + claimed->n_ours - claimed->next;
}

void claimed_release(struct claimed *claimed)
{
	if (claimed->n_asked)
		claimed->claims->kind->take(claimed->claims, claimed->question);
	for (size_t i = 0; i < claimed->n_asked; i++)
		traced_drop(claimed->asked[i].test);
	for (size_t i = claimed->next; i < claimed->n_ours; i++)
		traced_drop(claimed->ours[i].test);
	*claimed = (struct claimed){ .claims = claimed->claims };
}
