/* notes: a campaign with an outside generator in the journal.
 *
 * A test is written in the form in which the generator can make it again: "seed 17 with arrays,structs". */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "outside/parts.h"

#define EXECUTIONS "executions"

static char *test_text(const struct outside *o, const struct outside_test *test)
{
	const struct generator *g = o->coverage->generator;
	struct sb text = { 0 };
	bool any = false;
	sb_addf(&text, "seed %" PRIu64 " with ", test->seed);
	for (uint32_t i = 0; i < g->features.n; i++)
		if (configuration_has(test->configuration, i)) {
			sb_addf(&text, "%s%s", any ? "," : "", g->features.at[i].name);
			any = true;
		}
	char *copy = arena_strdup(o->arena, sb_text(&text));
	sb_release(&text);
	return copy;
}

static uint32_t find_feature(const struct generator *g, const char *name, size_t n)
{
	for (uint32_t i = 0; i < g->features.n; i++)
		if (strlen(g->features.at[i].name) == n && strncmp(g->features.at[i].name, name, n) == 0)
			return i;
	return NONE;
}

/* Reads a test. False: the text has another form, or names an unknown feature. */
static bool read_test(struct outside *o, const char *text, struct outside_test *test)
{
	struct configuration *configuration = configuration_new(o->all->n, o->arena);
	int at = 0;
	if (sscanf(text, "seed %" SCNu64 " with %n", &test->seed, &at) != 1 || !at)
		return false;
	for (text += at; *text; text += *text == ',') {
		size_t n = strcspn(text, ",");
		uint32_t feature = find_feature(o->coverage->generator, text, n);
		if (feature == NONE)
			return false;
		configuration_add(configuration, feature);
		text += n;
	}
	test->configuration = configuration;
	return true;
}

static struct entry test_entry(const struct outside *o, const struct outside_test *test)
{
	return (struct entry){ .kind = ENTRY_TEST,
		               .text = test_text(o, test),
		               .test = { .probes = test->probes,
		                         .n_words = o->tally.cover.n_words,
		                         .tag = "outside",
		                         .cost = test->size } };
}

void outside_note_test(struct outside *o, const struct outside_test *test)
{
	vec_push(&o->pace.notes, test_entry(o, test));
}

void outside_note_finding(struct outside *o, const struct outside_finding *finding)
{
	struct entry entry = { .kind = ENTRY_FINDING,
		               .text = test_text(o, &finding->test),
		               .finding = { .key = finding->key,
		                            .verdict = "bug",
		                            .kind = finding->kind,
		                            .summary = finding->detail,
		                            .count = 1 } };
	vec_push(&o->pace.notes, entry);
}

status outside_write_notes(struct outside *o)
{
	struct arena *arena = arena_new();
	struct entry *counts = NULL;
	if (!o->options.journal) {
		vec_clear(&o->pace.notes);
		arena_free(arena);
		return NULL;
	}
	uint64_t total = outside_stats(o).executions;
	counts_add(o->tally.counts, EXECUTIONS, 0, total - counts_get(o->tally.counts, EXECUTIONS, 0));
	size_t n = counts_since(o->tally.counts, o->tally.known, arena, &counts);
	for (size_t i = 0; i < n; i++) {
		vec_push(&o->pace.notes, counts[i]);
		counts_take(o->tally.known, &counts[i]);
	}
	status st = o->options.journal->kind->append(o->options.journal, o->pace.notes.at, o->pace.notes.n);
	vec_clear(&o->pace.notes);
	arena_free(arena);
	return st;
}

status outside_condense_notes(const struct outside *o)
{
	struct journal *journal = o->options.journal;
	VEC(struct entry) tests = { 0 };
	if (!journal || !journal->kind->condense)
		return NULL;
	for (size_t i = 0; i < o->kept.tests.n; i++)
		vec_push(&tests, test_entry(o, &o->kept.tests.at[i]));
	status st = journal->kind->condense(journal, tests.at, tests.n);
	vec_release(&tests);
	return st;
}

static status take(void *context, const struct entry *entry)
{
	struct outside *o = context;
	struct outside_test test = { 0 };
	if (entry->kind == ENTRY_COUNTS) {
		/* Hits of targets belong to that part's targets. */
		if (!str_starts(entry->counts.name, "pursuit ")) {
			counts_take(o->tally.counts, entry);
			counts_take(o->tally.known, entry);
		}
	} else if ((entry->kind == ENTRY_TEST || entry->kind == ENTRY_FINDING) && entry->text &&
	           read_test(o, entry->text, &test)) {
		vec_push(&o->kept.again, test);
	}
	return NULL;
}

status outside_read_notes(struct outside *o)
{
	struct reading reading = { take, o };
	return o->options.journal ? o->options.journal->kind->read(o->options.journal, &reading) : NULL;
}
