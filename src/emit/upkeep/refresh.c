/* refresh: see refresh.h. */
#include "emit/upkeep/refresh.h"
#include "emit/upkeep/cells.h"

#include <stdlib.h>
#include <string.h>

#include "emit/upkeep/probe.h"
#include "proc/child.h"

#define MAX_ROUNDS 5u

struct edit {
	size_t begin, end;
	char *text;
};

/* One file under way. */
struct work {
	struct refresh *refresh;
	const char *file;
	char *text;
	item_list items;
	struct probe probe;
	bool is_last;                /* values that still change are taken to change from run to run */
	VEC(struct edit) edits;
};

static struct kept_test *kept_of(struct work *work, const char *test)
{
	struct kept_suite *kept = work->refresh->kept;
	for (size_t i = 0; i < kept->tests.n; i++)
		if (str_equal(kept->tests.at[i].file, work->file) && str_equal(kept->tests.at[i].name, test))
			return &kept->tests.at[i];
	return NULL;
}

/* True if skep wrote the piece and nobody has changed it since. */
static bool is_ours(struct work *work, const struct item *item)
{
	const struct kept_test *kept = kept_of(work, item->name);
	return kept && kept->hash == item_hash(work->text, item);
}

static void note(struct work *work, enum note_kind kind, const char *test, uint32_t line, const char *text)
{
	struct refresh *refresh = work->refresh;
	for (size_t i = 0; i < refresh->notes.n; i++) { /* a later round may meet it again */
		const struct upkeep_note *other = &refresh->notes.at[i];
		if (other->kind == NOTE_BY_HAND && kind == NOTE_BY_HAND && str_equal(other->file, work->file) &&
		    str_equal(other->test, test))
			return;
	}
	vec_push(&refresh->notes,
	         (struct upkeep_note){ kind, work->file, test ? arena_strdup(refresh->arena, test) : NULL, line,
	                               arena_strdup(refresh->arena, text) });
}

static void drop(struct work *work, const struct item *item, const char *why)
{
	size_t begin, end;
	note(work, NOTE_DROPPED, item->name, line_at(work->text, item->code), why);
	vec_push(&work->edits, (struct edit){ item->begin, item->end, xstrdup("") });
	if (items_row(work->text, item->name, &begin, &end))
		vec_push(&work->edits, (struct edit){ begin, end, xstrdup("") });
	kept_of(work, item->name)->hash = 0;
}

static const char *name_of(void *context, const char *old, long long number)
{
	const struct kept_suite *kept = ((struct work *)context)->refresh->kept;
	for (size_t i = 0; i < kept->constants.n; i++)
		for (size_t k = 0; k < kept->constants.n && str_equal(kept->constants.at[i].name, old); k++)
			if (kept->constants.at[k].group == kept->constants.at[i].group &&
			    kept->constants.at[k].value == number)
				return kept->constants.at[k].name;
	return NULL;
}

/* Returns the value that was seen on the line, if it was always the same; NULL: the expectation holds, or was
 * not reached. *mixed: several values were seen. */
static const struct seen *seen_instead(const struct tried_test *test, uint32_t line, bool *mixed)
{
	const struct seen *first = NULL, *bad = NULL;
	*mixed = false;
	for (size_t i = 0; i < test->seen.n; i++) {
		const struct seen *seen = &test->seen.at[i];
		if (seen->line != line)
			continue;
		bad = seen->ok ? bad : seen;
		first = first ? first : seen;
		*mixed |= first->ok != seen->ok ||
		          (first->value && seen->value && !str_equal(first->value, seen->value));
	}
	*mixed &= bad != NULL;
	return bad;
}

/* Corrects the comment above the test: "gives 10" becomes "gives 16". */
static void correct_comment(struct work *work, const struct item *item, const struct expectation *e, const char *value)
{
	int n = (int)(e->expected.end - e->expected.begin);
	if (e->form != FORM_EQUAL)
		return;
	char *old = xprintf("gives %.*s", n, work->text + e->expected.begin);
	const char *found = strstr(work->text + item->begin, old);
	size_t at = found ? (size_t)(found - work->text) : item->code;
	if (at + strlen(old) < item->code && !is_name_char(work->text[at + strlen(old)]))
		vec_push(&work->edits, (struct edit){ at + 6, at + strlen(old), xstrdup(value) });
	free(old);
}

