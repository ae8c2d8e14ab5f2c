/* report_source: every source, with the suite's coverage line by line.
 *
 * The number of tests that run a line stands left of the code. Two outcomes stand directly behind a condition,
 * the MC/DC state behind a decision of several conditions, and behind a case label whether the case was taken.
 * The marks of a file are sorted by place once; then the file is walked line by line, so the work grows with
 * lines plus marks. Lines are grouped in chunks, which a browser lays out only when they come into view. */
#include "emit/report/report.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "proc/child.h"

/* A browser has to guess the height of chunks that it lays out late, which pays only for long files. */
enum { CHUNK_LINES = 100, LONG_FILE = 2000 };
enum { AROUND = 2 };     /* lines around each place that an excerpt shows */
enum { LINE_BYTES = 130 }; /* roughly the bytes that the page adds to a line */

enum mark_kind { MARK_CONDITION, MARK_CASE, MARK_DECISION };

/* Something that is shown behind a byte of a line. */
struct mark {
	uint32_t line, column;   /* column from 1: shown before this byte */
	enum mark_kind kind;
	uint32_t index;
};

/* Bytes of a line that belong to a condition with a missing outcome. */
struct stretch {
	uint32_t line, from, to; /* columns from 1, `to` excluded */
};

struct line_state {
	uint32_t n_tests;        /* the most tests of any statement that starts here */
	bool has_covered, has_uncovered;
};

struct listing {
	struct report *report;
	uint32_t file;
	uint32_t n_lines;
	struct line_state *lines;  /* [1 .. n_lines] */
	VEC(struct mark) marks;
	VEC(struct stretch) stretches;
	size_t next_mark, next_stretch;
	struct code_state code;
	bool *shown;               /* [1 .. n_lines]; NULL: all are */
	unsigned char *classes;    /* of the bytes of the current line */
	size_t classes_size;
};

#define COMPARE(a, b) ((a) < (b) ? -1 : (a) > (b))

static uint32_t count_lines(const char *text, size_t size)
{
	uint32_t n = size > 0 && text[size - 1] != '\n';
	for (size_t i = 0; i < size; i++)
		n += text[i] == '\n';
	return n;
}

static bool covered(const struct listing *l, uint32_t probe)
{
	return cover_has(l->report->cover, probe);
}

static bool is_here(const struct listing *l, const struct place *place)
{
	return place->file == l->file && place->line >= 1 && place->line <= l->n_lines;
}

/* ---- what belongs to which line ---- */

static void note_statement(struct listing *l, const struct statement *statement)
{
	const struct place *place = &statement->place;
	uint32_t probe = marks_region_probe(l->report->marks, statement->region);
	if (!is_here(l, place))
		return;
	struct line_state *line = &l->lines[place->line];
	if (covered(l, probe)) {
		uint32_t n = l->report->goals.n_tests[probe];
		line->has_covered = true;
		line->n_tests = n > line->n_tests ? n : line->n_tests;
		return;
	}
	/* A statement that never ran is shaded to its end. Statements inside it are uncovered, too, and come
	 * here themselves, so long statements need not be walked to their end. */
	uint32_t end = place->end_line < place->line + 40 ? place->end_line : place->line;
	for (uint32_t n = place->line; n <= end && n <= l->n_lines; n++)
		l->lines[n].has_uncovered = true;
}

static void note_stretch(struct listing *l, const struct place *place)
{
	for (uint32_t line = place->line; line <= place->end_line && line < place->line + 40; line++)
		vec_push(&l->stretches,
		         (struct stretch){ .line = line,
		                           .from = line == place->line ? place->column : 1,
		                           .to = line == place->end_line ? place->end_column : UINT32_MAX });
}

static void note_conditions(struct listing *l)
{
	const struct marks *marks = l->report->marks;
	for (uint32_t i = 0; i < marks->conditions.n; i++) {
		const struct place *place = &marks->conditions.at[i].place;
		if (!is_here(l, place))
			continue;
		vec_push(&l->marks, (struct mark){ place->end_line, place->end_column, MARK_CONDITION, i });
		if (!covered(l, marks_condition_probe(marks, i, false)) ||
		    !covered(l, marks_condition_probe(marks, i, true)))
			note_stretch(l, place);
	}
}

