/* name_words: see name_words.h. */
#include "emit/suite/name_words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MOST_PIECES 3u     /* words and signs at the end of a text */
#define MOST_LETTERS 8u    /* of a word there */
#define MOST_CONDITION 48u /* letters of a condition */

/* Characters that cannot be part of a name, by their names. */
static const char *const sign_words[128] = {
	[' '] = "space",       ['\n'] = "newline", ['\t'] = "tab",       ['\r'] = "return", ['"'] = "quote",
	['\''] = "apostrophe", ['['] = "bracket",  [']'] = "closing",    ['{'] = "brace",   ['}'] = "closing",
	['('] = "paren",       [')'] = "closing",  ['='] = "equals",     ['#'] = "hash",    [';'] = "semicolon",
	[':'] = "colon",       [','] = "comma",    ['.'] = "dot",        ['-'] = "minus",   ['+'] = "plus",
	['*'] = "star",        ['/'] = "slash",    ['\\'] = "backslash", ['%'] = "percent", ['&'] = "and",
	['|'] = "bar",         ['<'] = "less",     ['>'] = "greater",    ['!'] = "bang",    ['?'] = "question",
	['@'] = "at",          ['$'] = "dollar",   ['^'] = "caret",      ['~'] = "tilde",   ['`'] = "backtick",
};

static void add_sign(unsigned char c, struct sb *name)
{
	if (c >= 128)
		sb_addf(name, "_x%02x", c);
	else if (sign_words[c])
		sb_addf(name, "_%s", sign_words[c]);
}

void words_add_text(const unsigned char *text, size_t n, struct sb *name)
{
	size_t before = name->n;
	bool is_inside = false;
	for (size_t k = 0; k < n && name->n < before + NAME_TOLD; k++) {
		if (isalnum(text[k]))
			sb_addf(name, "%s%c", is_inside ? "" : "_", (char)text[k]);
		else if (n <= NAME_SIGNS)
			add_sign(text[k], name);
		is_inside = isalnum(text[k]);
	}
}

/* Where the last word or sign before `end` begins. Only the last letters of a long word belong to it. */
static size_t last_piece(const unsigned char *text, size_t end)
{
	size_t at = end - 1;
	while (isalnum(text[end - 1]) && at > 0 && end - at < MOST_LETTERS && isalnum(text[at - 1]))
		at--;
	return at;
}

void words_add_ending(const unsigned char *text, size_t n, struct sb *name)
{
	size_t starts[MOST_PIECES + 1] = { n }, pieces = 0;
	if (n <= NAME_SIGNS)
		return;
	for (bool is_cut = false; pieces < MOST_PIECES && starts[pieces] > 0 && !is_cut; pieces++) {
		size_t at = last_piece(text, starts[pieces]);
		starts[pieces + 1] = at;
		is_cut = at > 0 && isalnum(text[at]) && isalnum(text[at - 1]);
	}
	sb_add(name, starts[pieces] ? "_ending_in" : "_spelled");
	for (size_t k = pieces; k > 0; k--) {
		size_t at = starts[k];
		if (isalnum(text[at]))
			sb_addf(name, "_%.*s", (int)(starts[k - 1] - at), (const char *)text + at);
		else if (text[at] < 128 && sign_words[text[at]])
			add_sign(text[at], name);
		else
			sb_addf(name, "_x%02x", text[at]);
	}
}

void words_add_number(int64_t number, struct sb *name)
{
	sb_addf(name, number < 0 ? "_minus_%llu" : "_%llu",
	        (unsigned long long)(number < 0 ? 0 - (uint64_t)number : (uint64_t)number));
}

void words_add_real(long double number, struct sb *name)
{
	char digits[32];
	number = number == 0 ? 0 : number; /* no name tells the sign of zero */
	if (number != number) {
		sb_add(name, "_nan");
		return;
	}
	if (number - number != 0) {
		sb_add(name, number < 0 ? "_minus_infinity" : "_infinity");
		return;
	}
	snprintf(digits, sizeof digits, "%.3g", (double)number);
	if (strchr(digits, 'e'))
		return;
	sb_add(name, digits[0] == '-' ? "_minus_" : "_");
	for (const char *p = digits + (digits[0] == '-'); *p; p++)
		sb_add_char(name, *p == '.' ? '_' : *p);
}

/* ---- conditions ---- */

struct comparison {
	const char *sign, *word, *opposite;
};

/* Longer signs first. */
static const struct comparison comparisons[] = {
	{ "==", "is", "is_not" },           { "!=", "is_not", "is" },
	{ "<=", "is_at_most", "is_above" }, { ">=", "is_at_least", "is_below" },
	{ "<", "is_below", "is_at_least" }, { ">", "is_above", "is_at_most" },
};
#define N_COMPARISONS (sizeof comparisons / sizeof *comparisons)

/* A stretch of the condition's text. */
struct stretch {
	const char *at, *end;
};

