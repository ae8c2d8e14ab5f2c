/* homes: chooses the test file for each test.
 *
 * The home of a test is the file of the source that defines the function under test. If that file lacks a name
 * of the test, however it begins, the test moves to the file of another source whose functions it calls, or of one
 * that alone knows a type. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "seq/failures.h"
#include "emit/text/beginning.h"
#include "emit/suite/draft.h"
#include "emit/text/said.h"

/* A draft whose home is sought. */
struct stay {
	const struct unit *unit;
	const struct unit_names *names;
	const struct draft *draft;
	const char *text;            /* of the test */
	struct arena *arena;
};

/* ---- can it stand there? ---- */

/* True if the file can declare an extern function itself, because the function's types have names there. */
static bool can_be_declared(const struct stay *stay, const struct function *f, const struct visible *visible,
                            enum beginning beginning)
{
	if (f->is_static || f->is_inline || f->sets || f->method)
		return false;
	return can_be_said(stay->names, visible, type_declare(stay->unit->model, f->type, "f", stay->arena),
	                   beginning == BEGINS_WITH_SOURCE);
}

static bool can_call_all(const struct stay *stay, uint32_t source, enum beginning beginning)
{
	const struct model *model = stay->unit->model;
	const struct visible *visible = beginning_visible(stay->unit, source, beginning);
	for (uint32_t i = 0; i < stay->draft->observed->n; i++) {
		const struct step *step = stay->draft->observed->steps[i];
		const struct function *f = step_function(model, step);
		if (f && !beginning_declares(stay->unit, f, source, beginning) &&
		    !can_be_declared(stay, f, visible, beginning))
			return false;
	}
	return true;
}

/* True if the type is no struct or union, or if its members are known there. */
static bool is_whole(const struct stay *stay, type_id id, const struct visible *visible)
{
	const struct model *model = stay->unit->model;
	const struct type *type = model_canonical(model, id);
	if (type->kind == TYPE_ARRAY)
		return is_whole(stay, type->target, visible);
	if ((type->kind != TYPE_STRUCT && type->kind != TYPE_UNION) || !model_type(model, id)->spellable)
		return true;
	const char *spelling = model_type(model, id)->spelling;
	while (str_starts(spelling, "const ") || str_starts(spelling, "volatile "))
		spelling = strchr(spelling, ' ') + 1;
	return visible_as(visible, spelling) & (SEES_COMPLETE | SEES_MACRO);
}

static type_id behind(const struct model *model, type_id id)
{
	return model_canonical(model, id)->kind == TYPE_POINTER ? model_type(model, id)->target : id;
}

/* True if the file knows the members of objects that the test makes or looks into. */
static bool knows_objects(const struct stay *stay, const struct visible *visible)
{
	const struct draft *draft = stay->draft;
	const struct model *model = stay->unit->model;
	for (uint32_t i = 0; i < draft->observed->n; i++) {
		const struct step *step = draft->observed->steps[i];
		bool makes = step->kind == STEP_VALUE || step->kind == STEP_BLOCK || step_is_call(step);
		type_id type = step->kind == STEP_BLOCK ? behind(model, step->type) : step->type;
		if (makes && type && !is_whole(stay, type, visible))
			return false;
	}
	for (size_t k = 0; k < draft->n_sights; k++) {
		const struct sight *sight = &draft->sights[k];
		type_id type = behind(model, draft->observed->steps[sight->variable]->type);
		if (draft->keep[k] && sight->access && !is_whole(stay, type, visible))
			return false;
	}
	return true;
}

static bool can_stay(const struct stay *stay, uint32_t source, enum beginning beginning)
{
	const struct visible *visible = beginning_visible(stay->unit, source, beginning);
	if (!beginning_is_sound(stay->unit, source, beginning) && beginning != BEGINS_WITH_SOURCE)
		return false;
	return can_call_all(stay, source, beginning) && knows_objects(stay, visible) &&
	       can_be_said(stay->names, visible, stay->text, beginning == BEGINS_WITH_SOURCE);
}

/* ---- where? ---- */

/* Finds the source of a static function or variable in the test, which no other file can name; NONE: the test
 * has none. False: two sources have some. */
