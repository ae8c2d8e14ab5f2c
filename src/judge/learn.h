/* learn: what misuse teaches about the API. */
#ifndef SKEP_JUDGE_LEARN_H
#define SKEP_JUDGE_LEARN_H

#include "judge/evidence.h"

/* A correction of the model. */
struct lesson {
	enum {
		LESSON_NONE,
		LESSON_NOT_NULL,
		LESSON_TAKEN,
		LESSON_DESTROYED,
		LESSON_REPLACED,     /* x = f(x): what it gives takes the place of what it got */
		LESSON_MAKER,
		LESSON_FREE_RESULT,
		LESSON_BORROWED,
		LESSON_FIELD,        /* a field of a struct that tests fill must not be null */
		LESSON_LEFT,         /* what it leaves in a variable of the caller's, the caller has to end */
	} kind;
	uint32_t function, param;    /* LESSON_FIELD: the canonical type, and its field */
	bool was_maker, kept_result; /* before it was applied, to take it back */
	enum role role;              /* the same, of the parameter */
	enum belief belief;
};

/* The lesson that the incident suggests, as the rule saw it; LESSON_NONE if nothing. For a
 * double destruction at the end several calls may be the one that took over, or that
 * never gave away: `attempt` counts through them, the newest first. */
struct lesson lesson_of(const struct incident *incident, const struct rule *rule, uint32_t attempt);

/* Applies or takes back a lesson; the user's own words are never overruled. */
bool lesson_apply(struct model *model, struct lesson *lesson);
void lesson_revert(struct model *model, const struct lesson *lesson);

/* The memory to be freed holds no pointers: another leak is another matter. */
bool lesson_frees_plain(const struct model *model, const struct lesson *lesson);

/* How many incidents must teach the same before it is believed for good. */
uint32_t lesson_votes_needed(const struct lesson *lesson);

/* "ring_pop: out is not null (crashed with null)", in the model's arena. */
const char *lesson_text(const struct model *model, const struct lesson *lesson);

#endif
