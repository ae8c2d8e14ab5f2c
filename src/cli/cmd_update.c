/* skep update: a suite after a change of the sources. The work is done in emit/upkeep. */
#include <stdio.h>
#include <stdlib.h>

#include "base/log.h"
#include "cli/options.h"
#include "cli/out_folder.h"
#include "cli/update/fresh.h"
#include "emit/upkeep/additions.h"
#include "proc/child.h"

#define DEFAULT_SECONDS 20

static int update_main(int argc, char **argv);

const struct command command_update = {
	"update", "[options] OUT", "bring a suite in line with changed sources",
	"Tests of OUT/tests that hold stay byte for byte. Expectations that changed are changed in place and listed.\n"
	"Tests that do not compile or crash now are taken out, and the reason is told. What a person wrote or edited\n"
	"is left alone. Code that changed gets new tests where no test of the suite covers it.",
	update_main
};

static const char *const headings[] = { [NOTE_CHANGED] = "changed",
	                                [NOTE_DROPPED] = "dropped",
	                                [NOTE_ADDED] = "added",
	                                [NOTE_NEW_FILE] = "not added",
	                                [NOTE_BY_HAND] = "by hand, left alone",
	                                [NOTE_FILE] = "cannot be built" };

/* Returns the changed code that explains a note, or NULL. */
static const char *cause_of(const struct fresh *fresh, const struct upkeep_note *note)
{
	for (size_t i = 0; i < fresh->n_causes && note->test; i++)
		if (str_equal(fresh->kept->tests.at[i].file, note->file) &&
		    str_equal(fresh->kept->tests.at[i].name, note->test))
			return fresh->causes[i];
	return NULL;
}

static void show_note(const struct refresh *refresh, const struct fresh *fresh, const struct upkeep_note *note)
{
	const char *cause = note->kind == NOTE_CHANGED ? cause_of(fresh, note) : NULL;
	printf("  %s: %s/%s:%u  ", headings[note->kind], refresh->tests, note->file, note->line);
	if (note->kind == NOTE_NEW_FILE)
		printf("tests for %s need a file that the suite does not have: skep gen writes a suite with it",
		       note->text);
	else if (note->kind == NOTE_ADDED)
		printf("%s, for %s", note->test, note->text);
	else if (note->kind == NOTE_CHANGED)
		printf("%s", note->text);
	else
		printf("%s%s%s", note->test ? note->test : "", note->test ? ": " : "", note->text);
	printf(cause ? "   (%s)\n" : "\n", cause);
}

/* Tells the notes. Places that fail and are left alone are for the caller to look at. */
static status tell(const struct refresh *refresh, const struct fresh *fresh)
{
	uint32_t n = 0;
	printf("%u of %u tests hold as they are\n", refresh->n_held, refresh->n_tests);
	for (size_t i = 0; i < refresh->notes.n; i++) {
		show_note(refresh, fresh, &refresh->notes.at[i]);
		n += refresh->notes.at[i].kind >= NOTE_BY_HAND;
	}
	for (size_t i = 0; i < fresh->bugs.n; i++)
		printf("  bug: %s; skep regress writes a program that shows it\n", fresh->bugs.at[i]);
	return n ? fail(TROUBLE_FOUND, "%u place%s of the suite fail%s and %s left as %s: see above", n,
	                n == 1 ? "" : "s", n == 1 ? "s" : "", n == 1 ? "is" : "are", n == 1 ? "it is" : "they are")
	         : NULL;
}

static status refresh_all(struct refresh *refresh)
{
	text_list files = { 0 };
	for (size_t i = 0; i < refresh->kept->tests.n; i++) {
		bool known = false;
		for (size_t k = 0; k < files.n; k++)
			known |= str_equal(files.at[k], refresh->kept->tests.at[i].file);
		if (!known)
			vec_push(&files, refresh->kept->tests.at[i].file);
	}
	status st = NULL;
	for (size_t i = 0; i < files.n && !st; i++)
		st = refresh_file(refresh, files.at[i]);
	vec_release(&files);
	return st;
}

