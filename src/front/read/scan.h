/* scan: small questions about preprocessed text. Private to front/.
 *
 * Preprocessed text has no comments and no macros. It has tokens, blanks and lines that start with
 * '#' (line markers and pragmas). Offsets count bytes from the start of the text, which ends with a
 * zero. */
#ifndef SKEP_FRONT_SCAN_H
#define SKEP_FRONT_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* The offset of the next token at or after `at`. */
size_t scan_blanks(const char *text, size_t at);

/* The offset after the ';' if that is the next token, else `at`. */
size_t scan_semicolon(const char *text, size_t at);

/* Finds the two semicolons in the header of the `for` that starts at `at`. */
bool scan_for_header(const char *text, size_t at, size_t semicolons[2]);

/* The offset where a statement can be inserted before the token or pragma at `at`: before the
 * pragma's line, because a pragma belongs to the statement behind it. */
size_t scan_before_pragma(const char *text, size_t at);

/* The offset after the '{' at `at` and after `__label__` declarations, which must come first. */
size_t scan_block_start(const char *text, size_t at);

/* The text defines a function of this name. */
bool scan_defines(const char *text, const char *name);

/* The offset after the macro call or name at `at`: an identifier with its arguments in parentheses,
 * if it has any. For text that is not preprocessed. */
size_t scan_invocation(const char *text, size_t length, size_t at);
/* A comma outside of parentheses and literals lies in [start, end), so that the text cannot be one
 * macro argument. */
bool scan_has_comma(const char *text, size_t start, size_t end);

#endif
