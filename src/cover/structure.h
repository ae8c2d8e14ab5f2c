/* structure: the coverage structure: control flow across functions, with goals on it.
 *
 * One structure tells for every criterion which way is worth going. The graph is made of the flow
 * graphs of all functions, joined at calls and returns. The covered probes (Eval) are a struct
 * cover, which structure_refresh() gets; the goals that they win (Cov) come from cover.h and
 * mcdc.h, and are never computed a second time.
 *
 * A way out of a condition or switch is an edge, named by its probe: an edge of condition c is
 * marks_condition_probe(), an edge of a switch marks_case_probe(). Goals that nobody asked for
 * count as covered (structure_exclude), so the same machinery aims at chosen code.
 *
 * Answers that need a search of the graph are computed on demand and kept until coverage grows, so
 * all questions together cost at most a walk over the graph per growth of coverage. */
#ifndef SKEP_COVER_STRUCTURE_H
#define SKEP_COVER_STRUCTURE_H

#include "cover/cover.h"
#include "cover/nearest.h"

struct structure;

/* Marks and flow (one graph per function mark) are borrowed. Nothing is covered. */
struct structure *structure_new(const struct marks *marks, const struct flow_graph *flow, uint32_t n_flow,
                                enum criterion criterion);
void structure_free(struct structure *structure);

/* Makes the goals of this function mark count as covered from now on. */
void structure_exclude(struct structure *structure, uint32_t function);
/* Does so for all function marks for which `aim` is not set. */
void structure_aim(struct structure *structure, const bool *aim);
/* Puts goals among these probes (regions, functions, outcomes, cases) first: while one of them is open, there is no
 * hope for others. Many runs in vain end that, until some goal is won. The bit set is borrowed; NULL: no goals come
 * first. */
void structure_prefer(struct structure *structure, const uint64_t *probes);
/* Other goals wait for preferred goals now. */
bool structure_is_narrow(const struct structure *structure);
/* Takes over the covered probes; false if none of them is new. */
bool structure_refresh(struct structure *structure, const struct cover *cover);
/* Grows whenever answers may have changed. */
uint64_t structure_version(const struct structure *structure);
/* A run in vain: it did not win goals of functions that it entered, or would have called if it had
 * not ended before. */
struct outcome {
	const uint64_t *probes;
	struct nearer nearer;        /* outcomes that it came nearer to (nearest.h) */
	const uint32_t *calls;       /* function marks, or NONE */
	size_t n_calls;
};

/* Sets how many efforts in vain end the hope of a goal; UINT32_MAX, as at the start: hope never
 * ends. */
void structure_set_patience(struct structure *structure, uint32_t patience);
/* Notes a run in vain. Goals that it came nearer to than any earlier run do not count as in vain. */
void structure_note_run(struct structure *structure, const struct outcome *outcome);
/* Notes an attempt to take the edge that won nothing. */
void structure_note_try(struct structure *structure, uint32_t edge);
/* Grows whenever some hope ended or came back. */
uint64_t structure_hope_version(const struct structure *structure);
/* The criterion's goals, without excluded ones. */
struct count structure_count(const struct structure *structure);

/* A beginning of a run with its last decision changed, as far as goals depend on it. */
struct flip {
	uint32_t edge;       /* the edge taken instead; NONE: a branch without a mark */
	uint32_t path;       /* of the edge's decision: the sum of the weights of the outcomes so far, including
	                        this one */
	uint32_t function;   /* function mark that contains it */
	uint32_t scope;      /* function mark that the test called; NONE: not known */
};

enum relevance {
	IRRELEVANT,          /* no goal can be reached that way */
	HARDLY_RELEVANT,     /* some goal can be reached, but there is no hope of it */
	MAY_BE_RELEVANT,     /* some goal can be reached if the run goes there */
	MUST_BE_RELEVANT     /* the flip itself wins a goal */
};

enum relevance structure_relevance(struct structure *structure, const struct flip *flip);

/* Some goal can still be won by calling the function. */
bool structure_is_open(struct structure *structure, uint32_t function);
/* Some goal for which there is hope can still be won by calling the function. */
bool structure_has_hope(struct structure *structure, uint32_t function);
/* A goal for which there is hope is on the edge or behind it, in its function or in functions called there. */
bool structure_leads_on(struct structure *structure, uint32_t edge);
/* The edge is a goal, or (MC/DC) part of a wanted path. */
bool structure_wants(const struct structure *structure, uint32_t edge);
/* The number of goals on the edge and within `levels` decisions behind it, across calls and
 * returns. */
uint32_t structure_walk_down(struct structure *structure, uint32_t edge, uint32_t levels);
/* The number of stretches of code from the edge to the nearest goal; NONE: there is none. */
uint32_t structure_distance(struct structure *structure, uint32_t edge);
/* The best untaken edge towards the probe of a condition, case or function: of the edges out of
 * decisions that some test met, the one with the shortest way to the probe; NONE: there is none. */
uint32_t structure_way_to(struct structure *structure, uint32_t probe);

#endif
