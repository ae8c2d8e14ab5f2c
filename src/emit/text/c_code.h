/* c_code: sequences as C that a person would write.
 *
 * One struct c_code stands for one emitted C file. Each c_code_body() gives the
 * statements of one test; what they need at file scope (callbacks, stand-ins
 * for missing functions, the temporary file helper, standard headers) is collected
 * and printed once by c_code_includes() and c_code_helpers():
 *
 *     struct ring *ring = ring_new(1);
 *     int out = 0;
 *     CHECK(ring != NULL);
 *     CHECK_INT(ring_push(ring, 7), 0);
 *
 * Literals used once stand in the call; other variables are named after
 * parameters and types (seq/names.h). The code is free of warnings under
 * gcc and clang -Wall -Wextra. Used by the suite writer (with checks) and by the
 * failing-test writer (with comments); neither knows how a step is printed. */
#ifndef SKEP_EMIT_C_CODE_H
#define SKEP_EMIT_C_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "model/model.h"
#include "seq/seq.h"

/* How a value is compared with an expected value. Test frameworks have macros of their own for each relation. */
enum c_relation {
	EXPECT_TRUE,             /* the expectation is a condition */
	EXPECT_FALSE,
	EXPECT_NULL,
	EXPECT_NOT_NULL,
	EXPECT_INT,
	EXPECT_UINT,
	EXPECT_REAL,             /* exactly this number */
	EXPECT_NEAR,             /* `extra`: the tolerance */
	EXPECT_TEXT,
	EXPECT_BYTES,            /* `extra`: the number of bytes */
	N_RELATIONS
};

/* An expectation about a variable. `expect` is a C expression in which $ stands for the variable: a condition
 * ("$ > 0") or an expression that is compared with `value`: "$", "$->count", "*$". ${3} stands for the variable
 * of the earlier step 3: "$ == ${3}".
 *
 * An expectation about the result of its own step is written around the call: CHECK_INT(ring_push(ring, 7), 0).
 * If $ occurs twice or the result is needed later, the result gets a variable first. An expectation about
 * another variable follows the step. */
struct c_check {
	uint32_t variable;
	const char *expect;
	enum c_relation relation;
	const char *value, *extra;
	uint32_t noted;          /* the parameter, as a bit, of an argument that a callback received: "$[0].arg2" */
};

/* Returns the name of the parameter or field to which the callback of step v is passed first; "callback" if it has none. */
const char *c_callback_use(const struct model *model, const struct seq *seq, uint32_t v);

/* The macros of a framework, one for each relation, with places: < for the actual value, > for the expected
 * value, ~ for `extra`: "CHECK_NEAR(<, >, ~)". */
typedef const char *c_macros[N_RELATIONS];

/* The caller's additions to one step. All zeroes: none. */
struct c_note {
	const struct c_check *checks;
	uint32_t n_checks;
	const char *comment; /* stands behind the step's last line; NULL: none */
	/* For a call: functions that must return true for the call's arguments before the call, and for its
	 * result (if any) and arguments after it. NULL: none. */
	const char *before, *after;
	/* For a call: the number of bytes behind argument kept_arg that must be unchanged after the call. They
	 * are compared with a copy called "before" (reserve that name with c_code_reserve()). 0: none. */
	uint32_t kept_size, kept_arg;
	/* For a call: it must end the program, with this status, and is made in a process of its own. */
	bool ends;
	int status;
	/* A new part of the body begins at this step, with a blank line before it, unless every part is a
	 * single line. */
	bool apart;
};

struct c_style {
	const c_macros *macros; /* for expectations; NULL: macros of the plain format */
	const char *indent; /* before each line; NULL: four spaces */
	bool alone; /* a program that people run by hand: plainer code, but it writes in /tmp */
};

struct c_code;

/* Returns the code of a file. The model is borrowed. */
struct c_code *c_code_new(const struct model *model);
void c_code_free(struct c_code *code);
const struct model *c_code_model(const struct c_code *code);

