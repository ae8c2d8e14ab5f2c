/* bellman_ford: shortest ways in a graph whose edges may have negative weights. */
#include <limits.h>
#include <stdlib.h>

#define MOST_NODES 8
#define MOST_EDGES 16

struct edge {
	int from, to, weight;
};

struct graph {
	int n_nodes, n_edges;
	struct edge edges[MOST_EDGES];
};

struct graph *graph_new(int nodes)
{
	if (nodes < 1 || nodes > MOST_NODES)
		return NULL;
	struct graph *graph = calloc(1, sizeof *graph);
	if (graph)
		graph->n_nodes = nodes;
	return graph;
}

void graph_free(struct graph *graph)
{
	free(graph);
}

int graph_connect(struct graph *graph, int from, int to, int weight)
{
	if (from < 0 || to < 0 || from >= graph->n_nodes || to >= graph->n_nodes)
		return -1;
	if (weight < -1000 || weight > 1000)
		return -2;
	if (graph->n_edges == MOST_EDGES)
		return -3;
	for (int i = 0; i < graph->n_edges; i++)
		if (graph->edges[i].from == from && graph->edges[i].to == to) {
			if (weight >= graph->edges[i].weight)
				return 0;
			graph->edges[i].weight = weight;
			return 1;
		}
	graph->edges[graph->n_edges++] = (struct edge){ from, to, weight };
	return 2;
}

/* -1: bad nodes, -2: a cycle gets shorter and shorter, -3: no way, -4: more than `hops` edges; else 1. */
int graph_way(const struct graph *graph, int from, int to, int hops, int *length)
{
	int distance[MOST_NODES], steps[MOST_NODES] = { 0 }, changed = 1;
	if (from < 0 || from >= graph->n_nodes || to < 0 || to >= graph->n_nodes)
		return -1;
	for (int i = 0; i < graph->n_nodes; i++)
		distance[i] = i == from ? 0 : INT_MAX;
	for (int round = 0; changed; round++) {
		changed = 0;
		if (round > graph->n_nodes)
			return -2;
		for (int i = 0; i < graph->n_edges; i++) {
			const struct edge *edge = &graph->edges[i];
			if (distance[edge->from] == INT_MAX)
				continue;
			int there = distance[edge->from] + edge->weight;
			if (there < distance[edge->to]) {
				distance[edge->to] = there;
				steps[edge->to] = steps[edge->from] + 1;
				changed = 1;
			}
		}
	}
	if (distance[to] == INT_MAX)
		return -3;
	if (hops > 0 && steps[to] > hops)
		return -4;
	*length = distance[to];
	return distance[to] < -1500 ? 2 : 1;
}