static bool find_owner(const struct unit *unit, const struct draft *draft, uint32_t *owner)
{
	const struct model *model = unit->model;
	*owner = NONE;
	for (uint32_t i = 0; i < draft->observed->n; i++) {
		const struct step *step = draft->observed->steps[i];
		const struct function *f = step_function(model, step);
		if (!f || f->fails || f->holder || f->is_library || f->source >= model->sources.n)
			continue;
		bool is_own = f->sets || (f->is_static && str_equal(f->file, model->sources.at[f->source]));
		if (is_own && *owner != NONE && *owner != f->source)
			return false;
		*owner = is_own ? f->source : *owner;
	}
	return true;
}

/* Lists the sources to try: those of the called functions, the last call first. */
static size_t list_hosts(const struct stay *stay, uint32_t owner, uint32_t *hosts)
{
	const struct model *model = stay->unit->model;
	const struct seq *own = stay->draft->own ? stay->draft->own : stay->draft->observed;
	size_t n = 0;
	if (owner != NONE) {
		hosts[0] = owner;
		return 1;
	}
	for (uint32_t i = own->n; i-- > 0;) {
		const struct step *step = own->steps[i];
		const struct function *called = step_function(model, step);
		uint32_t source = called && !called->fails ? called->source : NONE;
		bool known = source >= model->sources.n - model->n_context; /* neighbours have no test files */
		for (size_t k = 0; k < n && !known; k++)
			known = hosts[k] == source;
		if (!known)
			hosts[n++] = source;
	}
	if (!n)
		hosts[n++] = 0;
	return n;
}

static bool settle(const struct stay *stay, struct draft *draft)
{
	uint32_t owner, *hosts = ARENA_ARRAY(stay->arena, uint32_t, stay->unit->model->sources.n + 1);
	if (!find_owner(stay->unit, draft, &owner))
		return false;
	const bool needs_source = owner != NONE || draft->home.needs_source;
	size_t n = list_hosts(stay, owner, hosts);
	for (size_t i = 0; i < n; i++)
		for (enum beginning b = needs_source ? BEGINS_WITH_SOURCE : 0; b < N_BEGINNINGS; b++)
			if (can_stay(stay, hosts[i], b)) {
				draft->home.source = hosts[i];
				draft->home.beginning = b;
				return true;
			}
	return false;
}

/* Finds a home in the file of a source of which the test calls nothing, but which alone knows a type. */
static bool settle_with_stranger(const struct stay *stay, struct draft *draft)
{
	const struct model *model = stay->unit->model;
	uint32_t owner, n = (uint32_t)model->sources.n - model->n_context; /* neighbours have no test files */
	if (!find_owner(stay->unit, draft, &owner) || owner != NONE)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (can_stay(stay, i, BEGINS_WITH_SOURCE)) {
			draft->home.source = i;
			draft->home.beginning = BEGINS_WITH_SOURCE;
			return true;
		}
	return false;
}

/* Prepares all files, before tests get their names: a test's name must mean nothing else in any file. */
static void take_names(const struct unit *unit, const draft_list *drafts)
{
	test_file_list files = { 0 };
	list_test_files(unit, drafts, &files);
	for (size_t i = 0; i < files.n; i++)
		beginning_prepare(unit, &files.at[i]);
	vec_release(&files);
}

/* Takes out looks into objects, and expectations of results from neighbours, that need names which the unit
 * never sees. The test itself may do without them. True if there were any. */
static bool say_less(const struct model *model, struct draft *draft)
{
	bool any = false;
	for (size_t k = 0; k < draft->n_sights; k++) {
		const struct step *step = draft->observed->steps[draft->sights[k].step];
		bool is_foreign = step_is_call(step) && step_function(model, step)->is_context;
		bool goes = draft->keep[k] && (draft->sights[k].access || is_foreign);
		draft->keep[k] = draft->keep[k] && !goes;
		any |= goes;
	}
	return any;
}

/* Finds a home for the draft by `way`. *text gets its text. */
static bool settle_draft(const struct unit *unit, const struct unit_names *names, struct draft *draft,
                         bool (*way)(const struct stay *, struct draft *), struct sb *text)
{
	struct arena *arena = arena_new();
	sb_clear(text);
	write_draft(unit, draft, text);
	struct stay stay = { unit, names, draft, sb_text(text), arena };
	bool settled = way(&stay, draft);
	arena_free(arena);
	return settled;
}

