/* temp: folders that do not outlive skep.
 *
 * Live folders are in a list whose nodes are never freed, only emptied and used again, so that the
 * handler of a fatal signal may walk along it at any moment. Each folder is locked while its maker
 * lives. A folder that another process can lock was left by a skep that was killed, and the next
 * skep removes it. */
#define _GNU_SOURCE
#include "proc/child.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/mem.h"

struct temp {
	struct temp *next;
	char *path;  /* NULL: the node is free */
	pid_t owner; /* a forked child must not remove its parent's folders */
	int lock;    /* the folder, open and locked; -1: this file system has no locks */
};

#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
#define N_RANDOM 6 /* letters that mkdtemp() chooses */
#define MEMORY "/dev/shm"
#define ROOM_IN_MEMORY ((uint64_t)32 << 20)

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
	/* SA_RESETHAND has restored the default, so this time the signal ends skep. */
	raise(number);
}

static void catch_the_end(void)
{
	static const int signals[] = { SIGSEGV, SIGBUS,  SIGFPE,  SIGILL, SIGABRT, SIGQUIT,
		                       SIGPIPE, SIGXCPU, SIGXFSZ, SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { .sa_handler = on_fatal_signal, .sa_flags = SA_RESETHAND };
	atexit(remove_all);
	sigfillset(&action.sa_mask);
	for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
		struct sigaction before;
		/* Handlers of other code (a sanitizer's, interrupt_catch()'s) stay. */
		if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
			sigaction(signals[i], &action, NULL);
	}
}

static void remember(const char *path, int folder)
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
	t->lock = folder;
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
		if (t->lock >= 0)
			close(t->lock);
	}
	pthread_mutex_unlock(&lock);
}

/* A name that users do not give their folders: skep-out.backup must not be removed. */
#define OUR_NAME "skep-%s" OUR_MIDDLE "XXXXXX"
#define OUR_MIDDLE ".tmp-"

static bool is_ours(const char *name)
{
	size_t length = strlen(name), end = strlen(OUR_MIDDLE) + N_RANDOM;
	return strncmp(name, "skep-", 5) == 0 && length > end &&
	       strncmp(name + length - end, OUR_MIDDLE, strlen(OUR_MIDDLE)) == 0;
}

/* Removes the folder if its maker is gone. */
static void remove_if_left(int parent, const char *parent_path, const char *name)
{
	struct stat info;
	int folder = openat(parent, name, FOLDER_FLAGS);
	if (folder < 0)
		return;
	if (fstat(folder, &info) == 0 && info.st_uid == geteuid() && flock(folder, LOCK_EX | LOCK_NB) == 0) {
		char *path = xprintf("%s/%s", parent_path, name);
		dir_remove(path);
		free(path);
	}
	close(folder);
}

static void remove_what_was_left(const char *parent)
{
	DIR *dir = opendir(parent);
	for (struct dirent *entry; dir && (entry = readdir(dir));)
		if (is_ours(entry->d_name))
			remove_if_left(dirfd(dir), parent, entry->d_name);
	if (dir)
		closedir(dir);
}

/* The usual place; NULL with errno if it does not exist. *wanted is its name in either case. */
static char *usual_place(const char **wanted)
{
	*wanted = getenv("TMPDIR");
	if (!*wanted || !(*wanted)[0])
		*wanted = "/tmp";
	return realpath(*wanted, NULL);
}

/* A place in memory, unless the user named one; NULL: there is none. */
static char *quick_place(void)
{
	const char *said = getenv("TMPDIR");
	struct statvfs room;
	if ((said && said[0]) || statvfs(MEMORY, &room) != 0 || access(MEMORY, W_OK | X_OK) != 0)
		return NULL;
	return room.f_bavail * room.f_frsize >= ROOM_IN_MEMORY ? realpath(MEMORY, NULL) : NULL;
}

static void clean_up_once(void)
{
	static pid_t done_by;
	const char *wanted;
	if (__atomic_exchange_n(&done_by, getpid(), __ATOMIC_RELAXED) == getpid())
		return;
	char *places[] = { usual_place(&wanted), quick_place() };
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		if (places[i])
			remove_what_was_left(places[i]);
		free(places[i]);
	}
}

/* False if another skep took the folder for an abandoned one before it was locked. */
static bool lock_folder(const char *path, int *folder)
{
	struct stat info;
	*folder = open(path, FOLDER_FLAGS);
	if (*folder < 0)
		return errno != ENOENT;
	while (flock(*folder, LOCK_EX) != 0 && errno == EINTR)
		;
	if (fstat(*folder, &info) != 0 || info.st_nlink > 0)
		return true;
	close(*folder);
	return false;
}

/* Makes and locks a folder; the caller frees the path. NULL with errno after a failure. */
static char *make_locked(const char *parent, const char *purpose, int *folder)
{
	for (;;) {
		char *made = xprintf("%s/" OUR_NAME, parent, purpose);
		if (!mkdtemp(made)) {
			free(made);
			return NULL;
		}
		if (lock_folder(made, folder))
			return made;
		free(made);
	}
}

status temp_make(const char *purpose, char **path)
{
	int folder = -1;
	const char *wanted;
	char *parent = usual_place(&wanted);
	clean_up_once();
	char *made = parent ? make_locked(parent, purpose, &folder) : NULL;
	free(parent);
	if (!made)
		return fail_errno("cannot make a folder below '%s' (TMPDIR can name another place)", wanted);
	remember(made, folder);
	*path = made;
	return NULL;
}

status temp_make_quick(const char *purpose, char **path)
{
	int folder = -1;
	char *parent = quick_place();
	clean_up_once();
	char *made = parent ? make_locked(parent, purpose, &folder) : NULL;
	free(parent);
	if (!made)
		return temp_make(purpose, path);
	remember(made, folder);
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
