/* driver: the C text that lets tests reach the unit. Private to instr/.
 *
 * Part of it is appended to each marked source, where it sees the source's types
 * and static functions: one wrapper per callable function, and callback stubs
 * whose types need the source's structs. The rest is one source of its own with
 * the tables of rt/protocol.h. Every wrapper and every callback type is one line,
 * so a compiler error in odd C names the line to leave out. */
#ifndef SKEP_INSTR_DRIVER_H
#define SKEP_INSTR_DRIVER_H

#include "base/str.h"
#include "base/vec.h"
#include "front/front.h"
#include "instr/instr.h"

/* The file name in compiler messages about driver lines. */
#define DRIVER_FILE "<skep>"

/* Wrappers read what tests put into memory: a bad _Bool is the test's doing. They
 * run once per step: code of the unit need not be inlined into them. */
#define WRAPPER "__attribute__((no_sanitize(\"undefined\"), optnone)) "

enum driver_line_kind { LINE_CALL, LINE_CALLBACK, LINE_CONTRACT };

struct driver_line {
	enum driver_line_kind kind;
	uint32_t id; /* function, canonical function type, or contract */
};

struct driver_lines {
	VEC(struct driver_line) at;
};

/* Which function types get callback stubs: those that a pointer leads to. */
struct driver {
	struct unit *unit;
	bool *wants_callback; /* by type */
	bool *has_callback;   /* the stub stands in a source that has been compiled */
};

void driver_init(struct driver *driver, struct unit *unit);
void driver_release(struct driver *driver);

/* Source number unit->sources.n is the file of contracts. */
const struct marked_source *driver_source(const struct driver *driver, uint32_t source);
/* A type with the same representation that compiles in any source. */
const char *driver_spell(const struct model *model, type_id id);

/* contract_lines.c: the function that asks a contract, and the tables about them. */
void contract_print_line(const struct model *model, uint32_t contract, struct sb *out);
void contract_print_tables(const struct model *model, struct sb *out);

/* The lines to append to source number `source`. */
void driver_lines_of(const struct driver *driver, uint32_t source, struct driver_lines *lines);
/* Appends them as text; lines->at.at[i] is line driver_first_line() + i of DRIVER_FILE. */
void driver_print_lines(const struct driver *driver, const struct driver_lines *lines, struct sb *out);
unsigned driver_first_line(void);
/* The source with the tables, and with the callbacks that need no struct. */
void driver_print_tables(const struct driver *driver, enum build_kind kind, struct sb *out);

#endif
