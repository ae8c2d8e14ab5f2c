/* callable: see callable.h. */
#include "cli/gen/callable.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "cli/unit_input.h"

static bool is_listed(const text_list *list, const char *name)
{
	for (size_t i = 0; i < list->n; i++)
		if (str_equal(list->at[i], name))
			return true;
	return false;
}

static status check_names(const struct model *model, const text_list *list, const char *option)
{
	for (size_t i = 0; i < list->n; i++)
		if (model_find_function(model, list->at[i]) == NONE)
			return fail(TROUBLE_USAGE,
			            "--%s %s: the unit has no function of that name; skep model lists them", option,
			            list->at[i]);
	return NULL;
}

/* Fails if --only names a neighbour, whose goals do not count: nothing would be left to test. */
static status check_own(const struct model *model, const text_list *only)
{
	for (size_t i = 0; i < only->n; i++) {
		uint32_t f = model_find_function(model, only->at[i]);
		if (f != NONE && model->functions.at[f].is_context)
			return fail(TROUBLE_USAGE,
			            "--only %s: it is a function of the context, which is not tested; name %s "
			            "as a source to test it",
			            only->at[i], model->functions.at[f].file);
	}
	return NULL;
}

static status check_no_contradiction(const struct function_choice *choice)
{
	for (size_t i = 0; i < choice->only.n; i++)
		if (is_listed(&choice->skip, choice->only.at[i]))
			return fail(TROUBLE_USAGE, "%s is named by --only and by --skip; leave out one of them",
			            choice->only.at[i]);
	return NULL;
}

/* True if tests may set the variable of this setter. */
static bool is_input(const struct function_choice *choice, const struct function *setter)
{
	if (setter->why_not || setter->switched_off || str_equal(choice->state, "no"))
		return false;
	return !setter->left_alone || str_equal(choice->state, "all");
}

static bool is_callable(const struct function_choice *choice, const struct function *function)
{
	if (function->fails)
		return !function->switched_off;
	if (function->sets)
		return is_input(choice, function);
	if (function->why_not || function->switched_off)
		return false;
	if (choice->only.n) /* makers and destroyers are needed for the named functions */
		return is_listed(&choice->only, function->name) ||
		       (!function->is_static && (function->is_maker || function->is_destroyer));
	return !function->is_static || choice->statics || function->is_last_resort;
}

void callable_own_named(struct marks *marks, const text_list *only)
{
	for (size_t i = 0; i < marks->functions.n; i++)
		if (is_listed(only, marks->functions.at[i].name))
			marks->functions.at[i].is_apart = false;
}

/* True for a static function of the unit that a test could call. */
static bool is_for_reserve(const struct function *f)
{
	return f->is_static && !f->is_context && !f->sets && !f->why_not && !f->switched_off;
}

/* True for a variable that a callable function sets, but perhaps not to the value that another function needs. */
static bool is_state_for_reserve(const struct function_choice *choice, const struct function *setter)
{
	return setter->sets && !setter->fails && setter->left_alone && !setter->is_fixed && !setter->why_not &&
	       !setter->switched_off && str_equal(choice->state, "auto");
}

static bool any_is_callable(const struct model *model, const bool *callable)
{
	for (size_t i = 0; i < model->functions.n; i++)
		if (callable[i] && !model->functions.at[i].is_context && !model->functions.at[i].sets)
			return true;
	return false;
}

status callable_choose(const struct function_choice *choice, struct model *model, bool **callable)
{
	size_t n = 0;
	TRY(check_names(model, &choice->only, "only"));
	TRY(check_own(model, &choice->only));
	TRY(check_names(model, &choice->skip, "skip"));
	TRY(check_no_contradiction(choice));
	*callable = xcalloc(model->functions.n + 1, sizeof **callable);
	for (size_t i = 0; i < model->functions.n; i++) {
		struct function *function = &model->functions.at[i];
		function->switched_off = function->switched_off || is_listed(&choice->skip, function->name);
		function->is_last_resort = function->is_last_resort && !choice->statics;
		function->switched_off |= function->fails && !str_equal(choice->failures, "yes");
		(*callable)[i] = is_callable(choice, function);
		n += ((*callable)[i] && !function->sets && !function->is_context) ||
		     (is_for_reserve(function) && !choice->only.n && !choice->skip.n);
	}
	return n ? NULL : fail(TROUBLE_INPUT, NO_FUNCTION);
}

void callable_add_reserve(const struct function_choice *choice, struct model *model, bool *callable)
{
	bool is_part = model->missing.n || model->n_context || !any_is_callable(model, callable);
	if (choice->statics || choice->only.n || !is_part)
		return;
	for (size_t i = 0; i < model->functions.n; i++) {
		struct function *f = &model->functions.at[i];
		if (is_for_reserve(f) && !callable[i])
			callable[i] = f->is_reserve = f->is_last_resort = true;
		else if (is_state_for_reserve(choice, f) && !callable[i])
			callable[i] = f->is_reserve = true;
	}
}

void callable_leave_foreign(const struct model *model, bool *callable)
{
	for (size_t i = 0; i < model->functions.n; i++) {
		const struct function *setter = &model->functions.at[i];
		bool is_ours = !setter->is_elsewhere;
		for (size_t k = 0; k < model->missing_variables.n && !is_ours; k++)
			is_ours = str_equal(model->missing_variables.at[k].name, setter->sets);
		callable[i] = callable[i] && is_ours;
	}
}
