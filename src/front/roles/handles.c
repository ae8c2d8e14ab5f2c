/* handles: which functions make an object, end it, or only look at it.
 *
 * A maker returns a pointer to a struct (or gives it through an out-parameter) and is named like a
 * maker, or has no argument that it could get the object from. x_init(&x) sets up an object in
 * place: it makes the object's state, and the test provides the memory. A destroyer is named like a
 * destroyer, or frees its parameter. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"
#include "front/roles/roles.h"

const struct type *pointee_of(const struct model *model, type_id type)
{
	const struct type *t = model_type(model, type);
	return t->kind == TYPE_POINTER ? model_type(model, t->target) : NULL;
}

/* The struct that `type` points to directly, or NONE. */
static type_id struct_behind(const struct model *model, type_id type)
{
	const struct type *pointee = pointee_of(model, type);
	bool is_struct = pointee && (pointee->kind == TYPE_STRUCT || pointee->kind == TYPE_UNION);
	return is_struct && model_default_role(model, type) != ROLE_FILE ? pointee->canonical : NONE;
}

/* The struct that a T ** leads to, or NONE. */
static type_id struct_behind_two(const struct model *model, type_id type)
{
	const struct type *t = model_type(model, type);
	if (t->kind != TYPE_POINTER || model_type(model, t->target)->is_const)
		return NONE;
	return struct_behind(model, t->target);
}

static uint32_t param_of_struct(const struct model *model, const struct function *f, type_id object)
{
	for (uint32_t i = 0; i < f->n_params; i++)
		if (struct_behind(model, f->params[i].type) == object)
			return i;
	return NONE;
}

/* Only neighbours can call the function, so no test has objects that it makes or ends. */
static bool is_out_of_reach(const struct function *f)
{
	return f->is_context && f->is_static;
}

/* --- makers --- */

static bool starts_with_word(const char *name, const char *const *words)
{
	for (; *words; words++)
		if (strncasecmp(name, *words, strlen(*words)) == 0 && name[strlen(*words)] == '_')
			return true;
	return false;
}

static bool ends_with_word(const char *name, const char *const *words)
{
	for (; *words; words++) {
		size_t n = strlen(*words), length = strlen(name);
		if (length >= n && str_has_word(name, *words) && strcasecmp(name + length - n, *words) == 0)
			return true;
	}
	return false;
}

/* The start of the last of these words in the name; NULL: the name has none. */
static const char *last_word(const char *name, const char *const *words)
{
	const char *last = NULL;
	for (; *words; words++)
		for (const char *at = name; str_has_word(name, *words) && (at = strcasestr(at, *words)); at++)
			last = !last || at > last ? at : last;
	return last;
}

/* The name has a word like "get", and no word for making or setting up after it: ref_array_create
 * makes an array, although its family is called "ref". */
static bool gets_rather_than_makes(const char *name)
{
	const char *gets = last_word(name, getter_words), *makes = last_word(name, maker_words),
	           *sets_up = last_word(name, setup_words);
	return gets && !(makes && makes > gets) && !(sets_up && sets_up > gets);
}

static bool is_getter_name(const char *name)
{
	if (name_has_any(name, getter_words))
		return true;
	const char *get = strcasestr(name, "get"); /* "get" as part of "gettable" */
	return get && (get == name || get[-1] == '_');
}

static bool takes_struct(const struct model *model, const struct function *f)
{
	for (uint32_t i = 0; i < f->n_params; i++)
		if (struct_behind(model, f->params[i].type) != NONE)
			return true;
	return false;
}

static bool has_named_destroyer(const struct model *model, type_id object)
{
	for (size_t i = 0; i < model->functions.n; i++) {
		const struct function *f = &model->functions.at[i];
		if ((ends_with_word(f->name, destroyer_words) || ends_with_word(f->name, weak_destroyer_words)) &&
		    param_of_struct(model, f, object) != NONE)
			return true;
	}
	return false;
}

/* The function returns its own parameter under another type, as init(memory) may do. */
static bool gives_parameter_back(const struct model *model, const struct function *f, const struct body *body)
{
	for (uint32_t i = 0; i < f->n_params; i++) {
		const struct type *pointee = pointee_of(model, f->params[i].type);
		if (pointee && pointee->kind == TYPE_VOID && body->params[i].fate.kept)
			return true;
	}
	return false;
}

