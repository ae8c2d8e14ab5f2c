/* unit_piece: bytes with a name. A unit that is taken apart in one place and put together in another travels as
 * pieces. */
#ifndef SKEP_BASE_UNIT_PIECE_H
#define SKEP_BASE_UNIT_PIECE_H

#include <stddef.h>

#include "base/vec.h"

struct unit_piece {
	const char *name;
	const void *bytes;
	size_t size;
};

typedef VEC(struct unit_piece) piece_list;

#endif
