/* lines: see lines.h. */
#include "cover/lines.h"

static bool is_on(const struct place *place, uint32_t file, uint32_t line)
{
	return place->file == file && place->line <= line && line <= place->end_line;
}

static uint32_t lines_of(const struct place *place)
{
	return place->end_line - place->line;
}

static bool decides_on(const struct marks *marks, uint32_t file, uint32_t line)
{
	for (uint32_t i = 0; i < marks->decisions.n; i++)
		if (is_on(&marks->decisions.at[i].place, file, line))
			return true;
	for (uint32_t i = 0; i < marks->switches.n; i++)
		if (marks->switches.at[i].place.file == file && marks->switches.at[i].place.line == line)
			return true;
	return false;
}

static bool holds_others(const struct marks *marks, uint32_t statement)
{
	const struct place *outer = &marks->statements.at[statement].place;
	for (uint32_t i = 0; i < marks->statements.n; i++) {
		const struct place *inner = &marks->statements.at[i].place;
		if (i != statement && inner->file == outer->file && inner->line > outer->line &&
		    inner->end_line <= outer->end_line)
			return true;
	}
	return false;
}

static uint32_t innermost(const struct marks *marks, uint32_t file, uint32_t line)
{
	uint32_t found = NONE;
	for (uint32_t i = 0; i < marks->statements.n; i++) {
		const struct place *place = &marks->statements.at[i].place;
		if (is_on(place, file, line) &&
		    (found == NONE || lines_of(place) <= lines_of(&marks->statements.at[found].place)))
			found = i;
	}
	return found;
}

uint32_t lines_probe(const struct marks *marks, uint32_t file, uint32_t line)
{
	uint32_t statement = innermost(marks, file, line);
	if (statement != NONE && (marks->statements.at[statement].place.line == line ||
	                          !holds_others(marks, statement) || decides_on(marks, file, line)))
		return marks_region_probe(marks, marks->statements.at[statement].region);
	for (uint32_t f = 0; f < marks->functions.n; f++)
		if (is_on(&marks->functions.at[f].place, file, line))
			return marks_function_probe(marks, f);
	return NONE;
}

const struct place *lines_place(const struct marks *marks, uint32_t probe)
{
	if (probe < marks->functions.n)
		return &marks->functions.at[probe].place;
	return &marks->regions.at[probe - marks->first_region_probe].place;
}

uint32_t lines_function(const struct marks *marks, uint32_t probe)
{
	return probe < marks->functions.n ? probe : marks->regions.at[probe - marks->first_region_probe].function;
}
