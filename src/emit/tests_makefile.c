/* tests_makefile: OUT/tests/Makefile: builds the unit from the user's own
 * sources, with the user's flags, and runs the tests; knows nothing of skep. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "emit/draft.h"
#include "emit/escape.h"

/* What the unit's own code may be full of, and what newer compilers take for errors. */
static const char lenient[] =
        "# The unit is taken as it is: what compilers mind about it is not tested here.\n"
        "LENIENT = -w -Wno-implicit-function-declaration -Wno-implicit-int -Wno-int-conversion \\\n"
        "\t-Wno-incompatible-pointer-types -Wno-return-type\n";

/* Else make would make lexer.c anew, the user's, if there is a lexer.l beside it. */
static const char no_rules[] = "# The sources are taken as they are, and never made from others.\n"
                               "MAKEFLAGS += -r\n.SUFFIXES:\n";

/* Else the tests of a header that changed would be those of before. */
static const char depends[] = "# What each file is made of, headers too: if it changes, the file is made again.\n"
                              "DEPENDS = -MMD -MP -MT $@ -MF $@.d\n";

static const char by_other_type[] =
        "# It calls functions through pointers of another type, which clang's UBSan minds.\n"
        "LENIENT += $(shell $(CC) -fno-sanitize=function -E -x c /dev/null > /dev/null 2>&1 && \\\n"
        "\techo -fno-sanitize=function)\n";

static const char *const libraries[N_FORMATS] = { "", " -lcmocka", " -lcheck -lsubunit -lm -lrt -lpthread",
	                                          " -lunity" };

/* Make knows a CC of its own, so ?= would leave it. */
static const char compiler_of_its_own[] =
        "# gcc cannot compile it.\nifeq ($(origin CC),default)\nCC = clang-19\nendif\n";

/* Of the context only what the unit needs is there; what the rest of it uses need not be. */
#define IN_SECTIONS " -ffunction-sections -fdata-sections"
#define LEAVE_OUT_UNUSED " -Wl,--gc-sections"

static bool has_context(const struct source_list *sources)
{
	return sources->at.n && vec_last(&sources->at).is_context;
}

typedef void add_word(struct sb *out, const char *word);

/* Paths in -I and the like are relative to where the user compiles. */
static void add_path_flag(const char *flag, const char *path, const char *directory, const char *tests_dir,
                          add_word *add, struct sb *out)
{
	char *full = path[0] == '/' || !directory ? xstrdup(path) : xprintf("%s/%s", directory, path);
	char *relative = relative_path(tests_dir, full), *word = xprintf("%s%s", flag, relative);
	sb_add_char(out, ' ');
	add(out, word);
	free(word);
	free(relative);
	free(full);
}

static void add_flags(const struct source *source, const char *tests_dir, add_word *add, struct sb *out)
{
	static const char *const with_path[] = { "-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros" };
	for (size_t i = 0; i < source->n_flags; i++) {
		const char *flag = source->flags[i];
		size_t k = 0, n = sizeof with_path / sizeof *with_path;
		while (k < n && !(str_starts(flag, with_path[k]) && !str_starts(flag, "-includes")))
			k++;
		if (k == n) {
			sb_add_char(out, ' ');
			add(out, flag);
			continue;
		}
		size_t length = strlen(with_path[k]);
		if (str_equal(with_path[k], "-I") || flag[length]) {
			const char *path = flag[length]              ? flag + length
			                   : i + 1 < source->n_flags ? source->flags[++i]
			                                             : ".";
			add_path_flag(with_path[k], path, source->directory, tests_dir, add, out);
		} else if (i + 1 < source->n_flags) {
			sb_addf(out, " %s", flag);
			add_path_flag("", source->flags[++i], source->directory, tests_dir, add, out);
		}
	}
}

static void add_source_dir(const char *path, const char *tests_dir, add_word *add, struct sb *out)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? xprintf("%.*s", (int)(slash - path), path) : xstrdup(".");
	char *relative = relative_path(tests_dir, folder), *flag = xprintf("-I%s", relative[0] ? relative : ".");
	sb_add_char(out, ' ');
	add(out, flag);
	free(flag);
	free(relative);
	free(folder);
}

const char *name_of_main(const struct unit *unit, size_t source)
{
	for (size_t i = 0; i < unit->model->functions.n; i++)
		if (unit->model->functions.at[i].is_main && unit->model->functions.at[i].source == source)
			return unit->model->functions.at[i].name;
	return NULL;
}

static void add_object_rule(const struct unit *unit, const struct source_list *sources, size_t i, const char *tests_dir,
                            struct sb *out)
{
	char *path = relative_path(tests_dir, sources->at.at[i].path);
	sb_addf(out, "unit_%zu.o: ", i);
	escape_prerequisite(out, path);
	sb_add(out, "\n\t$(CC) $(CFLAGS) $(DEPENDS) $(LENIENT)");
	add_flags(&sources->at.at[i], tests_dir, escape_recipe, out);
	if (name_of_main(unit, i))
		sb_addf(out, " -Dmain=%s", name_of_main(unit, i));
	sb_addf(out, "%s -c ", has_context(sources) ? IN_SECTIONS : "");
	escape_recipe(out, path);
	sb_add(out, " -o $@\n\n");
	free(path);
}

