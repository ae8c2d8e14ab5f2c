/* str: see str.h. */
#define _GNU_SOURCE
#include "base/str.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"

static void reserve(struct sb *sb, size_t more)
{
	size_t want = sb->n + more + 1;
	if (want <= sb->cap)
		return;
	sb->cap = want > 2 * sb->cap ? want : 2 * sb->cap;
	sb->text = xrealloc(sb->text, sb->cap);
}

char *sb_extend(struct sb *sb, size_t size)
{
	reserve(sb, size);
	char *added = sb->text + sb->n;
	sb->n += size;
	sb->text[sb->n] = 0;
	return added;
}

void sb_add_bytes(struct sb *sb, const void *bytes, size_t size)
{
	char *added = sb_extend(sb, size);
	if (size)
		memcpy(added, bytes, size);
}

void sb_add(struct sb *sb, const char *text)
{
	sb_add_bytes(sb, text, strlen(text));
}

void sb_add_char(struct sb *sb, char c)
{
	sb_add_bytes(sb, &c, 1);
}

void sb_vaddf(struct sb *sb, const char *format, va_list args)
{
	char *text = xvprintf(format, args);
	sb_add(sb, text);
	free(text);
}

void sb_addf(struct sb *sb, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	sb_vaddf(sb, format, args);
	va_end(args);
}

char c_escape_letter(unsigned char c)
{
	static const char from[] = "\n\t\r\a\b\f\v\"\\", to[] = "ntrabfv\"\\";
	const char *found = c ? strchr(from, c) : NULL;
	return found ? to[found - from] : 0;
}

/* A second question mark could end a trigraph. */
static bool is_plain(unsigned char c, unsigned char before, const char *avoid)
{
	return c < 0x80 && isprint(c) && !(c == '?' && before == '?') && !strchr(avoid, c);
}

void sb_add_literal(struct sb *sb, const void *bytes, size_t size, const char *avoid)
{
	const unsigned char *at = bytes;
	sb_add_char(sb, '"');
	for (size_t i = 0; i < size; i++) {
		char letter = c_escape_letter(at[i]);
		if (letter)
			sb_addf(sb, "\\%c", letter);
		else if (is_plain(at[i], i ? at[i - 1] : 0, avoid))
			sb_add_char(sb, (char)at[i]);
		else if (at[i] == 0 && !(i + 1 < size && isdigit(at[i + 1])))
			sb_add(sb, "\\0");
		else
			sb_addf(sb, "\\%03o", at[i]);
	}
	sb_add_char(sb, '"');
}

const char *sb_text(const struct sb *sb)
{
	return sb->text ? sb->text : "";
}

char *sb_take(struct sb *sb)
{
	reserve(sb, 0);
	char *text = sb->text;
	text[sb->n] = 0;
	*sb = (struct sb){ 0 };
	return text;
}

void sb_clear(struct sb *sb)
{
	sb->n = 0;
	if (sb->text)
		sb->text[0] = 0;
}

void sb_release(struct sb *sb)
{
	free(sb->text);
	*sb = (struct sb){ 0 };
}

bool str_equal(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

bool str_starts(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool str_ends(const char *text, const char *suffix)
{
	size_t n = strlen(text), k = strlen(suffix);
	return n >= k && strcmp(text + n - k, suffix) == 0;
}

size_t str_common_start(const char *a, const char *b)
{
	size_t n = 0;
	while (a[n] && a[n] == b[n])
		n++;
	return n;
}

static bool word_starts_at(const char *text, const char *p)
{
	if (p == text || !isalpha((unsigned char)p[-1]))
		return true; /* a capital letter after a digit begins a word, too: MD5Init */
	bool ends_acronym = isupper((unsigned char)p[-1]) && islower((unsigned char)p[1]); /* as in JSONInit */
	return isupper((unsigned char)p[0]) && (islower((unsigned char)p[-1]) || ends_acronym);
}

static bool word_ends_at(const char *p)
{
	if (!isalnum((unsigned char)*p) || isdigit((unsigned char)*p))
		return true;
	return islower((unsigned char)p[-1]) && isupper((unsigned char)p[0]);
}

bool str_has_word(const char *text, const char *word)
{
	size_t n = strlen(word);
	for (const char *p = text; n && (p = strcasestr(p, word)); p++)
		if (word_starts_at(text, p) && word_ends_at(p + n))
			return true;
	return false;
}

const char *path_base(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

bool is_name_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

bool str_has_name(const char *text, const char *name)
{
	size_t n = strlen(name);
	for (const char *at = text; n && (at = strstr(at, name)); at++)
		if ((at == text || !is_name_char(at[-1])) && !is_name_char(at[n]))
			return true;
	return false;
}
