/* diff_changed: functions that were changed, and tests that reach them.
 *
 * The text of a function is taken to go from the line of its name to the line of the next name in the file.
 * This is precise enough for choosing the tests to try first. */
#include <stdlib.h>
#include <string.h>

#include "emit/diff/diff_parts.h"
#include "proc/child.h"

uint32_t steps_before_closing(const struct model *model, const struct seq *closed)
{
	uint32_t n = closed->n;
	while (n > 1) {
		const struct step *last = closed->steps[n - 1];
		bool destroys = step_destroys(model, last);
		if (!destroys && last->kind != STEP_FREE)
			break;
		n--;
	}
	return n;
}

static uint32_t next_line(const struct marks *marks, uint32_t function)
{
	const struct place *place = &marks->functions.at[function].place;
	uint32_t next = UINT32_MAX;
	for (uint32_t i = 0; i < marks->functions.n; i++) {
		const struct place *other = &marks->functions.at[i].place;
		if (other->file == place->file && other->line > place->line && other->line < next)
			next = other->line;
	}
	return next;
}

static uint64_t hash_lines(const char *text, uint32_t from, uint32_t to)
{
	uint64_t hash = 0;
	uint32_t line = 1;
	for (const char *p = text; *p && line < to; line++) {
		size_t n = strcspn(p, "\n");
		if (line >= from)
			hash = hash_bytes(p, n, hash);
		p += n + (p[n] == '\n');
	}
	return hash;
}

/* Hashes each function's text, by name. A file that cannot be read has no functions here. */
static void hash_functions(const struct marks *marks, struct strmap *hashes)
{
	for (uint32_t f = 0; f < marks->files.n; f++) {
		char *text = NULL;
		status st = file_read(marks->files.at[f], &text, NULL);
		for (uint32_t i = 0; !st && i < marks->functions.n; i++) {
			const struct function_mark *mark = &marks->functions.at[i];
			if (mark->place.file == f)
				*strmap_put(hashes, mark->name, NULL) = hash_lines(text, mark->place.line,
				                                                   next_line(marks, i));
		}
		status_free(st);
		free(text);
	}
}

void find_changed(struct differ *differ)
{
	struct strmap hashes[2] = { 0 };
	for (int s = 0; s < 2; s++)
		hash_functions(differ->sides[s].unit->marks, &hashes[s]);
	for (int s = 0; s < 2; s++) {
		const struct marks *marks = differ->sides[s].unit->marks;
		differ->changed[s] = xcalloc(marks->functions.n + 1, sizeof *differ->changed[s]);
		for (uint32_t i = 0; i < marks->functions.n; i++) {
			const uint64_t *mine = strmap_get(&hashes[s], marks->functions.at[i].name),
			               *other = strmap_get(&hashes[!s], marks->functions.at[i].name);
			differ->changed[s][i] = !mine || !other || *mine != *other;
		}
	}
	for (int s = 0; s < 2; s++)
		strmap_release(&hashes[s]);
}

bool reaches_changed(const struct differ *differ, int side, const uint64_t *probes)
{
	const struct marks *marks = differ->sides[side].unit->marks;
	for (uint32_t i = 0; i < marks->functions.n; i++) {
		uint32_t probe = marks_function_probe(marks, i);
		if (differ->changed[side][i] && (probes[probe / 64] >> (probe % 64) & 1))
			return true;
	}
	return false;
}
