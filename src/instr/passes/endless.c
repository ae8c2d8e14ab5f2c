/* endless: makes loops that can go round without a condition burn fuel themselves.
 *
 * Examples are `for (;;)` with only calls in it, a circle of gotos, a switch in a loop. Without
 * fuel, only the clock would end their tests, which costs thousands of times more. */
#include "base/map.h"
#include "instr/module.h"

enum visit { VISIT_OPEN = 1, VISIT_BURNS /* on the way, and burns fuel */, VISIT_DONE };

struct step {
	LLVMBasicBlockRef block;
	unsigned next; /* the next successor to visit */
};

static bool has_condition(LLVMBasicBlockRef block)
{
	for
		EACH_INSTRUCTION(block, i)
	if (mark_call_of(i).kind == MARK_CONDITION)
		return true;
	return false;
}

static void burn_at(struct module *module, LLVMBasicBlockRef block)
{
	module_build_at_start(module, block);
	module_call(module, "__skep_at_loop", NULL, 0);
}

struct search {
	struct module *module;
	struct map visits;     /* block -> enum visit */
	VEC(struct step) way;  /* the blocks from the start of the search to its current place */
};

static void enter(struct search *search, LLVMBasicBlockRef block)
{
	bool added;
	uint64_t *visit = map_put(&search->visits, (uintptr_t)block, &added);
	if (added) {
		*visit = VISIT_OPEN;
		vec_push(&search->way, (struct step){ block, 0 });
	} else if (*visit == VISIT_OPEN) {
		*visit = VISIT_BURNS;
		burn_at(search->module, block);
	}
}

/* Searches depth first: an edge to a block on the way closes a circle. */
static void search_from(struct search *search, LLVMBasicBlockRef block)
{
	if (map_get(&search->visits, (uintptr_t)block))
		return;
	enter(search, block);
	while (search->way.n) {
		struct step *at = &search->way.at[search->way.n - 1];
		LLVMValueRef end = LLVMGetBasicBlockTerminator(at->block);
		if (end && at->next < LLVMGetNumSuccessors(end)) {
			enter(search, LLVMGetSuccessor(end, at->next++));
		} else {
			*map_put(&search->visits, (uintptr_t)at->block, NULL) = VISIT_DONE;
			search->way.n--;
		}
	}
}

void endless_place(struct module *module, LLVMValueRef function)
{
	struct search search = { .module = module };
	for
		EACH_BLOCK(function, b)
	if (has_condition(b))
		*map_put(&search.visits, (uintptr_t)b, NULL) = VISIT_DONE;
	for
		EACH_BLOCK(function, b)
	search_from(&search, b);
	vec_release(&search.way);
	map_release(&search.visits);
}
