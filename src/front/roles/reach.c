/* reach: see reach.h.
 *
 * One walk, breadth first, goes from all functions that users may call along the functions that
 * bodies name. A function whose address is only in a table is reached if a reached function names
 * the table, and a reached function calls through pointers. Handlers of signals are reached, but no
 * test decides when they run, so variables that only handlers set count as not set. */
#include "front/roles/reach.h"

#include <stdlib.h>

#include "base/str.h"

struct reach {
	const struct variables *variables;
	struct model *model;
	uint32_t *from;            /* per function: the callable function that leads to it, or NONE */
	VEC(uint32_t) to_visit;
	bool calls_pointers;       /* a reached function calls through pointers */
	bool with_handlers;        /* handlers are reached, too */
};

/* Functions of the context have another purpose: variables that they set are not set up for the
 * unit, unless the unit itself calls them. */
static bool is_for_users(const struct function *function)
{
	return !function->is_static && !function->is_main && !function->why_not && !function->sets &&
	       !function->is_context;
}

static void arrive(struct reach *reach, uint32_t function, uint32_t from)
{
	if (reach->from[function] != NONE)
		return;
	reach->from[function] = from;
	vec_push(&reach->to_visit, function);
}

static void arrive_at_named(struct reach *reach, const mention_list *names, uint32_t from)
{
	for (size_t i = 0; i < names->n; i++) {
		const uint64_t *function = strmap_get(&reach->variables->functions, names->at[i].key);
		if (function && (reach->with_handlers || !names->at[i].is_handler))
			arrive(reach, (uint32_t)*function, from);
	}
}

static void arrive_through_tables(struct reach *reach, const mention_list *names, uint32_t from)
{
	for (size_t i = 0; i < names->n; i++) {
		const uint64_t *table = strmap_get(&reach->variables->table_index, names->at[i].key);
		if (table)
			arrive_at_named(reach, &reach->variables->tables.at[*table], from);
	}
}

static void walk(struct reach *reach, struct body *const *bodies)
{
	for (uint32_t f = 0; f < reach->variables->bodies.n; f++)
		if (is_for_users(&reach->model->functions.at[f]))
			arrive(reach, f, f);
	for (size_t i = 0; i < reach->to_visit.n; i++) {
		uint32_t f = reach->to_visit.at[i];
		arrive_at_named(reach, &reach->variables->bodies.at[f], reach->from[f]);
		reach->calls_pointers |= bodies[f]->calls_unknown;
	}
	for (size_t i = 0; reach->calls_pointers && i < reach->to_visit.n; i++) {
		uint32_t f = reach->to_visit.at[i];
		arrive_at_named(reach, &reach->variables->bodies.at[f], reach->from[f]);
		arrive_through_tables(reach, &reach->variables->bodies.at[f], reach->from[f]);
	}
}

/* ---- variables ---- */

/* The value differs from the variable's initial value. */
static bool sets_anew(const struct variable *variable, const struct mention *mention)
{
	const struct function *setter = &variable->setter;
	return mention->is_write &&
	       !(mention->to_constant && setter->starts_known && setter->starts_as == mention->constant);
}

static void leave_to(struct model *model, struct function *setter, uint32_t function)
{
	setter->left_alone = arena_printf(model->arena, "%s sets it", model->functions.at[function].name);
}

/* Names a function that sets the variable directly rather than one that calls such a function. */
static void leave_what_is_set(struct reach *reach, bool directly, bool *is_written)
{
	for (uint32_t f = 0; f < reach->variables->bodies.n; f++)
		for (size_t i = 0; i < reach->variables->bodies.at[f].n; i++) {
			const struct mention *mention = &reach->variables->bodies.at[f].at[i];
			const uint64_t *index = strmap_get(&reach->variables->index, mention->key);
			if (!index || !mention->is_write)
				continue;
			is_written[*index] = true;
			const struct variable *variable = &reach->variables->at.at[*index];
			bool is_reached = directly ? reach->from[f] == f : reach->from[f] != NONE;
			if (variable->number == NONE || !is_reached || !sets_anew(variable, mention))
				continue;
			struct function *setter = &reach->model->functions.at[variable->number];
			if (!setter->left_alone)
				leave_to(reach->model, setter, reach->from[f]);
		}
}

/* A table or text with an initial value that no code changes is a constant. */
static void leave_constants(struct reach *reach, const bool *is_written)
{
	for (size_t i = 0; i < reach->variables->at.n; i++) {
		const struct variable *variable = &reach->variables->at.at[i];
		if (variable->number == NONE || is_written[i] || !variable->is_initialized || variable->is_number)
			continue;
		reach->model->functions.at[variable->number].left_alone = "nothing changes it";
		reach->model->functions.at[variable->number].is_fixed = true;
	}
}

/* ---- functions ---- */

/* A function defined in a header exists for other sources, too, which may use it. */
static bool is_in_header(const struct model *model, const struct function *function)
{
	return !str_equal(function->file, model->sources.at[function->source]) && !str_ends(function->file, ".c");
}

static void find_last_resorts(struct reach *reach)
{
	for (uint32_t f = 0; f < reach->variables->bodies.n; f++) {
		struct function *function = &reach->model->functions.at[f];
		function->is_last_resort = function->is_static && !function->is_main && reach->from[f] == NONE &&
		                           !is_in_header(reach->model, function);
	}
}

void reach_settle(struct modeller *m)
{
	if (!m->variables)
		return;
	size_t n = m->variables->bodies.n;
	struct reach reach = { .variables = m->variables, .model = m->model };
	bool *is_written = xcalloc(m->variables->at.n + 1, sizeof *is_written);
	reach.from = xcalloc(n + 1, sizeof *reach.from);
	for (size_t f = 0; f < n; f++)
		reach.from[f] = NONE;
	walk(&reach, m->bodies.at);
	leave_what_is_set(&reach, true, is_written);
	leave_what_is_set(&reach, false, is_written);
	leave_constants(&reach, is_written);
	reach.with_handlers = true; /* goes on from the end of the first walk */
	walk(&reach, m->bodies.at);
	find_last_resorts(&reach);
	vec_release(&reach.to_visit);
	free(is_written);
	free(reach.from);
}
