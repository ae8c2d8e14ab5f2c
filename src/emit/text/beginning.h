/* beginning: how a written C file begins, so that it compiles.
 *
 * A file with tests of a source is compiled with the flags of that source and begins with what
 * is known to compile with them: the source's own #include lines, or the source itself where a
 * test needs what only the source has (a static function, a private type). Which of them it is
 * follows from what the tests say and what each way to begin makes visible (front/read/visible.h);
 * no compiler is asked. Behind it stands what our own code needs of the C library. The unit may
 * have given any of these names another meaning: its macros are undefined, headers that do not
 * go with the unit are left out, and what is missing then is declared by hand (standard.h).
 *
 * Private to emit/. */
#ifndef SKEP_EMIT_BEGINNING_H
#define SKEP_EMIT_BEGINNING_H

#include "base/str.h"
#include "emit/compilers.h"
#include "emit/suite/draft.h"
#include "front/read/visible.h"

/* The names that are visible behind the beginning. */
const struct visible *beginning_visible(const struct unit *unit, uint32_t source, enum beginning beginning);
/* It compiles, and defines nothing that the unit's objects define, too. */
bool beginning_is_sound(const struct unit *unit, uint32_t source, enum beginning beginning);

/* To be called before the tests of a file are written. Constants that the file does not know, or
 * knows as something else, are numbers in it. No test, helper or variable gets the name of a
 * macro or type that the file has, nor that of anything in the unit's own headers. */
void beginning_prepare(const struct unit *unit, const struct test_file *file);

/* The function is declared where the file begins like that. A static one must also be
 * defined there. */
bool beginning_declares(const struct unit *unit, const struct function *function, uint32_t source,
                        enum beginning beginning);

/* Says which stand-ins of the code have types that the file does not know. */
void beginning_choose_stand_ins(const struct unit *unit, const struct test_file *file, struct c_code *code);

/* The text that stands behind the beginning. */
struct needs {
	const char *headers;         /* #include lines of the C library */
	const char *framework;       /* those of a test framework, without which there are no tests */
	const char *text;            /* all the rest */
	const bool *called;          /* per function of the model: the text calls it */
};
/* Writes it, as far as the text: `folder` is where the file will be. */
void beginning_write(const struct unit *unit, const struct compilers *compilers, const struct test_file *file,
                     const struct needs *needs, const char *folder, struct sb *out);

/* The #include of one source, with what keeps the compiler silent about it. */
void write_source_include(const struct unit *unit, size_t source, const char *folder, struct sb *out);

#endif
