/* near_texts: strings that a function may compare its arguments with, although others name them.
 *
 * `codec_open(name)` calls a function that looks the name up in a table of another source. A test has to pass a name of
 * that table. So each function gets strings of the functions and tables that lie behind it, the nearest first, and of a
 * large table only some. Strings with spaces or formats are mostly messages, and are left out. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "front/roles/reach.h"

#define MOST_TEXTS 96u    /* that a function gets */
#define MOST_OF_ONE 16u   /* of one function or table, spread over all that it has */
#define MOST_PLACES 256u  /* functions and tables that are looked at for one function */
#define LONGEST_TEXT 32u

struct near {
	struct modeller *m;
	struct span *own;              /* per function, its literals */
	uint32_t *seen_function;       /* the last function for which it was looked at, + 1 */
	uint32_t *seen_table;
	VEC(const mention_list *) places;
	uint32_t function;             /* it gets the strings */
	size_t first;                  /* its first new literal */
};

static bool is_word(const struct literal *literal)
{
	return literal->is_string && literal->length > 0 && literal->length <= LONGEST_TEXT &&
	       !memchr(literal->bytes, ' ', literal->length) && !memchr(literal->bytes, '%', literal->length);
}

static bool is_new(const struct near *near, const struct literal *literal)
{
	const struct model *model = near->m->model;
	struct span own = near->own[near->function];
	for (uint32_t i = 0; i < own.n; i++)
		if (literals_equal(&model->literals.at[own.first + i], literal))
			return false;
	for (size_t i = near->first; i < model->literals.n; i++)
		if (literals_equal(&model->literals.at[i], literal))
			return false;
	return true;
}

static void take_texts(struct near *near, struct span span)
{
	struct model *model = near->m->model;
	uint32_t stride = 1 + span.n / MOST_OF_ONE;
	for (uint32_t i = 0; i < span.n && model->literals.n - near->first < MOST_TEXTS; i += stride) {
		struct literal literal = model->literals.at[span.first + i];
		if (!is_word(&literal) || !is_new(near, &literal))
			continue;
		literal.function = near->function;
		vec_push(&model->literals, literal);
	}
}

static void arrive(struct near *near, uint32_t *seen, const mention_list *names, struct span texts)
{
	if (*seen == near->function + 1 || near->places.n >= MOST_PLACES)
		return;
	*seen = near->function + 1;
	vec_push(&near->places, names);
	take_texts(near, texts);
}

static void go_on_from(struct near *near, const mention_list *names)
{
	const struct variables *variables = near->m->variables;
	for (size_t i = 0; i < names->n; i++) {
		const uint64_t *function = strmap_get(&variables->functions, names->at[i].key);
		const uint64_t *table = strmap_get(&variables->table_index, names->at[i].key);
		if (function)
			arrive(near, &near->seen_function[*function], &variables->bodies.at[*function],
			       near->own[*function]);
		if (table)
			arrive(near, &near->seen_table[*table], &variables->tables.at[*table],
			       variables->texts.at[*table]);
	}
}

/* Text, or bytes of any type, goes in through a parameter. */
static bool takes_text(const struct model *model, const struct function *function)
{
	for (uint32_t p = 0; p < function->n_params; p++) {
		const struct type *type = model_canonical(model, function->params[p].type);
		if (type->kind == TYPE_POINTER && model_canonical(model, type->target)->size <= 1)
			return true;
	}
	return false;
}

static void look_behind(struct near *near, uint32_t f)
{
	near->function = f;
	near->first = near->m->model->literals.n;
	near->places.n = 0;
	near->seen_function[f] = f + 1;
	vec_push(&near->places, &near->m->variables->bodies.at[f]);
	for (size_t i = 0; i < near->places.n && near->m->model->literals.n - near->first < MOST_TEXTS; i++)
		go_on_from(near, near->places.at[i]);
}

/* Literals of a function stand side by side. */
static void find_own(struct near *near)
{
	const struct model *model = near->m->model;
	for (uint32_t i = 0; i < model->literals.n; i++) {
		uint32_t f = model->literals.at[i].function;
		if (f == NONE)
			continue;
		if (!near->own[f].n)
			near->own[f].first = i;
		near->own[f].n = i + 1 - near->own[f].first;
	}
}

void near_texts_settle(struct modeller *m)
{
	if (!m->variables)
		return;
	size_t n = m->variables->bodies.n;
	struct near near = { .m = m,
		             .own = xcalloc(m->model->functions.n + 1, sizeof *near.own),
		             .seen_function = xcalloc(m->model->functions.n + 1, sizeof *near.seen_function),
		             .seen_table = xcalloc(m->variables->tables.n + 1, sizeof *near.seen_table) };
	find_own(&near);
	for (uint32_t f = 0; f < n; f++)
		if (!m->model->functions.at[f].why_not && takes_text(m->model, &m->model->functions.at[f]))
			look_behind(&near, f);
	vec_release(&near.places);
	free(near.own);
	free(near.seen_function);
	free(near.seen_table);
}
