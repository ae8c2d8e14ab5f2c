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
 *     CHECK(ring_push(ring, 7) == 0);
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

/* An expectation about a variable, as a C expression in which $ stands for it:
 * "$ == 0", "$ != NULL", "strcmp($, \"abc\") == 0", "$->count == 2", "*$ == 1"; ${3}
 * stands for that of step 3, which comes before: "$ == ${3}".
 * About the result of the very step it belongs to, it is written around the call:
 * CHECK(ring_push(ring, 7) == 0); if $ occurs twice or the result is needed later,
 * the result gets a variable first. About another variable it follows the step. */
struct c_check {
	uint32_t variable;
	const char *expect;
};

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
	const char *check;       /* the macro around an expectation; NULL: "CHECK" */
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

/* Appends a value of a scalar type: 7, 'a', RED, NULL, INT_MAX, 1.5f. */
void c_code_scalar(struct c_code *code, type_id type, const void *bytes, struct sb *out);
/* Appends the expectation that a variable of a scalar type has this value, with
 * its $: "$ == 7"; for a pointer only whether it is NULL; "isnan($)". */
void c_code_expect(struct c_code *code, type_id type, const void *bytes, struct sb *out);
/* Appends a string literal, quotes included, of exactly these bytes (a final zero
 * is not added; the compiler does). */
void c_string(const void *bytes, size_t size, struct sb *out);

#endif