static void note_decisions(struct listing *l)
{
	const struct marks *marks = l->report->marks;
	for (uint32_t i = 0; i < marks->decisions.n; i++) {
		const struct decision *decision = &marks->decisions.at[i];
		if (decision->n_conditions > 1 && is_here(l, &decision->place))
			vec_push(&l->marks, (struct mark){ decision->place.end_line, decision->place.end_column,
			                                   MARK_DECISION, i });
	}
}

/* Notes a mark behind the colon of each label, and for an implicit default behind the first line of its switch.
 * Both columns are found when the line is written. */
static void note_cases(struct listing *l)
{
	const struct marks *marks = l->report->marks;
	for (uint32_t i = 0; i < marks->cases.n; i++) {
		const struct case_mark *mark = &marks->cases.at[i];
		const struct place *place = mark->is_implicit ? &marks->switches.at[mark->of_switch].place
		                                              : &mark->place;
		if (is_here(l, place))
			vec_push(&l->marks, (struct mark){ place->line, mark->is_implicit ? UINT32_MAX : place->column,
			                                   MARK_CASE, i });
	}
}

static int by_mark_place(const void *a, const void *b)
{
	const struct mark *x = a, *y = b;
	int order = COMPARE(x->line, y->line);
	if (!order)
		order = COMPARE(x->column, y->column);
	if (!order)
		order = COMPARE(x->kind, y->kind);
	return order ? order : COMPARE(x->index, y->index);
}

static int by_line(const void *a, const void *b)
{
	return COMPARE(((const struct stretch *)a)->line, ((const struct stretch *)b)->line);
}

static void collect(struct listing *l)
{
	const struct marks *marks = l->report->marks;
	l->lines = xcalloc(l->n_lines + 1, sizeof *l->lines);
	for (size_t i = 0; i < marks->statements.n; i++)
		note_statement(l, &marks->statements.at[i]);
	note_conditions(l);
	note_decisions(l);
	note_cases(l);
	if (l->marks.n)
		qsort(l->marks.at, l->marks.n, sizeof *l->marks.at, by_mark_place);
	if (l->stretches.n)
		qsort(l->stretches.at, l->stretches.n, sizeof *l->stretches.at, by_line);
}

/* ---- what is shown behind a byte ---- */

/* Adds one outcome: a plain sign if a test has it, else a button. */
static void add_outcome(struct listing *l, uint32_t probe, const char *letter, const char *word)
{
	const struct goals *goals = &l->report->goals;
	const struct results *results = l->report->results;
	struct sb *out = l->report->out;
	if (!covered(l, probe) && goals->of_probe[probe] == NONE) { /* in a header: no goal */
		sb_addf(out, "<b title=\"%s: not covered, not counted\">%s</b>", word, letter);
		return;
	}
	if (!covered(l, probe) && goals->of_probe[probe] >= l->report->n_listed) { /* the list has no entry to go to */
		sb_addf(out, "<b class=\"no\" title=\"%s: not covered\">%s</b>", word, letter);
		return;
	}
	if (!covered(l, probe)) {
		sb_addf(out,
		        "<button type=\"button\" class=\"no\" data-g=\"%u\" aria-label=\"%s: not covered\">%s</button>",
		        goals->of_probe[probe], word, letter);
		return;
	}
	sb_addf(out, "<b class=\"yes\" title=\"%s: ", word);
	show_plural(out, goals->n_tests[probe], "test", "tests");
	if (goals->first_test[probe] != NONE) {
		sb_add(out, goals->n_tests[probe] == 1 ? ", " : ", first ");
		escape_text(out, results->suite.tests[goals->first_test[probe]].name);
	}
	sb_addf(out, "\">%s</b>", letter);
}

static void add_condition(struct listing *l, uint32_t i)
{
	sb_add(l->report->out, "<span class=\"m\">");
	add_outcome(l, marks_condition_probe(l->report->marks, i, true), "T", "true");
	add_outcome(l, marks_condition_probe(l->report->marks, i, false), "F", "false");
	sb_add(l->report->out, "</span>");
}

static void add_case(struct listing *l, uint32_t i)
{
	const struct case_mark *mark = &l->report->marks->cases.at[i];
	sb_add(l->report->out, "<span class=\"m\">");
	add_outcome(l, marks_case_probe(l->report->marks, i), mark->is_implicit ? "no case" : "",
	            mark->is_implicit ? "no case matches" : "case taken");
	sb_add(l->report->out, "</span>");
}

