/* check_lines: which expectation stands on which line of a written suite. What a
 * suite says when it fails is read back through this. One line of a loop stands for as
 * many expectations as the loop has turns. Private to emit/. */
#ifndef SKEP_EMIT_CHECK_LINES_H
#define SKEP_EMIT_CHECK_LINES_H

#include "emit/suite/draft.h"

struct check_line {
	uint32_t line;
	uint32_t draft, sight;
};

/* Zero-initialise it; vec_release(&lines->at) frees it. */
struct check_lines {
	VEC(struct check_line) at;
};

/* Reads the text that write_test_file() gave for the drafts of this file, in the plain format. */
void check_lines_read(struct check_lines *lines, const struct unit *unit, const draft_list *drafts,
                      const struct test_file *file, const char *text);
/* Calls fn for every expectation that starts on this line; false: none does. */
bool check_lines_at(const struct check_lines *lines, uint32_t line,
                    void (*fn)(void *context, const struct check_line *found), void *context);
/* Takes zero bytes, which a unit may print like any other, out of the way of those
 * who look for lines in what a suite said. */
void output_make_text(struct sb *output);
/* Calls fn for every expectation that `output`, of the compiled suite, says has failed. */
void check_lines_failed(const struct check_lines *lines, const struct test_file *file, const char *output,
                        void (*fn)(void *context, const struct check_line *failed), void *context);
/* Calls fn for every line of the file that `output` names, "test_ring.c:12:", with what stands
 * behind it. */
void each_line_named(const struct test_file *file, const char *output,
                     void (*fn)(void *context, uint32_t line, const char *rest), void *context);

#endif