static void change(struct work *work, const struct item *item, const struct expectation *e, struct sb *inside)
{
	const char *text = work->text;
	char *told;
	if (e->form == FORM_EQUAL || e->form == FORM_TEXT) {
		size_t before = e->expected.begin - e->inside.begin, behind = e->inside.end - e->expected.end;
		char *value = xprintf("%.*s", (int)(inside->n - before - behind), sb_text(inside) + before);
		told = xprintf("%.*s -> %s", (int)(e->inside.end - e->inside.begin), text + e->inside.begin, value);
		correct_comment(work, item, e, value);
		free(value);
	} else {
		int n = (int)((e->opposite ? e->whole.end - 1 : e->inside.end) - e->inside.begin);
		told = e->opposite ? xprintf("%.*s -> %s(%s)", n + (int)(e->inside.begin - e->whole.begin),
		                             text + e->whole.begin, e->opposite, sb_text(inside))
		                   : xprintf("%.*s -> %s", n, text + e->inside.begin, sb_text(inside));
	}
	if (e->opposite)
		vec_push(&work->edits,
		         (struct edit){ e->whole.begin, e->whole.begin + strcspn(text + e->whole.begin, "("),
		                        xstrdup(e->opposite) });
	note(work, NOTE_CHANGED, item->name, e->line, told);
	vec_push(&work->edits, (struct edit){ e->inside.begin, e->inside.end, sb_take(inside) });
	free(told);
}

/* Changes the cells of a table that the expectation refers to, a cell for each turn of the loop. False: there
 * are no such cells, or a value has no form. `is_trial`: nothing is changed. */
static bool renew_cells(struct work *work, const struct item *item, const struct tried_test *tried,
                        const struct expectation *e, bool is_trial)
{
	bool can = e->form == FORM_EQUAL || e->form == FORM_NEAR || e->form == FORM_TEXT;
	size_t turn = 0;
	for (size_t i = 0; i < tried->seen.n && can; i++) {
		const struct seen *seen = &tried->seen.at[i];
		struct cell cell;
		struct sb value = { 0 };
		if (seen->line != e->line)
			continue;
		can = cell_find(work->text, item, e->expected, turn++, &cell) &&
		      (seen->ok || expectation_value(work->text, cell.value, seen, name_of, work, &value));
		if (can && !seen->ok && !is_trial) {
			char *told = xprintf("%.*s -> %s", (int)(cell.row.end - cell.row.begin),
			                     work->text + cell.row.begin, sb_text(&value));
			note(work, NOTE_CHANGED, item->name, line_at(work->text, cell.value.begin), told);
			vec_push(&work->edits, (struct edit){ cell.value.begin, cell.value.end, sb_take(&value) });
			free(told);
		}
		sb_release(&value);
	}
	return can;
}

/* True if all expectations of the test hold, or can be written anew. */
static bool can_be_renewed(struct work *work, const struct item *item, const struct tried_test *tried,
                           const expectation_list *found)
{
	for (size_t i = 0; i < found->n; i++) {
		struct sb inside = { 0 };
		bool mixed;
		const struct seen *seen = seen_instead(tried, found->at[i].line, &mixed);
		bool can = !seen || (!mixed && !work->is_last &&
		                     expectation_renew(work->text, &found->at[i], seen, name_of, work, &inside));
		can = can || (!work->is_last && renew_cells(work, item, tried, &found->at[i], true));
		sb_release(&inside);
		if (!can)
			return false;
	}
	return true;
}

static bool any_fails(const struct tried_test *tried, const expectation_list *found)
{
	bool any = false, mixed;
	for (size_t i = 0; i < found->n; i++)
		any |= seen_instead(tried, found->at[i].line, &mixed) != NULL;
	return any;
}

static void renew(struct work *work, const struct item *item, const struct tried_test *tried,
                  const expectation_list *found)
{
	for (size_t i = 0; i < found->n; i++) {
		struct sb inside = { 0 };
		bool mixed;
		const struct seen *seen = seen_instead(tried, found->at[i].line, &mixed);
		if (seen && renew_cells(work, item, tried, &found->at[i], true))
			renew_cells(work, item, tried, &found->at[i], false);
		else if (seen && expectation_renew(work->text, &found->at[i], seen, name_of, work, &inside))
			change(work, item, &found->at[i], &inside);
		sb_release(&inside);
	}
}

static void look_at(struct work *work, const struct item *item, struct tried_test *tried)
{
	expectation_list found = { 0 };
	bool ours = is_ours(work, item);
	uint32_t line = line_at(work->text, item->code);
	expectations_find(work->text, item, &found);
	bool fails = any_fails(tried, &found);
	if (tried->trouble && ours)
		drop(work, item, tried->trouble);
	else if (tried->trouble)
		note(work, NOTE_BY_HAND, item->name, line, tried->trouble);
	else if (fails && !ours)
		note(work, NOTE_BY_HAND, item->name, line, "an expectation does not hold any more");
	else if (fails && can_be_renewed(work, item, tried, &found))
		renew(work, item, tried, &found);
	else if (fails)
		drop(work, item,
		     work->is_last ? "the values it sees change from run to run"
		                   : "an expectation does not hold any more, and cannot be said anew");
	vec_release(&found);
}

