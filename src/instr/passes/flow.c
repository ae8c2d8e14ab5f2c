/* flow: the control flow of each function, as far as marks show it.
 *
 * Basic blocks are cut at marks into stretches: a region begins a stretch, a condition ends one.
 * Empty stretches with one successor are skipped. The result is small and answers engines'
 * questions: which condition comes before which, and which functions are called on the way. */
#include "base/map.h"
#include <string.h>

#include "instr/module.h"

struct stretch {
	struct flow_node node;   /* without its lists of successors and callees */
	VEC(uint32_t) next;
	VEC(uint32_t) callees;
	LLVMValueRef decided_by; /* the condition's mark, or NULL */
	uint32_t number;         /* in the finished graph; NONE: the stretch cannot be reached */
};

struct reading {
	const struct marks *marks;
	const struct map *function_of; /* LLVM function -> function mark */
	VEC(struct stretch) stretches;
	struct map first_of;           /* block -> its first stretch */
	struct map last_of;            /* block -> its last stretch */
};

static uint64_t key(const void *pointer)
{
	return (uint64_t)(uintptr_t)pointer;
}

static uint32_t open_stretch(struct reading *reading)
{
	struct stretch stretch = { .node = { .condition = NONE, .of_switch = NONE, .region = NONE }, .number = NONE };
	vec_push(&reading->stretches, stretch);
	return (uint32_t)reading->stretches.n - 1;
}

static bool is_empty(const struct stretch *stretch)
{
	return stretch->node.condition == NONE && stretch->node.of_switch == NONE && stretch->node.region == NONE &&
	       !stretch->callees.n;
}

static void add_once(struct stretch *stretch, uint32_t callee)
{
	for (size_t i = 0; i < stretch->callees.n; i++)
		if (stretch->callees.at[i] == callee)
			return;
	vec_push(&stretch->callees, callee);
}

/* ---- cutting blocks ---- */

static uint32_t cut_at_region(struct reading *reading, uint32_t at, uint32_t region)
{
	if (!is_empty(&reading->stretches.at[at])) {
		uint32_t fresh = open_stretch(reading);
		vec_push(&reading->stretches.at[at].next, fresh);
		at = fresh;
	}
	reading->stretches.at[at].node.region = region;
	return at;
}

static uint32_t cut_at_condition(struct reading *reading, uint32_t at, const struct mark_call *mark)
{
	uint32_t fresh = open_stretch(reading);
	struct stretch *stretch = &reading->stretches.at[at];
	stretch->node.condition = mark->id;
	stretch->decided_by = mark->call;
	vec_push(&stretch->next, fresh);
	vec_push(&stretch->next, fresh);
	return fresh;
}

static void cut_block(struct reading *reading, LLVMBasicBlockRef block)
{
	uint32_t at = open_stretch(reading);
	*map_put(&reading->first_of, key(block), NULL) = at;
	for
		EACH_INSTRUCTION(block, i)
		{
			struct mark_call mark = mark_call_of(i);
			LLVMValueRef callee = called_function(i);
			uint64_t *known = callee ? map_get(reading->function_of, key(callee)) : NULL;
			if (mark.kind == MARK_REGION)
				at = cut_at_region(reading, at, mark.id);
			else if (mark.kind == MARK_CONDITION)
				at = cut_at_condition(reading, at, &mark);
			else if (known)
				add_once(&reading->stretches.at[at], (uint32_t)*known);
		}
	*map_put(&reading->last_of, key(block), NULL) = at;
}

/* ---- joining blocks ---- */

static uint32_t first_in(const struct reading *reading, LLVMBasicBlockRef block)
{
	return (uint32_t)*map_get(&reading->first_of, key(block));
}

/* The block's last call does not return. A long jump counts as leading on, to an unknown place. */
static bool halts(LLVMValueRef end)
{
	if (!LLVMIsAUnreachableInst(end))
		return false;
	LLVMValueRef before = LLVMGetPreviousInstruction(end);
	LLVMValueRef callee = before && LLVMIsACallInst(before) ? called_function(before) : NULL;
	return callee && !strstr(value_name(callee), "longjmp");
}

static void join_successors(struct reading *reading, LLVMBasicBlockRef block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	struct stretch *last = &reading->stretches.at[*map_get(&reading->last_of, key(block))];
	last->node.halts = halts(end);
	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
		vec_push(&last->next, first_in(reading, LLVMGetSuccessor(end, i)));
}

/* The truth of a value once the condition has the outcome: 0, 1, or -1 if it is not known. */
static int known_truth(LLVMValueRef value, LLVMValueRef condition, bool outcome)
{
	bool negated;
	LLVMValueRef behind = truth_behind(value, &negated);
	if (behind == condition)
		return outcome ^ negated;
	return LLVMIsAConstantInt(behind) ? !LLVMIsNull(behind) ^ negated : -1;
}

static LLVMValueRef incoming_from(LLVMValueRef phi, LLVMBasicBlockRef block)
{
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
		if (LLVMGetIncomingBlock(phi, i) == block)
			return LLVMGetIncomingValue(phi, i);
	return phi;
}

