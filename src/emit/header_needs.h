/* header_needs: headers that want others before them.
 *
 * A test includes the header that declares what it calls. Inside of libraries such headers
 * often lean on what every source includes first: types, or a configuration. What compilers
 * say about a written test shows it; then the header comes after those that a source of the
 * unit includes before it. */
#ifndef SKEP_EMIT_HEADER_NEEDS_H
#define SKEP_EMIT_HEADER_NEEDS_H

#include "model/model.h"

/* Headers with errors get others before them. Where that was done and did not help, their
 * functions are as if they had none: tests that call them include their source. True if
 * there were any; what else the compiler says may come from that. */
bool headers_repair(struct model *model, const char *messages);

/* Headers that compile by themselves, but do not declare a function that they should, get
 * others before them where it is called, or one that no test called so far (`called` says per
 * function which were). True if there were any that had none. */
bool headers_add_others(struct model *model, const bool *called, const char *messages);

#endif
