/* paths: paths through a decision that would show a condition to matter: goals of MC/DC.
 *
 * A condition counts as shown when two paths of its decision were taken that differ in this condition and in
 * the decision's value. A path that no test has taken is a goal if taking it alone would show another
 * condition. A test's distance to it is the mean of its distances to the outcomes of the conditions along the
 * path. A condition that the test did not evaluate counts as the largest distance. */
#ifndef SKEP_ENGINE_SEARCH_PATHS_H
#define SKEP_ENGINE_SEARCH_PATHS_H

#include "base/vec.h"
#include "engine/search/tested.h"

struct path_goal {
	uint32_t decision, path;
	uint32_t entry;              /* the outcome of the decision's first condition on the path */
};

struct path_goals {
	VEC(struct path_goal) at;
};

/* Replaces the list; it is empty unless the criterion is MC/DC. `scratch` is for the marks of the world's cover. */
void path_goals_find(struct path_goals *goals, const struct engine_world *world, struct cover *scratch);
void path_goals_release(struct path_goals *goals);
/* Returns the distance, from 0 to 1; 1: the test did not come to the decision. */
double path_distance(const struct marks *marks, const struct path_goal *goal, const struct tested *test);

#endif