static bool makes_result(const struct model *model, const struct function *f, const struct body *body)
{
	type_id object = struct_behind(model, f->result);
	if (object == NONE || pointee_of(model, f->result)->is_const)
		return false;
	if (name_has_any(f->name, maker_words))
		return true;
	if (is_getter_name(f->name) || gives_parameter_back(model, f, body) ||
	    param_of_struct(model, f, object) != NONE)
		return false;
	/* A function with another object as an argument may return a part of that object. */
	return !takes_struct(model, f) || has_named_destroyer(model, object);
}

static uint32_t makes_through_param(const struct model *model, const struct function *f, const struct body *body)
{
	for (uint32_t i = 0; i < f->n_params; i++) {
		if (struct_behind_two(model, f->params[i].type) == NONE)
			continue;
		const struct type *handle = model_type(model, model_type(model, f->params[i].type)->target);
		const struct sight *sight = &body->params[i];
		bool named = name_makes(f->name);
		bool getter = gets_rather_than_makes(f->name) || model_type(model, handle->target)->is_const;
		if (sight->memory.set_whole && named && !getter && !sight->memory.indexed)
			return i;
	}
	return NONE;
}

void find_makers(struct model *model, struct body *const *bodies)
{
	for (size_t i = 0; i < model->functions.n; i++) {
		struct function *f = &model->functions.at[i];
		if (is_out_of_reach(f))
			continue;
		uint32_t made = makes_through_param(model, f, bodies[i]);
		f->is_maker = made != NONE || makes_result(model, f, bodies[i]);
		f->made_param = made;
	}
}

static bool is_set_up(const struct model *model, type_id object)
{
	for (size_t i = 0; i < model->functions.n; i++)
		if (model_made_by(model, &model->functions.at[i]) == object)
			return true;
	return false;
}

/* f(x, ...) may write to an object that the test provides. */
static bool could_set_up(const struct model *model, const struct function *f, const struct body *body)
{
	if (f->is_maker || !f->n_params || f->params[0].role != ROLE_OBJECT || !body->params[0].memory.written ||
	    is_out_of_reach(f))
		return false;
	const struct type *object = pointee_of(model, f->params[0].type);
	bool is_struct = object->kind == TYPE_STRUCT || object->kind == TYPE_UNION;
	bool gives_other = pointee_of(model, f->result) && struct_behind(model, f->result) != object->canonical;
	return is_struct && !object->is_const && !gives_other;
}

static void set_up(struct function *f)
{
	f->is_maker = true;
	f->made_param = 0;
}

/* The function gives most fields new values and looks at none, so earlier values do not matter. */
static bool gives_new_values(const struct model *model, const struct function *f, const struct body *body)
{
	const struct memory_sight *memory = &body->params[0].memory;
	unsigned n_fields = pointee_of(model, f->params[0].type)->n_fields,
	         n_set = (unsigned)__builtin_popcountll(memory->fields_set);
	return memory->renewed || (n_set && (n_set == n_fields || (!memory->read && 2 * n_set > n_fields)));
}

/* Names say it first; where none does, the weaker words, and then what bodies do. */
void find_setups(struct model *model, struct body *const *bodies)
{
	for (size_t i = 0; i < model->functions.n; i++) {
		struct function *f = &model->functions.at[i];
		bool named = name_sets_up(f->name) || str_ends(f->name, "init");
		if (named && could_set_up(model, f, bodies[i]))
			set_up(f);
	}
	for (size_t i = 0; i < model->functions.n; i++) {
		struct function *f = &model->functions.at[i];
		if (name_has_any(f->name, weak_setup_words) && could_set_up(model, f, bodies[i]) &&
		    !is_set_up(model, struct_behind(model, f->params[0].type)))
			set_up(f);
	}
	for (size_t i = 0; i < model->functions.n; i++) {
		struct function *f = &model->functions.at[i];
		if (name_has_any(f->name, renewing_words) && could_set_up(model, f, bodies[i]) &&
		    gives_new_values(model, f, bodies[i]) && !is_set_up(model, struct_behind(model, f->params[0].type)))
			set_up(f);
	}
}

/* --- fillers --- */

/* next(reader, item) forgets the old content of the item and puts a new one in. If there is a
 * function that ends items, the caller must end the new content. */
