/* attempts: see attempts.h. */
#include "engine/symbolic/attempts.h"

#include <stdlib.h>
#include <string.h>

/* A condition or switch, as runs met it. */
struct meeting {
	bool symbolic, concrete;
	bool clean;              /* without a label, in a run whose calls all had models */
	uint16_t unmodelled;     /* 1 + index of a function without a model that a run called */
};

struct attempts {
	const struct marks *marks;
	uint32_t (*counts)[N_ATTEMPTS];  /* per edge */
	struct meeting *meetings;        /* conditions, then switches */
	char (*names)[SK_UNMODELLED_NAME];
	size_t n_names;
	uint64_t totals[N_ATTEMPTS];
};

struct attempts *attempts_new(const struct marks *marks)
{
	struct attempts *attempts = xcalloc(1, sizeof *attempts);
	attempts->marks = marks;
	attempts->counts = xcalloc(2 * marks->conditions.n + marks->cases.n + 1, sizeof *attempts->counts);
	attempts->meetings = xcalloc(marks->conditions.n + marks->switches.n + 1, sizeof *attempts->meetings);
	attempts->names = xcalloc(SK_MAX_UNMODELLED, sizeof *attempts->names);
	return attempts;
}

void attempts_free(struct attempts *attempts)
{
	free(attempts->counts);
	free(attempts->meetings);
	free(attempts->names);
	free(attempts);
}

static bool is_edge(const struct marks *marks, uint32_t probe)
{
	return probe >= marks->first_condition_probe && probe < marks->first_case_probe + marks->cases.n;
}

void attempts_note(struct attempts *attempts, uint32_t edge, enum attempt what)
{
	attempts->totals[what]++;
	if (is_edge(attempts->marks, edge))
		attempts->counts[edge - attempts->marks->first_condition_probe][what]++;
}

uint64_t attempts_total(const struct attempts *attempts, enum attempt what)
{
	return attempts->totals[what];
}

static uint16_t name_index(struct attempts *attempts, const char *name)
{
	for (size_t i = 0; i < attempts->n_names; i++)
		if (str_equal(attempts->names[i], name))
			return (uint16_t)(i + 1);
	if (attempts->n_names == SK_MAX_UNMODELLED)
		return 0;
	size_t length = strnlen(name, SK_UNMODELLED_NAME - 1);
	memcpy(attempts->names[attempts->n_names], name, length);
	return (uint16_t)++attempts->n_names;
}

void attempts_note_trace(struct attempts *attempts, const struct trace *trace)
{
	uint16_t lost = trace->n_unmodelled ? name_index(attempts, trace->unmodelled[0].name) : 0;
	for (uint32_t i = 0; i < trace->n_met; i++) {
		const struct sk_met *met = &trace->met[i];
		if (met->kind != SK_MET_CONDITION && met->kind != SK_MET_SWITCH)
			continue;
		struct meeting *meeting =
		        &attempts->meetings[met->kind == SK_MET_CONDITION ? met->id
		                                                          : attempts->marks->conditions.n + met->id];
		meeting->symbolic |= met->label != 0;
		meeting->concrete |= met->label == 0;
		meeting->clean |= met->label == 0 && !lost;
		if (lost && !met->label && !meeting->unmodelled)
			meeting->unmodelled = lost;
	}
}

static void explain_attempts(const uint32_t *counts, struct sb *out)
{
	uint32_t refuted = counts[ATTEMPT_REFUTED], gave_up = counts[ATTEMPT_GAVE_UP];
	if (gave_up)
		sb_addf(out, "the solver gave up on %u of %u paths that reach it", gave_up, gave_up + refuted);
	else if (counts[ATTEMPT_ILLEGAL] + counts[ATTEMPT_TAKEN])
		sb_addf(out, "tests that take it misuse the API or fail (%u of them)",
		        counts[ATTEMPT_ILLEGAL] + counts[ATTEMPT_TAKEN]);
	else if (counts[ATTEMPT_DIVERGED])
		sb_addf(out, "inputs were found for %u paths, but the runs went another way", counts[ATTEMPT_DIVERGED]);
	else if (counts[ATTEMPT_POINTER])
		sb_add(out, "it depends on which pointer is passed, and no pointer that tests can make takes it");
	else if (refuted)
		sb_addf(out, "refuted: no input takes it on any of %u path%s that reach it", refuted,
		        refuted == 1 ? "" : "s");
}

void attempts_explain(const struct attempts *attempts, uint32_t edge, struct sb *out)
{
	const struct marks *marks = attempts->marks;
	if (!is_edge(marks, edge))
		return;
	uint32_t i = edge - marks->first_condition_probe;
	size_t before = out->n;
	explain_attempts(attempts->counts[i], out);
	if (out->n > before)
		return;
	size_t of = i < 2 * marks->conditions.n
	                    ? i / 2
	                    : marks->conditions.n + marks->cases.at[i - 2 * marks->conditions.n].of_switch;
	const struct meeting *meeting = &attempts->meetings[of];
	if (meeting->symbolic || !meeting->concrete)
		return;
	if (meeting->unmodelled && !meeting->clean)
		sb_addf(out, "its value may come from %s, which is not modelled",
		        attempts->names[meeting->unmodelled - 1]);
	else
		sb_add(out,
		       "other calls must come before and build a state that no test has built: numbers and texts that tests pass "
		       "do not decide it");
}
