/* scan: small questions about preprocessed text. Private to front/.
 *
 * Preprocessed text has no comments and no macros; what remains besides tokens
 * are blanks and lines that start with '#' (line markers and pragmas). Offsets
 * are bytes from the start of the text, which ends with a zero. */
#ifndef SKEP_FRONT_SCAN_H
#define SKEP_FRONT_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* The next token at or after `at`. */
size_t scan_blanks(const char *text, size_t at);

/* Just after the ';' that is the next token; `at` itself if it is another. */
size_t scan_semicolon(const char *text, size_t at);

/* The two semicolons in the header of the `for` that starts at `at`. */
bool scan_for_header(const char *text, size_t at, size_t semicolons[2]);

/* Where a statement can be inserted before the token or pragma at `at`: pragmas
 * belong to what follows them, so it is before their line. */
size_t scan_before_pragma(const char *text, size_t at);

/* After the '{' at `at` and the `__label__` declarations that must come first. */
size_t scan_block_start(const char *text, size_t at);

/* A function of that name is defined in the text. */
bool scan_defines(const char *text, const char *name);

/* After the macro call or name at `at`: an identifier and, if they follow, its
 * arguments in parentheses. For text that is not preprocessed. */
size_t scan_invocation(const char *text, size_t length, size_t at);
/* True if a comma outside of parentheses and literals lies in [start, end): then
 * that is not one macro argument. */
bool scan_has_comma(const char *text, size_t start, size_t end);

#endif
