/* assemble_fields: fills objects by the roles of their fields, and makes the answers of callbacks and
 * stand-ins. See assemble_parts.h. */
#include "engine/assemble_parts.h"

#include <stdlib.h>
#include <string.h>

#include "engine/flows.h"
#include "model/act.h"
#include "seq/arrays.h"
#include "seq/literal.h"

#define MAX_WRITE 64u         /* bytes that a made-up function writes */
#define MAX_GIVEN 256u        /* bytes of a struct that it returns */
#define CHANCE_WIDE 0.15      /* of a buffer with room for the results of calls, */
#define WIDE 160u             /* with up to so many elements */
#define CHANCE_WHOLE_ARRAY 0.7 /* of an end behind the last element, not before it */
#define CHANCE_WORKS 0.9      /* of a hook that behaves as its name says */
#define CHANCE_WHOLE 0.75     /* of a struct in which no hook is null, */
#define CHANCE_ONE_LESS 0.6   /* else of a struct in which a single hook is null */
#define CHANCE_ANY_STUB 0.1   /* of an answer by a function that was never seen to be called */
#define MAX_ARRAY 5u          /* elements of an array that ends with a certain element, with that element */
#define MAX_DRAWS 4u          /* of a number that does not end the array */
#define CHANCE_MORE_STUBS 0.5 /* of one more answer */

/* Fills a pointer. It stays null if there is no room: objects that lead to objects can be as many as there are
 * steps. */
static void fill_pointer(struct assembly *assembly, type_id id, struct object *object, uint64_t offset,
                         struct purpose purpose)
{
	struct choice choice = { NONE, false };
	purpose.depth++;
	if (purpose.depth >= MAX_DEPTH || object->n_links == MAX_LINKS || rng_chance(assembly->rng, 0.5) ||
	    !has_room(assembly, ROOM) || !assembly_make_pointer(assembly, id, purpose, &choice))
		return;
	object->links[object->n_links].offset = (uint32_t)offset;
	object->links[object->n_links++].choice = choice;
}

static void link_field(struct object *object, uint64_t offset, uint32_t variable)
{
	if (object->n_links == MAX_LINKS || variable == NONE)
		return;
	object->links[object->n_links].offset = (uint32_t)offset;
	object->links[object->n_links++].choice = (struct choice){ variable, false };
}

/* A struct that is being filled, at this offset of the object. */
struct filling {
	struct object *object;
	const struct type *type;
	uint64_t offset;
	struct purpose purpose;
};

static uint64_t place_of(const struct filling *filling, uint32_t field)
{
	return filling->offset + filling->type->fields[field].bit_offset / 8;
}

static void set_number(struct assembly *assembly, const struct filling *filling, uint32_t field, int64_t number)
{
	const struct type *type = model_canonical(assembly->model, filling->type->fields[field].type);
	value_set_int(type, filling->object->bytes + place_of(filling, field), number);
}

/* True if the pointer stays null: often, where null is allowed, so that lists end. */
static bool stays_null(struct assembly *assembly, const struct filling *filling, const struct field_role *role)
{
	if (filling->purpose.depth + 1 >= MAX_DEPTH || filling->object->n_links == MAX_LINKS ||
	    !has_room(assembly, ROOM))
		return true;
	static const double chance[] = { 0.3, 0.3, 0 };
	return rng_chance(assembly->rng, chance[role->null]);
}

