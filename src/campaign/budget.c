/* budget: see budget.h. */
#include "campaign/budget.h"

#include "base/log.h"
#include "proc/child.h"

#define AFTERWARDS 3000u         /* tests after all goals are won, if nothing else ends the campaign, */
#define AFTERWARDS_SHARE 0.25    /* or this share of the plateau */

void budget_init(struct budget *budget, const struct campaign_options *options)
{
	*budget = (struct budget){ .options = options, .start = now_seconds(), .stop = STOP_NOTHING_TO_DO };
}

void budget_release(struct budget *budget)
{
	vec_release(&budget->timeline);
}

void budget_begin(struct budget *budget)
{
	budget->start = now_seconds();
	budget->last_win = budget->last_finding = 0;
	vec_clear(&budget->timeline);
}

double budget_elapsed(const struct budget *budget)
{
	return now_seconds() - budget->start;
}

size_t budget_room(const struct budget *budget, size_t limit)
{
	uint64_t most = budget->options->budget.executions;
	return most && most - budget->submitted < limit ? most - budget->submitted : limit;
}

bool budget_take(struct budget *budget, struct count goals, uint64_t executions)
{
	if (goals.covered <= budget->goals.covered)
		return false;
	budget->goals = goals;
	budget->last_win = budget_elapsed(budget);
	budget->last_win_at = executions;
	return true;
}

void budget_point(struct budget *budget, uint64_t executions)
{
	struct campaign_point point = { budget->seconds_before + budget_elapsed(budget), executions,
		                        budget->goals.covered };
	vec_push(&budget->timeline, point);
}

bool budget_is_all_covered(const struct budget *budget)
{
	return budget->goals.total && budget->goals.covered == budget->goals.total;
}

void budget_found(struct budget *budget)
{
	budget->last_finding = budget_elapsed(budget);
}

/* True if the campaign may end after all goals were covered. Covered code may still have bugs, so the rest of
 * the user's budget goes to findings. Without a budget, the campaign ends when neither goals nor findings come. */
static bool is_done(const struct budget *budget, uint64_t executions)
{
	const struct campaign_budget *limits = &budget->options->budget;
	if (limits->end != END_AFTERWARDS)
		return limits->end == END_AT_ONCE;
	if (limits->plateau_seconds > 0) {
		double last = budget->last_finding > budget->last_win ? budget->last_finding : budget->last_win;
		return budget_elapsed(budget) - last >= limits->plateau_seconds * AFTERWARDS_SHARE;
	}
	return !limits->executions && limits->seconds <= 0 && executions - budget->last_win_at >= AFTERWARDS;
}

static bool is_spent(const struct budget *budget, uint64_t executions)
{
	const struct campaign_options *options = budget->options;
	return (options->budget.executions && executions >= options->budget.executions) ||
	       (options->budget.seconds > 0 && budget_elapsed(budget) >= options->budget.seconds);
}

static bool is_stuck(const struct budget *budget, uint64_t executions)
{
	const struct campaign_options *options = budget->options;
	return (options->budget.plateau_executions &&
	        executions - budget->last_win_at > options->budget.plateau_executions) ||
	       (options->budget.plateau_seconds > 0 &&
	        budget_elapsed(budget) - budget->last_win > options->budget.plateau_seconds);
}

bool budget_is_over(struct budget *budget, uint64_t executions)
{
	bool all = budget_is_all_covered(budget);
	if (interrupted())
		budget->stop = STOP_INTERRUPTED;
	else if (all && is_done(budget, executions))
		budget->stop = STOP_ALL_COVERED;
	else if (is_spent(budget, executions))
		budget->stop = all && budget->options->budget.end != END_NEVER ? STOP_ALL_COVERED : STOP_BUDGET;
	else if (is_stuck(budget, executions))
		budget->stop = STOP_PLATEAU;
	else
		return false;
	return true;
}
