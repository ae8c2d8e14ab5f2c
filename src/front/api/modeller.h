/* modeller: shared by the files that build the model. Private to front/. They are in api/ unless another room is named.
 *
 *   modeller.c   sources in, functions out; the order of the work
 *   types.c      libclang types -> model types
 *   read/includes.c  which #include brings a file in, and how it is written
 *   hidden.c     structs whose definition tests do not see
 *   unmade.c     hidden structs that nothing makes
 *   constants.c  enumerators and macros that are numbers
 *   contracts.c  the user's file of contracts
 *   literals.c   numbers and strings in function bodies
 *   usages.c     constants that the unit's own code passes
 *   namings.c    names that the unit's own code gives to numbers (namings_read.c: in bodies)
 *   variables.c  the unit's variables as operations of tests, where that is wanted
 *   field_setters.c  fields of objects that functions gave, as such operations
 *   methods.c    static functions that users call through pointers in objects
 *   called.c     functions that the code names and only a system header declares
 *   dots.c       ways to pass arguments behind "..."
 *   failures.c   calls into the C library that tests make fail
 *   comments.c   what the comment above a function asks of its callers
 *   read/prologue.c  the directives of a source up to its last #include
 *   roles/mentions.c  uses of variables and functions of file scope in bodies
 *   roles/reach.c  which variables callable functions set, and which functions none leads to
 *   roles/fields.c  roles of fields of structs (fields_read.c: their uses in bodies)
 *   disguises.c  structs that go by void *, and typedefs that hide what they point to
 *   roles/evidence.c  uses of each parameter in a body (evidence.h)
 *   roles/near_texts.c  strings of the tables behind a function
 *   roles/orders.c  which parameters lead into the same memory, and which comes first
 *   roles/arrays.c  which parameters and fields lead to arrays that end with a certain element
 *   roles/handles.c  makers, destroyers, observers     } plain data only:
 *   roles/lengths.c  which buffer has which length     } no libclang
 *   roles/roles.c    everything else about parameters  }
 *   context/helpers.c  functions of the context for tests }
 */
#ifndef SKEP_FRONT_MODELLER_H
#define SKEP_FRONT_MODELLER_H

#include <clang-c/Index.h>

#include "base/map.h"
#include "base/vec.h"
#include "front/roles/evidence.h"
#include "front/read/parse.h"
#include "model/model.h"

/* An #include in the user's own files. */
struct directive {
	CXFile included, includer;
	bool from_main; /* the directive is in the source itself */
	const char *written; /* with quotes or angle brackets */
};

struct macro {
	const char *name;
	const char **tokens; /* tokens of the body */
	uint32_t n_tokens;
	bool in_source; /* the source defines it, no header */
	bool evaluating; /* set while it is evaluated, because macros may name each other */
};

struct modeller {
	struct model *model;
	struct strmap types; /* key -> id; types.c makes the keys */
	struct strmap functions; /* name, or name@place of a static function -> index */
	struct strmap headers; /* function name -> 1 + index into header_names */
	struct strmap
	        in_headers; /* functions with a body in a header that are not inline: every source that includes it defines them */
	struct strmap declared; /* keys of model.declared, and of static functions */
	struct strmap constants; /* name -> index into model.constants */
	struct strmap macro_index; /* name -> index into macros */
	struct strmap call_macros; /* names of macros that have parameters */
	VEC(const char *) header_names;
	VEC(struct macro) macros;
	VEC(struct body *) bodies; /* one for each function of the model */
	struct fields *fields; /* NULL: nothing was noted yet */
	struct variables *variables; /* NULL: variables are not inputs */
	struct hidden *hidden; /* NULL: nothing was noted yet */
	struct usages *usages; /* NULL: nothing was noted yet */
	struct namings *namings; /* NULL: nothing was noted yet */
	struct dots *dots; /* NULL: nothing was noted yet */
	/* the source that is being added */
	const struct parsed *parsed;
	VEC(struct directive) directives;
};

