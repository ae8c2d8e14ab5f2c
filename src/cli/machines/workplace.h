/* workplace: a built unit, and the work at one share of its campaign. */
#ifndef SKEP_CLI_WORKPLACE_H
#define SKEP_CLI_WORKPLACE_H

#include "cli/gen/settings.h"
#include "store/shared/shared.h"

/* Everything is borrowed. Nothing in it may change while shares are worked at, because each share begins with
 * the unit as it is here. */
struct workplace {
	const char *url;                     /* of the store */
	struct unit *unit;
	struct target *const *targets;
	const bool *callable, *aim;
	const struct engine_settings *engines;
	enum criterion criterion;
	const text_list *promoted;
	struct build_options build;
	bool is_exact;
};

/* Works at the share in this process, which must be a copy that ends afterwards, because lessons of the judge
 * change the unit's model. `seconds` is the limit; 0: until the share is done or the campaign stops.
 * TROUBLE_INTERRUPTED: work at the share could go on; otherwise its executions are spent, or its engines have
 * nothing left to try. */
MUST_USE status workplace_work(const struct workplace *place, const struct lease *lease, double seconds);

#endif
