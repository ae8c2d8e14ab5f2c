/* said: names of the unit in a piece of written C, and whether a file that begins in some way knows all of
 * them.
 *
 * Written code never gives a name of the unit another meaning (seq/names.h). So every name in it that the unit
 * has is the unit's. Private to emit/. */
#ifndef SKEP_EMIT_SAID_H
#define SKEP_EMIT_SAID_H

#include "base/map.h"
#include "front/read/visible.h"
#include "model/model.h"

/* Calls fn for each name in the text, except fields and parts of literals. A tag has its keyword before it:
 * "struct ring". `is_called`: a parenthesis follows at once, so the name is a function or a macro. */
void each_name(const char *text, void (*fn)(void *context, const char *name, bool is_called), void *context);

/* The types and enumerators that the unit has names for. */
struct unit_names {
	struct strmap at;
};
void unit_names_init(struct unit_names *names, const struct model *model);
void unit_names_release(struct unit_names *names);

/* True for "struct ring" or "union value": pointers to such a type need only its tag, which any file may declare. */
bool is_tag_of_struct(const char *name);

/* True if every name of the unit in the text is visible there. `any_tag`: tags of structs need not be visible.
 * Whether a struct must be complete is another question. */
bool can_be_said(const struct unit_names *names, const struct visible *visible, const char *text, bool any_tag);

#endif
