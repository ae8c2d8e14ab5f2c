/* schedule: see schedule.h. */
#include "campaign/schedule.h"

#define SLICE 300.0           /* turns of the first engine */
#define LEAST_PATIENCE 64.0
#define MOST_PATIENCE 1500.0
#define TRICKLE 0.1           /* of all goals won so far: fewer lately are a trickle */
#define FADING 0.93           /* of what a share remembers, per slice */
#define LEAST_SHARE 0.1
#define GROUND 0.2            /* of a win that counts for the other engines */

void schedule_init(struct schedule *schedule, size_t n_engines, double budget)
{
	*schedule = (struct schedule){ .n = n_engines, .patience = MOST_PATIENCE };
	if (budget > 0 && budget / 8 < schedule->patience)
		schedule->patience = budget / 8;
	if (schedule->patience < LEAST_PATIENCE)
		schedule->patience = LEAST_PATIENCE;
}

static double promise(const struct engine_share *share)
{
	return (share->won + 1) / (share->spent + SLICE);
}

static bool is_neglected(const struct schedule *schedule, const struct engine_share *share, double total)
{
	return share->total < LEAST_SHARE * total && schedule->n > 1;
}

static void begin_slice(struct schedule *schedule)
{
	double total = 0;
	size_t best = schedule->n;
	for (size_t i = 0; i < schedule->n; i++)
		total += schedule->shares[i].total;
	for (size_t i = 0; i < schedule->n; i++) {
		const struct engine_share *own = &schedule->shares[i];
		const struct engine_share *other = best < schedule->n ? &schedule->shares[best] : NULL;
		if (own->dry)
			continue;
		bool neglected = is_neglected(schedule, own, total);
		bool other_neglected = other && is_neglected(schedule, other, total);
		if (!other || (neglected && !other_neglected) ||
		    (neglected == other_neglected && promise(own) > promise(other)))
			best = i;
	}
	schedule->current = best < schedule->n ? best : 0;
	schedule->left = SLICE;
	for (size_t i = 0; i < schedule->n; i++) {
		schedule->shares[i].spent *= FADING;
		schedule->shares[i].won *= FADING;
	}
}

size_t schedule_now(const struct schedule *schedule)
{
	return schedule->is_shared ? schedule->current : 0;
}

size_t schedule_next(struct schedule *schedule)
{
	if (!schedule->is_shared || schedule->n == 1)
		return 0;
	if (schedule->left <= 0)
		begin_slice(schedule);
	return schedule->current;
}

static void spend_alone(struct schedule *schedule, double cost, uint32_t won)
{
	bool trickles = false;
	schedule->since_win = won ? 0 : schedule->since_win + cost;
	schedule->all_won += won;
	schedule->window_won += won;
	schedule->window += cost;
	if (schedule->window >= 2 * schedule->patience) {
		trickles = schedule->window_won < TRICKLE * schedule->all_won;
		if (!trickles)
			schedule->window = schedule->window_won = 0;
	}
	if ((schedule->since_win < schedule->patience && !trickles) || schedule->n == 1)
		return;
	schedule->is_shared = true;
	schedule->shares[0].spent = schedule->window;
	schedule->shares[0].won = schedule->window_won;
}

void schedule_spent(struct schedule *schedule, size_t engine, double cost, uint32_t won)
{
	if (!schedule->is_shared) {
		spend_alone(schedule, cost, won);
		return;
	}
	schedule->left -= cost;
	schedule->shares[engine].spent += cost;
	schedule->shares[engine].total += cost;
	for (size_t i = 0; i < schedule->n; i++) {
		schedule->shares[i].won += i == engine ? won : GROUND * won;
		schedule->shares[i].dry = schedule->shares[i].dry && schedule->left > 0;
	}
}

bool schedule_is_dry(struct schedule *schedule, size_t engine)
{
	bool any = false;
	schedule->shares[engine].dry = true;
	for (size_t i = 0; i < schedule->n; i++)
		any |= !schedule->shares[i].dry;
	if (!any)
		return false;
	schedule->is_shared = true;
	schedule->left = 0;
	return true;
}
