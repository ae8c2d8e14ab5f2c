/* apart: work in a process of its own.
 *
 * For what may crash, hang or leak, and is not ours to repair: only its result comes
 * back. It starts with a copy of all memory, so nothing has to be handed over. */
#ifndef SKEP_PROC_APART_H
#define SKEP_PROC_APART_H

#include <stdbool.h>
#include <stddef.h>

/* Lets `work` write `size` bytes to `result`. False if it died, took longer than so many
 * seconds, or skep was interrupted; then the result means nothing. */
bool run_apart(void (*work)(void *context, void *result), void *context, void *result, size_t size, double seconds);

#endif
