/* gate_build: builds the written programs, and acts on the compilers' messages. See gate.c. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "base/str.h"
#include "emit/suite/gate/gate_parts.h"
#include "proc/child.h"

static struct draft *draft_at_line(const struct gate *gate, uint32_t line)
{
	for (size_t i = 0; i < gate->drafts->n; i++) {
		struct draft *draft = &gate->drafts->at[i];
		if (is_in_file(draft, &gate->now->file) && line >= draft->written.first_line &&
		    line <= draft->written.last_line)
			return draft;
	}
	return NULL;
}

/* Makes each row of a table a test of its own. */
static void untie(struct gate *gate, const struct draft *draft, const char *why)
{
	uint32_t table = draft->home.row.of;
	log_verbose("test %s is no table: %s", draft->name, why);
	for (size_t i = 0; i < gate->drafts->n; i++)
		gate->drafts->at[i].home.row.never |= gate->drafts->at[i].home.row.of == table;
	gate->changed = gate->now->changed = true;
}

void drop_test(struct gate *gate, struct draft *draft, enum loss loss, const char *why)
{
	if (gate->unties && draft->home.row.of) {
		untie(gate, draft, why);
		return;
	}
	log_verbose("test %s left out: %s", draft->name, why);
	draft->dropped = true;
	draft->loss.why = loss;
	gate->changed = gate->now->changed = true;
}

/* Returns the message without the column: "12: error: ...". */
static const char *skip_column(const char *text)
{
	while (*text == ' ' || *text == ':' || (*text >= '0' && *text <= '9'))
		text++;
	return text;
}

void leave_out(void *context, const struct check_line *check)
{
	struct gate *gate = context;
	gate->drafts->at[check->draft].keep[check->sight] = false;
	gate->changed = gate->now->changed = true;
}

/* Returns the name of the warning, "unused-variable", from the brackets at the end of the line. */
static char *warning_name(const char *text)
{
	size_t length = strcspn(text, "\n");
	const char *start = memmem(text, length, "[-W", 3);
	if (!start)
		return NULL;
	start += 3;
	return xprintf("%.*s", (int)strcspn(start, "],="), start);
}

/* True if the warning says that an expectation checks nothing. */
static bool is_about_expectation(const char *warning)
{
	static const char *const names[] = { "tautological",    "type-limits", "address",        "bool-compare",
		                             "nonnull-compare", "float-equal", "string-compare", "unused-comparison" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_starts(warning, names[i]))
			return true;
	return false;
}

/* Silences the warning from now on: a correct test is worth more than a silent compiler. False: it was silenced
 * before this look. */
static bool silence(struct gate *gate, const char *warning)
{
	for (size_t i = 0; i < gate->compilers->silenced.n; i++)
		if (gate->compilers->silenced.at[i].source == gate->now->file.source &&
		    str_equal(gate->compilers->silenced.at[i].warning, warning))
			return i >= gate->n_silenced;
	log_verbose("warnings about %s are silenced in test_%s.c", warning, gate->now->file.name);
	vec_push(&gate->compilers->silenced, (struct silenced){ xstrdup(warning), gate->now->file.source });
	gate->changed = gate->now->changed = true;
	return true;
}

/* True if the warning is settled without dropping a test. */
static bool settle_warning(struct gate *gate, uint32_t line, const char *text)
{
	char *warning = str_starts(skip_column(text), "warning:") ? warning_name(text) : NULL;
	bool about_check = warning && is_about_expectation(warning);
	bool settled = warning && (about_check ? check_lines_at(&gate->now->lines, line, leave_out, gate)
	                                       : silence(gate, warning));
	free(warning);
	return settled;
}

static void compiler_message(void *context, uint32_t line, const char *text)
{
	struct gate *gate = context;
	struct draft *draft = draft_at_line(gate, line);
	bool objects = str_starts(skip_column(text), "error:") || str_starts(skip_column(text), "warning:");
	if (!draft || !objects || settle_warning(gate, line, text))
		return;
	if (check_lines_at(&gate->now->lines, line, leave_out,
	                   gate)) { /* if it is the call that is wrong, the next look says so */
		log_verbose("an expectation of test %s left out: the compiler objects to it:%.*s", draft->name,
		            (int)strcspn(text, "\n"), text);
		return;
	}
	char *why = xprintf("the compiler objects to it:%.*s", (int)strcspn(text, "\n"), text);
	drop_test(gate, draft, LOSS_COMPILERS, why);
	free(why);
}

