/* tests_makefile: OUT/tests/Makefile, which builds the unit from the user's own sources with the user's flags,
 * and runs the tests. It needs no skep. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "emit/text/beginning.h"
#include "emit/suite/draft.h"
#include "emit/escape.h"

/* Warnings that the unit's own code may be full of, and that newer compilers take for errors. */
static const char lenient[] =
        "# The unit is taken as it is: warnings about it are switched off.\n"
        "LENIENT = -w -Wno-implicit-function-declaration -Wno-implicit-int -Wno-int-conversion \\\n"
        "\t-Wno-incompatible-pointer-types -Wno-return-type\n";

/* Without this, make would make the user's lexer.c anew if there is a lexer.l beside it. */
static const char no_rules[] = "# The sources are taken as they are, and never made from others.\n"
                               "MAKEFLAGS += -r\n.SUFFIXES:\n";

/* Without this, tests of a header would not be built again when the header changes. */
static const char depends[] = "# The sources and headers of each file: if one changes, the file is made again.\n"
                              "DEPENDS = -MMD -MP -MT $@ -MF $@.d\n";

static const char by_other_type[] =
        "# It calls functions through pointers of another type, which clang's UBSan minds.\n"
        "LENIENT += $(shell $(CC) -fno-sanitize=function -E -x c /dev/null > /dev/null 2>&1 && \\\n"
        "\techo -fno-sanitize=function)\n";

static const char short_objects[] =
        "# It allocates less than the whole of some objects, which clang's UBSan minds.\n"
        "LENIENT += $(shell $(CC) -fno-sanitize=object-size -E -x c /dev/null > /dev/null 2>&1 && \\\n"
        "\techo -fno-sanitize=object-size)\n";

static const char sign_shifts[] =
        "# It shifts bits into the sign of numbers, which UBSan minds.\n"
        "LENIENT += $(shell $(CC) -fno-sanitize=shift-base -E -x c /dev/null > /dev/null 2>&1 && \\\n"
        "\techo -fno-sanitize=shift-base)\n";

static const char too_much[] =
        "# It asks for more memory than there can be; AddressSanitizer ends programs for that unless told otherwise.\n"
        "ASAN_OPTIONS ?= allocator_may_return_null=1\nexport ASAN_OPTIONS\n";

static const char *const libraries[N_FORMATS] = { [FORMAT_PLAIN] = "",
	                                          [FORMAT_BARE] = "",
	                                          [FORMAT_CMOCKA] = " -lcmocka",
	                                          [FORMAT_CHECK] = " -lcheck -lsubunit -lm -lrt -lpthread",
	                                          [FORMAT_UNITY] = " -lunity" };

/* make has a CC of its own, so ?= would have no effect. */
static const char compiler_of_its_own[] =
        "# gcc cannot compile it.\nifeq ($(origin CC),default)\nCC = clang-19\nendif\n";

/* The linker leaves out functions of the context that the unit does not use, and whose own needs are not there. */
#define IN_SECTIONS " -ffunction-sections -fdata-sections"
#define LEAVE_OUT_UNUSED " -Wl,--gc-sections -Wl,-z,start-stop-gc"

static bool has_context(const struct source_list *sources)
{
	return sources->at.n && vec_last(&sources->at).is_context;
}
/* Without this, a compiler may turn the loop inside memcpy() into a call of memcpy(). */
static const char no_patterns[] =
        "LENIENT += $(shell $(CC) -fno-tree-loop-distribute-patterns -E -x c /dev/null > /dev/null 2>&1 && \\\n"
        "\techo -fno-tree-loop-distribute-patterns)\n";

typedef void add_word(struct sb *out, const char *word);

/* Adds a flag with a path, such as -I, which is relative to the folder where the user compiles. */
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

void makefile_add_flags(const struct source *source, const char *folder, struct sb *out)
{
	add_flags(source, folder, escape_recipe, out);
}

/* Adds the source's own folder, so that #include "..." finds the same files. */
static void add_source_dir(const char *path, const char *tests_dir, add_word *add, struct sb *out)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? xprintf("%.*s", (int)(slash - path), path) : xstrdup(".");
	char *relative = relative_path(tests_dir, folder);
	sb_add(out, " -iquote ");
	add(out, relative[0] ? relative : ".");
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

