/* beside: a copy of skep that does one thing while skep does another.
 *
 * The copy is a process: its changes to memory are its own and are lost when it ends, so neither
 * side needs a lock. Its results are files, and a status. */
#ifndef SKEP_PROC_BESIDE_H
#define SKEP_PROC_BESIDE_H

#include <stdbool.h>

#include "base/status.h"

struct beside;

/* Runs work(context) in a copy of this process. The copy's only message is its status. Its
 * temporary files end with it, and it dies with skep. */
MUST_USE status beside_start(status (*work)(void *context), void *context, struct beside **beside);
/* Like beside_start(), with temporary files in the place that temp_make_quick() uses. */
MUST_USE status beside_start_quick(status (*work)(void *context), void *context, struct beside **beside);
/* Waits for the end of the copy, and returns the status of work(); ctrl-C meanwhile ends the copy.
 * A copy that did not end by itself is a failure, too. Frees it. */
MUST_USE status beside_finish(struct beside *beside);
/* Waits until beside_finish() would not have to wait; false: ctrl-C came before. */
bool beside_wait(const struct beside *beside);
/* beside_finish() would not have to wait. */
bool beside_is_done(const struct beside *beside);
/* Asks the copy to end, as ctrl-C would, and ends it if it takes too long. Frees it; NULL is
 * allowed. */
void beside_stop(struct beside *beside);
/* Ends the copy at once, whatever it is doing. Frees it; NULL is allowed. */
void beside_cancel(struct beside *beside);

#endif