/* Makes the test file define an inline function of a header that no source of the unit defines for others.
 * Without that definition there is nothing to call where the compiler does not inline it. */
static bool define_inline(struct gate *gate, uint32_t function, const bool *wanted_before)
{
	struct function *f = function != NONE ? &gate->unit->model->functions.at[function] : NULL;
	if (!f || !f->is_inline || wanted_before[function])
		return false;
	f->wants_definition = true;
	gate->changed = gate->now->changed = true;
	return true;
}

static bool *wanted_definitions(const struct model *model)
{
	bool *wanted = xcalloc(model->functions.n + 1, sizeof *wanted);
	for (size_t i = 0; i < model->functions.n; i++)
		wanted[i] = model->functions.at[i].wants_definition;
	return wanted;
}

static void drop_unlinked(struct gate *gate, const char *messages)
{
	static const char *const marks[] = { "undefined symbol: ", "undefined reference to `" };
	bool *wanted_before = wanted_definitions(gate->unit->model); /* messages may name a function more than once */
	for (size_t m = 0; m < sizeof marks / sizeof *marks; m++)
		for (const char *p = messages; (p = strstr(p, marks[m]));) {
			p += strlen(marks[m]);
			char *name = xprintf("%.*s", (int)strcspn(p, "'\n"), p);
			uint32_t function = model_find_function(gate->unit->model, name);
			bool defined = define_inline(gate, function, wanted_before);
			for (size_t i = 0; function != NONE && !defined && i < gate->drafts->n; i++)
				if (is_in_file(&gate->drafts->at[i], &gate->now->file) &&
				    seq_calls(gate->drafts->at[i].observed, function))
					drop_test(
					        gate, &gate->drafts->at[i], LOSS_LINKERS,
					        "it calls a function that cannot be linked, such as an inline one of a header");
			free(name);
		}
	free(wanted_before);
}

static status gcc_takes(const struct source *source, bool *takes)
{
	char *path = realpath(source->path, NULL);
	VEC(const char *) argv = { 0 };
	struct sb err = { 0 };
	const struct child_options options = { .directory = source->directory, .err = &err };
	struct child_result result;
	vec_push(&argv, GCC);
	vec_push(&argv, "-w");
	vec_push(&argv, "-fsyntax-only");
	for (size_t i = 0; i < source->n_flags; i++)
		vec_push(&argv, source->flags[i]);
	vec_push(&argv, path ? path : source->path);
	vec_push(&argv, NULL);
	status st = child_run(argv.at, &options, &result);
	*takes = !st && WIFEXITED(result.status) && WEXITSTATUS(result.status) == 0;
	sb_release(&err);
	vec_release(&argv);
	free(path);
	return st;
}

/* Notes units that only clang can compile: gcc cannot compile their tests either. */
static status find_unit_for_clang(struct gate *gate, const char *said)
{
	if (strstr(said, "undefined reference to `__builtin_")) {
		log_warn(
		        "%s uses functions that gcc lacks; its tests are built with clang, and checked with clang only",
		        gate->unit->name);
		gate->compilers->is_for_clang = true;
		gate->changed = true;
	}
	for (size_t i = 0; i < gate->unit->sources.n && !gate->compilers->is_for_clang; i++) {
		const struct source *source = gate->unit->sources.at[i].source;
		bool takes;
		TRY(gcc_takes(source, &takes));
		if (takes)
			continue;
		log_warn("gcc cannot compile %s; its tests are built with clang, and checked with clang only",
		         source->path);
		gate->compilers->is_for_clang = true;
		gate->changed = true;
	}
	return NULL;
}

/* Acts on the compiler's messages about one file. */
static void read_messages(struct gate *gate, const char *compiler, const char *said, bool built)
{
	if (!built)
		log_verbose("test_%s.c does not build with %s:\n%.2000s", gate->now->file.name, compiler, said);
	each_line_named(&gate->now->file, said, compiler_message, gate);
	if (!built)
		drop_unlinked(gate, said);
}

/* Each look has other texts, so dependencies need not be recorded. */
#define NO_DEPENDS "DEPENDS="

typedef VEC(const char *) word_list;

