/* spread: facts about parameters spread from callees to their callers.
 *
 * If f(p) passes p directly to g, then f does to it what g does, unless f tested it first. This is
 * repeated until nothing changes; facts are only ever added, so it ends. */
#include "base/str.h"
#include "front/roles/evidence.h"

/* The function that a call by this name from `caller` reaches; a function of the same source comes
 * first. */
static uint32_t callee_of(const struct model *model, uint32_t caller, const char *name, const struct strmap *index)
{
	uint64_t *first = strmap_get(index, name);
	if (!first)
		return NONE;
	for (size_t i = *first; i < model->functions.n; i++) {
		const struct function *f = &model->functions.at[i];
		if (str_equal(f->name, name) && (!f->is_static || f->source == model->functions.at[caller].source))
			return (uint32_t)i;
	}
	return NONE;
}

static bool turn_on(bool *fact, bool value)
{
	bool changed = value && !*fact;
	*fact |= value;
	return changed;
}

static uint32_t passed_at(const struct body *body, uint32_t call, uint32_t arg)
{
	for (uint32_t i = 0; i < body->n_passes; i++)
		if (body->passes[i].call == call && body->passes[i].arg == arg)
			return body->passes[i].param;
	return NONE;
}

static bool spread_length(struct body *body, const struct pass *pass, const struct sight *there)
{
	struct sight *here = &body->params[pass->param];
	if (here->length != NONE || there->length == NONE || pass->moved)
		return false;
	uint32_t length = passed_at(body, pass->call, there->length);
	if (length == NONE || length == pass->param)
		return false;
	here->length = length;
	here->length_in_bytes = there->length_in_bytes;
	return true;
}

/* In a call g(p, end), the order that g finds for its parameters holds for the arguments. */
static bool spread_order(struct body *body, const struct pass *pass, const struct sight *there)
{
	struct sight *here = &body->params[pass->param];
	uint32_t old = here->behind;
	for (uint32_t i = 0; i < 32; i++) {
		uint32_t other = there->behind >> i & 1 ? passed_at(body, pass->call, i) : NONE;
		if (other < 32 && other != pass->param)
			here->behind |= UINT32_C(1) << other;
	}
	bool changed = !pass->moved && turn_on(&here->memory.leads_to_element, there->memory.leads_to_element);
	return changed || here->behind != old;
}

enum null_use sight_null(const struct sight *sight)
{
	if (sight->null.asserted)
		return NULL_FORBIDDEN;
	if (sight->null.tested)
		return NULL_ALLOWED;
	if (sight->memory.followed || sight->null.needed_below)
		return NULL_FORBIDDEN;
	return sight->null.tested_below ? NULL_ALLOWED : NULL_UNKNOWN;
}

bool sight_note_struct(type_id record, type_id *known, bool *several)
{
	if (!record || *several || *known == record)
		return false;
	*several = *known;
	*known = *several ? 0 : record;
	return true;
}

static bool spread_struct(struct sight *here, const struct sight *there)
{
	bool changed = turn_on(&here->meaning.as_several, there->meaning.as_several);
	if (changed)
		here->meaning.as_struct = 0;
	return changed |
	       sight_note_struct(there->meaning.as_struct, &here->meaning.as_struct, &here->meaning.as_several);
}

static bool spread_pass(struct body *body, const struct pass *pass, const struct sight *there)
{
	struct sight *here = &body->params[pass->param];
	enum null_use null = sight_null(there);
	bool changed = turn_on(&here->null.needed_below, null == NULL_FORBIDDEN);
	changed |= turn_on(&here->null.tested_below, null == NULL_ALLOWED);
	changed |= turn_on(&here->null.tested, null == NULL_ALLOWED && pass->guards);
	changed |= turn_on(&here->memory.read, there->memory.read);
	changed |= turn_on(&here->memory.written, there->memory.written);
	changed |= turn_on(&here->memory.aliased, there->memory.aliased);
	changed |= turn_on(&here->memory.set_whole, there->memory.set_whole);
	changed |= turn_on(&here->memory.renewed, there->memory.renewed && pass->first);
	if (!pass->moved && there->memory.fields_set & ~here->memory.fields_set) {
		here->memory.fields_set |= there->memory.fields_set;
		changed = true;
	}
	changed |= turn_on(&here->memory.indexed, there->memory.indexed);
	changed |= turn_on(&here->fate.given_away, there->fate.given_away);
	changed |= turn_on(&here->fate.freed_below, there->fate.freed || there->fate.freed_below);
	changed |= turn_on(&here->meaning.is_string, there->meaning.is_string);
	changed |= turn_on(&here->meaning.is_file_name, there->meaning.is_file_name);
	changed |= turn_on(&here->fate.goes_elsewhere, there->fate.goes_elsewhere);
	changed |= turn_on(&here->meaning.is_format, there->meaning.is_format);
	changed |= turn_on(&here->meaning.is_descriptor, there->meaning.is_descriptor);
	changed |= turn_on(&here->fate.is_closed, there->fate.is_closed);
	changed |= turn_on(&here->meaning.is_struct, there->meaning.is_struct);
	if (!pass->moved)
		changed |= spread_struct(here, there);
	changed |= spread_order(body, pass, there);
	return changed | spread_length(body, pass, there);
}

