/* settings: the parameters of the search by name, as users set them. */
#ifndef SKEP_ENGINE_SEARCH_SETTINGS_H
#define SKEP_ENGINE_SEARCH_SETTINGS_H

#include "base/status.h"
#include "base/str.h"
#include "engine/search/search.h"

/* Sets a parameter, "name=value". A failure lists names and values. */
MUST_USE status search_set(struct search_options *options, const char *setting);
/* Appends every parameter with its value, "population=80,crossover=0.75,...". */
void search_settings_print(const struct search_options *options, struct sb *out);

#endif