static bool fills(const struct model *model, const struct function *f, uint32_t i, const struct sight *sight)
{
	const struct param *p = &f->params[i];
	const struct type *object = pointee_of(model, p->type);
	if (!object || object->is_const || (object->kind != TYPE_STRUCT && object->kind != TYPE_UNION))
		return false;
	return sight->memory.renewed && (p->role == ROLE_OBJECT || p->role == ROLE_OUT) &&
	       has_named_destroyer(model, object->canonical);
}

void find_fillers(struct model *model, struct body *const *bodies)
{
	for (size_t i = 0; i < model->functions.n; i++) {
		struct function *f = &model->functions.at[i];
		bool ends = ends_with_word(f->name, destroyer_words) || ends_with_word(f->name, weak_destroyer_words);
		for (uint32_t p = 0; p < f->n_params && !f->is_maker && !ends && !is_out_of_reach(f); p++) {
			if (!fills(model, f, p, &bodies[i]->params[p]))
				continue;
			f->params[p].role = ROLE_OBJECT;
			f->is_maker = true;
			f->made_param = p;
		}
	}
}

/* --- destroyers --- */

/* `public`: only destroyers that users can call count. */
static bool has_own_destroyer(const struct model *model, type_id object, bool public)
{
	for (size_t i = 0; i < model->functions.n && object != NONE; i++) {
		const struct function *f = &model->functions.at[i];
		if (f->n_params == 1 && f->params[0].destroyed && !(public && f->is_static) &&
		    model_object_of(model, f->params[0].type) == object)
			return true;
	}
	return false;
}

static bool is_changeable_struct(const struct model *model, const struct param *p)
{
	if (struct_behind_two(model, p->type) != NONE)
		return true;
	return struct_behind(model, p->type) != NONE && !pointee_of(model, p->type)->is_const;
}

static void destroy(struct function *f, uint32_t param)
{
	f->params[param].destroyed = true;
	f->is_destroyer = true;
}

/* The last word is glued to another, as in gzclose_r. Short words would mislead. */
static bool has_glued_word(const char *name, const char *const *words)
{
	for (; *words; words++) {
		size_t n = strlen(*words);
		const char *found = n > 3 ? strcasestr(name, *words) : NULL;
		if (found && (!found[n] || (found[n] == '_' && strlen(found + n) <= 3)))
			return true;
	}
	return false;
}

/* free_ring(ring), of a struct ring. */
static bool ends_what_it_names(const struct model *model, const struct function *f)
{
	type_id object = model_object_of(model, f->params[0].type);
	return object != NONE && starts_with_word(f->name, destroyer_words) &&
	       name_names(f->name, model->types.at[object].tag);
}

/* pool_destroy_view(view), where pool_create_view() gives views. */
static bool ends_what_a_maker_gives(const struct model *model, const struct function *f)
{
	type_id object = model_object_of(model, f->params[0].type);
	for (size_t i = 0; i < model->functions.n && object != NONE; i++) {
		const struct function *maker = &model->functions.at[i];
		if (maker->is_maker && model_made_by(model, maker) == object && name_ends_what(f->name, maker->name))
			return true;
	}
	return false;
}

/* x_free(x): the name speaks of the only parameter. If the word is not the last of the name, it may
 * speak of another thing (parser_delete_aliases); then the code has to agree. */
static void find_sole_destroyer(struct model *model, struct function *f, const struct body *body)
{
	bool frees = body->params[0].fate.freed, frees_below = body->params[0].fate.freed_below;
	bool named = name_has_any(f->name, destroyer_words) || has_glued_word(f->name, destroyer_words);
	bool says_so = (ends_with_word(f->name, destroyer_words) || ends_what_it_names(model, f) ||
	                ends_what_a_maker_gives(model, f)) &&
	               is_changeable_struct(model, &f->params[0]);
	if (frees || (named && frees_below) || says_so)
		destroy(f, 0);
}

static bool could_end(const struct model *model, const struct function *f)
{
	bool named = ends_with_word(f->name, weak_destroyer_words) || has_glued_word(f->name, weak_destroyer_words);
	if (!named || f->n_params != 1 || f->is_maker || is_out_of_reach(f) ||
	    !is_changeable_struct(model, &f->params[0]))
		return false;
	type_id object = model_object_of(model, f->params[0].type);
	return is_set_up(model, object) && !has_own_destroyer(model, object, !f->is_static);
}

