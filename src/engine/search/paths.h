/* paths: ways through a decision that would show a condition to matter: goals of MC/DC.
 *
 * A condition counts as shown when two paths of its decision were taken that differ in it and in
 * their end. A path that no test has taken is a goal if taking it alone would show another
 * condition. A test is as far from it as it is from the outcomes of the conditions along the path,
 * on average; a condition that it did not evaluate counts as far as can be. */
#ifndef SKEP_ENGINE_SEARCH_PATHS_H
#define SKEP_ENGINE_SEARCH_PATHS_H

#include "base/vec.h"
#include "engine/search/tested.h"

struct path_goal {
	uint32_t decision, path;
	uint32_t entry;              /* outcome of the decision's first condition that the path begins with */
};

struct path_goals {
	VEC(struct path_goal) at;
};

/* Replaces the list; empty unless the criterion is MC/DC. `scratch` is for the same marks as the world's cover. */
void path_goals_find(struct path_goals *goals, const struct engine_world *world, struct cover *scratch);
void path_goals_release(struct path_goals *goals);
/* From 0 to 1; 1: the test did not come to the decision. */
double path_distance(const struct marks *marks, const struct path_goal *goal, const struct tested *test);

#endif
