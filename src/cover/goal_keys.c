/* goal_keys: see goal_keys.h. */
#include "cover/goal_keys.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "proc/child.h"

enum { KEY_FUNCTION = 1, KEY_REGION, KEY_CONDITION, KEY_CASE };

/* The text of a file, with the line that was looked at last: regions are in order, so the next line is near. */
struct text {
	char *start;             /* NULL: the file cannot be read */
	const char *at;
	uint32_t line;           /* the number of the line at `at`; 0: no line was looked at */
};

struct keying {
	const struct marks *marks;
	struct text *files;
	struct map seen;         /* key without number -> how many goals have it */
	uint64_t *keys;
};

static uint64_t hash_number(int64_t number, uint64_t seed)
{
	return hash_bytes(&number, sizeof number, seed);
}

static void put(struct keying *k, uint32_t probe, uint64_t base)
{
	uint64_t key = hash_number((int64_t)(*map_put(&k->seen, base, NULL))++, base);
	k->keys[probe] = key ? key : 1;
}

static uint64_t begin(const struct keying *k, uint32_t function, int kind)
{
	return hash_text(k->marks->functions.at[function].name, (uint64_t)kind);
}

/* The start of a line; NULL: the file has no line of this number. */
static const char *find_line(struct text *file, uint32_t line)
{
	if (!file->line || line < file->line) {
		file->at = file->start;
		file->line = 1;
	}
	while (file->at && file->line < line) {
		file->at = strchr(file->at, '\n');
		file->at = file->at ? file->at + 1 : NULL;
		file->line++;
	}
	const char *found = file->at;
	if (!found)
		file->line = 0;
	return found;
}

/* Hashes the line without the space around its words. */
static uint64_t hash_line(const struct keying *k, const struct place *place, uint64_t seed)
{
	const char *text = find_line(&k->files[place->file], place->line);
	if (!text)
		return seed;
	text += strspn(text, " \t");
	size_t n = strcspn(text, "\n");
	while (n && strchr(" \t\r", text[n - 1]))
		n--;
	return hash_bytes(text, n, seed);
}

static void load(struct keying *k)
{
	k->files = xcalloc(k->marks->files.n + 1, sizeof *k->files);
	for (size_t i = 0; i < k->marks->files.n; i++) {
		status st = file_read(k->marks->files.at[i], &k->files[i].start, NULL);
		status_free(st);
	}
}

static void find(struct keying *k)
{
	const struct marks *marks = k->marks;
	for (uint32_t f = 0; f < marks->functions.n; f++)
		put(k, marks_function_probe(marks, f), begin(k, f, KEY_FUNCTION));
	for (uint32_t r = 0; r < marks->regions.n; r++) {
		const struct region *region = &marks->regions.at[r];
		put(k, marks_region_probe(marks, r),
		    hash_line(k, &region->place, begin(k, region->function, KEY_REGION)));
	}
	for (uint32_t c = 0; c < marks->conditions.n; c++) {
		const struct condition *condition = &marks->conditions.at[c];
		uint64_t key = hash_text(condition->text, begin(k, condition->function, KEY_CONDITION));
		put(k, marks_condition_probe(marks, c, false), hash_number(0, key));
		put(k, marks_condition_probe(marks, c, true), hash_number(1, key));
	}
	for (uint32_t c = 0; c < marks->cases.n; c++) {
		const struct case_mark *mark = &marks->cases.at[c];
		const struct switch_mark *of = &marks->switches.at[mark->of_switch];
		uint64_t key = hash_text(of->text, begin(k, of->function, KEY_CASE));
		put(k, marks_case_probe(marks, c), hash_number(mark->low, hash_number(mark->is_default, key)));
	}
}

const uint64_t *goal_keys(const struct marks *marks, struct arena *arena)
{
	struct keying k = { .marks = marks, .keys = ARENA_ARRAY(arena, uint64_t, marks->first_path_probe + 1) };
	load(&k);
	find(&k);
	for (size_t i = 0; i < marks->files.n; i++)
		free(k.files[i].start);
	free(k.files);
	map_release(&k.seen);
	return k.keys;
}
