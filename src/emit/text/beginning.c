/* beginning: see beginning.h. */
#define _GNU_SOURCE
#include "emit/text/beginning.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "emit/text/c_parts.h"
#include "emit/text/said.h"
#include "emit/text/standard.h"

/* ---- visible names ---- */

static uint32_t count_lines(const char *text)
{
	uint32_t n = 0;
	for (; (text = strchr(text, '\n')); text++)
		n++;
	return n;
}

static void add_source(const struct unit *unit, size_t source, const char *path, struct sb *out)
{
	const char *main_name = source < unit->model->sources.n ? name_of_main(unit, source) : NULL;
	if (main_name)
		sb_addf(out, "#define main %s\n", main_name);
	sb_addf(out, "#include \"%s\"\n%s", path, main_name ? "#undef main\n" : "");
}

/* Adds the #include lines of a beginning. The source has its full path, so that it can be included from anywhere. */
static void add_lines(const struct unit *unit, uint32_t source, enum beginning beginning, struct sb *out)
{
	const struct prologue *prologue = &unit->model->prologues.at[source];
	if (beginning != BEGINS_WITH_SOURCE) {
		sb_add(out, beginning == BEGINS_WITH_LEADING ? prologue->leading : prologue->all);
		return;
	}
	char *path = realpath(unit->model->sources.at[source], NULL);
	add_source(unit, source, path ? path : unit->model->sources.at[source], out);
	free(path);
}

/* Marks constants that tests may name. */
static bool *named_constants(const struct model *model)
{
	bool *named = xcalloc(model->constants.n + 1, sizeof *named);
	for (size_t i = 0; i < model->namings.n; i++)
		named[model->namings.at[i].constant] = true;
	for (size_t i = 0; i < model->field_namings.n; i++)
		named[model->field_namings.at[i].constant] = true;
	for (size_t i = 0; i < model->constants.n; i++)
		named[i] |= model->constants.at[i].is_macro && !model->constants.at[i].in_source;
	return named;
}

/* Adds a line for each constant: a constant that does not have its value there is an error in that line. */
static void add_questions(const struct model *model, struct sb *out)
{
	bool *named = named_constants(model);
	for (size_t i = 0; i < model->constants.n; i++)
		if (named[i])
			sb_addf(out, "_Static_assert((long long)(%s) == (long long)%" PRIu64 "u, \"\");\n",
			        model->constants.at[i].name, (uint64_t)model->constants.at[i].value);
	free(named);
}

const struct visible *beginning_visible(const struct unit *unit, uint32_t source, enum beginning beginning)
{
	struct sb text = { 0 };
	add_lines(unit, source, beginning, &text);
	add_questions(unit->model, &text);
	const struct visible *visible = visible_in_unit(unit, source, sb_text(&text));
	sb_release(&text);
	return visible;
}

static uint32_t lines_of(const struct unit *unit, uint32_t source, enum beginning beginning)
{
	struct sb text = { 0 };
	add_lines(unit, source, beginning, &text);
	uint32_t n = count_lines(sb_text(&text));
	sb_release(&text);
	return n;
}

bool beginning_is_sound(const struct unit *unit, uint32_t source, enum beginning beginning)
{
	const struct visible *visible = beginning_visible(unit, source, beginning);
	if (visible_fails_before(visible, lines_of(unit, source, beginning)))
		return false;
	return beginning == BEGINS_WITH_SOURCE || !visible->defines;
}

static void mark_constants(const struct unit *unit, const struct test_file *file)
{
	struct model *model = unit->model;
	const struct visible *visible = beginning_visible(unit, file->source, file->beginning);
	bool *named = named_constants(model);
	uint32_t line = lines_of(unit, file->source, file->beginning);
	for (size_t i = 0; i < model->constants.n; i++)
		if (named[i])
			model->constants.at[i].unknown_to_tests = visible_fails_at(visible, ++line);
	free(named);
}

/* True if a visible name must not get another meaning. Ordinary names of the C library are no trouble, since the
 * writer knows them. */
static bool is_taken(unsigned kinds)
{
	return kinds & SEES_MACRO || (kinds & SEES_TYPE) || !(kinds & SEES_LIBRARY);
}

static void take_names(struct model *model, const struct visible *visible)
{
	struct strmap known = { 0 };
	bool added;
	for (size_t i = 0; i < model->macros.n; i++)
		strmap_put(&known, model->macros.at[i], NULL);
	for (size_t i = 0; i < visible->in_order.n; i++) {
		const char *name = visible->in_order.at[i];
		if (!is_taken(visible_as(visible, name)) || strchr(name, ' ') || standard_frees(visible, name))
			continue;
		strmap_put(&known, name, &added);
		if (added)
			vec_push(&model->macros, arena_strdup(model->arena, name));
	}
	strmap_release(&known);
}

