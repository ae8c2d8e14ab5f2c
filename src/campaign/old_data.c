/* old_data: see old_data.h. */
#include "campaign/old_data.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "cover/goal_keys.h"

#define GOALS "goals"            /* a fact in the store */
#define OPERATIONS "operations"

/* ---- writing ---- */

status old_data_note(struct store *store, const struct model *model, const struct marks *marks)
{
	struct sb goals = { 0 }, operations = { 0 };
	struct arena *arena = arena_new();
	struct influence_size size = influence_size(model, marks, INFLUENCE_CELLS);
	const uint64_t *keys = goal_keys(marks, arena);
	for (uint32_t i = 0; i < size.n_goals; i++)
		sb_addf(&goals, "%016" PRIx64 "\n", keys[i]);
	for (uint32_t i = 0; i < size.n_operations; i++)
		sb_addf(&operations, "%s\n", model->functions.at[i].name);
	status st = store_put_text(store, GOALS, sb_text(&goals));
	if (!st)
		st = store_put_text(store, OPERATIONS, sb_text(&operations));
	sb_release(&goals);
	sb_release(&operations);
	arena_free(arena);
	return st;
}

/* ---- matching ---- */

struct matching {
	struct influence_size old, size;
	uint32_t *goals, *operations;    /* old number to new number, or NONE */
	struct arena *arena;
};

static uint32_t count_lines(const char *text)
{
	uint32_t n = 0;
	for (; *text; text++)
		n += *text == '\n';
	return n;
}

static void match_goals(struct matching *m, const char *text, const struct marks *marks)
{
	struct map numbers = { 0 };
	const uint64_t *keys = goal_keys(marks, m->arena);
	m->old.n_goals = count_lines(text);
	m->goals = ARENA_ARRAY(m->arena, uint32_t, m->old.n_goals + 1);
	for (uint32_t i = 0; i < m->size.n_goals; i++)
		*map_put(&numbers, keys[i], NULL) = i;
	for (uint32_t i = 0; i < m->old.n_goals; i++) {
		char *end;
		const uint64_t *number = map_get(&numbers, strtoull(text, &end, 16));
		m->goals[i] = number ? (uint32_t)*number : NONE;
		text = *end ? end + 1 : end;
	}
	map_release(&numbers);
}

static void match_operations(struct matching *m, const char *text, const struct model *model)
{
	m->old.n_operations = count_lines(text);
	m->operations = ARENA_ARRAY(m->arena, uint32_t, m->old.n_operations + 1);
	for (uint32_t i = 0; i < m->old.n_operations; i++) {
		size_t n = strcspn(text, "\n");
		m->operations[i] = model_find_function(model, arena_strndup(m->arena, text, n));
		text += n + 1;
	}
}

static void take_goal(const struct matching *m, const struct influences *old, uint32_t goal, struct counts *counts)
{
	uint32_t to = m->goals[goal];
	counts_add(counts, INFLUENCE_GOALS, to, influences_hits(old, goal));
	for (uint32_t f = 0; f < m->old.n_operations; f++) {
		size_t cell = (size_t)goal * m->old.n_operations + f;
		if (m->operations[f] != NONE && cell < old->n_both_known && old->both[cell])
			counts_add(counts, INFLUENCE_BOTH, to * m->size.n_operations + m->operations[f],
			           old->both[cell]);
	}
}

static void translate(const struct matching *m, const struct counts *from, struct counts *to, struct old_data *data)
{
	struct influences old = influences_read(from, m->old);
	data->tests = old.n_tests;
	counts_add(to, INFLUENCE_TESTS, 0, old.n_tests);
	for (uint32_t f = 0; f < m->old.n_operations && f < old.n_tests_known; f++)
		if (m->operations[f] != NONE)
			counts_add(to, INFLUENCE_OPERATIONS, m->operations[f], old.tests[f]);
	for (uint32_t g = 0; g < m->old.n_goals; g++) {
		if (!influences_hits(&old, g))
			continue;
		data->goals++;
		if (m->goals[g] == NONE)
			continue;
		data->matched++;
		take_goal(m, &old, g, to);
	}
}

/* ---- the journal ---- */

struct old_journal {
	struct journal base;
	struct counts *counts;
	bool was_read;
};

static status append(struct journal *journal, const struct entry *entries, size_t n)
{
	(void)journal;
	(void)entries;
	(void)n;
	return NULL;
}

static status read_once(struct journal *journal, const struct reading *reading)
{
	struct old_journal *own = (struct old_journal *)journal;
	struct counts *nothing = counts_new();
	struct arena *arena = arena_new();
	struct entry *entries = NULL;
	size_t n = own->was_read ? 0 : counts_since(own->counts, nothing, arena, &entries);
	status st = NULL;
	own->was_read = true;
	for (size_t i = 0; i < n && !st; i++)
		st = reading->take(reading->context, &entries[i]);
	counts_free(nothing);
	arena_free(arena);
	return st;
}

static void free_journal(struct journal *journal)
{
	struct old_journal *own = (struct old_journal *)journal;
	counts_free(own->counts);
	free(own);
}

static const struct journal_kind old_kind = { .append = append, .read = read_once, .free = free_journal };

/* ---- reading ---- */

static status read_counts(struct store *store, struct arena *arena, struct counts *counts)
{
	struct entry *entries;
	size_t n;
	TRY(store_counts(store, arena, &entries, &n));
	for (size_t i = 0; i < n; i++)
		counts_take(counts, &entries[i]);
	return NULL;
}

static status read_store(struct store *store, const struct model *model, const struct marks *marks, struct counts *to,
                         struct old_data *data)
{
	struct matching m = { .size = influence_size(model, marks, INFLUENCE_CELLS), .arena = arena_new() };
	struct counts *from = counts_new();
	const char *goals = NULL, *operations = NULL;
	status st = store_text(store, GOALS, m.arena, &goals);
	if (!st)
		st = store_text(store, OPERATIONS, m.arena, &operations);
	if (!st && goals && operations)
		st = read_counts(store, m.arena, from);
	if (!st && goals && operations) {
		match_goals(&m, goals, marks);
		match_operations(&m, operations, model);
		translate(&m, from, to, data);
	}
	counts_free(from);
	arena_free(m.arena);
	return st;
}

status old_data_read(const char *path, const char *unit, const struct model *model, const struct marks *marks,
                     struct old_data *data)
{
	struct store *store = NULL;
	*data = (struct old_data){ 0 };
	status st = store_open_any(path, unit, &store);
	if (st) { /* it is no campaign of this unit, so there is no data */
		status_free(st);
		return NULL;
	}
	struct old_journal *journal = xcalloc(1, sizeof *journal);
	journal->base.kind = &old_kind;
	journal->base.pace.seconds = 3600;
	journal->counts = counts_new();
	st = read_store(store, model, marks, journal->counts, data);
	store_close(store);
	if (st || !data->tests)
		free_journal(&journal->base);
	else
		data->journal = &journal->base;
	return st;
}
