/* driver: C text through which tests reach the unit. Private to instr/.
 *
 * Part of it is appended to each marked source, where it sees the source's types and static
 * functions: a wrapper per callable function, and callback stubs whose types need the source's
 * structs. The rest is a source of its own with the tables of rt/protocol.h. Every wrapper and
 * every callback type is one line, so a compiler's error about odd C names the line to leave out. */
#ifndef SKEP_INSTR_DRIVER_H
#define SKEP_INSTR_DRIVER_H

#include "base/str.h"
#include "base/vec.h"
#include "front/front.h"
#include "instr/instr.h"

/* The file name in compilers' messages about lines of the driver. */
#define DRIVER_FILE "<skep>"

/* Wrappers read memory that tests filled, so a bad _Bool in it is the test's fault. They run once
 * per step, so the unit's code need not be inlined into them. */
#define WRAPPER "__attribute__((no_sanitize(\"undefined\"), optnone)) "

enum driver_line_kind { LINE_CALL, LINE_CALLBACK, LINE_CONTRACT };

struct driver_line {
	enum driver_line_kind kind;
	uint32_t id; /* function, canonical function type, or contract */
};

struct driver_lines {
	VEC(struct driver_line) at;
};

/* The driver of a build. Function types that a pointer leads to get callback stubs. */
struct driver {
	struct unit *unit;
	bool *wants_callback; /* per type */
	bool *has_callback;   /* per type: the stub is in a source that was compiled */
};

void driver_init(struct driver *driver, struct unit *unit);
void driver_release(struct driver *driver);

/* The source with this number; sources.n means the file of contracts. */
const struct marked_source *driver_source(const struct driver *driver, uint32_t source);
/* The spelling of a type with the same representation that compiles in any source. */
const char *driver_spell(const struct model *model, type_id id);

/* contract_lines.c: prints the function that asks a contract, and the tables about contracts. */
void contract_print_line(const struct model *model, uint32_t contract, struct sb *out);
void contract_print_tables(const struct model *model, struct sb *out);

/* The lines to append to source number `source`; a line per wrapper, stub or contract. */
void driver_lines_of(const struct driver *driver, uint32_t source, struct driver_lines *lines);
/* Appends the lines as text; lines->at.at[i] becomes line driver_first_line() + i of DRIVER_FILE. */
void driver_print_lines(const struct driver *driver, const struct driver_lines *lines, struct sb *out);
unsigned driver_first_line(void);
/* Prints the source with the tables and with the callbacks that need no struct. */
void driver_print_tables(const struct driver *driver, enum build_kind kind, struct sb *out);

#endif
