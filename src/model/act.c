/* act: see act.h. */
#define _GNU_SOURCE
#include "model/act.h"

#include <string.h>

#include "base/str.h"

static const char *const names[] = {
	[ACT_MALLOC] = "malloc", [ACT_CALLOC] = "calloc", [ACT_REALLOC] = "realloc", [ACT_FREE] = "free"
};

static bool is_size(const struct type *type)
{
	return type->kind == TYPE_INT && type->size == sizeof(size_t) && !type->is_signed;
}

static bool is_memory(const struct model *model, const struct type *type)
{
	return type->kind == TYPE_POINTER && model_canonical(model, type->target)->kind == TYPE_VOID;
}

/* The places of the arguments: the last pointer, and the last two sizes; false: there are other
 * arguments. */
struct places {
	uint32_t n_pointers, n_sizes, pointer, size, count;
};

static bool find_places(const struct model *model, const struct type *function, struct places *places)
{
	*places = (struct places){ 0 };
	for (uint32_t i = 0; i < function->n_params; i++) {
		const struct type *type = model_canonical(model, function->params[i]);
		if (is_memory(model, type)) {
			places->n_pointers++;
			places->pointer = i;
		} else if (is_size(type)) {
			places->count = places->n_sizes++ ? places->size : i;
			places->size = i;
		} else {
			return false;
		}
	}
	return !function->variadic && function->n_params <= 4;
}

uint32_t act_as(const struct model *model, const struct type *function, const char *library)
{
	const struct type *result = model_canonical(model, function->target);
	struct places places;
	uint32_t kind = ACT_MALLOC;
	while (kind < N_ACTS && !str_equal(names[kind], library))
		kind++;
	if (kind == N_ACTS || !find_places(model, function, &places))
		return 0;
	bool fits = kind == ACT_FREE      ? places.n_pointers && !places.n_sizes && result->kind == TYPE_VOID
	            : kind == ACT_REALLOC ? places.n_pointers && places.n_sizes && is_memory(model, result)
	                                  : places.n_sizes == (kind == ACT_CALLOC ? 2 : 1) && is_memory(model, result);
	return fits ? kind | places.pointer << 8 | places.size << 16 | places.count << 24 : 0;
}

uint32_t act_guess(const struct model *model, const struct type *function, const char *name)
{
	static const char *const words[][2] = {
		{ "realloc", "realloc" }, { "calloc", "calloc" }, { "free", "free" },
		{ "dealloc", "free" },    { "release", "free" },  { "alloc", "malloc" }
	};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		uint32_t act = strcasestr(name, words[i][0]) ? act_as(model, function, words[i][1]) : 0;
		if (act)
			return act;
	}
	/* A function that allocates, resizes and frees behaves like realloc(): size 0 frees. */
	return strcasestr(name, "alloc") ? act_as(model, function, "realloc") : 0;
}

const char *act_name(uint32_t act)
{
	return names[act & 0xff];
}

const char *act_text(uint32_t act, struct arena *arena)
{
	uint32_t pointer = 1 + (act >> 8 & 0xff), size = 1 + (act >> 16 & 0xff), count = 1 + (act >> 24);
	switch (act & 0xff) {
	case ACT_MALLOC:
		return arena_printf(arena, "malloc(arg%u)", size);
	case ACT_CALLOC:
		return arena_printf(arena, "calloc(arg%u, arg%u)", count, size);
	case ACT_REALLOC:
		return arena_printf(arena, "realloc(arg%u, arg%u)", pointer, size);
	default:
		return arena_printf(arena, "free(arg%u)", pointer);
	}
}