/* Fills a pointer to elements, and the fields with their number and room. */
static void fill_buffer(struct assembly *assembly, const struct filling *filling, const struct field_role *role)
{
	type_id type = filling->type->fields[role->field].type;
	const struct type *target = pointee(assembly->model, type);
	uint64_t size = target->size ? target->size : 1, room = 0, n;
	struct flow flow;
	if (!assembly->flows_off && !role->has_end && flow_buffer(assembly, type, 0, &flow)) {
		room = flow.size / size;
		link_field(filling->object, place_of(filling, role->field), flow.block);
	} else if (!stays_null(assembly, filling, role)) {
		room = rng_below(assembly->rng, rng_chance(assembly->rng, CHANCE_WIDE) ? WIDE : 9);
		n = room + role->has_end;
		n += n == 0;
		struct purpose purpose = { filling->purpose.function, filling->purpose.depth + 1 };
		struct sb bytes = { 0 };
		values_bytes(assembly->values, assembly->rng, purpose.function, &bytes);
		while (bytes.n < n)
			sb_add_bytes(&bytes, "", 1);
		if (role->has_end)
			bytes.text[n - 1] = 0;
		uint32_t v = size == 1 && target->kind != TYPE_BOOL
		                     ? assembly_add_bytes(assembly, STEP_BLOCK, type, bytes.text, n, false)
		                     : assembly_add_object(assembly, STEP_BLOCK, type,
		                                           model_type(assembly->model, type)->target, n, false,
		                                           purpose);
		sb_release(&bytes);
		link_field(filling->object, place_of(filling, role->field), v);
	}
	/* x->p[x->n] may be the next place to write, or the place up to which was read. */
	uint64_t used = rng_chance(assembly->rng, role->has_end ? 0.2 : 0.7) ? room
	                                                                     : rng_below(assembly->rng, room + 1);
	size_t n_roles;
	const struct field_role *other = model_field_roles_of(assembly->model, role->record, &n_roles);
	for (; n_roles; other++, n_roles--) {
		uint64_t number = other->use == FIELD_LENGTH ? used : room;
		if (other->partner == role->field && (other->use == FIELD_LENGTH || other->use == FIELD_CAPACITY))
			set_number(assembly, filling, other->field,
			           (int64_t)(other->length_in_bytes ? number * size : number));
	}
}

/* Fills a tag that the code knows, and its member of the union. Now and then the tag is unknown, and the union
 * stays empty. */
static void fill_tagged(struct assembly *assembly, const struct filling *filling, const struct field_role *role)
{
	const struct tag_case *found = NULL;
	uint64_t seen = 0;
	for (size_t i = 0; i < assembly->model->tag_cases.n; i++) {
		const struct tag_case *tag = &assembly->model->tag_cases.at[i];
		if (tag->record == role->record && tag->tag == role->field && rng_below(assembly->rng, ++seen) == 0)
			found = tag;
	}
	type_id type = filling->type->fields[role->field].type;
	if (!found || rng_chance(assembly->rng, 0.1)) {
		unsigned char *place = filling->object->bytes + place_of(filling, role->field);
		values_scalar(assembly->values, assembly->rng, type, filling->purpose.function, place);
		int64_t value = value_int(model_canonical(assembly->model, type), place);
		for (size_t i = 0; i < assembly->model->tag_cases.n; i++)
			if (assembly->model->tag_cases.at[i].record == role->record &&
			    assembly->model->tag_cases.at[i].tag == role->field &&
			    assembly->model->tag_cases.at[i].value == value)
				found = &assembly->model->tag_cases.at[i];
		if (!found || found->value != value)
			return;
	}
	set_number(assembly, filling, role->field, found->value);
	const struct type *choice = model_canonical(assembly->model, filling->type->fields[role->partner].type);
	const struct field *member = &choice->fields[found->member];
	if (!member->bit_width)
		assembly_fill_object(assembly, member->type, filling->object, place_of(filling, role->partner),
		                     filling->purpose);
}

static void fill_string(struct assembly *assembly, const struct filling *filling, const struct field_role *role)
{
	if (!stays_null(assembly, filling, role))
		link_field(filling->object, place_of(filling, role->field),
		           assembly_add_text(assembly, filling->type->fields[role->field].type,
		                             filling->purpose.function));
}

/* Fills a pointer that must lead somewhere. */
static void fill_needed(struct assembly *assembly, const struct filling *filling, const struct field_role *role)
{
	struct choice choice = { NONE, false };
	struct purpose purpose = { filling->purpose.function, filling->purpose.depth + 1 };
	if (!stays_null(assembly, filling, role) &&
	    assembly_make_pointer(assembly, filling->type->fields[role->field].type, purpose, &choice))
		link_field(filling->object, place_of(filling, role->field), choice.variable);
}

/* Adds another object of the same kind, or none: a list or tree, as deep as objects may be. */
static bool fill_next(struct assembly *assembly, const struct filling *filling, uint32_t field)
{
	type_id type = filling->type->fields[field].type;
	const struct type *pointer = model_canonical(assembly->model, type);
	if (pointer->kind != TYPE_POINTER ||
	    model_type(assembly->model, pointer->target)->canonical != filling->type->canonical ||
	    assembly->makers->by_type[pointer->canonical].n)
		return false;
	struct field_role any = { .field = field };
	struct purpose purpose = { filling->purpose.function, filling->purpose.depth + 1 };
	if (!stays_null(assembly, filling, &any))
		link_field(filling->object, place_of(filling, field),
		           assembly_add_object(assembly, STEP_BLOCK, type, pointer->target, 1, false, purpose));
	return true;
}

