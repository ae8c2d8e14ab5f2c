/* structure_parts: what the files of the coverage structure share. Private to cover/.
 *
 * structure.c joins the flow graphs and says what is a goal, structure_reach.c
 * searches the graph, structure_hope.c counts what was done in vain, structure_prefer.c puts
 * goals first, wanted.c knows the paths that MC/DC wants. */
#ifndef SKEP_COVER_STRUCTURE_PARTS_H
#define SKEP_COVER_STRUCTURE_PARTS_H

#include "cover/structure.h"

/* A value for each edge or node that holds for one version. */
struct remembered {
	uint32_t value;
	uint64_t version;    /* 0: none */
};

/* Goals are searched for twice: all of them, and those for which there is hope. */
enum layer { LAYER_ALL, LAYER_HOPE, N_LAYERS };

/* Work for an edge since a goal was won. */
struct effort {
	uint32_t met, tried;     /* runs of its function in vain, flips to it in vain */
	bool is_nearer;          /* the run that is being noted came nearer than any before */
};

struct reach {
	unsigned char *at;       /* per node: REACH_ bits */
	uint64_t version, hope;
};

/* Which functions a test that calls one function can be in, and where goals are
 * left once one of them returns. */
struct scope {
	uint64_t *inside;        /* functions; NULL: not computed yet */
	uint64_t *up[N_LAYERS];  /* functions behind whose return goals are left */
	uint64_t version[N_LAYERS], hope[N_LAYERS]; /* of up */
};

/* The flow graphs joined: nodes of all functions, one function after the other. */
struct joined_flow {
	uint32_t n_nodes;
	uint32_t *first_node;        /* per function, and one more */
	uint32_t *function_of;       /* per node */
	uint32_t *source;            /* per edge: its node, or NONE */
	uint32_t *first_caller;      /* per function, and one more: into callers */
	uint32_t *callers;           /* nodes */
	bool *passes;                /* per node: the functions it calls can return */
	bool *returns;               /* per node: from its start the function's caller can be reached */
};

struct open_goals {
	unsigned char *edge_goals;   /* per edge: how many taking it wins */
	struct effort *efforts;      /* per edge */
	uint32_t patience;
	uint32_t *node_goals;        /* per node: how many entering it wins */
	uint64_t *wanted;            /* MC/DC: probes of paths that may show something */
	uint32_t *paths_below;       /* per condition: paths from it on */
};

/* Goals that come first. */
struct preferred_goals {
	const uint64_t *probes;      /* borrowed; NULL: none does */
	uint32_t in_vain;            /* runs since something was won */
	bool is_narrow;              /* others wait */
};

/* Answers that were searched for, with the version they hold for. */
struct searched {
	uint64_t distance_version, way_version;
	struct reach reach[N_LAYERS];
	uint32_t *distance_in, *distance_out;
	uint32_t *way;               /* per node: edge that leads there from covered code */
	struct scope *scopes;        /* per function */
	struct remembered *walks;    /* per edge, for the number of levels below */
	uint32_t walk_levels;
	uint32_t *stamp, stamp_now;  /* per node: visited by this walk */
};

struct structure {
	const struct marks *marks;
	const struct flow_graph *flow;
	uint32_t n_functions;
	enum criterion criterion;
	struct cover seen;
	bool *excluded;              /* per function */
	uint64_t version, hope;      /* the latter counts when hope was lost */
	uint32_t first_edge, n_edges; /* edge e is probe first_edge + e */
	struct joined_flow graph;
	struct open_goals goals;
	struct preferred_goals preferred;
	struct searched search;
};

enum { REACH_IN = 1, REACH_OUT = 2 }; /* goals left from its start, from its end */

const struct flow_node *structure_node(const struct structure *structure, uint32_t node);
/* The node that an edge leads to; NONE: not known. */
uint32_t structure_target(const struct structure *structure, uint32_t edge);
/* The edge out of a node by its k-th way; NONE: it is no decision. */
uint32_t structure_edge_out(const struct structure *structure, uint32_t node, uint32_t k);

/* Sets passes and returns. */
void structure_find_returns(struct structure *structure);
/* A goal was won: what was done in vain may be worth doing again. */
void structure_renew_hope(struct structure *structure);
/* Runs that could have won the edge's goal did not, too often. */
bool structure_is_hopeless(const struct structure *structure, uint32_t edge);
/* Lets others wait if a preferred goal is open. */
void structure_narrow(struct structure *structure);
/* The goal of the edge, or of the node, waits for preferred ones. */
bool structure_edge_waits(const struct structure *structure, uint32_t edge);
bool structure_node_waits(const struct structure *structure, uint32_t node);
/* They were tried in vain too often: narrowing is to end. */
bool structure_is_tired(const struct structure *structure);
/* REACH_ bits per node, up to date. */
const unsigned char *structure_reach(struct structure *structure, enum layer layer);

/* Marks the paths of the decision that can show a condition which none has shown,
 * together with a path that was or will be taken. */
void wanted_find(const struct cover *cover, uint32_t decision, uint64_t *wanted);

#endif
