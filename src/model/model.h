/* model: the C API of a unit as plain data.
 *
 * What the unit offers (functions, types to the bottom, constants) and what
 * skep believes about how it is meant to be used (roles). front/ fills it from
 * libclang, the user corrects it as text (model/text.h), running tests refines
 * it. Nothing here knows libclang. Everything lives in the model's arena and is
 * referred to by index, so tables can be saved, compared and printed.
 *
 * Read next: marks.h (conditions and decisions), text.h (the text form). */
#ifndef SKEP_MODEL_MODEL_H
#define SKEP_MODEL_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"

#define NONE UINT32_MAX /* no index */

typedef uint32_t type_id; /* index into model.types; 0 is void */

enum type_kind {
	TYPE_VOID,
	TYPE_BOOL,
	TYPE_INT,      /* char too */
	TYPE_FLOAT,    /* float, double, long double, by size */
	TYPE_ENUM,
	TYPE_POINTER,
	TYPE_ARRAY,    /* count 0: flexible or unknown */
	TYPE_STRUCT,
	TYPE_UNION,
	TYPE_FUNCTION,
	TYPE_VA_LIST,
	TYPE_OTHER     /* complex, vector, ...: a test cannot make one */
};

struct field {
	const char *name;      /* "" for an unnamed member */
	type_id type;
	uint64_t bit_offset;   /* from the start of the struct */
	uint32_t bit_width;    /* 0: not a bit-field */
};

struct enumerator {
	const char *name;
	int64_t value;
};

/* A type as the user spells it; two spellings of one type share `canonical`.
 * Compare types by model_same_type(), print them by `spelling`. Canonical types
 * have no qualifiers at any depth, so a `struct ring *` fits a parameter of type
 * `const struct ring *`; whether a pointee is const is asked of the spelled type:
 * model_type(model, type->target)->is_const. */
struct type {
	enum type_kind kind;
	const char *spelling;   /* "const char *", "struct ring", "size_t"; no declarator */
	const char *tag;        /* name for output: "ring" for struct ring and ring_t; may be "" */
	type_id canonical;      /* itself when canonical (no typedefs, no qualifiers) */
	uint64_t size;          /* bytes; 0 when incomplete */
	uint32_t align;
	bool is_signed;
	bool is_const;          /* the type itself is const-qualified */
	bool complete;          /* layout known in at least one source */
	bool opaque;            /* headers declare it; who includes them does not see its definition */
	bool spellable;         /* `spelling` is valid C at file scope */
	bool in_disguise;       /* spelled as a pointer to void, and known to lead to `target` */
	bool holds_text;        /* an opaque struct that a typedef for char * hides */
	type_id target;         /* pointee, element, or a function's result */
	uint64_t count;         /* TYPE_ARRAY */
	const struct field *fields;          /* TYPE_STRUCT, TYPE_UNION */
	uint32_t n_fields;
	const struct enumerator *enumerators; /* TYPE_ENUM */
	uint32_t n_enumerators;
	const type_id *params;               /* TYPE_FUNCTION */
	uint32_t n_params;
	bool variadic;
};

/* How a parameter is meant to be filled. */
enum role {
	ROLE_VALUE,      /* any value of the type */
	ROLE_HANDLE,     /* pointer to an object some maker gives */
	ROLE_OBJECT,     /* pointer to one object of a complete type, made by the test; with a partner: a
	                    cursor, the address of a pointer into a buffer that ends at `partner` */
	ROLE_STRING,     /* zero-terminated */
	ROLE_BUFFER,     /* pointer to `partner` elements or bytes, or up to `partner`, its end; without a
	                    partner to `count`; with neither to an unknown number: give it plenty */
	ROLE_LENGTH,     /* number of elements or bytes of `partner` (the first, if several share it) */
	ROLE_OUT,        /* the function writes it: address of a fresh variable */
	ROLE_FILE_NAME,  /* zero-terminated path */
	ROLE_FILE,       /* FILE * */
	ROLE_DESCRIPTOR, /* an int that is the descriptor of an open file */
	ROLE_CALLBACK,   /* function pointer */
	ROLE_USER_DATA,  /* pointer handed to the callback `partner` */
	ROLE_FORMAT,     /* printf-like format string */
	ROLE_ARGV,       /* null-terminated array of strings; `partner`, if any, is their number */
	ROLE_END,        /* pointer into the buffer `partner`, or into that of the cursor `partner`: its end, if
	                    the partner says so, else any place */
	N_ROLES
};

/* Who said so; a later source wins over an earlier one. */
enum belief { BELIEF_TYPE, BELIEF_NAME, BELIEF_CODE, BELIEF_LEARNED, BELIEF_USER };

