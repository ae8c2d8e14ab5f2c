/* ini: see ini.h. The settings are a list in the order they came. */
#include "ini.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct setting {
	char *section, *name, *value;
	size_t room; /* bytes at value */
	struct setting *next;
};

struct ini {
	struct setting *first;
	size_t n;
};

/* A part of the text being parsed. */
struct span {
	const char *from, *to;
};

struct ini *ini_new(void)
{
	return calloc(1, sizeof(struct ini));
}

static void setting_free(struct setting *setting)
{
	free(setting->section);
	free(setting->name);
	free(setting->value);
	free(setting);
}

void ini_free(struct ini *ini)
{
	if (!ini)
		return;
	while (ini->first) {
		struct setting *next = ini->first->next;
		setting_free(ini->first);
		ini->first = next;
	}
	free(ini);
}

/* The link that leads to the setting, or the one at the end of the list. */
static struct setting **find(struct ini *ini, const char *section, const char *name)
{
	struct setting **link = &ini->first;
	while (*link && (strcmp((*link)->section, section) != 0 || strcmp((*link)->name, name) != 0))
		link = &(*link)->next;
	return link;
}

static char *copy(const char *text, size_t n)
{
	char *result = malloc(n + 1);
	if (!result)
		return NULL;
	memcpy(result, text, n);
	result[n] = 0;
	return result;
}

static struct setting *setting_new(const char *section, const char *name, const char *value)
{
	struct setting *setting = calloc(1, sizeof *setting);
	if (!setting)
		return NULL;
	setting->section = copy(section, strlen(section));
	setting->name = copy(name, strlen(name));
	setting->value = copy(value, strlen(value));
	setting->room = strlen(value) + 1;
	if (!setting->section || !setting->name || !setting->value) {
		setting_free(setting);
		return NULL;
	}
	return setting;
}

static enum ini_error replace(struct setting *setting, const char *value)
{
	size_t length = strlen(value);
	if (length >= setting->room) {
		char *larger = realloc(setting->value, length);
		if (!larger)
			return INI_NO_MEMORY;
		setting->value = larger;
		setting->room = length;
	}
	memmove(setting->value, value, length + 1);
	return INI_OK;
}

enum ini_error ini_set(struct ini *ini, const char *section, const char *name, const char *value)
{
	struct setting **link = find(ini, section, name);
	if (*link)
		return replace(*link, value);
	*link = setting_new(section, name, value);
	if (!*link)
		return INI_NO_MEMORY;
	ini->n++;
	return INI_OK;
}

bool ini_remove(struct ini *ini, const char *section, const char *name)
{
	struct setting **link = find(ini, section, name);
	struct setting *gone = *link;
	if (!gone)
		return false;
	*link = gone->next;
	setting_free(gone);
	ini->n--;
	return true;
}

size_t ini_count(const struct ini *ini)
{
	return ini->n;
}

const char *ini_get(const struct ini *ini, const char *section, const char *name)
{
	for (const struct setting *setting = ini->first; setting; setting = setting->next)
		if (strcmp(setting->section, section) == 0 && strcmp(setting->name, name) == 0)
			return setting->value;
	return NULL;
}

long ini_get_long(const struct ini *ini, const char *section, const char *name, long fallback)
{
	const char *value = ini_get(ini, section, name);
	if (!value || !*value)
		return fallback;
	char *end;
	errno = 0;
	long number = strtol(value, &end, 0);
	return errno || *end ? fallback : number;
}

bool ini_get_bool(const struct ini *ini, const char *section, const char *name, bool fallback)
{
	static const char *const words[2][4] = { { "no", "false", "off", "0" }, { "yes", "true", "on", "1" } };
	const char *value = ini_get(ini, section, name);
	if (!value)
		return fallback;
	for (int truth = 0; truth < 2; truth++)
		for (int i = 0; i < 4; i++)
			if (strcmp(value, words[truth][i]) == 0)
				return truth;
	return fallback;
}

static struct span trim(struct span span)
{
	while (span.from < span.to && isspace((unsigned char)span.from[0]))
		span.from++;
	while (span.from < span.to && isspace((unsigned char)span.to[-1]))
		span.to--;
	return span;
}

/* "quoted" becomes quoted; quotes elsewhere in a value are an error. */
static bool unquote(struct span *value)
{
	size_t n = (size_t)(value->to - value->from);
	if (n >= 2 && value->from[0] == '"' && value->to[-1] == '"') {
		value->from++;
		value->to--;
		n -= 2;
	}
	return n == 0 || !memchr(value->from, '"', n);
}

static enum ini_error assign(struct ini *ini, const char *section, struct span line)
{
	const char *equals = memchr(line.from, '=', (size_t)(line.to - line.from));
	if (!equals)
		return INI_BAD_LINE;
	struct span name = trim((struct span){ line.from, equals });
	struct span value = trim((struct span){ equals + 1, line.to });
	if (name.from == name.to)
		return INI_BAD_LINE;
	if (!unquote(&value))
		return INI_BAD_QUOTES;
	char *name_text = copy(name.from, (size_t)(name.to - name.from));
	char *value_text = copy(value.from, (size_t)(value.to - value.from));
	enum ini_error error = INI_NO_MEMORY;
	if (name_text && value_text)
		error = ini_set(ini, section, name_text, value_text);
	free(name_text);
	free(value_text);
	return error;
}

static enum ini_error enter_section(char **section, struct span line)
{
	if (line.to - line.from < 2 || line.to[-1] != ']')
		return INI_BAD_SECTION;
	struct span name = trim((struct span){ line.from + 1, line.to - 1 });
	char *text = copy(name.from, (size_t)(name.to - name.from));
	if (!text)
		return INI_NO_MEMORY;
	free(*section);
	*section = text;
	return INI_OK;
}

static enum ini_error parse_line(struct ini *ini, char **section, struct span line)
{
	if (line.from == line.to || *line.from == ';' || *line.from == '#')
		return INI_OK;
	if (*line.from == '[')
		return enter_section(section, line);
	return assign(ini, *section, line);
}

enum ini_error ini_parse(struct ini *ini, const char *text, int *line)
{
	char *section = copy("", 0);
	enum ini_error error = section ? INI_OK : INI_NO_MEMORY;
	int number = 0;
	while (error == INI_OK && *text) {
		size_t length = strcspn(text, "\n");
		number++;
		error = parse_line(ini, &section, trim((struct span){ text, text + length }));
		text += length + (text[length] == '\n');
	}
	if (error != INI_OK && line)
		*line = number;
	free(section);
	return error;
}

const char *ini_error_text(enum ini_error error)
{
	switch (error) {
	case INI_OK:
		return "no error";
	case INI_NO_MEMORY:
		return "out of memory";
	case INI_BAD_SECTION:
		return "section header without its closing bracket";
	case INI_BAD_LINE:
		return "neither a comment, a section nor an assignment";
	case INI_BAD_QUOTES:
		return "stray quotes in a value";
	}
	return "unknown error";
}
