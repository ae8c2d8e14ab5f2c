/* c_tables: tests that do the same with other values, as one test with a table.
 *
 *     static const struct {
 *         enum ini_error error;
 *         const char *expected;
 *     } cases[] = {
 *         { INI_OK, "no error" },
 *         { INI_NO_MEMORY, "out of memory" },
 *     };
 *     for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
 *         CHECK_TEXT(ini_error_text(cases[i].error), cases[i].expected);
 *
 * Numbers that follow one another need no table: for (int nth = 1; nth <= 4; nth++).
 *
 * Works on the text of the bodies: what differs between them must be literals or names of constants, each at a place
 * where an expression of a known type may stand. Private to emit/. */
#ifndef SKEP_EMIT_C_TABLES_H
#define SKEP_EMIT_C_TABLES_H

#include "base/str.h"
#include "model/model.h"

/* The body with every literal and constant taken out: the same for bodies that a table may hold. Caller frees. */
char *c_table_key(const struct model *model, const char *body);
/* Appends the statements of one test in place of all these; false, and nothing is appended: they need not have the
 * same key, have something else that differs, or too much of it. */
bool c_table_write(const struct model *model, const char *const *bodies, size_t n, struct sb *out);
/* Appends the names of the columns that arguments of `function` come from, or else of what else differs:
 * "key", "key_and_value". */
void c_table_varied(const struct model *model, const char *const *bodies, size_t n, uint32_t function, struct sb *out);

#endif
