/* text_objects: lines about structs, "struct ring: handle, made by ring_new, ...".
 *
 * A line lists all makers and destroyers of its struct, so the earlier ones are forgotten first.
 * Names are checked before anything changes. */
#include <string.h>

#include "model/facts.h"
#include "model/text_parse.h"

enum agency { MADE, SET_UP, DESTROYED };

struct agent {
	enum agency agency;
	const char *name, *param; /* param NULL: the line does not name one */
};

#define MAX_AGENTS 512

/* `f` can do to this type what the agent says; *param is the parameter through which it does. */
static bool agent_fits(const struct model *model, const struct function *f, const struct agent *a, type_id object,
                       uint32_t *param)
{
	if (!str_equal(f->name, a->name))
		return false;
	*param = a->param ? text_find_param(f, a->param) : NONE;
	if (a->param)
		return *param != NONE && model_object_of(model, f->params[*param].type) == object;
	if (a->agency == MADE)
		return model_canonical(model, f->result)->kind == TYPE_POINTER &&
		       model_object_of(model, f->result) == object;
	*param = first_param_to(model, f, object);
	return *param != NONE;
}

static struct function *function_for(struct model *model, const struct agent *a, type_id object, uint32_t *param)
{
	for (size_t i = 0; i < model->functions.n; i++)
		if (agent_fits(model, &model->functions.at[i], a, object, param))
			return &model->functions.at[i];
	return NULL;
}

/* The struct that fits all agents; several structs may share a name. */
static type_id find_object(struct model *model, const char *spelling, const struct agent *agents, size_t n, size_t *bad)
{
	type_id first = NONE;
	for (size_t i = 0; i < model->types.n; i++) {
		type_id object = model->types.at[i].canonical;
		enum type_kind kind = model->types.at[i].kind;
		if ((kind != TYPE_STRUCT && kind != TYPE_UNION) || !str_equal(model->types.at[i].spelling, spelling))
			continue;
		uint32_t param;
		size_t k = 0;
		while (k < n && function_for(model, &agents[k], object, &param))
			k++;
		if (k == n)
			return object;
		if (first == NONE) {
			first = object;
			*bad = k;
		}
	}
	return first;
}

/* The type is T **: through such a parameter a function could give a T *. */
static bool leads_to_variable(const struct model *model, type_id type, type_id object)
{
	const struct type *pointer = model_canonical(model, type);
	return pointer->kind == TYPE_POINTER && model_canonical(model, pointer->target)->kind == TYPE_POINTER &&
	       model_object_of(model, type) == object;
}

static void forget_object(struct model *model, type_id object)
{
	for (size_t i = 0; i < model->functions.n; i++) {
		struct function *f = &model->functions.at[i];
		if (model_made_by(model, f) == object) {
			f->is_maker = false;
			f->made_param = NONE;
		}
		f->maker_told |= model_object_of(model, f->result) == object;
		for (uint32_t p = 0; p < f->n_params; p++)
			f->maker_told |= leads_to_variable(model, f->params[p].type, object);
		f->is_destroyer = false;
		for (uint32_t p = 0; p < f->n_params; p++) {
			if (model_object_of(model, f->params[p].type) == object)
				f->params[p].destroyed = false;
			f->is_destroyer |= f->params[p].destroyed;
		}
	}
}

static void apply_agent(struct model *model, const struct agent *a, type_id object)
{
	uint32_t param;
	struct function *f = function_for(model, a, object, &param);
	if (a->agency == DESTROYED) {
		f->params[param].destroyed = f->is_destroyer = true;
		return;
	}
	f->is_maker = true;
	f->made_param = param;
	if (param == NONE)
		return;
	struct param *p = &f->params[param];
	enum role role = a->agency == SET_UP ? ROLE_OBJECT : ROLE_OUT;
	if (p->role != role)
		p->belief = BELIEF_USER;
	p->role = role;
	p->partner = NONE;
}

static bool is_handle_or_object(enum role role)
{
	return role == ROLE_HANDLE || role == ROLE_OBJECT;
}

