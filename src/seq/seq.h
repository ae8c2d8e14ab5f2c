/* seq: sequences, the form of a test before it is text.
 *
 * A sequence is a list of steps; step i gives variable i. Steps are immutable and refer to earlier
 * variables by distance (1: the step just before). So a sequence can be put behind another, or cut
 * at its end, without changing its steps, and sequences share steps. Everything lives in an arena
 * of the caller.
 *
 * Engines build sequences, exec runs them, reduce shortens them, emit prints them. Read next:
 * seq/text/text.h (the text form), exec/exec.h. */
#ifndef SKEP_SEQ_SEQ_H
#define SKEP_SEQ_SEQ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/str.h"
#include "model/model.h"

enum step_kind {
	STEP_CALL,      /* function(args) */
	STEP_VALUE,     /* bytes of a type, with `fills` stored into them: scalars, structs, null */
	STEP_BLOCK,     /* memory with `bytes` (and fills), which the variable points to: strings (with their
	                   zero), buffers, arrays, objects of structs */
	STEP_CALLBACK,  /* a function with the given behaviour; `type` is the pointer to it */
	STEP_STUB,      /* missing function `index` has the given behaviour from here on; no variable */
	STEP_FILE,      /* FILE * for reading and writing a scratch file with these `bytes`; if `type` is an
	                   int, its descriptor */
	STEP_PATH,      /* name of a scratch file with these `bytes`, or of a file that does not exist
	                   (`absent`) */
	STEP_PEEK,      /* the memory behind variable args[0], or how often that callback was called, is copied
	                   into the run; no variable */
	STEP_FREE,      /* free(args[0]), for results that the caller must free; no variable */
	STEP_PLACE,     /* a pointer `index` bytes into the block args[0], at most to its end; null if the block
	                   is null */
	STEP_PUT,       /* `bytes` are put where a program reads them (enum put); no variable */
	STEP_RUN,       /* the program runs: function `index` is its main(), the texts args are its arguments,
	                   `bytes` is its name (argv[0]); an exit is a normal end; no variable */
	N_STEP_KINDS
};

struct arg {
	uint32_t back;   /* how many steps before this one; >= 1 */
	bool address;    /* pass &variable, not its value */
};

/* Stores variable `arg` at byte `offset` of the step's memory. */
struct fill {
	uint32_t offset;
	struct arg arg;
};

/* The behaviour of a callback or stub. All zero: it returns zero bytes and writes nothing. */
struct behaviour {
	uint32_t result_size;   /* size of the result type, if `result` or `later` is given */
	const void *result;     /* bytes of the result type, or NULL for zeroes */
	uint32_t change_after;  /* > 0: after this number of calls, `later` is returned; 0: never */
	const void *later;      /* not NULL exactly if change_after > 0 */
	uint32_t write_arg;     /* writes through this pointer argument ... */
	const void *write;      /* ... these bytes */
	uint32_t write_size;    /* 0: write nothing */
	uint32_t acts;          /* it works like a function of the C library (model/act.h); 0: as the other
	                           members say */
};

/* The destination of the bytes of STEP_PUT: standard input, or the file or environment variable
 * whose name is the text args[0]. */
enum put { PUT_STDIN, PUT_FILE, PUT_VARIABLE, N_PUTS };

enum peek { PEEK_BYTES, PEEK_STRING, PEEK_CALLS };

struct step {
	enum step_kind kind;
	type_id type;            /* of the variable that it gives; 0 for none; STEP_CALL: the function's result */
	uint32_t index;          /* STEP_CALL: function; STEP_STUB: missing; STEP_PLACE: offset in bytes;
	                            STEP_PUT: enum put; STEP_RUN: main() */
	uint32_t n_args;         /* STEP_CALL: one per parameter; STEP_PEEK, STEP_FREE, STEP_PLACE: 1; STEP_PUT:
	                            the name, if there is one; STEP_RUN: argv[1] and so on */
	const struct arg *args;
	uint32_t n_fills;        /* STEP_VALUE, STEP_BLOCK; STEP_STUB: at most one, a pointer that is returned
	                            instead of the behaviour's result */
	const struct fill *fills;
	uint32_t size;           /* of bytes */
	const void *bytes;
	bool is_string;          /* STEP_BLOCK: print as a string literal; the last byte is 0 */
	bool absent;             /* STEP_PATH */
	enum peek peek;          /* STEP_PEEK: PEEK_BYTES copies `size` bytes; the others have size 0 */
	const struct behaviour *behaviour; /* STEP_CALLBACK, STEP_STUB; NULL: it returns zeroes */
	uint64_t hash;           /* of all members above; set when the step is added */
};

#define SEQ_MAX_STEPS 512u
#define MAX_RUN_ARGUMENTS 120u /* most arguments of a program, without its name */

struct seq {
	uint32_t n;
	const struct step *const *steps;
	uint64_t hash;           /* equal steps give equal hashes */
};

