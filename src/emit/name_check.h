/* name_check: whether a test file that includes what the tests need has the names of numbers
 * (src/front/namings.c), and with the values that they have in the unit.
 *
 * A header can define a macro only for the library's own sources, or otherwise for them. */
#ifndef SKEP_EMIT_NAME_CHECK_H
#define SKEP_EMIT_NAME_CHECK_H

#include "emit/draft.h"

/* Marks the constants that it has not, or not so. `folder` is where tests will be; it is made if
 * need be, and a file in it comes and goes. */
MUST_USE status names_check(struct unit *unit, const struct source_list *sources, const draft_list *drafts,
                            const char *folder);

#endif
