/* judge: decides whether a fault is a bug, misuse of the API, or nothing.
 *
 * The judge runs sequences in the checked build (sanitizers, leak check), with destroyers appended
 * for everything that they made, and decides by the two tables of judge/rules.c. From misuse it
 * learns: it corrects roles in the model (not null, takes ownership, buffer needs its length) and
 * notes the reason. */
#ifndef SKEP_JUDGE_JUDGE_H
#define SKEP_JUDGE_JUDGE_H

#include "base/status.h"
#include "exec/exec.h"
#include "judge/laws/laws.h"
#include "judge/severity.h"
#include "seq/seq.h"

enum verdict {
	VERDICT_FINE,
	VERDICT_MISUSE,
	VERDICT_BUG,
	VERDICT_ERROR_PATH, /* a bug, but only after a call into the C library has failed */
	VERDICT_UNCLEAR
};

const char *verdict_word(enum verdict verdict);

/* A fault with its evidence. All memory belongs to the judge's arena. */
struct finding {
	enum verdict verdict;
	enum severity severity;
	const char *kind;            /* "heap overflow", "use after free", "null dereference", "leak", "hang", ... */
	const char *summary;         /* one line: "heap overflow in ring_push, ring.c:33" */
	const char *evidence;        /* sentences: which memory, who made it, from which argument */
	const char *settled;         /* the sentence in `evidence` that the end of the campaign added; NULL: none */
	const char *rule;            /* name of the rule that decided (judge/rules.c) */
	const struct seq *seq;       /* closed: with destroyers for what it made */
	uint32_t n_own;              /* steps of `seq` before the destroyers */
	uint32_t step;               /* the step in which the fault happens */
	struct sk_fault fault;
	const struct frame *frames;  /* the unit's frames, innermost first */
	uint32_t n_frames;
	const struct frame *alloc_frames;
	uint32_t n_alloc_frames;
	uint64_t key;                /* kind and innermost frames of the unit: equal for faults of one bug */
	uint32_t count;              /* how often it was seen */
};

struct judge;

MUST_USE status judge_new(struct unit *unit, const struct target *checked, const struct exec_options *options,
                          struct judge **judge);
void judge_free(struct judge *judge);
/* Starts a second process of the checked target, so that runs that are compared run side by side. */
MUST_USE status judge_hasten(struct judge *judge);
/* Makes every fault at one of these places a bug, whatever the rules say. A place is the name of a
 * function, FILE:LINE as summaries give it, or the end of such a path. The strings must outlive the
 * judge. */
void judge_promote(struct judge *judge, const char *const *places, size_t n);
/* The work of the checked target so far. */
struct exec_stats judge_stats(const struct judge *judge);

/* Judges a sequence that ran in the fast build. *closed is the sequence with destroyers appended,
 * in arena; it equals seq if there is nothing to destroy. *finding is NULL if the verdict is
 * VERDICT_FINE, else it belongs to the judge. */
MUST_USE status judge_sequence(struct judge *judge, struct arena *arena, const struct seq *seq,
                               const struct seq **closed, enum verdict *verdict, const struct finding **finding);

/* Judges a test that fails or wins nothing by a brief look (judge/checker.h). Fewer runs try to make it fail or not
 * fail, unless the fault turns out to be a bug. A test with the verdict VERDICT_FINE must not be kept after a
 * glance. */
MUST_USE status judge_glance(struct judge *judge, struct arena *arena, const struct seq *seq, const struct seq **closed,
                             enum verdict *verdict, const struct finding **finding);

/* Judges a sequence whose last step, a call, ends the program. *fine: it does so with any contents of unset memory and
 * at any addresses, and nothing is wrong before. *closed, in arena, has the destroyers that a caller needs who makes
 * the last call in a process of its own. */
MUST_USE status judge_ending(struct judge *judge, struct arena *arena, const struct seq *seq, const struct seq **closed,
                             bool *fine);

/* The key of the fault of the sequence; 0 if there is no fault. Files nothing and learns nothing:
 * this is for shortening a failing test. */
MUST_USE status judge_key(struct judge *judge, struct arena *arena, const struct seq *seq, uint64_t *key);
/* Like judge_key(), for a sequence whose steps from n_own on already destroy what it made. */
MUST_USE status judge_key_of_closed(struct judge *judge, struct arena *arena, const struct seq *closed, uint32_t n_own,
                                    uint64_t *key);

/* judge_laws_off() switches off the built-in contracts (judge/laws/laws.h) in the bit set `off`. judge_laws() lists
 * the functions that the others are about, a line each, in arena; it returns how many lines there are. */
void judge_laws_off(struct judge *judge, uint32_t off);
size_t judge_laws(const struct judge *judge, struct arena *arena, const char *const **lines);
/* A built-in contract is about the last call of the sequence, and its function was not looked at
 * often enough. */
bool judge_wants(const struct judge *judge, const struct seq *seq);
/* Finds the built-in contract that the sequence breaks. *breach has the calls that show it, in
 * arena. */
MUST_USE status judge_breach(struct judge *judge, struct arena *arena, const struct seq *seq, struct breach *breach,
                             bool *found);

/* The fault that the sequence ends in; the kind is SK_NO_FAULT if there is none. */
MUST_USE status judge_fault(struct judge *judge, struct arena *arena, const struct seq *seq, struct sk_fault *fault);

/* Runs another test of a finding, closed from step n_own on, and describes the finding by that run:
 * place, memory, numbers and evidence are those of the new run; verdict and count stay. *told is
 * NULL if the fault does not show. */
MUST_USE status judge_tell(struct judge *judge, struct arena *arena, const struct finding *finding,
                           const struct seq *closed, uint32_t n_own, const struct finding **told);

/* A finding of an earlier part of the campaign, as it was stored. */
struct earlier_finding {
	const struct seq *seq;       /* closed */
	uint32_t n_own, count;
	enum verdict verdict;
	uint64_t key;
	const char *summary;
};

/* Runs an earlier finding's test, and files the finding with its verdict and count if the fault
 * still happens; learns nothing. *happens: the fault has the same key. */
MUST_USE status judge_again(struct judge *judge, struct arena *arena, const struct earlier_finding *earlier,
                            bool *happens);

/* Adds `times` to the count of the finding with this key: another campaign saw it. */
void judge_seen(struct judge *judge, uint64_t key, uint32_t times);

/* Finds the rules of all bugs once more, with the facts that are known at the end of a campaign
 * (judge/record.h). */
void judge_settle(struct judge *judge);
/* Runs the tests of all bugs once more, and tries each in full. A bug that does not show again becomes unclear,
 * because readers of the report could not see it either. */
MUST_USE status judge_confirm(struct judge *judge);
/* For a bug whose test does not fail as a program of its own: makes the finding unclear, and
 * returns it. */
const struct finding *judge_not_seen_outside(struct judge *judge, const struct finding *finding);

/* All distinct findings so far, in the order in which they were found. The list belongs to the
 * judge. */
size_t judge_findings(const struct judge *judge, const struct finding *const **findings);

/* Lessons about the API since the last call, one line each, for -v. The list belongs to the judge. */
size_t judge_learned(struct judge *judge, const char *const **lines);
/* The number of lessons believed so far. */
size_t judge_lessons(const struct judge *judge);

#endif
