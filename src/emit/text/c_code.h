/* c_code: sequences as C that a person would write.
 *
 * One struct c_code stands for one emitted C file. Each c_code_body() gives the
 * statements of one test; what they need at file scope (callbacks, stand-ins for
 * missing functions, the temporary file helper, standard headers) is collected
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

/* How something is compared with what is expected: test frameworks have words of their own for each. */
enum c_relation {
	EXPECT_TRUE,             /* it is a condition */
	EXPECT_FALSE,
	EXPECT_NULL,
	EXPECT_NOT_NULL,
	EXPECT_INT,
	EXPECT_UINT,
	EXPECT_REAL,             /* exactly this number */
	EXPECT_NEAR,             /* `extra`: give or take so much */
	EXPECT_TEXT,
	EXPECT_BYTES,            /* `extra`: so many */
	N_RELATIONS
};

/* An expectation about a variable. `expect` is a C expression in which $ stands for the variable: a condition
 * ("$ > 0") or something that is compared with `value`: "$", "$->count", "*$". ${3} stands for the variable
 * of step 3, which comes before: "$ == ${3}".
 * About the result of the very step it belongs to, it is written around the call:
 * CHECK_INT(ring_push(ring, 7), 0); if $ occurs twice or the result is needed later,
 * the result gets a variable first. About another variable it follows the step. */
struct c_check {
	uint32_t variable;
	const char *expect;
	enum c_relation relation;
	const char *value, *extra;
};

/* The macros of a framework, one for each relation, with places: < for what is looked at, > for the value,
 * ~ for the rest: "CHECK_NEAR(<, >, ~)". */
typedef const char *c_macros[N_RELATIONS];

/* The caller's words for one step. Zero: none. */
struct c_note {
	const struct c_check *checks;
	uint32_t n_checks;
	const char *comment;     /* set behind the step's last line; NULL: none */
	/* Of a call: functions that are to be true for its arguments before the call, and
	 * for its result (if any) and arguments after it. NULL: none. */
	const char *before, *after;
	/* Of a call: so many bytes behind argument kept_arg are to be the same after the call,
	 * compared with a copy called "before" (c_code_reserve() it). 0: none. */
	uint32_t kept_size, kept_arg;
	/* Of a call: it is to end the program, with this status, and is made in a process of its own. */
	bool ends;
	int status;
	/* A new part of the body starts here: after a blank line, unless all parts are one
	 * line. */
	bool apart;
};

struct c_style {
	const c_macros *macros;  /* around expectations; NULL: those of the plain format */
	const char *indent;      /* before each line; NULL: four spaces */
	bool alone;              /* a program that people run by hand: plainer, but it writes in /tmp */
};

struct c_code;

/* The model is borrowed. */
struct c_code *c_code_new(const struct model *model);
void c_code_free(struct c_code *code);
const struct model *c_code_model(const struct c_code *code);

/* Takes a name at file scope, so that no helper or variable gets it: names of
 * tests and macros of the caller. */
void c_code_reserve(struct c_code *code, const char *name);

/* Callbacks that count their calls in a file written before, because a test asked, do so in
 * this one from the start; the other file's code is done with. */
void c_code_count_as(struct c_code *code, struct c_code *before);

/* Appends the statements of a valid sequence. `notes` has one entry per step, or
 * is NULL; `style` may be NULL. Steps without effect (a variable nobody uses, a
 * peek) are left out, but their checks are written. */
void c_code_body(struct c_code *code, const struct seq *seq, const struct c_note *notes, const struct c_style *style,
                 struct sb *out);

/* Appends a statement after which what is never freed is no leak, for a test that runs a program. */
void c_code_as_program(struct c_code *code, struct sb *out);

/* After the last body: #define and #include lines of the C library that bodies,
 * helpers and checks so far need, without those that stand in `others` and follow. To stand
 * first in the file. */
void c_code_includes(const struct c_code *code, const char *others, struct sb *out);
/* After the last body: for each missing function whether the file does not know its types, so
 * that its stand-in is declared without their names. `shared`: several files define the
 * stand-ins, and the linker takes one of each. */
void c_code_stand_ins(struct c_code *code, const bool *plain, bool shared);
/* After the last body: definitions at file scope that the bodies so far need, and
 * a stand-in for every missing function. To stand after all #includes. */
void c_code_helpers(const struct c_code *code, struct sb *out);

/* Before the includes: which functions of the C library tests of the file have fail, a bit each
 * (model/failing.h). A program of such a file is linked with these flags, appended with spaces before them. */
void c_code_fails(struct c_code *code, uint32_t fails);
void c_failing_link_flags(uint32_t fails, struct sb *out);
/* The unit is compiled with these: compilers may not think that such calls never fail. */
void c_failing_compile_flags(uint32_t fails, struct sb *out);

/* ---- for writing expectations ---- */

/* Standard headers the caller's own text needs. */
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
	C_NEEDS_ERRNO = 4096,
	C_NEEDS_EMPTY_FORMAT = 512 /* silence about a format that is empty */
};
void c_code_need(struct c_code *code, unsigned needs);
/* A copy of the text that lives as long as the code. */
const char *c_code_keep(struct c_code *code, const char *text);

/* Appends a value of a scalar type: 7, 'a', RED, NULL, INT_MAX, 1.5f. */
void c_code_scalar(struct c_code *code, type_id type, const void *bytes, struct sb *out);
/* The expectation that a variable of a scalar type has this value: "$" is 7; of a pointer only whether it is
 * NULL; "isnan($)". Of a number that arithmetic hardly gives exactly, the first digits and a tolerance. Its texts live
 * as long as the code. */
struct c_check c_code_expect(struct c_code *code, type_id type, const void *bytes);
/* What stands between two numbers that are expected to be equal: for a caller who knows a name for the value. */
enum c_relation c_code_relation(const struct c_code *code, type_id type);
/* A body so far has such an expectation. */
bool c_code_has(const struct c_code *code, enum c_relation relation);
/* Appends a string literal, quotes included, of exactly these bytes (a final zero
 * is not added; the compiler does). */
void c_string(const void *bytes, size_t size, struct sb *out);

#endif
