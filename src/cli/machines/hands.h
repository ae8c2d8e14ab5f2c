/* hands: the processes of a worker. Each hand works at one share at a time. The worker itself leases shares for
 * them, and renews the leases while the hands are busy. */
#ifndef SKEP_CLI_HANDS_H
#define SKEP_CLI_HANDS_H

#include "cli/machines/workplace.h"

struct hands;

/* Joins the store as a worker with n hands. The connection is borrowed. */
MUST_USE status hands_new(struct connection *connection, size_t n, struct hands **hands);
/* Ends all work; `hands` may be NULL. */
void hands_free(struct hands *hands);

size_t hands_idle(const struct hands *hands);
size_t hands_busy(const struct hands *hands);
/* True if a hand works at this place. */
bool hands_busy_at(const struct hands *hands, const struct workplace *place);

/* Leases shares of the campaign for idle hands, and sets these to work. The place must stay as it is until they
 * are idle again. `slice` is the number of seconds after which a share is returned, so that another campaign
 * can have its turn; 0: when the campaign stops. *n is the number of hands that began. */
MUST_USE status hands_lease(struct hands *hands, const struct workplace *place, int64_t campaign, double slice,
                            size_t *n);
/* Renews leases, and returns the shares of hands that came to an end. Call it several times a second. Trouble
 * of the store that passes is no failure; the user is told once. A hand that fails is no failure either; the
 * user is told. */
MUST_USE status hands_look(struct hands *hands);
/* Returns how many hands of the campaign failed in a row. */
unsigned hands_failures(const struct hands *hands, int64_t campaign);
/* Asks all hands to end, as ctrl-C does. */
void hands_stop(struct hands *hands);

#endif
