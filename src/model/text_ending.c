/* text_ending: the words for what ends an array that nobody counts: "array until name is 0" if a field
 * of the last element is 0, "array until -1" if the last element is -1. */
#include <stdlib.h>
#include <string.h>

#include "model/facts.h"
#include "model/text_parse.h"

#define IS " is "

static const struct type *element_of(const struct model *model, type_id pointer)
{
	const struct type *type = model_canonical(model, pointer);
	return type->kind == TYPE_POINTER ? model_canonical(model, type->target) : NULL;
}

void ending_print(const struct model *model, type_id pointer, const struct array_end *ending, struct sb *out)
{
	sb_add(out, ARRAY_UNTIL);
	if (ending->field != NONE)
		sb_addf(out, "%s" IS, element_of(model, pointer)->fields[ending->field].name);
	sb_addf(out, "%lld", (long long)ending->value);
}

static uint32_t find_field(const struct type *element, const char *name, size_t length)
{
	for (uint32_t i = 0; element && i < element->n_fields; i++)
		if (strlen(element->fields[i].name) == length && !strncmp(element->fields[i].name, name, length))
			return i;
	return NONE;
}

status ending_read(struct text_reader *r, type_id pointer, const char *text, struct array_end *ending)
{
	const char *is = strstr(text, IS), *number = is ? is + strlen(IS) : text;
	char *end;
	*ending = (struct array_end){ .known = true, .field = NONE, .value = strtoll(number, &end, 0) };
	if (end == number || *end)
		return COMPLAIN(r, "'%s' is no number, and only a number ends an array", number);
	if (is)
		ending->field = find_field(element_of(r->model, pointer), text, (size_t)(is - text));
	if (is && ending->field == NONE)
		return COMPLAIN(r, "the elements have no field %.*s", (int)(is - text), text);
	if (!model_ending_fits(r->model, pointer, ending))
		return COMPLAIN(r, "'%s' cannot end an array of this type", text);
	return NULL;
}