static struct stretch trim(struct stretch s)
{
	while (s.at < s.end && *s.at == ' ')
		s.at++;
	while (s.at < s.end && s.end[-1] == ' ')
		s.end--;
	return s;
}

/* The bracket that closes the one at `at`, or the end. */
static const char *closing(const char *at, const char *end)
{
	int depth = 0;
	for (; at < end; at++) {
		depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
		if (depth == 0)
			break;
	}
	return at;
}

/* Without parentheses and negations around it. *outcome changes with each negation. */
static struct stretch core(struct stretch s, bool *outcome)
{
	for (s = trim(s); s.at < s.end; s = trim(s)) {
		bool is_around = *s.at == '(' && closing(s.at, s.end) == s.end - 1;
		if (!is_around && !(*s.at == '!' && s.at + 1 < s.end && (s.at[1] == '(' || is_name_char(s.at[1]))))
			break;
		*outcome ^= *s.at == '!';
		s.at++;
		s.end -= is_around;
	}
	return s;
}

static bool starts_with(struct stretch s, const char *sign)
{
	size_t n = strlen(sign);
	return (size_t)(s.end - s.at) >= n && memcmp(s.at, sign, n) == 0;
}

/* Finds the comparison outside brackets; NULL: there is none, or more follows that words cannot tell. */
static const struct comparison *find_comparison(struct stretch s, struct stretch *left, struct stretch *right)
{
	for (const char *p = s.at; p < s.end; p++) {
		if (*p == '(' || *p == '[') {
			p = closing(p, s.end);
			continue;
		}
		p += *p == '-' && p + 1 < s.end && p[1] == '>' ? 2 : 0;
		for (size_t k = 0; k < N_COMPARISONS; k++) {
			if (!starts_with((struct stretch){ p, s.end }, comparisons[k].sign))
				continue;
			*left = (struct stretch){ s.at, p };
			*right = (struct stretch){ p + strlen(comparisons[k].sign), s.end };
			return &comparisons[k];
		}
	}
	return NULL;
}

/* Adds "_a" for 'a', "_newline" for '\n'. False: it is no such literal. */
static bool add_letter(struct stretch s, struct sb *name)
{
	static const char letters[] = "ntr", meant[] = "\n\t\r";
	unsigned char c = s.end - s.at == 3 ? (unsigned char)s.at[1] : 0;
	const char *letter = s.end - s.at == 4 && s.at[1] == '\\' ? strchr(letters, s.at[2]) : NULL;
	size_t before = name->n;
	if (*s.at != '\'')
		return false;
	c = letter && *letter ? (unsigned char)meant[letter - letters] : c;
	words_add_text(&c, 1, name);
	return name->n > before;
}

/* The last name of a chain of members: "count" of "*list->heads[2].count"; empty if there is more than a chain. */
static struct stretch last_member(struct stretch s)
{
	struct stretch word = { s.at, s.at };
	for (const char *p = s.at; p < s.end;) {
		if (is_name_char(*p)) {
			word.end = ++p;
		} else if (*p == '(' || *p == '[') {
			p = closing(p, s.end);
			p += p < s.end;
		} else if (*p == '.' || starts_with((struct stretch){ p, s.end }, "->")) {
			p += *p == '.' ? 1 : 2;
			word = (struct stretch){ p, p };
		} else {
			return (struct stretch){ s.at, s.at };
		}
	}
	return is_name_char(*word.at) ? word : (struct stretch){ s.at, s.at };
}

/* Adds "_count" for "list->count", "_strlen" for "strlen(s)", "_minus_7", "_newline". False: it is more than a name, a
 * call or a literal. */
static bool add_operand(struct stretch s, struct sb *name)
{
	bool unused = false;
	s = core(s, &unused);
	if (s.at == s.end || add_letter(s, name))
		return s.at < s.end;
	bool is_minus = *s.at == '-' && s.at + 1 < s.end && isdigit((unsigned char)s.at[1]);
	s.at += is_minus || *s.at == '*';
	struct stretch word = last_member(s);
	sb_addf(name, "%s_%.*s", is_minus ? "_minus" : "", (int)(word.end - word.at), word.at);
	return word.end > word.at;
}

bool words_add_condition(const char *text, bool outcome, struct sb *name)
{
	struct stretch left, right, whole = core((struct stretch){ text, text + strlen(text) }, &outcome);
	const struct comparison *comparison = find_comparison(whole, &left, &right);
	struct sb words = { 0 };
	bool is_told = whole.at < whole.end;
	sb_add(&words, "_where");
	if (comparison) {
		is_told = add_operand(left, &words);
		sb_addf(&words, "_%s", outcome ? comparison->word : comparison->opposite);
		is_told = add_operand(right, &words) && is_told;
	} else {
		sb_add(&words, outcome ? "" : "_not");
		is_told = is_told && add_operand(whole, &words);
	}
	is_told = is_told && words.n <= MOST_CONDITION;
	if (is_told)
		sb_add(name, sb_text(&words));
	sb_release(&words);
	return is_told;
}
