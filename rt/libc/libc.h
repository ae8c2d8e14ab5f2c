/* libc: prototypes of the runtime's versions of C library functions.
 *
 * Each has the type of the function that it replaces, so reroute.h is the only list. The C
 * library's own functions are called by their usual names. */
#ifndef SKEP_RT_LIBC_H
#define SKEP_RT_LIBC_H

#include <assert.h>
#include <dirent.h>
#include <err.h>
#include <error.h>
#include <fcntl.h>
#include <getopt.h>
#include <libintl.h>
#include <locale.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <uchar.h>
#include <unistd.h>
#include <utime.h>
#include <wchar.h>

/* Functions that headers do not declare, or declare only under other settings. */
int __cxa_atexit(void (*function)(void *), void *argument, void *handle);
int __asprintf_chk(char **out, int flag, const char *format, ...);
int __vasprintf_chk(char **out, int flag, const char *format, va_list args);
char *__fgets_chk(char *restrict text, size_t room, int size, FILE *restrict file);
bool __skep_is_child(pid_t pid); /* children.c */
void __skep_note_absent(const char *path); /* after a call that did not find it */
size_t __skep_read_stream(void *to, size_t size, FILE *file);
ssize_t __skep_read_descriptor(int fd, void *to, size_t size);
ssize_t __getdelim(char **line, size_t *room, int delimiter, FILE *file);
char *__strdup(const char *text);
char *__strndup(const char *text, size_t limit);
int __snprintf_chk(char *restrict text, size_t size, int flag, size_t room, const char *restrict format, ...);
int __vsnprintf_chk(char *restrict text, size_t size, int flag, size_t room, const char *restrict format, va_list args);
int __sprintf_chk(char *restrict text, int flag, size_t room, const char *restrict format, ...);
int __vsprintf_chk(char *restrict text, int flag, size_t room, const char *restrict format, va_list args);
/* print.c, for the symbolic build's models: see models.h. */
int __skep_print_plain(char *restrict text, size_t size, const char *restrict format, va_list args);
char *__realpath_chk(const char *path, char *resolved, size_t room);
char *__getcwd_chk(char *buffer, size_t size, size_t room);
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
__sighandler_t bsd_signal(int number, __sighandler_t handler);
__sighandler_t __sysv_signal(int number, __sighandler_t handler);

#define HEAP(name) extern __typeof__(name) __skep_##name;
#define REROUTE(name) extern __typeof__(name) __skep_##name;
#define RETIRE(name)
#define THREADS(name)
#define MODEL(name)
#include "reroute.h"
#undef HEAP
#undef REROUTE
#undef RETIRE
#undef THREADS
#undef MODEL

#endif
