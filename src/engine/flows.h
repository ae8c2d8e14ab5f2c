/* flows: results of calls as arguments of later calls.
 *
 * A call counts, names, prints, encodes or compresses something that another call takes, reads, decodes or
 * inflates. Numbers and texts that a call returned, and buffers that it filled, with their lengths, are
 * variables of the test as objects are. They come from the sequence itself or from the component set. */
#ifndef SKEP_ENGINE_FLOWS_H
#define SKEP_ENGINE_FLOWS_H

#include "engine/assemble.h"

/* Returns a number of the type that a call returned; NONE: there is none, or chance decides against it. */
uint32_t flow_number(struct assembly *assembly, type_id type);
/* Returns a text that a call returned, or NONE, as above. */
uint32_t flow_text(struct assembly *assembly, type_id type);

/* A buffer that an earlier call filled. */
struct flow {
	uint32_t block;
	uint32_t length;         /* the variable with the length of its contents; NONE: there is none */
	uint64_t size;           /* of the block, in bytes */
};
/* Finds a filled buffer for a parameter of this type, with a length of that type (0: without a length); false:
 * there is none, or chance decides against it. */
bool flow_buffer(struct assembly *assembly, type_id type, type_id length, struct flow *flow);

#endif
