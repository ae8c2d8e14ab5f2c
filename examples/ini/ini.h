/* ini: settings in the INI format, in memory.
 *
 *     ; a comment
 *     name = value
 *     [section]
 *     name = "a value with spaces at its ends "
 */
#ifndef INI_H
#define INI_H

#include <stdbool.h>
#include <stddef.h>

struct ini;

enum ini_error {
	INI_OK,
	INI_NO_MEMORY,
	INI_BAD_SECTION, /* no closing bracket, or something behind it */
	INI_BAD_LINE,    /* neither a comment, a section nor an assignment */
	INI_BAD_QUOTES
};

/* No settings at all; NULL if there is no memory. */
struct ini *ini_new(void);
void ini_free(struct ini *ini);

/* Adds the settings of a text. On an error, *line (may be NULL) is where, and
 * the lines before it have been taken over. */
enum ini_error ini_parse(struct ini *ini, const char *text, int *line);
const char *ini_error_text(enum ini_error error);

/* Sets a value, or replaces the one that is there. The section "" is the one
 * before the first header. */
enum ini_error ini_set(struct ini *ini, const char *section, const char *name, const char *value);
/* False if there was no such setting. */
bool ini_remove(struct ini *ini, const char *section, const char *name);

size_t ini_count(const struct ini *ini);
/* The value, valid until it is set again or removed; NULL if there is none. */
const char *ini_get(const struct ini *ini, const char *section, const char *name);
/* The value as a number or a truth (yes, no, true, false, on, off, 1, 0); the
 * fallback if there is none or it is something else. */
long ini_get_long(const struct ini *ini, const char *section, const char *name, long fallback);
bool ini_get_bool(const struct ini *ini, const char *section, const char *name, bool fallback);

#endif
