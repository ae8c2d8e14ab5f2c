/* expressions: see expressions.h. */
#include "solve/expressions.h"

#include <string.h>

#include "base/status.h"

#define MAX_SET_MEMBERS ((uint64_t)1 << 23)

/* The operands of each kind of node. */
enum shape {
	SHAPE_NONE,
	SHAPE_ORIGIN,
	SHAPE_BINARY,      /* both operands are as wide as the value */
	SHAPE_COMPARISON,  /* `extra` bits for each operand, and one for the value */
	SHAPE_WIDENING,
	SHAPE_EXTRACT,
	SHAPE_CONCAT,
	SHAPE_ITE,
	SHAPE_TABLE,
	SHAPE_FLOAT_BINARY,
	SHAPE_FLOAT_UNARY,
	SHAPE_FLOAT_COMPARISON,
	SHAPE_FROM_FLOAT,
	SHAPE_TO_FLOAT,
	SHAPE_FLOAT_TO_FLOAT
};

static enum shape shape_of(unsigned op)
{
	switch (op) {
	case SK_NODE_INPUT:
	case SK_NODE_POINTER:
		return SHAPE_ORIGIN;
	case SK_NODE_ADD ... SK_NODE_XOR:
		return SHAPE_BINARY;
	case SK_NODE_EQ ... SK_NODE_SLE:
		return SHAPE_COMPARISON;
	case SK_NODE_ZEXT:
	case SK_NODE_SEXT:
		return SHAPE_WIDENING;
	case SK_NODE_EXTRACT:
		return SHAPE_EXTRACT;
	case SK_NODE_CONCAT:
		return SHAPE_CONCAT;
	case SK_NODE_ITE:
		return SHAPE_ITE;
	case SK_NODE_TABLE:
		return SHAPE_TABLE;
	case SK_NODE_FADD ... SK_NODE_FREM:
		return SHAPE_FLOAT_BINARY;
	case SK_NODE_FNEG ... SK_NODE_FRINT:
		return SHAPE_FLOAT_UNARY;
	case SK_NODE_FCMP:
		return SHAPE_FLOAT_COMPARISON;
	case SK_NODE_F_TO_S:
	case SK_NODE_F_TO_U:
		return SHAPE_FROM_FLOAT;
	case SK_NODE_S_TO_F:
	case SK_NODE_U_TO_F:
		return SHAPE_TO_FLOAT;
	case SK_NODE_F_TO_F:
		return SHAPE_FLOAT_TO_FLOAT;
	default:
		return SHAPE_NONE;
	}
}

static bool is_float_width(unsigned bits)
{
	return bits == 32 || bits == 64;
}

static bool is_width(unsigned bits)
{
	return bits >= 1 && bits <= 64;
}

static bool table_is_sound(const struct trace *trace, uint32_t number)
{
	if (number >= trace->n_tables)
		return false;
	struct sk_table table = trace->tables[number];
	unsigned size = table.entry_size;
	return (size == 1 || size == 2 || size == 4 || size == 8) && table.n && table.n <= SK_MAX_TABLE_ENTRIES &&
	       table.offset <= SK_TABLE_BYTES && (uint64_t)table.n * size <= SK_TABLE_BYTES - table.offset;
}

static bool node_is_sound(const struct trace *trace, const struct sk_node *node, uint32_t label)
{
	if (!is_width(node->bits) || node->left >= label || node->right >= label)
		return false;
	switch (shape_of(node->op)) {
	case SHAPE_NONE:
		return false;
	case SHAPE_ORIGIN:
		return node->bits == (node->op == SK_NODE_INPUT ? 8 : 64);
	case SHAPE_BINARY:
		return true;
	case SHAPE_COMPARISON:
		return node->bits == 1 && is_width(node->extra);
	case SHAPE_WIDENING:
		return is_width(node->extra) && node->extra <= node->bits;
	case SHAPE_EXTRACT:
		return is_width(node->extra) && node->right_value < 64 && node->right_value + node->bits <= node->extra;
	case SHAPE_CONCAT:
		return node->extra >= 1 && node->extra < node->bits;
	case SHAPE_ITE:
		return node->extra >= 1 && node->extra < label;
	case SHAPE_TABLE:
		return table_is_sound(trace, node->extra);
	case SHAPE_FLOAT_BINARY:
	case SHAPE_FLOAT_UNARY:
		return is_float_width(node->bits);
	case SHAPE_FLOAT_COMPARISON:
		return node->bits == 1 && is_float_width(node->extra) && node->flags < 16;
	case SHAPE_FROM_FLOAT:
		return is_float_width(node->extra);
	case SHAPE_TO_FLOAT:
		return is_width(node->extra) && is_float_width(node->bits);
	case SHAPE_FLOAT_TO_FLOAT:
		return is_float_width(node->extra) && is_float_width(node->bits);
	}
	return false;
}