enum null_use { NULL_UNKNOWN, NULL_ALLOWED, NULL_FORBIDDEN };

struct param {
	const char *name;          /* "arg1", ... when the source has none */
	type_id type;
	enum role role;
	enum belief belief;
	uint32_t partner;          /* parameter index, or NONE */
	uint32_t count;            /* ROLE_BUFFER without partner: elements it has at least; 0: unknown */
	bool length_in_bytes;      /* ROLE_BUFFER, ROLE_LENGTH: bytes, not elements */
	bool length_is_pointer;    /* ROLE_LENGTH passed by address (in and out) */
	bool is_last;              /* ROLE_END: leads to the last element, not behind it */
	enum null_use null;
	enum belief null_belief;
	bool destroyed;            /* the call ends the life of what this points to. On a T ** the
	                              address of a handle is passed; on ROLE_OBJECT the state
	                              ends and the memory stays the test's own */
	bool taken;                /* the callee takes it over: the test must not destroy it any more */
	bool left_to_free;         /* what the call leaves in the variable is ended with free() */
	const char *note;          /* why, for the reader ("crashed with null"); may be NULL */
};

struct function {
	const char *name;
	type_id type;              /* TYPE_FUNCTION */
	type_id result;
	struct param *params;      /* mutable: roles are refined */
	uint32_t n_params;
	bool variadic;
	uint32_t n_named;          /* a way to call a function with "...": so many parameters have names, the others
	                              stand behind the dots; 0: the function as it is declared (front/api/dots.c) */
	uint32_t case_param;       /* such a way is meant for some values of this parameter, or NONE: for all */
	const int64_t *cases;
	uint32_t n_cases;
	bool is_static;
	bool is_main;              /* the program's main(), under the name of model_main_name() */
	bool is_context;           /* of a source that is linked, but not what is tested */
	bool noreturn;
	bool must_use;             /* compilers complain if nobody looks at the result */
	bool is_macro;             /* a macro with parameters has the same name */
	uint32_t source;           /* which source of the unit defines it */
	const char *file;          /* where the body is, as the user would name it */
	uint32_t line;
	const char *header;        /* as in #include, e.g. "ring.h" with its quotes; NULL: none declares it */
	bool is_inline;            /* defined in a header, for whoever includes it, and for nobody else */
	bool wants_definition;     /* such a one that the linker asks for; not saved */
	bool is_maker;             /* gives a new object the caller must destroy */
	uint32_t made_param;       /* NONE: through the result. ROLE_OUT: through this out-parameter.
	                              ROLE_OBJECT: sets up memory that the test provides (x_init) */
	bool result_freed;         /* maker whose result the caller ends with free() */
	bool maker_told;           /* the user says whether it is one */
	bool keeps_result;         /* learned: what it gives belongs to what it got; no maker */
	bool is_destroyer;         /* some parameter has `destroyed` */
	bool is_observer;          /* reads only: const arguments, gives a value */
	const char *why_not;       /* reason it cannot be called; NULL: callable */
	bool is_last_resort;       /* static, and no function that users may call leads to it */
	bool is_reserve;           /* a static function, or a setter of a variable that a callable function sets, too:
	                              drawn at random only while the search is stuck; not saved */
	bool switched_off;         /* callable, but the user (or a flag) said no */
	/* With variables as inputs (front/api/variables.c). */
	const char *sets;          /* no function: the operation of giving this variable of the unit the
	                              value of its one parameter; else NULL */
	const char
	        *left_alone; /* why tests had better not set it: something callable does, or nothing; NULL: they may */
	bool is_fixed; /* nothing changes the variable */
	uint32_t sets_bytes; /* > 0: an array; so many bytes from where the parameter points */
	uint32_t fails; /* not 0: `sets` is no variable; calls of these functions of the C library fail, a bit
	                   each (model/failing.h) */
	type_id holder; /* not 0: `sets` is a field of this record, the first parameter leads to it, the second is */
	uint32_t field; /* ... its new value */
	bool is_library; /* the variable is one of the C library: what tests read from */
	bool is_elsewhere; /* the variable is declared, and defined nowhere in the unit */
	bool starts_known; /* the variable is an integer or pointer that starts as ... */
	int64_t starts_as; /* ... this (null is 0) */
	const uint32_t *uses; /* a function's variables: those that set what it, or one it calls, */
	uint32_t n_uses; /* names; the nearest first */
};

/* A function that the unit calls and nobody defines: gets a stub. */
struct missing {
	const char *name;
	type_id type;
	const char *header; /* of one that is declared: as in #include; NULL: no header has it */
	bool noreturn; /* declared never to return: its stand-in ends the program */
	bool in_context; /* ... which is only half known: see struct known */
	const char *known_as; /* of a missing one that everybody knows (model/known.h): what it behaves
	                              like; NULL: its answers are made up */
};

