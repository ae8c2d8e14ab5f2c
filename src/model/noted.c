/* noted: see noted.h. */
#include "model/noted.h"

#include "base/str.h"

bool model_is_noted_number(const struct model *model, const struct type *function, uint32_t param)
{
	const struct type *type = model_canonical(model, function->params[param]);
	bool is_number = type->kind == TYPE_INT || type->kind == TYPE_ENUM || type->kind == TYPE_BOOL ||
	                 type->kind == TYPE_FLOAT;
	return is_number && type->size && type->size <= 8 && param < 32;
}

bool model_is_noted_text(const struct model *model, const struct type *function, uint32_t param)
{
	const struct type *pointer = model_type(model, function->params[param]);
	if (pointer->kind != TYPE_POINTER || param >= 32)
		return false;
	bool is_text = model_type(model, pointer->target)->is_const &&
	               str_equal(model_canonical(model, pointer->target)->spelling, "char");
	bool has_length = param + 1 < function->n_params &&
	                  model_canonical(model, function->params[param + 1])->kind == TYPE_INT;
	return is_text && !has_length;
}
