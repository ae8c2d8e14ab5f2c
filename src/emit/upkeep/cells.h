/* cells: tables in tests, and the cells that expectations refer to. Private to emit/. */
#ifndef SKEP_EMIT_UPKEEP_CELLS_H
#define SKEP_EMIT_UPKEEP_CELLS_H

#include "emit/upkeep/expectations.h"

/* One value of a table in a test. */
struct cell {
	struct span value;           /* the text of the value */
	struct span row;             /* with its braces */
};

/* Finds the cell to which `expected`, "cases[i].name", refers in this turn of the loop; false: it refers to no
 * cell of a table in the test. */
bool cell_find(const char *text, const struct item *test, struct span expected, size_t turn, struct cell *cell);

#endif
