/* elites: see elites.h. */
#include "engine/elites.h"

#include <stdlib.h>
#include <string.h>

#define CHEAP 1000u     /* a test with less fuel is not expensive */
#define MAX_ELITES 8192u
#define PICKS_BETWEEN 256u       /* between two searches for open ends */

/* An outcome that no test took at a place that a test came to. */
struct open_end {
	uint32_t probe;              /* of the missing outcome */
	uint32_t via;                /* a probe that tests which come to the place hit */
	uint32_t condition;          /* NONE: a case */
};

struct elites {
	struct engine_world world;
	struct arena *arena;
	uint32_t n_words;
	VEC(struct elite) at;
	uint32_t next_unwatched;
	VEC(struct open_end) ends;
	uint32_t *tries;             /* per probe: picks for its sake */
	uint64_t picks, looked_at;   /* picks in all; picks at the last search */
	bool stale;                  /* elites were added since */
};

struct elites *elites_new(const struct engine_world *world)
{
	struct elites *elites = xcalloc(1, sizeof *elites);
	elites->world = *world;
	elites->arena = arena_new();
	elites->n_words = world->cover->n_words;
	elites->tries = xcalloc(world->marks->n_probes + 1, sizeof *elites->tries);
	return elites;
}

void elites_free(struct elites *elites)
{
	vec_release(&elites->at);
	vec_release(&elites->ends);
	free(elites->tries);
	arena_free(elites->arena);
	free(elites);
}

size_t elites_count(const struct elites *elites)
{
	return elites->at.n;
}

/* Keeps the pairs of which one side can be put in the place of the other. */
static void keep_compared(struct elites *elites, struct elite *elite, const struct run *run)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < run->n_compared; i++)
		n += run->compared[i].left != run->compared[i].right;
	struct sk_compared *kept = ARENA_ARRAY(elites->arena, struct sk_compared, n);
	elite->compared_known = true;
	elite->n_compared = 0;
	elite->compared = kept;
	for (uint32_t i = 0; i < run->n_compared; i++)
		if (run->compared[i].left != run->compared[i].right)
			kept[elite->n_compared++] = run->compared[i];
	elite->n_texts = run->n_texts;
	elite->texts = arena_memdup(elites->arena, run->texts, run->n_texts * sizeof *run->texts);
}

void elites_add(struct elites *elites, struct rng *rng, const struct seq *seq, const struct run *run)
{
	struct elite elite = { .seq = seq, .n_stood_in = run->n_stood_in, .cost = run->fuel_used };
	memcpy(elite.stood_in, run->stood_in, sizeof elite.stood_in);
	elite.probes = arena_memdup(elites->arena, run->probes, elites->n_words * sizeof *run->probes);
	if (run->n_compared)
		keep_compared(elites, &elite, run);
	if (elites->at.n < MAX_ELITES)
		vec_push(&elites->at, elite);
	else
		elites->at.at[rng_below(rng, MAX_ELITES)] = elite;
	elites->stale = true;
}

/* ---- open ends ---- */

static bool is_wanted(const struct elites *elites, uint32_t function)
{
	return !elites->world.aim || elites->world.aim[function];
}

static void look_at_conditions(struct elites *elites)
{
	const struct marks *marks = elites->world.marks;
	for (uint32_t c = 0; c < marks->conditions.n; c++) {
		uint32_t first = marks_condition_probe(marks, c, false);
		bool no = cover_has(elites->world.cover, first), yes = cover_has(elites->world.cover, first + 1);
		if (no != yes && is_wanted(elites, marks->conditions.at[c].function))
			vec_push(&elites->ends, (struct open_end){ first + no, first + yes, c });
	}
}

