/* edges: see edges.h. */
#include "engine/random/edges.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "seq/literal.h"
#include "seq/value.h"

#define MAX_BYTES 1024u      /* that a literal grows to */
#define CHANCE_LARGE 0.2     /* of a large number that may be a size */

/* ---- numbers ---- */

static int64_t largest(const struct type *type)
{
	unsigned bits = 8 * (unsigned)type->size - type->is_signed;
	return bits >= 64 ? -1 : (int64_t)((UINT64_C(1) << bits) - 1);
}

static int64_t least(const struct type *type)
{
	return type->is_signed ? (int64_t)(UINT64_MAX << (8 * type->size - 1)) : 0;
}

/* Returns the number of elements of some block of the sequence. */
static int64_t some_length(const struct mutation *mutation, const struct seq *seq)
{
	int64_t found = 0;
	uint64_t seen = 0;
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		if (step->kind == STEP_BLOCK && rng_below(mutation->rng, ++seen) == 0)
			found = (int64_t)(step->size / step_element_size(mutation->model, step)) - step->is_string;
	}
	return found;
}

static int64_t near(const struct mutation *mutation, int64_t number)
{
	return (int64_t)((uint64_t)number + rng_below(mutation->rng, 3) - 1);
}

static int64_t edge_number(const struct mutation *mutation, const struct seq *seq, const struct type *type)
{
	uint64_t way = rng_below(mutation->rng, 8);
	if (type->size > 2 && (way < 2 || way == 4) && !rng_chance(mutation->rng, CHANCE_LARGE))
		way = 2; /* lengths are numbers, too */
	switch (way) {
	case 0:
		return largest(type) - (int64_t)rng_below(mutation->rng, 2);
	case 1:
		return least(type) + (int64_t)rng_below(mutation->rng, 2);
	case 2:
	case 3:
		return near(mutation, some_length(mutation, seq));
	case 4:
		return near(mutation, (int64_t)(UINT64_C(1) << rng_below(mutation->rng, 8 * type->size)));
	case 5:
		return (int64_t)rng_below(mutation->rng, 256);
	default:
		return near(mutation, 0);
	}
}

static double edge_real(const struct mutation *mutation)
{
	static const double edges[] = { 0.0,     -0.0,     1.0,      -1.0,      DBL_MAX,   -DBL_MAX,
		                        FLT_MAX, -FLT_MAX, DBL_MIN,  INT32_MAX, INT32_MIN, UINT32_MAX,
		                        0x1p63,  -0x1p63,  HUGE_VAL, -HUGE_VAL };
	return edges[rng_below(mutation->rng, sizeof edges / sizeof *edges)];
}

static bool is_whole(const struct type *type)
{
	return (type->kind == TYPE_INT || type->kind == TYPE_ENUM) && type->size && type->size <= 8;
}

/* Writes a number at an edge of its type; false: the type has no edge. */
static bool put_edge(const struct mutation *mutation, const struct seq *seq, const struct type *type, void *bytes)
{
	if (is_whole(type))
		value_set_int(type, bytes, edge_number(mutation, seq, type));
	else if (type->kind == TYPE_FLOAT)
		value_set_real(type, bytes, edge_real(mutation));
	return is_whole(type) || type->kind == TYPE_FLOAT;
}

static const struct seq *change_value(const struct mutation *mutation, const struct seq *seq, uint32_t i)
{
	const struct step *step = seq->steps[i];
	unsigned char *bytes = arena_alloc(mutation->arena, step->size + 16);
	memcpy(bytes, step->bytes, step->size);
	if (!put_edge(mutation, seq, model_canonical(mutation->model, step->type), bytes))
		return NULL;
	return seq_with_bytes(mutation->arena, mutation->model, seq, i, bytes, step->size);
}

/* ---- texts and buffers ---- */

/* Returns a length around the sizes that people give to buffers. */
static size_t usual_length(const struct mutation *mutation)
{
	static const uint16_t sizes[] = { 4, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 100, 128, 256, 512 };
	return sizes[rng_below(mutation->rng, sizeof sizes / sizeof *sizes)] + rng_below(mutation->rng, 3) - 1;
}

