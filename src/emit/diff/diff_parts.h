/* diff_parts: what the files of the comparison share. Private to emit/. */
#ifndef SKEP_EMIT_DIFF_PARTS_H
#define SKEP_EMIT_DIFF_PARTS_H

#include "base/map.h"
#include "emit/compilers.h"
#include "emit/diff/diff.h"
#include "emit/suite/observe.h"
#include "engine/values.h"

/* A test in both versions, and what came of it. */
struct pair {
	const struct seq *seqs[2];
	enum sk_outcome outcomes[2];
	uint32_t done[2];
	struct sight *sights[2];     /* once it is kept: the one that differs */
	size_t n_sights[2];
	bool differs, changed;
	int baseline;                /* the version it passes with */
	uint32_t sight;              /* that differs; NONE: the other version does not end normally */
	const char *function;
	const char *
	        fault; /* what the sanitizers see in the other version: "heap overflow"; NULL: nothing is needed to see it */
};

#define MAX_DIFFERENCES 40u  /* written */

struct differ {
	struct diff_side *sides;
	struct executor *executors[2];
	struct arena *arena, *scratch;
	bool *changed[2]; /* per function mark: its text is another */
	struct strmap known; /* differences that have a test */
	VEC(struct pair) pairs;
	struct rng rng;
	struct values *values[2]; /* for variations */
	uint32_t variations_left, literal_tries_left;
	VEC(const struct literal *) literals; /* that only one version has */
	struct compilers compilers[2]; /* what they mind about either version */
};

/* Steps before the calls at the end that destroy what the test made. */
uint32_t steps_before_closing(const struct model *model, const struct seq *closed);
/* Which functions differ in their text, or are in one version only. */
void find_changed(struct differ *differ);
bool reaches_changed(const struct differ *differ, int side, const uint64_t *probes);
/* The same test in the words of the other version; NULL: it has none for it. */
const struct seq *diff_translate(struct arena *arena, const struct model *from, const struct model *to,
                                 const struct seq *seq);
void find_new_literals(struct differ *differ);
/* The sequence with the literal in place of that of step i; NULL: it does not fit there. */
const struct seq *with_literal(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                               const struct literal *literal);
/* The sequence with one text in place of all: what one call puts under a name, the next finds under it. */
const struct seq *with_one_text(struct arena *arena, const struct model *model, const struct seq *seq);
/* The sequence with that call of another behind it, with its literals and the newest objects; NULL: an object is missing. */
const struct seq *with_call(struct arena *arena, const struct model *model, const struct seq *seq,
                            const struct seq *from, uint32_t call);
/* Keeps bugs of one version that the other has not. Counts the tests. */
MUST_USE status compare_faults(struct differ *differ, size_t *compared);
/* Writes the pairs as tests, keeps those that pass and fail as they should. */
MUST_USE status write_differences(struct differ *differ, const char *out_dir, const char *command,
                                  struct diff_result *result);

#endif
