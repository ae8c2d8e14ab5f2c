/* subject: an outside generator and its program as a unit.
 *
 * Features are operations of a model, lines with code are statements of marks, each a region of its own. So
 * configurations, counts, aims, reports and skep why treat features as they treat functions of a unit. */
#ifndef SKEP_OUTSIDE_SUBJECT_H
#define SKEP_OUTSIDE_SUBJECT_H

#include "front/front.h"
#include "outside/generator.h"

/* Returns a unit whose operations are the features, with empty marks. unit_free() frees it. */
struct unit *subject_new(const struct generator *generator);
/* True if the lines of this file are goals. */
bool subject_wants(const struct generator *generator, const char *file);
/* Returns the function mark, which is added if it is new; its code begins on that line. */
uint32_t subject_function(struct unit *unit, const char *file, const char *name, uint32_t line);
/* Adds a line with code of a function. Returns its region. A line is added once. */
uint32_t subject_line(struct unit *unit, uint32_t function, uint32_t line);
/* Ends adding, and numbers the probes. */
void subject_number(struct unit *unit);
/* Returns for each probe the entry of its function, the only dominator that lines can tell. In arena. */
const uint32_t *subject_dominators(const struct marks *marks, struct arena *arena);

#endif
