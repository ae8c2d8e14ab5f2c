/* check_lines: which expectation stands on which line of a written suite. What a
 * suite says when it fails is read back through this. Private to emit/. */
#ifndef SKEP_EMIT_CHECK_LINES_H
#define SKEP_EMIT_CHECK_LINES_H

#include "emit/draft.h"

struct check_line {
	uint32_t line;
	uint32_t draft, sight;
};

/* Zero-initialise it; vec_release(&lines->at) frees it. */
struct check_lines {
	VEC(struct check_line) at;
};

/* Reads the text that write_test_file() gave for these drafts, in the plain format. */
void check_lines_read(struct check_lines *lines, const struct unit *unit, const draft_list *drafts, const char *text);
/* The expectation that starts on this line; NULL: none does. */
const struct check_line *check_line_at(const struct check_lines *lines, uint32_t line);
/* Takes zero bytes, which a unit may print like any other, out of the way of those
 * who look for lines in what a suite said. */
void output_make_text(struct sb *output);
/* Calls fn for every expectation that `output`, of the compiled suite, says has failed. */
void check_lines_failed(const struct check_lines *lines, const struct unit *unit, const char *output,
                        void (*fn)(void *context, const struct check_line *failed), void *context);

#endif