void beginning_prepare(const struct unit *unit, const struct test_file *file)
{
	mark_constants(unit, file);
	take_names(unit->model, beginning_visible(unit, file->source, file->beginning));
}

/* True if the type is known to its last member, as a struct or union must be that is passed by value. */
static bool is_whole(const struct model *model, type_id id, const struct visible *visible)
{
	enum type_kind kind = model_canonical(model, id)->kind;
	struct arena *arena = arena_new();
	bool whole = (kind != TYPE_STRUCT && kind != TYPE_UNION) ||
	             visible_as(visible, c_unqualified(model, id, arena)) & SEES_COMPLETE;
	arena_free(arena);
	return whole;
}

bool beginning_declares(const struct unit *unit, const struct function *function, uint32_t source,
                        enum beginning beginning)
{
	bool own = function->source == source && beginning == BEGINS_WITH_SOURCE;
	bool is_in_source = function->source < unit->model->sources.n &&
	                    str_equal(function->file, unit->model->sources.at[function->source]);
	if (function->fails) /* the test file defines it */
		return true;
	if (function->is_library)
		return visible_as(beginning_visible(unit, source, beginning), function->sets) != 0;
	const type_id record = function->method ? function->method_of : function->holder;
	if (record)
		return is_whole(unit->model, record, beginning_visible(unit, source, beginning));
	if (function->source >= unit->model->sources.n) /* it is in the file of contracts, which is included, too */
		return true;
	if (function->sets || (function->is_static && is_in_source))
		return own;
	return visible_as(beginning_visible(unit, source, beginning), function->name) & SEES_FUNCTION;
}

static bool knows_types(const struct model *model, const struct unit_names *names, type_id id,
                        const struct visible *visible)
{
	const struct type *function = model_type(model, id);
	struct arena *arena = arena_new();
	bool knows = can_be_said(names, visible, type_declare(model, id, "f", arena), false) &&
	             is_whole(model, function->target, visible);
	for (uint32_t i = 0; i < function->n_params && knows; i++)
		knows = is_whole(model, function->params[i], visible);
	arena_free(arena);
	return knows;
}

void beginning_choose_stand_ins(const struct unit *unit, const struct test_file *file, struct c_code *code)
{
	const struct model *model = unit->model;
	const struct visible *visible = beginning_visible(unit, file->source, file->beginning);
	struct unit_names names;
	bool *plain = xcalloc(model->missing.n + 1, sizeof *plain);
	unit_names_init(&names, model);
	for (size_t i = 0; i < model->missing.n; i++) {
		const struct missing *missing = &model->missing.at[i];
		bool has_type = model_type(model, missing->type)->kind == TYPE_FUNCTION;
		bool is_other = visible_as(visible, missing->name) & (SEES_MACRO | SEES_VARIABLE | SEES_TYPE);
		plain[i] = has_type && (is_other || !knows_types(model, &names, missing->type, visible));
	}
	c_code_stand_ins(code, plain, file->is_shared);
	c_code_fails(code, file->fails);
	unit_names_release(&names);
	free(plain);
}

/* ---- writing ---- */

void write_source_include(const struct unit *unit, size_t source, const char *folder, struct sb *out)
{
	const struct source_list *sources = &unit->given;
	const char *own = source < sources->at.n ? sources->at.at[source].path : sources->contracts.path;
	char *path = relative_path(folder, own);
	sb_add(out, "#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Wunused-function\"\n"
	            "#pragma GCC diagnostic ignored \"-Wunused-parameter\"\n"
	            "#pragma GCC diagnostic ignored \"-Wsign-compare\"\n");
	add_source(unit, source, path, out);
	sb_add(out, "#pragma GCC diagnostic pop\n");
	free(path);
}

/* Adds the lines of `headers` that the file does not have yet. */
static void add_new_lines(const char *headers, const char *before, struct sb *out)
{
	while (*headers) {
		size_t n = strcspn(headers, "\n") + 1;
		char *line = xprintf("%.*s", (int)n, headers);
		if (!strstr(before, line))
			sb_add(out, line);
		free(line);
		headers += n;
	}
}

static bool is_to_be_defined(const struct unit *unit, const struct function *function, const struct test_file *file)
{
	return function->wants_definition &&
	       visible_as(beginning_visible(unit, file->source, file->beginning), function->name) & SEES_FUNCTION;
}

static const char *declaration(const struct model *model, const struct function *f, struct arena *arena)
{
	const char *name = f->is_macro ? arena_printf(arena, "(%s)", f->name) : f->name;
	return type_declare(model, f->type, name, arena);
}

struct tags {
	const struct visible *visible;
	struct strmap declared;
	struct sb *out;
};

