/* beginning: how a written C file begins, so that it compiles.
 *
 * A file with tests of a source is compiled with the flags of that source. It begins with lines known to
 * compile with these flags: the source's own #include lines, or the source itself where a test needs a name
 * that only the source has (a static function, a private type). The choice follows from the names in the tests
 * and the names that each beginning makes visible (front/read/visible.h); no compiler is asked. Behind the
 * beginning stand the names of the C library that our own code needs. The unit may have given any of these
 * names another meaning: its macros are undefined, headers that do not go with the unit are left out, and names
 * that are then missing are declared by hand (standard.h).
 *
 * Private to emit/. */
#ifndef SKEP_EMIT_BEGINNING_H
#define SKEP_EMIT_BEGINNING_H

#include "base/str.h"
#include "emit/compilers.h"
#include "emit/suite/draft.h"
#include "front/read/visible.h"

/* Returns the names that are visible behind the beginning. */
const struct visible *beginning_visible(const struct unit *unit, uint32_t source, enum beginning beginning);
/* True if the beginning compiles, and defines nothing that the unit's objects define, too. */
bool beginning_is_sound(const struct unit *unit, uint32_t source, enum beginning beginning);

/* Is to be called before the tests of a file are written. Constants that the file does not know, or knows with
 * another meaning, become numbers in it. No test, helper or variable gets the name of a macro or type that the
 * file has, nor a name from the unit's own headers. */
void beginning_prepare(const struct unit *unit, const struct test_file *file);

/* True if a file with this beginning declares the function; a static function must also be defined in it. */
bool beginning_declares(const struct unit *unit, const struct function *function, uint32_t source,
                        enum beginning beginning);

/* Tells the code which stand-ins have types that the file does not know. */
void beginning_choose_stand_ins(const struct unit *unit, const struct test_file *file, struct c_code *code);

/* The text that stands behind the beginning. */
struct needs {
	const char *headers;         /* #include lines of the C library */
	const char *framework;       /* #include lines of a test framework; without them there are no tests */
	const char *text;            /* all other text */
	const bool *called;          /* per function of the model: the text calls the function */
};
/* Writes the beginning and the text that follows from `needs`. `folder` is the folder of the file. */
void beginning_write(const struct unit *unit, const struct compilers *compilers, const struct test_file *file,
                     const struct needs *needs, const char *folder, struct sb *out);

/* Writes the #include of one source, with pragmas that keep the compiler silent about the source. */
void write_source_include(const struct unit *unit, size_t source, const char *folder, struct sb *out);

#endif
