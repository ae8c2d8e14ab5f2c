/* c_parts: what the files behind c_code.h share. Private to emit/. */
#ifndef SKEP_EMIT_C_PARTS_H
#define SKEP_EMIT_C_PARTS_H

#include "base/map.h"
#include "emit/text/c_code.h"

/* The demands of the bodies on the stand-in for one missing function. */
struct stand_in {
	bool told;               /* some test tells it what to do */
	bool changes;            /* some test lets its result change */
	bool *writes;            /* per parameter: some test lets it write there */
	bool is_plain;           /* the file does not know its types: it is declared without their names */
};

/* A callback as tests mention it. */
struct c_callback {
	const char *name;
	const char *counter;     /* the variable that counts its calls; NULL: none does */
};

struct c_code {
	const struct model *model;
	struct arena *arena;
	struct strmap taken;     /* names at file scope */
	struct strmap shared;    /* text of a callback but for its name -> index into names */
	struct strmap in_body;   /* the same -> how many steps of this test it stands for */
	struct strmap counted;   /* the same of those that some test asks how often they were called */
	VEC(struct c_callback) names;
	struct sb callbacks;     /* their definitions */
	struct stand_in *stand_ins; /* per missing function */
	unsigned needs;
	uint32_t relations;      /* of the expectations so far, a bit each */
	bool *of_zeroes;         /* per function: called through c_va_list.c */
	uint32_t fails;          /* functions of the C library that tests of the file have fail, a bit each */
	bool is_shared;          /* several files define the stand-ins: the linker takes one of each */
	bool makes_files;        /* temp_file() is used */
	bool opens_files;        /* file_holding() is used */
	bool opens_descriptors;  /* descriptor_holding() is used */
	bool runs_programs;      /* as_program() is used */
	bool ends_programs;      /* exit_status() is used */
};

/* ---- c_va_list.c ---- */

/* Functions that take a va_list are called through helpers that make one. NULL:
 * the function takes none. */
const char *c_call_of_zeroes(struct c_code *code, uint32_t function);
void c_va_list_helpers(const struct c_code *code, struct sb *out);

/* ---- c_failing.c ---- */

/* Functions in front of the C library's. */
void c_failing_helpers(const struct c_code *code, struct sb *out);

/* ---- c_value.c ---- */

/* An initialiser being printed. Padding does not matter; all else must be said. */
struct c_init {
	struct c_code *code;
	const unsigned char *bytes;
	uint32_t size;
	/* The expression that is stored at an offset, for a part of this type; NULL:
	 * none. May be NULL. */
	const char *(*fill)(void *context, type_id type, uint32_t offset);
	void *context;
	const struct fill *fills;    /* all that is stored; what is not said makes the initialiser wrong */
	uint32_t n_fills;
	bool *fills_said;
	struct sb text;
	unsigned char *said, *matters; /* size bytes each: what the text says, and of which bits */
	bool has_meant;              /* the union at this offset is about that member, as its tag says */
	uint32_t meant;
	uint64_t meant_at;
};

/* Appends an initialiser for a value of this type to init->text; false if C has
 * no plain way to say these bytes. Release in both cases. */
bool c_init_value(struct c_init *init, type_id type);
/* Appends an initialiser for `count` elements, in braces; structs each on a line of its own. */
bool c_init_elements(struct c_init *init, type_id element, uint64_t count);
void c_init_release(struct c_init *init);

/* A number of a type that is not in the model. */
void c_integer(struct c_code *code, const struct type *type, const char *spelling, int64_t number, struct sb *out);
/* The name of a constant that a call of this function would be given; or NULL. */
const char *c_constant_for(const struct model *model, uint32_t function, uint32_t param, int64_t number);

/* Bytes that read better as characters, all of them but zeroes. */
bool c_are_letters(const unsigned char *bytes, uint64_t n);
/* Types of what is behind two pointers differ below the outermost const. */
bool c_differs_inside(const struct model *model, type_id a, type_id b);

/* The type's spelling without const at the outside: "uint8_t" for const uint8_t. */
const char *c_unqualified(const struct model *model, type_id type, struct arena *arena);

/* ---- c_helpers.c ---- */

/* A function at file scope that behaves as the step tells; `use` says what it is for: the
 * name of a parameter or field. */
struct c_callback c_callback(struct c_code *code, const struct step *step, const char *use, bool is_counted);
/* Appends statements that tell a stand-in what to do; `pointer`: the expression for what it returns
 * (NULL: as its behaviour says). */
void c_tell_stand_in(struct c_code *code, const struct step *step, const char *pointer, const char *indent,
                     struct sb *out);
/* The statement that makes it forget. */
void c_reset_stand_in(const struct c_code *code, uint32_t missing, const char *indent, struct sb *out);

/* ---- c_paragraphs.c ---- */

/* Where parts of a body start, counted in characters of the output. */
typedef VEC(size_t) c_breaks;
/* Puts a blank line before each, in the body that starts at `start`. */
void c_set_apart(const c_breaks *breaks, size_t start, struct sb *out);

/* ---- c_runs.c ---- */

/* The byte, not zero, that a block repeats for most of its length. */
struct c_run {
	uint32_t at, size;
	unsigned char byte;
};
/* True if it is long enough to be filled in by memset(). */
bool c_find_run(const struct step *step, struct c_run *run);
/* How many zeroes the bytes start with, if so many that nobody wants to read them; else 0. */
uint64_t c_zeroes_at(const unsigned char *bytes, uint64_t n);

/* ---- c_repeats.c ---- */

/* The form of one step: where it starts, and maybe a part of the body with it. */
struct c_chunk {
	size_t start;
	bool apart;
};
typedef VEC(struct c_chunk) c_chunks;
/* Puts statements that come several times in a row into loops, "for (int i = 0; i < 30; i++)".
 * The chunks, in order, are the end of the output. Appends where parts of it start then. */
void c_fold_repeats(const c_chunks *chunks, const char *indent, struct sb *out, c_breaks *breaks);

#endif
