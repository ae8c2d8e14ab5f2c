/* models: C library functions in plain C, for the symbolic build.
 *
 * These files become bitcode that is linked into the unit and instrumented with it, so that labels
 * pass through. Each model behaves like the C library's function in the C locale: results, errno,
 * and the order of callbacks. reroute.h lists them; a model of NAME is __skep_model_NAME. They are
 * in the runtime's section, so a fault in a model is a fault of its caller. */
#ifndef SKEP_RT_MODELS_H
#define SKEP_RT_MODELS_H

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

char *__fgets_chk(char *restrict text, size_t room, int size, FILE *restrict file);
ssize_t __getdelim(char **restrict line, size_t *restrict room, int delimiter, FILE *restrict file);

char *__strtok_r(char *text, const char *set, char **saved);
int __snprintf_chk(char *restrict text, size_t size, int flag, size_t room, const char *restrict format, ...);
int __vsnprintf_chk(char *restrict text, size_t size, int flag, size_t room, const char *restrict format, va_list args);
int __sprintf_chk(char *restrict text, int flag, size_t room, const char *restrict format, ...);
int __vsprintf_chk(char *restrict text, int flag, size_t room, const char *restrict format, va_list args);

#pragma clang section text = "skep_text"

#include "unqualified.h"

#define HEAP(name)
#define REROUTE(name)
#define RETIRE(name)
#define THREADS(name)
#define MODEL(name) extern __typeof__(name) __skep_model_##name;
#include "reroute.h"
#undef HEAP
#undef REROUTE
#undef RETIRE
#undef THREADS
#undef MODEL

void *__skep_malloc(size_t size);
void *__skep_heap_realloc(void *old, size_t size);
/* reading.c: fread() of bytes and read(), with labels. */
size_t __skep_read_stream(void *to, size_t size, FILE *file);
ssize_t __skep_read_descriptor(int fd, void *to, size_t size);
int __skep_memcmp(const void *a, const void *b, size_t n);
/* Makes labels in this memory concrete: its contents must stay the same. */
void __skep_labels_fix(const void *start, size_t size);
/* Copies labels of memory without touching the memory. */
void __skep_labels_copy(const void *to, const void *from, size_t size);
void __skep_labels_forget(const void *start, size_t size);
/* Makes a list of arguments concrete: see labels_slow.h. */
__attribute__((preserve_most)) void __skep_slow_reads_list(const char *name, uintptr_t list);
/* vsnprintf() of the other builds; vsprintf() if the size is SIZE_MAX. */
int __skep_print_plain(char *restrict text, size_t size, const char *restrict format, va_list args);
/* The place where strtok() continues. */
char **__skep_strtok_rest(void);

#endif
