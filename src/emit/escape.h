/* escape: text of unknown origin, made safe to put into HTML, XML, JSON, commands and makefiles.
 *
 * Sources, test names and evidence may hold anything. A byte that is not UTF-8, a control character, and a
 * character that changes the direction of text (and so makes code look like other code) are shown as U+FFFD. */
#ifndef SKEP_EMIT_ESCAPE_H
#define SKEP_EMIT_ESCAPE_H

#include <stdint.h>

#include "base/str.h"

/* Appends the bytes as valid UTF-8 without surprises; tabs and newlines stay. For JSON. */
void escape_utf8(struct sb *out, const char *bytes, size_t n);
/* Appends the bytes as valid UTF-8 with & < > " ' escaped: right in elements and attributes of HTML and XML. */
void escape_markup(struct sb *out, const char *bytes, size_t n);
/* Appends a zero-terminated text as escape_markup() does; NULL adds nothing. */
void escape_text(struct sb *out, const char *text);
/* Appends a relative path for href: all but plain characters are percent-encoded. */
void escape_url(struct sb *out, const char *path);
/* Appends one word of a shell command: in quotes if it is not plain. */
void escape_shell(struct sb *out, const char *word);
/* Appends one word of a shell command in a makefile. */
void escape_recipe(struct sb *out, const char *word);
/* Appends a file that a rule of a makefile depends on. */
void escape_prerequisite(struct sb *out, const char *path);

/* "1,234,567" */
void show_number(struct sb *out, uint64_t number);
/* "1 test", "12 tests" */
void show_plural(struct sb *out, uint64_t number, const char *one, const char *many);
/* "0.42 s", "12 s", "2:05 min" */
void show_seconds(struct sb *out, double seconds);

#endif