static status make(struct gate *gate, const struct round *round, const char *flags, const word_list *targets,
                   struct sb *err)
{
	struct arena *arena = arena_new();
	struct child_options options = { .err = err };
	struct child_result result;
	word_list argv = { 0 };
	const char *const start[] = { "make", "-s", "-k", "-j2", "-C", gate->tests_dir, NO_DEPENDS };
	const char *own = getenv("LDFLAGS"); /* the user's, which the written Makefile honours */
	for (size_t i = 0; i < sizeof start / sizeof *start; i++)
		vec_push(&argv, start[i]);
	vec_push(&argv, arena_printf(arena, "CC=%s", round->compiler));
	vec_push(&argv, arena_printf(arena, "CFLAGS=%s", flags));
	vec_push(&argv, arena_printf(arena, "LDFLAGS=%s %s", round->linker_flags, own ? own : ""));
	for (size_t i = 0; i < targets->n; i++)
		vec_push(&argv, targets->at[i]);
	vec_push(&argv, NULL);
	status st = targets->n ? child_run(argv.at, &options, &result) : NULL;
	if (!st && said_disk_full(sb_text(err)))
		st = fail(TROUBLE_SYSTEM, "%s cannot write in %s: no space left on device", round->compiler,
		          gate->tests_dir);
	vec_release(&argv);
	arena_free(arena);
	return st;
}

bool is_there(const struct gate *gate, const char *name)
{
	char *path = xprintf("%s/%s", gate->tests_dir, name);
	bool there = access(path, F_OK) == 0;
	free(path);
	return there;
}

static bool needs_source_flags(const struct looked_at *file, const struct round *round)
{
	return !round->test_flags || file->file.beginning == BEGINS_WITH_SOURCE;
}

/* Builds the objects that programs name. Messages about them show when the programs are built. */
status build_objects(struct gate *gate, const struct round *round, struct sb *err)
{
	struct arena *arena = arena_new();
	word_list objects = { 0 };
	for (size_t i = 0; i < gate->unit->sources.n; i++) {
		const char *rule = arena_printf(arena, "\nunit_%zu.o: ", i);
		if (strstr(gate->object_rules, rule))
			vec_push(&objects, arena_printf(arena, "unit_%zu.o", i));
	}
	status st = make(gate, round, round->flags, &objects, err);
	vec_release(&objects);
	arena_free(arena);
	return st;
}

/* Builds programs that are missing, side by side. */
status build_programs(struct gate *gate, const struct round *round, struct sb *err)
{
	word_list plain = { 0 }, whole = { 0 };
	for (size_t i = 0; i < gate->files.n; i++) {
		struct looked_at *file = &gate->files.at[i];
		if (file->is_clean || is_there(gate, file->program))
			continue;
		if (needs_source_flags(file, round))
			vec_push(&whole, file->program);
		else
			vec_push(&plain, file->program);
	}
	status st = plain.n || whole.n ? build_objects(gate, round, err) : NULL;
	if (!st)
		st = make(gate, round, round->flags, &whole, err);
	if (!st)
		st = make(gate, round, round->test_flags, &plain, err);
	vec_release(&plain);
	vec_release(&whole);
	return st;
}

/* ---- a file that does not build, and nobody knows why ---- */

/* Writes the file with only these of its tests, and tries to build it. */
static status builds_with(struct gate *gate, const struct round *round, const word_list *kept_names, bool *builds)
{
	const struct test_file_options options = { .format = FORMAT_PLAIN,
		                                   .command = "",
		                                   .compilers = gate->compilers };
	struct looked_at *file = gate->now;
	bool *dropped = xcalloc(gate->drafts->n + 1, sizeof *dropped);
	struct sb text = { 0 }, err = { 0 };
	for (size_t i = 0; i < gate->drafts->n; i++) {
		struct draft *draft = &gate->drafts->at[i];
		bool kept = false;
		dropped[i] = draft->dropped;
		for (size_t k = 0; k < kept_names->n && is_in_file(draft, &file->file); k++)
			kept |= str_equal(kept_names->at[k], draft->name);
		draft->dropped |= draft->home.source == file->file.source && !kept;
	}
	write_test_file(gate->unit, gate->drafts, &file->file, &options, gate->tests_dir, &text);
	for (size_t i = 0; i < gate->drafts->n; i++)
		gate->drafts->at[i].dropped = dropped[i];
	char *path = xprintf("%s/%s.c", gate->tests_dir, file->program);
	status st = file_write(path, sb_text(&text), text.n);
	const bool as_unit = needs_source_flags(file, round);
	word_list targets = { 0 };
	vec_push(&targets, file->program);
	if (!st)
		st = make(gate, round, as_unit ? round->flags : round->test_flags, &targets, &err);
	*builds = !st && is_there(gate, file->program);
	free(path);
	path = xprintf("%s/%s", gate->tests_dir, file->program);
	unlink(path);
	free(path);
	free(dropped);
	vec_release(&targets);
	sb_release(&text);
	sb_release(&err);
	return st;
}