/* After a change of handles, gives parameters the roles that follow, except those that the user set
 * and objects that a function sets up. */
static void refresh_handles(struct model *model)
{
	for (size_t i = 0; i < model->functions.n; i++) {
		struct function *f = &model->functions.at[i];
		for (uint32_t k = 0; k < f->n_params; k++) {
			struct param *p = &f->params[k];
			enum role plain = model_default_role(model, p->type);
			bool follows = is_handle_or_object(p->role) && is_handle_or_object(plain);
			if (follows && p->belief < BELIEF_LEARNED && f->made_param != k)
				p->role = plain;
		}
	}
}

static bool read_agency(const char **text, enum agency *agency)
{
	static const char *const words[] = { "made by ", "set up by ", "destroyed by " };
	for (unsigned i = 0; i < 3; i++) {
		const char *rest = text_after(*text, words[i]);
		if (rest) {
			*text = rest;
			*agency = (enum agency)i;
			return true;
		}
	}
	return false;
}

static bool is_kind_of_object(const char *words)
{
	const char *rest = text_after(words, "opaque ");
	return str_equal(rest ? rest : words, "handle") || str_equal(rest ? rest : words, "object");
}

/* Reads "opaque handle, made by f, g(out), destroyed by h". */
static status read_agents(struct text_reader *r, char *rest, struct agent *agents, size_t *n)
{
	bool any = false;
	enum agency agency = MADE;
	while (rest) {
		const char *piece = text_cut(&rest, ',');
		if (!any && is_kind_of_object(piece))
			continue;
		if (str_equal(piece, "no maker known"))
			continue;
		any |= read_agency(&piece, &agency);
		if (!any || !piece[0] || strchr(piece, ' '))
			return COMPLAIN(
			        r,
			        "'%s' is not understood here. What fits: opaque handle, handle, object, made by F, "
			        "set up by F, destroyed by F, no maker known",
			        piece);
		if (*n == MAX_AGENTS)
			return COMPLAIN(r, "more than %d functions for one struct", MAX_AGENTS);
		char *name = arena_strdup(r->arena, piece), *param = strchr(name, '(');
		if (param) {
			*param++ = 0;
			param[strcspn(param, ")")] = 0;
		}
		agents[(*n)++] = (struct agent){ agency, name, param };
	}
	return NULL;
}

static status does_not_fit(struct text_reader *r, const struct agent *a, const char *spelling)
{
	uint32_t index = model_find_function(r->model, a->name);
	if (index == NONE)
		return unknown_function(r, a->name);
	const struct function *f = &r->model->functions.at[index];
	if (a->param && text_find_param(f, a->param) == NONE)
		return unknown_param(r, f, a->param);
	if (a->agency == MADE && !a->param)
		return COMPLAIN(
		        r,
		        "%s does not return a pointer to %s. If it gives one through a parameter, write %s(parameter)",
		        a->name, spelling, a->name);
	return COMPLAIN(r, "%s has no parameter that points to %s", a->name, spelling);
}

status read_object(struct text_reader *r, char *text)
{
	char *colon = strchr(text, ':');
	if (!colon)
		return COMPLAIN(r, "'%s' is neither 'function(parameters)  facts' nor 'struct: facts'",
		                text_trimmed(text));
	*colon = 0;
	const char *spelling = text_trimmed(text);
	struct agent agents[MAX_AGENTS];
	size_t n = 0, bad = 0;
	TRY(read_agents(r, colon + 1, agents, &n));
	type_id object = find_object(r->model, spelling, agents, n, &bad);
	if (object == NONE)
		return COMPLAIN(r, "the unit has no struct or union '%s'", spelling);
	uint32_t param;
	for (size_t i = 0; i < n; i++)
		if (!function_for(r->model, &agents[i], object, &param))
			return does_not_fit(r, &agents[i], spelling);
	forget_object(r->model, object);
	for (size_t i = 0; i < n; i++)
		apply_agent(r->model, &agents[i], object);
	refresh_handles(r->model);
	return NULL;
}
