/* model: the C API of a unit as plain data.
 *
 * The model has the unit's functions, types with all their parts, and constants, and skep's beliefs
 * about their use (roles). front/ makes it from libclang, the user corrects it as text
 * (model/text.h), running tests refines it. Nothing here knows libclang. All data lives in the
 * model's arena and is referred to by index, so tables can be saved, compared and printed.
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
	TYPE_OTHER     /* complex, vector, ...: tests cannot make values of it */
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

/* A type as the user spells it. All spellings of a type share `canonical`. Compare types by
 * model_same_type(), and print them by `spelling`. Canonical types have no qualifiers at any depth,
 * so a `struct ring *` fits a parameter of type `const struct ring *`. Ask the spelled type whether
 * a pointee is const: model_type(model, type->target)->is_const. */
struct type {
	enum type_kind kind;
	const char *spelling;   /* "const char *", "struct ring", "size_t"; no declarator */
	const char *tag;        /* name for output: "ring" for struct ring and ring_t; may be "" */
	type_id canonical;      /* the type without typedefs and qualifiers; may be the type itself */
	uint64_t size;          /* bytes; 0 when incomplete */
	uint32_t align;
	bool is_signed;
	bool is_const;          /* the type itself has the qualifier const */
	bool complete;          /* layout known in at least one source */
	bool opaque;            /* headers declare it, and their users do not see its definition */
	bool spellable;         /* `spelling` is valid C at file scope */
	bool in_disguise;       /* spelled as a pointer to void, but known to lead to `target` */
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

/* The way in which a parameter is to be filled. */
enum role {
	ROLE_VALUE,      /* any value of the type */
	ROLE_HANDLE,     /* pointer to an object that a maker gives */
	ROLE_OBJECT,     /* pointer to one object of a complete type, made by the test; with a partner, a
	                    cursor: the address of a pointer into a buffer that ends at `partner` */
	ROLE_STRING,     /* zero-terminated */
	ROLE_BUFFER,     /* pointer to elements or bytes. Their number is the value of `partner`, or `partner`
	                    is their end; without a partner it is `count`; if that is 0, it is not known, and
	                    plenty are given */
	ROLE_LENGTH,     /* number of elements or bytes of `partner` (the first, if several share it) */
	ROLE_OUT,        /* address of a fresh variable, which the function writes */
	ROLE_FILE_NAME,  /* zero-terminated path */
	ROLE_FILE,       /* FILE * */
	ROLE_DESCRIPTOR, /* an int that is the descriptor of an open file */
	ROLE_CALLBACK,   /* function pointer */
	ROLE_USER_DATA,  /* pointer that is passed on to the callback `partner` */
	ROLE_FORMAT,     /* printf-like format string */
	ROLE_ARGV,       /* null-terminated array of strings; `partner`, if any, is their number */
	ROLE_ARRAY,      /* pointer to elements up to the one that `ending` describes, which is there, too */
	ROLE_END,        /* pointer into the buffer `partner`, or into the buffer of the cursor `partner`: its
	                    end if the partner says so, else any place */
	N_ROLES
};

/* The source of a belief; a later one in this list overrules an earlier one. */
enum belief { BELIEF_TYPE, BELIEF_NAME, BELIEF_CODE, BELIEF_LEARNED, BELIEF_USER };

enum null_use { NULL_UNKNOWN, NULL_ALLOWED, NULL_FORBIDDEN };

/* The last element of an array that nobody counts. */
struct array_end {
	bool known;
	uint32_t field;  /* the field of the element that has the value; NONE: the element itself has it, or all of
	                    the struct is zero */
	int64_t value;
};

struct param {
	const char *name;          /* "arg1", ... when the source has none */
	type_id type;
	enum role role;
	enum belief belief;
	uint32_t partner;          /* parameter index, or NONE */
	uint32_t count;            /* ROLE_BUFFER without partner: least number of elements; 0: not known */
	struct array_end ending;      /* ROLE_ARRAY */
	bool length_in_bytes;      /* ROLE_BUFFER, ROLE_LENGTH: the length counts bytes, not elements */
	bool length_is_pointer;    /* ROLE_LENGTH: passed by address, as input and output */
	bool is_last;              /* ROLE_END: points to the last element, not behind it */
	enum null_use null;
	enum belief null_belief;
	bool destroyed;            /* the call ends the life of the object behind this pointer. With a T **, the
	                              address of a handle is passed; with ROLE_OBJECT, the state ends and the
	                              memory stays with the test */
	bool taken;                /* the callee takes the object over: the test must not destroy it any more */
	bool left_to_free;         /* the caller must free() the pointer that the call leaves in the variable */
	const char *note;          /* the reason, for people ("crashed with null"); may be NULL */
};

struct function {
	const char *name;
	type_id type;              /* TYPE_FUNCTION */
	type_id result;
	struct param *params;      /* mutable, because roles are refined */
	uint32_t n_params;
	bool variadic;
	uint32_t n_named;          /* not 0: a way to call a function with "..."; so many parameters have names,
	                              and the others are behind the dots; 0: the function as it is declared
	                              (front/api/dots.c) */
	uint32_t case_param;       /* the parameter whose value selects this way to call; NONE: any value does */
	const int64_t *cases;
	uint32_t n_cases;
	bool is_static;
	bool is_main;              /* the program's main(), under the name of model_main_name() */
	bool is_context;           /* its source is linked, but not tested */
	bool noreturn;
	bool must_use;             /* compilers warn if the result is not used */
	bool wants_room;           /* its comment says that a buffer needs room for more than its length */
	bool is_macro;             /* a macro with parameters has the same name */
	uint32_t source;           /* index of the source that defines it */
	const char *file;          /* the file with the body, as the user would name it */
	uint32_t line;
	const char *header;        /* as in #include, with its quotes: "\"ring.h\""; NULL: no header declares it */
	bool is_inline;            /* a header defines it, for sources that include the header and for no others */
	bool wants_definition;     /* is_inline, and the linker asks for a definition; not saved */
	bool is_maker;             /* gives a new object, which the caller must destroy */
	uint32_t made_param;       /* NONE: the object is the result. Else the parameter that gives it: with
	                              ROLE_OUT an out-parameter, with ROLE_OBJECT memory of the test that is set
	                              up (x_init) */
	bool result_freed;         /* a maker whose result the caller must free() */
	bool maker_told;           /* the user decided whether it is a maker */
	bool keeps_result;         /* learned: the result belongs to an argument, so it is no maker */
	bool is_destroyer;         /* some parameter has `destroyed` */
	bool is_observer;          /* only reads: it has const arguments and gives a value */
	const char *why_not;       /* the reason why it cannot be called; NULL: it can */
	bool is_last_resort;       /* static, and no function for users leads to it */
	bool is_reserve;           /* a static function, or a setter of a variable that a callable function
	                              sets, too: drawn at random only when the search is stuck; not saved */
	bool switched_off;         /* callable, but the user or a flag excludes it */
	/* With variables as inputs (front/api/variables.c). */
	const char *sets;          /* the entry is no function, but the operation that gives this variable of
	                              the unit the value of its one parameter; NULL: the entry is a function */
	const char *left_alone; /* the reason why tests should not set the variable: something callable sets it, or
	                        nothing does; NULL: tests may */
	bool is_fixed; /* no code changes the variable */
	uint32_t sets_bytes; /* > 0: the variable is an array, set from so many bytes behind the parameter */
	uint32_t fails; /* not 0: `sets` is no variable; the operation makes calls of these functions of the C
	                   library fail, a bit for each (model/failing.h) */
	type_id holder; /* not 0: `sets` is a field of this record; the first parameter leads to the record, the
	                   second is the new value */
	uint32_t field; /* number of the field in `holder` */
	bool is_library; /* the variable belongs to the C library, and tests read from it */
	type_id method_of; /* not 0: a static function that users call through a pointer in this record, to which the
	                      first parameter leads (front/api/methods.c) */
	const char *method; /* the name of that pointer's field */
	bool is_elsewhere; /* the variable is declared, and no source of the unit defines it */
	bool starts_known; /* the variable is an integer or pointer with the initial value ... */
	int64_t starts_as; /* ... this (null is 0) */
	const uint32_t *uses; /* of a function: operations that set variables which it, or a function */
	uint32_t n_uses; /* that it calls, uses; the nearest first */
};

/* A function that the unit calls and nobody defines; it gets a stub. */
struct missing {
	const char *name;
	type_id type;
	const char *header; /* the header that declares it, as in #include; NULL: no header does */
	bool noreturn; /* declared never to return: its stand-in ends the program */
	bool in_context; /* the memory that it gives belongs to a context: see struct known */
	const char *known_as; /* of a function that everybody knows (model/known.h), the function that it
	                         behaves like; NULL: its answers are made up */
};

/* A variable that the unit uses and nobody defines; it gets storage of zeroes. */
struct missing_variable {
	const char *name;
	uint64_t size;
};

/* The beginning of a source: its own #define, #undef and #include lines without those that the
 * preprocessor skipped, each part up to an #include (front/read/prologue.c). */
struct prologue {
	const char *leading; /* the lines before the first line of code */
	const char *all; /* the lines up to the last #include */
};

/* A named number: an enumerator or object-like macro. */
struct constant {
	const char *name;
	int64_t value;
	type_id enum_type; /* 0 for macros */
	bool is_macro;
	bool in_source; /* a macro that no header defines, so tests cannot use it */
	bool unknown_to_tests; /* a test file that used it did not compile; not saved */
};

/* A literal in the unit's source, for engines to try. */
struct literal {
	bool is_string;
	int64_t number; /* of a number or character */
	const char *bytes; /* of a string */
	uint32_t length;
	double real; /* if is_real */
	bool is_real;
	bool is_hex; /* the source writes the number in hexadecimal */
	uint32_t function; /* the function that contains it, or NONE */
};

/* A constant that the unit's own code passes to one of its functions. */
struct usage {
	uint32_t function, param;
	struct literal value;
};

/* A name that the unit's own code gives to numbers at a parameter or result. */
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
	FIELD_ANY, /* any value of its type */
	FIELD_STRING, /* pointer to text that ends with a zero */
	FIELD_BUFFER, /* pointer to elements, whose number is in the field `partner` */
	FIELD_LENGTH, /* number of elements or bytes in use behind `partner` */
	FIELD_CAPACITY, /* number of elements or bytes that fit behind `partner` */
	FIELD_TAG, /* tells which member of the union `partner` is in use (tag_case) */
	FIELD_ARRAY, /* pointer to elements up to the one that `ending` describes */
	FIELD_END, /* pointer behind the last element of the array that `partner` leads into */
	N_FIELD_USES
};

