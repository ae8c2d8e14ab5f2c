/* modeller: what the files that build the model share. Private to front/.
 *
 *   modeller.c   sources in, functions out; the order of the work
 *   types.c      libclang types -> model types
 *   includes.c   which #include brings a file in, and how it is written
 *   hidden.c     structs whose definition tests do not see
 *   unmade.c     hidden structs that nothing makes
 *   constants.c  enumerators and macros that are numbers
 *   contracts.c  the user's file of contracts
 *   literals.c   numbers and strings in function bodies
 *   usages.c     constants that the unit's own code passes
 *   namings.c    names that the unit's own code gives to numbers (namings_read.c: in bodies)
 *   variables.c  the unit's variables as operations of tests, where that is wanted
 *   field_setters.c  fields of objects that functions gave, as such operations
 *   mentions.c   what bodies do with variables and functions of file scope
 *   reach.c      which variables callable functions set, and which functions none leads to
 *   fields.c     what fields of structs are for (fields_read.c: what bodies do with them)
 *   disguises.c  structs that go by void *, and typedefs that hide what they point to
 *   evidence.c   what a body does with each parameter (evidence.h)
 *   handles.c    makers, destroyers, observers         } plain data only:
 *   lengths.c    which buffer has which length         } no libclang
 *   roles.c      everything else about parameters      }
 *   helpers.c    what of the context tests may call    }
 */
#ifndef SKEP_FRONT_MODELLER_H
#define SKEP_FRONT_MODELLER_H

#include <clang-c/Index.h>

#include "base/map.h"
#include "base/vec.h"
#include "front/roles/evidence.h"
#include "front/read/parse.h"
#include "model/model.h"

/* One #include in the user's own files. */
struct directive {
	CXFile included, includer;
	bool from_main;         /* stands in the source itself */
	const char *written;    /* with quotes or angle brackets */
};

struct macro {
	const char *name;
	const char **tokens;    /* of the body */
	uint32_t n_tokens;
	bool in_source;         /* no header defines it */
	bool evaluating;        /* guards against macros that name each other */
};

struct modeller {
	struct model *model;
	struct strmap types;         /* key -> id; keys are made in types.c */
	struct strmap functions;     /* name, or name@place for static ones -> index */
	struct strmap headers;       /* function name -> 1 + index into header_names */
	struct strmap in_headers;    /* functions that others define, too, if they include a header */
	struct strmap declared;      /* what model.declared has, and static functions */
	struct strmap constants;     /* name -> index into model.constants */
	struct strmap macro_index;   /* name -> index into macros */
	struct strmap call_macros;   /* names of macros with parameters */
	VEC(const char *) header_names;
	VEC(struct macro) macros;
	VEC(struct body *) bodies;   /* one per function of the model */
	struct fields *fields;       /* NULL: nothing noted yet */
	struct variables *variables; /* NULL: they are no inputs */
	struct hidden *hidden;       /* NULL: nothing noted yet */
	struct usages *usages;       /* the same */
	struct namings *namings;     /* the same */
	struct dots *dots;           /* the same */
	/* the source being added */
	const struct parsed *parsed;
	VEC(struct directive) directives;
};

/* A CXString as text in the arena, and gone. */
const char *take_text(struct arena *arena, CXString string);
/* Where a declaration stands; macro expansions count where they are used. */
struct spot {
	CXFile file;
	unsigned line, column, offset;
};
struct spot spot_of(CXSourceLocation location);
/* In the user's own code: neither a system header nor built in. */
bool is_users_own(CXSourceLocation location);

/* A function with a body, as one that tests may call. */
void modeller_add_function(struct modeller *modeller, CXCursor definition);
/* Notes which header declares the function, and what it is declared as. */
void modeller_note_header(struct modeller *modeller, CXCursor declaration);
void modeller_note_declared(struct modeller *modeller, CXCursor declaration);
/* contracts.c: makers of contracts make, whatever their names suggest. */
void contracts_settle(struct model *model);

type_id type_of(struct modeller *modeller, CXType type);
/* As type_of, for a parameter of a function: arrays and functions are pointers. */
type_id type_of_param(struct modeller *modeller, CXCursor param, CXType declared);
/* Spellings know what was learned about their canonical type since. */
void types_settle(struct model *model);

/* Corrects the type that a pointer leads to: the type itself changes, or another
 * one, spelled the same, is made. Then pointers to it are told. */
void type_unmask(struct modeller *modeller, type_id pointer, type_id record);
type_id type_in_disguise(struct modeller *modeller, type_id pointer, type_id record);
void types_derive_again(struct modeller *modeller);
/* An opaque struct that a typedef for a pointer hides. */
type_id type_hidden_behind(struct modeller *modeller, const char *name, type_id pointer);

/* disguises.c: after the last source, when facts have spread. */
void disguises_settle(struct modeller *modeller);

