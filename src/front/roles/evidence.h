/* evidence: what a function body does with each parameter, as plain data.
 *
 * evidence.c reads it from the syntax tree, one function at a time; then
 * evidence_spread() lets facts flow from called functions of the unit to their
 * callers. It is about what is seen, not what is meant: roles.c concludes. */
#ifndef SKEP_FRONT_EVIDENCE_H
#define SKEP_FRONT_EVIDENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "model/model.h"

/* Whether the parameter may be null. */
struct null_sight {
	bool tested;        /* compared with null, or a condition, before any use */
	bool asserted;      /* as tested, but the other branch ends the program */
	bool tested_below;  /* a callee it is passed to allows null ... */
	bool needed_below;  /* ... or does not */
};

/* The memory that the parameter points to. */
struct memory_sight {
	bool followed;      /* *p, p[i], p->x */
	bool read;
	bool written;       /* something reachable through it may be written */
	bool aliased;       /* a pointer found in it is kept in a variable */
	bool set_whole;     /* *p = ... or p[0] = ... */
	bool renewed;       /* set as a whole before anything else is done with it */
	uint64_t fields_set; /* p->x = ..., a bit for each of the first 64 fields */
	bool indexed;       /* p[i] with a variable, or p++ */
	bool has_prefix;    /* something of another type is looked for before where it points */
	uint32_t elements;  /* largest constant index seen, plus one */
	bool leads_to_element; /* it, or a copy, is followed as it is, so it does not point to the end */
};

/* Where the parameter goes. */
struct fate_sight {
	bool given_away;    /* stored, returned or passed where we do not look */
	bool kept;          /* returned, or the start of a local variable */
	bool freed;         /* passed to free() here */
	bool freed_below;   /* ... or in a function it is passed to */
	bool is_closed;     /* passed to close() or fdopen(), or kept where somebody does that */
	bool goes_elsewhere; /* kept in a field, copied there, or passed to somebody we do not know */
};

/* The functions that the parameter is passed to, and conversions, tell its meaning. */
struct meaning_sight {
	bool is_string;     /* passed to strlen() and the like */
	bool is_file_name;  /* passed to fopen() and the like */
	bool is_format;     /* passed to printf() and the like */
	bool is_descriptor; /* passed to read() and the like */
	bool is_struct;     /* a void * that is converted to a pointer to a struct */
	type_id as_struct;  /* ... to this struct, as it is; 0: to none, or to several */
	bool as_several;
};

/* The use of one parameter. */
struct sight {
	struct null_sight null;
	struct memory_sight memory;
	struct fate_sight fate;
	struct meaning_sight meaning;
	uint32_t length;    /* parameter that bounds it, or NONE */
	bool length_in_bytes; /* memcpy() and the like count in bytes */
	uint32_t behind;    /* one bit for each of the first 32 parameters: this one leads further into the
	                       same memory than that (orders.c) */
};

/* Parameter `param` is argument `arg` of call number `call` to `callee`. */
struct pass {
	uint32_t call, param, arg;
	const char *callee;
	bool for_field;     /* what the callee makes of it goes into a field, or out of sight */
	bool to_const;      /* the callee promises not to write */
	bool guards;        /* the call is a condition, before the parameter was used */
	bool moved;         /* not the pointer itself: p + i */
	bool first;         /* nothing was done with what the parameter points to before */
};

/* The value of parameter `param` is put into a field; NONE: what a field holds is closed. */
struct keeping {
	uint32_t param;
	const char *field;  /* the same text for the same field, in whatever source */
};

struct body {
	struct sight *params;
	uint32_t n_params;
	struct pass *passes;
	uint32_t n_passes;
	struct keeping *keepings;
	uint32_t n_keepings;
	type_id gives_struct;   /* what the result points to, whatever its type says; 0: not known */
	bool gives_several;
	const char **callees;   /* functions that it calls by their names */
	uint32_t n_callees;
	bool calls_unknown;     /* through a pointer */
	bool may_touch_files;   /* it, or who it calls, has to do with files, or nobody knows */
	const char *gives_of;   /* the function whose result it gives on, the last one seen; NULL: none */
};

/* Notes one more struct that a pointer is seen to lead to: *known is the struct, or 0 if there are several. */
bool sight_note_struct(type_id record, type_id *known, bool *several);

/* The conclusion of all evidence about null. */
enum null_use sight_null(const struct sight *sight);

/* Facts flow from callees to callers until nothing changes. */
void evidence_spread(const struct model *model, struct body *const *bodies);

/* The use that the C library makes of an argument; for evidence.c. */
struct library_call {
	const char *name;
	int string, string2;     /* arguments that are zero-terminated, or -1 */
	int file_name, format;
	int memory, memory2;     /* arguments that are `length` bytes long */
	int length;
};
/* NULL: not one we know. */
const struct library_call *library_call_find(const char *name);
/* Whoever calls it does nothing to files. */
bool library_call_is_harmless(const char *name);
/* Its argument `arg` is the descriptor of an open file. */
bool library_call_takes_descriptor(const char *name, int arg);

#endif