struct field_role {
	type_id record; /* canonical */
	uint32_t field;
	enum field_use use;
	uint32_t partner; /* a field of the same record, or NONE */
	bool length_in_bytes; /* FIELD_BUFFER, FIELD_LENGTH, FIELD_CAPACITY */
	struct array_end ending; /* FIELD_ARRAY */
	bool has_end; /* FIELD_BUFFER: there is one more element behind those that the length counts */
	enum null_use null;
	enum belief belief;
};

/* With this value of a tag, this member of the union is in use. */
struct tag_case {
	type_id record; /* canonical */
	uint32_t tag, member; /* field of the record; member of the union that is the tag's partner */
	int64_t value;
};

enum contract_kind {
	CONTRACT_REQUIRES, /* must hold for a call to be legal */
	CONTRACT_ENSURES, /* holds after a call */
	CONTRACT_INVARIANT, /* holds for every value of a type */
	CONTRACT_EQUAL, /* two values of a type are equal */
	CONTRACT_MAKE, /* gives a value of a type */
	N_CONTRACT_KINDS
};

/* A function of the user's file of contracts (docs/contracts.md). */
struct contract {
	enum contract_kind kind;
	const char *name; /* "skep_requires_ring_push" */
	uint32_t function; /* the function that it is about; CONTRACT_MAKE: itself; else NONE */
	type_id type; /* canonical; 0 for requires and ensures */
	uint32_t line;
	const char *declaration; /* for other files that call it, in types of the unit; NULL: it is static, or a
	                            maker */
};