/* Mostly behind the last byte of the block, now and then at the first, or in between. */
static uint64_t choose_end(struct assembly *assembly, uint64_t bytes, uint64_t element)
{
	uint64_t n = bytes / (element ? element : 1);
	if (rng_chance(assembly->rng, CHANCE_WHOLE_ARRAY))
		return n;
	return rng_chance(assembly->rng, 0.5) ? 0 : rng_below(assembly->rng, n + 1);
}

/* Fills an array and its end. Of an array that is no block of the test, only the beginning is known. */
static void fill_end(struct assembly *assembly, const struct filling *filling, const struct field_role *role)
{
	struct field_role begin = *role;
	begin.field = role->partner;
	uint32_t before = filling->object->n_links;
	fill_needed(assembly, filling, &begin);
	if (filling->object->n_links == before || filling->object->n_links == MAX_LINKS)
		return;
	uint32_t v = filling->object->links[before].choice.variable;
	const struct step *block = assembly->builder.steps.at[v];
	type_id type = filling->type->fields[role->field].type;
	uint64_t size = pointee(assembly->model, type)->size;
	if (block->kind == STEP_BLOCK && has_room(assembly, 1))
		v = assembly_add_place(assembly, type, v, size * choose_end(assembly, block->size, size));
	link_field(filling->object, place_of(filling, role->field), v);
}

static void fill_array(struct assembly *assembly, const struct filling *filling, const struct field_role *role)
{
	struct purpose purpose = { filling->purpose.function, filling->purpose.depth + 1 };
	if (!stays_null(assembly, filling, role))
		link_field(
		        filling->object, place_of(filling, role->field),
		        assembly_add_array(assembly, filling->type->fields[role->field].type, &role->ending, purpose));
}

/* True if another field with a role has this field for its partner, and fills it. */
static bool is_filled_with(const struct assembly *assembly, const struct type *type, uint32_t field)
{
	size_t n;
	const struct field_role *role = model_field_roles_of(assembly->model, type->canonical, &n);
	for (; n; role++, n--)
		if (role->partner == field && (role->use == FIELD_TAG || role->use == FIELD_END))
			return true;
	return false;
}

/* Fills a field by its role; false: it has none, and is filled by its type. */
static bool fill_by_role(struct assembly *assembly, const struct filling *filling, uint32_t field)
{
	const struct field_role *role = model_field_role(assembly->model, filling->type->canonical, field);
	if (is_filled_with(assembly, filling->type, field))
		return true;
	if (!role || role->use == FIELD_ANY) {
		if (fill_next(assembly, filling, field))
			return true;
	}
	if (!role)
		return false;
	switch (role->use) {
	case FIELD_STRING:
		fill_string(assembly, filling, role);
		return true;
	case FIELD_BUFFER:
		fill_buffer(assembly, filling, role);
		return true;
	case FIELD_LENGTH:
	case FIELD_CAPACITY:
		return true; /* filled with its buffer */
	case FIELD_TAG:
		fill_tagged(assembly, filling, role);
		return true;
	case FIELD_END:
		fill_end(assembly, filling, role);
		return true;
	case FIELD_ARRAY:
		fill_array(assembly, filling, role);
		return true;
	case FIELD_ANY:
	case N_FIELD_USES:
		break;
	}
	if (role->null != NULL_FORBIDDEN)
		return false;
	fill_needed(assembly, filling, role);
	return true;
}

/* Returns the number of hooks of a struct by which the caller tells the unit what to call: most of its fields
 * are functions. */
static uint32_t count_hooks(const struct model *model, const struct type *type)
{
	uint32_t n = 0, others = 0;
	for (uint32_t i = 0; i < type->n_fields; i++) {
		const struct type *field = model_canonical(model, type->fields[i].type);
		bool is_hook = field->kind == TYPE_POINTER &&
		               model_canonical(model, field->target)->kind == TYPE_FUNCTION;
		n += is_hook;
		others += !is_hook;
	}
	return type->kind == TYPE_STRUCT && n > others ? n : 0;
}

/* Fills the hooks of a struct: mostly all of them work, and now and then one is missing. False: each field is
 * drawn by itself. */
