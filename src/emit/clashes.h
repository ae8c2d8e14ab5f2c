/* clashes: names of the unit that headers of the C library have, too.
 *
 * A test file that includes a source itself also includes headers that the source
 * does not: a type register_t, a variable index or a function link of the source
 * then has two meanings. The compiler says so; from then on the source is included
 * under other names, and what the tests say is unchanged. */
#ifndef SKEP_EMIT_CLASHES_H
#define SKEP_EMIT_CLASHES_H

#include "base/str.h"
#include "front/front.h"

/* Adds the names that these messages of a compiler complain about to unit->clashes;
 * true if there was a new one. */
bool clashes_read(struct unit *unit, const char *messages);
/* Adds the macros that, by these messages, a test file defines once more to the names
 * that are taken in the model; true if there was a new one. */
bool clashes_read_macros(struct unit *unit, const char *messages);
/* Marks the constants that, by these messages, a test file cannot name; true if there was a new one. */
bool clashes_read_unknown(struct model *model, const char *messages);
/* The lines that give the names another meaning; they are to stand between the
 * headers of the C library and the sources. */
void clashes_write(const struct unit *unit, struct sb *out);

#endif