/* Some source before this one is in the same folder. */
static bool is_beside_another(const struct source_list *sources, size_t source)
{
	const char *path = sources->at.at[source].path, *slash = strrchr(path, '/');
	size_t length = slash ? (size_t)(slash - path) + 1 : 0;
	for (size_t i = 0; i < source; i++) {
		const char *other = sources->at.at[i].path, *end = strrchr(other, '/');
		if ((end ? (size_t)(end - other) + 1 : 0) == length && strncmp(other, path, length) == 0)
			return true;
	}
	return false;
}

/* Headers may lie beside any of the sources. */
static void add_test_flags(const struct source_list *sources, size_t source, const char *folder, add_word *add,
                           struct sb *out)
{
	for (size_t i = 0; i < sources->at.n; i++)
		if (!is_beside_another(sources, i))
			add_source_dir(sources->at.at[i].path, folder, add, out);
	add_flags(&sources->at.at[source], folder, add, out);
}

/* The flag, of source `source`, says nothing new after those of the sources before: it is there,
 * or defines a macro that has a value already. */
static bool is_said_before(const struct source_list *sources, size_t source, const char *flag)
{
	size_t n = str_starts(flag, "-D") ? strcspn(flag, "=") : strlen(flag);
	for (size_t i = 0; i < source; i++)
		for (size_t k = 0; k < sources->at.at[i].n_flags; k++) {
			const char *other = sources->at.at[i].flags[k];
			if (strncmp(other, flag, n) == 0 && (!other[n] || (str_starts(flag, "-D") && other[n] == '=')))
				return true;
		}
	return false;
}

static void add_new_flags(const struct source_list *sources, size_t source, const char *folder, struct sb *out)
{
	const struct source *own = &sources->at.at[source];
	struct source rest = *own;
	const char **flags = xcalloc(own->n_flags + 1, sizeof *flags);
	rest.flags = flags;
	rest.n_flags = 0;
	for (size_t k = 0; k < own->n_flags; k++) {
		bool has_value = k + 1 < own->n_flags && own->flags[k + 1][0] != '-';
		const char *telling = own->flags[has_value ? k + 1 : k];
		if (!is_said_before(sources, source, telling)) {
			flags[rest.n_flags++] = own->flags[k];
			if (has_value)
				flags[rest.n_flags++] = own->flags[k + 1];
		}
		k += has_value;
	}
	add_flags(&rest, folder, escape_shell, out);
	free(flags);
}

void write_compile_flags(const struct source_list *sources, const char *folder, struct sb *out)
{
	if (has_context(sources))
		sb_add(out, IN_SECTIONS LEAVE_OUT_UNUSED);
	add_test_flags(sources, 0, folder, escape_shell, out);
	for (size_t i = 1; i < sources->at.n; i++)
		add_new_flags(sources, i, folder, out);
	for (size_t i = 0; i < sources->link_flags.n; i++) {
		sb_add_char(out, ' ');
		escape_shell(out, sources->link_flags.at[i]);
	}
}

void write_tests_makefile(const struct unit *unit, const struct source_list *sources, const bool *included,
                          enum suite_format format, const char *tests_dir, struct sb *out)
{
	struct sb objects = { 0 }, flags = { 0 };
	size_t first = 0;
	bool includes = false;
	for (size_t i = 0; i < sources->at.n; i++)
		if (!included[i]) {
			sb_addf(&objects, " unit_%zu.o", i);
		} else {
			first = i;
			includes = true;
		}
	sb_add(&flags, includes ? " $(LENIENT)" : "");
	add_test_flags(sources, first, tests_dir, escape_recipe, &flags);
	sb_addf(out,
	        "# Builds the unit from its own sources and runs the tests: make check\n%s"
	        "%sCFLAGS ?= -g -O1 -Wall -Wextra\n%s%s%sOBJECTS =%s\n\n",
	        no_rules, unit->is_for_clang ? compiler_of_its_own : "CC ?= cc\n", depends, lenient,
	        unit->calls_by_other_type ? by_other_type : "", sb_text(&objects));
	sb_addf(out, "check: test_%s\n\t./test_%s\n\n", unit->name, unit->name);
	sb_addf(out, "test_%s: test_%s.c $(OBJECTS)\n\t$(CC) $(CFLAGS) $(DEPENDS)%s test_%s.c $(OBJECTS) $(LDFLAGS)",
	        unit->name, unit->name, sb_text(&flags), unit->name);
	for (size_t i = 0; i < sources->link_flags.n; i++) {
		sb_add_char(out, ' ');
		escape_recipe(out, sources->link_flags.at[i]);
	}
	sb_addf(out, "%s%s -lm -o $@\n\n", has_context(sources) ? LEAVE_OUT_UNUSED : "", libraries[format]);
	for (size_t i = 0; i < sources->at.n; i++)
		if (!included[i])
			add_object_rule(unit, sources, i, tests_dir, out);
	sb_addf(out, "clean:\n\trm -f test_%s $(OBJECTS) *.d\n\n.PHONY: check clean\n-include $(wildcard *.d)\n",
	        unit->name);
	sb_release(&objects);
	sb_release(&flags);
}
