/* report: the parts of report/index.html. Private to emit/report*.c.
 *
 * report.c writes the page and calls one function per section, in the order of
 * the page. The style and the script are report.css and report.js, linked in by
 * report_assets.c. Without the script everything can still be read; it adds
 * sorting, filtering, the explanations at goals and the keys.
 *
 * Names in the page that script, style and links share:
 *   #L<file>-<line>   a source line        #g<goal>   an entry of "Not covered"
 *   button.no[data-g] a goal not covered, in the source
 *   button.no[data-tip] the same with its explanation in place (MC/DC) */
#ifndef SKEP_EMIT_REPORT_H
#define SKEP_EMIT_REPORT_H

#include "emit/escape.h"
#include "emit/report/goals.h"
#include "emit/results.h"

/* A source as it is when the report is written; text is NULL if the file cannot be read. */
struct source_text {
	char *text;
	size_t size;
	uint32_t n_lines;
};

struct report {
	const struct results *results;
	const struct marks *marks;
	const struct cover *cover;
	struct goals goals;
	struct source_text *sources; /* one per file of marks */
	size_t n_listed;             /* goals in "Not covered" that are told one by one: the first ones */
	bool is_excerpt;             /* only the lines of the sources with goals not covered are shown */
	struct sb *out;
};

void report_failures(struct report *report);  /* report_tests.c */
void report_tests(struct report *report);
void report_plot(struct report *report);      /* report_plot.c: coverage over time */
void report_workers(struct report *report);   /* report_workers.c: nothing if one machine searched */
bool report_has_workers(const struct results *results);
void report_tables(struct report *report);    /* report_tables.c: files, functions */
void report_stand_ins(struct report *report); /* report_stand_ins.c: nothing if there are none */
void report_targets(struct report *report);   /* report_targets.c: nothing if there are none */
void report_uncovered(struct report *report); /* report_uncovered.c */
void report_source(struct report *report);    /* report_source.c */
void report_load_sources(struct report *report);
void report_release_sources(struct report *report);

/* True if less than so many percent of the page are written. A page of more than 2 MB is slow to load and to
 * search, so each section of a large unit gets a share of that, and says what it leaves out. */
bool report_has_room(const struct report *report, unsigned percent);
enum { ROOM_FAILURES = 15, ROOM_FUNCTIONS = 30, ROOM_UNCOVERED = 55, ROOM_TESTS = 65, ROOM_SOURCE = 96 };
/* Returns a whole percentage: 100 only for all, 0 only for none. */
unsigned report_percent(struct count count);
/* Appends a thin bar. It is decoration; the numbers stand beside it. */
void report_bar(struct sb *out, struct count count);
/* Opens a link to a source line, or to the file's heading if the line is not shown. */
void report_link(struct report *report, const struct place *place);
/* Appends a whole link, with the text file:line. */
void report_place(struct report *report, const struct place *place);

/* report_code.c: classes of the bytes of a line of C, for colouring. */
enum code_class { CODE_PLAIN, CODE_COMMENT, CODE_STRING, CODE_KEYWORD, CODE_DIRECTIVE };

struct code_state {
	bool in_comment;     /* a block comment goes on in the next line */
	bool in_directive;   /* so does a preprocessor line */
};

enum { MISSING_OUTCOME = 0x80 }; /* added to the code_class of a byte */

/* Appends bytes of one class, coloured (report_source.c). */
void report_run(struct sb *out, const char *bytes, size_t n, unsigned char class);
void code_classes(struct code_state *state, const char *line, size_t n, unsigned char *classes);

/* report_assets.c: the files of the same names, zero-terminated. */
extern const char report_css[];
extern const char report_js[];

#endif