static void drop_named(struct gate *gate, const word_list *names, const char *why)
{
	for (size_t i = 0; i < gate->drafts->n; i++)
		for (size_t k = 0; k < names->n; k++)
			if (is_in_file(&gate->drafts->at[i], &gate->now->file) &&
			    str_equal(gate->drafts->at[i].name, names->at[k]))
				drop_test(gate, &gate->drafts->at[i], LOSS_COMPILERS, why);
}

/* Drops the tests to blame. These tests do not build together, but halves of them may. */
static status drop_culprits(struct gate *gate, const struct round *round, const word_list *names)
{
	const word_list halves[] = { { .at = names->at, .n = names->n / 2 },
		                     { .at = names->at + names->n / 2, .n = names->n - names->n / 2 } };
	if (names->n == 1)
		drop_named(gate, names, "its file does not build with it");
	for (size_t i = 0; i < 2 && names->n > 1; i++) {
		bool builds;
		TRY(builds_with(gate, round, &halves[i], &builds));
		if (!builds)
			TRY(drop_culprits(gate, round, &halves[i]));
	}
	return NULL;
}

/* Repairs a file that cannot be built: it may lack names that only its source has; otherwise some of its tests
 * are to blame, or all. */
static status repair_file(struct gate *gate, const struct round *round)
{
	struct looked_at *file = gate->now;
	word_list names = { 0 };
	const word_list nobody = { 0 };
	bool builds = true;
	for (size_t i = 0; i < gate->drafts->n; i++)
		if (is_in_file(&gate->drafts->at[i], &file->file))
			vec_push(&names, gate->drafts->at[i].name);
	if (!names.n) /* a suite without tests */
		return NULL;
	if (file->file.beginning < BEGINS_WITH_SOURCE) {
		log_verbose("test_%s.c includes its source from now on", file->file.name);
		for (size_t i = 0; i < gate->drafts->n; i++)
			if (is_in_file(&gate->drafts->at[i], &file->file)) {
				gate->drafts->at[i].home.beginning = BEGINS_WITH_SOURCE;
				gate->drafts->at[i].home.needs_source = true;
			}
		gate->changed = file->changed = true;
		vec_release(&names);
		return NULL;
	}
	status st = builds_with(gate, round, &nobody, &builds);
	if (!st && builds)
		st = drop_culprits(gate, round, &names);
	if (!st && builds && !gate->changed) { /* each half builds, but not both */
		const word_list half = { .at = names.at + names.n / 2, .n = names.n - names.n / 2 };
		drop_named(gate, &half, "its file does not build with it");
	} else if (!st && !builds)
		drop_named(gate, &names, "its file cannot be built");
	vec_release(&names);
	return st;
}

/* `said` are make's messages about all files. */
status read_all_messages(struct gate *gate, const struct round *round, const char *said)
{
	bool all_built = true;
	for (size_t i = 0; i < gate->files.n; i++)
		all_built &= gate->files.at[i].is_clean || is_there(gate, gate->files.at[i].program);
	if (!all_built && str_equal(round->compiler, GCC)) {
		TRY(find_unit_for_clang(gate, said));
		if (gate->compilers->is_for_clang)
			return NULL;
	}
	for (size_t i = 0; i < gate->files.n; i++) {
		gate->now = &gate->files.at[i];
		if (gate->now->is_clean)
			continue;
		bool built = is_there(gate, gate->now->program);
		read_messages(gate, round->compiler, said, built);
		if (!built && !gate->now->changed)
			TRY(repair_file(gate, round));
	}
	return NULL;
}
