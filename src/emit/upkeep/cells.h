/* cells: tables in tests, and the places in them that expectations stand for. Private to emit/. */
#ifndef SKEP_EMIT_UPKEEP_CELLS_H
#define SKEP_EMIT_UPKEEP_CELLS_H

#include "emit/upkeep/expectations.h"

/* One value of a table in a test. */
struct cell {
	struct span value;           /* what stands there */
	struct span row;             /* with its braces */
};

/* The cell that `expected`, "cases[i].name", stands for in this turn of the loop; false: it is no cell of a table in
 * the test. */
bool cell_find(const char *text, const struct item *test, struct span expected, size_t turn, struct cell *cell);

#endif
