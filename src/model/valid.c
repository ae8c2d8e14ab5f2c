/* valid: checks that the tables of a model agree with themselves. There is a function per table,
 * which names the first entry that is wrong. */
#include "base/status.h"
#include "base/str.h"
#include "model/model.h"

/* ---- types ---- */

static const char *spelling_fault(const struct type *t, const struct type *canonical)
{
	if (canonical->kind != t->kind)
		return "its canonical type is of another kind";
	if (canonical->canonical != t->canonical)
		return "its canonical type is not canonical";
	if (canonical->is_const)
		return "its canonical type is const";
	return canonical->size != t->size ? "its canonical type has another size" : NULL;
}

static const char *type_fault(const struct model *model, const struct type *t)
{
	size_t n = model->types.n;
	if (!t->spelling || !t->tag)
		return "it has no name";
	if (t->canonical >= n || t->target >= n)
		return "it refers to a type that is not there";
	for (uint32_t i = 0; i < t->n_fields; i++)
		if (!t->fields[i].name || t->fields[i].type >= n)
			return "a field has no name or no type";
	for (uint32_t i = 0; i < t->n_params; i++)
		if (t->params[i] >= n)
			return "a parameter has no type";
	return spelling_fault(t, &model->types.at[t->canonical]);
}

/* ---- functions ---- */

static const char *length_fault(const struct function *f, uint32_t index)
{
	const struct param *buffer = &f->params[index];
	if (buffer->partner == NONE)
		return NULL;
	if (buffer->partner >= f->n_params || buffer->partner == index)
		return "its length is no other parameter";
	const struct param *length = &f->params[buffer->partner];
	if (length->role == ROLE_END && buffer->role == ROLE_BUFFER)
		return length->partner != index ? "its end is that of another" : NULL;
	if (length->role != ROLE_LENGTH)
		return "its length has another role";
	return length->length_in_bytes != buffer->length_in_bytes ? "it and its length count in different things"
	                                                          : NULL;
}

static const char *partner_fault(const struct function *f, uint32_t index)
{
	const struct param *p = &f->params[index], *partner = p->partner < f->n_params ? &f->params[p->partner] : NULL;
	switch (p->role) {
	case ROLE_BUFFER:
	case ROLE_ARGV:
		return length_fault(f, index);
	case ROLE_LENGTH:
		if (!partner || (partner->role != ROLE_BUFFER && partner->role != ROLE_ARGV))
			return "it is the length of nothing";
		return partner->partner != index ? "what it is the length of has another length" : NULL;
	case ROLE_OBJECT:
		if (p->partner == NONE)
			return NULL;
		return !partner || partner->role != ROLE_END || partner->partner != index
		               ? "its end is none, or that of another"
		               : NULL;
	case ROLE_END:
		return !partner || (partner->role != ROLE_BUFFER && partner->role != ROLE_OBJECT)
		               ? "it is the end of nothing"
		               : NULL;
	case ROLE_USER_DATA:
		return !partner || partner->role != ROLE_CALLBACK ? "it belongs to no callback" : NULL;
	default:
		return p->partner != NONE ? "its role has no partner, and it has one" : NULL;
	}
}

static const char *param_fault(const struct model *model, const struct function *f, uint32_t index)
{
	const struct param *p = &f->params[index];
	if (!p->name || p->type >= model->types.n || p->role >= N_ROLES)
		return "it has no name, type or role";
	if (p->role == ROLE_DESCRIPTOR && !model_can_be_descriptor(model, p->type))
		return "it is a descriptor and no int";
	if (p->role == ROLE_ARRAY && !model_ending_fits(model, p->type, &p->ending))
		return "nothing ends it";
	const char *fault = partner_fault(f, index);
	const struct param *begin = !fault && p->role == ROLE_END ? &f->params[p->partner] : NULL;
	if (begin &&
	    !(begin->role == ROLE_OBJECT ? model_can_be_cursor : model_can_be_end)(model, begin->type, p->type))
		return "it leads to other elements than its buffer";
	return fault;
}

static char *params_fault(const struct model *model, const struct function *f)
{
	bool destroys = false;
	for (uint32_t i = 0; i < f->n_params; i++) {
		const struct param *p = &f->params[i];
		const char *fault = param_fault(model, f, i);
		if (fault)
			return xprintf("function %s, parameter %u (%s, %s): %s", f->name, i, p->name ? p->name : "",
			               p->role < N_ROLES ? role_name(p->role) : "", fault);
		destroys |= p->destroyed;
	}
	if (destroys == f->is_destroyer)
		return NULL;
	return xprintf("function %s: %s", f->name,
	               destroys ? "it destroys a parameter, and is no destroyer"
	                        : "it is a destroyer, and destroys nothing");
}

static char *function_fault(const struct model *model, size_t index)
{
	const struct function *f = &model->functions.at[index];
	size_t n = model->types.n;
	if (!f->name || !f->file)
		return xprintf("function %zu has no name or no file", index);
	if (f->type >= n || f->result >= n)
		return xprintf("function %s has no type", f->name);
	if (f->source >= model->sources.n + (model->contract_file != NULL))
		return xprintf("function %s is of source %u, and there are %zu", f->name, f->source, model->sources.n);
	if (f->made_param != NONE && f->made_param >= f->n_params)
		return xprintf("function %s makes parameter %u, and has %u", f->name, f->made_param, f->n_params);
	if (f->is_maker && !f->result_freed && model_made_by(model, f) == NONE)
		return xprintf("function %s is a maker of nothing", f->name);
	return params_fault(model, f);
}

