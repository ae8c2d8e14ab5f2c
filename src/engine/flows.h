/* flows: results of calls as arguments of later calls.
 *
 * What one call counts, names, prints, encodes or compresses another takes, reads, decodes or inflates. Numbers and
 * texts that a call gave, and buffers that it filled with the length that came with them, are variables
 * of the test as objects are; they come from the sequence itself or from the component set. */
#ifndef SKEP_ENGINE_FLOWS_H
#define SKEP_ENGINE_FLOWS_H

#include "engine/assemble.h"

/* A number of the type that a call gave; NONE: none is drawn, or there is none. */
uint32_t flow_number(struct assembly *assembly, type_id type);
/* A text that a call gave; as above. */
uint32_t flow_text(struct assembly *assembly, type_id type);

/* A buffer that an earlier call filled. */
struct flow {
	uint32_t block;
	uint32_t length;         /* the variable that came with it and tells how much there is; NONE: none did */
	uint64_t size;           /* of the block, in bytes */
};
/* One that fits a parameter of this type, with a length of that type (0: of none); false: none is drawn. */
bool flow_buffer(struct assembly *assembly, type_id type, type_id length, struct flow *flow);

#endif
