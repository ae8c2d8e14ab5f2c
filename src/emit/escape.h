/* escape: text of unknown origin, made safe to put into HTML, XML, JSON, commands and
 * makefiles.
 *
 * Sources, test names and evidence may hold anything. What is not UTF-8, is a
 * control character, or would change the direction of text (and so make code
 * look like other code) is shown as U+FFFD. */
#ifndef SKEP_EMIT_ESCAPE_H
#define SKEP_EMIT_ESCAPE_H

#include <stdint.h>

#include "base/str.h"

/* Valid UTF-8 without surprises; tabs and newlines stay. For JSON. */
void escape_utf8(struct sb *out, const char *bytes, size_t n);
/* Valid UTF-8 with & < > " ' escaped: right in element and attribute, HTML and XML. */
void escape_markup(struct sb *out, const char *bytes, size_t n);
/* A zero-terminated text; NULL adds nothing. */
void escape_text(struct sb *out, const char *text);
/* A relative path for href: what is not plain is percent-encoded. */
void escape_url(struct sb *out, const char *path);
/* Adds one word of a shell command: in quotes if it is not plain. */
void escape_shell(struct sb *out, const char *word);
/* Adds one word of a shell command in a makefile. */
void escape_recipe(struct sb *out, const char *word);
/* A file that a rule of a makefile depends on. */
void escape_prerequisite(struct sb *out, const char *path);

/* "1,234,567" */
void show_number(struct sb *out, uint64_t number);
/* "1 test", "12 tests" */
void show_plural(struct sb *out, uint64_t number, const char *one, const char *many);
/* "0.42 s", "12 s", "2:05 min" */
void show_seconds(struct sb *out, double seconds);

#endif
