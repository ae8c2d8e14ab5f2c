/* c_tables: tests that make the same calls with other values, as one test with a table.
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
 * These functions work on the text of the bodies. Bodies in a table may differ only in literals and names of
 * constants, each at a place where an expression of a known type may stand. Private to emit/. */
#ifndef SKEP_EMIT_C_TABLES_H
#define SKEP_EMIT_C_TABLES_H

#include "base/str.h"
#include "model/model.h"

/* Returns the body without its literals and constants: equal for bodies that one table may hold. The caller
 * frees it. */
char *c_table_key(const struct model *model, const char *body);
/* Appends the statements of one test in place of all these bodies. Returns false and appends nothing if the
 * bodies have different keys, if they differ in anything else, or if too much differs. */
bool c_table_write(const struct model *model, const char *const *bodies, size_t n, struct sb *out);
/* Appends the names of the columns with arguments of `function`, or else of the other columns: "key",
 * "key_and_value". */
void c_table_varied(const struct model *model, const char *const *bodies, size_t n, uint32_t function, struct sb *out);

#endif
