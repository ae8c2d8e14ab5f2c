/* circumstances: what is known about a fault beyond its class.
 *
 * Each is a row of circumstances.def, from which the bits below and the table come. Most are
 * found by looking at the test, the run and the model; some need other runs (judge/trials/trials.h),
 * and a few are known when a campaign ends. */
#ifndef SKEP_JUDGE_CIRCUMSTANCES_H
#define SKEP_JUDGE_CIRCUMSTANCES_H

#include <stdbool.h>
#include <stdint.h>

struct incident;

#define SEEN(name, predicate, words) NUMBER_##name,
#define ASKED(name, of, predicate, words) NUMBER_##name,
#define TRIED(name, words) NUMBER_##name,
#define SETTLED(name, words) NUMBER_##name,
enum circumstance_number {
#include "judge/circumstances/circumstances.def"
	N_CIRCUMSTANCES
};
#undef SEEN
#undef ASKED
#undef TRIED
#undef SETTLED

/* Nearly all bits are taken. Then a row needs two that become one, or sets of two words: also in
 * struct question, struct trial and struct rule. */
_Static_assert(N_CIRCUMSTANCES <= 64, "a set of circumstances has 64 bits");

/* Sets of circumstances are sums of these. */
#define SEEN(name, predicate, words) name = UINT64_C(1) << NUMBER_##name,
#define ASKED(name, of, predicate, words) name = UINT64_C(1) << NUMBER_##name,
#define TRIED(name, words) name = UINT64_C(1) << NUMBER_##name,
#define SETTLED(name, words) name = UINT64_C(1) << NUMBER_##name,
enum circumstance {
#include "judge/circumstances/circumstances.def"
};
#undef SEEN
#undef ASKED
#undef TRIED
#undef SETTLED

/* Which steps a predicate is asked of; it holds if it does so for one of them. */
enum asked_of {
	OF_NONE,             /* the predicate is about the incident, or there is none */
	OF_ALL_CALLS,        /* all calls of the test, those after the fault too */
	OF_STEPS,            /* all steps up to the fault */
	OF_CALL,             /* the call that failed, unless memory leaks */
	OF_PARTS,            /* the same, and earlier calls that had to do with its arguments */
	OF_PARTS_AND_GLOBAL, /* the same, and earlier calls that no object ties to others */
	OF_PARTS_OR_ALL,     /* as OF_PARTS, but for a leak all calls */
};

struct circumstance_row {
	const char *name, *words;
	enum asked_of of;
	bool (*holds)(const struct incident *incident, uint32_t step);
	/* Of the incident as a whole. Rows that are tried or settled have neither predicate. */
	bool (*is_seen)(const struct incident *incident);
};

/* All rows, by number. */
extern const struct circumstance_row circumstance_rows[N_CIRCUMSTANCES];

/* Bit set of enum circumstance: those that predicates find. */
uint64_t circumstances_of(const struct incident *incident);

#endif
