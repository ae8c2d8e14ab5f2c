/* str: text that grows (struct sb), and small questions about strings. */
#ifndef SKEP_BASE_STR_H
#define SKEP_BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"

/* A string builder. Zero-initialise it; `text` is always terminated or NULL. */
struct sb {
	char *text;
	size_t n, cap;
};

void sb_add(struct sb *sb, const char *text);
void sb_add_bytes(struct sb *sb, const void *bytes, size_t size);
/* Adds `size` bytes for the caller to fill in; the pointer is valid until the next addition. */
char *sb_extend(struct sb *sb, size_t size);
void sb_add_char(struct sb *sb, char c);
PRINTF_LIKE(2, 3)
void sb_addf(struct sb *sb, const char *format, ...);
void sb_vaddf(struct sb *sb, const char *format, va_list args);
/* The letter that stands for the character behind a backslash in C; 0: there is none. */
char c_escape_letter(unsigned char c);
/* Appends the bytes as a string literal of C. Characters in `avoid` are written as numbers. */
void sb_add_literal(struct sb *sb, const void *bytes, size_t size, const char *avoid);
/* The text so far, never NULL; it belongs to the builder. */
const char *sb_text(const struct sb *sb);
/* The text, which the caller frees; the builder is empty afterwards. */
char *sb_take(struct sb *sb);
void sb_clear(struct sb *sb);
void sb_release(struct sb *sb);

bool str_equal(const char *a, const char *b);
bool str_starts(const char *text, const char *prefix);
bool str_ends(const char *text, const char *suffix);
/* The number of characters that both begin with. */
size_t str_common_start(const char *a, const char *b);
/* `word` is one of the words in `text`, split at underscores and at changes from lower to upper
 * case; letter case is ignored. */
bool str_has_word(const char *text, const char *word);
/* The character may be part of a name in C. */
bool is_name_char(char c);
/* The C text contains the name as a whole word. */
bool str_has_name(const char *text, const char *name);
/* The part after the last slash. */
const char *path_base(const char *path);

#endif
