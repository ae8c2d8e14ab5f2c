/* schedule: chooses the engine for the next turn.
 *
 * There are two stages. At first only light engines have turns, until goals stop coming or only trickle. Then
 * all engines share. In both stages a slice goes to the engine with the most recent wins for its cost, and no
 * engine is left out altogether. Goals that one engine wins are ground for the others, so a part of them counts
 * for these.
 *
 * Costs are in turns of a light engine: counted work with a budget in executions, otherwise time on the clock. Nothing
 * else decides, so a choice by counted work can be repeated. */
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
	bool dry;                /* had nothing to propose, in this slice or the slice before */
};

struct schedule {
	size_t n;                /* engines */
	struct engine_share *shares;
	double patience;         /* cost that the first stage may spend without winning */
	double slice;            /* cost that an engine may spend before the next choice */
	bool is_shared;          /* second stage */
	double since_win;        /* first stage: cost since the last win */
	double window, window_won, all_won; /* first stage: cost and wins lately, and all wins */
	size_t current;
	double left;             /* of the current slice */
};

/* Begins the schedule. `light` has an entry per engine. `budget` is the whole campaign's, in the unit of costs;
 * 0: not known. A turn of a light engine costs about 1. */
void schedule_init(struct schedule *schedule, const bool *light, size_t n, double budget);
/* Ends the first stage before it begins: light engines have no precedence. */
void schedule_share(struct schedule *schedule);
void schedule_release(struct schedule *schedule);
/* Returns the engine that had the last turn, for display only. */
size_t schedule_now(const struct schedule *schedule);
/* Returns the engine for the next turn. */
size_t schedule_next(struct schedule *schedule);
/* Notes the cost of a turn and the goals it won. */
void schedule_spent(struct schedule *schedule, size_t engine, double cost, uint32_t won);
/* Notes that the engine has nothing to propose; false if no engine has. */
bool schedule_is_dry(struct schedule *schedule, size_t engine);

#endif
