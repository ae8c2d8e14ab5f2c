/* text_types: see text_types.h. */
#define _GNU_SOURCE
#include "seq/text/text_types.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "seq/value.h"

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The next character that matters, or one space between two words; 0 at the end. */
static char next_char(const char *text, size_t length, size_t *at)
{
	size_t start = *at;
	while (*at < length && isspace((unsigned char)text[*at]))
		++*at;
	if (*at >= length)
		return 0;
	if (*at > start && start > 0 && is_word(text[start - 1]) && is_word(text[*at]))
		return ' ';
	return text[(*at)++];
}

static bool same_spelling(const char *a, size_t na, const char *b, size_t nb)
{
	size_t i = 0, j = 0;
	for (;;) {
		char x = next_char(a, na, &i), y = next_char(b, nb, &j);
		if (x != y)
			return false;
		if (!x)
			return true;
		/* next_char() does not move past a space; both texts must. */
		if (x == ' ') {
			x = a[i++];
			y = b[j++];
			if (x != y)
				return false;
		}
	}
}

type_id text_find_type(const struct model *model, const char *spelling, size_t length)
{
	for (type_id i = 0; i < model->types.n; i++) {
		const char *other = model->types.at[i].spelling;
		if (same_spelling(spelling, length, other, strlen(other)))
			return i;
	}
	return NONE;
}

type_id text_find_pointer(const struct model *model, type_id target)
{
	for (type_id i = 0; i < model->types.n; i++)
		if (model->types.at[i].kind == TYPE_POINTER && model->types.at[i].target == target)
			return i;
	return NONE;
}

type_id text_file_type(const struct model *model)
{
	return text_find_type(model, "FILE *", 6);
}

type_id text_path_type(const struct model *model)
{
	type_id type = text_find_type(model, "const char *", 12);
	return type != NONE ? type : text_find_type(model, "char *", 6);
}

void text_add_type(const struct model *model, type_id type, struct sb *out)
{
	const char *spelling = model_type(model, type)->spelling;
	size_t length = strlen(spelling);
	bool plain = isalpha((unsigned char)spelling[0]) || spelling[0] == '_';
	for (const char *p = spelling; *p; p++)
		plain &= is_word(*p) || *p == ' ' || *p == '*';
	if (text_find_type(model, spelling, length) != type)
		sb_addf(out, "@%u", type);
	else if (plain)
		sb_add(out, spelling);
	else
		text_add_string(spelling, length, out);
}

void text_add_string(const void *bytes, size_t size, struct sb *out)
{
	sb_add_literal(out, bytes, size, "");
}

void text_add_real(const struct type *type, long double number, struct sb *out)
{
	if (isnan(number) || isinf(number)) {
		sb_add(out, signbit(number) ? "-" : "");
		sb_add(out, isnan(number) ? "nan" : "inf");
		return;
	}
	char text[VALUE_REAL_TEXT];
	value_real_text(type, number, text);
	sb_add(out, text);
}