/* Copies a CXString into the arena, and disposes of it. */
const char *take_text(struct arena *arena, CXString string);
/* The place of a declaration; a macro expansion counts where it is used. */
struct spot {
	CXFile file;
	unsigned line, column, offset;
};
struct spot spot_of(CXSourceLocation location);
/* The location is in the user's own code, not in a system header or built in. */
bool is_users_own(CXSourceLocation location);

/* comments.c: the comment of the function, or of a declaration of it, says that a buffer needs room for more than its
 * length. */
bool comment_asks_for_room(CXCursor function);

/* Adds a function with a body to the functions that tests may call. */
void modeller_add_function(struct modeller *modeller, CXCursor definition);
/* The key of a static function, or of main(), in modeller.functions. */
const char *modeller_static_key(struct modeller *modeller, CXCursor definition);
/* Note the header that declares the function, and its declared type. */
void modeller_note_header(struct modeller *modeller, CXCursor declaration);
void modeller_note_declared(struct modeller *modeller, CXCursor declaration);
/* contracts.c: makes the makers of contracts makers, whatever their names suggest. */
void contracts_settle(struct model *model);

type_id type_of(struct modeller *modeller, CXType type);
/* Like type_of(), for a parameter of a function: arrays and functions become pointers. */
type_id type_of_param(struct modeller *modeller, CXCursor param, CXType declared);
/* Copies into spelled types the facts that were learned about their canonical types. */
void types_settle(struct model *model);

/* Correct the type that a pointer leads to: type_unmask() changes the type itself,
 * type_in_disguise() makes another type with the same spelling. types_derive_again() then corrects
 * pointers to them. */
void type_unmask(struct modeller *modeller, type_id pointer, type_id record);
type_id type_in_disguise(struct modeller *modeller, type_id pointer, type_id record);
void types_derive_again(struct modeller *modeller);
/* Makes an opaque struct that a typedef for a pointer hides. */
type_id type_hidden_behind(struct modeller *modeller, const char *name, type_id pointer);

/* disguises.c: for use after the last source, when facts have spread from callees to callers. */
void disguises_settle(struct modeller *modeller);

void includes_read(struct modeller *modeller);
/* prologue.c */
void prologue_read(struct modeller *modeller);
/* The #include to write for `file`; NULL: `file` is the source itself. */
const char *include_for(const struct modeller *modeller, CXFile file);

/* hidden.c: notes which files include which, where functions are declared, and where structs and
 * unions are defined; after the last source, hidden_settle() makes those out of sight opaque. */
void hidden_note_include(struct modeller *modeller, CXFile includer, CXFile included);
void hidden_note_function(struct modeller *modeller, const char *name, CXCursor declaration);
void hidden_note_definition(struct modeller *modeller, type_id type, CXCursor definition);
void hidden_settle(struct modeller *modeller);
/* The number of one of the user's files. */
uint32_t hidden_file(struct modeller *modeller, CXFile file);
/* The first header that declares the function; NONE: no header does. */
uint32_t hidden_header_of(const struct modeller *modeller, const char *function);
/* A file that includes `file` has all of `other`, too. */
bool hidden_sees(const struct modeller *modeller, uint32_t file, uint32_t other);
/* Users who may call the function see the definition of this struct. */
bool hidden_shows(const struct modeller *modeller, const char *function, type_id record);
void hidden_note_unit(struct modeller *modeller, CXFile source);
/* Who sees the definition of a struct. */
enum sight_of_type {
	SEEN_BY_UNIT,
	SEEN_BY_CONTEXT, /* by the context, and by no source of the unit */
	SEEN_ELSEWHERE /* the definition is in no file of the user's: it is the system's, or
	                                nowhere */
};
enum sight_of_type hidden_sight(const struct modeller *modeller, type_id record);
void hidden_free(struct hidden *hidden);

/* unmade.c: turns hidden structs that no test could have into objects that tests fill; hides structs that only the
 * context sees. For use after types are settled. */
void unmade_reveal(struct modeller *modeller);

