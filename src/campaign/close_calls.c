/* close_calls: see close_calls.h. */
#include "campaign/close_calls.h"

#include <stdlib.h>

#include "base/mem.h"

#define MAX_TIMES 16u

void close_calls_init(struct close_calls *calls, const struct marks *marks)
{
	calls->n = 2 * (uint32_t)marks->conditions.n;
	calls->nearest = xcalloc(calls->n + 1, sizeof *calls->nearest);
	calls->times = xcalloc(calls->n + 1, 1);
	for (uint32_t i = 0; i < calls->n; i++)
		calls->nearest[i] = -1;
}

void close_calls_release(struct close_calls *calls)
{
	free(calls->nearest);
	free(calls->times);
}

bool close_calls_add(struct close_calls *calls, const struct run *run)
{
	bool nearer = false;
	for (uint32_t i = 0; run->distances && i < calls->n; i++) {
		double distance = run->distances[i];
		if (!(distance > 0) || (calls->nearest[i] >= 0 && distance >= calls->nearest[i]))
			continue;
		calls->nearest[i] = distance;
		nearer |= calls->times[i] < MAX_TIMES;
		calls->times[i] += calls->times[i] < MAX_TIMES;
	}
	return nearer;
}