/* A list of steps that grows; finish it with seq_finish(). */
struct seq_builder {
	struct arena *arena;
	VEC(const struct step *) steps;
};

void seq_begin(struct seq_builder *builder, struct arena *arena);
/* Adds a copy of the step with its arrays; returns the index of its variable. */
uint32_t seq_add(struct seq_builder *builder, const struct step *step);
/* Adds all steps of another sequence, which are shared; returns the index of the first. */
uint32_t seq_add_all(struct seq_builder *builder, const struct seq *seq);
/* The argument by which the next step refers to variable `index`. */
struct arg seq_arg(const struct seq_builder *builder, uint32_t index, bool address);
/* The sequence, in the builder's arena; releases the builder. */
const struct seq *seq_finish(struct seq_builder *builder);

/* The sequence without the steps whose `drop` is set. A reference to a dropped step moves to the
 * newest kept step of the same type and kind before the referring step. NULL if there is none, or
 * if it is too short for an array that is set from it. */
const struct seq *seq_without(struct arena *arena, const struct model *model, const struct seq *seq, const bool *drop);
/* The sequence with step i replaced. The type of the variable must stay the same. */
const struct seq *seq_replace(struct arena *arena, const struct seq *seq, uint32_t i, const struct step *step);
/* The sequence with a step inserted before step i (i may be seq->n); references of later steps are
 * adjusted. */
const struct seq *seq_insert(struct arena *arena, const struct seq *seq, uint32_t i, const struct step *step);
/* A deep copy in another arena. */
const struct seq *seq_copy(struct arena *arena, const struct seq *seq);
/* A sequence of the first n steps, which are shared. */
const struct seq *seq_prefix(struct arena *arena, const struct seq *seq, uint32_t n);

/* The sequence can be run and printed: arguments refer back to variables, types fit, sizes match,
 * ... */
bool seq_is_valid(const struct seq *seq, const struct model *model);
/* The blocks from which arrays of the unit are set are long enough. */
bool seq_settings_fit(const struct model *model, const struct seq *seq);
/* A variable of type `from` (or its address, if `address`) fits where `to` is wanted: if the types
 * are the same; if `to` is void * and `from` any pointer to an object; behind a pointer, if `from`
 * is void, or both are chars of any sign. Qualifiers do not matter. */
bool seq_fits(const struct model *model, type_id to, type_id from, bool address);
/* The sequences have equal steps with equal references. */
bool seq_equal(const struct seq *a, const struct seq *b);
/* A step calls this function of the model. */
bool seq_calls(const struct seq *seq, uint32_t function);
/* A step calls the main() of a program. */
bool seq_calls_main(const struct model *model, const struct seq *seq);
/* The number of steps that apply an operation of the model. */
uint32_t seq_n_calls(const struct seq *seq);
/* The last step before `end` that applies an operation of the model; NONE: there is none. */
uint32_t seq_last_call(const struct seq *seq, uint32_t end);

/* The index of the variable that an argument of step i refers to. */
static inline uint32_t seq_index(uint32_t i, struct arg arg)
{
	return i - arg.back;
}

/* The step applies an operation of the model: it calls a function or sets a variable of the unit. */
static inline bool step_is_call(const struct step *step)
{
	return step->kind == STEP_CALL;
}
/* The operation that the step applies; NULL: it applies none. */
static inline const struct function *step_function(const struct model *model, const struct step *step)
{
	return step->kind == STEP_CALL ? &model->functions.at[step->index] : NULL;
}
/* The step applies an operation that ends the life of an object. */
static inline bool step_destroys(const struct model *model, const struct step *step)
{
	return step->kind == STEP_CALL && model->functions.at[step->index].is_destroyer;
}
/* The step does more than give a variable: a later step may see its effect in the unit's state. */
static inline bool step_acts(const struct step *step)
{
	return step->kind == STEP_CALL || step->kind == STEP_STUB || step->kind == STEP_FREE;
}
/* A step that applies an operation, with one argument per parameter. The arguments are borrowed. */
static inline struct step step_call(const struct model *model, uint32_t function, const struct arg *args)
{
	const struct function *called = &model->functions.at[function];
	return (struct step){
		.kind = STEP_CALL, .type = called->result, .index = function, .args = args, .n_args = called->n_params
	};
}
/* The function of the model that the step enters by calling it or running the program; NONE: there
 * is none. */
static inline uint32_t step_enters(const struct step *step)
{
	return step->kind == STEP_CALL || step->kind == STEP_RUN ? step->index : NONE;
}
/* The step opens a file and gives its descriptor. */
bool step_is_descriptor(const struct model *model, const struct step *step);
/* The size of the step's variable in bytes; 0: it gives none. */
uint32_t step_variable_size(const struct step *step, const struct model *model);

/* Appends the sequence as byte code (rt/protocol.h), without flags. */
void seq_encode(const struct seq *seq, const struct model *model, struct sb *out);
/* The number of bytes that seq_encode() appends. */
size_t seq_encoded_size(const struct seq *seq);

#endif
