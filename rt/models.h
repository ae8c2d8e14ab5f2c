/* models: C library functions in plain C, for the symbolic build.
 *
 * These files become bitcode that is linked into the unit and instrumented with it, so
 * that labels pass through. Each behaves as the C library's does in the C locale:
 * results, errno, and the order in which it calls back. Listed in reroute.h; a model of
 * NAME is __skep_model_NAME. They lie in the runtime's section: a fault in one is a
 * fault of its caller. */
#ifndef SKEP_RT_MODELS_H
#define SKEP_RT_MODELS_H

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

char *__strtok_r(char *text, const char *set, char **saved);

#pragma clang section text = "skep_text"

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
int __skep_memcmp(const void *a, const void *b, size_t n);
/* What has labels in there must stay as it is. */
void __skep_labels_fix(const void *start, size_t size);

#endif
