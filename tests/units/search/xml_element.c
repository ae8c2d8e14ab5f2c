/* xml_element: reads one element with attributes, text, entities, comments and children, and counts. */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

struct counts {
	int elements, attributes, comments, entities, characters, depth;
};

struct reader {
	const char *p;
	struct counts counts;
	int problem;
};

static int stop(struct reader *reader, int problem)
{
	if (!reader->problem)
		reader->problem = problem;
	return problem;
}

static void skip_space(struct reader *reader)
{
	while (isspace((unsigned char)*reader->p))
		reader->p++;
}

static size_t read_name(struct reader *reader)
{
	const char *from = reader->p;
	if (!isalpha((unsigned char)*from) && *from != '_')
		return 0;
	while (isalnum((unsigned char)*reader->p) || (*reader->p && strchr("-_.:", *reader->p)))
		reader->p++;
	return (size_t)(reader->p - from);
}

static int read_entity(struct reader *reader)
{
	static const char *const known[] = { "amp;", "lt;", "gt;", "quot;", "apos;" };
	reader->p++;
	if (*reader->p == '#') {
		bool hex = *++reader->p == 'x';
		int digits = 0;
		for (reader->p += hex; hex ? isxdigit((unsigned char)*reader->p) : isdigit((unsigned char)*reader->p); reader->p++)
			digits++;
		if (!digits || *reader->p++ != ';')
			return stop(reader, 11);
		reader->counts.entities++;
		return 0;
	}
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		size_t n = strlen(known[i]);
		if (strncmp(reader->p, known[i], n) == 0) {
			reader->p += n;
			reader->counts.entities++;
			return 0;
		}
	}
	return stop(reader, 12);
}

static int read_attribute(struct reader *reader)
{
	if (!read_name(reader))
		return stop(reader, 21);
	skip_space(reader);
	if (*reader->p++ != '=')
		return stop(reader, 22);
	skip_space(reader);
	char quote = *reader->p++;
	if (quote != '"' && quote != '\'')
		return stop(reader, 23);
	while (*reader->p && *reader->p != quote) {
		if (*reader->p == '<')
			return stop(reader, 24);
		if (*reader->p == '&') {
			if (read_entity(reader))
				return reader->problem;
		} else {
			reader->p++;
		}
	}
	if (!*reader->p)
		return stop(reader, 25);
	reader->p++;
	reader->counts.attributes++;
	return 0;
}

static int read_element(struct reader *reader, int depth);

/* After "<!": a comment or characters that stand for themselves. */
static int read_special(struct reader *reader)
{
	const char *end;
	if (strncmp(reader->p, "<!--", 4) == 0) {
		end = strstr(reader->p + 4, "-->");
		if (!end)
			return stop(reader, 31);
		reader->counts.comments++;
		reader->p = end + 3;
		return 0;
	}
	if (strncmp(reader->p, "<![CDATA[", 9) == 0) {
		end = strstr(reader->p + 9, "]]>");
		if (!end)
			return stop(reader, 32);
		reader->counts.characters += (int)(end - reader->p - 9);
		reader->p = end + 3;
		return 0;
	}
	return stop(reader, 33);
}

static int read_content(struct reader *reader, int depth)
{
	while (!reader->problem) {
		if (!*reader->p)
			return stop(reader, 41);
		if (*reader->p == '&') {
			read_entity(reader);
		} else if (*reader->p != '<') {
			reader->p++;
			reader->counts.characters++;
		} else if (reader->p[1] == '/') {
			return 0;
		} else if (reader->p[1] == '!') {
			read_special(reader);
		} else {
			read_element(reader, depth + 1);
		}
	}
	return reader->problem;
}

static int read_element(struct reader *reader, int depth)
{
	if (depth > 5)
		return stop(reader, 51);
	if (*reader->p++ != '<')
		return stop(reader, 52);
	const char *name = reader->p;
	size_t n = read_name(reader);
	if (!n)
		return stop(reader, 53);
	reader->counts.elements++;
	if (depth > reader->counts.depth)
		reader->counts.depth = depth;
	for (skip_space(reader); *reader->p != '>' && *reader->p != '/'; skip_space(reader))
		if (read_attribute(reader))
			return reader->problem;
	if (*reader->p == '/')
		return *++reader->p == '>' ? (reader->p++, 0) : stop(reader, 54);
	reader->p++;
	if (read_content(reader, depth))
		return reader->problem;
	reader->p += 2;
	if (strncmp(reader->p, name, n) != 0 || (reader->p[n] != '>' && !isspace((unsigned char)reader->p[n])))
		return stop(reader, 55);
	reader->p += n;
	skip_space(reader);
	return *reader->p == '>' ? (reader->p++, 0) : stop(reader, 56);
}

int xml_read(const char *text, struct counts *out)
{
	struct reader reader = { .p = text };
	skip_space(&reader);
	while (!reader.problem && reader.p[0] == '<' && reader.p[1] == '!') {
		read_special(&reader);
		skip_space(&reader);
	}
	if (!reader.problem)
		read_element(&reader, 1);
	skip_space(&reader);
	if (!reader.problem && *reader.p)
		reader.problem = 61;
	if (out)
		*out = reader.counts;
	return -reader.problem;
}
