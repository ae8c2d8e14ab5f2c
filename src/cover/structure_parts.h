/* structure_parts: shared by the files of the coverage structure. Private to cover/.
 *
 * structure.c joins the flow graphs and decides what is a goal, structure_reach.c searches the
 * graph, structure_hope.c counts efforts in vain, structure_prefer.c puts goals first, wanted.c
 * knows the paths that MC/DC wants. */
#ifndef SKEP_COVER_STRUCTURE_PARTS_H
#define SKEP_COVER_STRUCTURE_PARTS_H

#include "cover/structure.h"

/* A value for an edge or node that is right for one version. */
struct remembered {
	uint32_t value;
	uint64_t version;    /* 0: there is no value */
};

/* There are two searches for goals: for all of them, and for those with hope. */
enum layer { LAYER_ALL, LAYER_HOPE, N_LAYERS };

/* Efforts for an edge since a goal was won. */
struct effort {
	uint32_t met, tried;     /* runs of its function in vain, and flips to it in vain */
	bool is_nearer;          /* the run that is being noted came nearer to it than any earlier run */
};

struct reach {
	unsigned char *at;       /* per node: REACH_ bits */
	uint64_t version, hope;
};

/* For tests that call one function: the functions that they can be in, and the functions after
 * whose return there are goals left. */
struct scope {
	uint64_t *inside;        /* functions that the test can be in; NULL: not computed yet */
	uint64_t *up[N_LAYERS];  /* functions after whose return there are goals left */
	uint64_t version[N_LAYERS], hope[N_LAYERS]; /* of up */
};

/* The joined flow graphs: nodes of all functions, one function after the other. */
struct joined_flow {
	uint32_t n_nodes;
	uint32_t *first_node;        /* per function, and one entry more */
	uint32_t *function_of;       /* for each node */
	uint32_t *source;            /* per edge: the node that it leaves, or NONE */
	uint32_t *first_caller;      /* per function, and one entry more: index into `callers` */
	uint32_t *callers;           /* the calling nodes */
	bool *passes;                /* per node: the functions that it calls can return */
	bool *returns;               /* per node: the function's caller can be reached from its start */
};

struct open_goals {
	unsigned char *edge_goals;   /* per edge: the number of goals that taking it wins */
	struct effort *efforts;      /* for each edge */
	uint32_t patience;
	uint32_t *node_goals;        /* per node: the number of goals that entering it wins */
	uint64_t *wanted;            /* MC/DC: probes of paths that may still show a condition */
	uint32_t *paths_below;       /* per condition: paths from it to the end */
};

/* Goals that come first. */
struct preferred_goals {
	const uint64_t *probes;      /* borrowed; NULL: no goals come first */
	uint32_t in_vain;            /* runs since a goal was won */
	bool is_narrow;              /* other goals wait */
};

/* Results of searches, with the version for which they are right. */
struct searched {
	uint64_t distance_version, way_version;
	struct reach reach[N_LAYERS];
	uint32_t *distance_in, *distance_out;
	uint32_t *way;               /* per node: the edge that leads there from covered code */
	struct scope *scopes;        /* for each function */
	struct remembered *walks;    /* per edge, for walks of walk_levels levels */
	uint32_t walk_levels;
	uint32_t *stamp, stamp_now;  /* per node: visited by the current walk */
};

struct structure {
	const struct marks *marks;
	const struct flow_graph *flow;
	uint32_t n_functions;
	enum criterion criterion;
	struct cover seen;
	bool *excluded;              /* for each function */
	uint64_t version, hope;      /* `hope` grows when some hope ended */
	uint32_t first_edge, n_edges; /* edge e is probe first_edge + e */
	struct joined_flow graph;
	struct open_goals goals;
	struct preferred_goals preferred;
	struct searched search;
};

enum { REACH_IN = 1, REACH_OUT = 2 }; /* there are goals from the node's start, from its end */

const struct flow_node *structure_node(const struct structure *structure, uint32_t node);
/* The node that an edge leads to; NONE: it is not known. */
uint32_t structure_target(const struct structure *structure, uint32_t edge);
/* The edge that is the k-th way out of a node; NONE: the node is no decision. */
uint32_t structure_edge_out(const struct structure *structure, uint32_t node, uint32_t k);

/* Computes graph.passes and graph.returns. */
void structure_find_returns(struct structure *structure);
/* A goal was won, so efforts that were in vain may succeed now. */
void structure_renew_hope(struct structure *structure);
/* Too many runs that could have won the edge's goal did not. */
bool structure_is_hopeless(const struct structure *structure, uint32_t edge);
/* Makes other goals wait if a preferred goal is open. */
void structure_narrow(struct structure *structure);
/* The goal of the edge, or of the node, waits for preferred goals. */
bool structure_edge_waits(const struct structure *structure, uint32_t edge);
bool structure_node_waits(const struct structure *structure, uint32_t node);
/* Preferred goals were tried in vain too often, so others need not wait longer. */
bool structure_is_tired(const struct structure *structure);
/* REACH_ bits for each node, up to date. */
const unsigned char *structure_reach(struct structure *structure, enum layer layer);

/* Marks the paths of the decision that can still show a condition, together with a path that was
 * taken or can be. */
void wanted_find(const struct cover *cover, uint32_t decision, uint64_t *wanted);

#endif
