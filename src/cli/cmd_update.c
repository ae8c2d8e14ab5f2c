/* skep update: a suite after a change of the sources. The work is done in emit/upkeep. */
#include <stdio.h>
#include <stdlib.h>

#include "base/log.h"
#include "cli/options.h"
#include "cli/out_folder.h"
#include "emit/upkeep/refresh.h"
#include "proc/child.h"

static int update_main(int argc, char **argv);

const struct command command_update = {
	"update", "[options] OUT", "bring a suite in line with changed sources",
	"Tests of OUT/tests that hold stay byte for byte. Expectations that changed are changed in place and listed.\n"
	"Tests that do not compile or crash now are taken out, and the reason is told. What a person wrote or edited\n"
	"is left alone. For tests of new code: skep regress.",
	update_main
};

static const char *const headings[] = { [NOTE_CHANGED] = "changed",
	                                [NOTE_DROPPED] = "dropped",
	                                [NOTE_BY_HAND] = "by hand, left alone",
	                                [NOTE_FILE] = "cannot be built" };

static void show_note(const struct refresh *refresh, const struct upkeep_note *note)
{
	printf("  %s: %s/%s:%u  ", headings[note->kind], refresh->tests, note->file, note->line);
	if (note->kind == NOTE_DROPPED || note->kind == NOTE_BY_HAND)
		printf("%s: ", note->test);
	printf("%s\n", note->text);
}

/* What is left alone and fails is what the caller has to look at. */
static status tell(const struct refresh *refresh)
{
	uint32_t n = 0;
	printf("%u of %u tests hold as they are\n", refresh->n_held, refresh->n_tests);
	for (size_t i = 0; i < refresh->notes.n; i++) {
		show_note(refresh, &refresh->notes.at[i]);
		n += refresh->notes.at[i].kind >= NOTE_BY_HAND;
	}
	return n ? fail(TROUBLE_FOUND, "%u place%s of the suite fail%s and %s left as %s: see above", n,
	                n == 1 ? "" : "s", n == 1 ? "s" : "", n == 1 ? "is" : "are", n == 1 ? "it is" : "they are")
	         : NULL;
}

/* Tests that were dropped are forgotten. */
static void forget_dropped(struct kept_suite *kept)
{
	size_t n = 0;
	for (size_t i = 0; i < kept->tests.n; i++)
		if (kept->tests.at[i].hash)
			kept->tests.at[n++] = kept->tests.at[i];
	kept->tests.n = n;
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

static status update(const char *out)
{
	struct arena *arena = arena_new();
	struct kept_suite kept = { 0 };
	char *beside = path_beside(out, ".skep-update");
	struct refresh refresh = { .kept = &kept,
		                   .tests = arena_printf(arena, "%s/tests", out),
		                   .probing = arena_printf(arena, "%s/tests", beside),
		                   .arena = arena };
	status st = kept_suite_read(out, arena, &kept);
	if (!st)
		st = refresh_all(&refresh);
	dir_remove(beside);
	forget_dropped(&kept);
	if (!st)
		st = kept_suite_renew(out, &kept);
	if (!st)
		st = tell(&refresh);
	vec_release(&refresh.notes);
	kept_suite_release(&kept);
	free(beside);
	arena_free(arena);
	return st;
}

static int update_main(int argc, char **argv)
{
	bool verbose = false, help = false;
	const struct option_spec specs[] = { { 'v', "verbose", OPTION_FLAG, &verbose, NULL, "say more" } };
	struct operands operands = { 0 };
	status st = options_parse(&command_update, specs, 1, argc, argv, &operands, &help);
	if (!st && !help && (operands.before.n != 1 || operands.after.n))
		st = fail(TROUBLE_USAGE, "skep update takes one folder that skep gen wrote");
	if (!st && !help) {
		log_set_level(verbose ? LOG_VERBOSE : LOG_NORMAL);
		interrupt_catch();
		st = update(operands.before.at[0]);
	}
	operands_release(&operands);
	return command_end(st);
}
