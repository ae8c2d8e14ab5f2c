/* cover: goals of each criterion, computed from probes alone.
 *
 * A run gives a bit set of probes; a cover accumulates them. Every criterion is
 * a function of the same accumulated set:
 *   function    each function entered
 *   statement   each statement's region entered
 *   branch      each condition false and true, each switch case and default
 *   condition   condition/decision: branch, and each decision false and true
 *   mcdc        each condition shown to matter: two paths of its decision, one
 *               with each outcome of the condition and different outcomes of the
 *               decision, that agree in every other condition evaluated in both
 *               (masking, unique cause with short circuit, as llvm-cov has it) */
#ifndef SKEP_COVER_COVER_H
#define SKEP_COVER_COVER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "model/marks.h"

enum criterion {
	CRITERION_FUNCTION,
	CRITERION_STATEMENT,
	CRITERION_BRANCH,
	CRITERION_CONDITION,
	CRITERION_MCDC,
	N_CRITERIA
};

const char *criterion_name(enum criterion criterion);
/* N_CRITERIA: there is no criterion of that name. */
enum criterion criterion_by_name(const char *name);

struct count {
	uint32_t covered, total;
};

struct cover {
	const struct marks *marks;
	uint64_t *probes;           /* bit set of marks->n_probes */
	uint32_t n_words;
};

void cover_init(struct cover *cover, const struct marks *marks);
void cover_release(struct cover *cover);
/* Adds the probes of a run; returns how many are new. */
uint32_t cover_add(struct cover *cover, const uint64_t *probes);
static inline bool cover_has(const struct cover *cover, uint32_t probe)
{
	return cover->probes[probe / 64] >> (probe % 64) & 1;
}

/* Count goals of the unit's own functions, and of functions that are apart. */
struct count cover_count(const struct cover *cover, enum criterion criterion);
struct count cover_count_apart(const struct cover *cover, enum criterion criterion);
/* Counts goals of the functions in `aim`, per function mark; NULL: of the unit's own functions. */
struct count cover_count_aimed(const struct cover *cover, enum criterion criterion, const bool *aim);
/* Counts goals within one function mark. */
struct count cover_count_in(const struct cover *cover, enum criterion criterion, uint32_t function);

bool cover_decision(const struct cover *cover, uint32_t decision, bool outcome);
/* The condition was shown to decide independently. */
bool cover_mcdc(const struct cover *cover, uint32_t condition);

/* Prints one line per condition, decision, case and statement with its state: the golden form, and
 * the output of `skep run --dump=coverage`. */
void cover_print(const struct cover *cover, struct sb *out);

#endif
