/* assemble_parts: declarations that the files behind assemble.h share. Private to engine/.
 *
 *   assemble.c            calls and their arguments, by the roles of parameters
 *   assemble_fields.c     objects, by the roles of their fields; callbacks and stand-ins */
#ifndef SKEP_ENGINE_ASSEMBLE_PARTS_H
#define SKEP_ENGINE_ASSEMBLE_PARTS_H

#include "engine/assemble.h"
#include "seq/value.h"

#define MAX_DEPTH 4u          /* of makers inside makers, structs inside structs */
#define ROOM 64u              /* steps left free for the needs of a call */
#define MAX_LINKS 32u         /* pointers in one object */

struct choice {
	uint32_t variable;    /* NONE: not chosen yet */
	bool address;
};

/* The function for which an object is filled, and the object's depth inside other objects. */
struct purpose {
	uint32_t function;
	uint32_t depth;
};

/* An object that is being filled: its bytes, and the pointers in it. */
struct object {
	unsigned char *bytes;
	struct {
		uint32_t offset;
		struct choice choice;
	} links[MAX_LINKS];
	uint32_t n_links;
};

static inline bool is_number(const struct type *type)
{
	return type_is_scalar(type) && type->kind != TYPE_POINTER;
}

static inline const struct type *pointee(const struct model *model, type_id type)
{
	return model_canonical(model, model_canonical(model, type)->target);
}

static inline bool has_room(const struct assembly *assembly, uint32_t steps)
{
	return assembly->builder.steps.n + steps <= SEQ_MAX_STEPS;
}

/* Adds a step with these bytes. Returns its variable. */
uint32_t assembly_add_bytes(struct assembly *assembly, enum step_kind kind, type_id type, const void *bytes,
                            size_t size, bool is_string);
uint32_t assembly_add_text(struct assembly *assembly, type_id type, uint32_t function);
/* A pointer of this type, so many bytes into a block. */
uint32_t assembly_add_place(struct assembly *assembly, type_id type, uint32_t buffer, uint64_t offset);
/* Chooses a variable for a pointer; false: there is none. */
bool assembly_make_pointer(struct assembly *assembly, type_id type, struct purpose purpose, struct choice *choice);
/* Adds a callback with results that suit function `f`. If the name of the field or parameter, and its type, are
 * those of an allocator's hook, the callback mostly works as one. Returns its variable. */
uint32_t assembly_add_callback(struct assembly *assembly, type_id type, uint32_t f, const char *name);
/* Fills an object of the type at this offset. */
void assembly_fill_object(struct assembly *assembly, type_id id, struct object *object, uint64_t offset,
                          struct purpose purpose);
/* Adds a step with `count` objects of a type, zeroed or filled, as a value or a block of type `as`. Returns its
 * variable. */
uint32_t assembly_add_object(struct assembly *assembly, enum step_kind kind, type_id as, type_id type, uint64_t count,
                             bool zero, struct purpose purpose);

/* Adds a block of a few elements and the one that ends them, for a pointer of this type. Returns its
 * variable. */
uint32_t assembly_add_array(struct assembly *assembly, type_id pointer, const struct array_end *ending,
                            struct purpose purpose);

#endif