struct model {
	struct arena *arena;
	VEC(struct type) types;
	VEC(struct function) functions;
	VEC(struct missing) missing;
	VEC(struct missing_variable) missing_variables;
	VEC(struct missing) declared; /* functions that the user's own files declare, with their types; missing
	                                 functions are among them */
	VEC(struct constant) constants;
	VEC(const char *) macros; /* other macros of the unit that test files came across; not saved */
	VEC(struct literal) literals;
	VEC(struct usage) usages;
	VEC(struct field_naming) field_namings; /* of the names for one field and number, the first is the best */
	VEC(struct field_role) field_roles; /* sorted by record, then by field; a field without an entry is
	                                       FIELD_ANY */
	VEC(struct tag_case) tag_cases; /* sorted by record, tag and value */
	VEC(struct naming) namings; /* sorted by function; of the names for one place and number, the first is
	                               the best */
	VEC(const char *) sources; /* as given by the user, in order; sources of the context come last */
	uint32_t n_context; /* number of sources of the context */
	uint32_t sleeps; /* functions of the C library in which unit and context sleep, bits as of function.fails */
	VEC(struct prologue) prologues; /* per source */
	VEC(struct contract) contracts;
	const char *contract_file; /* as given; NULL: none. Its number as a source is sources.n */
};

