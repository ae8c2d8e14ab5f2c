/* campaign: engines that spend one budget on one unit.
 *
 * It owns everything that the engines share: the archive (best test per goal), the coverage so far, the budget,
 * the statistics, the judge. Every test with new coverage and every fault is judged in the checked build before
 * it counts: an archived test is legal, leaves nothing behind and is clean under the sanitizers. */
#ifndef SKEP_CAMPAIGN_CAMPAIGN_H
#define SKEP_CAMPAIGN_CAMPAIGN_H

#include "base/status.h"
#include "cover/archive.h"
#include "cover/cover.h"
#include "engine/engine.h"
#include "exec/exec.h"
#include "judge/judge.h"

struct journal; /* store/journal.h */
struct winners; /* campaign/sharing/winners.h */

struct campaign_progress {
	double seconds;
	uint64_t executions;
	struct count goals;
	uint32_t bugs, misuses;
	const char *doing;           /* the name of an engine */
};

/* An engine of the campaign, with its own options. */
struct engine_choice {
	const struct engine_kind *kind;
	const void *options;
};

enum stop_reason { STOP_BUDGET, STOP_ALL_COVERED, STOP_PLATEAU, STOP_INTERRUPTED, STOP_NOTHING_TO_DO, STOP_ENOUGH };

/* When the campaign stops. */
struct campaign_budget {
	double seconds;              /* 0: no limit in time */
	uint64_t executions;         /* 0: no limit in number */
	double plateau_seconds;      /* without a new goal; 0: no limit */
	uint64_t plateau_executions; /* tests without a new goal; 0: no limit */
	uint64_t enough;             /* per cent of the goals that end the campaign; 0: no limit */
	/* When all goals are covered. AFTERWARDS: the rest of the budget, or a share of the plateau, goes to
	 * findings. */
	enum campaign_end { END_AFTERWARDS, END_AT_ONCE, END_NEVER } end;
	/* PART_SHARE: one of several parallel campaigns, whose time is not counted. PART_LAST: other campaigns
	 * have searched for `seconds` and stopped for the reason `stop`; the contents of the journals are taken
	 * over, and nothing else is tried. */
	enum campaign_part { PART_ALL, PART_SHARE, PART_LAST } part;
	enum stop_reason stop;
};

struct campaign_judging {
	const char *const *promoted; /* places where every fault is a bug (judge_promote) */
	size_t n_promoted;
	uint32_t laws_off; /* bit set of built-in contracts (judge/laws/laws.h) */
	bool unjudged; /* for measurements: every run counts, however it ended */
};

/* Journals to which the campaign writes as it goes, and claims on frontiers where campaigns share the work (NULL: they do
 * not). All are borrowed. Entries that are there already are an earlier part of the campaign: its tests run again first, which
 * the budget does not count, and its findings stay. */
struct campaign_sharing {
	struct journal *const *journals;
	size_t n_journals;
	struct claims *claims;
};

struct campaign_options {
	struct campaign_budget budget;
	uint64_t seed;
	uint32_t workers;
	enum criterion criterion;
	const struct engine_choice *engines;
	size_t n_engines;
	const bool *callable; /* per function */
	const bool *aim; /* per function mark: its goals count; NULL: all do */
	const uint64_t *first; /* goals with priority (a bit set of probes); NULL: none */
	const uint64_t *watched; /* bit set of probes: tests that hit one are counted; NULL: none */
	/* Returns the symbolic build. Called when an engine needs it. Without `wait` the target may be NULL:
	 * not ready yet. The target must outlive the campaign. */
	status (*symbolic)(void *context, bool wait, const struct target **target);
	void *symbolic_context;
	struct exec_options exec;
	struct campaign_judging judging;
	struct campaign_sharing sharing;
	/* Tests of an earlier stage, which run and are taken in first, at no cost to the budget. The cheap
	 * engines have saturated there, so all engines share the budget from the start. Borrowed. */
	const struct seq *const *earlier;
	size_t n_earlier;
	/* Called now and then; NULL: never. */
	void (*progress)(void *context, const struct campaign_progress *progress);
	void *context;
};

/* The names of two counts over all engines: tests that ran, and tests that hit a watched probe. */
#define WATCHED_TESTS "watched tests"
#define WATCHED_HITS "watched hits"

/* Coverage over time. */
struct campaign_point {
	double seconds;
	uint64_t executions;
	uint32_t covered;
};

struct campaign;

/* Runs a campaign, with other workers if the options ask for them (workers.c). The caller frees *campaign, also after
 * an error. All other arguments are borrowed, and must outlive it. */
MUST_USE status campaign_run(struct unit *unit, const struct target *fast, const struct target *checked,
                             const struct campaign_options *options, struct campaign **campaign);
void campaign_free(struct campaign *campaign);

const struct archive *campaign_archive(const struct campaign *campaign);
const struct cover *campaign_cover(const struct campaign *campaign);
struct judge *campaign_judge(struct campaign *campaign);
/* Returns what each of the other workers won whose tests came through a journal. */
const struct winners *campaign_winners(const struct campaign *campaign);
/* Returns the counts of all parts of the campaign and all workers. */
const struct counts *campaign_counts(const struct campaign *campaign);
enum stop_reason campaign_stop_reason(const struct campaign *campaign);
const struct campaign_point *campaign_timeline(const struct campaign *campaign, size_t *n);

struct campaign_stats {
	double seconds;
	uint64_t executions, faults, hangs, exits, judged, illegal;
	uint64_t workers_started;
	double judging_seconds, waiting_seconds, proposing_seconds; /* where the time was spent */
	/* The chance that the next test covers something new, and that another minute does (estimate.h). */
	double chance_next, chance_minute;
};
/* Returns the statistics of all parts of the campaign. */
struct campaign_stats campaign_stats(const struct campaign *campaign);
/* Appends, as a part of a sentence, why the edge of a probe is not covered, as far as engines know; nothing if
 * none knows. */
void campaign_explain(const struct campaign *campaign, uint32_t probe, struct sb *out);
/* The part of the budget that one engine spent, and its gain. */
struct engine_part {
	const char *name;
	uint64_t tests;
	double seconds;
	double share; /* of the budget: of the time, or with executions of the work (engine/cost.h) */
	uint64_t won; /* goals that it covered first */
	uint32_t alone; /* goals that no other engine covered; of this part and this worker */
};
size_t campaign_engines(const struct campaign *campaign);
struct engine_part campaign_engine_part(const struct campaign *campaign, size_t engine);
void campaign_engine_statistics(const struct campaign *campaign,
                                void (*each)(void *context, const char *name, double value), void *context);

#endif
