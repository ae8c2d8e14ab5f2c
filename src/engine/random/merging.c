/* merging: see merging.h. */
#include "engine/random/merging.h"

#include <stdlib.h>
#include <string.h>

#define MOST_WORK UINT64_C(400000000)    /* steps of all trials: fewer trials if there are many targets */

struct need *needs_add(struct needs *needs)
{
	struct need need = { ARENA_ARRAY(needs->arena, uint64_t, needs->n_words + 1),
		             ARENA_ARRAY(needs->arena, uint64_t, needs->n_words + 1) };
	vec_push(&needs->at, need);
	return &vec_last(&needs->at);
}

void needs_release(struct needs *needs)
{
	vec_release(&needs->at);
}

bool needs_conflict(const struct needs *needs, size_t a, size_t b)
{
	const struct need *x = &needs->at.at[a], *y = &needs->at.at[b];
	for (uint32_t w = 0; w < needs->n_words; w++)
		if ((x->triggers[w] & y->suppressors[w]) | (x->suppressors[w] & y->triggers[w]))
			return true;
	return false;
}

/* True if need b includes need a. */
static bool is_within(const struct needs *needs, size_t a, size_t b)
{
	const struct need *x = &needs->at.at[a], *y = &needs->at.at[b];
	for (uint32_t w = 0; w < needs->n_words; w++)
		if ((x->triggers[w] & ~y->triggers[w]) | (x->suppressors[w] & ~y->suppressors[w]))
			return false;
	return true;
}

static bool is_superfluous(const struct needs *needs, size_t a)
{
	for (size_t b = 0; b < needs->at.n; b++)
		if (b != a && is_within(needs, a, b) && (b < a || !is_within(needs, b, a)))
			return true;
	return false;
}

static void join(const struct needs *needs, const struct need *from, struct need *into)
{
	for (uint32_t w = 0; w < needs->n_words; w++) {
		into->triggers[w] |= from->triggers[w];
		into->suppressors[w] |= from->suppressors[w];
	}
}

void needs_subsume(const struct needs *needs, struct needs *out)
{
	for (size_t i = 0; i < needs->at.n; i++)
		if (!is_superfluous(needs, i))
			join(needs, &needs->at.at[i], needs_add(out));
}

/* ---- merging as far as it goes ---- */

struct colouring {
	size_t n, n_words;
	uint64_t *conflicts;     /* per need a bit set of needs */
	uint64_t *members;       /* per colour, a bit set of needs */
	uint32_t *order, *colour, *best;
	uint32_t n_best;
};

static void colouring_init(struct colouring *c, const struct needs *needs)
{
	*c = (struct colouring){ .n = needs->at.n, .n_words = needs->at.n / 64 + 1, .n_best = UINT32_MAX };
	c->conflicts = xcalloc(c->n * c->n_words + 1, sizeof *c->conflicts);
	c->members = xcalloc(c->n * c->n_words + 1, sizeof *c->members);
	c->order = xcalloc(c->n + 1, sizeof *c->order);
	c->colour = xcalloc(c->n + 1, sizeof *c->colour);
	c->best = xcalloc(c->n + 1, sizeof *c->best);
	for (size_t a = 0; a < c->n; a++) {
		c->order[a] = (uint32_t)a;
		for (size_t b = 0; b < c->n; b++)
			if (needs_conflict(needs, a, b))
				c->conflicts[a * c->n_words + b / 64] |= UINT64_C(1) << (b % 64);
	}
}

static void colouring_release(struct colouring *c)
{
	free(c->conflicts);
	free(c->members);
	free(c->order);
	free(c->colour);
	free(c->best);
}

static bool fits(const struct colouring *c, uint32_t need, uint32_t colour)
{
	for (size_t w = 0; w < c->n_words; w++)
		if (c->conflicts[need * c->n_words + w] & c->members[colour * c->n_words + w])
			return false;
	return true;
}

static void shuffle(struct colouring *c, struct rng *rng)
{
	for (size_t i = c->n; i > 1; i--) {
		size_t k = rng_below(rng, i);
		uint32_t other = c->order[k];
		c->order[k] = c->order[i - 1];
		c->order[i - 1] = other;
	}
}

static void try_colouring(struct colouring *c)
{
	uint32_t n = 0;
	memset(c->members, 0, c->n * c->n_words * sizeof *c->members);
	for (size_t i = 0; i < c->n; i++) {
		uint32_t need = c->order[i], colour = 0;
		while (colour < n && !fits(c, need, colour))
			colour++;
		n += colour == n;
		c->colour[need] = colour;
		c->members[colour * c->n_words + need / 64] |= UINT64_C(1) << (need % 64);
	}
	if (n >= c->n_best)
		return;
	c->n_best = n;
	memcpy(c->best, c->colour, c->n * sizeof *c->best);
}

void needs_merge(const struct needs *needs, struct rng *rng, uint32_t trials, struct needs *out)
{
	struct colouring c;
	colouring_init(&c, needs);
	uint64_t work = (uint64_t)c.n * c.n * c.n_words + 1;
	for (uint32_t i = 0; c.n && i < trials && i * work < MOST_WORK && c.n_best > 1; i++) {
		shuffle(&c, rng);
		try_colouring(&c);
	}
	for (uint32_t colour = 0; c.n && colour < c.n_best; colour++) {
		struct need *merged = needs_add(out);
		for (size_t i = 0; i < c.n; i++)
			if (c.best[i] == colour)
				join(needs, &needs->at.at[i], merged);
	}
	colouring_release(&c);
}