/* ---- rounds ---- */

static int by_begin(const void *a, const void *b)
{
	const struct edit *x = a, *y = b;
	return x->begin < y->begin ? -1 : x->begin > y->begin;
}

static void apply_edits(struct work *work)
{
	struct sb out = { 0 };
	size_t at = 0;
	VEC(const char *) changed = { 0 };
	for (size_t i = 0; i < work->items.n; i++) /* we wrote the changed text, too */
		if (work->items.at[i].is_test && is_ours(work, &work->items.at[i]))
			vec_push(&changed, work->items.at[i].name);
	qsort(work->edits.at, work->edits.n, sizeof *work->edits.at, by_begin);
	for (size_t i = 0; i < work->edits.n; i++) {
		struct edit *edit = &work->edits.at[i];
		if (edit->begin >= at) {
			sb_add_bytes(&out, work->text + at, edit->begin - at);
			sb_add(&out, edit->text);
			at = edit->end;
		}
		free(edit->text);
	}
	sb_add(&out, work->text + at);
	vec_clear(&work->edits);
	free(work->text);
	work->text = sb_take(&out);
	vec_clear(&work->items);
	items_parse(work->text, work->refresh->arena, &work->items);
	for (size_t i = 0; i < changed.n; i++) {
		const struct item *item = items_test(&work->items, changed.at[i]);
		if (item)
			kept_of(work, item->name)->hash = item_hash(work->text, item);
	}
	vec_release(&changed);
}

/* Runs the tests and changes expectations. *done: nothing was changed in this round. */
static status play_round(struct work *work, const char *makefile, bool *done)
{
	struct refresh *refresh = work->refresh;
	work->probe = (struct probe){ .folder = refresh->probing,
		                      .program = arena_printf(refresh->arena, "%.*s", (int)strlen(work->file) - 2,
		                                              work->file),
		                      .makefile = makefile,
		                      .arena = refresh->arena };
	for (size_t i = 0; i < work->items.n; i++)
		if (work->items.at[i].is_test)
			vec_push(&work->probe.tests, (struct tried_test){ .name = work->items.at[i].name });
	status st = probe_run(&work->probe, work->text, &work->items);
	if (!st && work->probe.trouble)
		note(work, NOTE_FILE, NULL, 1, work->probe.trouble);
	for (size_t i = 0, test = 0; i < work->items.n && !st && !work->probe.trouble; i++)
		if (work->items.at[i].is_test)
			look_at(work, &work->items.at[i], &work->probe.tests.at[test++]);
	probe_release(&work->probe);
	*done = !work->edits.n;
	if (!st && !*done)
		apply_edits(work);
	return st;
}

static void count(struct work *work, size_t first_note)
{
	struct refresh *refresh = work->refresh;
	for (size_t i = 0; i < work->items.n; i++) {
		bool holds = work->items.at[i].is_test;
		refresh->n_tests += holds;
		for (size_t k = first_note; k < refresh->notes.n && holds; k++)
			holds = refresh->notes.at[k].test &&
			        !str_equal(refresh->notes.at[k].test, work->items.at[i].name);
		refresh->n_held += holds;
	}
	for (size_t k = first_note; k < refresh->notes.n; k++)
		refresh->n_tests += refresh->notes.at[k].kind == NOTE_DROPPED;
}

static status refresh_text(struct work *work, const char *path, const char *makefile)
{
	bool done = false;
	size_t first_note = work->refresh->notes.n;
	char *before = xstrdup(work->text);
	status st = NULL;
	items_parse(work->text, work->refresh->arena, &work->items);
	for (uint32_t i = 0; i < MAX_ROUNDS && !done && !st; i++) {
		work->is_last = i == MAX_ROUNDS - 1;
		st = play_round(work, makefile, &done);
	}
	if (!st && !str_equal(before, work->text))
		st = file_write(path, work->text, strlen(work->text));
	count(work, first_note);
	free(before);
	return st;
}

status refresh_file(struct refresh *refresh, const char *file)
{
	struct work work = { .refresh = refresh, .file = file };
	char *path = xprintf("%s/%s", refresh->tests, file), *make_path = xprintf("%s/Makefile", refresh->tests);
	char *makefile = NULL;
	status st = file_read(make_path, &makefile, NULL);
	if (!st)
		st = file_read(path, &work.text, NULL);
	if (!st)
		st = refresh_text(&work, path, makefile);
	vec_release(&work.items);
	vec_release(&work.edits);
	free(work.text);
	free(makefile);
	free(path);
	free(make_path);
	return st;
}