static void look_at_switches(struct elites *elites)
{
	const struct marks *marks = elites->world.marks;
	for (size_t s = 0; s < marks->switches.n; s++) {
		const struct switch_mark *mark = &marks->switches.at[s];
		uint32_t via = NONE;
		for (uint32_t i = mark->first_case; i < mark->first_case + mark->n_cases; i++)
			if (cover_has(elites->world.cover, marks_case_probe(marks, i)))
				via = marks_case_probe(marks, i);
		for (uint32_t i = mark->first_case; via != NONE && i < mark->first_case + mark->n_cases; i++)
			if (!cover_has(elites->world.cover, marks_case_probe(marks, i)) &&
			    is_wanted(elites, mark->function))
				vec_push(&elites->ends, (struct open_end){ marks_case_probe(marks, i), via, NONE });
	}
}

static void look_for_ends(struct elites *elites)
{
	if (!elites->stale || (elites->looked_at && elites->picks - elites->looked_at < PICKS_BETWEEN))
		return;
	vec_clear(&elites->ends);
	look_at_conditions(elites);
	look_at_switches(elites);
	elites->looked_at = elites->picks;
	elites->stale = false;
}

/* ---- picking ---- */

/* True if an elite should be picked before another: it was changed less often, relative to its cost. A test
 * that takes as long as many others is picked that much less often. */
static bool is_due(const struct elite *elite, const struct elite *than)
{
	return (double)elite->picks * (double)(elite->cost + CHEAP) <
	       (double)than->picks * (double)(than->cost + CHEAP);
}

/* Picks an elite; young and seldom changed elites are more likely. */
static struct elite *pick_young(struct elites *elites, struct rng *rng)
{
	size_t n = elites->at.n, from = rng_chance(rng, 0.5) ? n - (n + 3) / 4 : 0;
	struct elite *a = &elites->at.at[from + rng_below(rng, n - from)];
	struct elite *b = &elites->at.at[from + rng_below(rng, n - from)];
	return is_due(b, a) ? b : a;
}

static bool hits(const struct elite *elite, uint32_t probe)
{
	return elite->probes[probe / 64] >> (probe % 64) & 1;
}

/* Returns the first elite that hits the probe, from a random place on. */
static struct elite *find_hitting(struct elites *elites, struct rng *rng, uint32_t probe)
{
	size_t n = elites->at.n, from = rng_below(rng, n);
	for (size_t i = 0; i < n; i++) {
		struct elite *elite = &elites->at.at[(from + i) % n];
		if (hits(elite, probe))
			return elite;
	}
	return NULL;
}

static struct elite *pick_for_end(struct elites *elites, struct rng *rng, uint32_t *condition)
{
	const struct open_end *a = &elites->ends.at[rng_below(rng, elites->ends.n)];
	const struct open_end *b = &elites->ends.at[rng_below(rng, elites->ends.n)];
	const struct open_end *end = elites->tries[b->probe] < elites->tries[a->probe] ? b : a;
	struct elite *one = find_hitting(elites, rng, end->via), *other = find_hitting(elites, rng, end->via);
	elites->tries[end->probe]++;
	*condition = end->condition;
	return one && is_due(other, one) ? other : one;
}

struct elite *elites_pick(struct elites *elites, struct rng *rng, uint32_t *condition)
{
	struct elite *elite = NULL;
	elites->picks++;
	*condition = NONE;
	look_for_ends(elites);
	if (elites->ends.n && rng_chance(rng, 0.5))
		elite = pick_for_end(elites, rng, condition);
	if (!elite) {
		*condition = NONE;
		elite = pick_young(elites, rng);
	}
	elite->picks++;
	return elite;
}

/* ---- comparisons ---- */

uint32_t elites_next_unwatched(struct elites *elites)
{
	while (elites->next_unwatched < elites->at.n)
		if (!elites->at.at[elites->next_unwatched++].compared_known)
			return elites->next_unwatched - 1;
	return NONE;
}

const struct seq *elites_seq(const struct elites *elites, uint32_t number)
{
	return elites->at.at[number].seq;
}

void elites_watched(struct elites *elites, uint32_t number, const struct seq *seq, const struct run *run)
{
	struct elite *elite = &elites->at.at[number];
	if (elite->seq == seq) /* otherwise another elite took its place */
		keep_compared(elites, elite, run);
}
