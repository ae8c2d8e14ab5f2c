/* front: see front.h. Each source is parsed, marked, modelled and released; only plain data
 * remains. */
#include "front/front.h"

#include <string.h>

#include "base/log.h"
#include "base/map.h"
#include "base/str.h"
#include "base/version.h"
#include "front/front_cache.h"
#include "front/read/parse.h"
#include "front/sources.h"
#include "front/read/visible.h"
#include "proc/child.h"

/* A unit while it is read. */
struct reading {
	struct unit *unit;
	struct modeller *modeller;
	CXIndex index;
	struct manifest *manifest;
};

/* The preprocessed text, taken out of `parsed` without marks. */
static struct marked_source unmarked_text(struct parsed *parsed)
{
	struct marked_source plain = { .source = parsed->source, .text = parsed->text, .length = parsed->length };
	parsed->text = NULL;
	return plain;
}

static status read_source(struct reading *reading, const struct source *source)
{
	struct unit *unit = reading->unit;
	struct parsed parsed = { 0 };
	struct marked_source marked = { 0 };
	status st = NULL;
	TRY((source->is_context ? parse_unmarked : parse_source)(reading->index, source, (uint32_t)unit->sources.n,
	                                                         &parsed));
	if (source->is_context)
		marked = unmarked_text(&parsed);
	else
		st = mark_source(unit->marks, &parsed, &marked);
	if (!st) {
		vec_push(&unit->sources, marked);
		st = modeller_add_source(reading->modeller, &parsed);
	}
	if (!st)
		manifest_add(reading->manifest, &parsed);
	parsed_release(&parsed);
	return st;
}

/* Parses the contracts; their text is compiled as it is, without marks. */
static status read_contracts(struct reading *reading, const struct source *source)
{
	struct unit *unit = reading->unit;
	struct parsed parsed;
	TRY(parse_unmarked(reading->index, source, (uint32_t)unit->sources.n, &parsed));
	status st = modeller_add_contracts(reading->modeller, &parsed);
	if (!st)
		manifest_add(reading->manifest, &parsed);
	unit->contracts = unmarked_text(&parsed);
	parsed_release(&parsed);
	return st;
}

static uint64_t hash_text_of(const struct marked_source *marked, uint64_t hash)
{
	hash = hash_bytes(marked->text, marked->length, hash);
	for (size_t k = 0; k < marked->source->n_flags; k++)
		hash = hash_text(marked->source->flags[k], hash);
	return hash;
}

static uint64_t hash_unit(const struct unit *unit)
{
	uint64_t hash = hash_text(SKEP_VERSION, 0);
	for (size_t i = 0; i < unit->sources.n; i++)
		hash = hash_text_of(&unit->sources.at[i], hash);
	return unit->contracts.text ? hash_text_of(&unit->contracts, hash_text("contracts", hash)) : hash;
}

static const char *unit_name(struct arena *arena, const struct source_list *sources)
{
	const char *base = path_base(sources->at.at[0].path), *dot = strrchr(base, '.');
	size_t length = dot && dot > base ? (size_t)(dot - base) : strlen(base);
	return name_for_files(arena, sources->name ? sources->name : arena_strndup(arena, base, length));
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

static status read_all(const struct source_list *sources, struct reading *reading)
{
	for (size_t i = 0; i < sources->at.n; i++)
		TRY(read_source(reading, &sources->at.at[i]));
	TRY(check_has_functions(reading->unit, sources));
	if (sources->contracts.path)
		TRY(read_contracts(reading, &sources->contracts));
	headers_apart(reading->unit->marks, sources);
	TRY(modeller_finish(reading->modeller));
	marks_number(reading->unit->marks);
	return NULL;
}

/* Gives the unit its hash and its name, which follow from the tables and texts. */
static void name_unit(struct unit *unit, const struct source_list *sources)
{
	unit->name = unit_name(unit->marks->arena, sources);
	unit->hash = hash_unit(unit);
	unit->seen = visible_cache_new();
	if (sources->variables)
		unit->hash = hash_text("variables", unit->hash);
}

static status read_sources(const struct source_list *sources, struct manifest *manifest, struct unit **unit)
{
	struct reading reading = { .unit = xcalloc(1, sizeof **unit), .manifest = manifest };
	sources_copy(&reading.unit->given, sources);
	reading.unit->model = model_new();
	reading.unit->marks = marks_new();
	reading.modeller = modeller_new(reading.unit->model);
	if (sources->variables)
		variables_want(reading.modeller);
	reading.index = clang_createIndex(0, 0);
	status st = read_all(&reading.unit->given, &reading);
	clang_disposeIndex(reading.index);
	modeller_free(reading.modeller);
	if (st)
		unit_free(reading.unit);
	else
		*unit = reading.unit;
	return st;
}

/* Reads the unit, and stores it in `entry`; NULL: it is not stored. */
static status read_and_store(const struct source_list *sources, const char *entry, struct arena *arena,
                             struct unit **unit)
{
	struct manifest manifest = { .arena = arena };
	status st = read_sources(sources, &manifest, unit);
	if (!st && entry)
		front_cache_store(entry, *unit, &manifest);
	if (!st)
		manifest_tell(&manifest, *unit);
	manifest_release(&manifest);
	return st;
}

status front_read_cached(const struct source_list *sources, const char *folder, struct unit **unit)
{
	if (!sources->at.n)
		return fail(TROUBLE_USAGE, "no C source to read");
	struct arena *arena = arena_new();
	const char *entry = NULL;
	status st = NULL;
	if (folder)
		TRY_OUT(front_cache_entry(folder, sources, arena, &entry));
	*unit = entry ? front_cache_load(entry, sources) : NULL;
	bool from_cache = *unit;
	if (!from_cache)
		TRY_OUT(read_and_store(sources, entry, arena, unit));
	(*unit)->from_cache = from_cache;
	name_unit(*unit, sources);
out:
	arena_free(arena);
	return st;
}

status front_read(const struct source_list *sources, struct unit **unit)
{
	return front_read_cached(sources, NULL, unit);
}

status unit_file_read(const struct unit *unit, const char *path, char **text)
{
	for (size_t i = 0; i < unit->kept_files.n; i++)
		if (str_equal(unit->kept_files.at[i].name, path)) {
			*text = xstrdup(unit->kept_files.at[i].bytes);
			return NULL;
		}
	return unit->is_kept ? fail(TROUBLE_INPUT, "%s is not among the pieces of the unit", path)
	                     : file_read(path, text, NULL);
}

void unit_free(struct unit *unit)
{
	if (!unit)
		return;
	for (size_t i = 0; i < unit->sources.n; i++)
		free(unit->sources.at[i].text);
	vec_release(&unit->sources);
	vec_release(&unit->files);
	vec_release(&unit->kept_files);
	visible_cache_free(unit->seen);
	free(unit->contracts.text);
	sources_release(&unit->given);
	marks_free(unit->marks);
	model_free(unit->model);
	free(unit);
}
