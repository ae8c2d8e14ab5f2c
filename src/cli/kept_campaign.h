/* kept_campaign: the place where a campaign is kept, and where --continue finds it.
 *
 * While a campaign runs, it is kept beside the output folder, as OUT.campaign.sqlite, where it is found if skep
 * was killed. At the end it moves into the folder, as OUT/campaign.sqlite. */
#ifndef SKEP_CLI_KEPT_CAMPAIGN_H
#define SKEP_CLI_KEPT_CAMPAIGN_H

#include "campaign/campaign.h"
#include "cli/unit_input.h"
#include "store/store.h"

/* Begins as all zeroes. */
struct kept_campaign {
	char *path;              /* beside the output folder */
	struct store *store;     /* NULL: not kept */
	struct journal *journal; /* of the store */
	bool taken_up;           /* it has an earlier part of the campaign */
	uint64_t executions;     /* of the earlier parts */
};

/* True if an earlier run left a campaign for this output folder. */
bool kept_is_there(const char *out);
/* Opens the campaign that an earlier run left, and corrects the unit's model by the lessons it learned; the
 * user's --model still wins. If there is none, or it cannot be continued, the failure is TROUBLE_INPUT. */
MUST_USE status kept_take_up(struct kept_campaign *kept, const char *out, const struct unit_input *input,
                             struct unit *unit);
/* Corrects the model by the text of a campaign's lessons, and then by the user's --model. `whose` is named in
 * messages. */
MUST_USE status kept_correct(const struct unit_input *input, struct unit *unit, const char *lessons, const char *whose);
/* Makes a fresh store if none was taken up, and hands it to the campaign. If the campaign cannot be kept, that
 * is a warning. */
void kept_begin(struct kept_campaign *kept, const char *out, const struct unit *unit, struct campaign_options *options);
/* Writes the store to the folder of results; false: it could not. */
bool kept_write(struct kept_campaign *kept, const char *folder);
/* Ends the store when the results are in place, the campaign among them. */
void kept_end(struct kept_campaign *kept);
/* Keeps the store of a campaign that was not ended on disk if it is worth something: it `has_run`, or was taken
 * up. */
void kept_release(struct kept_campaign *kept, bool has_run);

#endif
