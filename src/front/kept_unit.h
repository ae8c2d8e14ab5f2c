/* kept_unit: a unit in pieces, to be put together on a machine that has neither its sources nor its headers.
 *
 * The model, the marks and the preprocessed text of each source are all that building needs. The text has the
 * system's headers in it, and targets are linked with the C library of the machine they run on, so the two must
 * agree: a piece lists the headers of the system with their hashes. */
#ifndef SKEP_FRONT_KEPT_UNIT_H
#define SKEP_FRONT_KEPT_UNIT_H

#include "base/unit_piece.h"
#include "front/front.h"

/* Adds the pieces; they are in arena. `files` are paths of more files that unit_file_read() is to give, each named once; the sources
 * are among them anyway. */
void unit_take_apart(struct unit *unit, const char *const *files, size_t n_files, struct arena *arena,
                     piece_list *pieces);
/* Pieces of another build of skep, or damaged ones, are TROUBLE_INPUT. */
MUST_USE status unit_put_together(const struct unit_piece *pieces, size_t n, struct unit **unit);

/* Does this machine compile and link as the one where the unit was taken apart? If not, the failure names what
 * differs (TROUBLE_INPUT). */
MUST_USE status unit_check_machine(const struct unit_piece *pieces, size_t n);

#endif
