/* diff_parts: what the files of the comparison share. Private to emit/. */
#ifndef SKEP_EMIT_DIFF_PARTS_H
#define SKEP_EMIT_DIFF_PARTS_H

#include "base/map.h"
#include "emit/compilers.h"
#include "emit/diff/diff.h"
#include "emit/suite/observe.h"
#include "engine/values.h"

/* A test in both versions, and how it ended in each. */
struct pair {
	const struct seq *seqs[2];
	enum sk_outcome outcomes[2];
	uint32_t done[2];
	struct sight *sights[2];     /* filled in once the pair is kept: the sights that differ */
	size_t n_sights[2];
	bool differs, changed;
	int baseline;                /* the version it passes with */
	uint32_t sight;              /* the sight that differs; NONE: the other version does not end normally */
	const char *function;
	const char *fault; /* found by sanitizers in the other version: "heap overflow"; NULL: shows without them */
};

#define MAX_DIFFERENCES 40u  /* as many are written at most */

struct differ {
	struct diff_side *sides;
	struct executor *executors[2];
	struct arena *arena, *scratch;
	bool *changed[2]; /* per function mark: its text differs between the versions */
	struct strmap known; /* differences that have a test already */
	VEC(struct pair) pairs;
	struct rng rng;
	struct values *values[2]; /* literals to draw from for variations */
	uint32_t variations_left, literal_tries_left;
	VEC(const struct literal *) literals; /* that only one version has */
	struct compilers compilers[2]; /* objections to either version */
};

/* Returns the number of steps before the calls at the end that destroy the test's objects. */
uint32_t steps_before_closing(const struct model *model, const struct seq *closed);
/* Marks functions whose text differs, or that only one version has. */
void find_changed(struct differ *differ);
bool reaches_changed(const struct differ *differ, int side, const uint64_t *probes);
/* Returns the test of one version in the names of the other; NULL: a name is missing there. In arena. */
const struct seq *diff_translate(struct arena *arena, const struct model *from, const struct model *to,
                                 const struct seq *seq);
void find_new_literals(struct differ *differ);
/* Returns the sequence with the literal in place of the literal of step i; NULL: it does not fit there. */
const struct seq *with_literal(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                               const struct literal *literal);
/* Returns the sequence with one text in place of all texts: a value that one call stores under a name is then
 * found by the next call that asks for that name. */
const struct seq *with_one_text(struct arena *arena, const struct model *model, const struct seq *seq);
/* Returns the sequence followed by a call taken from another sequence, with the literals of that call and the
 * newest objects; NULL: an object is missing. */
const struct seq *with_call(struct arena *arena, const struct model *model, const struct seq *seq,
                            const struct seq *from, uint32_t call);
/* Keeps bugs of one version that the other version does not have. Adds the number of tests to *compared. */
MUST_USE status compare_faults(struct differ *differ, size_t *compared);
/* Writes the pairs as tests, and keeps the tests that pass with one version and fail with the other. */
MUST_USE status write_differences(struct differ *differ, const char *out_dir, const char *command,
                                  struct diff_result *result);

#endif