/* An array of the callee is one of the caller, too, if both see the same elements. */
static bool spread_array(const struct model *model, struct body *body, uint32_t caller, const struct pass *pass,
                         const struct sight *there, uint32_t callee)
{
	struct sight *here = &body->params[pass->param];
	if (pass->moved || here->ending.known || !there->ending.known ||
	    !model_same_type(model, model->functions.at[caller].params[pass->param].type,
	                     model->functions.at[callee].params[pass->arg].type))
		return false;
	here->ending = there->ending;
	return true;
}

/* A callee without a known body keeps its promise about const, and no other. */
static bool spread_unknown(struct body *body, const struct pass *pass)
{
	struct sight *here = &body->params[pass->param];
	bool out_of_sight = pass->for_field || !library_call_find(pass->callee);
	bool changed = turn_on(&here->fate.goes_elsewhere, out_of_sight);
	return changed | turn_on(pass->to_const ? &here->memory.read : &here->memory.written, true);
}

static bool spread_result(const struct model *model, struct body *const *bodies, uint32_t f, const struct strmap *index)
{
	struct body *body = bodies[f];
	uint32_t callee = body->gives_of ? callee_of(model, f, body->gives_of, index) : NONE;
	if (callee == NONE || callee == f)
		return false;
	if (bodies[callee]->gives_several)
		return turn_on(&body->gives_several, true);
	return sight_note_struct(bodies[callee]->gives_struct, &body->gives_struct, &body->gives_several);
}

static bool spread_files(const struct model *model, struct body *const *bodies, uint32_t f, const struct strmap *index)
{
	struct body *body = bodies[f];
	bool touches = body->calls_unknown;
	for (uint32_t i = 0; i < body->n_callees && !touches && !body->may_touch_files; i++) {
		uint32_t callee = callee_of(model, f, body->callees[i], index);
		touches = callee == NONE ? !library_call_is_harmless(body->callees[i])
		                         : bodies[callee]->may_touch_files;
	}
	return turn_on(&body->may_touch_files, touches);
}

static bool spread_round(const struct model *model, struct body *const *bodies, const struct strmap *index)
{
	bool changed = false;
	for (uint32_t f = 0; f < model->functions.n; f++) {
		struct body *body = bodies[f];
		changed |= spread_result(model, bodies, f, index);
		changed |= spread_files(model, bodies, f, index);
		for (uint32_t i = 0; i < body->n_passes; i++) {
			const struct pass *pass = &body->passes[i];
			uint32_t callee = callee_of(model, f, pass->callee, index);
			if (callee == NONE)
				changed |= spread_unknown(body, pass);
			else if (callee != f && pass->arg < bodies[callee]->n_params) {
				const struct sight *there = &bodies[callee]->params[pass->arg];
				changed |= spread_pass(body, pass, there);
				changed |= spread_array(model, body, f, pass, there, callee);
			}
		}
	}
	return changed;
}

/* A value that is kept in a field is closed if some function closes the value of that field. */
static void join_keepings(const struct model *model, struct body *const *bodies)
{
	struct strmap closed = { 0 };
	for (uint32_t f = 0; f < model->functions.n; f++)
		for (uint32_t i = 0; i < bodies[f]->n_keepings; i++)
			if (bodies[f]->keepings[i].param == NONE)
				*strmap_put(&closed, bodies[f]->keepings[i].field, NULL) = 1;
	for (uint32_t f = 0; f < model->functions.n; f++)
		for (uint32_t i = 0; i < bodies[f]->n_keepings; i++) {
			const struct keeping *keeping = &bodies[f]->keepings[i];
			if (keeping->param != NONE && strmap_get(&closed, keeping->field))
				bodies[f]->params[keeping->param].fate.is_closed =
				        bodies[f]->params[keeping->param].meaning.is_descriptor = true;
		}
	strmap_release(&closed);
}

void evidence_spread(const struct model *model, struct body *const *bodies)
{
	join_keepings(model, bodies);
	struct strmap index = { 0 };
	for (size_t i = model->functions.n; i-- > 0;)
		*strmap_put(&index, model->functions.at[i].name, NULL) = i;
	while (spread_round(model, bodies, &index))
		;
	strmap_release(&index);
}