static bool fill_hooks(struct assembly *assembly, const struct type *type, struct object *object, uint64_t offset,
                       struct purpose purpose)
{
	uint32_t n = count_hooks(assembly->model, type), missing = NONE;
	if (n < 2 || object->n_links + n > MAX_LINKS || !has_room(assembly, ROOM))
		return false;
	if (!rng_chance(assembly->rng, CHANCE_WHOLE)) {
		if (!rng_chance(assembly->rng, CHANCE_ONE_LESS))
			return false;
		missing = (uint32_t)rng_below(assembly->rng, type->n_fields);
	}
	for (uint32_t i = 0; i < type->n_fields; i++) {
		const struct field *field = &type->fields[i];
		const struct type *pointer = model_canonical(assembly->model, field->type);
		uint64_t place = offset + field->bit_offset / 8;
		if (i == missing || field->bit_width)
			continue;
		if (pointer->kind == TYPE_POINTER &&
		    model_canonical(assembly->model, pointer->target)->kind == TYPE_FUNCTION)
			link_field(object, place,
			           assembly_add_callback(assembly, field->type, purpose.function, field->name));
		else
			assembly_fill_object(assembly, field->type, object, place, purpose);
	}
	return true;
}

static void fill_fields(struct assembly *assembly, const struct type *type, struct object *object, uint64_t offset,
                        struct purpose purpose)
{
	struct filling filling = { object, type, offset, purpose };
	if (fill_hooks(assembly, type, object, offset, purpose))
		return;
	uint32_t first = 0, n = type->n_fields;
	if (type->kind == TYPE_UNION && n) { /* one member of a union is enough */
		first = (uint32_t)rng_below(assembly->rng, n);
		n = first + 1;
	}
	bool has_roles = type->kind == TYPE_STRUCT;
	for (uint32_t i = first; i < n; i++) {
		const struct field *field = &type->fields[i];
		if (has_roles && fill_by_role(assembly, &filling, i))
			continue;
		if (!field->bit_width)
			assembly_fill_object(assembly, field->type, object, offset + field->bit_offset / 8, purpose);
		else if (rng_chance(assembly->rng, 0.5))
			value_set_bits(field, object->bytes + offset, (int64_t)rng_next(assembly->rng));
	}
}

/* Fills the bytes of one object of the type; about half of it stays zero. */
void assembly_fill_object(struct assembly *assembly, type_id id, struct object *object, uint64_t offset,
                          struct purpose purpose)
{
	const struct type *type = model_canonical(assembly->model, id);
	if (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION) {
		fill_fields(assembly, type, object, offset, purpose);
	} else if (type->kind == TYPE_ARRAY) {
		uint64_t size = model_canonical(assembly->model, type->target)->size;
		for (uint64_t i = 0; i < type->count && i < 16; i++)
			assembly_fill_object(assembly, model_type(assembly->model, id)->target, object,
			                     offset + i * size, purpose);
	} else if (type->kind == TYPE_POINTER) {
		fill_pointer(assembly, id, object, offset, purpose);
	} else if (is_number(type) && rng_chance(assembly->rng, 0.5)) {
		values_scalar(assembly->values, assembly->rng, id, purpose.function, object->bytes + offset);
	}
}

/* Adds a step with the first `size` bytes of the object. Returns its variable. */
static uint32_t add_filled(struct assembly *assembly, enum step_kind kind, type_id type, const struct object *object,
                           uint64_t size)
{
	struct fill fills[MAX_LINKS];
	for (uint32_t i = 0; i < object->n_links; i++)
		fills[i] = (struct fill){ object->links[i].offset,
			                  seq_arg(&assembly->builder, object->links[i].choice.variable,
			                          object->links[i].choice.address) };
	struct step step = { .kind = kind,
		             .type = type,
		             .bytes = object->bytes,
		             .size = (uint32_t)size,
		             .fills = fills,
		             .n_fills = object->n_links };
	return seq_add(&assembly->builder, &step);
}

/* Makes `count` objects of `type`; the variable of a block has type `as`. */
uint32_t assembly_add_object(struct assembly *assembly, enum step_kind kind, type_id as, type_id type, uint64_t count,
                             bool zero, struct purpose purpose)
{
	uint64_t size = model_canonical(assembly->model, type)->size;
	struct object object = { .bytes = arena_alloc(assembly->arena, count * size + 16) };
	for (uint64_t i = 0; i < count && !zero; i++)
		assembly_fill_object(assembly, type, &object, i * size, purpose);
	return add_filled(assembly, kind, as, &object, count * size);
}

