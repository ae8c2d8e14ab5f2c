/* c_runs: long blocks in which one byte is repeated, written so that a reader sees the few bytes that differ,
 * and their places. */
#include <string.h>

#include "emit/text/c_parts.h"

#define LONG_RUN 64u
#define LONG_GAP 8u

bool c_find_run(const struct step *step, struct c_run *run)
{
	const unsigned char *bytes = step->bytes;
	uint32_t end = step->size - (step->is_string && step->size);
	*run = (struct c_run){ 0 };
	for (uint32_t at = 0, next; at < end; at = next) {
		for (next = at + 1; next < end && bytes[next] == bytes[at];)
			next++;
		if (bytes[at] && next - at > run->size)
			*run = (struct c_run){ .at = at, .size = next - at, .byte = bytes[at] };
	}
	return run->size >= LONG_RUN && run->size >= end / 2 && !step->n_fills;
}

uint64_t c_zeroes_at(const unsigned char *bytes, uint64_t n)
{
	uint64_t zeroes = 0;
	while (zeroes < n && !bytes[zeroes])
		zeroes++;
	return zeroes >= LONG_GAP ? zeroes : 0;
}
