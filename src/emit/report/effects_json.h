/* effects_json: operations that help and that hinder, in summary.json; docs/summary.md is its manual. */
#ifndef SKEP_EMIT_EFFECTS_JSON_H
#define SKEP_EMIT_EFFECTS_JSON_H

#include <jansson.h>

#include "emit/effects.h"

/* Adds `helped_by`, `hindered_by`, `swarm_hits` and `told_by` to the object of a goal. */
void effects_add_json(const struct results *results, uint32_t probe, json_t *object);
/* Returns the goals that the suite covers and few swarm tests hit, the rarest first. */
json_t *seldom_json(const struct results *results);

#endif
