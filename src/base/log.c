/* log: see log.h. */
#define _GNU_SOURCE
#include "base/log.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static enum log_level level_now = LOG_NORMAL;
static bool progress_shown;
static double said_last; /* the time of the last line, if there is no terminal */

#define SILENCE 10.0 /* seconds */

void log_set_level(enum log_level level)
{
	level_now = level;
}

enum log_level log_level(void)
{
	return level_now;
}

void log_progress_end(void)
{
	if (progress_shown)
		fputs("\r\033[K", stderr);
	progress_shown = false;
}

static void line(const char *prefix, const char *format, va_list args)
{
	log_progress_end();
	fputs(prefix, stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	said_last = now_seconds();
}

#define LINE(prefix)                                                           \
	va_list args;                                                          \
	va_start(args, format);                                                \
	line(prefix, format, args);                                            \
	va_end(args)

void log_error(const char *format, ...)
{
	LINE("skep: ");
}

void log_warn(const char *format, ...)
{
	if (level_now < LOG_NORMAL)
		return;
	LINE("skep: warning: ");
}

void log_note(const char *format, ...)
{
	if (level_now < LOG_NORMAL)
		return;
	LINE("");
}

void log_verbose(const char *format, ...)
{
	if (level_now < LOG_VERBOSE)
		return;
	LINE("");
}

void log_progress(const char *format, ...)
{
	if (level_now < LOG_NORMAL)
		return;
	if (!isatty(STDERR_FILENO)) {
		if (!said_last)
			said_last = now_seconds();
		if (now_seconds() - said_last < SILENCE)
			return;
		LINE("  ");
		return;
	}
	log_progress_end();
	va_list args;
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fflush(stderr);
	progress_shown = true;
}

static double read_clock(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double now_seconds(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

double processor_seconds(void)
{
	return read_clock(CLOCK_THREAD_CPUTIME_ID);
}
