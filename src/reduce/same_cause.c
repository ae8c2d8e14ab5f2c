/* same_cause: see same_cause.h. */
#include "reduce/same_cause.h"

#include "base/str.h"

/* The next call at step i or behind it, and before `end`; `end`: there is none. */
static uint32_t next_call(const struct seq *seq, uint32_t i, uint32_t end)
{
	while (i < end && !step_is_call(seq->steps[i]))
		i++;
	return i;
}

/* Up to the steps `a_end` and `b_end`, both sequences call the same functions in the same order. */
static bool same_calls(const struct seq *a, uint32_t a_end, const struct seq *b, uint32_t b_end)
{
	uint32_t i = next_call(a, 0, a_end), k = next_call(b, 0, b_end);
	while (i < a_end && k < b_end && a->steps[i]->index == b->steps[k]->index) {
		i = next_call(a, i + 1, a_end);
		k = next_call(b, k + 1, b_end);
	}
	return i == a_end && k == b_end;
}

static bool same_calls_before(const struct shown_fault *a, const struct shown_fault *b)
{
	return same_calls(a->seq, a->step, b->seq, b->step);
}

/* The call got the variable, and does more than make it or read it. */
static bool may_break(const struct model *model, const struct seq *seq, uint32_t i, uint32_t variable)
{
	const struct step *step = seq->steps[i];
	const struct function *called = step_function(model, step);
	for (uint32_t a = 0; a < step->n_args && !called->is_observer; a++)
		if (seq_index(i, step->args[a]) == variable && !(called->is_maker && called->made_param == a))
			return true;
	return false;
}

/* A call that neither made it nor only read it got an object of the failing call. */
static bool may_be_broken_before(const struct model *model, const struct shown_fault *shown)
{
	const struct step *failing = shown->seq->steps[shown->step];
	for (uint32_t a = 0; a < failing->n_args; a++) {
		uint32_t v = seq_index(shown->step, failing->args[a]);
		if (model_object_of(model, shown->seq->steps[v]->type) == NONE)
			continue;
		for (uint32_t i = next_call(shown->seq, v + 1, shown->step); i < shown->step;
		     i = next_call(shown->seq, i + 1, shown->step))
			if (may_break(model, shown->seq, i, v))
				return true;
	}
	return false;
}

/* Bad accesses count as one kind, whatever memory they hit and whichever check found them. */
static bool is_bad_access(const struct finding *finding)
{
	return finding->fault.kind == SK_ASAN || finding->fault.kind == SK_SEGV || finding->fault.kind == SK_BUS ||
	       str_equal(finding->kind, "null dereference");
}

static bool is_about_unset(const struct finding *finding)
{
	return finding->fault.kind == SK_UNSET_USE || finding->fault.kind == SK_UNSET_DECISION ||
	       finding->fault.kind == SK_UNSET_RESULT;
}

/* A fault that unset memory leads to may be a bad access as well, and a pointer outside of all memory leads to one. */
static bool is_access(const struct finding *finding)
{
	return is_bad_access(finding) || finding->fault.kind == SK_UNSET_USE ||
	       str_equal(finding->kind, "pointer overflow");
}

/* Undefined behaviour is described in words; the words are equal, with or without unset memory. */
static bool same_words(const struct finding *x, const struct finding *y)
{
	bool both = (x->fault.kind == SK_UBSAN || is_access(x)) && (y->fault.kind == SK_UBSAN || is_access(y));
	return both && x->fault.message[0] && str_equal(x->fault.message, y->fault.message);
}

/* The failing function that the test called; a number that no other test has if there is none. */
static uint64_t called_by(const struct shown_fault *shown)
{
	bool is_call = shown->step < shown->seq->n && step_is_call(shown->seq->steps[shown->step]);
	return is_call ? shown->seq->steps[shown->step]->index : (uint64_t)(uintptr_t)shown->seq;
}

static bool same_place(const struct frame *a, const struct frame *b)
{
	return a->line == b->line && str_equal(a->function, b->function);
}

/* Leaks are one if the same calls lose memory that one function of the API allocated, in whichever line below it. */
static bool same_leak(const struct shown_fault *a, const struct shown_fault *b)
{
	const struct finding *x = a->finding, *y = b->finding;
	return x->fault.kind == SK_LEAK && y->fault.kind == SK_LEAK && x->verdict == y->verdict && x->n_frames &&
	       y->n_frames && str_equal(x->frames[x->n_frames - 1].function, y->frames[y->n_frames - 1].function) &&
	       same_calls(a->seq, a->seq->n, b->seq, b->seq->n);
}

bool same_cause(const struct model *model, const struct shown_fault *a, const struct shown_fault *b)
{
	const struct finding *x = a->finding, *y = b->finding;
	if (same_leak(a, b))
		return true;
	if (x->verdict != VERDICT_BUG || y->verdict != VERDICT_BUG || !x->n_frames || !y->n_frames ||
	    !str_equal(x->frames[0].file, y->frames[0].file))
		return false;
	if (same_place(&x->frames[0], &y->frames[0]))
		return (is_access(x) && is_access(y)) || same_words(x, y);
	if (is_bad_access(x) && is_bad_access(y) && str_equal(x->frames[0].function, y->frames[0].function) &&
	    called_by(a) == called_by(b))
		return true;
	if (str_equal(x->frames[0].function, y->frames[0].function) && is_about_unset(x) && is_about_unset(y))
		return true;
	if (!str_equal(x->kind, y->kind) || str_equal(x->frames[0].function, y->frames[0].function))
		return false;
	return a->step < a->seq->n && b->step < b->seq->n && step_is_call(a->seq->steps[a->step]) &&
	       step_is_call(b->seq->steps[b->step]) && same_calls_before(a, b) && may_be_broken_before(model, a) &&
	       may_be_broken_before(model, b);
}

/* The number of innermost frames that must be equal: all for leaks, whose place is an allocation
 * that many faults may share. */
static uint32_t frames_that_count(const struct finding *finding)
{
	return finding->fault.kind == SK_LEAK || !finding->n_frames ? finding->n_frames : 1;
}

static bool same_fault(const struct finding *x, const struct finding *y)
{
	uint32_t n = frames_that_count(x);
	if (!n || n != frames_that_count(y) || !str_equal(x->kind, y->kind) || x->fault.kind != y->fault.kind)
		return false;
	if ((x->fault.kind == SK_CONTRACT || x->fault.kind == SK_LAW) && x->fault.code != y->fault.code)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (!same_place(&x->frames[i], &y->frames[i]) || !str_equal(x->frames[i].file, y->frames[i].file))
			return false;
	return true;
}

bool is_told_by(const struct shown_fault *bug, const struct shown_fault *other)
{
	return bug->finding->verdict == VERDICT_BUG && other->finding->verdict != VERDICT_BUG &&
	       (seq_equal(bug->seq, other->seq) || same_fault(bug->finding, other->finding));
}
