/* mark_of: see mark_of.h. */
#include "engine/flips/mark_of.h"

/* Functions are matched by name, and static functions also by source. */
uint32_t *mark_of_functions(const struct model *model, const struct marks *marks)
{
	uint32_t *mark_of = xcalloc(model->functions.n + 1, sizeof *mark_of);
	for (uint32_t f = 0; f < model->functions.n; f++) {
		const struct function *function = &model->functions.at[f];
		mark_of[f] = NONE;
		for (uint32_t m = 0; m < marks->functions.n && mark_of[f] == NONE; m++)
			if (str_equal(function->name, marks->functions.at[m].name) &&
			    (!function->is_static || function->source == marks->functions.at[m].source))
				mark_of[f] = m;
	}
	return mark_of;
}
