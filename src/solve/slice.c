/* slice: see slice.h. Union-find over origins. Wishes with equal sets of origins are joined once,
 * so thousands of wishes cost little more than reading them. */
#include "solve/slice.h"

#include <string.h>

#include "base/map.h"
#include "solve/program.h"

#define NOT_FREE UINT32_MAX

struct joiner {
	const struct expressions *expressions;
	const struct known_inputs *known;
	uint32_t *parents;     /* per origin; NOT_FREE: the origin keeps its value and joins nothing */
	uint8_t *is_looked_up; /* for each origin */
	uint8_t *is_joined;    /* for each set */
};

static uint32_t find_root(struct joiner *joiner, uint32_t origin)
{
	while (joiner->parents[origin] != origin) {
		joiner->parents[origin] = joiner->parents[joiner->parents[origin]];
		origin = joiner->parents[origin];
	}
	return origin;
}

static bool is_free(struct joiner *joiner, uint32_t number)
{
	if (joiner->is_looked_up[number])
		return joiner->parents[number] != NOT_FREE;
	joiner->is_looked_up[number] = 1;
	const struct origin *origin = &joiner->expressions->origins.at[number];
	size_t at = origin->is_pointer ? joiner->known->n : known_find(joiner->known, origin->step, origin->offset);
	bool is = at < joiner->known->n && !(joiner->known->fixed && joiner->known->fixed[at]);
	joiner->parents[number] = is ? number : NOT_FREE;
	return is;
}

/* The root of the set's free origins after joining them; NOT_FREE: it has no free ones. */
static uint32_t join(struct joiner *joiner, uint32_t set_number)
{
	const struct origin_set *set = &joiner->expressions->sets.at[set_number];
	uint32_t root = NOT_FREE;
	for (uint32_t i = 0; i < set->n; i++) {
		if (!is_free(joiner, set->at[i]))
			continue;
		uint32_t mine = find_root(joiner, set->at[i]);
		if (root == NOT_FREE)
			root = mine;
		else if (mine != root)
			joiner->parents[mine] = root;
		if (joiner->is_joined[set_number])
			break;
	}
	joiner->is_joined[set_number] = 1;
	return root;
}

static uint32_t set_of_wish(const struct expressions *expressions, const struct wish *wish)
{
	return wish->label < expressions->trace->n_nodes ? expressions->set_of[wish->label] : 0;
}

/* The two wishes cannot both hold. */
static bool exclude_each_other(const struct wish *a, const struct wish *b)
{
	if (a->label != b->label)
		return false;
	if (a->is_not && b->is_not)
		return false;
	return a->is_not == b->is_not ? a->value != b->value : a->value == b->value;
}

static void add_wish(struct slice *slice, struct map *seen, const struct wish *wish)
{
	uint64_t key[3] = { wish->label, wish->is_not, wish->value };
	bool added;
	uint64_t *at = map_put(seen, hash_bytes(key, sizeof key, 0), &added);
	if (!added) {
		const struct wish *same = &slice->wishes[*at];
		if (same->label == wish->label && same->is_not == wish->is_not && same->value == wish->value)
			return;
	}
	*at = slice->n;
	slice->wishes[slice->n++] = *wish;
}

static void collect(struct slice *slice, struct joiner *joiner, const struct wish *wishes, size_t n)
{
	struct map seen = { 0 };
	const struct wish *last = &wishes[n - 1];
	add_wish(slice, &seen, last);
	uint32_t root = join(joiner, set_of_wish(joiner->expressions, last));
	for (size_t i = 0; i + 1 < n && root != NOT_FREE; i++) {
		uint32_t mine = join(joiner, set_of_wish(joiner->expressions, &wishes[i]));
		if (mine == NOT_FREE || find_root(joiner, mine) != find_root(joiner, root))
			continue;
		add_wish(slice, &seen, &wishes[i]);
		slice->is_contradictory |= exclude_each_other(&wishes[i], last);
	}
	map_release(&seen);
}

struct slice slice_make(struct expressions *expressions, const struct known_inputs *known, const struct wish *wishes,
                        size_t n, struct arena *arena)
{
	size_t n_origins = expressions->origins.n, n_sets = expressions->sets.n;
	struct joiner joiner = { .expressions = expressions,
		                 .known = known,
		                 .parents = ARENA_ARRAY(arena, uint32_t, n_origins + 1),
		                 .is_looked_up = ARENA_ARRAY(arena, uint8_t, n_origins + 1),
		                 .is_joined = ARENA_ARRAY(arena, uint8_t, n_sets + 1) };
	struct slice slice = { .wishes = ARENA_ARRAY(arena, struct wish, n) };
	uint32_t last_set = set_of_wish(expressions, &wishes[n - 1]);
	slice.has_pointer = expressions->sets.at[last_set].has_pointer;
	slice.has_free_input = join(&joiner, last_set) != NOT_FREE;
	for (size_t i = 0; i + 1 < n; i++)
		join(&joiner, set_of_wish(expressions, &wishes[i]));
	collect(&slice, &joiner, wishes, n);
	return slice;
}
