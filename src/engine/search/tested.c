/* tested: see tested.h. */
#include "engine/search/tested.h"

#include <stdlib.h>

#define MAX_COMPARED 128u    /* pairs that are kept, for changes that follow them */
#define MAX_TEXTS 24u

struct tested *tested_new(const struct seq *seq, uint64_t number, bool is_primitive)
{
	struct tested *test = xcalloc(1, sizeof *test);
	test->refs = 1;
	test->number = number;
	test->is_primitive = is_primitive;
	test->arena = arena_new();
	test->seq = seq_copy(test->arena, seq);
	return test;
}

struct tested *tested_hold(struct tested *test)
{
	test->refs++;
	return test;
}

void tested_drop(struct tested *test)
{
	if (!test || --test->refs)
		return;
	arena_free(test->arena);
	free(test);
}

static void take_distances(struct tested *test, const struct marks *marks, const struct run *run)
{
	uint32_t n = 2 * (uint32_t)marks->conditions.n + (uint32_t)marks->cases.n, n_reached = 0;
	for (uint32_t i = 0; i < n; i++)
		n_reached += run->distances[i] >= 0;
	struct reached *reached = ARENA_ARRAY(test->arena, struct reached, n_reached + 1);
	for (uint32_t i = 0; i < n; i++)
		if (run->distances[i] >= 0)
			reached[test->n_reached++] = (struct reached){ i, run->times[i], run->distances[i] };
	test->reached = reached;
}

void tested_take(struct tested *test, const struct marks *marks, const struct engine_result *result)
{
	const struct run *run = result->run;
	test->state = result->reception == RECEIVED_NORMAL && run->outcome == SK_NORMAL ? TESTED_GOOD : TESTED_BAD;
	if (test->state == TESTED_BAD)
		return;
	test->probes = arena_memdup(test->arena, run->probes, (marks->n_probes + 63) / 64 * sizeof *run->probes);
	if (run->distances)
		take_distances(test, marks, run);
	test->n_compared = run->n_compared < MAX_COMPARED ? run->n_compared : MAX_COMPARED;
	test->compared = arena_memdup(test->arena, run->compared, test->n_compared * sizeof *test->compared);
	test->n_texts = run->n_texts < MAX_TEXTS ? run->n_texts : MAX_TEXTS;
	test->texts = arena_memdup(test->arena, run->texts, test->n_texts * sizeof *test->texts);
}

double tested_distance(const struct tested *test, uint32_t outcome)
{
	uint32_t low = 0, high = test->n_reached;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (test->reached[middle].outcome < outcome)
			low = middle + 1;
		else
			high = middle;
	}
	return low < test->n_reached && test->reached[low].outcome == outcome ? test->reached[low].distance : -1;
}
