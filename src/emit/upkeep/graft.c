/* graft: see graft.h. */
#include "emit/upkeep/graft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "emit/upkeep/items.h"

/* A text with its pieces. */
struct file {
	const char *text;
	item_list items;
};

struct grafting {
	struct file into, from;
	struct arena *arena;
	bool *needed;                /* per piece of `from` */
	const char **names;          /* new names of pieces of `from`; NULL: the name stays */
};

static const char *item_text(const struct grafting *g, const struct file *file, size_t i)
{
	const struct item *item = &file->items.at[i];
	return arena_printf(g->arena, "%.*s", (int)(item->end - item->code), file->text + item->code);
}

static const struct item *find_item(const struct file *file, const char *name)
{
	for (size_t i = 0; i < file->items.n; i++)
		if (file->items.at[i].name && str_equal(file->items.at[i].name, name))
			return &file->items.at[i];
	return NULL;
}

/* True for the function or table that runs the tests. */
static bool runs_tests(const struct file *file, const struct item *item)
{
	size_t begin, end;
	if (item->name && str_equal(item->name, "main"))
		return true;
	for (size_t i = 0; i < file->items.n; i++)
		if (file->items.at[i].is_test && items_row(file->text, file->items.at[i].name, &begin, &end))
			return begin >= item->begin && begin < item->end;
	return false;
}

static bool is_helper(const struct grafting *g, size_t i)
{
	const struct item *item = &g->from.items.at[i];
	return item->name && !item->is_test && !runs_tests(&g->from, item);
}

/* True if piece `i` mentions a needed piece that the kept file does not have: a function that the linker is
 * told to call, such as __wrap_malloc(). */
static bool serves(const struct grafting *g, size_t i)
{
	const char *text = item_text(g, &g->from, i);
	for (size_t k = 0; k < g->from.items.n; k++)
		if (k != i && g->needed[k] && is_helper(g, k) && !find_item(&g->into, g->from.items.at[k].name) &&
		    str_has_name(text, g->from.items.at[k].name))
			return true;
	return false;
}

static bool is_said(const struct grafting *g, size_t i)
{
	for (size_t k = 0; k < g->from.items.n; k++)
		if (g->needed[k] && str_has_name(item_text(g, &g->from, k), g->from.items.at[i].name))
			return true;
	return false;
}

static void find_needed(struct grafting *g)
{
	for (bool more = true; more;) {
		more = false;
		for (size_t i = 0; i < g->from.items.n; i++)
			if (!g->needed[i] && is_helper(g, i) && (is_said(g, i) || serves(g, i)))
				more = g->needed[i] = true;
	}
}

const char *graft_name(const char *into, const char *test, struct arena *arena)
{
	const char *name = test;
	for (unsigned i = 1; str_has_name(into, name); i++)
		name = i == 1 ? arena_printf(arena, "%s_after_change", test)
		              : arena_printf(arena, "%s_after_change_%u", test, i);
	return name;
}

/* Renames pieces whose names mean something else in the kept file; false: a macro would have to be renamed,
 * which is impossible. */
static bool rename_pieces(struct grafting *g)
{
	for (size_t i = 0; i < g->from.items.n; i++) {
		const struct item *item = &g->from.items.at[i];
		const struct item *other = g->needed[i] && is_helper(g, i) ? find_item(&g->into, item->name) : NULL;
		if (!other ||
		    item_hash(g->into.text + other->code, &(struct item){ .end = other->end - other->code }) ==
		            item_hash(g->from.text + item->code, &(struct item){ .end = item->end - item->code }))
			continue;
		if (item->is_directive)
			return false;
		g->names[i] = graft_name(g->into.text, item->name, g->arena);
	}
	return true;
}

