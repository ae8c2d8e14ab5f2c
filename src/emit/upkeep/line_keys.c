/* line_keys: see line_keys.h. Lines are compared as diff does, by the shortest edit script (Myers). */
#include "emit/upkeep/line_keys.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"

#define KEY 4u            /* letters of a line */
#define MAX_EDITS 2000    /* with more, everything between the first and the last difference counts as changed */

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const char *line_keys(const char *text, struct arena *arena)
{
	struct sb out = { 0 };
	while (*text) {
		size_t n = strcspn(text, "\n"), begin = strspn(text, " \t\r"), end = n;
		begin = begin < n ? begin : n;
		while (end > begin && strchr(" \t\r", text[end - 1]))
			end--;
		uint64_t hash = hash_bytes(text + begin, end - begin, 0);
		for (unsigned i = 0; i < KEY; i++)
			sb_add_char(&out, letters[hash >> (6 * i) & 63]);
		text += n + (text[n] == '\n');
	}
	const char *keys = arena_strdup(arena, sb_text(&out));
	sb_release(&out);
	return keys;
}

/* The part of two lists of lines that differs. */
struct lines {
	const char *old, *new;
	int n_old, n_new;
};

static bool is_same(const struct lines *lines, int x, int y)
{
	return memcmp(lines->old + (size_t)x * KEY, lines->new + (size_t)y *KEY, KEY) == 0;
}

/* Takes one more edit: finds the furthest x on each diagonal. True: the end is reached. */
static bool go_on(const struct lines *lines, const int *before, int *now, int d)
{
	for (int k = -d; k <= d; k += 2) {
		bool down = k == -d || (k != d && before[k - 1 + d] < before[k + 1 + d]);
		int x = d == 0 ? 0 : down ? before[k + 1 + d] : before[k - 1 + d] + 1;
		while (x < lines->n_old && x - k < lines->n_new && is_same(lines, x, x - k))
			x++;
		now[k + d] = x;
		if (x >= lines->n_old && x - k >= lines->n_new)
			return true;
	}
	return false;
}

/* `rows[d]` holds the x of diagonals -d to d behind d edits; row d is read with the offset of the row behind it. */
static int search(const struct lines *lines, int **rows)
{
	int most = lines->n_old + lines->n_new < MAX_EDITS ? lines->n_old + lines->n_new : MAX_EDITS;
	for (int d = 0; d <= most; d++) {
		rows[d] = xcalloc(2 * (size_t)d + 3, sizeof **rows);
		if (go_on(lines, d ? rows[d - 1] - 1 : NULL, rows[d], d))
			return d;
	}
	return -1;
}

/* changed[y]: line y of the new text was added, or stands beside a line that was removed. */
static void walk_back(const struct lines *lines, int *const *rows, int d, bool *changed, bool *cut)
{
	int x = lines->n_old, y = lines->n_new;
	for (; d > 0; d--) {
		const int *before = rows[d - 1] - 1;
		int k = x - y;
		bool down = k == -d || (k != d && before[k - 1 + d] < before[k + 1 + d]);
		int from = down ? before[k + 1 + d] : before[k - 1 + d], from_k = down ? k + 1 : k - 1;
		if (down)
			changed[from - from_k] = true;
		else
			cut[from - from_k] = true;
		x = from;
		y = from - from_k;
	}
}

static void add_changed(const struct lines *lines, size_t first_line, const bool *changed, const bool *cut,
                        const char *file, struct changes *changes)
{
	for (int y = 0; y <= lines->n_new; y++) {
		uint32_t line = (uint32_t)(first_line + (size_t)y);
		bool replaced = y < lines->n_new && (changed[y] || (y > 0 && changed[y - 1]));
		int last = y;
		if (cut[y] && !replaced && !(y > 0 && changed[y - 1]))
			vec_push(&changes->at, (struct changed_lines){ file, line > 1 ? line - 1 : 1, line });
		while (last < lines->n_new && changed[last])
			last++;
		if (last > y)
			vec_push(&changes->at,
			         (struct changed_lines){ file, line, (uint32_t)(first_line + (size_t)last - 1) });
		y = last > y ? last - 1 : y;
	}
}

void line_keys_compare(const char *before, const char *now, const char *file, struct changes *changes)
{
	size_t n_old = strlen(before) / KEY, n_new = strlen(now) / KEY, start = 0, end = 0;
	while (start < n_old && start < n_new && memcmp(before + start * KEY, now + start * KEY, KEY) == 0)
		start++;
	while (end < n_old - start && end < n_new - start &&
	       memcmp(before + (n_old - end - 1) * KEY, now + (n_new - end - 1) * KEY, KEY) == 0)
		end++;
	if (start == n_old && n_old == n_new)
		return;
	struct lines lines = { before + start * KEY, now + start * KEY, (int)(n_old - start - end),
		               (int)(n_new - start - end) };
	int **rows = xcalloc(MAX_EDITS + 1, sizeof *rows);
	bool *changed = xcalloc((size_t)lines.n_new + 1, 1), *cut = xcalloc((size_t)lines.n_new + 1, 1);
	int edits = search(&lines, rows);
	if (edits >= 0)
		walk_back(&lines, rows, edits, changed, cut);
	else
		memset(changed, true, (size_t)lines.n_new);
	add_changed(&lines, start + 1, changed, cut, arena_strdup(changes->arena, file), changes);
	for (int i = 0; i <= MAX_EDITS; i++)
		free(rows[i]);
	free(rows);
	free(changed);
	free(cut);
}