void constants_add_enum(struct modeller *modeller, CXCursor declaration);
void macro_add(struct modeller *modeller, CXCursor definition);
/* Makes constants of macros. For use after the last source. */
void macros_evaluate(struct modeller *modeller);

/* The text of a C string or character literal (without quotes) with its escapes decoded, in arena. */
char *decode_escapes(struct arena *arena, const char *text, size_t length, uint32_t *decoded);
/* called.c: adds the functions of system headers that the body names. */
void called_add(struct modeller *modeller, CXCursor function);
void literals_add(struct modeller *modeller, CXCursor function, uint32_t index);
/* Adds the strings of a variable outside of functions that other sources may name. */
void literals_add_table(struct modeller *modeller, CXCursor variable);
/* Both literals have one value, wherever they are in the source. */
bool literals_equal(const struct literal *a, const struct literal *b);

/* usages.c: usages_add() takes each function that was added to the model; after the last function,
 * usages_settle() puts the constants that were seen into the model. */
void usages_add(struct modeller *modeller, CXCursor function);
void usages_settle(struct modeller *modeller);
void usages_free(struct usages *usages);

/* namings.c: takes definitions of named numbers, and each function that was added to the model.
 * After the last function, and when macros are constants, namings_settle() puts the names that were
 * seen into the model. */
void namings_note_macro(struct modeller *modeller, const char *name, CXCursor definition);
void namings_note_enum(struct modeller *modeller, const struct type *type, CXCursor declaration);
void namings_add(struct modeller *modeller, CXCursor function);
void namings_settle(struct modeller *modeller);
void namings_free(struct namings *namings);

/* dots.c: dots_note_body() takes each function that was added to the model. When all else is known, dots_settle()
 * makes functions of their own of the ways to call functions with "...". */
void dots_note_body(struct modeller *modeller, CXCursor function);
/* The parameter that attribute format calls a format, or NONE. */
uint32_t dots_format(CXCursor function);
void dots_settle(struct modeller *modeller);
void dots_free(struct dots *dots);

/* fields.c: fields_note_body() takes each function that was added to the model. After the last
 * function, and when the roles of parameters are known, fields_settle() gives fields their roles. */
void fields_note_body(struct modeller *modeller, CXCursor function);
void fields_settle(struct modeller *modeller);
void fields_free(struct fields *fields);

/* variables.c: takes each declaration of a variable at file scope, and each function that was added
 * to the model. After the last function, variables_settle() makes operations of the variables. */
void variables_add(struct modeller *modeller, CXCursor declaration);
void variables_note_library(struct modeller *modeller, CXCursor declaration);
void variables_note_body(struct modeller *modeller, CXCursor function);
void variables_settle(struct modeller *modeller);
/* failures.c: makes operations of calls into the C library that can fail. For use after
 * variables_settle(). */
void failures_settle(struct modeller *modeller);
/* field_setters.c: for use in a part of a program, at the very end of the table of functions. */
void field_setters_settle(struct modeller *modeller);
/* methods.c: for use when it is known which structs users see, and before roles are inferred. */
void methods_settle(struct modeller *modeller);
/* reach.c: for use after failures_settle(), when it is known which functions can be called. */
void reach_settle(struct modeller *modeller);
/* near_texts.c: gives functions the strings of the functions and tables that they use. */
void near_texts_settle(struct modeller *modeller);
void variables_free(struct variables *variables);

/* The uses of parameters in the body of a function; in the model's arena. */
struct body *body_read(struct modeller *modeller, CXCursor function, uint32_t n_params);
/* orders.c: finds which parameters lead further into the same memory than others, and notes it in
 * the body. */
void orders_read(CXCursor function, struct body *body);
/* arrays.c: arrays_note_body() takes each function that was added to the model, after fields_note_body().
 * arrays_join() tells parameters what is known about the fields that keep them, and fields what is known
 * about the parameters that they are passed for; false: nothing was new. */
void arrays_note_body(struct modeller *modeller, CXCursor function, struct body *body);
bool arrays_join(struct modeller *modeller);

#endif
