/* apart: work in a process of its own.
 *
 * This is for library code that may crash, hang or leak and that skep cannot repair: only the
 * result of the work comes back. The process starts with a copy of all memory, so nothing has to be
 * passed to it. */
#ifndef SKEP_PROC_APART_H
#define SKEP_PROC_APART_H

#include <stdbool.h>
#include <stddef.h>

/* Lets `work` write `size` bytes to `result`. False if the process died, took longer than
 * `seconds`, or skep was interrupted; then the result has no meaning. */
bool run_apart(void (*work)(void *context, void *result), void *context, void *result, size_t size, double seconds);

#endif
