/* additions: see additions.h.
 *
 * All tests of a file are put into it at once, and the file is built and run. Tests that do not hold are left
 * out in the next attempt. */
#include "emit/upkeep/additions.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "emit/upkeep/graft.h"
#include "emit/upkeep/probe.h"
#include "proc/child.h"

/* The tests for one file. */
struct batch {
	struct refresh *refresh;
	const char *file, *program;
	VEC(struct addition) tests;
	const char **names;          /* their names in the file */
	bool *bad;
	char *before, *text;         /* texts of the file */
	char *makefile, *flags;      /* as it is, and with flags that the tests need */
};

static void join(struct batch *batch)
{
	free(batch->text);
	batch->text = xstrdup(batch->before);
	for (size_t i = 0; i < batch->tests.n; i++) {
		const struct addition *test = &batch->tests.at[i];
		if (batch->bad[i])
			continue;
		batch->names[i] = graft_name(batch->text, test->name, batch->refresh->arena);
		char *joined = graft_test(batch->text, test->from, test->name, batch->names[i]);
		batch->bad[i] = !joined;
		if (joined) {
			free(batch->text);
			batch->text = joined;
		}
	}
	char *headed = graft_head(batch->text);
	free(batch->text);
	batch->text = headed;
}

/* True if the test ran to its end and met all its expectations. */
static bool holds(const struct probe *probe, const char *name)
{
	for (size_t i = 0; i < probe->tests.n; i++) {
		const struct tried_test *test = &probe->tests.at[i];
		if (!str_equal(test->name, name))
			continue;
		bool ok = !test->trouble && test->compiles;
		for (size_t k = 0; k < test->seen.n; k++)
			ok &= test->seen.at[k].ok;
		if (!ok)
			log_verbose("%s is not added: %s", name, test->trouble ? test->trouble : "it does not hold");
		return ok;
	}
	return false;
}

/* Puts the tests in and runs them. *again: some tests turned out bad. */
static status try_batch(struct batch *batch, bool *again)
{
	item_list items = { 0 };
	struct probe probe = { .folder = batch->refresh->probing,
		               .program = batch->program,
		               .makefile = batch->flags,
		               .arena = batch->refresh->arena };
	items_parse(batch->text, batch->refresh->arena, &items);
	for (size_t i = 0; i < items.n; i++)
		if (items.at[i].is_test)
			vec_push(&probe.tests, (struct tried_test){ .name = items.at[i].name });
	dir_remove(batch->refresh->probing); /* its objects have other flags */
	status st = probe_run(&probe, batch->text, &items);
	*again = false;
	for (size_t i = 0; i < batch->tests.n && !st; i++)
		if (!batch->bad[i] && (probe.trouble || !holds(&probe, batch->names[i])))
			*again = batch->bad[i] = true;
	if (probe.trouble)
		log_verbose("%s with new tests: %s", batch->file, probe.trouble);
	probe_release(&probe);
	vec_release(&items);
	return st;
}

/* Notes the tests that are in the file now, and keeps them. */
static void keep_tests(struct batch *batch)
{
	struct refresh *refresh = batch->refresh;
	item_list items = { 0 };
	items_parse(batch->text, refresh->arena, &items);
	for (size_t i = 0; i < batch->tests.n; i++) {
		const struct item *item = batch->bad[i] ? NULL : items_test(&items, batch->names[i]);
		if (!item)
			continue;
		vec_push(&refresh->notes,
		         (struct upkeep_note){ NOTE_ADDED, batch->file, batch->names[i],
		                               line_at(batch->text, item->code), batch->tests.at[i].place });
		vec_push(&refresh->kept->tests,
		         (struct kept_test){ batch->file, batch->names[i], item_hash(batch->text, item),
		                             batch->tests.at[i].steps });
	}
	vec_release(&items);
}

static status write_batch(struct batch *batch, const char *path, const char *make_path)
{
	bool any = false;
	for (size_t i = 0; i < batch->tests.n; i++)
		any |= !batch->bad[i];
	if (!any)
		return NULL;
	if (!str_equal(batch->makefile, batch->flags))
		TRY(file_write(make_path, batch->flags, strlen(batch->flags)));
	TRY(file_write(path, batch->text, strlen(batch->text)));
	keep_tests(batch);
	return NULL;
}

static status put_batch(struct batch *batch, const char *fresh_makefile)
{
	struct refresh *refresh = batch->refresh;
	char *path = xprintf("%s/%s", refresh->tests, batch->file), *make_path = xprintf("%s/Makefile", refresh->tests);
	batch->program = arena_printf(refresh->arena, "%.*s", (int)strlen(batch->file) - 2, batch->file);
	batch->names = ARENA_ARRAY(refresh->arena, const char *, batch->tests.n + 1);
	batch->bad = ARENA_ARRAY(refresh->arena, bool, batch->tests.n + 1);
	status st = file_read(make_path, &batch->makefile, NULL);
	if (!st)
		st = file_read(path, &batch->before, NULL);
	if (!st)
		batch->flags = graft_flags(batch->makefile, fresh_makefile, batch->program);
	for (bool again = true; again && !st;) {
		join(batch);
		st = try_batch(batch, &again);
	}
	if (!st)
		st = write_batch(batch, path, make_path);
	free(path);
	free(make_path);
	return st;
}

static void batch_release(struct batch *batch)
{
	vec_release(&batch->tests);
	free(batch->before);
	free(batch->text);
	free(batch->makefile);
	free(batch->flags);
}

static bool is_kept_file(const struct refresh *refresh, const char *file)
{
	for (size_t i = 0; i < refresh->kept->tests.n; i++)
		if (refresh->kept->tests.at[i].hash && str_equal(refresh->kept->tests.at[i].file, file))
			return true;
	return false;
}

status additions_put(struct refresh *refresh, const struct addition *tests, size_t n, const char *makefile)
{
	bool *done = xcalloc(n + 1, sizeof *done);
	status st = NULL;
	for (size_t i = 0; i < n && !st; i++) {
		struct batch batch = { .refresh = refresh, .file = tests[i].file };
		for (size_t k = i; k < n; k++)
			if (!done[k] && str_equal(tests[k].file, tests[i].file)) {
				vec_push(&batch.tests, tests[k]);
				done[k] = true;
			}
		if (batch.tests.n && is_kept_file(refresh, batch.file))
			st = put_batch(&batch, makefile);
		else if (batch.tests.n)
			vec_push(&refresh->notes,
			         (struct upkeep_note){ NOTE_NEW_FILE, batch.file, NULL, 1, tests[i].place });
		batch_release(&batch);
	}
	free(done);
	return st;
}
