/* methods: functions that users call through pointers in objects.
 *
 * A maker fills an object with pointers to static functions, `reader->open = &reader_open;`, and the header shows the
 * object's struct alone. Users call reader->open(reader, name). Such a function is for users like one that the header
 * declares, and its body, parameters and marks are known. A call checks that the object has this very function there
 * (instr/driver.c), because another maker may have put another in the same place. */
#include "base/str.h"
#include "front/roles/fields.h"

static bool leads_to(const struct model *model, type_id pointer, type_id record)
{
	const struct type *type = model_canonical(model, pointer);
	return type->kind == TYPE_POINTER && model_canonical(model, type->target)->canonical == record;
}

/* Returns a function for users that gives such an object, as its result or through an out-parameter. */
static const struct function *giver_of(const struct model *model, type_id record)
{
	for (size_t i = 0; i < model->functions.n; i++) {
		const struct function *f = &model->functions.at[i];
		if (f->is_static || f->is_context || f->method || !f->header)
			continue;
		if (leads_to(model, f->result, record))
			return f;
		for (uint32_t p = 0; p < f->n_params; p++) {
			const struct type *type = model_canonical(model, f->params[p].type);
			if (type->kind == TYPE_POINTER && leads_to(model, type->target, record))
				return f;
		}
	}
	return NULL;
}

/* A test, and a name in the text form of tests, needs one function of that name. */
static bool has_own_name(const struct model *model, const struct function *function)
{
	for (size_t i = 0; i < model->functions.n; i++)
		if (&model->functions.at[i] != function && str_equal(model->functions.at[i].name, function->name))
			return false;
	return true;
}

static bool is_shown(const struct type *record)
{
	return record->kind == TYPE_STRUCT && record->complete && !record->opaque;
}

void methods_settle(struct modeller *m)
{
	struct model *model = m->model;
	for (size_t i = 0; m->fields && i < m->fields->methods.n; i++) {
		const struct field_method *method = &m->fields->methods.at[i];
		const uint64_t *index = strmap_get(&m->functions, method->function);
		const struct type *record = model_canonical(model, method->at.record);
		struct function *f = index ? &model->functions.at[*index] : NULL;
		if (!f || !f->is_static || f->is_context || !f->n_params || !is_shown(record) ||
		    !leads_to(model, f->params[0].type, record->canonical) || !has_own_name(model, f))
			continue;
		const struct function *giver = giver_of(model, record->canonical);
		if (!giver)
			continue;
		f->is_static = false;
		f->header = giver->header;
		f->method_of = record->canonical;
		f->method = record->fields[method->at.field].name;
	}
}
