/* schedule: see schedule.h. */
#include "campaign/schedule.h"

#include <stdlib.h>

#include "base/mem.h"

#define MOST_SLICE 300.0      /* turns of a light engine */
#define LEAST_SLICE 2.0
#define SLICES 40.0           /* roughly of a campaign, for all engines to have some */
#define LEAST_PATIENCE 4.0
#define MOST_PATIENCE 1500.0
#define TRICKLE 0.1           /* of all goals so far: fewer recent goals are a trickle */
#define FADING 0.93           /* part of a share's past that is kept per slice */
#define LEAST_SHARES 0.3      /* of the cost, for all engines together that win nothing */
#define GROUND 0.2            /* part of a win that counts for the other engines */

void schedule_init(struct schedule *schedule, const bool *light, size_t n, double budget)
{
	size_t n_light = 0;
	*schedule = (struct schedule){ .n = n, .patience = MOST_PATIENCE, .slice = MOST_SLICE };
	schedule->shares = xcalloc(n + 1, sizeof *schedule->shares);
	for (size_t i = 0; i < n; i++)
		n_light += schedule->shares[i].is_light = light[i];
	schedule->is_shared = n_light == 0 || n_light == n;
	if (budget > 0 && budget / 16 < schedule->patience)
		schedule->patience = budget / 16;
	if (schedule->patience < LEAST_PATIENCE)
		schedule->patience = LEAST_PATIENCE;
	if (budget > 0 && budget / SLICES < schedule->slice)
		schedule->slice = budget / SLICES;
	if (schedule->slice < LEAST_SLICE)
		schedule->slice = LEAST_SLICE;
}

void schedule_release(struct schedule *schedule)
{
	free(schedule->shares);
}

static double promise(const struct schedule *schedule, const struct engine_share *share)
{
	return (share->won + 1) / (share->spent + schedule->slice);
}

static bool is_neglected(const struct schedule *schedule, const struct engine_share *share, double total)
{
	return share->total < LEAST_SHARES / (double)schedule->n * total && schedule->n > 1;
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
		if (own->dry || (!schedule->is_shared && !own->is_light))
			continue;
		bool neglected = is_neglected(schedule, own, total);
		bool other_neglected = other && is_neglected(schedule, other, total);
		if (!other || (neglected && !other_neglected) ||
		    (neglected == other_neglected && promise(schedule, own) > promise(schedule, other)))
			best = i;
	}
	schedule->current = best < schedule->n ? best : 0;
	schedule->left = schedule->slice;
	for (size_t i = 0; i < schedule->n; i++) {
		schedule->shares[i].spent *= FADING;
		schedule->shares[i].won *= FADING;
	}
}

size_t schedule_now(const struct schedule *schedule)
{
	return schedule->current;
}

size_t schedule_next(struct schedule *schedule)
{
	if (schedule->left <= 0)
		begin_slice(schedule);
	return schedule->current;
}

/* Begins the second stage. Engines enter it with their recent costs and wins. If light engines have stopped
 * winning, they enter it without wins. */
static void begin_sharing(struct schedule *schedule)
{
	schedule->is_shared = true;
	schedule->left = 0;
	for (size_t i = 0; i < schedule->n; i++) {
		schedule->shares[i].spent = schedule->shares[i].window;
		schedule->shares[i].won = schedule->since_win >= schedule->patience ? 0
		                                                                    : schedule->shares[i].window_won;
		schedule->shares[i].total = 0;
	}
}

void schedule_share(struct schedule *schedule)
{
	begin_sharing(schedule);
}

static void begin_window(struct schedule *schedule)
{
	schedule->window = schedule->window_won = 0;
	for (size_t i = 0; i < schedule->n; i++)
		schedule->shares[i].window = schedule->shares[i].window_won = 0;
}

static void spend_first(struct schedule *schedule, size_t engine, double cost, uint32_t won)
{
	bool trickles = false;
	schedule->shares[engine].window += cost;
	schedule->shares[engine].window_won += won;
	schedule->since_win = won ? 0 : schedule->since_win + cost;
	schedule->all_won += won;
	schedule->window_won += won;
	schedule->window += cost;
	if (schedule->window >= 2 * schedule->patience) {
		trickles = schedule->window_won < TRICKLE * schedule->all_won;
		if (!trickles)
			begin_window(schedule);
	}
	if (schedule->since_win >= schedule->patience || trickles)
		begin_sharing(schedule);
}

void schedule_spent(struct schedule *schedule, size_t engine, double cost, uint32_t won)
{
	schedule->left -= cost;
	schedule->shares[engine].spent += cost;
	schedule->shares[engine].total += cost;
	for (size_t i = 0; i < schedule->n; i++) {
		schedule->shares[i].won += i == engine ? won : GROUND * won;
		schedule->shares[i].dry = schedule->shares[i].dry && schedule->left > 0;
	}
	if (!schedule->is_shared)
		spend_first(schedule, engine, cost, won);
}

bool schedule_is_dry(struct schedule *schedule, size_t engine)
{
	bool any = false, any_light = false;
	schedule->shares[engine].dry = true;
	for (size_t i = 0; i < schedule->n; i++) {
		any |= !schedule->shares[i].dry;
		any_light |= !schedule->shares[i].dry && schedule->shares[i].is_light;
	}
	if (!any)
		return false;
	schedule->is_shared = schedule->is_shared || !any_light;
	schedule->left = 0;
	return true;
}