/* Adds the text with new names in place of the old names. */
static void add_renamed(const struct grafting *g, const char *text, size_t n, struct sb *out)
{
	for (size_t at = 0; at < n;) {
		size_t quoted = skip_quoted(text, at), word = at;
		while (word < n && is_name_char(text[word]))
			word++;
		size_t end = quoted > at ? quoted : word > at ? word : at + 1;
		const char *name = NULL;
		for (size_t i = 0; i < g->from.items.n && word > at && quoted == at; i++)
			if (g->names[i] && strlen(g->from.items.at[i].name) == word - at &&
			    strncmp(g->from.items.at[i].name, text + at, word - at) == 0)
				name = g->names[i];
		if (name)
			sb_add(out, name);
		else
			sb_add_bytes(out, text + at, (end < n ? end : n) - at);
		at = end;
	}
}

static void add_piece(const struct grafting *g, size_t i, struct sb *out)
{
	const struct item *item = &g->from.items.at[i];
	size_t begin = item->begin + strspn(g->from.text + item->begin, "\n");
	add_renamed(g, g->from.text + begin, item->end - begin, out);
}

/* Adds the headers that the other file includes and this file does not. */
static void add_includes(const struct grafting *g, struct sb *out)
{
	for (size_t i = 0; i < g->from.items.n; i++) {
		const char *line = item_text(g, &g->from, i);
		if (str_starts(line, "#include") && !strstr(g->into.text, line))
			sb_add(out, line);
	}
}

static void add_helpers(const struct grafting *g, struct sb *out)
{
	for (size_t i = 0; i < g->from.items.n; i++) {
		const struct item *item = &g->from.items.at[i];
		if (!g->needed[i] || !is_helper(g, i) || (find_item(&g->into, item->name) && !g->names[i]))
			continue;
		add_piece(g, i, out);
		if (i + 1 == g->from.items.n || g->from.text[item->end] == '\n')
			sb_add_char(out, '\n');
	}
}

/* Returns the test behind which the new test is put: the last of the tests whose names have most in common with
 * its name. */
static const struct item *neighbour(const struct file *into, const char *name)
{
	const struct item *best = NULL;
	size_t common = 0;
	for (size_t i = 0; i < into->items.n; i++) {
		const struct item *item = &into->items.at[i];
		size_t n = item->is_test ? str_common_start(item->name, name) : 0;
		if (item->is_test && (!best || n >= common)) {
			best = item;
			common = n;
		}
	}
	return best;
}

static size_t behind_includes(const struct file *into, size_t before)
{
	size_t at = 0;
	for (size_t i = 0; i < into->items.n && into->items.at[i].end <= before; i++)
		if (str_starts(into->text + into->items.at[i].code, "#include"))
			at = into->items.at[i].end;
	return at;
}

/* Adds the row of a test, with another name. */
static void add_row(const char *text, size_t begin, size_t end, const char *old, const char *name, struct sb *out)
{
	const char *found;
	char *row = xprintf("%.*s", (int)(end - begin), text + begin);
	const char *at = row;
	for (; (found = strstr(at, old)); at = found + strlen(old))
		sb_addf(out, "%.*s%s", (int)(found - at), at, name);
	sb_add(out, at);
	free(row);
}

static size_t first_test(const struct file *into)
{
	for (size_t i = 0; i < into->items.n; i++)
		if (into->items.at[i].is_test)
			return into->items.at[i].begin;
	return 0;
}

static char *put_together(const struct grafting *g, size_t test, const char *as)
{
	const struct file *into = &g->into;
	const struct item *beside = neighbour(into, as);
	size_t row, behind_row, first = first_test(into), includes = behind_includes(into, first);
	struct sb out = { 0 };
	if (!beside || !items_row(into->text, beside->name, &row, &behind_row) || behind_row < beside->end)
		return NULL;
	sb_add_bytes(&out, into->text, includes);
	add_includes(g, &out);
	size_t gap = first + strspn(into->text + first, "\n");
	sb_add_bytes(&out, into->text + includes, gap - includes);
	add_helpers(g, &out);
	sb_add_bytes(&out, into->text + gap, beside->end - gap);
	sb_add_char(&out, '\n');
	add_piece(g, test, &out);
	sb_add_bytes(&out, into->text + beside->end, behind_row - beside->end);
	add_row(into->text, row, behind_row, beside->name, as, &out);
	sb_add(&out, into->text + behind_row);
	return sb_take(&out);
}