/* The successor of `block` when it is entered from `from` (NULL: `block` has the condition) and the
 * condition has the outcome; NULL if both are possible. */
static LLVMBasicBlockRef decided_successor(LLVMBasicBlockRef from, LLVMBasicBlockRef block, LLVMValueRef condition,
                                           bool outcome)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	bool negated;
	if (!LLVMIsABranchInst(end))
		return NULL;
	if (!LLVMIsConditional(end))
		return from ? NULL : LLVMGetSuccessor(end, 0);
	LLVMValueRef value = truth_behind(LLVMGetCondition(end), &negated);
	if (from && LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == block)
		value = incoming_from(value, from);
	int truth = known_truth(value, condition, outcome);
	return truth < 0 ? NULL : LLVMGetSuccessor(end, (truth ^ negated) ? 0 : 1);
}

static bool holds_nothing(const struct reading *reading, LLVMBasicBlockRef block)
{
	uint32_t first = first_in(reading, block);
	return is_empty(&reading->stretches.at[first]) && *map_get(&reading->last_of, key(block)) == first;
}

/* A condition mostly decides the branch right behind it, or the branch that joins all conditions of
 * its decision, a block or two further on. */
static void join_condition(struct reading *reading, struct stretch *stretch, bool outcome)
{
	LLVMBasicBlockRef from = LLVMGetInstructionParent(stretch->decided_by);
	uint32_t behind = stretch->next.at[outcome];
	if (!is_empty(&reading->stretches.at[behind]) || *map_get(&reading->last_of, key(from)) != behind)
		return;
	LLVMBasicBlockRef to = decided_successor(NULL, from, stretch->decided_by, outcome);
	for (size_t steps = 0; to && steps < reading->stretches.n; steps++) {
		stretch->next.at[outcome] = first_in(reading, to);
		LLVMBasicBlockRef further = NULL;
		if (holds_nothing(reading, to))
			further = decided_successor(from, to, stretch->decided_by, outcome);
		from = to;
		to = further;
	}
}

/* The block tests whether the switch's value is in a range that is too large to list. */
static bool is_range_test(LLVMBasicBlockRef block, LLVMValueRef value, LLVMValueRef *low)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end) || !LLVMIsAICmpInst(LLVMGetCondition(end)))
		return false;
	LLVMValueRef difference = LLVMGetOperand(LLVMGetCondition(end), 0);
	if (!LLVMIsAInstruction(difference) || LLVMGetInstructionOpcode(difference) != LLVMSub ||
	    LLVMGetOperand(difference, 0) != value)
		return false;
	*low = LLVMGetOperand(difference, 1);
	return LLVMIsAConstantInt(*low);
}

static LLVMBasicBlockRef unlisted_case_block(const struct marks *marks, const struct switch_use *use, uint32_t wanted)
{
	LLVMBasicBlockRef block = LLVMGetSwitchDefaultDest(use->instruction);
	LLVMValueRef value = LLVMGetOperand(use->instruction, 0), low;
	while (is_range_test(block, value, &low)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
		if (switch_case_of(marks, use->id, low) == wanted)
			return LLVMGetSuccessor(end, 0);
		block = LLVMGetSuccessor(end, 1);
	}
	return block;
}

static LLVMBasicBlockRef case_block(const struct marks *marks, const struct switch_use *use, uint32_t wanted)
{
	for (unsigned i = 1; i < LLVMGetNumSuccessors(use->instruction); i++)
		if (switch_case_of(marks, use->id, LLVMGetOperand(use->instruction, 2 * i)) == wanted)
			return LLVMGetSuccessor(use->instruction, i);
	return unlisted_case_block(marks, use, wanted);
}

static void join_switch(struct reading *reading, const struct switch_use *use)
{
	const struct switch_mark *mark = &reading->marks->switches.at[use->id];
	LLVMBasicBlockRef block = LLVMGetInstructionParent(use->instruction);
	struct stretch *last = &reading->stretches.at[*map_get(&reading->last_of, key(block))];
	last->node.of_switch = use->id;
	vec_clear(&last->next);
	for (uint32_t i = mark->first_case; i < mark->first_case + mark->n_cases; i++)
		vec_push(&last->next, first_in(reading, case_block(reading->marks, use, i)));
}

static void join_all(struct reading *reading, LLVMValueRef function)
{
	struct switch_uses uses = { 0 };
	for
		EACH_BLOCK(function, b)
	join_successors(reading, b);
	for (size_t i = 0; i < reading->stretches.n; i++)
		for (int outcome = 0; outcome < 2 && reading->stretches.at[i].decided_by; outcome++)
			join_condition(reading, &reading->stretches.at[i], outcome);
	switch_uses_find(function, reading->marks, &uses);
	for (size_t i = 0; i < uses.at.n; i++)
		join_switch(reading, &uses.at.at[i]);
	vec_release(&uses.at);
}

/* ---- skipping empty stretches ---- */

static uint32_t skip_empty(const struct reading *reading, uint32_t at)
{
	for (size_t steps = 0; steps < reading->stretches.n; steps++) {
		const struct stretch *stretch = &reading->stretches.at[at];
		if (!is_empty(stretch) || stretch->next.n != 1)
			return at;
		at = stretch->next.at[0];
	}
	return at; /* an endless loop without any content */
}