struct sk_node expressions_node(const struct expressions *expressions, uint32_t label)
{
	struct sk_node node = { 0 };
	if (label && label < expressions->trace->n_nodes)
		node = expressions->trace->nodes[label];
	if (!node_is_sound(expressions->trace, &node, label))
		return (struct sk_node){ .op = SK_NODE_NONE, .bits = 1 };
	return node;
}

unsigned node_left_bits(const struct sk_node *node)
{
	switch (shape_of(node->op)) {
	case SHAPE_BINARY:
	case SHAPE_ITE:
	case SHAPE_FLOAT_BINARY:
	case SHAPE_FLOAT_UNARY:
		return node->bits;
	case SHAPE_COMPARISON:
	case SHAPE_WIDENING:
	case SHAPE_EXTRACT:
	case SHAPE_FLOAT_COMPARISON:
	case SHAPE_FROM_FLOAT:
	case SHAPE_TO_FLOAT:
	case SHAPE_FLOAT_TO_FLOAT:
		return node->extra;
	case SHAPE_CONCAT:
		return node->bits - node->extra;
	case SHAPE_TABLE:
		return 64;
	case SHAPE_NONE:
	case SHAPE_ORIGIN:
		break;
	}
	return 0;
}

unsigned node_right_bits(const struct sk_node *node)
{
	switch (shape_of(node->op)) {
	case SHAPE_BINARY:
	case SHAPE_ITE:
	case SHAPE_FLOAT_BINARY:
		return node->bits;
	case SHAPE_COMPARISON:
	case SHAPE_FLOAT_COMPARISON:
	case SHAPE_CONCAT:
		return node->extra;
	default:
		return 0;
	}
}

/* ---- tables ---- */

const struct value_table *expressions_table(struct expressions *expressions, uint32_t number)
{
	struct value_table *table = &expressions->tables[number];
	if (table->at)
		return table;
	INVARIANT(table_is_sound(expressions->trace, number));
	struct sk_table raw = expressions->trace->tables[number];
	uint64_t *values = ARENA_ARRAY(expressions->arena, uint64_t, raw.n);
	for (uint32_t i = 0; i < raw.n; i++)
		memcpy(&values[i], expressions->trace->table_bytes + raw.offset + i * raw.entry_size, raw.entry_size);
	*table = (struct value_table){ .at = values, .n = raw.n };
	return table;
}

/* ---- sets of origins ---- */

static uint32_t number_of_origin(struct expressions *expressions, const struct sk_node *node)
{
	struct origin origin = { .step = node->extra,
		                 .offset = (uint32_t)node->left_value,
		                 .is_pointer = node->op == SK_NODE_POINTER };
	/* Pointers into one block depend on the same choice. */
	if (origin.is_pointer)
		origin.offset = 0;
	uint64_t key[2] = { (uint64_t)origin.step << 32 | origin.offset, origin.is_pointer };
	bool added;
	uint64_t *number = map_put(&expressions->origin_numbers, hash_bytes(key, sizeof key, 0), &added);
	if (added) {
		*number = expressions->origins.n;
		vec_push(&expressions->origins, origin);
	}
	return (uint32_t)*number;
}

static bool same_members(const struct origin_set *set, const uint32_t *members, uint32_t n)
{
	return set->n == n && memcmp(set->at, members, n * sizeof *members) == 0;
}

static uint32_t add_set(struct expressions *expressions, const uint32_t *members, uint32_t n)
{
	bool added;
	uint64_t *number = map_put(&expressions->set_numbers, hash_bytes(members, n * sizeof *members, n), &added);
	if (!added && same_members(&expressions->sets.at[*number], members, n))
		return (uint32_t)*number;
	struct origin_set set = { .at = arena_memdup(expressions->arena, members, n * sizeof *members), .n = n };
	for (uint32_t i = 0; i < n; i++)
		set.has_pointer |= expressions->origins.at[members[i]].is_pointer;
	*number = expressions->sets.n;
	vec_push(&expressions->sets, set);
	expressions->n_members += n;
	return (uint32_t)(expressions->sets.n - 1);
}

static uint32_t merge(const struct origin_set *a, const struct origin_set *b, uint32_t *out)
{
	uint32_t i = 0, k = 0, n = 0;
	while (i < a->n || k < b->n) {
		if (k == b->n || (i < a->n && a->at[i] < b->at[k]))
			out[n++] = a->at[i++];
		else if (i == a->n || b->at[k] < a->at[i])
			out[n++] = b->at[k++];
		else {
			out[n++] = a->at[i++];
			k++;
		}
	}
	return n;
}

