/* front: see front.h. Each source is parsed, marked, modelled and let go; only
 * plain data remains. */
#include "front/front.h"

#include <string.h>

#include "base/log.h"
#include "base/map.h"
#include "base/str.h"
#include "base/version.h"
#include "front/parse.h"

static status read_source(struct unit *unit, struct modeller *modeller, CXIndex index, const struct source *source)
{
	struct parsed parsed;
	struct marked_source marked = { 0 };
	TRY(parse_source(index, source, (uint32_t)unit->sources.n, &parsed));
	status st = mark_source(unit->marks, &parsed, &marked);
	if (!st) {
		vec_push(&unit->sources, marked);
		st = modeller_add_source(modeller, &parsed);
	}
	parsed_release(&parsed);
	return st;
}

static uint64_t hash_unit(const struct unit *unit)
{
	uint64_t hash = hash_text(SKEP_VERSION, 0);
	for (size_t i = 0; i < unit->sources.n; i++) {
		const struct marked_source *marked = &unit->sources.at[i];
		hash = hash_bytes(marked->text, marked->length, hash);
		for (size_t k = 0; k < marked->source->n_flags; k++)
			hash = hash_text(marked->source->flags[k], hash);
	}
	return hash;
}

static const char *unit_name(struct arena *arena, const struct source_list *sources)
{
	const char *base = path_base(sources->at.at[0].path), *dot = strrchr(base, '.');
	return arena_strndup(arena, base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
}

static status check_has_functions(const struct unit *unit, const struct source_list *sources)
{
	if (unit->marks->functions.n)
		return NULL;
	if (sources->at.n == 1)
		return fail(TROUBLE_INPUT, "%s: no function with a body in it, so there is nothing to test",
		            sources->at.at[0].path);
	return fail(TROUBLE_INPUT,
	            "%s and the other sources: no function with a body in them, so there is nothing to test",
	            sources->at.at[0].path);
}

static status read_all(const struct source_list *sources, struct unit *unit, struct modeller *modeller, CXIndex index)
{
	for (size_t i = 0; i < sources->at.n; i++)
		TRY(read_source(unit, modeller, index, &sources->at.at[i]));
	TRY(check_has_functions(unit, sources));
	TRY(modeller_finish(modeller));
	marks_number(unit->marks);
	unit->name = unit_name(unit->marks->arena, sources);
	unit->hash = hash_unit(unit);
	return NULL;
}

status front_read(const struct source_list *sources, struct unit **unit)
{
	if (!sources->at.n)
		return fail(TROUBLE_USAGE, "no C source to read");
	struct unit *made = xcalloc(1, sizeof *made);
	made->model = model_new();
	made->marks = marks_new();
	struct modeller *modeller = modeller_new(made->model);
	CXIndex index = clang_createIndex(0, 0);
	status st = read_all(sources, made, modeller, index);
	clang_disposeIndex(index);
	modeller_free(modeller);
	if (st)
		unit_free(made);
	else
		*unit = made;
	return st;
}

void unit_free(struct unit *unit)
{
	if (!unit)
		return;
	for (size_t i = 0; i < unit->sources.n; i++)
		free(unit->sources.at[i].text);
	vec_release(&unit->sources);
	marks_free(unit->marks);
	model_free(unit->model);
	free(unit);
}