/* ---- arrays that end with a certain element ---- */

static bool has_link(const struct object *object, uint64_t offset)
{
	for (uint32_t i = 0; i < object->n_links; i++)
		if (object->links[i].offset == offset)
			return true;
	return false;
}

/* Fills what would end the array at this element. It may end there all the same. */
static void go_on(struct assembly *assembly, type_id pointer, const struct array_end *ending, struct object *object,
                  uint64_t offset, struct purpose purpose)
{
	type_id type;
	uint64_t place = offset + ending_place(assembly->model, pointer, ending, &type);
	const struct type *told = model_canonical(assembly->model, type);
	struct choice choice = { NONE, false };
	if (told->kind == TYPE_POINTER) {
		purpose.depth++;
		if (!has_link(object, place) && object->n_links < MAX_LINKS && purpose.depth < MAX_DEPTH &&
		    has_room(assembly, ROOM) && assembly_make_pointer(assembly, type, purpose, &choice))
			link_field(object, place, choice.variable);
		return;
	}
	for (unsigned n = 0;
	     n < MAX_DRAWS && is_number(told) && ending_is_at(assembly->model, pointer, ending, object->bytes + offset);
	     n++)
		values_scalar(assembly->values, assembly->rng, type, purpose.function, object->bytes + place);
}

uint32_t assembly_add_array(struct assembly *assembly, type_id pointer, const struct array_end *ending,
                            struct purpose purpose)
{
	type_id element = model_type(assembly->model, pointer)->target;
	uint64_t size = model_canonical(assembly->model, element)->size, n = rng_below(assembly->rng, MAX_ARRAY);
	struct object object = { .bytes = arena_alloc(assembly->arena, MAX_ARRAY * size + 16) };
	for (uint64_t i = 0; i < n; i++) {
		assembly_fill_object(assembly, element, &object, i * size, purpose);
		go_on(assembly, pointer, ending, &object, i * size, purpose);
	}
	ending_set(assembly->model, pointer, ending, object.bytes + n * size);
	return add_filled(assembly, STEP_BLOCK, pointer, &object, (n + 1) * size);
}

/* ---- callbacks and stand-ins ---- */

/* Makes the results of a made-up function; `first` and `later` have room for a number. */
static struct behaviour make_results(struct assembly *assembly, const struct type *function, uint32_t f, void *first,
                                     void *later)
{
	const struct type *result = model_canonical(assembly->model, function->target);
	struct behaviour behaviour = { .write_arg = NONE };
	if (!is_number(result))
		return behaviour;
	behaviour.result_size = (uint32_t)result->size;
	behaviour.result = first;
	values_scalar(assembly->values, assembly->rng, function->target, f, first);
	if (rng_chance(assembly->rng, 0.3)) {
		values_scalar(assembly->values, assembly->rng, function->target, f, later);
		behaviour.later = later;
		behaviour.change_after = 1 + (uint32_t)rng_below(assembly->rng, 4);
	}
	return behaviour;
}

static uint32_t guess_act(struct assembly *assembly, type_id type, const char *name)
{
	const struct type *function = pointee(assembly->model, type);
	uint32_t act = act_guess(assembly->model, function, name);
	if (!act)
		act = act_guess(assembly->model, function, model_type(assembly->model, type)->spelling);
	return act && rng_chance(assembly->rng, CHANCE_WORKS) ? act : 0;
}

uint32_t assembly_add_callback(struct assembly *assembly, type_id type, uint32_t f, const char *name)
{
	struct behaviour works = { .write_arg = NONE, .acts = guess_act(assembly, type, name) };
	if (works.acts)
		return seq_add(&assembly->builder,
		               &(struct step){ .kind = STEP_CALLBACK, .type = type, .behaviour = &works });
	unsigned char first[16] = { 0 }, later[16] = { 0 };
	struct behaviour behaviour = make_results(assembly, pointee(assembly->model, type), f, first, later);
	struct step step = { .kind = STEP_CALLBACK, .type = type, .behaviour = &behaviour };
	return seq_add(&assembly->builder, &step);
}

