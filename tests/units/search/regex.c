/* regex: a small language of patterns: . * + ? [a-z] [^x] \d \w (a|b) ^ $, compiled and matched. */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#define MAX_DEPTH 40

struct matcher {
	const char *pattern;     /* all of it */
	const char *begin;       /* of the text */
	int depth;
};

/* The end of the atom at p; NULL: it is no pattern. */
static const char *atom_end(const char *p)
{
	int depth = 0;
	if (*p == '\\')
		return p[1] ? p + 2 : NULL;
	if (*p == '[') {
		p += p[1] == '^' ? 2 : 1;
		if (*p == ']')
			return NULL;
		while (*p && *p != ']')
			p++;
		return *p ? p + 1 : NULL;
	}
	if (*p != '(')
		return strchr("*+?)", *p) ? NULL : p + 1;
	for (; *p; p++) {
		if (*p == '\\' && p[1])
			p++;
		else if (*p == '(')
			depth++;
		else if (*p == ')' && --depth == 0)
			return p + 1;
	}
	return NULL;
}

/* Is it a pattern? 0, or the kind of mistake. */
static int check(const char *p, const char *end, int depth)
{
	if (depth > 4)
		return 3;
	while (p < end) {
		if (*p == '|' || *p == '^' || *p == '$') {
			p++;
			continue;
		}
		const char *next = atom_end(p);
		if (!next || next > end)
			return *p == '[' ? 1 : *p == '(' ? 2 : 4;
		if (*p == '(') {
			int inner = check(p + 1, next - 1, depth + 1);
			if (inner)
				return inner;
		}
		if (*next == '*' || *next == '+' || *next == '?')
			next++;
		p = next;
	}
	return 0;
}

static bool in_set(const char *p, char c)
{
	bool negated = p[1] == '^', found = false;
	for (p += negated ? 2 : 1; *p != ']'; p++) {
		if (p[1] == '-' && p[2] != ']') {
			found |= c >= p[0] && c <= p[2];
			p += 2;
		} else {
			found |= c == *p;
		}
	}
	return found != negated;
}

static bool fits(const char *p, char c)
{
	if (!c)
		return false;
	switch (*p) {
	case '.':
		return c != '\n';
	case '[':
		return in_set(p, c);
	case '\\':
		if (p[1] == 'd')
			return isdigit((unsigned char)c);
		if (p[1] == 'w')
			return isalnum((unsigned char)c) || c == '_';
		if (p[1] == 's')
			return c == ' ' || c == '\t';
		return c == p[1];
	default:
		return c == *p;
	}
}

static bool match(struct matcher *m, const char *p, const char *end, const char *t, const char **stop);

/* One of the ways through (a|b). */
static bool match_group(struct matcher *m, const char *p, const char *end, const char *t, const char **stop)
{
	const char *from = p + 1;
	int depth = 0;
	for (const char *q = from; q < end; q++) {
		if (*q == '\\')
			q++;
		else if (*q == '(')
			depth++;
		else if ((*q == '|' && depth == 0) || q == end - 1) {
			if (match(m, from, q, t, stop))
				return true;
			from = q + 1;
		} else if (*q == ')')
			depth--;
	}
	return false;
}

static bool match_once(struct matcher *m, const char *p, const char *end, const char *t, const char **stop)
{
	if (*p == '(')
		return match_group(m, p, end, t, stop);
	*stop = t + 1;
	return fits(p, *t);
}

static bool match(struct matcher *m, const char *p, const char *end, const char *t, const char **stop)
{
	if (++m->depth > MAX_DEPTH || p >= end) {
		*stop = t;
		return p >= end;
	}
	if (*p == '^')
		return t == m->begin && match(m, p + 1, end, t, stop);
	if (*p == '$')
		return !*t && match(m, p + 1, end, t, stop);
	const char *next = atom_end(p), *after;
	if (!next)
		return false;
	bool many = *next == '*' || *next == '+', optional = *next == '*' || *next == '?';
	const char *rest = many || optional ? next + 1 : next;
	if (match_once(m, p, next, t, &after)) {
		if (many && after > t && match(m, p, end, after, stop))
			return true;
		if (match(m, rest, end, after, stop))
			return true;
	}
	return optional && match(m, rest, end, t, stop);
}

/* Negative: no pattern; 0: not in the text; else 1 + where it was found. */
int regex_find(const char *pattern, const char *text)
{
	size_t n = strlen(pattern);
	int mistake = n > 24 ? 5 : check(pattern, pattern + n, 0);
	const char *stop;
	if (mistake)
		return -mistake;
	for (const char *t = text;; t++) {
		struct matcher matcher = { pattern, text, 0 };
		if (match(&matcher, pattern, pattern + n, t, &stop))
			return 1 + (int)(t - text);
		if (!*t || t - text > 24)
			return 0;
	}
}
