/* reach: what tests can set and call through the functions that they may call. Shared by
 * variables.c, which collects the facts, and reach.c, which concludes.
 *
 * A variable that a callable function sets is left to that function. A static function that no
 * callable function leads to would never run, so tests may call it directly, as a last resort. */
#ifndef SKEP_FRONT_REACH_H
#define SKEP_FRONT_REACH_H

#include "front/roles/mentions.h"
#include "front/api/modeller.h"

struct variable {
	const char *key;
	struct function setter;
	uint32_t number;        /* number of the setter among the functions of the model; NONE: no function
	                           reads the variable */
	bool is_static;
	bool is_number;
	bool is_initialized;
	bool is_read;
};

struct span {
	uint32_t first, n;
};

struct variables {
	VEC(struct variable) at;
	CXCursor standard_input;        /* the declaration of stdin in the source at hand, or null */
	VEC(mention_list) bodies;       /* one for each function of the model */
	VEC(const char *) keys;         /* of these functions */
	VEC(mention_list) tables;       /* mentions in initializers */
	VEC(struct span) texts;         /* per table, its strings among the literals of the model */
	struct strmap index;            /* key -> variable */
	struct strmap functions;        /* key -> function of the model */
	struct strmap table_index;      /* key of a variable -> its initializer */
};

#endif
