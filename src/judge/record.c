/* record: see record.h. */
#include "judge/record.h"

#include <string.h>

#define FEW 3u      /* failures that may be chance */
#define SHARE 4u    /* a fault that has less than this part of the failures is not what keeps the calls from coming back */

void record_release(struct record *record)
{
	map_release(&record->came_back);
	map_release(&record->failed);
}

void record_run(struct record *record, const struct seq *seq, const struct run *run)
{
	for (uint32_t i = 0; run->steps && i < seq->n && i < run->n_steps; i++)
		if (step_is_call(seq->steps[i]) && run->steps[i].outcome == SK_NORMAL &&
		    !(run->fault && run->fault->step == i))
			++*map_put(&record->came_back, seq->steps[i]->index, NULL);
	uint32_t at = run->fault ? run->fault->step : UINT32_MAX;
	if (at < seq->n && step_is_call(seq->steps[at]))
		++*map_put(&record->failed, seq->steps[at]->index, NULL);
}

/* The fault is a misuse of memory. Other undefined behaviour may happen in every call and do no
 * harm. */
static bool is_about_memory(const struct sk_fault *fault)
{
	switch ((enum sk_fault_kind)fault->kind) {
	case SK_ASAN:
	case SK_SEGV:
	case SK_BUS:
	case SK_BAD_FREE:
	case SK_ASSERT:
	case SK_ABORT:
		return true;
	case SK_UBSAN:
		return strstr(fault->message, "misaligned") || strstr(fault->message, "pointer-overflow");
	default:
		return false;
	}
}

bool never_came_back(const struct record *record, const struct finding *finding)
{
	const struct step *call = finding->step < finding->seq->n ? finding->seq->steps[finding->step] : NULL;
	if (!call || !step_is_call(call) || !is_about_memory(&finding->fault))
		return false;
	const uint64_t *failed = map_get(&record->failed, call->index);
	return failed && *failed > FEW && (uint64_t)finding->count * SHARE >= *failed &&
	       !map_get(&record->came_back, call->index);
}
