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

enum driver_line_kind { LINE_CALL, LINE_CALLBACK };

struct driver_line {
	enum driver_line_kind kind;
	uint32_t id; /* function, or canonical function type */
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

/* The lines to append to source number `source`. */
void driver_lines_of(const struct driver *driver, uint32_t source, struct driver_lines *lines);
/* Appends them as text; lines->at.at[i] is line driver_first_line() + i of DRIVER_FILE. */
void driver_print_lines(const struct driver *driver, const struct driver_lines *lines, struct sb *out);
unsigned driver_first_line(void);
/* The source with the tables, and with the callbacks that need no struct. */
void driver_print_tables(const struct driver *driver, enum build_kind kind, struct sb *out);

#endif
