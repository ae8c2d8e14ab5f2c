/* subject: see subject.h. */
#include "outside/subject.h"

#include <string.h>

#include "base/map.h"

struct unit *subject_new(const struct generator *generator)
{
	struct unit *unit = xcalloc(1, sizeof *unit);
	unit->model = model_new();
	unit->marks = marks_new();
	unit->name = generator->name;
	unit->hash = generator->hash;
	for (size_t i = 0; i < generator->features.n; i++) {
		struct function feature = { .name = generator->features.at[i].name, .file = generator->path };
		vec_push(&unit->model->functions, feature);
	}
	vec_push(&unit->model->sources, generator->path);
	return unit;
}

bool subject_wants(const struct generator *generator, const char *file)
{
	for (size_t i = 0; i < generator->sources.n; i++) {
		const char *end = generator->sources.at[i];
		size_t n = strlen(end), length = strlen(file);
		if (length >= n && str_equal(file + length - n, end) && (length == n || file[length - n - 1] == '/'))
			return true;
	}
	return generator->sources.n == 0;
}

uint32_t subject_function(struct unit *unit, const char *file, const char *name, uint32_t line)
{
	struct marks *marks = unit->marks;
	uint32_t at = marks_file(marks, file);
	for (uint32_t f = 0; f < marks->functions.n; f++)
		if (marks->functions.at[f].place.file == at && str_equal(marks->functions.at[f].name, name))
			return f;
	struct function_mark mark = { .name = arena_strdup(marks->arena, name),
		                      .place = { .file = at,
		                                 .line = line,
		                                 .column = 1,
		                                 .end_line = line,
		                                 .end_column = 1,
		                                 .macro_file = NONE } };
	vec_push(&marks->functions, mark);
	return (uint32_t)marks->functions.n - 1;
}

uint32_t subject_line(struct unit *unit, uint32_t function, uint32_t line)
{
	struct marks *marks = unit->marks;
	struct place place = marks->functions.at[function].place;
	place.line = place.end_line = line;
	vec_push(&marks->regions, (struct region){ .place = place, .function = function });
	uint32_t region = (uint32_t)marks->regions.n - 1;
	vec_push(&marks->statements, (struct statement){ .place = place, .region = region });
	return region;
}

void subject_number(struct unit *unit)
{
	marks_number(unit->marks);
	unit->hash = hash_bytes(&unit->marks->n_probes, sizeof unit->marks->n_probes, unit->hash);
}

const uint32_t *subject_dominators(const struct marks *marks, struct arena *arena)
{
	uint32_t *dominators = ARENA_ARRAY(arena, uint32_t, marks->n_probes + 1);
	for (uint32_t f = 0; f < marks->functions.n; f++)
		dominators[marks_function_probe(marks, f)] = NONE;
	for (uint32_t r = 0; r < marks->regions.n; r++)
		dominators[marks_region_probe(marks, r)] = marks_function_probe(marks, marks->regions.at[r].function);
	return dominators;
}
