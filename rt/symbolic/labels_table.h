/* labels_table: finds or makes a node, as code that is inlined where it is used.
 *
 * Labels are found by hash, in sets of two, the later one in the low half. Each has further bits of
 * the hash with it, so that few nodes are compared in vain. A third label for a set pushes out the
 * first: an equal node may then be made twice, which costs only room. Labels of earlier runs are
 * not removed: such a label is too large, or belongs to another node.
 *
 * The set of a node lies a little behind the number of its later operand. Computations mostly
 * depend on recent ones, so the sets in use move through the table like the nodes do, and stay in
 * the cache; sets at random places would make each node wait for memory. */
#ifndef SKEP_RT_LABELS_TABLE_H
#define SKEP_RT_LABELS_TABLE_H

#include <string.h>

#include "labels_layout.h"
#include "labels_slow.h"
#include "symbolic.h"

#define N_SETS SK_MAX_NODES
#define SETS_EACH 4u /* sets for each node: few labels are pushed out, and only in very long runs */
#define NEAR 127u    /* distance of a set from the operand, at most */
#define PLACE_LABEL (SK_MAX_NODES - 1)

_Static_assert((SK_MAX_NODES & (SK_MAX_NODES - 1)) == 0 && SK_MAX_NODES <= 1u << 20, "a label and a tag fit a place");

extern struct node_table {
	uint32_t n_nodes;  /* as in shared memory, which the unit may change */
	uint32_t n_room;   /* how many nodes this run can have */
	uint64_t sets[N_SETS];
} __skep_table;

/* A node as four words, in which it is compared and stored. */
struct words {
	uint64_t at[4];
};
_Static_assert(sizeof(struct words) == sizeof(struct sk_node), "a node is four words");

INLINE_ALWAYS struct words words_of(const struct sk_node *node)
{
	struct words words;
	memcpy(&words, node, sizeof words);
	return words;
}

/* Labels and constants are in low or middle bits; the upper half of the product depends on all
 * bits. */
INLINE_ALWAYS uint32_t node_hash(const struct words *words)
{
	return (uint32_t)(((words->at[0] + words->at[2]) * 0x9e3779b97f4a7c15u +
	                   (words->at[1] + words->at[3]) * 0xc2b2ae3d27d4eb4fu) >>
	                  32);
}

/* A node without a labelled operand is found by its number. */
INLINE_ALWAYS uint64_t *node_set(const struct words *words, uint32_t sum)
{
	uint32_t left = (uint32_t)(words->at[0] >> 32), right = (uint32_t)words->at[1];
	uint32_t later = left > right ? left : right;
	return &__skep_table.sets[((later ? later : (uint32_t)words->at[2]) * SETS_EACH + (sum & NEAR)) % N_SETS];
}

INLINE_ALWAYS uint32_t node_tag(uint32_t sum)
{
	return sum & ~PLACE_LABEL;
}

/* Notes that there is no more room. */
SLOW_PATH void __skep_nodes_full(void);
/* The label of the node with these words; 0: there is none. */
SLOW_PATH uint32_t __skep_nodes_find(uint64_t first, uint64_t second, uint64_t third, uint64_t fourth);

/* Like __skep_node(). */
INLINE_ALWAYS struct term node_here(uint64_t shape, struct term left, struct term right, uint64_t value)
{
	/* In the layout of struct sk_node. */
	struct words words = { { (uint32_t)shape | (uint64_t)left.label << 32, (shape >> 32) << 32 | right.label,
		                 left.value, right.value } };
	uint32_t label = __skep_table.n_nodes;
	if (__builtin_expect(label >= __skep_table.n_room, 0)) {
		__skep_nodes_full();
		return constant(value);
	}
	uint32_t sum = node_hash(&words), tag = node_tag(sum);
	uint64_t *set = node_set(&words, sum), places = *set;
	/* A wrong tag makes the number large. One branch serves both labels, because branches that
	 * depend on earlier runs are predicted badly. */
	bool maybe = (((uint32_t)places ^ tag) < label) | (((uint32_t)(places >> 32) ^ tag) < label);
	if (__builtin_expect(maybe, 0)) {
		uint32_t found = __skep_nodes_find(words.at[0], words.at[1], words.at[2], words.at[3]);
		if (found)
			return (struct term){ found, value };
	}
	*set = places << 32 | tag | label;
	memcpy(&__skep_symbolic->nodes[label], &words, sizeof words);
	__skep_symbolic->n_nodes = __skep_table.n_nodes = label + 1;
	uint64_t about[2] = { value, (uint64_t)((uint32_t)shape & 0x00ff00ffu) << 32 };
	_Static_assert(sizeof about == sizeof(struct known), "two words");
	memcpy(&__skep_known[label], about, sizeof about);
	return (struct term){ label, value };
}

#endif
