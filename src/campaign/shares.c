/* shares: see shares.h. */
#include "campaign/shares.h"

#include <stdlib.h>
#include <string.h>

#include "campaign/test_text.h"

#define WHOSE "a test of another worker"

/* A finding as it is told; behind it its summary and its test, with their zeroes. */
struct told_finding {
	uint64_t key;
	uint32_t n_own, count, verdict, summary_size;
};

void counts_add(struct counts *sum, const struct counts *more)
{
	sum->stats.executions += more->stats.executions;
	sum->stats.faults += more->stats.faults;
	sum->stats.hangs += more->stats.hangs;
	sum->stats.exits += more->stats.exits;
	sum->stats.judged += more->stats.judged;
	sum->stats.illegal += more->stats.illegal;
	sum->stats.workers_started += more->stats.workers_started;
	for (size_t i = 0; i < MAX_ENGINES; i++) {
		sum->uses[i].tests += more->uses[i].tests;
		sum->uses[i].won += more->uses[i].won;
		sum->uses[i].seconds += more->uses[i].seconds;
	}
}

void share_test(struct crew *crew, const struct model *model, const struct seq *seq, const uint64_t *probes,
                uint32_t n_words)
{
	char *text = test_text(model, seq);
	const struct crew_part parts[] = { { probes, n_words * sizeof *probes }, { text, strlen(text) + 1 } };
	crew_say(crew, CREW_TEST, parts, 2);
	free(text);
}

static void share_finding(struct crew *crew, const struct model *model, const struct finding *finding)
{
	char *text = test_text(model, finding->seq);
	struct told_finding told = { .key = finding->key,
		                     .n_own = finding->n_own,
		                     .count = finding->count,
		                     .verdict = finding->verdict,
		                     .summary_size = (uint32_t)strlen(finding->summary) + 1 };
	const struct crew_part parts[] = { { &told, sizeof told },
		                           { finding->summary, told.summary_size },
		                           { text, strlen(text) + 1 } };
	crew_say(crew, CREW_FINDING, parts, 3);
	free(text);
}

size_t share_findings(struct crew *crew, const struct model *model, const struct judge *judge, size_t first)
{
	const struct finding *const *findings;
	size_t n = judge_findings(judge, &findings);
	for (size_t i = first; i < n; i++)
		share_finding(crew, model, findings[i]);
	return n;
}

void share_counts(struct crew *crew, const struct counts *counts)
{
	crew_say(crew, CREW_COUNTS, &(struct crew_part){ counts, sizeof *counts }, 1);
}

const uint64_t *shared_probes(const struct crew_message *message)
{
	return message->bytes;
}

status shared_test(const struct crew_message *message, uint32_t n_words, struct arena *arena, const struct model *model,
                   const struct seq **seq)
{
	return test_parse(arena, model, (const char *)message->bytes + n_words * sizeof(uint64_t), WHOSE, seq);
}

status shared_finding(const struct crew_message *message, struct arena *arena, const struct model *model,
                      struct earlier_finding *finding)
{
	const struct told_finding *told = message->bytes;
	const char *summary = (const char *)(told + 1);
	*finding = (struct earlier_finding){ .n_own = told->n_own,
		                             .count = told->count,
		                             .verdict = (enum verdict)told->verdict,
		                             .key = told->key,
		                             .summary = summary };
	return test_parse(arena, model, summary + told->summary_size, WHOSE, &finding->seq);
}
