/* What stands behind the dots: by case, by format, and as a list that ends with null. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum option { OPT_DEPTH = 1, OPT_NAME = 2, OPT_SCALE = 7, OPT_COMMENTS = 9, OPT_LIMIT = 12 };

struct conf { int depth, comments; char name[16]; double scale; long limit; };

struct conf *conf_new(void) { return calloc(1, sizeof(struct conf)); }
void conf_free(struct conf *c) { free(c); }

int conf_set(struct conf *c, enum option option, ...)
{
	va_list list;
	int ok = 1;
	va_start(list, option);
	switch (option) {
	case OPT_DEPTH:
	case OPT_COMMENTS: {
		int n = va_arg(list, int);
		if (option == OPT_DEPTH)
			c->depth = n;
		else
			c->comments = n;
		break;
	}
	case OPT_NAME: {
		const char *name = va_arg(list, const char *);
		if (!name || strlen(name) >= sizeof c->name)
			ok = 0;
		else
			strcpy(c->name, name);
		break;
	}
	case OPT_SCALE:
		c->scale = va_arg(list, double);
		break;
	case OPT_LIMIT:
		c->limit = va_arg(list, long);
		break;
	default:
		ok = 0;
	}
	va_end(list);
	return ok;
}

int conf_score(const struct conf *c)
{
	int score = 0;
	if (c->depth > 10)
		score += 1;
	if (c->comments == 42)
		score += 2;
	if (c->name[0] == 'z')
		score += 4;
	if (c->scale > 2.5)
		score += 8;
	if (c->limit == 5000000000L)
		score += 16;
	return score;
}

int text_printf(char **out, const char *format, ...)
{
	va_list list, again;
	va_start(list, format);
	va_copy(again, list);
	int n = vsnprintf(NULL, 0, format, list);
	va_end(list);
	*out = NULL;
	if (n > 12) {
		va_end(again);
		return -1;
	}
	*out = malloc((size_t)n + 1);
	if (*out)
		vsnprintf(*out, (size_t)n + 1, format, again);
	va_end(again);
	return *out && (*out)[0] == '7' ? 7 : n;
}

size_t join_length(const char *first, ...)
{
	size_t sum = 0, n = 0;
	va_list list;
	va_start(list, first);
	for (const char *text = first; text; text = va_arg(list, const char *), n++)
		sum += strlen(text);
	va_end(list);
	return n == 3 ? sum : 0;
}
