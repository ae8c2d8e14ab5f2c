/* Strings, file names, formats, callbacks, argv: what names and code say. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*compare)(const void *a, const void *b);
typedef void (*visitor)(const char *word, void *user);

struct pair {
	int first, second;
};

struct list {
	struct list *next;
	char *word;
};

int list_create(struct list **out, const char *word)
{
	struct list *list = malloc(sizeof *list);
	if (!list || !out)
		return -1;
	list->next = NULL;
	list->word = strdup(word);
	*out = list;
	return 0;
}

void list_destroy(struct list **list)
{
	free((*list)->word);
	free(*list);
	*list = NULL;
}

void list_each(struct list *list, visitor visit, void *user)
{
	for (; list; list = list->next)
		visit(list->word, user);
}

size_t count_words(const char *text)
{
	size_t n = 0;
	for (; *text; text++)
		n += *text == ' ';
	return n + strlen(text);
}

long file_size(const char *name)
{
	FILE *file = fopen(name, "rb");
	if (!file)
		return -1;
	fseek(file, 0, SEEK_END);
	long size = ftell(file);
	fclose(file);
	return size;
}

int report(char *buf, size_t size, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int n = vsnprintf(buf, size, format, args);
	va_end(args);
	return n;
}

struct pair swapped(struct pair pair)
{
	struct pair other = { pair.second, pair.first };
	return other;
}

void sort(void *base, size_t count, size_t width, compare order)
{
	qsort(base, count, width, order);
}

void copy_bytes(char *dst, const char *src, size_t n)
{
	while (n--)
		*dst++ = *src++;
}

double norm(const double v[3])
{
	return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

int magnitude(double _Complex z)
{
	return z == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
	return argc > 1 && argv[1][0] == 'x' ? 1 : 0;
}

/* The loop says what argc is before the names are looked at. */
int count_options(int argc, char **argv, char **envp)
{
	int n = 0;
	for (int i = 0; i < argc; i++)
		n += argv[i][0] == '-';
	for (; *envp; envp++)
		n++;
	return n;
}

struct color {
	unsigned char red, green, blue;
};

/* Up to an end: no array that ends with null, whatever it is called. */
int count_between(char **argv, char **argv_end)
{
	int n = 0;
	for (; argv < argv_end; argv++)
		n += **argv == '-';
	return n;
}

/* The size that is copied says what counts the colours. */
void paint(struct color *palette, int n, const struct color *colors)
{
	if (colors != NULL)
		memcpy((char *)palette, (const char *)colors, n * sizeof(struct color));
}
