/* archive: the best test known for each probe.
 *
 * Every criterion is a function of probes (cover.h), so the shortest sequence per
 * probe is all that has to be kept. Shortest: with fewest doubtful steps, then fewest steps, then fewest bytes of
 * byte code, then the older one. Kept sequences are copied into the archive; one
 * that no probe needs any more is forgotten, so memory follows what is kept. */
#ifndef SKEP_COVER_ARCHIVE_H
#define SKEP_COVER_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "seq/seq.h"

struct archive;

struct archive *archive_new(uint32_t n_probes);
/* From here on tests that do nothing doubtful are preferred, however long they are: calls
 * of functions that are not for users, and settings of variables (model.h: is_last_resort,
 * sets), are what users of the unit do not do. The model is borrowed. */
void archive_prefer_clean(struct archive *archive, const struct model *model);
void archive_free(struct archive *archive);

/* The result of an offer. */
struct archive_gain {
	uint32_t first;      /* probes that had no test */
	uint32_t shorter;    /* probes whose test was longer */
};

/* Offers a sequence and the probes its run hit (a bit set of n_probes). */
struct archive_gain archive_offer(struct archive *archive, const struct seq *seq, const uint64_t *probes);
/* The same of a test whose last call ends the program: any test that comes to its end is better. */
struct archive_gain archive_offer_ending(struct archive *archive, const struct seq *seq, const uint64_t *probes);
/* The result that archive_offer() would have; nothing changes. */
struct archive_gain archive_would_gain(const struct archive *archive, const struct seq *seq, const uint64_t *probes);

/* A kept test. Sequence and probes hold until the next archive_offer(). */
struct archived {
	const struct seq *seq;
	const uint64_t *probes;  /* all that its run hit */
	uint32_t number;         /* counts accepted offers: smaller is older */
};

/* The best test for a probe; seq is NULL if there is none. */
struct archived archive_at(const struct archive *archive, uint32_t probe);
/* Each kept test once, oldest first; the array is in arena. */
size_t archive_all(const struct archive *archive, struct arena *arena, struct archived **tests);
/* A small set of kept tests that hits every probe the archive has a test for: the
 * one that adds most first (ties: shorter, then older), then without those that
 * the others make redundant. In the order they were chosen; in arena. */
size_t archive_select(const struct archive *archive, struct arena *arena, struct archived **tests);

bool archive_is_valid(const struct archive *archive);

#endif
