#include "options.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct options {
	FILE *out;
	int width;
	char title[20];
};

static pthread_key_t calls;
static pthread_once_t calls_once = PTHREAD_ONCE_INIT;

static void make_calls(void)
{
	pthread_key_create(&calls, free);
}

/* One more call in this thread. */
static void count(void)
{
	pthread_once(&calls_once, make_calls);
	long *n = pthread_getspecific(calls);
	if (!n && (n = calloc(1, sizeof *n)))
		pthread_setspecific(calls, n);
	if (n)
		++*n;
}

struct options *options_new(FILE *out)
{
	count();
	struct options *options = calloc(1, sizeof *options);
	if (options)
		options->out = out;
	return options;
}

void options_free(struct options *options)
{
	free(options);
}

int options_set(struct options *options, enum option option, ...)
{
	const char *title;
	int result = 0;
	va_list args;
	va_start(args, option);
	switch (option) {
	case OPTION_WIDTH:
		options->width = va_arg(args, int);
		break;
	case OPTION_TITLE:
		title = va_arg(args, const char *);
		strncpy(options->title, title ? title : "none", sizeof options->title - 1);
		break;
	case OPTION_NOTHING:
		break;
	default:
		result = -1;
	}
	va_end(args);
	return result;
}

int options_width(const struct options *options)
{
	return options->width;
}

int options_show(const struct options *options)
{
	return fprintf(options->out, "%s %d\n", options->title, options->width);
}

int options_hex(const unsigned char *bytes, size_t n, char *text, size_t room)
{
	static const char digits[] = "0123456789abcdef";
	if (n > 1000 || room < 2 * n + 1)
		return -1;
	for (size_t i = 0; i < n; i++) {
		text[2 * i] = digits[bytes[i] >> 4];
		text[2 * i + 1] = digits[bytes[i] & 15];
	}
	text[2 * n] = 0;
	return (int)(2 * n);
}
