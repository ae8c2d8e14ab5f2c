/* kept_campaign: where a campaign is kept, and how --continue finds it.
 *
 * While it runs, beside the output folder: OUT.campaign.sqlite; that is where it is
 * found if skep was killed. With the results it goes into the folder, as
 * OUT/campaign.sqlite. */
#ifndef SKEP_CLI_KEPT_CAMPAIGN_H
#define SKEP_CLI_KEPT_CAMPAIGN_H

#include "campaign/campaign.h"
#include "cli/unit_input.h"
#include "store/store.h"

/* Zero-initialise it. */
struct kept_campaign {
	char *path;              /* beside the output folder */
	struct store *store;     /* NULL: not kept */
	struct journal *journal; /* of the store */
	bool taken_up;           /* it holds an earlier part of the campaign */
	uint64_t executions;     /* of the earlier parts */
};

/* An earlier run left one for this output folder. */
bool kept_is_there(const char *out);
/* Opens what an earlier run left, and corrects the unit's model by what that one had
 * learned; what the user says with --model still wins. Nothing to continue, or nothing
 * that can be continued, is TROUBLE_INPUT. */
MUST_USE status kept_take_up(struct kept_campaign *kept, const char *out, const struct unit_input *input,
                             struct unit *unit);
/* Corrects the model by the text of what a campaign had learned, and then once more by what the user says. `whose`
 * is named in messages. */
MUST_USE status kept_correct(const struct unit_input *input, struct unit *unit, const char *lessons, const char *whose);
/* Makes a fresh one if none was taken up, and hands it to the campaign. That a campaign
 * cannot be kept is a warning. */
void kept_begin(struct kept_campaign *kept, const char *out, const struct unit *unit, struct campaign_options *options);
/* Writes it to the folder of results, and says whether that worked. */
bool kept_write(struct kept_campaign *kept, const char *folder);
/* The results are in place, the campaign among them. */
void kept_end(struct kept_campaign *kept);
/* A campaign that was not ended stays on disk if it is worth something: `has_run`, or it was taken up. */
void kept_release(struct kept_campaign *kept, bool has_run);

#endif
