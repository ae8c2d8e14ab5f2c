/* hands: the processes of one worker. Each works at one share at a time; the worker itself leases shares for them, and
 * renews the leases while they are busy. */
#ifndef SKEP_CLI_HANDS_H
#define SKEP_CLI_HANDS_H

#include "cli/machines/workplace.h"

struct hands;

/* Joins the store as a worker with n hands. The connection is borrowed. */
MUST_USE status hands_new(struct connection *connection, size_t n, struct hands **hands);
/* Ends what is under way; NULL is fine. */
void hands_free(struct hands *hands);

size_t hands_idle(const struct hands *hands);
size_t hands_busy(const struct hands *hands);
/* One of them works there. */
bool hands_busy_at(const struct hands *hands, const struct workplace *place);

/* Leases shares of the campaign for the hands that are idle, and sets them to work there; the place must stay as it is
 * until they are idle again. `slice`: seconds until a share is returned, so that another campaign can have its turn; 0:
 * until the campaign stops. *n: how many began. */
MUST_USE status hands_lease(struct hands *hands, const struct workplace *place, int64_t campaign, double slice,
                            size_t *n);
/* To be called a few times a second: renews leases, and returns shares of hands that came to an end. Trouble of the
 * store that passes is told once, and no failure; nor is a hand that fails: it is told. */
MUST_USE status hands_look(struct hands *hands);
/* How often, one after the other, hands of the campaign ended in a failure. */
unsigned hands_failures(const struct hands *hands, int64_t campaign);
/* Asks all to end as ctrl-C would. */
void hands_stop(struct hands *hands);

#endif