/* ---- the other tables ---- */

static char *declaration_fault(const struct model *model, const struct missing *at, size_t n, const char *table)
{
	for (size_t i = 0; i < n; i++)
		if (!at[i].name || at[i].type >= model->types.n)
			return xprintf("%s function %zu (%s) has no name or no type", table, i,
			               at[i].name ? at[i].name : "");
	return NULL;
}

static char *literals_fault(const struct model *model)
{
	for (size_t i = 0; i < model->literals.n; i++) {
		uint32_t function = model->literals.at[i].function;
		if (function != NONE && function >= model->functions.n)
			return xprintf("literal %zu stands in function %u, and there are %zu", i, function,
			               model->functions.n);
	}
	return NULL;
}

static char *usages_fault(const struct model *model)
{
	for (size_t i = 0; i < model->usages.n; i++) {
		const struct usage *usage = &model->usages.at[i];
		if (usage->function >= model->functions.n ||
		    usage->param >= model->functions.at[usage->function].n_params)
			return xprintf("usage %zu is of a parameter that there is not", i);
	}
	return NULL;
}

static char *namings_fault(const struct model *model)
{
	for (size_t i = 0; i < model->namings.n; i++) {
		const struct naming *naming = &model->namings.at[i];
		if (naming->function >= model->functions.n || naming->constant >= model->constants.n ||
		    (naming->param != NONE && naming->param >= model->functions.at[naming->function].n_params) ||
		    (i && naming->function < naming[-1].function))
			return xprintf("naming %zu is of something that there is not", i);
	}
	for (size_t i = 0; i < model->field_namings.n; i++) {
		const struct field_naming *naming = &model->field_namings.at[i];
		if (naming->record >= model->types.n || naming->constant >= model->constants.n ||
		    naming->field >= model->types.at[naming->record].n_fields)
			return xprintf("field naming %zu is of something that there is not", i);
	}
	return NULL;
}

static bool has_field(const struct model *model, type_id record, uint32_t field)
{
	return record < model->types.n && model->types.at[record].canonical == record &&
	       field < model->types.at[record].n_fields;
}

static char *field_roles_fault(const struct model *model)
{
	for (size_t i = 0; i < model->field_roles.n; i++) {
		const struct field_role *role = &model->field_roles.at[i];
		if (!has_field(model, role->record, role->field) ||
		    (role->partner != NONE && !has_field(model, role->record, role->partner)) ||
		    (i && (role->record < role[-1].record ||
		           (role->record == role[-1].record && role->field <= role[-1].field))))
			return xprintf("role %zu of a field is of something that there is not", i);
		if (role->use == FIELD_ARRAY &&
		    !model_ending_fits(model, model->types.at[role->record].fields[role->field].type, &role->ending))
			return xprintf("role %zu of a field is an array that nothing ends", i);
	}
	for (size_t i = 0; i < model->tag_cases.n; i++) {
		const struct tag_case *tag = &model->tag_cases.at[i];
		const struct field_role *role = model_field_role(model, tag->record, tag->tag);
		if (!role || role->use != FIELD_TAG || role->partner == NONE)
			return xprintf("tag %zu is of a field that is none", i);
	}
	return NULL;
}

static char *contracts_fault(const struct model *model)
{
	for (size_t i = 0; i < model->contracts.n; i++) {
		const struct contract *contract = &model->contracts.at[i];
		bool about_type = contract->kind >= CONTRACT_INVARIANT;
		if (about_type ? !contract->type || contract->type >= model->types.n
		               : contract->function >= model->functions.n)
			return xprintf("contract %s is about nothing", contract->name);
	}
	return NULL;
}

char *model_fault(const struct model *model)
{
	if (!model->types.n || model->types.at[0].kind != TYPE_VOID)
		return xstrdup("type 0 is not void");
	for (size_t i = 0; i < model->types.n; i++) {
		const struct type *t = &model->types.at[i];
		const char *fault = type_fault(model, t);
		if (fault)
			return xprintf("type %zu (%s): %s", i, t->spelling ? t->spelling : "", fault);
	}
	char *fault = NULL;
	for (size_t i = 0; i < model->functions.n && !fault; i++)
		fault = function_fault(model, i);
	if (!fault)
		fault = declaration_fault(model, model->missing.at, model->missing.n, "missing");
	if (!fault)
		fault = declaration_fault(model, model->declared.at, model->declared.n, "declared");
	if (!fault)
		fault = literals_fault(model);
	if (!fault)
		fault = usages_fault(model);
	if (!fault)
		fault = namings_fault(model);
	if (!fault)
		fault = field_roles_fault(model);
	return fault ? fault : contracts_fault(model);
}

bool model_is_valid(const struct model *model)
{
	char *fault = model_fault(model);
	free(fault);
	return !fault;
}

void model_check(const struct model *model)
{
	char *fault = model_fault(model);
	if (fault)
		BUG("the model contradicts itself: %s", fault);
}