char *graft_test(const char *into, const char *from, const char *test, const char *as)
{
	struct grafting g = { .into.text = into, .from.text = from, .arena = arena_new() };
	char *joined = NULL;
	items_parse(into, g.arena, &g.into.items);
	items_parse(from, g.arena, &g.from.items);
	g.needed = ARENA_ARRAY(g.arena, bool, g.from.items.n + 1);
	g.names = ARENA_ARRAY(g.arena, const char *, g.from.items.n + 1);
	for (size_t i = 0; i < g.from.items.n; i++)
		if (g.from.items.at[i].is_test && str_equal(g.from.items.at[i].name, test)) {
			g.needed[i] = true;
			g.names[i] = str_equal(test, as) ? NULL : as;
			find_needed(&g);
			joined = rename_pieces(&g) ? put_together(&g, i, as) : NULL;
			break;
		}
	vec_release(&g.into.items);
	vec_release(&g.from.items);
	arena_free(g.arena);
	return joined;
}

/* ---- the makefile ---- */

/* Returns the first line that starts with this text, and its length; NULL: there is none. */
static const char *find_line(const char *text, const char *start, size_t *n)
{
	for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n')
		if (str_starts(line, start)) {
			*n = strcspn(line, "\n");
			return line;
		}
	return NULL;
}

/* Adds the words of a line that begin like this and are not in the other line. */
static void add_missing(const char *line, size_t n, const char *kept, size_t n_kept, const char *start, struct sb *out)
{
	char *other = xprintf(" %.*s ", (int)n_kept, kept);
	for (size_t at = 0; at < n;) {
		size_t length = strcspn(line + at, " \n");
		char *word = xprintf(" %.*s ", (int)length, line + at);
		if (str_starts(word + 1, start) && !strstr(other, word))
			sb_addf(out, " %.*s", (int)length, line + at);
		free(word);
		at += length + 1;
	}
	free(other);
}

/* Returns the text with words of a line of `from` in its own line, before `mark` or at its end. */
static char *join_line(char *text, const char *from, const char *start, const char *words, const char *mark)
{
	size_t n, n_from;
	const char *line = find_line(text, start, &n), *other = find_line(from, start, &n_from);
	struct sb out = { 0 }, more = { 0 };
	if (!line || !other)
		return text;
	if (str_ends(start, ":")) { /* a rule, whose recipe follows */
		line = strchr(line, '\n') ? strchr(line, '\n') + 1 : line;
		other = strchr(other, '\n') ? strchr(other, '\n') + 1 : other;
		n = strcspn(line, "\n");
		n_from = strcspn(other, "\n");
	}
	add_missing(other, n_from, line, n, words, &more);
	const char *found = *mark ? strstr(line, mark) : NULL;
	const char *at = found && found < line + n ? found : line + n;
	sb_addf(&out, "%.*s%s%s", (int)(at - text), text, sb_text(&more), at);
	sb_release(&more);
	free(text);
	return sb_take(&out);
}

char *graft_flags(const char *makefile, const char *from, const char *program)
{
	char *rule = xprintf("%s:", program);
	char *text = join_line(xstrdup(makefile), from, rule, "-Wl,--wrap=", " -lm");
	text = join_line(text, from, "UNKNOWN =", "-fno-builtin-", "");
	free(rule);
	return text;
}

char *graft_head(const char *text)
{
	struct arena *arena = arena_new();
	item_list items = { 0 };
	struct sb out = { 0 };
	size_t n = 0, n_line;
	unsigned was;
	items_parse(text, arena, &items);
	for (size_t i = 0; i < items.n; i++)
		n += items.at[i].is_test;
	const char *line = find_line(text, " * ", &n_line);
	const char *end = line ? strstr(line, ". No skep needed") : NULL;
	if (end && sscanf(line, " * %u test", &was) == 1 && was != n)
		sb_addf(&out, "%.*s * %zu test%s%s", (int)(line - text), text, n, n == 1 ? "" : "s", end);
	else
		sb_add(&out, text);
	vec_release(&items);
	arena_free(arena);
	return sb_take(&out);
}
