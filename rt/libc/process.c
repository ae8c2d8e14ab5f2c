/* process: ends of the process that end only the test.
 *
 * exit() runs the unit's registered handlers as part of the test; then the test leaves the unit
 * with outcome SK_EXIT. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "inside.h"
#include "libc.h"

#define MAX_HANDLERS 64
#define PROCESS_ID 4711 /* the same in every run */

struct handler {
	void (*plain)(void);
	void (*with_status)(int, void *);
	void (*with_argument)(void *);
	void *argument;
};

struct handlers {
	struct handler at[MAX_HANDLERS];
	size_t n;
};

static struct handlers at_exit, at_quick;

void __skep_process_reset(void)
{
	at_exit.n = at_quick.n = 0;
}

static int add(struct handlers *handlers, struct handler handler)
{
	/* Handlers of constructors would count for every test, so they are not registered. */
	if (__skep_now.phase != PHASE_TEST)
		return 0;
	if (handlers->n == MAX_HANDLERS)
		return -1;
	handlers->at[handlers->n++] = handler;
	return 0;
}

int __skep_atexit(void (*function)(void))
{
	return add(&at_exit, (struct handler){ .plain = function });
}

int __skep_on_exit(void (*function)(int, void *), void *argument)
{
	return add(&at_exit, (struct handler){ .with_status = function, .argument = argument });
}

int __skep___cxa_atexit(void (*function)(void *), void *argument, void *handle)
{
	(void)handle;
	return add(&at_exit, (struct handler){ .with_argument = function, .argument = argument });
}

int __skep_at_quick_exit(void (*function)(void))
{
	return add(&at_quick, (struct handler){ .plain = function });
}

static void run_handlers(struct handlers *handlers, int status)
{
	while (handlers->n > 0) {
		struct handler handler = handlers->at[--handlers->n];
		if (handler.plain)
			handler.plain();
		else if (handler.with_status)
			handler.with_status(status, handler.argument);
		else if (handler.with_argument)
			handler.with_argument(handler.argument);
	}
}

void __skep__exit(int status)
{
	if (__skep_now.phase != PHASE_TEST)
		_exit(status);
	__skep_now.exit_status = status & 0xff;
	__skep_program_exit();
	__skep_escape(SK_EXIT);
}

void __skep__Exit(int status)
{
	__skep__exit(status);
}

void __skep_exit(int status)
{
	run_handlers(&at_exit, status);
	if (__skep_now.in_program)
		fflush(NULL);
	__skep__exit(status);
}

void __skep_quick_exit(int status)
{
	run_handlers(&at_quick, status);
	__skep__exit(status);
}

void __skep_abort(void)
{
	__skep_fail(SK_ABORT, SIGABRT, 0, "");
}

void __skep___assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
	(void)function;
	__skep_fail_at(SK_ASSERT, expression, file, line);
}

void __skep___assert(const char *expression, const char *file, int line)
{
	__skep_fail_at(SK_ASSERT, expression, file, (unsigned)line);
}

void __skep___assert_perror_fail(int number, const char *file, unsigned line, const char *function)
{
	(void)function;
	__skep_fail_at(SK_ASSERT, strerror(number), file, line);
}

/* The messages of err() and others. If no program runs, they would be discarded. */
static void say(const char *before, const char *format, va_list args, int number)
{
	if (!__skep_now.in_program)
		return;
	fprintf(stderr, "%s: %s", program_invocation_name, before);
	if (format)
		vfprintf(stderr, format, args);
	if (number)
		fprintf(stderr, "%s%s", format ? ": " : "", strerror(number));
	fputc('\n', stderr);
}

void __skep_verr(int status, const char *format, va_list args)
{
	say("", format, args, errno);
	__skep_exit(status);
}

void __skep_verrx(int status, const char *format, va_list args)
{
	say("", format, args, 0);
	__skep_exit(status);
}

#define SAY(before, number)                     \
	va_list args;                           \
	va_start(args, format);                 \
	say(before, format, args, number);      \
	va_end(args)

void __skep_err(int status, const char *format, ...)
{
	int number = errno;
	SAY("", number);
	__skep_exit(status);
}

void __skep_errx(int status, const char *format, ...)
{
	SAY("", 0);
	__skep_exit(status);
}

void __skep_error(int status, int number, const char *format, ...)
{
	if (__skep_now.in_program)
		fflush(stdout);
	SAY("", number);
	if (status)
		__skep_exit(status);
}

void __skep_error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...)
{
	char place[256];
	if (__skep_now.in_program)
		fflush(stdout);
	snprintf(place, sizeof place, "%s:%u: ", file, line);
	SAY(place, number);
	if (status)
		__skep_exit(status);
}

pid_t __skep_getpid(void)
{
	return PROCESS_ID;
}

pid_t __skep_getppid(void)
{
	return PROCESS_ID - 1;
}

pid_t __skep_gettid(void)
{
	return PROCESS_ID;
}

pid_t __skep_getpgrp(void)
{
	return PROCESS_ID;
}

/* The unit cannot know of any other process. */
static pid_t only_own(pid_t pid)
{
	if (pid == 0 || pid == PROCESS_ID)
		return PROCESS_ID;
	errno = ESRCH;
	return -1;
}

pid_t __skep_getpgid(pid_t pid)
{
	return only_own(pid);
}

pid_t __skep_getsid(pid_t pid)
{
	return only_own(pid);
}