/* Adds "MC/DC 1/2", with the missing conditions as explanation. */
static void add_decision(struct listing *l, uint32_t i)
{
	const struct marks *marks = l->report->marks;
	const struct decision *decision = &marks->decisions.at[i];
	struct sb *out = l->report->out;
	struct sb missing = { 0 };
	uint32_t shown = 0;
	for (uint32_t k = 0; k < decision->n_conditions; k++) {
		uint32_t condition = decision->first_condition + k;
		if (decision->n_paths && cover_mcdc(l->report->cover, condition))
			shown++;
		else
			sb_addf(&missing, "%s%s", missing.n ? ", " : "", marks->conditions.at[condition].text);
	}
	sb_add(out, "<span class=\"m\">");
	if (decision->n_paths == 0) {
		sb_add(out, "<b class=\"yes plain\" title=\"too many ways to evaluate it\">MC/DC not measured</b>");
	} else if (shown == decision->n_conditions) {
		sb_addf(out, "<b class=\"yes\" title=\"each of the %u conditions is shown to matter\">MC/DC</b>",
		        shown);
	} else {
		sb_add(out,
		       "<button type=\"button\" class=\"no mcdc\" data-tip=\"Not yet shown to change this decision by itself: ");
		escape_text(out, sb_text(&missing));
		sb_addf(out, "\" aria-label=\"MC/DC: %u of %u conditions shown to matter\">MC/DC %u/%u</button>", shown,
		        decision->n_conditions, shown, decision->n_conditions);
	}
	sb_add(out, "</span>");
	sb_release(&missing);
}

static void add_mark(struct listing *l, const struct mark *mark)
{
	switch (mark->kind) {
	case MARK_CONDITION:
		add_condition(l, mark->index);
		break;
	case MARK_CASE:
		add_case(l, mark->index);
		break;
	case MARK_DECISION:
		add_decision(l, mark->index);
		break;
	}
}

/* ---- lines ---- */

void report_run(struct sb *out, const char *bytes, size_t n, unsigned char class)
{
	static const char letters[] = { 0, 'c', 's', 'k', 'd' };
	char letter = letters[class & ~MISSING_OUTCOME];
	if (class)
		sb_addf(out, "<span class=\"%.*s%s\">", letter ? 1 : 0, &letter,
		        class & MISSING_OUTCOME ? letter ? " u" : "u" : "");
	escape_markup(out, bytes, n);
	if (class)
		sb_add(out, "</span>");
}

/* Adds the bytes [from, to) in runs of one class. */
static void add_bytes(struct listing *l, const char *line, size_t from, size_t to)
{
	while (from < to) {
		size_t end = from + 1;
		while (end < to && l->classes[end] == l->classes[from])
			end++;
		report_run(l->report->out, line + from, end - from, l->classes[from]);
		from = end;
	}
}

static void classify(struct listing *l, uint32_t number, const char *line, size_t n)
{
	if (n > l->classes_size) {
		l->classes_size = 2 * n;
		l->classes = xrealloc(l->classes, l->classes_size);
	}
	code_classes(&l->code, line, n, l->classes);
	for (; l->next_stretch < l->stretches.n && l->stretches.at[l->next_stretch].line <= number; l->next_stretch++) {
		const struct stretch *stretch = &l->stretches.at[l->next_stretch];
		for (size_t i = stretch->from ? stretch->from - 1 : 0; i < n && i + 1 < stretch->to; i++)
			if (line[i] != ' ' && line[i] != '\t')
				l->classes[i] |= MISSING_OUTCOME;
	}
}