struct model *model_new(void);
void model_free(struct model *model);

/* The tables agree with themselves: indices are in range, partners are mutual, ... */
bool model_is_valid(const struct model *model);
/* A text about the first entry that does not agree, which the caller frees; NULL: all agree. */
char *model_fault(const struct model *model);
/* Ends skep with that text if there is one, because the mistake is skep's own. */
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

/* The name of a source's main() in targets, so that tests can call it and have a main() of their
 * own: "unit_main" for the first source with a main() (number 1), then "unit_main_2", ... */
char *model_main_name(struct arena *arena, uint32_t number);
/* The index of the function, or NONE. If several static functions have the name, the first counts. */
uint32_t model_find_function(const struct model *model, const char *name);
/* The namings of one function; *n is their number. */
const struct naming *model_namings_of(const struct model *model, uint32_t function, size_t *n);
/* The name that the unit's code gives to a number at a parameter, or (NONE) as a result; NULL: it has none. */
const char *model_number_name(const struct model *model, uint32_t function, uint32_t param, int64_t number);
/* The name that the unit's code gives to a number in a field of a record (a canonical type); NULL: it has none. */
const char *model_field_number_name(const struct model *model, type_id record, uint32_t field, int64_t number);
/* The role of a field of a record (a canonical type); NULL: it has none. */
const struct field_role *model_field_role(const struct model *model, type_id record, uint32_t field);
/* All roles of fields of a record; *n is their number. */
const struct field_role *model_field_roles_of(const struct model *model, type_id record, size_t *n);
/* The role of a field of a record, to be changed; a new one if there is none. */
struct field_role *model_set_field_role(struct model *model, type_id record, uint32_t field);

/* The stand-in of this missing function gives a result, or fills memory that a caller may look at,
 * so that the behaviour seen by a test may be the stand-in's. False for functions whose behaviour
 * is known. */
bool model_stand_in_matters(const struct model *model, const struct missing *missing);

/* The parameter that bounds the result of a function of this type: a size_t behind a pointer to bytes, where the
 * result may be the number of bytes read or written. NONE: there is none. */
uint32_t model_bounding_param(const struct model *model, const struct type *function);

/* The canonical id of the struct or union behind `type` (T, T * or T **), or NONE. */
type_id model_object_of(const struct model *model, type_id type);
/* The canonical id of the type that a maker makes; NONE: the function is no maker. */
type_id model_made_by(const struct model *model, const struct function *function);
/* A maker gives pointers to this canonical type. Functions that set up memory of the test do not
 * count. */
bool model_has_maker(const struct model *model, type_id object);
/* The contract of this kind for a function or a canonical type, or NONE. */
uint32_t model_contract_of_function(const struct model *model, enum contract_kind kind, uint32_t function);
uint32_t model_contract_of_type(const struct model *model, enum contract_kind kind, type_id type);
/* The number of null pointers that a test passes behind the named arguments. A function with "..."
 * may read further arguments, and only its code tells how many. If there is a format, it says that
 * there are none, so the number is 0. */
uint32_t model_unnamed_arguments(const struct function *function);
/* A number of this type can be the descriptor of an open file: the type is int, under any name. */
bool model_can_be_descriptor(const struct model *model, type_id type);
/* The parameter is the end of the buffer that it belongs to, not just a place in it. */
bool model_is_end(const struct function *function, uint32_t param);
/* The two pointers can be a begin and an end: their elements have equal sizes. */
bool model_can_be_end(const struct model *model, type_id begin, type_id end);
/* The pointer behind a cursor (T **) and `end` have elements of equal size. */
bool model_can_be_cursor(const struct model *model, type_id cursor, type_id end);
/* An array behind a pointer of this type can end so. */
bool model_ending_fits(const struct model *model, type_id pointer, const struct array_end *ending);
/* The role that the type alone suggests. */
enum role model_default_role(const struct model *model, type_id type);

/* Adds char and char *, for a unit that has no text in its interface. */
type_id model_add_text_type(struct model *model);

/* A declaration, in the arena: "int (*name)(void)", "char name[4]", "struct ring *name". With the
 * name "" it is the type alone. */
const char *type_declare(const struct model *model, type_id type, const char *name, struct arena *arena);

/* The role in words, as in the text form: "out-parameter". */
const char *role_name(enum role role);

#endif