void includes_read(struct modeller *modeller);
/* prologue.c */
void prologue_read(struct modeller *modeller);
/* The #include to write for what stands in `file`; NULL: it is the source itself. */
const char *include_for(const struct modeller *modeller, CXFile file);

/* hidden.c: who includes whom, where functions are declared and where structs and
 * unions are defined; after the last source, those out of sight become opaque. */
void hidden_note_include(struct modeller *modeller, CXFile includer, CXFile included);
void hidden_note_function(struct modeller *modeller, const char *name, CXCursor declaration);
void hidden_note_definition(struct modeller *modeller, type_id type, CXCursor definition);
void hidden_settle(struct modeller *modeller);
/* The number of a file of the user's. */
uint32_t hidden_file(struct modeller *modeller, CXFile file);
/* The header that declares a function first; NONE: none does. */
uint32_t hidden_header_of(const struct modeller *modeller, const char *function);
/* Who includes `file` has all of `other`, too. */
bool hidden_sees(const struct modeller *modeller, uint32_t file, uint32_t other);
/* Who may call the function sees the definition of this struct. */
bool hidden_shows(const struct modeller *modeller, const char *function, type_id record);
void hidden_note_unit(struct modeller *modeller, CXFile source);
/* Who sees the definition of a struct. */
enum sight_of_type {
	SEEN_BY_UNIT,
	SEEN_BY_CONTEXT,             /* and by no source of the unit */
	SEEN_ELSEWHERE               /* it is none of the user's: the system's, or nowhere */
};
enum sight_of_type hidden_sight(const struct modeller *modeller, type_id record);
void hidden_free(struct hidden *hidden);

/* unmade.c: hidden structs that no test could have become objects that tests fill; those that only the context sees
 * are hidden. After types are settled. */
void unmade_reveal(struct modeller *modeller);

void constants_add_enum(struct modeller *modeller, CXCursor declaration);
void macro_add(struct modeller *modeller, CXCursor definition);
/* After the last source: macros become constants. */
void macros_evaluate(struct modeller *modeller);

/* Text as a C string or character literal holds it (without quotes), decoded. */
char *decode_escapes(struct arena *arena, const char *text, size_t length, uint32_t *decoded);
/* called.c: functions of system headers that the body names. */
void called_add(struct modeller *modeller, CXCursor function);
void literals_add(struct modeller *modeller, CXCursor function, uint32_t index);
/* Both literals have one value, wherever they stand. */
bool literals_equal(const struct literal *a, const struct literal *b);

/* usages.c: each function that was added to the model; after the last one, what was
 * seen goes into the model. */
void usages_add(struct modeller *modeller, CXCursor function);
void usages_settle(struct modeller *modeller);
void usages_free(struct usages *usages);

/* namings.c: definitions of named numbers, and each function that was added to the model; after
 * the last one, and when macros are constants, what was seen goes into the model. */
void namings_note_macro(struct modeller *modeller, const char *name, CXCursor definition);
void namings_note_enum(struct modeller *modeller, const struct type *type, CXCursor declaration);
void namings_add(struct modeller *modeller, CXCursor function);
void namings_settle(struct modeller *modeller);
void namings_free(struct namings *namings);

/* dots.c: each function that was added to the model; after all else is known, ways to call functions with "..."
 * become functions of their own. */
void dots_note_body(struct modeller *modeller, CXCursor function);
/* The parameter that attribute format says is one, or NONE. */
uint32_t dots_format(CXCursor function);
void dots_settle(struct modeller *modeller);
void dots_free(struct dots *dots);

/* fields.c: each function that was added to the model; after the last one, and when the roles
 * of parameters are known, fields get theirs. */
void fields_note_body(struct modeller *modeller, CXCursor function);
void fields_settle(struct modeller *modeller);
void fields_free(struct fields *fields);

/* variables.c: at file scope, each declaration of a variable, and each function that
 * was added to the model. After the last one they become operations. */
void variables_add(struct modeller *modeller, CXCursor declaration);
void variables_note_library(struct modeller *modeller, CXCursor declaration);
void variables_note_body(struct modeller *modeller, CXCursor function);
void variables_settle(struct modeller *modeller);
/* failures.c: after that, calls of the C library that can fail become operations, too. */
void failures_settle(struct modeller *modeller);
/* field_setters.c: in a part of a program, at the very end of the table of functions. */
void field_setters_settle(struct modeller *modeller);
/* reach.c: after that, and when it is known what can be called. */
void reach_settle(struct modeller *modeller);
void variables_free(struct variables *variables);

/* The uses that the body of a function makes of its parameters; in the model's arena. */
struct body *body_read(struct modeller *modeller, CXCursor function, uint32_t n_params);
/* orders.c: which parameters lead further into the same memory than others; into the body. */
void orders_read(CXCursor function, struct body *body);

#endif