/* If the order of successors has no meaning, drops repeated ones. */
static void drop_repeated(struct stretch *stretch)
{
	size_t kept = 0;
	for (size_t i = 0; i < stretch->next.n; i++) {
		bool known = false;
		for (size_t k = 0; k < kept && !known; k++)
			known = stretch->next.at[k] == stretch->next.at[i];
		if (!known)
			stretch->next.at[kept++] = stretch->next.at[i];
	}
	stretch->next.n = kept;
}

static bool shorten(struct reading *reading)
{
	bool changed = false;
	for (size_t i = 0; i < reading->stretches.n; i++) {
		struct stretch *stretch = &reading->stretches.at[i];
		size_t before = stretch->next.n;
		for (size_t k = 0; k < stretch->next.n; k++) {
			uint32_t to = skip_empty(reading, stretch->next.at[k]);
			changed |= to != stretch->next.at[k];
			stretch->next.at[k] = to;
		}
		if (stretch->node.condition == NONE && stretch->node.of_switch == NONE)
			drop_repeated(stretch);
		changed |= stretch->next.n != before;
	}
	return changed;
}

/* ---- the result ---- */

struct order {
	VEC(uint32_t) at; /* stretches in the order of their numbers */
};

static void number_reached(struct reading *reading, uint32_t entry, struct order *order)
{
	reading->stretches.at[entry].number = 0;
	vec_push(&order->at, entry);
	for (size_t i = 0; i < order->at.n; i++) {
		const struct stretch *stretch = &reading->stretches.at[order->at.at[i]];
		for (size_t k = 0; k < stretch->next.n; k++) {
			struct stretch *next = &reading->stretches.at[stretch->next.at[k]];
			if (next->number != NONE)
				continue;
			next->number = (uint32_t)order->at.n;
			vec_push(&order->at, stretch->next.at[k]);
		}
	}
}

static struct flow_node finish_node(const struct reading *reading, const struct stretch *stretch, struct arena *arena)
{
	struct flow_node node = stretch->node;
	uint32_t *next = ARENA_ARRAY(arena, uint32_t, stretch->next.n);
	for (size_t i = 0; i < stretch->next.n; i++)
		next[i] = reading->stretches.at[stretch->next.at[i]].number;
	node.next = next;
	node.n_next = (uint32_t)stretch->next.n;
	node.callees = arena_memdup(arena, stretch->callees.at, stretch->callees.n * sizeof *stretch->callees.at);
	node.n_callees = (uint32_t)stretch->callees.n;
	return node;
}

static struct flow_graph finish(struct reading *reading, struct arena *arena)
{
	struct order order = { 0 };
	number_reached(reading, skip_empty(reading, 0), &order);
	struct flow_node *nodes = ARENA_ARRAY(arena, struct flow_node, order.at.n);
	for (size_t i = 0; i < order.at.n; i++)
		nodes[i] = finish_node(reading, &reading->stretches.at[order.at.at[i]], arena);
	struct flow_graph graph = { nodes, (uint32_t)order.at.n };
	vec_release(&order.at);
	return graph;
}

static struct flow_graph read_function(LLVMValueRef function, const struct marks *marks, const struct map *function_of,
                                       struct arena *arena)
{
	struct reading reading = { .marks = marks, .function_of = function_of };
	for
		EACH_BLOCK(function, b)
	cut_block(&reading, b);
	join_all(&reading, function);
	while (shorten(&reading))
		;
	struct flow_graph graph = finish(&reading, arena);
	for (size_t i = 0; i < reading.stretches.n; i++) {
		vec_release(&reading.stretches.at[i].next);
		vec_release(&reading.stretches.at[i].callees);
	}
	vec_release(&reading.stretches);
	map_release(&reading.first_of);
	map_release(&reading.last_of);
	return graph;
}

static uint32_t function_mark_in(LLVMValueRef function)
{
	for
		EACH_BLOCK(function, b)
		{
		for
			EACH_INSTRUCTION(b, i)
			{
				struct mark_call mark = mark_call_of(i);
				if (mark.kind == MARK_FUNCTION)
					return mark.id;
			}
		}
	return NONE;
}

const struct flow_graph *flow_read(struct module *module, const struct marks *marks, struct arena *arena)
{
	struct flow_graph *graphs = ARENA_ARRAY(arena, struct flow_graph, marks->functions.n + 1);
	struct map function_of = { 0 };
	for
		EACH_FUNCTION(module, f)
		{
			uint32_t id = function_mark_in(f);
			if (id != NONE)
				*map_put(&function_of, key(f), NULL) = id;
		}
	for
		EACH_FUNCTION(module, f)
		{
			uint64_t *id = map_get(&function_of, key(f));
			/* An inline function of a header can exist once per source; the first counts. */
			if (id && !graphs[*id].n_nodes)
				graphs[*id] = read_function(f, marks, &function_of, arena);
		}
	map_release(&function_of);
	return graphs;
}
