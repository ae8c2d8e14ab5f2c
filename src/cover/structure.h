/* structure: the coverage structure: control flow across functions, with goals on it.
 *
 * One thing answers for every criterion which way is worth going. The graph is made
 * of the flow graphs of all functions, joined at calls and returns. What runs have
 * covered (Eval) is a struct cover, handed in by structure_refresh(); which goals
 * that wins (Cov) is read off cover.h and mcdc.h, never computed a second time.
 *
 * A way out of a condition or switch is an edge, named by its probe: so an edge of
 * condition c is marks_condition_probe(), one of a switch marks_case_probe(). Goals
 * that nobody asked for count as covered (structure_exclude), so the same machinery
 * aims at chosen code.
 *
 * Everything that has to be searched for in the graph is computed when it is asked
 * for and kept until coverage grows: what a question costs is bounded by a walk over
 * the graph per growth of coverage. */
#ifndef SKEP_COVER_STRUCTURE_H
#define SKEP_COVER_STRUCTURE_H

#include "cover/cover.h"
#include "cover/nearest.h"

struct structure;

/* Marks and flow (one graph per function mark) are borrowed. Nothing is covered. */
struct structure *structure_new(const struct marks *marks, const struct flow_graph *flow, uint32_t n_flow,
                                enum criterion criterion);
void structure_free(struct structure *structure);

/* The goals of this function mark count as covered from now on. */
void structure_exclude(struct structure *structure, uint32_t function);
/* So do those of all function marks for which `aim` is not set. */
void structure_aim(struct structure *structure, const bool *aim);
/* Goals among these probes (regions, functions, outcomes, cases) come first: while one of them is open there is no
 * hope for others. Many runs in vain end that, until something is won. The bit set is borrowed; NULL: none does. */
void structure_prefer(struct structure *structure, const uint64_t *probes);
/* Others wait for preferred goals now. */
bool structure_is_narrow(const struct structure *structure);
/* Takes over what is covered; false if nothing was new. */
bool structure_refresh(struct structure *structure, const struct cover *cover);
/* Grows whenever answers may have changed. */
uint64_t structure_version(const struct structure *structure);
/* The purpose of a run: goals of functions that it entered, or would have called had it
 * not ended before, and did not win. */
struct outcome {
	const uint64_t *probes;
	struct nearer nearer;        /* that it came to (nearest.h) */
	const uint32_t *calls;       /* function marks or NONE */
	size_t n_calls;
};

/* So often in vain, and hope is lost; UINT32_MAX, as at the start: never. */
void structure_set_patience(struct structure *structure, uint32_t patience);
/* A run was in vain, but for the goals that it came nearer to than any before. */
void structure_note_run(struct structure *structure, const struct outcome *outcome);
/* Somebody set out to take the edge, and nothing was won. */
void structure_note_try(struct structure *structure, uint32_t edge);
/* Grows whenever hope was lost, or came back. */
uint64_t structure_hope_version(const struct structure *structure);
/* The criterion's goals, without those that were excluded. */
struct count structure_count(const struct structure *structure);

/* A prefix of a run with its last decision changed, as far as goals care. */
struct flip {
	uint32_t edge;       /* taken instead; NONE: a branch that is no mark's */
	uint32_t path;       /* of the edge's decision: weights of the outcomes so far, this one included */
	uint32_t function;   /* where it stands: a function mark */
	uint32_t scope;      /* function mark that the test called; NONE: not known */
};

enum relevance {
	IRRELEVANT,          /* no goal can be reached that way */
	HARDLY_RELEVANT,     /* one can, but there is no hope of it */
	MAY_BE_RELEVANT,     /* one can, if the run goes there */
	MUST_BE_RELEVANT     /* the flip itself wins one */
};

enum relevance structure_relevance(struct structure *structure, const struct flip *flip);

/* Some goal can still be won by calling the function. */
bool structure_is_open(struct structure *structure, uint32_t function);
/* Some goal for which there is hope can still be won by calling the function. */
bool structure_has_hope(struct structure *structure, uint32_t function);
/* A goal for which there is hope is on the edge or behind it, in its function or those that are called there. */
bool structure_leads_on(struct structure *structure, uint32_t edge);
/* The edge is a goal, or (MC/DC) part of a path that is wanted. */
bool structure_wants(const struct structure *structure, uint32_t edge);
/* Goals on the edge and within `levels` decisions behind it, across calls and returns. */
uint32_t structure_walk_down(struct structure *structure, uint32_t edge, uint32_t levels);
/* Stretches of code from the edge to the nearest goal; NONE: there is none. */
uint32_t structure_distance(struct structure *structure, uint32_t edge);
/* The edge that no test took, out of a decision that some test met, from which it is
 * nearest to the probe of a condition, case or function; NONE: there is none. */
uint32_t structure_way_to(struct structure *structure, uint32_t probe);

#endif