void find_homes(const struct unit *unit, draft_list *drafts)
{
	struct unit_names names;
	unit_names_init(&names, unit->model);
	for (size_t i = 0; i < drafts->n; i++) {
		struct draft *draft = &drafts->at[i];
		if (draft->dropped || draft->home.is_known)
			continue;
		struct sb text = { 0 };
		draft->home.is_known = true;
		draft->dropped = !settle_draft(unit, &names, draft, settle, &text) &&
		                 !(say_less(unit->model, draft) && settle_draft(unit, &names, draft, settle, &text)) &&
		                 !settle_draft(unit, &names, draft, settle_with_stranger, &text);
		draft->loss.why = draft->dropped ? LOSS_NOT_IN_C : draft->loss.why;
		if (draft->dropped)
			log_verbose("test %s left out: no test file knows all its names:\n%s",
			            draft->name ? draft->name : "", sb_text(&text));
		sb_release(&text);
	}
	unit_names_release(&names);
	take_names(unit, drafts);
}

void forget_homes(draft_list *drafts)
{
	for (size_t i = 0; i < drafts->n; i++)
		drafts->at[i].home.is_known = false;
}

/* ---- files ---- */

/* Returns the name without characters that makefiles and shells treat specially. */
static char *plain_name(struct arena *arena, const char *path)
{
	const char *base = path_base(path), *dot = strrchr(base, '.');
	char *name = arena_strndup(arena, base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
	for (char *p = name; *p; p++)
		if (!isalnum((unsigned char)*p) && !strchr("_-+.", *p))
			*p = '_';
	return name;
}

static bool is_among(const char *const *names, uint32_t n, const char *name)
{
	for (uint32_t i = 0; i < n; i++)
		if (str_equal(names[i], name))
			return true;
	return false;
}

const char *test_file_name(const struct unit *unit, uint32_t source)
{
	struct arena *arena = unit->model->arena;
	if (source == 0 || unit->model->sources.n < 2)
		return unit->name;
	struct arena *scratch = arena_new();
	const char **names = ARENA_ARRAY(scratch, const char *, source + 1);
	names[0] = unit->name;
	for (uint32_t i = 1; i <= source; i++) {
		const char *plain = names[i] = plain_name(scratch, unit->model->sources.at[i]);
		for (uint32_t number = 2; is_among(names, i, names[i]); number++)
			names[i] = arena_printf(scratch, "%s_%u", plain, number);
	}
	const char *name = arena_strdup(arena, names[source]);
	arena_free(scratch);
	return name;
}

struct test_file test_file_of(const struct unit *unit, const draft_list *drafts, uint32_t source)
{
	struct test_file file = { .source = source, .name = test_file_name(unit, source) };
	for (size_t i = 0; i < drafts->n; i++) {
		if (!is_in_file(&drafts->at[i], &file))
			continue;
		file.fails |= seq_fails(unit->model, drafts->at[i].observed);
		file.fails |= drafts->at[i].looks.idle.slept ? unit->model->sleeps : 0;
		if (drafts->at[i].home.beginning > file.beginning)
			file.beginning = drafts->at[i].home.beginning;
	}
	while (file.beginning < BEGINS_WITH_SOURCE && !beginning_is_sound(unit, source, file.beginning))
		file.beginning++;
	return file;
}

void list_test_files(const struct unit *unit, const draft_list *drafts, test_file_list *files)
{
	vec_clear(files);
	for (uint32_t s = 0; s < unit->model->sources.n; s++) {
		bool any = false;
		for (size_t i = 0; i < drafts->n && !any; i++)
			any = !drafts->at[i].dropped && drafts->at[i].home.source == s;
		if (any)
			vec_push(files, test_file_of(unit, drafts, s));
	}
	if (!files->n) /* a suite without tests still has a file */
		vec_push(files, test_file_of(unit, drafts, 0));
}

void find_called(const struct unit *unit, const draft_list *drafts, const struct test_file *file, bool *called)
{
	memset(called, 0, unit->model->functions.n * sizeof *called);
	for (size_t i = 0; i < drafts->n; i++)
		for (uint32_t k = 0; is_in_file(&drafts->at[i], file) && k < drafts->at[i].observed->n; k++) {
			const struct step *step = drafts->at[i].observed->steps[k];
			if (step_is_call(step))
				called[step->index] = true;
		}
}