static void declare_tag(void *context, const char *name, bool is_called)
{
	struct tags *tags = context;
	bool added;
	(void)is_called;
	if (!is_tag_of_struct(name) || visible_as(tags->visible, name) & SEES_TYPE)
		return;
	strmap_put(&tags->declared, name, &added);
	if (added)
		sb_addf(tags->out, "%s;\n", name);
}

/* Declares called functions that the file does not know. An inline function becomes a definition by being
 * declared once more without `inline`. */
static void declare_functions(const struct unit *unit, const struct test_file *file, const bool *called, struct sb *out)
{
	const struct model *model = unit->model;
	struct arena *arena = arena_new();
	struct tags tags = { .visible = beginning_visible(unit, file->source, file->beginning), .out = out };
	for (size_t i = 0; i < model->functions.n; i++) {
		const struct function *f = &model->functions.at[i];
		bool is_missing = called[i] && !f->is_static && !f->sets && !f->method &&
		                  !beginning_declares(unit, f, file->source, file->beginning);
		if (!is_missing && !is_to_be_defined(unit, f, file))
			continue;
		const char *declared = declaration(model, f, arena);
		each_name(declared, declare_tag, &tags);
		sb_addf(out, "extern %s%s;\n", file->is_shared && !is_missing ? "__attribute__((weak)) " : "",
		        declared);
	}
	strmap_release(&tags.declared);
	arena_free(arena);
}

static bool calls_contracts(const struct model *model, const bool *called)
{
	for (size_t i = 0; i < model->functions.n; i++)
		if (called[i] && model->functions.at[i].source >= model->sources.n)
			return true;
	return false;
}

/* True if the headers declare a function of the unit in another way than the file will. */
static bool clashes(const struct unit *unit, const struct test_file *file, const bool *called,
                    const struct visible *after)
{
	for (size_t i = 0; i < unit->model->functions.n; i++) {
		const struct function *f = &unit->model->functions.at[i];
		if (called[i] && !f->is_static && !f->sets && !f->method &&
		    visible_as(after, f->name) & SEES_FUNCTION &&
		    !beginning_declares(unit, f, file->source, file->beginning))
			return true;
	}
	return false;
}

/* Adds the headers of the C library if they go with the unit. Returns the names that are visible then. */
static const struct visible *add_headers(const struct unit *unit, const struct test_file *file,
                                         const struct needs *needs, struct sb *out)
{
	const struct visible *before = beginning_visible(unit, file->source, file->beginning);
	struct sb whole = { 0 }, behind = { 0 };
	add_lines(unit, file->source, file->beginning, &whole);
	standard_undefine(before, &behind);
	size_t without = behind.n;
	add_new_lines(needs->headers, sb_text(&whole), &behind);
	sb_add(&whole, sb_text(&behind));
	const struct visible *after = visible_in_unit(unit, file->source, sb_text(&whole));
	bool good = !visible_fails_before(after, UINT32_MAX) && !clashes(unit, file, needs->called, after);
	sb_add_bytes(out, sb_text(&behind), good ? behind.n : without);
	add_new_lines(needs->framework, sb_text(out), out);
	sb_release(&whole);
	sb_release(&behind);
	return good ? after : before;
}

/* Silences warnings. The pragmas about unknown warnings come first, because a compiler may not know a warning
 * of another. */
static void write_silence(const struct compilers *compilers, const struct test_file *file, struct sb *out)
{
	bool any = false;
	for (size_t i = 0; i < compilers->silenced.n; i++) {
		if (compilers->silenced.at[i].source != file->source)
			continue;
		if (!any)
			sb_add(out, "#pragma GCC diagnostic ignored \"-Wpragmas\"\n"
			            "#pragma GCC diagnostic ignored \"-Wunknown-warning-option\"\n");
		sb_addf(out, "#pragma GCC diagnostic ignored \"-W%s\"\n", compilers->silenced.at[i].warning);
		any = true;
	}
}

void beginning_write(const struct unit *unit, const struct compilers *compilers, const struct test_file *file,
                     const struct needs *needs, const char *folder, struct sb *out)
{
	if (file->beginning == BEGINS_WITH_SOURCE) {
		standard_rename(beginning_visible(unit, file->source, file->beginning), out);
		write_source_include(unit, file->source, folder, out);
	} else {
		add_lines(unit, file->source, file->beginning, out);
	}
	const struct visible *visible = add_headers(unit, file, needs, out);
	if (calls_contracts(unit->model, needs->called))
		write_source_include(unit, unit->given.at.n, folder, out);
	if (compilers)
		write_silence(compilers, file, out);
	standard_declare(visible, needs->text, out);
	declare_functions(unit, file, needs->called, out);
}
