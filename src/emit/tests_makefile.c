/* tests_makefile: OUT/tests/Makefile: builds the unit from the user's own
 * sources, with the user's flags, and runs the tests; knows nothing of skep. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "emit/draft.h"

static const char *const libraries[N_FORMATS] = { "", "-lcmocka", "-lcheck -lsubunit -lm -lrt -lpthread", "-lunity" };

/* Paths in -I and the like are relative to where the user compiles. */
static void add_path_flag(const char *flag, const char *path, const char *directory, const char *tests_dir,
                          struct sb *out)
{
	char *full = path[0] == '/' || !directory ? xstrdup(path) : xprintf("%s/%s", directory, path);
	char *relative = relative_path(tests_dir, full);
	sb_addf(out, " %s%s", flag, relative);
	free(relative);
	free(full);
}

static void add_flags(const struct source *source, const char *tests_dir, struct sb *out)
{
	static const char *const with_path[] = { "-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros" };
	for (size_t i = 0; i < source->n_flags; i++) {
		const char *flag = source->flags[i];
		size_t k = 0, n = sizeof with_path / sizeof *with_path;
		while (k < n && !(str_starts(flag, with_path[k]) && !str_starts(flag, "-includes")))
			k++;
		if (k == n) {
			sb_addf(out, strpbrk(flag, " \"'$\\") ? " '%s'" : " %s", flag);
			continue;
		}
		size_t length = strlen(with_path[k]);
		if (str_equal(with_path[k], "-I") || flag[length]) {
			const char *path = flag[length]              ? flag + length
			                   : i + 1 < source->n_flags ? source->flags[++i]
			                                             : ".";
			add_path_flag(with_path[k], path, source->directory, tests_dir, out);
		} else if (i + 1 < source->n_flags) {
			sb_addf(out, " %s", flag);
			add_path_flag("", source->flags[++i], source->directory, tests_dir, out);
		}
	}
}

static void add_source_dir(const char *path, const char *tests_dir, struct sb *out)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? xprintf("%.*s", (int)(slash - path), path) : xstrdup(".");
	char *relative = relative_path(tests_dir, folder);
	sb_addf(out, " -I%s", relative[0] ? relative : ".");
	free(relative);
	free(folder);
}

bool defines_main(const struct unit *unit, size_t source)
{
	for (size_t i = 0; i < unit->model->functions.n; i++)
		if (unit->model->functions.at[i].is_main && unit->model->functions.at[i].source == source)
			return true;
	return false;
}

static void add_object_rule(const struct unit *unit, const struct source_list *sources, size_t i, const char *tests_dir,
                            struct sb *out)
{
	char *path = relative_path(tests_dir, sources->at.at[i].path);
	sb_addf(out, "unit_%zu.o: %s\n\t$(CC) $(CFLAGS) -w", i, path);
	add_flags(&sources->at.at[i], tests_dir, out);
	sb_addf(out, "%s -c %s -o $@\n\n", defines_main(unit, i) ? " -Dmain=unit_main" : "", path);
	free(path);
}

void write_compile_flags(const struct source_list *sources, size_t source, const char *folder, struct sb *out)
{
	add_source_dir(sources->at.at[0].path, folder, out);
	add_flags(&sources->at.at[source], folder, out);
}

void write_tests_makefile(const struct unit *unit, const struct source_list *sources, const bool *included,
                          enum suite_format format, const char *tests_dir, struct sb *out)
{
	struct sb objects = { 0 }, flags = { 0 };
	size_t first = 0;
	for (size_t i = 0; i < sources->at.n; i++)
		if (!included[i])
			sb_addf(&objects, " unit_%zu.o", i);
		else
			first = i;
	write_compile_flags(sources, first, tests_dir, &flags);
	sb_addf(out,
	        "# Builds the unit from its own sources and runs the tests: make check\n"
	        "CC ?= cc\nCFLAGS ?= -g -O1 -Wall -Wextra\nOBJECTS =%s\n\n",
	        sb_text(&objects));
	sb_addf(out, "check: test_%s\n\t./test_%s\n\n", unit->name, unit->name);
	sb_addf(out, "test_%s: test_%s.c $(OBJECTS)\n\t$(CC) $(CFLAGS)%s test_%s.c $(OBJECTS) $(LDFLAGS)", unit->name,
	        unit->name, sb_text(&flags), unit->name);
	for (size_t i = 0; i < sources->link_flags.n; i++)
		sb_addf(out, " %s", sources->link_flags.at[i]);
	sb_addf(out, " %s -lm -o $@\n\n", libraries[format]);
	for (size_t i = 0; i < sources->at.n; i++)
		if (!included[i])
			add_object_rule(unit, sources, i, tests_dir, out);
	sb_addf(out, "clean:\n\trm -f test_%s $(OBJECTS)\n\n.PHONY: check clean\n", unit->name);
	sb_release(&objects);
	sb_release(&flags);
}