static const char *fresh_text(const struct fresh *fresh, const char *name)
{
	for (size_t i = 0; i < fresh->files.n; i++)
		if (str_equal(fresh->files.at[i].name, name))
			return fresh->files.at[i].text;
	return NULL;
}

static status add_tests(struct refresh *refresh, const struct fresh *fresh)
{
	struct addition *tests = ARENA_ARRAY(refresh->arena, struct addition, fresh->tests.n + 1);
	for (size_t i = 0; i < fresh->tests.n; i++) {
		const struct fresh_test *test = &fresh->tests.at[i];
		tests[i] = (struct addition){ test->file, test->name, fresh_text(fresh, test->file), test->steps,
			                      test->place };
	}
	return fresh->tests.n ? additions_put(refresh, tests, fresh->tests.n, fresh_text(fresh, "Makefile")) : NULL;
}

struct update_settings {
	const char *out;
	struct fresh_options fresh;
	bool no_new, verbose;
};

/* The stages of skep update. */
static status update_suite(const struct update_settings *settings, struct refresh *refresh, struct fresh *fresh)
{
	TRY(kept_suite_read(settings->out, refresh->arena, refresh->kept));
	TRY(refresh_all(refresh));
	if (!settings->no_new) {
		TRY(fresh_find(fresh));
		log_set_level(settings->verbose ? LOG_VERBOSE : LOG_NORMAL);
		TRY(add_tests(refresh, fresh));
	}
	TRY(kept_suite_renew(settings->out, refresh->kept));
	return tell(refresh, fresh);
}

static status update(const struct update_settings *settings)
{
	struct arena *arena = arena_new();
	struct kept_suite kept = { 0 };
	char *out = realpath(settings->out, NULL), *beside = path_beside(out ? out : settings->out, ".skep-update");
	struct refresh refresh = { .kept = &kept,
		                   .tests = arena_printf(arena, "%s/tests", settings->out),
		                   .probing = arena_printf(arena, "%s/tests", beside),
		                   .arena = arena };
	struct fresh fresh = { .kept = &kept, .out = out, .options = settings->fresh, .arena = arena };
	status st = update_suite(settings, &refresh, &fresh);
	dir_remove(beside);
	fresh_release(&fresh);
	vec_release(&refresh.notes);
	kept_suite_release(&kept);
	free(out);
	free(beside);
	arena_free(arena);
	return st;
}

static int update_main(int argc, char **argv)
{
	struct update_settings settings = { .fresh = { .seconds = DEFAULT_SECONDS, .seed = 1 } };
	bool help = false;
	const struct option_spec specs[] = {
		{ 0, "since", OPTION_TEXT, &settings.fresh.since, "REV",
		  "new tests are for lines changed since a git revision (default: since the suite was written)" },
		{ 't', "time", OPTION_SECONDS, &settings.fresh.seconds, "TIME", "for new tests (default 20s)" },
		{ 0, "executions", OPTION_NUMBER, &settings.fresh.executions, "N",
		  "search for N tests, whatever the clock says" },
		{ 0, "seed", OPTION_NUMBER, &settings.fresh.seed, "N", "of the random numbers (default 1)" },
		{ 0, "no-new", OPTION_FLAG, &settings.no_new, NULL, "add no tests" },
		{ 'v', "verbose", OPTION_FLAG, &settings.verbose, NULL, "say more" }
	};
	struct operands operands = { 0 };
	status st = options_parse(&command_update, specs, sizeof specs / sizeof *specs, argc, argv, &operands, &help);
	if (!st && !help && (operands.before.n != 1 || operands.after.n))
		st = fail(TROUBLE_USAGE, "skep update takes one folder that skep gen wrote");
	if (!st && !help && settings.fresh.seconds <= 0 && !settings.fresh.executions)
		st = fail(TROUBLE_USAGE, "the search for new tests needs a limit: --time, --executions, or --no-new");
	if (!st && !help) {
		log_set_level(settings.verbose ? LOG_VERBOSE : LOG_NORMAL);
		interrupt_catch();
		settings.out = operands.before.at[0];
		st = update(&settings);
	}
	operands_release(&operands);
	return command_end(st);
}
