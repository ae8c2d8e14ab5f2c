/* check_lines: which expectation stands on which line of a written suite.
 *
 * The gate reads the messages of a suite that fails through this table. A line in a loop stands for as many
 * expectations as the loop has turns. Private to emit/. */
#ifndef SKEP_EMIT_CHECK_LINES_H
#define SKEP_EMIT_CHECK_LINES_H

#include "emit/suite/draft.h"

struct check_line {
	uint32_t line;
	uint32_t draft, sight;
};

/* Begins as all zeroes; vec_release(&lines->at) frees it. */
struct check_lines {
	VEC(struct check_line) at;
};

/* Reads the text that write_test_file() gave for the drafts of this file, in the plain format. */
void check_lines_read(struct check_lines *lines, const struct unit *unit, const draft_list *drafts,
                      const struct test_file *file, const char *text);
/* Calls fn for every expectation that starts on this line; false: the line has none. */
bool check_lines_at(const struct check_lines *lines, uint32_t line,
                    void (*fn)(void *context, const struct check_line *found), void *context);
/* Replaces zero bytes by blanks. A unit may print zero bytes like any others, and they would hide the lines
 * behind them from a search in the output of a suite. */
void output_make_text(struct sb *output);
/* Calls fn for every expectation that failed according to `output`, the output of the compiled suite. */
void check_lines_failed(const struct check_lines *lines, const struct test_file *file, const char *output,
                        void (*fn)(void *context, const struct check_line *failed), void *context);
/* Calls fn for every line of the file that `output` names ("test_ring.c:12:"), with the text behind the name. */
void each_line_named(const struct test_file *file, const char *output,
                     void (*fn)(void *context, uint32_t line, const char *rest), void *context);

#endif
