/* random_decision: boolean expressions, as marks and as C. */
#ifndef SKEP_RANDOM_DECISION_H
#define SKEP_RANDOM_DECISION_H

#include "base/rng.h"
#include "base/str.h"
#include "model/marks.h"

/* A node of an expression; conditions are numbered from left to right. */
struct expression {
	char kind;               /* 'c' condition, '!', '&', '|' */
	uint32_t condition;
	struct expression *left, *right;
};

/* `deep`: ! may stand before more than one condition (clang's MC/DC has no such). */
static inline struct expression *random_expression(struct arena *arena, struct rng *rng, uint32_t n, uint32_t first,
                                                   bool deep)
{
	struct expression *e = ARENA_NEW(arena, struct expression);
	if ((deep || n == 1) && rng_chance(rng, 0.15)) {
		e->kind = '!';
		e->left = random_expression(arena, rng, n, first, deep);
		return e;
	}
	e->kind = n == 1 ? 'c' : rng_chance(rng, 0.5) ? '&' : '|';
	e->condition = first;
	if (n > 1) {
		uint32_t left = 1 + (uint32_t)rng_below(rng, n - 1);
		e->left = random_expression(arena, rng, left, first, deep);
		e->right = random_expression(arena, rng, n - left, first + left, deep);
	}
	return e;
}

/* As C over the bits of v. */
static inline void expression_print(const struct expression *e, struct sb *out)
{
	if (e->kind == 'c') {
		sb_addf(out, "(v >> %u & 1)", e->condition);
		return;
	}
	sb_add(out, e->kind == '!' ? "!(" : "(");
	expression_print(e->left, out);
	if (e->right) {
		sb_add(out, e->kind == '&' ? " && " : " || ");
		expression_print(e->right, out);
	}
	sb_add(out, ")");
}

static inline uint32_t first_condition(const struct expression *e)
{
	while (e->kind != 'c')
		e = e->left;
	return e->condition;
}

/* The short-circuit diagram: where each outcome leads. */
static inline void expression_link(const struct expression *e, struct condition *conditions, uint16_t if_false,
                                   uint16_t if_true)
{
	switch (e->kind) {
	case 'c':
		conditions[e->condition].next[0] = if_false;
		conditions[e->condition].next[1] = if_true;
		break;
	case '!':
		expression_link(e->left, conditions, if_true, if_false);
		break;
	case '&':
		expression_link(e->left, conditions, if_false, (uint16_t)first_condition(e->right));
		expression_link(e->right, conditions, if_false, if_true);
		break;
	default:
		expression_link(e->left, conditions, (uint16_t)first_condition(e->right), if_true);
		expression_link(e->right, conditions, if_false, if_true);
	}
}

/* Adds the expression as a decision of function 0; conditions are called c0, c1, ... */
static inline uint32_t expression_mark(struct marks *marks, const struct expression *e, uint32_t n)
{
	uint32_t decision = (uint32_t)marks->decisions.n, first = (uint32_t)marks->conditions.n;
	struct place place = { .line = 10 + decision, .column = 6, .macro_file = NONE };
	for (uint32_t i = 0; i < n; i++) {
		struct condition c = { .place = place,
			               .decision = decision,
			               .index = (uint16_t)i,
			               .text = arena_printf(marks->arena, "c%u", i) };
		c.place.column += 10 * i;
		vec_push(&marks->conditions, c);
	}
	expression_link(e, &marks->conditions.at[first], NEXT_FALSE, NEXT_TRUE);
	vec_push(&marks->decisions, (struct decision){ .place = place, .first_condition = first, .n_conditions = n });
	marks_count_paths(marks, decision);
	return decision;
}

/* Sets the probes that evaluating a decision for these condition values hits. */
static inline bool decision_run(const struct marks *marks, uint32_t decision, uint32_t values, uint64_t *probes)
{
	const struct decision *d = &marks->decisions.at[decision];
	uint32_t at = 0, path = 0;
	while (at < NEXT_FALSE) {
		const struct condition *c = &marks->conditions.at[d->first_condition + at];
		bool outcome = values >> at & 1;
		uint32_t probe = marks_condition_probe(marks, d->first_condition + at, outcome);
		probes[probe / 64] |= (uint64_t)1 << (probe % 64);
		path += c->weight[outcome];
		at = c->next[outcome];
	}
	if (d->n_paths)
		probes[(d->first_probe + path) / 64] |= (uint64_t)1 << ((d->first_probe + path) % 64);
	return at == NEXT_TRUE;
}

#endif
