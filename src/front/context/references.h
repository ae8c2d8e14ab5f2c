/* references: which functions and variables at file scope name which others. Private to front/.
 *
 * A definition is known by a key: its name, or name@FILE where it is static. */
#ifndef SKEP_FRONT_REFERENCES_H
#define SKEP_FRONT_REFERENCES_H

#include <clang-c/Index.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"

/* One function with a body, or one variable; `names` from `first` on are those it names. */
struct definition {
	const char *key;
	size_t first, n;
	uint32_t file;
	bool is_inline;  /* the linker may want a definition beside it */
	bool is_dropped; /* its source gave way to another that defines it, too */
};

/* Zero-initialise, give the arena. */
struct references {
	struct arena *arena;
	VEC(struct definition) at;
	VEC(const char *) names;      /* keys */
	struct strmap index;          /* key -> index into `at` */
	struct strmap taken; /* structs, by their identity, that functions of the unit take, or pointers to them */
	VEC(const char *) helpers; /* see references_add_helpers() */
};

/* Adds the definitions of one parsed source; `file` tells its static names from others'.
 * Definitions in headers count for every source that includes them. */
void references_add(struct references *references, CXTranslationUnit parsed, uint32_t file);
/* The first name that the source itself defines for others and that is defined already; main
 * does not count. NULL: there is none. */
const struct definition *references_clash(const struct references *references, CXTranslationUnit parsed);
/* The source defines all that `file` defines for others. */
bool references_cover(const struct references *references, CXTranslationUnit parsed, uint32_t file);
/* Forgets the definitions of that source, or remembers them again. */
void references_drop(struct references *references, uint32_t file, bool is_dropped);
/* Notes the structs that functions of this source take, or pointers to them. */
void references_note_taken(struct references *references, CXTranslationUnit parsed);
/* Adds to `helpers` the functions that have to do with such structs: those that the source
 * defines, and those that it only declares and that seem to make or end them, by their names. */
void references_add_helpers(struct references *references, CXTranslationUnit parsed);
/* The definition of that key; NULL: there is none. */
const struct definition *references_find(const struct references *references, const char *key);
void references_release(struct references *references);

#endif
