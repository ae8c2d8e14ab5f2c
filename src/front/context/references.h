/* references: which functions and variables at file scope name which others. Private to front/.
 *
 * A definition is known by its key: its name, or name@FILE if it is static. */
#ifndef SKEP_FRONT_REFERENCES_H
#define SKEP_FRONT_REFERENCES_H

#include <clang-c/Index.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"

/* A function with a body, or a variable. It names the n keys of `names` from `first` on. */
struct definition {
	const char *key;
	size_t first, n;
	uint32_t file;
	bool is_inline;  /* an inline function, for which the linker may need a definition elsewhere */
	bool is_dropped; /* its source was replaced by another that defines it, too */
};

/* Zero-initialise, then set the arena. */
struct references {
	struct arena *arena;
	VEC(struct definition) at;
	VEC(const char *) names;      /* keys */
	struct strmap index;          /* key -> index into `at` */
	struct strmap taken; /* identities of structs that functions of the unit take, directly or by pointer */
	VEC(const char *) helpers; /* see references_add_helpers() */
};

/* Adds the definitions of one parsed source. `file` distinguishes its static names from those of
 * other sources. A definition in a header counts for every source that includes the header. */
void references_add(struct references *references, CXTranslationUnit parsed, uint32_t file);
/* The first definition that the source makes for other sources and that is known already, main()
 * excepted; NULL: there is none. */
const struct definition *references_clash(const struct references *references, CXTranslationUnit parsed);
/* The source defines everything that `file` defines for other sources. */
bool references_cover(const struct references *references, CXTranslationUnit parsed, uint32_t file);
/* Marks the definitions of `file` as dropped, or as not dropped. */
void references_drop(struct references *references, uint32_t file, bool is_dropped);
/* Notes the structs that functions of this source take, directly or by pointer. */
void references_note_taken(struct references *references, CXTranslationUnit parsed);
/* Adds to `helpers` the functions that deal with noted structs: functions that the source defines,
 * and functions that it only declares and whose names say that they make or end such structs. */
void references_add_helpers(struct references *references, CXTranslationUnit parsed);
/* The definition with this key; NULL: there is none. */
const struct definition *references_find(const struct references *references, const char *key);
void references_release(struct references *references);

#endif
