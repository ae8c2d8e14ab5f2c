/* headers_apart: which functions of headers count as the unit's own.
 *
 * A static or inline function of a header exists for everybody who includes it, so it counts apart
 * (marker.c notes such functions). But if a library is a single header, these functions are the
 * ones under test. So a header that defines an external function is the unit's own as a whole, and
 * so are all headers of a unit that has no other function. */
#include "front/read/parse.h"

static void own_all(struct marks *marks, uint32_t file)
{
	for (size_t i = 0; i < marks->functions.n; i++)
		if (file == NONE || marks->functions.at[i].place.file == file)
			marks->functions.at[i].is_apart = false;
}

static bool is_of_context(const struct function_mark *mark, const struct source_list *sources)
{
	return sources->at.at[mark->source].is_context;
}

void headers_apart(struct marks *marks, const struct source_list *sources)
{
	bool has_own = false;
	for (size_t i = 0; i < marks->functions.n; i++)
		if (!marks->functions.at[i].is_apart)
			own_all(marks, marks->functions.at[i].place.file);
	for (size_t i = 0; i < marks->functions.n; i++)
		has_own |= !marks->functions.at[i].is_apart && !is_of_context(&marks->functions.at[i], sources);
	if (!has_own)
		own_all(marks, NONE);
	for (size_t i = 0; i < marks->functions.n; i++)
		marks->functions.at[i].is_apart |= is_of_context(&marks->functions.at[i], sources);
}