/* Adds flags for functions that compilers know by name, and would compute without calling the unit. */
static void add_unknown_flags(const struct unit *unit, struct sb *out)
{
	bool *known = known_to_compilers(unit);
	for (size_t i = 0; i < unit->model->functions.n; i++)
		if (known[i])
			sb_addf(out, " -fno-builtin-%s", unit->model->functions.at[i].name);
	free(known);
}

/* Adds flags for failing allocations: compilers may leave out an allocation whose memory nobody uses, and then
 * nothing fails. */
static void add_failing_flags(const struct unit *unit, struct sb *out)
{
	for (size_t i = 0; i < unit->model->functions.n; i++)
		if (unit->model->functions.at[i].fails && !unit->model->functions.at[i].switched_off)
			c_failing_compile_flags(unit->model->functions.at[i].fails, out);
}

static bool is_any_known(const struct unit *unit)
{
	struct sb flags = { 0 };
	add_unknown_flags(unit, &flags);
	add_failing_flags(unit, &flags);
	bool any = flags.n;
	sb_release(&flags);
	return any;
}

static bool defines_patterns(const struct unit *unit)
{
	static const char *const names[] = { "memcpy", "memmove", "memset", "strlen", "memcmp" };
	for (size_t i = 0; i < unit->model->functions.n; i++)
		for (size_t k = 0; k < sizeof names / sizeof *names; k++)
			if (str_equal(unit->model->functions.at[i].name, names[k]))
				return true;
	return false;
}

static void add_object_rule(const struct unit *unit, size_t i, const char *tests_dir, struct sb *out)
{
	const struct source_list *sources = &unit->given;
	char *path = relative_path(tests_dir, sources->at.at[i].path);
	sb_addf(out, "unit_%zu.o: ", i);
	escape_prerequisite(out, path);
	sb_add(out, "\n\t$(CC) $(CFLAGS) $(DEPENDS) $(LENIENT)");
	sb_add(out, is_any_known(unit) ? " $(UNKNOWN)" : "");
	add_flags(&sources->at.at[i], tests_dir, escape_recipe, out);
	if (name_of_main(unit, i))
		sb_addf(out, " -Dmain=%s", name_of_main(unit, i));
	sb_addf(out, "%s -c ", has_context(sources) ? IN_SECTIONS : "");
	escape_recipe(out, path);
	sb_add(out, " -o $@\n\n");
	free(path);
}

/* True if an earlier source is in the same folder. */
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

/* True if the flag of source `source` adds nothing to the flags of earlier sources: they have the flag, or
 * define the same macro. */
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

void write_compile_flags(const struct unit *unit, const char *folder, struct sb *out)
{
	const struct source_list *sources = &unit->given;
	if (has_context(sources))
		sb_add(out, IN_SECTIONS LEAVE_OUT_UNUSED);
	add_unknown_flags(unit, out);
	for (size_t i = 0; i < sources->at.n; i++)
		if (!is_beside_another(sources, i))
			add_source_dir(sources->at.at[i].path, folder, escape_shell, out);
	add_flags(&sources->at.at[0], folder, escape_shell, out);
	for (size_t i = 1; i < sources->at.n; i++)
		add_new_flags(sources, i, folder, out);
	for (size_t i = 0; i < sources->link_flags.n; i++) {
		sb_add_char(out, ' ');
		escape_shell(out, sources->link_flags.at[i]);
	}
}

/* ---- the Makefile ---- */

/* True if a program needs the source's object. The only program may include the source. */
static bool needs_object(const test_file_list *files, size_t source)
{
	for (size_t i = 0; i < files->n; i++)
		if (files->at[i].source != source || files->at[i].beginning != BEGINS_WITH_SOURCE)
			return true;
	return false;
}

