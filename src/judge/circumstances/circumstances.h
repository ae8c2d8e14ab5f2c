/* circumstances: what is known about a fault beyond its class.
 *
 * Each is a row of circumstances.def, from which the numbers below and the table come: a new one
 * needs no other place. Most are found by looking at the test, the run and the model; some need other runs (judge/trials/trials.h),
 * and a few are known when a campaign ends. */
#ifndef SKEP_JUDGE_CIRCUMSTANCES_H
#define SKEP_JUDGE_CIRCUMSTANCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct incident;

#define SEEN(name, predicate, words) name,
#define ASKED(name, of, predicate, words) name,
#define TRIED(name, words) name,
#define SETTLED(name, words) name,
enum circumstance {
	NO_CIRCUMSTANCE,
#include "judge/circumstances/circumstances.def"
	N_CIRCUMSTANCES
};
#undef SEEN
#undef ASKED
#undef TRIED
#undef SETTLED

/* A set of circumstances; all zero is the empty one. */
struct circumstances {
	uint64_t words[(N_CIRCUMSTANCES + 63) / 64];
};

void circumstances_add(struct circumstances *set, enum circumstance circumstance);
bool circumstances_have(const struct circumstances *set, enum circumstance circumstance);
void circumstances_remove(struct circumstances *set, enum circumstance circumstance);
/* Adds the others; true if there are any. */
bool circumstances_unite(struct circumstances *set, const struct circumstances *others);
/* Takes out what is not one of the n. */
void circumstances_restrict(struct circumstances *set, const enum circumstance *these, size_t n);

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

/* All rows, by number; the first is empty. */
extern const struct circumstance_row circumstance_rows[N_CIRCUMSTANCES];

/* The circumstances that predicates find. */
struct circumstances circumstances_of(const struct incident *incident);

#endif
