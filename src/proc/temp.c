/* temp: folders that do not outlive skep.
 *
 * Live folders hang in a list whose nodes are never freed, only emptied and
 * used again, so that the handler of a fatal signal may walk it at any moment. */
#define _GNU_SOURCE
#include "proc/child.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"

struct temp {
	struct temp *next;
	char *path;  /* NULL: free to use */
	pid_t owner; /* a forked child must not remove its parent's folders */
};

static struct temp *temps;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void remove_all(void)
{
	pid_t self = getpid();
	for (struct temp *t = temps; t; t = t->next)
		if (t->path && t->owner == self)
			dir_remove(t->path);
}

static void on_fatal_signal(int number)
{
	remove_all();
	/* SA_RESETHAND has restored the default: this time it ends us. */
	raise(number);
}

static void catch_the_end(void)
{
	static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT, SIGPIPE, SIGXCPU, SIGXFSZ,
	                               SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { .sa_handler = on_fatal_signal, .sa_flags = SA_RESETHAND };
	atexit(remove_all);
	sigfillset(&action.sa_mask);
	for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
		struct sigaction before;
		/* Handlers of others (a sanitizer's, interrupt_catch's) stay. */
		if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
			sigaction(signals[i], &action, NULL);
	}
}

static void remember(const char *path)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, catch_the_end);
	pthread_mutex_lock(&lock);
	struct temp *t = temps;
	while (t && t->path)
		t = t->next;
	if (!t) {
		t = xcalloc(1, sizeof *t);
		t->next = temps;
		__atomic_store_n(&temps, t, __ATOMIC_RELEASE);
	}
	t->owner = getpid();
	__atomic_store_n(&t->path, xstrdup(path), __ATOMIC_RELEASE);
	pthread_mutex_unlock(&lock);
}

static void forget(const char *path)
{
	pthread_mutex_lock(&lock);
	for (struct temp *t = temps; t; t = t->next) {
		if (!t->path || strcmp(t->path, path) != 0)
			continue;
		char *old = t->path;
		__atomic_store_n(&t->path, NULL, __ATOMIC_RELEASE);
		free(old);
	}
	pthread_mutex_unlock(&lock);
}

status temp_make(const char *purpose, char **path)
{
	const char *wanted = getenv("TMPDIR");
	if (!wanted || !wanted[0])
		wanted = "/tmp";
	char *parent = realpath(wanted, NULL);
	char *made = parent ? xprintf("%s/skep-%s-XXXXXX", parent, purpose) : NULL;
	free(parent);
	if (!made || !mkdtemp(made)) {
		free(made);
		return fail_errno("cannot make a folder below '%s' (TMPDIR can name another place)", wanted);
	}
	remember(made);
	*path = made;
	return NULL;
}

void temp_remove(char *path)
{
	if (!path)
		return;
	dir_remove(path);
	forget(path);
	free(path);
}
