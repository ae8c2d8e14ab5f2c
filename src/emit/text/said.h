/* said: which names of the unit a piece of written C mentions, and whether a file that begins
 * in some way knows them all.
 *
 * Written code never gives a name of the unit another meaning (seq/names.h), so every name in
 * it that the unit has is the unit's. Private to emit/. */
#ifndef SKEP_EMIT_SAID_H
#define SKEP_EMIT_SAID_H

#include "base/map.h"
#include "front/read/visible.h"
#include "model/model.h"

/* Calls fn for each name in the text that is no field and no part of a literal; a tag has its
 * keyword before it: "struct ring". */
void each_name(const char *text, void (*fn)(void *context, const char *name), void *context);

/* The types and enumerators that the unit has names for. */
struct unit_names {
	struct strmap at;
};
void unit_names_init(struct unit_names *names, const struct model *model);
void unit_names_release(struct unit_names *names);

/* "struct ring" or "union value": pointers to it need no more than its name, which any file may
 * declare. */
bool is_tag_of_struct(const char *name);

/* Every name of the unit in the text is visible there. `any_tag`: tags of structs need not be;
 * whether one must be known to its last member is another question. */
bool can_be_said(const struct unit_names *names, const struct visible *visible, const char *text, bool any_tag);

#endif
