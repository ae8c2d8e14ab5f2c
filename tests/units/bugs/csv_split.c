/* csv_split: cuts a line at its commas. Planted: commas are counted, fields are one more. */
#include <stdlib.h>
#include <string.h>

struct fields {
	char **at;
	size_t n;
};

static size_t count(const char *line, char wanted)
{
	size_t n = 0;
	for (; *line; line++)
		n += *line == wanted;
	return n;
}

static char *piece(const char *from, size_t n)
{
	char *copy = malloc(n + 1);
	if (copy) {
		memcpy(copy, from, n);
		copy[n] = 0;
	}
	return copy;
}

struct fields *fields_split(const char *line)
{
	struct fields *fields = calloc(1, sizeof *fields);
	if (!fields)
		return NULL;
	size_t room = count(line, ',') ;
	fields->at = calloc(room ? room : 1, sizeof *fields->at);
	for (;;) {
		size_t n = strcspn(line, ",");
		fields->at[fields->n++] = piece(line, n);
		if (!line[n])
			return fields;
		line += n + 1;
	}
}

size_t fields_count(const struct fields *fields)
{
	return fields->n;
}

void fields_free(struct fields *fields)
{
	for (size_t i = 0; fields && i < fields->n; i++)
		free(fields->at[i]);
	if (fields)
		free(fields->at);
	free(fields);
}
