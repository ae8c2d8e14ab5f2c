/* budget: the limits of a campaign, its gains, and its end. */
#ifndef SKEP_CAMPAIGN_BUDGET_H
#define SKEP_CAMPAIGN_BUDGET_H

#include "base/vec.h"
#include "campaign/campaign.h"

struct budget {
	const struct campaign_options *options;  /* borrowed */
	double start;
	double seconds_before;           /* in earlier parts of the campaign */
	uint64_t submitted;              /* tests that run or have run */
	struct count goals;
	double last_win;                 /* seconds from the start to the last win */
	double last_finding;             /* seconds from the start to the last new finding */
	uint64_t last_win_at;            /* executions of this worker at the last win */
	VEC(struct campaign_point) timeline;
	enum stop_reason stop;
};

void budget_init(struct budget *budget, const struct campaign_options *options);
void budget_release(struct budget *budget);
/* Begins anew. Only goals that were won count from before. */
void budget_begin(struct budget *budget);

double budget_elapsed(const struct budget *budget);
/* Returns how many more tests may be submitted, at most `limit`. */
size_t budget_room(const struct budget *budget, size_t limit);
/* Notes the present coverage; `executions` are this worker's. True if goals were won. */
bool budget_take(struct budget *budget, struct count goals, uint64_t executions);
/* Notes a new finding. */
void budget_found(struct budget *budget);
/* Adds a point to the timeline; `executions` are those of all workers and parts. */
void budget_point(struct budget *budget, uint64_t executions);
bool budget_is_all_covered(const struct budget *budget);
/* True if the campaign is over after so many executions of this worker. Sets `stop`. */
bool budget_is_over(struct budget *budget, uint64_t executions);

#endif