/* Makes the function write through its first parameter that allows it. */
static void make_write(struct assembly *assembly, const struct type *function, uint32_t f, struct behaviour *behaviour)
{
	for (uint32_t i = 0; i < function->n_params; i++) {
		const struct type *pointer = model_canonical(assembly->model, function->params[i]);
		type_id target = pointer->kind == TYPE_POINTER
		                         ? model_type(assembly->model, function->params[i])->target
		                         : 0;
		const struct type *type = model_canonical(assembly->model, target);
		if (!target || model_type(assembly->model, target)->is_const || !type->size || type->size > MAX_WRITE)
			continue;
		struct object object = { .bytes = arena_alloc(assembly->arena, type->size) };
		assembly_fill_object(assembly, target, &object, 0,
		                     (struct purpose){ f, MAX_DEPTH }); /* too deep for pointers */
		behaviour->write_arg = i;
		behaviour->write = object.bytes;
		behaviour->write_size = (uint32_t)type->size;
		return;
	}
}

/* Makes the function return the bytes of a struct without pointers. */
static void give_struct(struct assembly *assembly, type_id type, uint32_t f, struct behaviour *behaviour)
{
	uint64_t size = model_canonical(assembly->model, type)->size;
	struct object object = { .bytes = arena_alloc(assembly->arena, size) };
	assembly_fill_object(assembly, type, &object, 0, (struct purpose){ f, MAX_DEPTH }); /* too deep for pointers */
	behaviour->result = object.bytes;
	behaviour->result_size = (uint32_t)size;
}

/* Makes a stand-in's answer: a number, the bytes of a struct, or the address of an object. */
static void give_answer(struct assembly *assembly, type_id type, uint32_t f, struct behaviour *behaviour,
                        struct choice *pointer)
{
	const struct type *result = model_canonical(assembly->model, type);
	bool is_record = result->kind == TYPE_STRUCT || result->kind == TYPE_UNION;
	if (result->kind == TYPE_POINTER && rng_chance(assembly->rng, 0.8))
		assembly_make_pointer(assembly, type, (struct purpose){ f, MAX_DEPTH - 2 }, pointer);
	else if (is_record && result->complete && result->size && result->size <= MAX_GIVEN)
		give_struct(assembly, type, f, behaviour);
	if (!is_number(result))
		return;
	unsigned char *bytes = arena_alloc(assembly->arena, 2 * 16);
	behaviour->result_size = (uint32_t)result->size;
	behaviour->result = bytes;
	values_answer(assembly->values, assembly->rng, type, f, bytes);
	if (rng_chance(assembly->rng, 0.3)) {
		values_answer(assembly->values, assembly->rng, type, f, bytes + 16);
		behaviour->later = bytes + 16;
		behaviour->change_after = 1 + (uint32_t)rng_below(assembly->rng, 4);
	}
}

void assembly_stub(struct assembly *assembly, uint32_t missing, uint32_t f)
{
	const struct type *function = model_canonical(assembly->model, assembly->model->missing.at[missing].type);
	struct behaviour behaviour = { .write_arg = NONE };
	struct choice pointer = { NONE, false };
	struct fill fill = { 0 };
	if (function->kind != TYPE_FUNCTION || !has_room(assembly, ROOM))
		return;
	give_answer(assembly, model_type(assembly->model, assembly->model->missing.at[missing].type)->target, f,
	            &behaviour, &pointer);
	if (rng_chance(assembly->rng, 0.5))
		make_write(assembly, function, f, &behaviour);
	struct step step = { .kind = STEP_STUB, .index = missing, .behaviour = &behaviour, .fills = &fill };
	if (pointer.variable != NONE) {
		fill.arg = seq_arg(&assembly->builder, pointer.variable, pointer.address);
		step.n_fills = 1;
	}
	if (has_room(assembly, 1) && (behaviour.result || behaviour.write_size || step.n_fills))
		seq_add(&assembly->builder, &step);
}

void assembly_stubs(struct assembly *assembly, uint32_t function)
{
	const struct model *model = assembly->model;
	uint32_t missing = assembly->callees ? callees_pick(assembly->callees, assembly->rng, function) : NONE;
	if (missing == NONE && rng_chance(assembly->rng, CHANCE_ANY_STUB))
		missing = (uint32_t)rng_below(assembly->rng, model->missing.n);
	while (missing != NONE) {
		if (!model->missing.at[missing].known_as && !model->missing.at[missing].noreturn)
			assembly_stub(assembly, missing, function);
		bool more = assembly->callees && rng_chance(assembly->rng, CHANCE_MORE_STUBS);
		missing = more ? callees_pick(assembly->callees, assembly->rng, function) : NONE;
	}
}
