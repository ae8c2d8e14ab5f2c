/* workplace: a unit that is built, and how one share of its campaign is worked at. */
#ifndef SKEP_CLI_WORKPLACE_H
#define SKEP_CLI_WORKPLACE_H

#include "cli/gen/settings.h"
#include "store/shared/shared.h"

/* All borrowed. Nothing of it may change while shares are worked at: each begins with the unit as it is here. */
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

/* Works at the share in this process, which is a copy that ends afterwards: what the judge learns changes the
 * unit's model. `seconds`: no longer than that; 0: until the share is done or the campaign stops. TROUBLE_INTERRUPTED: the share could be
 * worked at further; else its executions are spent, or its engines have nothing left to try. */
MUST_USE status workplace_work(const struct workplace *place, const struct lease *lease, double seconds);

#endif
