/* labels_table: finding or making a node, as code that stands where it is used.
 *
 * Labels are found by hash, in sets of two, the later one in the low half; each has some
 * more bits of the hash with it, so that few nodes are looked at in vain. A third one for
 * a set pushes out the first: an equal node may then be made twice, which costs room and
 * nothing else. What other runs left here is not cleared away: it is too great a label,
 * or that of another node.
 *
 * The set of a node lies a little behind the number of its later operand. What is
 * computed next mostly hangs on what was computed last, so the sets in use move through
 * the table as the nodes do, and stay in the cache; anywhere in the table each node would
 * wait for memory. */
#ifndef SKEP_RT_LABELS_TABLE_H
#define SKEP_RT_LABELS_TABLE_H

#include <string.h>

#include "labels_layout.h"
#include "labels_slow.h"
#include "symbolic.h"

#define N_SETS SK_MAX_NODES
#define SETS_EACH 4u /* for a node: few are pushed out, and then only in very long runs */
#define NEAR 127u    /* so far behind an operand */
#define PLACE_LABEL (SK_MAX_NODES - 1)

_Static_assert((SK_MAX_NODES & (SK_MAX_NODES - 1)) == 0 && SK_MAX_NODES <= 1u << 20, "a label and a tag fit a place");

extern struct node_table {
	uint32_t n_nodes;  /* as in shared memory, but not for the unit to change */
	uint32_t n_room;   /* so many can be made in this run */
	uint64_t sets[N_SETS];
} __skep_table;

/* A node as it is compared and stored: four words. */
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

/* Labels and constants lie in low bits or in the middle: the upper half hangs on all. */
INLINE_ALWAYS uint32_t node_hash(const struct words *words)
{
	return (uint32_t)(((words->at[0] + words->at[2]) * 0x9e3779b97f4a7c15u +
	                   (words->at[1] + words->at[3]) * 0xc2b2ae3d27d4eb4fu) >>
	                  32);
}

/* What has no operand with a label is found by its number. */
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
/* The label of a node of these words, if there is one; else 0. */
SLOW_PATH uint32_t __skep_nodes_find(uint64_t first, uint64_t second, uint64_t third, uint64_t fourth);

/* As __skep_node(). */
INLINE_ALWAYS struct term node_here(uint64_t shape, struct term left, struct term right, uint64_t value)
{
	/* As struct sk_node lies in memory. */
	struct words words = { { (uint32_t)shape | (uint64_t)left.label << 32, (shape >> 32) << 32 | right.label,
		                 left.value, right.value } };
	uint32_t label = __skep_table.n_nodes;
	if (__builtin_expect(label >= __skep_table.n_room, 0)) {
		__skep_nodes_full();
		return constant(value);
	}
	uint32_t sum = node_hash(&words), tag = node_tag(sum);
	uint64_t *set = node_set(&words, sum), places = *set;
	/* Another tag makes a great number of it. One branch for all: what other runs left
	 * would be guessed wrongly. */
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