/* A variable that the unit uses and nobody defines: gets zeroed storage. */
struct missing_variable {
	const char *name;
	uint64_t size;
};

/* The beginning of a source: its own #define, #undef and #include lines as they were taken,
 * each up to an #include (front/read/prologue.c). */
struct prologue {
	const char *leading; /* those before the first line of code */
	const char *all; /* those up to the last #include */
};

/* A named number of the headers: enumerator or object-like macro. */
struct constant {
	const char *name;
	int64_t value;
	type_id enum_type; /* NONE-like 0 for macros */
	bool is_macro;
	bool in_source; /* a macro that no header defines: tests cannot name it */
	bool unknown_to_tests; /* a test file that named it did not compile; not saved */
};

/* A literal in the unit's source: food for the engines. */
struct literal {
	bool is_string;
	int64_t number; /* when it is a number (characters too) */
	const char *bytes; /* when it is a string */
	uint32_t length;
	double real; /* when is_real */
	bool is_real;
	bool is_hex; /* a number that is written so */
	uint32_t function; /* where it stands, or NONE */
};

/* A constant that the unit's own code passes to one of its functions. */
struct usage {
	uint32_t function, param;
	struct literal value;
};

/* A name that the unit's own code has for a number there. */
struct naming {
	uint32_t function, param; /* param NONE: the result */
	uint32_t constant;
};

/* A constant that the unit's code stores in, or compares with, a field. */
struct field_naming {
	type_id record; /* canonical */
	uint32_t field, constant;
};

/* The role of a field of a struct that tests fill. */
enum field_use {
	FIELD_ANY, /* whatever its type allows */
	FIELD_STRING, /* pointer to text that ends with a zero */
	FIELD_BUFFER, /* pointer to as many elements as the field `partner` says */
	FIELD_LENGTH, /* number of elements or bytes in use behind `partner` */
	FIELD_CAPACITY, /* number of elements or bytes that there is room for behind `partner` */
	FIELD_TAG, /* says which member of the union `partner` is meant (tag_case) */
	FIELD_END, /* pointer behind the last element of the array that `partner` points into */
	N_FIELD_USES
};

struct field_role {
	type_id record; /* canonical */
	uint32_t field;
	enum field_use use;
	uint32_t partner; /* a field of the same record, or NONE */
	bool length_in_bytes; /* FIELD_BUFFER, FIELD_LENGTH, FIELD_CAPACITY */
	bool has_end; /* FIELD_BUFFER: one element more is there, behind those that the length counts */
	enum null_use null;
	enum belief belief;
};

/* With this value of a tag, that member of the union is meant. */
struct tag_case {
	type_id record; /* canonical */
	uint32_t tag, member; /* field of the record; member of the union that is the tag's partner */
	int64_t value;
};

enum contract_kind {
	CONTRACT_REQUIRES, /* a call is legal only if it holds */
	CONTRACT_ENSURES, /* holds after a call */
	CONTRACT_INVARIANT, /* holds for every value of a type */
	CONTRACT_EQUAL, /* two values of a type are the same */
	CONTRACT_MAKE, /* gives a value of a type */
	N_CONTRACT_KINDS
};

/* A function of the user's file of contracts (docs/contracts.md). */
struct contract {
	enum contract_kind kind;
	const char *name; /* "skep_requires_ring_push" */
	uint32_t function; /* what is called; CONTRACT_MAKE: itself; else NONE */
	type_id type; /* canonical; 0 for requires and ensures */
	uint32_t line;
	const char *declaration; /* for another file to call it, in types of the unit; NULL: it is static,
	                              or a maker */
};

struct model {
	struct arena *arena;
	VEC(struct type) types;
	VEC(struct function) functions;
	VEC(struct missing) missing;
	VEC(struct missing_variable) missing_variables;
	VEC(struct missing) declared; /* functions declared in the user's own files, with their types:
	                                 among them are those that turn out to be missing */
	VEC(struct constant) constants;
	VEC(const char *) macros; /* others of the unit, as far as a test file has met them; not saved */
	VEC(struct literal) literals;
	VEC(struct usage) usages;
	VEC(struct field_naming) field_namings; /* of one field and number the first is the best */
	VEC(struct field_role) field_roles; /* by record, then by field; fields without one are FIELD_ANY */
	VEC(struct tag_case) tag_cases; /* by record, tag and value */
	VEC(struct naming) namings; /* by function; of one place and number the first is the best */
	VEC(const char *) sources; /* as given by the user, in order; those of the context come last */
	uint32_t n_context; /* so many */
	VEC(struct prologue) prologues; /* per source */
	VEC(struct contract) contracts;
	const char *contract_file; /* as given; NULL: none. As a source its number is sources.n */
};

