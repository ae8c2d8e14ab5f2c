/* marks: the places where the unit decides, as plain data with places in the user's source.
 *
 * front/ finds them, instr/ puts a probe at each, cover/ computes goals from the
 * probes that were hit. A probe is one bit per run: the place was reached or not.
 * The probe space is laid out by marks_number():
 *
 *   functions | regions | conditions x {false, true} | cases | decision paths
 *
 * Paths: a decision of n > 1 conditions has as many paths through its
 * short-circuit diagram as there are ways to evaluate it. Each condition outcome
 * adds a weight; the sum at the decision's end is the path's number. The set of
 * paths taken gives decision outcomes and MC/DC exactly. A decision with more
 * than MAX_PATHS paths has no path probes (n_paths == 0). */
#ifndef SKEP_MODEL_MARKS_H
#define SKEP_MODEL_MARKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "model/model.h"

#define MAX_PATHS 1024u

struct place {
	uint32_t file;             /* index into marks.files */
	uint32_t line, column;     /* from 1; where the user's text starts */
	uint32_t end_line, end_column;
	uint32_t macro_file;       /* the #define that has the text, if a macro gave it; else NONE */
	uint32_t macro_line, macro_column;
};

/* Values of condition.next[]: an index within the decision, or an end of the decision. */
#define NEXT_FALSE 0xfffeu
#define NEXT_TRUE 0xffffu

struct condition {
	struct place place;
	uint32_t function;
	uint32_t decision;
	uint16_t index;            /* within its decision */
	uint16_t next[2];          /* the next condition after outcome 0 and 1 */
	uint32_t weight[2];        /* added to the path number on outcome 0 and 1 */
	const char *text;          /* the user's text as one line, perhaps cut */
};

enum decision_kind { DECIDE_IF, DECIDE_WHILE, DECIDE_DO, DECIDE_FOR, DECIDE_CHOICE, DECIDE_VALUE };

struct decision {
	struct place place;
	uint32_t function;
	enum decision_kind kind;   /* DECIDE_CHOICE is ?:, DECIDE_VALUE an && or || used as a value */
	uint32_t first_condition;  /* its conditions are consecutive */
	uint32_t n_conditions;
	uint32_t n_paths;          /* 0: one condition, or too many paths */
	uint32_t first_probe;      /* of the first path; set by marks_number() */
};

struct switch_mark {
	struct place place;
	uint32_t function;
	uint32_t first_case;       /* its cases are consecutive; the default is the last, */
	uint32_t n_cases;          /* implicit if the source has none */
	const char *text;          /* the controlling expression, as text of conditions */
};

struct case_mark {
	struct place place;
	uint32_t of_switch;
	int64_t low, high;         /* as the switch compares them; equal except in ranges */
	bool is_default, is_implicit;
};

/* A stretch of statements that run together, as far as control flow tells. */
struct region {
	struct place place;
	uint32_t function;
};

struct statement {
	struct place place;
	uint32_t region;
};

struct function_mark {
	const char *name;
	struct place place;        /* of the function's name */
	uint32_t source;
	bool is_static;
	bool is_inline;
	bool is_main;              /* its name in targets is model_main_name() */
	bool is_apart;             /* in a header, or in a source that is only linked: shown, but no goal */
};

struct marks {
	struct arena *arena;
	VEC(const char *) files;
	VEC(struct function_mark) functions;
	VEC(struct region) regions;
	VEC(struct statement) statements;
	VEC(struct condition) conditions;
	VEC(struct decision) decisions;
	VEC(struct switch_mark) switches;
	VEC(struct case_mark) cases;
	uint32_t first_region_probe, first_condition_probe, first_case_probe, first_path_probe;
	uint32_t n_probes;
};

struct marks *marks_new(void);
void marks_free(struct marks *marks);
bool marks_is_valid(const struct marks *marks);

/* The index of the file, which is added if it is new. */
uint32_t marks_file(struct marks *marks, const char *path);

/* Computes weights and n_paths of a decision from next[] of its conditions. */
void marks_count_paths(struct marks *marks, uint32_t decision);

/* Lays out the probe space. Call it once, after the last mark. */
void marks_number(struct marks *marks);

/* The outcomes of conditions along path number `path` of a decision: outcome[] gets 0, 1 or -1 (not
 * evaluated) for each condition, and must have n_conditions entries. Returns the decision's
 * outcome. Works for a decision of one condition, too, which has n_paths == 0. */
bool marks_path(const struct marks *marks, uint32_t decision, uint32_t path, signed char *outcome);

/* The function mark that a probe belongs to. */
uint32_t marks_function_of(const struct marks *marks, uint32_t probe);
/* The probe belongs to a function that is apart. */
bool marks_probe_is_apart(const struct marks *marks, uint32_t probe);

static inline uint32_t marks_function_probe(const struct marks *marks, uint32_t i)
{
	(void)marks;
	return i;
}
static inline uint32_t marks_region_probe(const struct marks *marks, uint32_t i)
{
	return marks->first_region_probe + i;
}
static inline uint32_t marks_condition_probe(const struct marks *marks, uint32_t i, bool outcome)
{
	return marks->first_condition_probe + 2 * i + outcome;
}
static inline uint32_t marks_case_probe(const struct marks *marks, uint32_t i)
{
	return marks->first_case_probe + i;
}

/* Prints the marks as text, function by function: the golden form, and the output of
 * --dump=conditions. */
void marks_print(const struct marks *marks, struct sb *out);

/* A node in the control flow of a function: a stretch of code between marks. */
struct flow_node {
	uint32_t condition;        /* the condition that ends the node, or NONE */
	uint32_t of_switch;        /* the switch that ends the node, or NONE */
	uint32_t region;           /* the region that the node enters, or NONE */
	const uint32_t *next;      /* of a condition {false, true}; of a switch by case; else in any order */
	uint32_t n_next;
	const uint32_t *callees;   /* functions of the unit that the node calls */
	uint32_t n_callees;
	bool halts;                /* of a node without a next: the program ends here, and does not return to
	                              the caller */
};

struct flow_graph {
	const struct flow_node *nodes; /* node 0 is the entry; n_nodes is 0 if there is no body */
	uint32_t n_nodes;
};

/* Prints the graphs as text, one per function mark: the output of --dump=flow. */
void flow_print(const struct marks *marks, const struct flow_graph *graphs, uint32_t n, struct sb *out);

#endif
