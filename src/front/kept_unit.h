/* kept_unit: a unit in pieces, for a machine that has neither its sources nor its headers.
 *
 * The model, the marks and the preprocessed text of each source are all that builds need. The text contains the
 * system's headers, and targets are linked with the C library of the machine they run on, so headers and library
 * must agree. For this, a piece lists the headers of the system with their hashes. */
#ifndef SKEP_FRONT_KEPT_UNIT_H
#define SKEP_FRONT_KEPT_UNIT_H

#include "base/unit_piece.h"
#include "front/front.h"

/* Adds the pieces of the unit, in arena. `files` are paths of further files that unit_file_read() must be able to
 * give, each named once; the sources are included without being named. */
void unit_take_apart(struct unit *unit, const char *const *files, size_t n_files, struct arena *arena,
                     piece_list *pieces);
/* Makes a unit from pieces; the caller frees it. Pieces of another build of skep, or damaged
 * pieces, are TROUBLE_INPUT. */
MUST_USE status unit_put_together(const struct unit_piece *pieces, size_t n, struct unit **unit);

/* Checks that this machine compiles and links like the machine where the unit was taken apart. If it does not, the
 * failure names the difference (TROUBLE_INPUT). */
MUST_USE status unit_check_machine(const struct unit_piece *pieces, size_t n);

#endif