struct model *model_new(void);
void model_free(struct model *model);

/* Tables agree with themselves: indices in range, partners mutual, ... */
bool model_is_valid(const struct model *model);
/* The first entry that does not, and why, as text to free; NULL: all do. */
char *model_fault(const struct model *model);
/* Ends skep with that text if there is one: the mistake is our own. */
void model_check(const struct model *model);

static inline const struct type *model_type(const struct model *model, type_id id)
{
	return &model->types.at[id];
}
/* The type without typedefs and qualifiers. */
static inline const struct type *model_canonical(const struct model *model, type_id id)
{
	return &model->types.at[model->types.at[id].canonical];
}
static inline bool model_same_type(const struct model *model, type_id a, type_id b)
{
	return model->types.at[a].canonical == model->types.at[b].canonical;
}

/* The name of a source's main(), so that tests can call it and have a main() of their own:
 * "unit_main" for the first source that has one (number 1), then "unit_main_2", ... */
char *model_main_name(struct arena *arena, uint32_t number);
/* Index or NONE; of several static ones with that name, the first. */
uint32_t model_find_function(const struct model *model, const char *name);
/* The namings of one function; *n tells how many. */
const struct naming *model_namings_of(const struct model *model, uint32_t function, size_t *n);
/* The name that the unit's code gives a number at a parameter, or (NONE) as a result; NULL: none. */
const char *model_number_name(const struct model *model, uint32_t function, uint32_t param, int64_t number);
/* The name that the unit's code gives a number in a field of a record (a canonical type); NULL: none. */
const char *model_field_number_name(const struct model *model, type_id record, uint32_t field, int64_t number);
/* The role of a field of a record, by its canonical type; NULL: none is known. */
const struct field_role *model_field_role(const struct model *model, type_id record, uint32_t field);
/* All of a record; *n tells how many. */
const struct field_role *model_field_roles_of(const struct model *model, type_id record, size_t *n);
/* Where such a role belongs in the table: a fresh one if there is none yet. */
struct field_role *model_set_field_role(struct model *model, type_id record, uint32_t field);

/* The stand-in for that missing function gives something, or has something to fill that a caller
 * may look at: what a test sees may be its doing. Not so where its behaviour is known. */
bool model_stand_in_matters(const struct model *model, const struct missing *missing);

/* The parameter that bounds what a function of this type returns: behind a pointer to bytes a size_t,
 * where the result may be how many of them were read or written. NONE: there is none. */
uint32_t model_bounding_param(const struct model *model, const struct type *function);

/* Canonical id of the struct or union behind `type` (T, T * or T **), or NONE. */
type_id model_object_of(const struct model *model, type_id type);
/* Canonical id of what a maker makes, or NONE if the function is no maker. */
type_id model_made_by(const struct model *model, const struct function *function);
/* True if a maker gives pointers to this canonical type (setting up does not count). */
bool model_has_maker(const struct model *model, type_id object);
/* The contract of that kind for a function or a canonical type, or NONE. */
uint32_t model_contract_of_function(const struct model *model, enum contract_kind kind, uint32_t function);
uint32_t model_contract_of_type(const struct model *model, enum contract_kind kind, type_id type);
/* How many null pointers a test passes behind the arguments that have names: a function
 * with "..." reads more of them as nothing but its code tells. With a format, the format
 * says that there are none. */
uint32_t model_unnamed_arguments(const struct function *function);
/* A number of this type can be the descriptor of an open file: it is an int, whatever its name. */
bool model_can_be_descriptor(const struct model *model, type_id type);
/* The parameter is where the buffer that it belongs to ends, not just a place in it. */
bool model_is_end(const struct function *function, uint32_t param);
/* Two pointers can be a begin and an end: both have elements of the same size. */
bool model_can_be_end(const struct model *model, type_id begin, type_id end);
/* The pointer behind a cursor (T **) and `end` have elements of the same size. */
bool model_can_be_cursor(const struct model *model, type_id cursor, type_id end);
/* The role that the type alone suggests. */
enum role model_default_role(const struct model *model, type_id type);

/* Adds char and char *, for a unit that has no text in its interface. */
type_id model_add_text_type(struct model *model);

/* "int (*name)(void)", "char name[4]", "struct ring *name"; name "" gives the
 * type alone. In the arena. */
const char *type_declare(const struct model *model, type_id type, const char *name, struct arena *arena);

/* Words for people, as in the text form: "out-parameter". */
const char *role_name(enum role role);

#endif
