/* judge: is it a bug, misuse of the API, or nothing?
 *
 * Runs sequences in the checked build (sanitizers, leak check) with everything
 * they made destroyed at the end, and decides by the two tables of
 * judge/rules.c. Misuse teaches: the model's roles are corrected (not null,
 * takes ownership, buffer needs its length), with the reason noted. */
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

/* A fault that was found, with its evidence. Lives in the judge's arena. */
struct finding {
	enum verdict verdict;
	enum severity severity;
	const char *kind;            /* "heap overflow", "use after free", "null dereference", "leak", "hang", ... */
	const char *summary;         /* one line: "heap overflow in ring_push, ring.c:33" */
	const char *evidence;        /* sentences: which memory, who made it, from which argument */
	const char *settled;         /* the sentence of it that the end of the campaign added; NULL: none */
	const char *rule;            /* name of the rule that decided (judge/rules.c) */
	const struct seq *seq;       /* closed: destroys what it made */
	uint32_t n_own;              /* steps of it before the destroyers */
	uint32_t step;               /* where it happens */
	struct sk_fault fault;
	const struct frame *frames;  /* the unit's frames, innermost first */
	uint32_t n_frames;
	const struct frame *alloc_frames;
	uint32_t n_alloc_frames;
	uint64_t key;                /* same bug, same key: kind and the unit's innermost frames */
	uint32_t count;              /* how often it was seen */
};

struct judge;

MUST_USE status judge_new(struct unit *unit, const struct target *checked, const struct exec_options *options,
                          struct judge **judge);
void judge_free(struct judge *judge);
/* From now on with a second process, so that runs that are compared are made side by side. */
MUST_USE status judge_hasten(struct judge *judge);
/* A fault at one of these places is a bug, whatever the rules say: names of functions, or
 * FILE:LINE as summaries give them, or the end of such a path. They must outlive the judge. */
void judge_promote(struct judge *judge, const char *const *places, size_t n);
/* How often the checked target was run so far. */
struct exec_stats judge_stats(const struct judge *judge);

/* Judges a sequence that ran in the fast build. *closed gets the sequence with
 * destroyers appended (equal to seq if there was nothing to destroy), in arena. On
 * anything but VERDICT_FINE, *finding tells (NULL for VERDICT_FINE). */
MUST_USE status judge_sequence(struct judge *judge, struct arena *arena, const struct seq *seq,
                               const struct seq **closed, enum verdict *verdict, const struct finding **finding);

/* Judges a test that fails or wins nothing by a brief look (judge/checker.h): less is tried to make it
 * fail, or not fail, unless it turns out to be a bug. If it is VERDICT_FINE, it must not be kept. */
MUST_USE status judge_glance(struct judge *judge, struct arena *arena, const struct seq *seq, const struct seq **closed,
                             enum verdict *verdict, const struct finding **finding);

/* The sequence ends the program in its last step, a call. *fine: it does so whatever lies in memory, and nothing is
 * wrong before. *closed, in arena, has what whoever makes that call in a process of its own must destroy. */
MUST_USE status judge_ending(struct judge *judge, struct arena *arena, const struct seq *seq, const struct seq **closed,
                             bool *fine);

/* The key of what is wrong with the sequence, 0 if nothing; files nothing and
 * learns nothing. For shortening a failing test. */
MUST_USE status judge_key(struct judge *judge, struct arena *arena, const struct seq *seq, uint64_t *key);
/* The same of a sequence that destroys what it made by itself, from step n_own on. */
MUST_USE status judge_key_of_closed(struct judge *judge, struct arena *arena, const struct seq *closed, uint32_t n_own,
                                    uint64_t *key);

/* Built-in contracts (judge/laws/laws.h): switches those in the bit set off; and which
 * functions the others are about, a line each, in arena. */
void judge_laws_off(struct judge *judge, uint32_t off);
size_t judge_laws(const struct judge *judge, struct arena *arena, const char *const **lines);
/* A built-in contract is about the last call of the sequence, and was not looked at
 * often enough. */
bool judge_wants(const struct judge *judge, const struct seq *seq);
/* The built-in contract that the sequence breaks, with the calls that show it. */
MUST_USE status judge_breach(struct judge *judge, struct arena *arena, const struct seq *seq, struct breach *breach,
                             bool *found);

/* The fault that the sequence ends in; its kind is SK_NO_FAULT if there is none. */
MUST_USE status judge_fault(struct judge *judge, struct arena *arena, const struct seq *seq, struct sk_fault *fault);

/* Runs another test of a finding, closed from step n_own on, and tells of that run: place,
 * memory, numbers and evidence are its own; verdict and count stay. NULL if the same fault
 * does not show. */
MUST_USE status judge_tell(struct judge *judge, struct arena *arena, const struct finding *finding,
                           const struct seq *closed, uint32_t n_own, const struct finding **told);

/* A finding of an earlier part of the campaign. */
struct earlier_finding {
	const struct seq *seq;       /* closed */
	uint32_t n_own, count;
	enum verdict verdict;
	uint64_t key;
	const char *summary;
};

/* Files it again if it still happens, with its verdict and count; nothing is learned
 * from it. *happens: as the same finding. */
MUST_USE status judge_again(struct judge *judge, struct arena *arena, const struct earlier_finding *earlier,
                            bool *happens);

/* Another campaign saw the finding with this key so often. */
void judge_seen(struct judge *judge, uint64_t key, uint32_t times);

/* Looks at all bugs once more, with what is known at the end of a campaign (judge/record.h). */
void judge_settle(struct judge *judge);
/* Runs the tests of all bugs once more. One that does not show again becomes unclear: whoever
 * reads of it could not see it, either. */
MUST_USE status judge_confirm(struct judge *judge);
/* A bug whose test does not fail as a program of its own: the finding as it is told then. */
const struct finding *judge_not_seen_outside(struct judge *judge, const struct finding *finding);

/* All distinct findings so far, in the order they were found. */
size_t judge_findings(const struct judge *judge, const struct finding *const **findings);

/* Lessons about the API since the last call, one line each, for -v. */
size_t judge_learned(struct judge *judge, const char *const **lines);
/* How much was learned in all. */
size_t judge_lessons(const struct judge *judge);

#endif
