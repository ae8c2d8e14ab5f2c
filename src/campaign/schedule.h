/* schedule: which engine has the next turn.
 *
 * Two stages. At first only light engines have turns, until goals stop coming or only
 * trickle. From then on all engines share. In both stages a slice goes to the engine that
 * lately won most for its cost, and no engine is left out altogether. Goals that one engine
 * wins are ground for the others, so a part of them counts for these.
 *
 * Costs are numbers: of tests, if the campaign must come out the same every time, or
 * of seconds. Nothing else is looked at, so that the choice can be repeated. */
#ifndef SKEP_CAMPAIGN_SCHEDULE_H
#define SKEP_CAMPAIGN_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct engine_share {
	double spent, won;       /* lately: older turns count less */
	double total;            /* spent since all engines take part */
	double window, window_won; /* in the first stage, lately */
	bool is_light;
	bool dry;                /* had nothing to propose, in this slice or the one before */
};

struct schedule {
	size_t n;                /* engines */
	struct engine_share *shares;
	double patience;         /* that the first stage has without winning */
	double slice;            /* what an engine may spend before the next choice */
	bool is_shared;          /* second stage */
	double since_win;        /* first stage: spent without winning */
	double window, window_won, all_won; /* first stage: spent and won lately, won in all */
	size_t current;
	double left;             /* of the current slice */
};

/* `light`: per engine. `budget` is the whole campaign's, in the unit of costs; 0: not known. A
 * turn of a light engine costs about 1. */
void schedule_init(struct schedule *schedule, const bool *light, size_t n, double budget);
/* The first stage is over before it begins: light engines have no precedence. */
void schedule_share(struct schedule *schedule);
void schedule_release(struct schedule *schedule);
/* The engine that had the last turn; only to be shown. */
size_t schedule_now(const struct schedule *schedule);
/* The engine whose turn it is. */
size_t schedule_next(struct schedule *schedule);
/* A turn of the engine cost so much and won so many goals. */
void schedule_spent(struct schedule *schedule, size_t engine, double cost, uint32_t won);
/* The engine has nothing to propose; false if none has. */
bool schedule_is_dry(struct schedule *schedule, size_t engine);

#endif
