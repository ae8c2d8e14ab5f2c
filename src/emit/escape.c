/* escape: see escape.h. */
#include "emit/escape.h"

#include <ctype.h>
#include <string.h>

/* Decodes the UTF-8 character at p. Returns its length; 0 if the bytes are no character. */
static size_t decode(const unsigned char *p, size_t n, uint32_t *code)
{
	static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t length = p[0] < 0x80 ? 1 : p[0] >> 5 == 6 ? 2 : p[0] >> 4 == 14 ? 3 : p[0] >> 3 == 30 ? 4 : 0;
	if (length == 0 || length > n)
		return 0;
	*code = length == 1 ? p[0] : p[0] & (0x7fu >> length);
	for (size_t i = 1; i < length; i++) {
		if (p[i] >> 6 != 2)
			return 0;
		*code = *code << 6 | (p[i] & 0x3f);
	}
	if (*code < smallest[length] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000))
		return 0;
	return length;
}

static bool is_showable(uint32_t code)
{
	if (code < 0x20)
		return code == '\t' || code == '\n';
	if (code >= 0x7f && code < 0xa0)
		return false;
	if (code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e) ||
	    (code >= 0x2066 && code <= 0x2069))
		return false; /* these change the direction of text */
	return code != 0xfffe && code != 0xffff;
}

static const char *entity(uint32_t code)
{
	switch (code) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return NULL;
	}
}

static void escape(struct sb *out, const char *bytes, size_t n, bool markup)
{
	for (size_t i = 0; i < n;) {
		uint32_t code = 0;
		size_t length = decode((const unsigned char *)bytes + i, n - i, &code);
		if (length == 0 || !is_showable(code))
			sb_add(out, "\xef\xbf\xbd");
		else if (markup && entity(code))
			sb_add(out, entity(code));
		else
			sb_add_bytes(out, bytes + i, length);
		i += length ? length : 1;
	}
}

void escape_utf8(struct sb *out, const char *bytes, size_t n)
{
	escape(out, bytes, n, false);
}

void escape_markup(struct sb *out, const char *bytes, size_t n)
{
	escape(out, bytes, n, true);
}

void escape_text(struct sb *out, const char *text)
{
	if (text)
		escape(out, text, strlen(text), true);
}

void escape_url(struct sb *out, const char *path)
{
	for (; *path; path++) {
		if (isalnum((unsigned char)*path) || strchr("/._-~", *path))
			sb_add_char(out, *path);
		else
			sb_addf(out, "%%%02X", (unsigned char)*path);
	}
}

/* Adds a word with `dollar` for each dollar sign. */
static void add_shell_word(struct sb *out, const char *word, const char *dollar)
{
	bool is_plain = word[0] != 0;
	for (const char *p = word; *p; p++)
		is_plain = is_plain && (isalnum((unsigned char)*p) || strchr("/._-+=,:@%^", *p));
	sb_add(out, is_plain ? "" : "'");
	for (const char *p = word; *p; p++) {
		if (*p == '\'')
			sb_add(out, "'\\''");
		else if (*p == '$')
			sb_add(out, dollar);
		else
			sb_add_char(out, *p);
	}
	sb_add(out, is_plain ? "" : "'");
}

void escape_shell(struct sb *out, const char *word)
{
	add_shell_word(out, word, "$");
}

void escape_recipe(struct sb *out, const char *word)
{
	add_shell_word(out, word, "$$");
}

void escape_prerequisite(struct sb *out, const char *path)
{
	for (; *path; path++) {
		if (strchr(" #:%", *path))
			sb_add_char(out, '\\');
		sb_add(out, *path == '$' ? "$" : "");
		sb_add_char(out, *path);
	}
}

void show_number(struct sb *out, uint64_t number)
{
	if (number >= 1000) {
		show_number(out, number / 1000);
		sb_addf(out, ",%03u", (unsigned)(number % 1000));
	} else {
		sb_addf(out, "%u", (unsigned)number);
	}
}

void show_plural(struct sb *out, uint64_t number, const char *one, const char *many)
{
	show_number(out, number);
	sb_addf(out, " %s", number == 1 ? one : many);
}

void show_seconds(struct sb *out, double seconds)
{
	if (seconds < 9.95)
		sb_addf(out, "%.*f s", seconds < 0.995 ? 2 : 1, seconds);
	else if (seconds < 120)
		sb_addf(out, "%.0f s", seconds);
	else
		sb_addf(out, "%u:%02u min", (unsigned)(seconds / 60), (unsigned)seconds % 60);
}
