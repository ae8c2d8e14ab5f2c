/* circumstances: what is known about a fault beyond its class.
 *
 * Each circumstance is a row of circumstances.def; the enum and the table below come from these rows. Besides
 * its row, a new circumstance needs a predicate (predicates.h) and a rule that asks for it; one that is to count for programs
 * stands in the list of circumstances_of(), too. Most circumstances are found by looking at the test, the run and the model. Some
 * need other runs (judge/trials/trials.h), and a few are known only at the end of a campaign. */
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

/* A set of circumstances; all bits zero is the empty set. */
struct circumstances {
	uint64_t words[(N_CIRCUMSTANCES + 63) / 64];
};

void circumstances_add(struct circumstances *set, enum circumstance circumstance);
bool circumstances_have(const struct circumstances *set, enum circumstance circumstance);
void circumstances_remove(struct circumstances *set, enum circumstance circumstance);
/* Adds all members of `others` to the set; returns whether `others` has any. */
bool circumstances_unite(struct circumstances *set, const struct circumstances *others);
/* Removes all circumstances from the set except the n in `these`. */
void circumstances_restrict(struct circumstances *set, const enum circumstance *these, size_t n);

/* The steps that a predicate is asked about. The circumstance holds if the predicate holds for one
 * of them. */
enum asked_of {
	OF_NONE,             /* no step: the predicate is about the incident, or there is no predicate */
	OF_ALL_CALLS,        /* all calls of the test, including calls after the fault */
	OF_STEPS,            /* all steps up to the fault */
	OF_CALL,             /* the call that failed, unless memory leaks */
	OF_PARTS,            /* OF_CALL, and earlier calls that had to do with its arguments */
	OF_PARTS_AND_GLOBAL, /* OF_PARTS, and earlier calls that no object ties to others */
	OF_PARTS_OR_ALL,     /* OF_PARTS; for a leak all calls */
};

struct circumstance_row {
	const char *name, *words;
	enum asked_of of;
	bool (*holds)(const struct incident *incident, uint32_t step);
	/* The predicate about the incident as a whole. Rows that are tried or settled have neither
	 * predicate. */
	bool (*is_seen)(const struct incident *incident);
};

/* All rows by number; row 0 is empty. */
extern const struct circumstance_row circumstance_rows[N_CIRCUMSTANCES];

/* The circumstances that the predicates find for the incident. */
struct circumstances circumstances_of(const struct incident *incident);

#endif
