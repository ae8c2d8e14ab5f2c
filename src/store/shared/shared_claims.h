/* shared_claims: claims of a stint on frontiers (store/claims.h). Private to store/shared/.
 *
 * The store gives each frontier to the first that asks. The claims have a connection of their own, which is opened at the first
 * question. While the server is away a worker tries whatever it finds: a frontier that is tried twice costs time, and
 * waiting costs more. */
#ifndef SKEP_STORE_SHARED_CLAIMS_H
#define SKEP_STORE_SHARED_CLAIMS_H

#include "store/claims.h"
#include "store/shared/connection.h"
#include "store/shared/shared.h"

/* `url` and `lease` are borrowed. */
struct claims *shared_claims_new(const char *url, const struct lease *lease);
/* `claims` may be NULL. */
void shared_claims_free(struct claims *claims);
struct traffic shared_claims_traffic(const struct claims *claims);

#endif
