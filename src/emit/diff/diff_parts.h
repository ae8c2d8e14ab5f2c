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
};

struct differ {
	struct diff_side *sides;
	struct executor *executors[2];
	struct arena *arena, *scratch;
	bool *changed[2];            /* per function mark: its text is another */
	struct strmap known;         /* differences that have a test */
	VEC(struct pair) pairs;
	struct rng rng;
	struct values *values[2];    /* for variations */
	uint32_t variations_left;
	struct compilers compilers[2]; /* what they mind about either version */
};

/* Steps before the calls at the end that destroy what the test made. */
uint32_t steps_before_closing(const struct model *model, const struct seq *closed);
/* Which functions differ in their text, or are in one version only. */
void find_changed(struct differ *differ);
bool reaches_changed(const struct differ *differ, int side, const uint64_t *probes);
/* Writes the pairs as tests, keeps those that pass and fail as they should. */
MUST_USE status write_differences(struct differ *differ, const char *out_dir, const char *command,
                                  struct diff_result *result);

#endif
