/* counts: see counts.h. */
#include "store/counts.h"

#include <stdlib.h>

#include "base/str.h"
#include "base/vec.h"

struct row {
	char *name;
	VEC(uint64_t) values;
};

struct counts {
	VEC(struct row) rows;
};

struct counts *counts_new(void)
{
	return xcalloc(1, sizeof(struct counts));
}

void counts_free(struct counts *counts)
{
	for (size_t i = 0; counts && i < counts->rows.n; i++) {
		free(counts->rows.at[i].name);
		vec_release(&counts->rows.at[i].values);
	}
	if (counts)
		vec_release(&counts->rows);
	free(counts);
}

static struct row *find_row(const struct counts *counts, const char *name)
{
	for (size_t i = 0; i < counts->rows.n; i++)
		if (str_equal(counts->rows.at[i].name, name))
			return &counts->rows.at[i];
	return NULL;
}

void counts_add(struct counts *counts, const char *name, uint32_t index, uint64_t by)
{
	struct row *row = find_row(counts, name);
	if (!by)
		return;
	if (!row) {
		vec_push(&counts->rows, (struct row){ .name = xstrdup(name) });
		row = &vec_last(&counts->rows);
	}
	while (row->values.n <= index)
		vec_push(&row->values, 0);
	row->values.at[index] += by;
}

static uint64_t value_at(const struct row *row, size_t index)
{
	return row && index < row->values.n ? row->values.at[index] : 0;
}

uint64_t counts_get(const struct counts *counts, const char *name, uint32_t index)
{
	return value_at(find_row(counts, name), index);
}

const uint64_t *counts_row(const struct counts *counts, const char *name, size_t *n)
{
	const struct row *row = find_row(counts, name);
	*n = row ? row->values.n : 0;
	return row ? row->values.at : NULL;
}

static size_t count_changes(const struct row *row, const struct row *known)
{
	size_t n = 0;
	for (size_t i = 0; i < row->values.n; i++)
		n += row->values.at[i] != value_at(known, i);
	return n;
}

static struct entry increments_of(const struct row *row, const struct row *known, struct arena *arena)
{
	struct entry entry = { .kind = ENTRY_COUNTS, .counts.name = row->name };
	struct increment *at = ARENA_ARRAY(arena, struct increment, count_changes(row, known) + 1);
	for (size_t i = 0; i < row->values.n; i++)
		if (row->values.at[i] != value_at(known, i))
			at[entry.counts.n++] = (struct increment){ (uint32_t)i,
				                                   row->values.at[i] - value_at(known, i) };
	entry.counts.at = at;
	return entry;
}

size_t counts_since(const struct counts *counts, const struct counts *known, struct arena *arena,
                    struct entry **entries)
{
	size_t n = 0;
	*entries = ARENA_ARRAY(arena, struct entry, counts->rows.n + 1);
	for (size_t i = 0; i < counts->rows.n; i++) {
		const struct row *row = &counts->rows.at[i];
		(*entries)[n] = increments_of(row, find_row(known, row->name), arena);
		n += (*entries)[n].counts.n > 0;
	}
	return n;
}

void counts_take(struct counts *counts, const struct entry *entry)
{
	for (size_t i = 0; i < entry->counts.n; i++)
		counts_add(counts, entry->counts.name, entry->counts.at[i].index, entry->counts.at[i].by);
}
