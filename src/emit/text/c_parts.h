/* c_parts: declarations that the files behind c_code.h share. Private to emit/. */
#ifndef SKEP_EMIT_C_PARTS_H
#define SKEP_EMIT_C_PARTS_H

#include "base/map.h"
#include "emit/text/c_code.h"

/* The demands of the bodies on the stand-in for one missing function. */
struct stand_in {
	bool told;               /* a test sets its behaviour */
	bool changes;            /* a test changes its result */
	bool *writes;            /* per parameter: a test makes it write there */
	bool is_plain;           /* the file does not know its types, so it is declared without their names */
};

/* A callback as tests mention it. */
struct c_callback {
	const char *name;
	const char *counter;     /* the variable that counts its calls; NULL: calls are not counted */
	const char *got;         /* the array with arguments of its first calls; NULL: none are noted */
};

struct c_code {
	const struct model *model;
	struct arena *arena;
	struct strmap taken;     /* names at file scope */
	struct strmap shared;    /* text of a callback without its name -> index into names */
	struct strmap in_body;   /* that text -> steps of this test that have it */
	struct strmap counted;   /* that text, of callbacks whose calls a test counts -> noted parameters */
	VEC(struct c_callback) names;
	struct sb callbacks;     /* their definitions */
	struct stand_in *stand_ins; /* per missing function */
	unsigned needs;
	uint32_t relations;      /* of the expectations so far, a bit each */
	bool *of_zeroes;         /* per function: called through c_va_list.c */
	uint32_t fails;          /* functions of the C library that tests of the file have fail, a bit each */
	bool is_shared;          /* several files define the stand-ins; the linker takes one of each */
	bool makes_files;        /* temp_file() is used */
	bool opens_files;        /* file_holding() is used */
	bool opens_descriptors;  /* descriptor_holding() is used */
	bool leaves_memory;      /* leave_memory() is used */
	bool ends_programs;      /* exit_status() is used */
};

/* ---- c_va_list.c ---- */

/* Returns the name of the helper that calls this function with a va_list; NULL: the function takes none. */
const char *c_call_of_zeroes(struct c_code *code, uint32_t function);
void c_va_list_helpers(const struct c_code *code, struct sb *out);

/* ---- c_failing.c ---- */

/* Appends the functions that stand in front of functions of the C library and may fail. */
void c_failing_helpers(const struct c_code *code, struct sb *out);

/* ---- c_value.c ---- */

/* An initialiser being printed. Padding does not matter; all other bytes must be in the text. */
struct c_init {
	struct c_code *code;
	const unsigned char *bytes;
	uint32_t size;
	/* Returns the expression that is stored at an offset, for a part of this type; NULL: none. May be NULL. */
	const char *(*fill)(void *context, type_id type, uint32_t offset);
	void *context;
	const struct fill *fills;    /* everything stored; an initialiser without one of them is wrong */
	uint32_t n_fills;
	bool *fills_said;
	struct sb text;
	unsigned char *said, *matters; /* size bytes each: bits in the text, and bits that must be */
	bool has_meant;              /* the tag of the union at this offset selects that member */
	uint32_t meant;
	uint64_t meant_at;
};

/* Appends an initialiser for a value of this type to init->text; false if C has no plain initialiser for these
 * bytes. Call c_init_release() in both cases. */
bool c_init_value(struct c_init *init, type_id type);
/* Appends an initialiser for `count` elements, in braces; each struct stands on a line of its own. */
bool c_init_elements(struct c_init *init, type_id element, uint64_t count);
void c_init_release(struct c_init *init);

/* Appends a number of a type that is not in the model. */
void c_integer(struct c_code *code, const struct type *type, const char *spelling, int64_t number, struct sb *out);
/* Returns the name of the constant that a call of this function is given for the number; NULL: it has none. */
const char *c_constant_for(const struct model *model, uint32_t function, uint32_t param, int64_t number);

/* True if all bytes except zeroes read better as characters. */
bool c_are_letters(const unsigned char *bytes, uint64_t n);
/* True if const differs somewhere behind the two pointers, below their outermost const. */
bool c_differs_inside(const struct model *model, type_id a, type_id b);

/* Returns the type's spelling without const at the outside: "uint8_t" for const uint8_t. */
const char *c_unqualified(const struct model *model, type_id type, struct arena *arena);

/* ---- c_helpers.c ---- */

/* Returns a function at file scope that behaves as the step says. `use` is the parameter or field it is
 * passed as. */
struct c_callback c_callback(struct c_code *code, const struct step *step, const char *use, bool is_counted,
                             uint32_t noted);
/* Appends statements that give a stand-in its behaviour. `pointer` is the expression that it returns; NULL: the
 * result is in the behaviour. */
void c_tell_stand_in(struct c_code *code, const struct step *step, const char *pointer, const char *indent,
                     struct sb *out);
/* Appends the statement that ends this behaviour. */
void c_reset_stand_in(const struct c_code *code, uint32_t missing, const char *indent, struct sb *out);

/* ---- c_paragraphs.c ---- */

/* Where parts of a body begin, as offsets in the output. */
typedef VEC(size_t) c_breaks;
/* Puts a blank line before each part in the body that begins at `start`. */
void c_set_apart(const c_breaks *breaks, size_t start, struct sb *out);

/* ---- c_runs.c ---- */

/* A byte, not zero, that fills most of a block. */
struct c_run {
	uint32_t at, size;
	unsigned char byte;
};
/* True if the run is long enough to be filled in by memset(). */
bool c_find_run(const struct step *step, struct c_run *run);
/* Returns the number of zeroes at the start of the bytes if they are too many to read, else 0. */
uint64_t c_zeroes_at(const unsigned char *bytes, uint64_t n);

/* ---- c_repeats.c ---- */

/* The text of one step. `apart`: a part of the body begins with it. */
struct c_chunk {
	size_t start;
	bool apart;
};
typedef VEC(struct c_chunk) c_chunks;
/* Puts statements that come several times in a row into loops, "for (int i = 0; i < 30; i++)". The chunks, in
 * order, are the end of the output. Appends the places where parts of the output begin afterwards. */
void c_fold_repeats(const c_chunks *chunks, const char *indent, struct sb *out, c_breaks *breaks);

#endif
