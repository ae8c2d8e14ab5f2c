/* cells: see cells.h. */
#include "emit/upkeep/cells.h"

#include <stdlib.h>
#include <string.h>

/* Returns where `mark` stands in the span, or NULL. */
static const char *find_in(const char *text, struct span span, const char *mark)
{
	const char *found = strstr(text + span.begin, mark);
	return found && found < text + span.end ? found : NULL;
}

/* Returns the end of a piece that begins here with a bracket or quote, or the next character. */
static size_t skip_item(const char *text, size_t at, size_t end)
{
	int depth = 0;
	do {
		size_t next = skip_quoted(text, at);
		if (next != at) {
			at = next;
			continue;
		}
		char c = text[at++];
		depth += (c == '{' || c == '(' || c == '[') - (c == '}' || c == ')' || c == ']');
	} while (depth > 0 && at < end);
	return at;
}

/* Finds the number of the member, by the declarations in front of the table. */
static bool find_member(const char *text, struct span members, const char *name, size_t *index)
{
	size_t length = strlen(name), n = 0;
	for (size_t at = members.begin; at < members.end; at++) {
		if (text[at] != ';')
			continue;
		bool is_it = at >= members.begin + length && strncmp(text + at - length, name, length) == 0 &&
		             !is_name_char(text[at - length - 1]);
		if (is_it) {
			*index = n;
			return true;
		}
		n++;
	}
	return false;
}

static bool find_row(const char *text, size_t at, size_t end, size_t row, struct span *found)
{
	for (size_t n = 0; at < end && text[at] != '}';) {
		if (text[at] != '{') {
			at++;
			continue;
		}
		size_t next = skip_item(text, at, end);
		*found = (struct span){ at, next };
		if (n++ == row)
			return true;
		at = next;
	}
	return false;
}

static bool find_value(const char *text, struct span row, size_t index, struct span *found)
{
	size_t n = 0, at = row.begin + 1, end = row.end - 1;
	for (size_t start = at; at <= end;) {
		if (at < end && text[at] != ',') {
			at = skip_item(text, at, end);
			continue;
		}
		while (start < at && strchr(" \t\n", text[start]))
			start++;
		size_t stop = at;
		while (stop > start && strchr(" \t\n", text[stop - 1]))
			stop--;
		*found = (struct span){ start, stop };
		if (n++ == index)
			return stop > start;
		start = ++at;
	}
	return false;
}

bool cell_find(const char *text, const struct item *test, struct span expected, size_t turn, struct cell *cell)
{
	char *wanted = xprintf("%.*s", (int)(expected.end - expected.begin), text + expected.begin);
	char *bracket = strchr(wanted, '['), *dot = strstr(wanted, "].");
	struct span inside = { test->code, test->end };
	bool found = false;
	if (bracket && dot && wanted[0] != '"') {
		char *mark = xprintf("} %.*s[] = {", (int)(bracket - wanted), wanted);
		const char *table = find_in(text, inside, mark),
		           *fields = find_in(text, inside, "static const struct {");
		size_t member;
		found = table && fields && fields < table &&
		        find_member(text, (struct span){ (size_t)(fields - text), (size_t)(table - text) }, dot + 2,
		                    &member) &&
		        find_row(text, (size_t)(table - text) + strlen(mark), test->end, turn, &cell->row) &&
		        find_value(text, cell->row, member, &cell->value);
		free(mark);
	}
	free(wanted);
	return found;
}