static void add_program_rule(const struct unit *unit, const test_file_list *files, size_t file,
                             enum suite_format format, const char *tests_dir, struct sb *out)
{
	const struct source_list *sources = &unit->given;
	const struct test_file *own = &files->at[file];
	bool includes = own->beginning == BEGINS_WITH_SOURCE;
	char *objects = includes && needs_object(files, own->source)
	                        ? xprintf("$(filter-out unit_%u.o,$(OBJECTS))", own->source)
	                        : xstrdup("$(OBJECTS)");
	sb_addf(out, "test_%s: test_%s.c %s\n\t$(CC) $(CFLAGS) $(DEPENDS)%s%s", own->name, own->name, objects,
	        includes ? " $(LENIENT)" : "", is_any_known(unit) ? " $(UNKNOWN)" : "");
	if (!includes)
		add_source_dir(sources->at.at[own->source].path, tests_dir, escape_recipe, out);
	add_flags(&sources->at.at[own->source], tests_dir, escape_recipe, out);
	sb_addf(out, " test_%s.c %s $(LDFLAGS)", own->name, objects);
	c_failing_link_flags(own->fails, out);
	for (size_t i = 0; i < sources->link_flags.n; i++) {
		sb_add_char(out, ' ');
		escape_recipe(out, sources->link_flags.at[i]);
	}
	sb_addf(out, "%s%s -lm -o $@\n\n", has_context(sources) ? LEAVE_OUT_UNUSED : "", libraries[format]);
	free(objects);
}

/* Adds the rule that runs all programs. A failing program does not keep the others from running. */
static void add_check(const test_file_list *files, struct sb *out)
{
	if (files->n == 1) {
		sb_addf(out, "check: test_%s\n\t./test_%s\n\n", files->at[0].name, files->at[0].name);
		return;
	}
	sb_add(out, "check: $(TESTS)\n"
	            "\t@bad=0; for test in $(TESTS); do echo \"$$test:\"; \"./$$test\" || bad=1; done; exit $$bad\n\n");
}

static void add_settings(const struct unit *unit, const struct compilers *compilers, const test_file_list *files,
                         struct sb *out)
{
	struct sb unknown = { 0 };
	sb_add(out, "# Builds the unit from its own sources and runs the tests: make check\n");
	if (files->n > 1)
		sb_addf(out, "# The tests of one source: make test_%s && ./test_%s\n", files->at[0].name,
		        files->at[0].name);
	add_unknown_flags(unit, &unknown);
	add_failing_flags(unit, &unknown);
	sb_addf(out, "%s%sCFLAGS ?= -g -O1 -Wall -Wextra\n%s%s%s%s%s%s%s", no_rules,
	        compilers && compilers->is_for_clang ? compiler_of_its_own : "CC ?= cc\n", depends, lenient,
	        defines_patterns(unit) ? no_patterns : "",
	        compilers && compilers->calls_by_other_type ? by_other_type : "",
	        compilers && compilers->has_short_objects ? short_objects : "",
	        compilers && compilers->shifts_sign ? sign_shifts : "",
	        compilers && compilers->asks_too_much ? too_much : "");
	if (unknown.n)
		sb_addf(out,
		        "# Compilers know functions of these names and would replace calls of them. They must not:\n# some are tested, and others must be able to fail.\nUNKNOWN =%s\n",
		        sb_text(&unknown));
	sb_release(&unknown);
}

void write_tests_makefile(const struct unit *unit, const test_file_list *files, const struct test_file_options *options,
                          const char *tests_dir, struct sb *out)
{
	const struct source_list *sources = &unit->given;
	struct sb programs = { 0 };
	for (size_t i = 0; i < files->n; i++)
		sb_addf(&programs, " test_%s", files->at[i].name);
	add_settings(unit, options->compilers, files, out);
	sb_add(out, "OBJECTS =");
	for (size_t i = 0; i < sources->at.n; i++)
		if (needs_object(files, i))
			sb_addf(out, " unit_%zu.o", i);
	if (files->n > 1)
		sb_addf(out, "\nTESTS =%s", sb_text(&programs));
	sb_add(out, "\n\n");
	add_check(files, out);
	for (size_t i = 0; i < files->n; i++)
		add_program_rule(unit, files, i, options->format, tests_dir, out);
	for (size_t i = 0; i < sources->at.n; i++)
		if (needs_object(files, i))
			add_object_rule(unit, i, tests_dir, out);
	sb_addf(out, "clean:\n\trm -f%s $(OBJECTS) *.d\n\n.PHONY: check clean\n-include $(wildcard *.d)\n",
	        sb_text(&programs));
	sb_release(&programs);
}
