/* labels_ops: the numbers by which instr/ names operations to the runtime. */
#ifndef SKEP_RT_LABELS_OPS_H
#define SKEP_RT_LABELS_OPS_H

#include <stdint.h>

/* Packs an operation, its width, the width of its operands, and a predicate or the like. */
#define WHAT(op, bits, from, extra) ((uint32_t)(op) | (uint32_t)(bits) << 8 | (uint32_t)(from) << 16 | (uint32_t)(extra) << 24)
#define WHAT_OP(what) ((what) & 0xff)
#define WHAT_BITS(what) ((what) >> 8 & 0xff)
#define WHAT_FROM(what) ((what) >> 16 & 0xff)
#define WHAT_EXTRA(what) ((what) >> 24)

/* Operations that become several nodes; their numbers follow those of single nodes. */
enum built_op {
	BUILT_MINIMUM_U = 0x80,
	BUILT_MAXIMUM_U,
	BUILT_MINIMUM_S,
	BUILT_MAXIMUM_S,
	BUILT_ABSOLUTE,
	BUILT_SWAP_BYTES,
	BUILT_COUNT_ONES,
	BUILT_LEADING_ZEROS,
	BUILT_TRAILING_ZEROS,
	BUILT_OVERFLOW_ADD_U,
	BUILT_OVERFLOW_ADD_S,
	BUILT_OVERFLOW_SUB_U,
	BUILT_OVERFLOW_SUB_S,
	BUILT_OVERFLOW_MUL_U,
	BUILT_OVERFLOW_MUL_S,
	BUILT_SATURATE_ADD_U,
	BUILT_SATURATE_SUB_U,
	BUILT_COPY_SIGN,
	BUILT_MINIMUM_F,
	BUILT_MAXIMUM_F
};

/* How many arguments behind the last named parameter can have labels. */
#define MAX_VARIABLE 24u

#endif
