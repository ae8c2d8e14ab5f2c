/* beside: a copy of skep that does one thing while skep does another.
 *
 * The copy is a process: what it changes in memory is its own and is lost when
 * it ends, so neither side needs a lock. It hands on files, and how it went. */
#ifndef SKEP_PROC_BESIDE_H
#define SKEP_PROC_BESIDE_H

#include <stdbool.h>

#include "base/status.h"

struct beside;

/* Runs work(context) in a copy of this process. The copy says nothing but its
 * status, has its temporary files where they end with it, and dies with us. */
MUST_USE status beside_start(status (*work)(void *context), void *context, struct beside **beside);
/* Runs work(context) as beside_start() does, with its temporary files where temp_make_quick() has
 * them. */
MUST_USE status beside_start_quick(status (*work)(void *context), void *context, struct beside **beside);
/* Waits for its end and gives what work() gave; ctrl-C meanwhile ends it. A copy
 * that did not come to an end by itself is a failure, too. Frees it. */
MUST_USE status beside_finish(struct beside *beside);
/* Waits until beside_finish() would not have to wait; false: ctrl-C came before. */
bool beside_wait(const struct beside *beside);
/* True if beside_finish() would not have to wait. */
bool beside_is_done(const struct beside *beside);
/* Asks it to end as ctrl-C would, and ends it if it takes too long. Frees it; NULL is fine. */
void beside_stop(struct beside *beside);
/* Ends it at once, whatever it is doing. Frees it; NULL is fine. */
void beside_cancel(struct beside *beside);

#endif
