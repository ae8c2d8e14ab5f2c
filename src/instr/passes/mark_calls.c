/* mark_calls: recognises marks after compiling.
 *
 * A mark in the text is a call with a constant number in IR. A switch is marked by a call in its
 * controlling expression. The compiler writes the switch instruction right behind the code of that
 * expression, so it is the next one in layout order, with two exceptions: the expression contains a
 * whole switch itself, which comes first, or the switch was folded away. */
#include "instr/module.h"

static const struct {
	const char *name;
	enum mark_kind kind;
} mark_names[] = {
	{ "__skep_cond", MARK_CONDITION },
	{ "__skep_region", MARK_REGION },
	{ "__skep_function", MARK_FUNCTION },
	{ "__skep_switch", MARK_SWITCH },
};

static enum mark_kind kind_by_name(const char *name)
{
	for (size_t i = 0; str_starts(name, "__skep_") && i < sizeof mark_names / sizeof *mark_names; i++)
		if (str_equal(name, mark_names[i].name))
			return mark_names[i].kind;
	return MARK_NONE;
}

struct mark_call mark_call_of(LLVMValueRef instruction)
{
	struct mark_call mark = { .call = instruction };
	LLVMValueRef f = called_function(instruction);
	if (f)
		mark.kind = kind_by_name(value_name(f));
	if (mark.kind != MARK_NONE) {
		LLVMValueRef number = LLVMGetOperand(instruction, 0);
		if (!LLVMIsAConstantInt(number))
			BUG("a mark without a constant number");
		mark.id = (uint32_t)LLVMConstIntGetZExtValue(number);
	}
	return mark;
}

/* ---- switches ---- */

/* clang tests a range with this many numbers or more, instead of listing them. */
#define LISTED_RANGE 64

bool case_is_large_range(const struct case_mark *mark)
{
	return !mark->is_default && mark->high >= mark->low &&
	       (uint64_t)mark->high - (uint64_t)mark->low >= LISTED_RANGE;
}

static bool case_holds(const struct case_mark *mark, uint64_t number, unsigned bits)
{
	uint64_t mask = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
	uint64_t span = (uint64_t)mark->high - (uint64_t)mark->low;
	return !mark->is_default && mark->high >= mark->low && ((number - (uint64_t)mark->low) & mask) <= span;
}

uint32_t switch_case_of(const struct marks *marks, uint32_t of_switch, LLVMValueRef number)
{
	const struct switch_mark *mark = &marks->switches.at[of_switch];
	unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(number));
	if (bits > 64)
		return NONE;
	for (uint32_t i = mark->first_case; i < mark->first_case + mark->n_cases; i++)
		if (case_holds(&marks->cases.at[i], LLVMConstIntGetZExtValue(number), bits))
			return i;
	return NONE;
}

/* Cleanup code has switches, too; the switch of the source has the numbers of its cases. */
static bool fits(const struct marks *marks, uint32_t id, LLVMValueRef instruction)
{
	const struct switch_mark *mark = &marks->switches.at[id];
	unsigned n_listed = LLVMGetNumSuccessors(instruction) - 1;
	uint64_t n_expected = 0;
	for (uint32_t i = mark->first_case; i < mark->first_case + mark->n_cases; i++) {
		const struct case_mark *one = &marks->cases.at[i];
		if (!one->is_default && !case_is_large_range(one) && one->high >= one->low)
			n_expected += (uint64_t)one->high - (uint64_t)one->low + 1;
	}
	if (n_expected != n_listed)
		return false;
	for (unsigned i = 0; i < n_listed; i++)
		if (switch_case_of(marks, id, LLVMGetOperand(instruction, 2 + 2 * i)) == NONE)
			return false;
	return true;
}

void switch_uses_find(LLVMValueRef function, const struct marks *marks, struct switch_uses *uses)
{
	VEC(uint32_t) open = { 0 };
	vec_clear(&uses->at);
	for
		EACH_BLOCK(function, b)
		{
		for
			EACH_INSTRUCTION(b, i)
			{
				struct mark_call mark = mark_call_of(i);
				if (mark.kind == MARK_SWITCH)
					vec_push(&open, mark.id);
				if (!LLVMIsASwitchInst(i) || !open.n || !fits(marks, vec_last(&open), i))
					continue;
				vec_push(&uses->at, (struct switch_use){ vec_last(&open), i });
				open.n--;
			}
		}
	vec_release(&open);
}
