/* archive: the best test known for each probe.
 *
 * Every criterion is a function of probes (cover.h), so it is enough to keep the shortest sequence for each probe.
 * "Shortest" means fewest doubtful steps, then fewest steps, then fewest bytes of byte code; the older of two
 * equals stays. The archive copies the sequences that it keeps. A sequence that no probe needs any more is freed,
 * so memory follows the number of kept sequences. */
#ifndef SKEP_COVER_ARCHIVE_H
#define SKEP_COVER_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "seq/seq.h"

struct archive;

struct archive *archive_new(uint32_t n_probes);
/* Makes the archive prefer tests without doubtful steps from now on, however long they are.
 * Doubtful are calls of functions that are not for users and settings of variables (model.h:
 * is_last_resort, sets), because users of the unit do neither. The model is borrowed. */
void archive_prefer_clean(struct archive *archive, const struct model *model);
void archive_free(struct archive *archive);

/* The result of an offer. */
struct archive_gain {
	uint32_t first;      /* probes that had no test before */
	uint32_t shorter;    /* probes that had a longer test before */
};

/* Offers a sequence with the probes that its run hit (a bit set of n_probes). */
struct archive_gain archive_offer(struct archive *archive, const struct seq *seq, const uint64_t *probes);
/* Like archive_offer(), for a test to which any other is preferred: its last call ends the program, or skep gave it less
 * memory than others may. */
struct archive_gain archive_offer_inferior(struct archive *archive, const struct seq *seq, const uint64_t *probes);
/* The result that archive_offer() would have; the archive does not change. */
struct archive_gain archive_would_gain(const struct archive *archive, const struct seq *seq, const uint64_t *probes);

/* A kept test. Sequence and probes are valid until the next archive_offer(). */
struct archived {
	const struct seq *seq;
	const uint64_t *probes; /* all probes that its run hit */
	uint32_t number; /* number of the accepted offer: smaller is older */
};

/* The best test for a probe; seq is NULL if there is none. */
struct archived archive_at(const struct archive *archive, uint32_t probe);
/* Lists each kept test once, oldest first; the array is in arena. */
size_t archive_all(const struct archive *archive, struct arena *arena, struct archived **tests);
/* Chooses a small set of kept tests that hits every probe with a test. It adds the test that hits
 * most new probes first (in a tie the shorter, then the older), and then drops tests that others
 * make redundant. The array, in order of choice, is in arena. */
size_t archive_select(const struct archive *archive, struct arena *arena, struct archived **tests);

bool archive_is_valid(const struct archive *archive);

#endif
