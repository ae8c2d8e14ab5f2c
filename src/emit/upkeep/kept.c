/* kept: see kept.h. */
#include "emit/upkeep/kept.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit/upkeep/items.h"
#include "proc/child.h"

#define LONGEST 300

static const char head[] = "# What skep update needs to know of the tests: keep it beside them.\n";

/* The hash of a test in the file; 0: it is not there. */
static uint64_t hash_of(const char *folder, const char *file, const char *name)
{
	struct arena *arena = arena_new();
	item_list items = { 0 };
	char *path = xprintf("%s/tests/%s", folder, file), *text = NULL;
	status st = file_read(path, &text, NULL);
	if (!st)
		items_parse(text, arena, &items);
	const struct item *test = st ? NULL : items_test(&items, name);
	uint64_t hash = test ? item_hash(text, test) : 0;
	status_free(st);
	vec_release(&items);
	free(text);
	free(path);
	arena_free(arena);
	return hash;
}

status kept_suite_renew(const char *folder, const struct kept_suite *kept)
{
	struct sb out = { 0 };
	char *path = xprintf("%s/upkeep", folder);
	sb_add(&out, head);
	for (size_t i = 0; i < kept->tests.n; i++) {
		const struct kept_test *test = &kept->tests.at[i];
		sb_addf(&out, "test %s %s %016" PRIx64 "\n", test->file, test->name, test->hash);
	}
	for (size_t i = 0; i < kept->constants.n; i++)
		sb_addf(&out, "constant %u %s %lld\n", kept->constants.at[i].group, kept->constants.at[i].name,
		        kept->constants.at[i].value);
	status st = file_write(path, sb_text(&out), out.n);
	free(path);
	sb_release(&out);
	return st;
}

status kept_suite_write(const char *folder, const struct results *results)
{
	struct kept_suite kept = { 0 };
	const struct model *model = results->unit->model;
	for (uint32_t i = 0; i < results->suite.n_tests; i++) {
		const char *file = path_base(results->suite.tests[i].file), *name = results->suite.tests[i].name;
		vec_push(&kept.tests, (struct kept_test){ file, name, hash_of(folder, file, name) });
	}
	for (size_t i = 0; i < model->constants.n; i++)
		if (model->constants.at[i].enum_type)
			vec_push(&kept.constants,
			         (struct kept_constant){ (unsigned)model->constants.at[i].enum_type,
			                                 model->constants.at[i].name, model->constants.at[i].value });
	status st = kept_suite_renew(folder, &kept);
	kept_suite_release(&kept);
	return st;
}

static void read_line(const char *line, struct arena *arena, struct kept_suite *kept)
{
	char a[LONGEST + 1], b[LONGEST + 1];
	uint64_t hash;
	unsigned group;
	long long value;
	if (sscanf(line, "test %300s %300s %" SCNx64, a, b, &hash) == 3)
		vec_push(&kept->tests, (struct kept_test){ arena_strdup(arena, a), arena_strdup(arena, b), hash });
	else if (sscanf(line, "constant %u %300s %lld", &group, a, &value) == 3)
		vec_push(&kept->constants, (struct kept_constant){ group, arena_strdup(arena, a), value });
}

status kept_suite_read(const char *folder, struct arena *arena, struct kept_suite *kept)
{
	char *path = xprintf("%s/upkeep", folder), *text = NULL;
	status st = file_read(path, &text, NULL);
	free(path);
	if (st) {
		status_free(st);
		return fail(TROUBLE_INPUT, "%s holds no suite that skep gen wrote: there is no %s/upkeep", folder,
		            folder);
	}
	for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n')
		read_line(line, arena, kept);
	free(text);
	return NULL;
}

void kept_suite_release(struct kept_suite *kept)
{
	vec_release(&kept->tests);
	vec_release(&kept->constants);
}