/* Slices become larger than necessary, but not wrong. */
static uint32_t set_of_everything(struct expressions *expressions)
{
	if (expressions->everything)
		return expressions->everything;
	const struct trace *trace = expressions->trace;
	for (uint32_t label = 1; label < trace->n_nodes; label++) {
		struct sk_node node = expressions_node(expressions, label);
		if (shape_of(node.op) == SHAPE_ORIGIN)
			number_of_origin(expressions, &node);
	}
	uint32_t n = (uint32_t)expressions->origins.n;
	uint32_t *all = xmalloc(n * sizeof *all);
	for (uint32_t i = 0; i < n; i++)
		all[i] = i;
	expressions->everything = add_set(expressions, all, n);
	free(all);
	return expressions->everything;
}

static uint32_t union_of(struct expressions *expressions, uint32_t a, uint32_t b)
{
	if (a == b || !b)
		return a;
	if (!a)
		return b;
	if (a > b) {
		uint32_t other = a;
		a = b;
		b = other;
	}
	bool added;
	uint64_t *known = map_put(&expressions->unions, (uint64_t)a << 32 | b, &added);
	if (!added)
		return (uint32_t)*known;
	if (expressions->n_members > MAX_SET_MEMBERS) {
		*known = set_of_everything(expressions);
		return (uint32_t)*known;
	}
	struct origin_set left = expressions->sets.at[a], right = expressions->sets.at[b];
	uint32_t *members = xmalloc((left.n + right.n) * sizeof *members);
	*known = add_set(expressions, members, merge(&left, &right, members));
	uint32_t number = (uint32_t)*known;
	free(members);
	return number;
}

static uint32_t set_of_node(struct expressions *expressions, const struct sk_node *node)
{
	if (shape_of(node->op) == SHAPE_NONE)
		return 0;
	if (shape_of(node->op) == SHAPE_ORIGIN) {
		uint32_t number = number_of_origin(expressions, node);
		return add_set(expressions, &number, 1);
	}
	uint32_t set = expressions->set_of[node->left];
	if (node_right_bits(node))
		set = union_of(expressions, set, expressions->set_of[node->right]);
	if (node->op == SK_NODE_ITE)
		set = union_of(expressions, set, expressions->set_of[node->extra]);
	return set;
}

bool expressions_has_pointer(const struct expressions *expressions, uint32_t label)
{
	return label < expressions->trace->n_nodes && expressions->sets.at[expressions->set_of[label]].has_pointer;
}

/* ---- loading ---- */

static uint64_t hash_trace(const struct trace *trace)
{
	uint64_t hash = hash_bytes(trace->nodes, (size_t)trace->n_nodes * sizeof *trace->nodes, 1);
	hash = hash_bytes(trace->tables, (size_t)trace->n_tables * sizeof *trace->tables, hash);
	for (uint32_t i = 0; i < trace->n_tables; i++)
		if (table_is_sound(trace, i))
			hash = hash_bytes(trace->table_bytes + trace->tables[i].offset,
			                  (size_t)trace->tables[i].n * trace->tables[i].entry_size, hash);
	return hash;
}

void expressions_peek(struct expressions *expressions, const struct trace *trace)
{
	expressions_release(expressions);
	struct arena *arena = arena_new();
	uint32_t n = trace->n_nodes + 1;
	*expressions = (struct expressions){ .arena = arena, .trace = trace };
	expressions->tables = ARENA_ARRAY(arena, struct value_table, trace->n_tables + 1);
	expressions->stamps = ARENA_ARRAY(arena, uint32_t, n);
	expressions->slots = ARENA_ARRAY(arena, uint32_t, n);
}

void expressions_load(struct expressions *expressions, const struct trace *trace)
{
	uint64_t fingerprint = hash_trace(trace);
	if (expressions->set_of && fingerprint == expressions->fingerprint) {
		expressions->trace = trace;
		return;
	}
	expressions_peek(expressions, trace);
	expressions->fingerprint = fingerprint;
	expressions->set_of = ARENA_ARRAY(expressions->arena, uint32_t, trace->n_nodes + 1);
	vec_push(&expressions->sets, (struct origin_set){ 0 });
	for (uint32_t label = 1; label < trace->n_nodes; label++) {
		struct sk_node node = expressions_node(expressions, label);
		expressions->set_of[label] = set_of_node(expressions, &node);
	}
}

void expressions_release(struct expressions *expressions)
{
	arena_free(expressions->arena);
	vec_release(&expressions->origins);
	vec_release(&expressions->sets);
	map_release(&expressions->origin_numbers);
	map_release(&expressions->set_numbers);
	map_release(&expressions->unions);
	*expressions = (struct expressions){ 0 };
}
