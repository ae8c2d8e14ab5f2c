/* coverage: see coverage.h. */
#include "outside/coverage.h"

#include <string.h>

static const struct coverage_kind *const kinds[] = { &coverage_gcov, &coverage_sancov, &coverage_skep };

static status find_kind(struct coverage *coverage, const char **argument)
{
	const char *text = coverage->generator->coverage;
	size_t n = strcspn(text, " \t");
	*argument = text + n + strspn(text + n, " \t");
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strlen(kinds[i]->name) == n && strncmp(kinds[i]->name, text, n) == 0)
			coverage->kind = kinds[i];
	if (!coverage->kind)
		return fail(TROUBLE_INPUT, "%s: coverage comes from gcov, sancov or skep, not from '%.*s'",
		            coverage->generator->path, (int)n, text);
	if (!**argument)
		return fail(TROUBLE_INPUT, "%s: coverage %s: an argument is missing: %s", coverage->generator->path,
		            coverage->kind->name,
		            coverage->kind == &coverage_gcov     ? "the folder with the .gcno files"
		            : coverage->kind == &coverage_sancov ? "the program"
		                                                 : "the sources of the program");
	return NULL;
}

status coverage_open(const struct generator *generator, struct unit **unit, struct coverage *coverage)
{
	const char *argument;
	*coverage = (struct coverage){ .generator = generator, .arena = arena_new() };
	*unit = coverage->unit = subject_new(generator);
	TRY(find_kind(coverage, &argument));
	TRY(coverage->kind->open(coverage, argument));
	if (!coverage->unit->marks->regions.n)
		return fail(TROUBLE_INPUT, "%s: coverage %s: no line with code was found%s", generator->path,
		            coverage->kind->name, generator->sources.n ? " in the files that 'source' names" : "");
	return NULL;
}

void coverage_close(struct coverage *coverage)
{
	if (coverage->kind && coverage->kind->close)
		coverage->kind->close(coverage);
	strmap_release(&coverage->lines);
	map_release(&coverage->places);
	vec_release(&coverage->files);
	if (coverage->arena)
		arena_free(coverage->arena);
}

uint32_t coverage_add_line(struct coverage *coverage, const char *file, const char *function, uint32_t first,
                           uint32_t line)
{
	bool added;
	char *key = xprintf("%s:%u", file, line);
	uint64_t *region = strmap_put(&coverage->lines, key, &added);
	free(key);
	if (added)
		*region = subject_line(coverage->unit, subject_function(coverage->unit, file, function, first), line);
	return (uint32_t)*region;
}

uint32_t coverage_line(const struct coverage *coverage, const char *file, uint32_t line)
{
	char *key = xprintf("%s:%u", file, line);
	const uint64_t *region = strmap_get(&coverage->lines, key);
	free(key);
	return region ? (uint32_t)*region : NONE;
}

static void set(uint64_t *probes, uint32_t probe)
{
	probes[probe / 64] |= UINT64_C(1) << (probe % 64);
}

void coverage_hit(const struct coverage *coverage, uint32_t region, uint64_t *probes)
{
	const struct marks *marks = coverage->unit->marks;
	set(probes, marks_region_probe(marks, region));
	set(probes, marks_function_probe(marks, marks->regions.at[region].function));
}

const char *coverage_path(const struct coverage *coverage, const char *path)
{
	return *path == '/' ? arena_strdup(coverage->arena, path)
	                    : arena_printf(coverage->arena, "%s/%s", coverage->generator->folder, path);
}

bool is_below(const char *folder, const char *path)
{
	char *top = realpath(folder, NULL), *real = realpath(path, NULL);
	size_t n = top ? strlen(top) : 0;
	bool below = top && real && strncmp(real, top, n) == 0 && real[n] == '/';
	free(top);
	free(real);
	return below;
}