/* Returns the column behind the colon of the label that starts at `i`. */
static size_t label_end(const struct listing *l, const char *line, size_t i, size_t n)
{
	while (i < n && (line[i] != ':' || (l->classes[i] & ~MISSING_OUTCOME) == CODE_STRING))
		i++;
	return i < n ? i + 1 : n;
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Returns the byte before which a mark stands. A condition inside a macro may have no extent in the user's
 * text: it then ends where the macro's name starts, and its mark stands behind the name. */
static size_t mark_offset(const struct listing *l, const struct mark *mark, const char *line, size_t n)
{
	size_t i = mark->column ? mark->column - 1 : 0;
	if (i >= n)
		return n;
	if (mark->kind == MARK_CASE)
		return label_end(l, line, i, n);
	if (i == 0 || !is_word(line[i - 1]))
		while (i < n && is_word(line[i]))
			i++;
	return i;
}

static void add_code(struct listing *l, uint32_t number, const char *line, size_t n)
{
	size_t at = 0;
	classify(l, number, line, n);
	for (; l->next_mark < l->marks.n && l->marks.at[l->next_mark].line <= number; l->next_mark++) {
		const struct mark *mark = &l->marks.at[l->next_mark];
		size_t offset = mark_offset(l, mark, line, n);
		if (offset > at) {
			add_bytes(l, line, at, offset);
			at = offset;
		}
		add_mark(l, mark);
	}
	add_bytes(l, line, at, n);
}

static void add_line(struct listing *l, uint32_t number, const char *line, size_t n)
{
	const struct line_state *state = &l->lines[number];
	struct sb *out = l->report->out;
	const char *class = !state->has_uncovered ? "" : state->has_covered ? " part" : " out";
	sb_addf(out, "<div class=\"l%s\" id=\"L%u-%u\" data-n=\"%u\"", class, l->file, number, number);
	if (state->has_covered)
		sb_addf(out, " data-h=\"%u\"", state->n_tests);
	else if (state->has_uncovered)
		sb_add(out, " data-h=\"\xe2\x9c\x97\"");
	sb_add(out, "><code>");
	add_code(l, number, line, n);
	sb_add(out, "</code></div>\n");
}

static void begin_chunk(struct listing *l, uint32_t first)
{
	uint32_t n = l->n_lines - first + 1 < CHUNK_LINES ? l->n_lines - first + 1 : CHUNK_LINES;
	sb_add(l->report->out, first > 1 ? "</div>" : "");
	if (l->n_lines > LONG_FILE)
		sb_addf(l->report->out, "<div class=\"chunk\" style=\"--lines:%u\">\n", n);
	else
		sb_add(l->report->out, "<div>\n");
}

/* ---- excerpts ---- */

static void show_around(struct listing *l, uint32_t line)
{
	for (uint32_t n = line > AROUND ? line - AROUND : 1; n <= line + AROUND && n <= l->n_lines; n++)
		l->shown[n] = true;
}

/* Chooses lines that are not covered, conditions with a missing outcome, and the lines around them. */
static void choose_lines(struct listing *l)
{
	l->shown = xcalloc(l->n_lines + 1, sizeof *l->shown);
	for (uint32_t n = 1; n <= l->n_lines; n++)
		if (l->lines[n].has_uncovered)
			show_around(l, n);
	for (size_t i = 0; i < l->stretches.n; i++)
		show_around(l, l->stretches.at[i].line);
	for (size_t i = 0; i < l->report->marks->functions.n; i++) {
		const struct place *place = &l->report->marks->functions.at[i].place;
		if (is_here(l, place))
			l->shown[place->line] = true;
	}
}

/* Skips a line with its marks, which would otherwise move to the next line. */
static void skip_line(struct listing *l, uint32_t number, const char *line, size_t n)
{
	classify(l, number, line, n);
	while (l->next_mark < l->marks.n && l->marks.at[l->next_mark].line <= number)
		l->next_mark++;
	if ((number == 1 || l->shown[number - 1]) && report_has_room(l->report, ROOM_SOURCE))
		sb_add(l->report->out, "<div class=\"gap\">\xe2\x8b\xaf</div>\n");
}

static void add_lines(struct listing *l)
{
	struct sb *out = l->report->out;
	const struct source_text *source = &l->report->sources[l->file];
	const char *line = source->text, *end = source->text + source->size;
	for (uint32_t number = 1; number <= l->n_lines; number++) {
		const char *newline = memchr(line, '\n', (size_t)(end - line));
		size_t n = (size_t)((newline ? newline : end) - line);
		if (number % CHUNK_LINES == 1)
			begin_chunk(l, number);
		n -= n > 0 && line[n - 1] == '\r';
		if (l->shown && !report_has_room(l->report, ROOM_SOURCE))
			l->shown[number] = false;
		if (l->shown && !l->shown[number])
			skip_line(l, number, line, n);
		else
			add_line(l, number, line, n);
		line = newline ? newline + 1 : end;
	}
	sb_add(out, l->n_lines ? "</div>\n" : "");
}

/* ---- files ---- */

static bool has_functions(const struct marks *marks, uint32_t file)
{
	for (size_t i = 0; i < marks->functions.n; i++)
		if (marks->functions.at[i].place.file == file)
			return true;
	return false;
}

/* Reads a source. Its path is relative to the folder where skep was started, or to the folder in which the
 * source is compiled. */
static void read_source(const struct report *report, const char *path, struct source_text *source)
{
	const struct unit *unit = report->results->unit;
	status st = file_read(path, &source->text, &source->size);
	for (size_t i = 0; st && path[0] != '/' && i < unit->sources.n; i++) {
		const char *directory = unit->sources.at[i].source ? unit->sources.at[i].source->directory : NULL;
		if (!directory)
			continue;
		char *full = xprintf("%s/%s", directory, path);
		status_free(st);
		st = file_read(full, &source->text, &source->size);
		free(full);
	}
	if (st)
		source->text = NULL;
	else
		source->n_lines = count_lines(source->text, source->size);
	status_free(st);
}

void report_load_sources(struct report *report)
{
	report->sources = xcalloc(report->marks->files.n + 1, sizeof *report->sources);
	for (uint32_t i = 0; i < report->marks->files.n; i++)
		if (has_functions(report->marks, i))
			read_source(report, report->marks->files.at[i], &report->sources[i]);
}

void report_release_sources(struct report *report)
{
	for (uint32_t i = 0; i < report->marks->files.n; i++)
		free(report->sources[i].text);
	free(report->sources);
}

static void add_listing(struct report *report, uint32_t file)
{
	struct listing l = { .report = report, .file = file, .n_lines = report->sources[file].n_lines };
	collect(&l);
	if (report->is_excerpt)
		choose_lines(&l);
	sb_add(report->out, "<div class=\"code\">\n");
	add_lines(&l);
	sb_add(report->out, "</div>");
	vec_release(&l.marks);
	vec_release(&l.stretches);
	free(l.lines);
	free(l.shown);
	free(l.classes);
}

static void add_file(struct report *report, uint32_t file)
{
	const char *path = report->marks->files.at[file];
	struct sb *out = report->out;
	sb_addf(out, "<details class=\"file\" id=\"F%u\" open><summary><h3>", file);
	escape_text(out, path);
	sb_add(out, "</h3></summary>\n");
	if (report->sources[file].text)
		add_listing(report, file);
	else
		sb_add(out,
		       "<p class=\"quiet\">The file could not be read when this report was written, so its source is "
		       "not shown. The numbers above are from the run.</p>");
	sb_add(out, "</details>\n");
}

/* True if the page has no room for all sources. */
static bool is_too_large(const struct report *report)
{
	struct sb pretended = *report->out;
	struct report page = *report;
	page.out = &pretended;
	for (uint32_t i = 0; i < report->marks->files.n; i++)
		pretended.n += report->sources[i].size + (size_t)LINE_BYTES * report->sources[i].n_lines;
	return !report_has_room(&page, ROOM_SOURCE);
}

void report_source(struct report *report)
{
	struct sb *out = report->out;
	report->is_excerpt = is_too_large(report);
	sb_add(out,
	       "<section id=\"source\" aria-labelledby=\"source-title\"><h2 id=\"source-title\">Source</h2>\n"
	       "<p class=\"legend\">Beside each line: how many tests run it, <span class=\"out\">\xe2\x9c\x97 none</span>. "
	       "Behind each condition: <span class=\"m\"><b class=\"yes\">T</b><b class=\"no\">F</b></span> "
	       "was true, was never false.<span class=\"script\"> Point at, focus or click a "
	       "<span class=\"m\"><b class=\"no\">F</b></span> to see why; "
	       "<kbd>j</kbd> and <kbd>k</kbd> go from one to the next.</span></p>\n");
	if (report->is_excerpt)
		sb_add(out,
		       "<p class=\"quiet\">The unit is large: only what is not covered is shown, as far as there is room. "
		       "<code>coverage.info</code> has every line, for <code>genhtml</code> and editors.</p>\n");
	for (uint32_t i = 0; i < report->marks->files.n; i++)
		if (has_functions(report->marks, i))
			add_file(report, i);
	sb_add(out, "</section>\n");
}
