/* c_repeats: statements that come again and again become a loop.
 *
 * A test that fills something until it is full makes the same call thirty times. Nobody would write that down
 * or read it. Only statements with identical text are joined; a declaration never is, because each has a name
 * of its own. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "emit/text/c_parts.h"

#define MOST_TOGETHER 3u

/* The text of the steps, a chunk per step. */
struct written {
	const struct c_chunk *chunks;
	size_t n;
	const char *text;        /* from the first chunk on */
	size_t end;              /* of the text, as an offset like those of the chunks */
};

static size_t end_of(const struct written *w, size_t chunk)
{
	return chunk + 1 < w->n ? w->chunks[chunk + 1].start : w->end;
}

static const char *text_of(const struct written *w, size_t chunk, size_t *size)
{
	*size = end_of(w, chunk) - w->chunks[chunk].start;
	return w->text + (w->chunks[chunk].start - w->chunks[0].start);
}

static bool same(const struct written *w, size_t a, size_t b)
{
	size_t size_a, size_b;
	const char *text_a = text_of(w, a, &size_a), *text_b = text_of(w, b, &size_b);
	return size_a == size_b && memcmp(text_a, text_b, size_a) == 0;
}

/* Returns how often the `together` chunks from `at` on come, one time after the other. */
static size_t count_repeats(const struct written *w, size_t at, size_t together)
{
	size_t k = at + together;
	for (size_t inside = at + 1; inside < k; inside++)
		if (inside >= w->n || w->chunks[inside].apart)
			return 1;
	while (k < w->n && !w->chunks[k].apart && same(w, k, k - together))
		k++;
	return (k - at) / together;
}

static bool is_worth_a_loop(size_t together, size_t repeats)
{
	return together == 1 ? repeats >= 4 : repeats >= 3;
}

/* Returns the number of chunks from `at` on that make a loop, and sets *repeats; 0: none. */
static size_t find_loop(const struct written *w, size_t at, size_t *repeats)
{
	for (size_t together = 1; together <= MOST_TOGETHER; together++) {
		*repeats = count_repeats(w, at, together);
		if (is_worth_a_loop(together, *repeats))
			return together;
	}
	return 0;
}

static const char *free_counter(const char *body)
{
	static const char *const names[] = { "i", "j", "k", "round", "turn" };
	for (size_t n = 0; n < sizeof names / sizeof *names; n++)
		if (!str_has_name(body, names[n]))
			return names[n];
	return NULL;
}

static void write_loop(const struct written *w, size_t at, size_t together, size_t repeats, const char *counter,
                       const char *indent, struct sb *out)
{
	size_t start = w->chunks[at].start - w->chunks[0].start;
	const char *line = w->text + start, *end = line + (end_of(w, at + together - 1) - w->chunks[at].start);
	bool braces = memchr(line, '\n', (size_t)(end - line)) != end - 1;
	sb_addf(out, "%sfor (int %s = 0; %s < %zu; %s++)%s\n", indent, counter, counter, repeats, counter,
	        braces ? " {" : "");
	while (line < end) {
		size_t n = strcspn(line, "\n") + 1;
		sb_add(out, "    ");
		sb_add_bytes(out, line, n);
		line += n;
	}
	if (braces)
		sb_addf(out, "%s}\n", indent);
}

void c_fold_repeats(const c_chunks *chunks, const char *indent, struct sb *out, c_breaks *breaks)
{
	if (!chunks->n)
		return;
	size_t first = chunks->at[0].start, size;
	char *body = xstrdup(out->text + first);
	const char *counter = free_counter(body);
	struct written w = { .chunks = chunks->at, .n = chunks->n, .text = body, .end = out->n };
	out->n = first;
	for (size_t i = 0, repeats = 1; i < w.n;) {
		size_t together = counter ? find_loop(&w, i, &repeats) : 0;
		if (w.chunks[i].apart)
			vec_push(breaks, out->n);
		if (together) {
			write_loop(&w, i, together, repeats, counter, indent, out);
			i += together * repeats;
		} else {
			const char *text = text_of(&w, i++, &size);
			sb_add_bytes(out, text, size);
		}
	}
	free(body);
}