/* Takes a name at file scope, so that no helper or variable gets it: names of tests and macros of the caller. */
void c_code_reserve(struct c_code *code, const char *name);

/* Callbacks whose calls are counted in `before` are counted in this file, too, from its first body on. `before` is not
 * used any more. */
void c_code_count_as(struct c_code *code, struct c_code *before);

/* Appends the statements of a valid sequence. `notes` has one entry per step, or is NULL; `style` may be NULL.
 * Steps without effect (an unused variable, a peek) are left out, but their checks are written. */
void c_code_body(struct c_code *code, const struct seq *seq, const struct c_note *notes, const struct c_style *style,
                 struct sb *out);

/* Appends a statement after which memory that is never freed is no leak. */
void c_code_leave_memory(struct c_code *code, struct sb *out);

/* Appends #define and #include lines of the C library that all bodies, helpers and checks need, except lines
 * that stand in `others`, which follow. Call it after the last body. The lines stand first in the file. */
void c_code_includes(const struct c_code *code, const char *others, struct sb *out);
/* `plain`, per missing function: the file does not know its types, so that its stand-in is declared without their
 * names. `shared`: several files define the stand-ins, and the linker takes one of each. Call it
 * after the last body. */
void c_code_stand_ins(struct c_code *code, const bool *plain, bool shared);
/* Appends definitions at file scope that the bodies need, and a stand-in for every missing function. Call it
 * after the last body. The text stands after all #includes. */
void c_code_helpers(const struct c_code *code, struct sb *out);

/* Sets the functions of the C library that tests of the file make fail, a bit each (model/failing.h). Call it
 * before the includes. c_failing_link_flags() appends the flags with which a program of such a file is linked,
 * each behind a space. */
void c_code_fails(struct c_code *code, uint32_t fails);
void c_failing_link_flags(uint32_t fails, struct sb *out);
/* Appends the flags with which the unit is compiled, so that compilers do not take it that such calls never fail. */
void c_failing_compile_flags(uint32_t fails, struct sb *out);

/* ---- for writing expectations ---- */

/* Standard headers that the caller's own text needs. */
enum c_need {
	C_NEEDS_STDIO = 1,
	C_NEEDS_STRING = 2,
	C_NEEDS_STDLIB = 4,
	C_NEEDS_STDDEF = 8,
	C_NEEDS_STDBOOL = 16,
	C_NEEDS_STDINT = 32,
	C_NEEDS_LIMITS = 64,
	C_NEEDS_MATH = 128,
	C_NEEDS_UNISTD = 2048,
	C_NEEDS_WAIT = 4096,
	C_NEEDS_STDARG = 1024,
	C_NEEDS_ERRNO = 256,
	C_NEEDS_EMPTY_FORMAT = 512 /* pragmas against warnings about an empty format */
};
void c_code_need(struct c_code *code, unsigned needs);
/* Returns a copy of the text that lives as long as the code. */
const char *c_code_keep(struct c_code *code, const char *text);

/* Appends a value of a scalar type: 7, 'a', RED, NULL, INT_MAX, 1.5f. */
void c_code_scalar(struct c_code *code, type_id type, const void *bytes, struct sb *out);
/* Returns the expectation that a variable of a scalar type has this value: "$" is 7; "isnan($)"; of a pointer
 * only whether it is NULL. A number that arithmetic rarely gives exactly is expected with its first digits and
 * a tolerance. The texts live as long as the code. */
struct c_check c_code_expect(struct c_code *code, type_id type, const void *bytes);
/* Returns how a value of the type is compared with an equal number, for a caller who has a name for that number. */
enum c_relation c_code_relation(const struct c_code *code, type_id type);
/* True if a body so far has an expectation of this relation. */
bool c_code_has(const struct c_code *code, enum c_relation relation);
/* Appends a string literal of exactly these bytes, quotes included. A final zero is not added, since the
 * compiler adds it. */
void c_string(const void *bytes, size_t size, struct sb *out);

#endif
