/* engine: the table of engines. */
#include "engine/engine.h"

#include "base/str.h"

static const struct engine_kind *const kinds[] = { &engine_random, &engine_symbolic, &engine_search,
	                                           &engine_avm,    &engine_program,  &engine_failing };

const struct engine_kind *engine_by_name(const char *name)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (str_equal(kinds[i]->name, name))
			return kinds[i];
	return NULL;
}