/* Makes the bytes so long by repeating them. */
static void stretch(struct sb *bytes, size_t wanted)
{
	size_t period = bytes->n;
	for (size_t i = 0; bytes->n < wanted; i++) {
		char c = period ? bytes->text[i % period] : 'a';
		sb_add_char(bytes, c);
	}
	bytes->n = wanted;
}

static void fill(const struct mutation *mutation, bool is_text, struct sb *bytes)
{
	static const unsigned char fillings[] = { 0xff, 0x7f, 0x80, 1, '9', 'a', '/', ' ', 0 };
	size_t n = sizeof fillings - is_text; /* no zero in a text */
	if (bytes->n)
		memset(bytes->text, fillings[rng_below(mutation->rng, n)], bytes->n);
}

static void change_bytes(const struct mutation *mutation, bool is_text, struct sb *bytes)
{
	switch (rng_below(mutation->rng, 5)) {
	case 0:
		bytes->n = rng_below(mutation->rng, bytes->n + 1);
		break;
	case 1:
		bytes->n -= bytes->n && rng_chance(mutation->rng, 0.9);
		break;
	case 2:
		stretch(bytes, usual_length(mutation));
		break;
	case 3:
		fill(mutation, is_text, bytes);
		break;
	default:
		if (bytes->n) /* the last byte is read last */
			bytes->text[bytes->n - 1] = (char)(1 + rng_below(mutation->rng, 255));
	}
}

/* Changes the elements of a block that are no bytes: leaves some out, repeats some, or sets numbers to an edge. */
static void change_elements(const struct mutation *mutation, const struct seq *seq, const struct step *step,
                            struct sb *bytes)
{
	const struct type *type = model_canonical(mutation->model, step->type);
	const struct type *element = type->kind == TYPE_POINTER ? model_canonical(mutation->model, type->target) : type;
	size_t size = step_element_size(mutation->model, step), n = bytes->n / size;
	size_t at = n ? rng_below(mutation->rng, n) : 0;
	bool is_object = element->kind == TYPE_STRUCT || element->kind == TYPE_UNION; /* not empty */
	if (n && rng_chance(mutation->rng, 0.3))
		stretch(bytes, size * (1 + usual_length(mutation) % 63));
	else if (rng_chance(mutation->rng, 0.4))
		bytes->n = size * (is_object && n ? 1 + rng_below(mutation->rng, n) : rng_below(mutation->rng, n + 1));
	else if (n && element->size == size)
		put_edge(mutation, seq, element, bytes->text + at * size);
}

static const struct seq *change_block(const struct mutation *mutation, const struct seq *seq, uint32_t i)
{
	const struct step *step = seq->steps[i];
	struct sb bytes = { 0 };
	if (step->n_fills || step->size > MAX_BYTES)
		return NULL;
	sb_add_bytes(&bytes, step->bytes, step->size - (step->is_string && step->size));
	if (step_element_size(mutation->model, step) == 1)
		change_bytes(mutation, step->is_string, &bytes);
	else
		change_elements(mutation, seq, step, &bytes);
	if (step->is_string)
		sb_add_bytes(&bytes, "", 1);
	size_t least = seq_least_count(mutation->model, seq, i) * step_element_size(mutation->model, step);
	const struct seq *result = NULL;
	if (bytes.n >= least)
		result = seq_with_bytes(mutation->arena, mutation->model, seq, i, sb_text(&bytes), bytes.n);
	sb_release(&bytes);
	return result;
}

const struct seq *mutate_to_edge(const struct mutation *mutation, const struct seq *seq)
{
	bool *is_free = ARENA_ARRAY(mutation->arena, bool, seq->n + 1);
	uint32_t found = NONE;
	uint64_t seen = 0;
	seq_find_free(mutation->model, seq, is_free);
	for (uint32_t i = 0; i < seq->n; i++)
		if (is_free[i] && rng_below(mutation->rng, ++seen) == 0)
			found = i;
	if (found == NONE)
		return NULL;
	const struct seq *changed = seq->steps[found]->kind == STEP_VALUE ? change_value(mutation, seq, found)
	                                                                  : change_block(mutation, seq, found);
	return changed && changed->hash != seq->hash ? changed : NULL;
}
