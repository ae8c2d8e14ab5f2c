/* outside_files: see outside_files.h. */
#include "emit/outside_files.h"

#include <string.h>

#include "proc/child.h"

#define MOST_NAMED 12u           /* features that a comment names */

struct writing {
	const struct generator *generator;
	const char *folder;
	struct arena *arena;
	struct results *results;
};

/* Returns "test_003.c" for the third of test.c. */
static const char *numbered(const struct writing *w, size_t number)
{
	const char *name = w->generator->test, *dot = strrchr(name, '.');
	int n = (int)(dot && dot > name ? (size_t)(dot - name) : strlen(name));
	return arena_printf(w->arena, "%.*s_%03zu%s", n, name, number, name + n);
}

/* Returns "Seed 17, without arrays, structs." */
static const char *origin(const struct writing *w, const struct outside_test *test)
{
	struct sb text = { 0 };
	uint32_t n = 0;
	sb_addf(&text, "Seed %llu, ", (unsigned long long)test->seed);
	for (uint32_t i = 0; i < w->generator->features.n; i++) {
		if (configuration_has(test->configuration, i))
			continue;
		if (n < MOST_NAMED)
			sb_addf(&text, "%s%s", n ? ", " : "without ", w->generator->features.at[i].name);
		n++;
	}
	if (n > MOST_NAMED)
		sb_addf(&text, " and %u more", n - MOST_NAMED);
	sb_add(&text, n ? "." : "with all features.");
	const char *copy = arena_strdup(w->arena, sb_text(&text));
	sb_release(&text);
	return copy;
}

/* ---- tests ---- */

static status write_test(const struct writing *w, const struct outside_test *test, size_t number)
{
	const char *name = numbered(w, number), *file = arena_printf(w->arena, "tests/%s", name);
	w->results->suite.tests[number - 1] = (struct suite_test){ .name = name,
		                                                   .comment = origin(w, test),
		                                                   .probes = test->probes,
		                                                   .added_goals = test->added,
		                                                   .file = file };
	return file_write(arena_printf(w->arena, "%s/%s", w->folder, file), test->text, test->size);
}

static status write_tests(const struct writing *w, const struct outside *outside)
{
	size_t n;
	const struct outside_test *tests = outside_tests(outside, &n);
	TRY(dir_make(arena_printf(w->arena, "%s/tests", w->folder)));
	w->results->suite.tests = ARENA_ARRAY(w->arena, struct suite_test, n + 1);
	w->results->suite.n_tests = (uint32_t)n;
	for (size_t i = 0; i < n; i++)
		TRY(write_test(w, &tests[i], i + 1));
	return NULL;
}

/* ---- findings ---- */

static void add_command(const struct writing *w, const char *word, const char *command, const struct filling *filling,
                        struct sb *out)
{
	if (!command)
		return;
	sb_addf(out, "%s: ", word);
	generator_fill(w->generator, command, filling, out);
	sb_add_char(out, '\n');
}

/* Writes how the finding came about, and how to see it again. */
static status write_how(const struct writing *w, const struct outside_finding *found, const char *folder)
{
	struct sb text = { 0 };
	const char *test = w->generator->test;
	struct filling filling = { found->test.configuration, found->test.seed, test, "skep.config" };
	sb_addf(&text, "%s: %s\nseen in %u test%s\n%s\n", found->kind, found->detail, found->count,
	        found->count == 1 ? "" : "s", origin(w, &found->test));
	add_command(w, "make", w->generator->make, &filling, &text);
	add_command(w, "run", w->generator->run, &filling, &text);
	add_command(w, "compare", w->generator->compare, &filling, &text);
	if (found->shorter)
		sb_addf(&text, "%s: %zu bytes, reduced from %zu in %llu runs; as it was made: %s.whole\n", test,
		        found->shorter_size, found->test.size, (unsigned long long)found->tries, test);
	else
		sb_addf(&text, "%s: not reduced: it did not fail once more, or there was no time\n", test);
	if (strstr(w->generator->make, "{config}")) {
		sb_add(&text, "skep.config:\n");
		generator_features(w->generator, found->test.configuration, "\n", &text);
	}
	status st = file_write(arena_printf(w->arena, "%s/how", folder), sb_text(&text), text.n);
	sb_release(&text);
	return st;
}

static void enter(const struct writing *w, const struct outside_finding *found, const char *file, size_t i)
{
	struct finding *finding = ARENA_NEW(w->arena, struct finding);
	*finding = (struct finding){ .verdict = VERDICT_BUG,
		                     .severity = SEVERITY_MEDIUM,
		                     .kind = found->kind,
		                     .summary = arena_printf(w->arena, "%s: %s", found->kind, found->detail),
		                     .evidence = origin(w, &found->test),
		                     .rule = "outside",
		                     .key = found->key,
		                     .count = found->count };
	w->results->findings.failures[i] = (struct suite_failure){ .finding = finding, .file = file };
}

static status write_finding(const struct writing *w, const struct outside_finding *found, size_t i)
{
	const char *test = w->generator->test, *place = arena_printf(w->arena, "failing/bug_%03zu", i + 1);
	const char *folder = arena_printf(w->arena, "%s/%s", w->folder, place);
	enter(w, found, arena_printf(w->arena, "%s/%s", place, test), i);
	TRY(dir_make(folder));
	TRY(write_how(w, found, folder));
	TRY(file_write(arena_printf(w->arena, "%s/%s", folder, test),
	               found->shorter ? found->shorter : found->test.text,
	               found->shorter ? found->shorter_size : found->test.size));
	if (!found->shorter)
		return NULL;
	return file_write(arena_printf(w->arena, "%s/%s.whole", folder, test), found->test.text, found->test.size);
}

static status write_findings(const struct writing *w, const struct outside *outside)
{
	size_t n;
	const struct outside_finding *findings = outside_findings(outside, &n);
	w->results->findings.failures = ARENA_ARRAY(w->arena, struct suite_failure, n + 1);
	w->results->findings.n_failures = (uint32_t)n;
	for (size_t i = 0; i < n; i++)
		TRY(write_finding(w, &findings[i], i));
	return NULL;
}

status outside_write_files(const struct outside *outside, const struct generator *generator, const char *folder,
                           struct arena *arena, struct results *results)
{
	struct writing w = { generator, folder, arena, results };
	TRY(write_tests(&w, outside));
	return write_findings(&w, outside);
}
