/* site: the unit of a shared campaign, put together and built on a worker's machine. */
#ifndef SKEP_CLI_SITE_H
#define SKEP_CLI_SITE_H

#include "cli/machines/workplace.h"

struct site;

/* Fetches the unit and builds it. A campaign of another skep, or of a machine with other compilers or headers,
 * is TROUBLE_INPUT; the message names the difference. */
MUST_USE status site_open(struct connection *connection, const char *url, const struct shared_campaign *campaign,
                          struct site **site);
/* `site` may be NULL. */
void site_free(struct site *site);
const struct workplace *site_place(const struct site *site);

/* Finds out which build of skep this is. */
MUST_USE status build_of_skep(struct arena *arena, const char **build);

#endif
