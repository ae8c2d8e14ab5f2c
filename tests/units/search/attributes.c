/* attributes: a list of names and values with kinds, and the values as numbers and truths. */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum kind { KIND_TEXT, KIND_ID, KIND_TOKEN, KIND_NUMBER };

struct attribute {
	char name[16], value[16];
	enum kind kind;
};

struct attributes {
	struct attribute at[8];
	int n;
};

static bool is_name(const char *text)
{
	if (!isalpha((unsigned char)*text) && *text != '_')
		return false;
	for (; *text; text++)
		if (!isalnum((unsigned char)*text) && !strchr("-_.:", *text))
			return false;
	return true;
}

struct attributes *attributes_new(void)
{
	return calloc(1, sizeof(struct attributes));
}

void attributes_free(struct attributes *list)
{
	free(list);
}

int attributes_find(const struct attributes *list, const char *name)
{
	for (int i = 0; i < list->n; i++)
		if (strcmp(list->at[i].name, name) == 0)
			return i;
	return -1;
}

int attributes_set(struct attributes *list, const char *name, const char *value, enum kind kind)
{
	int i = attributes_find(list, name);
	if (!is_name(name) || strlen(name) > 15 || strlen(value) > 15)
		return -1;
	if (strcmp(name, "xmlns") == 0 || strncmp(name, "xmlns:", 6) == 0)
		return -2;
	if (kind == KIND_ID && !is_name(value))
		return -3;
	if (kind == KIND_NUMBER && !isdigit((unsigned char)value[0]))
		return -4;
	if (i < 0) {
		if (list->n == 8)
			return -5;
		i = list->n++;
		strcpy(list->at[i].name, name);
	}
	strcpy(list->at[i].value, value);
	list->at[i].kind = kind;
	return i;
}

int attributes_remove(struct attributes *list, const char *name)
{
	int i = attributes_find(list, name);
	if (i < 0)
		return 0;
	for (list->n--; i < list->n; i++)
		list->at[i] = list->at[i + 1];
	return 1;
}

/* -1: there is none, -2: it is no truth. */
int attributes_truth(const struct attributes *list, const char *name)
{
	int i = attributes_find(list, name);
	if (i < 0)
		return -1;
	const char *value = list->at[i].value;
	if (strcmp(value, "true") == 0 || strcmp(value, "on") == 0 || strcmp(value, "1") == 0)
		return 1;
	if (strcmp(value, "false") == 0 || strcmp(value, "off") == 0 || strcmp(value, "0") == 0)
		return 0;
	return -2;
}

int attributes_number(const struct attributes *list, const char *name, long *out)
{
	char *end;
	int i = attributes_find(list, name);
	if (i < 0)
		return -1;
	long value = strtol(list->at[i].value, &end, 10);
	if (end == list->at[i].value || *end)
		return -2;
	*out = value;
	return list->at[i].kind == KIND_NUMBER && value == 1905 ? 2 : 1;
}
