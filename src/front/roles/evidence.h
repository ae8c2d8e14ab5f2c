/* evidence: the uses of each parameter in a function body, as plain data.
 *
 * evidence.c reads them from the syntax tree, one function at a time; then evidence_spread() copies
 * facts from called functions of the unit to their callers. Evidence is what the code shows;
 * roles.c concludes what it means. */
#ifndef SKEP_FRONT_EVIDENCE_H
#define SKEP_FRONT_EVIDENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "model/model.h"

/* Whether the parameter may be null. */
struct null_sight {
	bool tested;        /* compared with null, or used as a condition, before any other use */
	bool asserted;      /* tested, and the other branch ends the program */
	bool tested_below;  /* passed to a function that allows null ... */
	bool needed_below;  /* ... or that does not */
};

/* The memory that the parameter points to. */
struct memory_sight {
	bool followed;      /* *p, p[i], p->x */
	bool read;
	bool written;       /* memory that is reached through it may be written */
	bool aliased;       /* a pointer found in this memory is kept in a variable */
	bool set_whole;     /* *p = ... or p[0] = ... */
	bool renewed;       /* set as a whole before any other use */
	uint64_t fields_set; /* p->x = ..., a bit for each of the first 64 fields */
	bool indexed;       /* p[i] with a variable, or p++ */
	bool has_prefix;    /* the memory in front of it, as p[-1], is used as another type */
	uint32_t elements;  /* largest constant index seen, plus one */
	bool leads_to_element; /* it, or a copy, is dereferenced without an offset, so it is not an end */
};

/* The further way of the parameter. */
struct fate_sight {
	bool given_away;    /* stored, returned or passed to a function that is not looked at */
	bool kept;          /* returned, or the initial value of a local variable */
	bool freed;         /* passed to free() here */
	bool freed_below;   /* ... or in a function that it is passed to */
	bool is_closed;     /* passed to close(), fdopen(), fclose() or pclose(), or kept in a field that is closed */
	bool goes_elsewhere; /* kept in a field, copied there, or passed to an unknown function */
};

/* The meaning of the parameter, by functions that it is passed to, and by conversions. */
struct meaning_sight {
	bool is_string;     /* passed to strlen() and the like */
	bool is_file_name;  /* passed to fopen() and the like */
	bool is_format;     /* passed to printf() and the like */
	bool is_descriptor; /* passed to read() and the like */
	bool is_struct;     /* a void * that is converted to a pointer to a struct */
	type_id as_struct;  /* ... to this struct, without an offset; 0: to no struct, or to several */
	bool as_several;
};

/* The uses of one parameter. */
struct sight {
	struct null_sight null;
	struct memory_sight memory;
	struct fate_sight fate;
	struct meaning_sight meaning;
	uint32_t length;    /* the parameter that bounds it, or NONE */
	bool length_in_bytes; /* memcpy() and the like count in bytes */
	struct array_end ending; /* of the array that it is walked through as (arrays.c) */
	uint32_t behind;    /* a bit for each of the first 32 parameters: this parameter leads further into the
	                       same memory than that one (orders.c) */
};

/* Parameter `param` is argument `arg` of call number `call` to `callee`. */
struct pass {
	uint32_t call, param, arg;
	const char *callee;
	bool for_field;     /* the callee's result goes into a field, or out of sight */
	bool to_const;      /* the callee's parameter is const */
	bool guards;        /* the call is a condition, before any other use of the parameter */
	bool moved;         /* passed with an offset, as p + i */
	bool first;         /* its memory was not used before */
};

/* Parameter `param` is stored in a field; param NONE: the value of a field is closed. */
struct keeping {
	uint32_t param;
	const char *field;  /* equal for equal fields, in all sources */
};

struct body {
	struct sight *params;
	uint32_t n_params;
	struct pass *passes;
	uint32_t n_passes;
	struct keeping *keepings;
	uint32_t n_keepings;
	type_id gives_struct;   /* the struct that the result points to, whatever its type says; 0: not known */
	bool gives_several;
	const char **callees;   /* functions that it calls by name */
	uint32_t n_callees;
	bool calls_unknown;     /* it calls a function through a pointer */
	bool may_touch_files;   /* it, or a function that it calls, deals with files, or may do so */
	const char *gives_of;   /* the function whose result it returns, the last one seen; NULL: none */
};

/* Notes one more struct that a pointer leads to: *known becomes the struct, or 0 if there are several. */
bool sight_note_struct(type_id record, type_id *known, bool *several);

/* The conclusion from all evidence about null. */
enum null_use sight_null(const struct sight *sight);

/* Copies facts from callees to callers until nothing changes. */
void evidence_spread(const struct model *model, struct body *const *bodies);

/* The uses that a function of the C library makes of its arguments. */
struct library_call {
	const char *name;
	int string, string2;     /* arguments that are texts with a zero at their end, or -1 */
	int file_name, format;
	int memory, memory2;     /* arguments that are `length` bytes long */
	int length;
};
/* NULL: the function is not in the table. */
const struct library_call *library_call_find(const char *name);
/* A call of the function does nothing to files. */
bool library_call_is_harmless(const char *name);
/* Argument `arg` of the function is the descriptor of an open file. */
bool library_call_takes_descriptor(const char *name, int arg);

#endif
