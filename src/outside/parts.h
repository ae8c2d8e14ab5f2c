/* parts: the inside of a campaign with an outside generator, for its files: outside.c (the loop), notes.c (the
 * journal), shorten.c (inputs of findings). */
#ifndef SKEP_OUTSIDE_PARTS_H
#define SKEP_OUTSIDE_PARTS_H

#include "cover/cover.h"
#include "engine/influence.h"
#include "outside/outside.h"
#include "store/counts.h"

/* A lane and its test. */
struct busy_lane {
	struct lane *lane;
	const struct configuration *configuration;
	uint64_t seed;
	uint32_t way;                    /* pursuit.h */
	bool is_again;                   /* from an earlier part of the campaign */
};

/* The counts of a campaign. */
struct tally {
	struct influence_size size;
	struct influence *influence;
	struct pursuit *pursuit;         /* NULL: there are no targets */
	struct counts *counts, *known;   /* known: what the journal has */
	struct cover cover;
	struct campaign_stats stats;
	uint64_t started, made, barren, uncovered;
};

/* The tests and findings that are kept for the results. */
struct kept {
	VEC(struct outside_test) tests, again;
	size_t next_again;
	VEC(struct outside_finding) findings;
	VEC(struct campaign_point) timeline;
	enum stop_reason stop_reason;
};

/* The times of the last progress and notes. */
struct pacing {
	VEC(struct entry) notes;         /* entries for the journal that are not written yet */
	double began, shown, noted_time;
	uint64_t noted_at;
};

struct outside {
	struct coverage *coverage;
	struct outside_options options;
	struct arena *arena;
	struct rng rng;
	struct configuration *all;       /* every feature */
	struct busy_lane *slots;         /* one per worker */
	struct tally tally;
	struct kept kept;
	struct pacing pace;
};

/* Returns a key that two results with the same failure share. */
uint64_t outside_key(const struct lane_result *result);

/* ---- notes.c ---- */

/* Notes a test for the journal, to be written later. */
void outside_note_test(struct outside *outside, const struct outside_test *test);
void outside_note_finding(struct outside *outside, const struct outside_finding *finding);
MUST_USE status outside_write_notes(struct outside *outside);
/* Makes the journal forget all tests except the tests that are kept now. */
MUST_USE status outside_condense_notes(const struct outside *outside);
/* Reads the entries of an earlier part of the campaign. */
MUST_USE status outside_read_notes(struct outside *outside);

#endif
