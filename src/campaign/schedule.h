/* schedule: which engine has the next turn.
 *
 * Two stages. The first engine, which is cheap, goes alone until goals stop coming,
 * or only trickle.
 * From then on engines share: each slice goes to the one that lately won most for
 * what it spent, and none is left out altogether. What one engine wins is ground for
 * the others, so a part of it counts for them.
 *
 * Costs are numbers: of tests, if the campaign must come out the same every time, or
 * of seconds. Nothing else is looked at, so that the choice can be repeated. */
#ifndef SKEP_CAMPAIGN_SCHEDULE_H
#define SKEP_CAMPAIGN_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MAX_ENGINES 4u

struct engine_share {
	double spent, won;       /* lately: older turns count less */
	double total;            /* spent since all engines take part */
	bool dry;                /* had nothing to propose, in this slice or the one before */
};

struct schedule {
	size_t n;                /* engines */
	struct engine_share shares[MAX_ENGINES];
	double patience;         /* that the first engine has without winning */
	bool is_shared;          /* second stage */
	double since_win;        /* first stage: spent by the first engine without winning */
	double window, window_won, all_won; /* the same, lately and in all */
	size_t current;
	double left;             /* of the current slice */
};

/* `budget` is the whole campaign's, in the same unit as costs; 0: not known. A turn
 * of the first engine costs about 1. */
void schedule_init(struct schedule *schedule, size_t n_engines, double budget);
/* The engine that had the last turn; only to be shown. */
size_t schedule_now(const struct schedule *schedule);
/* The engine whose turn it is. */
size_t schedule_next(struct schedule *schedule);
/* A turn of the engine cost so much and won so many goals. */
void schedule_spent(struct schedule *schedule, size_t engine, double cost, uint32_t won);
/* The engine has nothing to propose; false if none has. */
bool schedule_is_dry(struct schedule *schedule, size_t engine);

#endif
