/* learn: the lesson about the API that an incident of misuse suggests. */
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
		LESSON_REPLACED,     /* x = f(x): the result replaces the argument */
		LESSON_MAKER,
		LESSON_FREE_RESULT,
		LESSON_BORROWED,
		LESSON_FIELD,        /* a field of a struct that tests fill must not be null */
		LESSON_LEFT,         /* the caller has to end the object that the call leaves in a variable of the
		                        caller */
	} kind;
	uint32_t function, param;    /* LESSON_FIELD: the canonical type, and the index of its field */
	bool was_maker, kept_result; /* the model's values before the lesson was applied, to revert it */
	enum role role;              /* the parameter's values before, for the same purpose */
	enum belief belief;
};

/* The lesson that the incident suggests under this rule; LESSON_NONE if it suggests none. After a
 * double destruction at the end, several calls may be the one that took the object over, or that
 * never gave it away: `attempt` counts through them, newest first. */
struct lesson lesson_of(const struct incident *incident, const struct rule *rule, uint32_t attempt);

/* Applies a lesson to the model; false if it changes nothing. A decision of the user is never
 * overruled. lesson_revert() takes back the last lesson that was applied. */
bool lesson_apply(struct model *model, struct lesson *lesson);
void lesson_revert(struct model *model, const struct lesson *lesson);

/* The memory that the lesson says must be freed holds no pointers, so another leak in the same test
 * has another cause. */
bool lesson_frees_plain(const struct model *model, const struct lesson *lesson);

/* The number of incidents that must teach a lesson before it is believed for good. */
uint32_t lesson_votes_needed(const struct lesson *lesson);

/* A line like "ring_pop: out is not null (crashed with null)", in the model's arena. */
const char *lesson_text(const struct model *model, const struct lesson *lesson);

#endif
