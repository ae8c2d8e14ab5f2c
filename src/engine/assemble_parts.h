/* assemble_parts: what the files behind assemble.h share. Private to engine/.
 *
 *   assemble.c            calls and their arguments, by the roles of parameters
 *   assemble_fields.c     objects, by the roles of their fields; callbacks and stand-ins */
#ifndef SKEP_ENGINE_ASSEMBLE_PARTS_H
#define SKEP_ENGINE_ASSEMBLE_PARTS_H

#include "engine/assemble.h"
#include "seq/value.h"

#define MAX_DEPTH 4u          /* of makers inside makers, structs inside structs */
#define ROOM 64u              /* steps to leave for what a call needs */
#define MAX_LINKS 32u         /* pointers in one object */

struct choice {
	uint32_t variable;    /* NONE: not chosen yet */
	bool address;
};

/* The function that an object is filled for, and how deep it lies in others. */
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

/* A step that gives these bytes. Returns its variable. */
uint32_t assembly_add_bytes(struct assembly *assembly, enum step_kind kind, type_id type, const void *bytes,
                            size_t size, bool is_string);
uint32_t assembly_add_text(struct assembly *assembly, type_id type, uint32_t function);
/* A pointer of this type, so many bytes into a block. */
uint32_t assembly_add_place(struct assembly *assembly, type_id type, uint32_t buffer, uint64_t offset);
/* Chooses a variable for a pointer; false: there is none. */
bool assembly_make_pointer(struct assembly *assembly, type_id type, struct purpose purpose, struct choice *choice);
/* A callback that returns what function `f` may like. Mostly a hook of an allocator works, by the name of the field or
 * parameter and of its type. */
uint32_t assembly_add_callback(struct assembly *assembly, type_id type, uint32_t f, const char *name);
/* Fills an object of the type at this offset. */
void assembly_fill_object(struct assembly *assembly, type_id id, struct object *object, uint64_t offset,
                          struct purpose purpose);
/* A step that gives `count` objects of a type, zeroed or filled, as a value or a block of type `as`. */
uint32_t assembly_add_object(struct assembly *assembly, enum step_kind kind, type_id as, type_id type, uint64_t count,
                             bool zero, struct purpose purpose);

#endif
