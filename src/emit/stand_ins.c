/* stand_ins: see stand_ins.h. */
#include "emit/stand_ins.h"

uint32_t stand_ins_count(const struct model *model)
{
	return (uint32_t)(model->missing.n + model->missing_variables.n);
}

static enum stand_in_kind kind_of(const struct model *model, uint32_t i)
{
	if (i >= model->missing.n)
		return STAND_IN_VARIABLE;
	const struct missing *missing = &model->missing.at[i];
	return missing->known_as ? STAND_IN_KNOWN : missing->noreturn ? STAND_IN_ENDS : STAND_IN_MADE_UP;
}

static const char *name_of(const struct model *model, uint32_t i)
{
	return i < model->missing.n ? model->missing.at[i].name
	                            : model->missing_variables.at[i - model->missing.n].name;
}

static const char *declaration_of(const struct model *model, uint32_t i, struct arena *arena)
{
	if (i >= model->missing.n || !model->missing.at[i].type)
		return NULL;
	return type_declare(model, model->missing.at[i].type, model->missing.at[i].name, arena);
}

struct stand_in_view stand_in_view(const struct model *model, uint32_t i, struct arena *arena)
{
	static const char *const words[] = { [STAND_IN_MADE_UP] = "returns a value that the test chooses, or zero",
		                             [STAND_IN_ENDS] = "ends the program",
		                             [STAND_IN_VARIABLE] = "zeroes" };
	struct stand_in_view view = { .kind = kind_of(model, i), .name = name_of(model, i) };
	view.declaration = declaration_of(model, i, arena);
	view.behaviour = view.kind == STAND_IN_KNOWN
	                         ? arena_printf(arena, "behaves as %s()", model->missing.at[i].known_as)
	                         : words[view.kind];
	return view;
}

void stand_ins_names(const struct model *model, bool known, uint32_t limit, struct sb *out)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < stand_ins_count(model); i++) {
		if ((kind_of(model, i) == STAND_IN_KNOWN) != known)
			continue;
		if (n < limit)
			sb_addf(out, "%s%s", n ? ", " : "", name_of(model, i));
		n++;
	}
	if (n > limit)
		sb_addf(out, " and %u more", n - limit);
}
