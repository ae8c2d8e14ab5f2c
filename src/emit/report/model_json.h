/* model_json: the API model for programs; docs/model.md describes the fields. */
#ifndef SKEP_EMIT_MODEL_JSON_H
#define SKEP_EMIT_MODEL_JSON_H

#include "base/str.h"
#include "model/model.h"

/* Appends one JSON object and a newline. */
void model_json(const struct model *model, struct sb *out);

#endif