/* A function of the API ends the same struct, and is likelier meant than an internal one. */
static bool has_public_rival(const struct model *model, const bool *ends, size_t index)
{
	type_id object = model_object_of(model, model->functions.at[index].params[0].type);
	for (size_t i = 0; i < model->functions.n; i++) {
		const struct function *f = &model->functions.at[i];
		if (ends[i] && !f->is_static && model_object_of(model, f->params[0].type) == object)
			return true;
	}
	return false;
}

/* Decides for all functions that end one struct together: deflateEnd and inflateEnd end the same
 * struct. */
static void find_weak_destroyers(struct model *model)
{
	size_t n = model->functions.n;
	bool *ends = xcalloc(n, sizeof *ends);
	for (size_t i = 0; i < n; i++)
		ends[i] = could_end(model, &model->functions.at[i]);
	for (size_t i = 0; i < n; i++)
		if (ends[i] && (!model->functions.at[i].is_static || !has_public_rival(model, ends, i)))
			destroy(&model->functions.at[i], 0);
	free(ends);
}

/* x_free(context, x) ends x, not the context, which has a destroyer of its own. */
static void find_other_destroyer(struct model *model, struct function *f, const struct body *body)
{
	bool named = ends_with_word(f->name, destroyer_words);
	for (uint32_t i = 0; i < f->n_params; i++)
		if (body->params[i].fate.freed || (named && body->params[i].fate.freed_below)) {
			destroy(f, i);
			return;
		}
	for (uint32_t i = 0; i < f->n_params && named; i++)
		if (is_changeable_struct(model, &f->params[i]) &&
		    (i + 1 == f->n_params ||
		     !has_own_destroyer(model, model_object_of(model, f->params[i].type), false))) {
			destroy(f, i);
			return;
		}
}

void find_destroyers(struct model *model, struct body *const *bodies)
{
	for (size_t i = 0; i < model->functions.n; i++) {
		struct function *f = &model->functions.at[i];
		if (f->n_params == 1 && !f->is_maker && !is_out_of_reach(f))
			find_sole_destroyer(model, f, bodies[i]);
	}
	find_weak_destroyers(model);
	for (size_t i = 0; i < model->functions.n; i++) {
		struct function *f = &model->functions.at[i];
		if (f->n_params > 1 && !f->is_maker && !is_out_of_reach(f))
			find_other_destroyer(model, f, bodies[i]);
	}
}

/* --- observers --- */

static bool param_is_only_read(const struct model *model, const struct param *p, const struct sight *sight)
{
	const struct type *pointee = pointee_of(model, p->type);
	if (!pointee || pointee->kind == TYPE_FUNCTION)
		return !pointee;
	return pointee->is_const || (!sight->memory.written && !sight->fate.given_away && !sight->memory.aliased);
}

/* The result is a new string or block that the caller has to free, not a plain value. */
static bool gives_value(const struct model *model, const struct function *f)
{
	const struct type *pointee = pointee_of(model, f->result);
	if (pointee)
		return pointee->is_const || name_has_any(f->name, observer_words);
	return f->result != 0;
}

void find_observers(struct model *model, struct body *const *bodies)
{
	for (size_t i = 0; i < model->functions.n; i++) {
		struct function *f = &model->functions.at[i];
		bool looks_at_object = false, only_reads = !f->variadic && !f->noreturn;
		for (uint32_t k = 0; k < f->n_params; k++) {
			const struct param *p = &f->params[k];
			const struct sight *sight = &bodies[i]->params[k];
			looks_at_object |= p->role == ROLE_HANDLE || p->role == ROLE_OBJECT;
			/* the name of an observer outweighs uses out of sight */
			bool trusted = name_has_any(f->name, observer_words) && !sight->memory.written &&
			               p->role != ROLE_CALLBACK;
			only_reads &= trusted || param_is_only_read(model, p, sight);
		}
		bool looks_at_state = !f->n_params && f->is_observer; /* as its body shows, see variables.c */
		f->is_observer = (looks_at_object || looks_at_state) && only_reads && gives_value(model, f) &&
		                 !f->is_maker && !f->is_destroyer;
	}
}
