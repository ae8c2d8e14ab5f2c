/* regress: see regress.h. */
#include "emit/regress.h"

#include <math.h>

#include "campaign/campaign.h"
#include "cover/lines.h"
#include "emit/json_text.h"

#define LEAST_TESTS 30u /* a way with fewer tests is not called the best */

static const uint64_t *read_row(const struct counts *counts, const char *name, uint32_t n, struct arena *arena)
{
	uint64_t *row = ARENA_ARRAY(arena, uint64_t, n + 1);
	for (uint32_t i = 0; i < n; i++)
		row[i] = counts_get(counts, name, i);
	return row;
}

struct regress_results regress_read(const struct regress_target *targets, uint32_t n, const struct marks *marks,
                                    const struct counts *counts, struct arena *arena)
{
	return (struct regress_results){ .targets = targets,
		                         .n = n,
		                         .marks = marks,
		                         .tests = read_row(counts, PURSUIT_TESTS, N_PURSUIT_ROWS, arena),
		                         .runs = read_row(counts, PURSUIT_RUNS, N_PURSUIT_ROWS, arena),
		                         .failed = read_row(counts, PURSUIT_FAILED, N_PURSUIT_ROWS, arena),
		                         .barren = read_row(counts, PURSUIT_BARREN, N_WAYS, arena),
		                         .hits = read_row(counts, PURSUIT_HITS, N_PURSUIT_ROWS * n, arena),
		                         .needs = read_row(counts, PURSUIT_NEEDS, N_PURSUIT_MERGINGS, arena),
		                         .all = counts_get(counts, WATCHED_TESTS, 0),
		                         .reached = counts_get(counts, WATCHED_HITS, 0) };
}

static double share(uint64_t hits, uint64_t tests)
{
	return tests ? (double)hits / (double)tests : 0;
}

struct regress_share regress_share_of(const struct regress_results *results, uint32_t target)
{
	struct regress_share out = { .undirected_tests = results->tests[0], .undirected_hits = results->hits[target] };
	double best = 0;
	for (uint32_t w = 1; w < N_WAYS; w++) {
		uint64_t tests = results->tests[w], hits = results->hits[w * results->n + target];
		out.directed_tests += tests;
		out.directed_hits += hits;
		if (tests >= LEAST_TESTS && share(hits, tests) > best) {
			best = share(hits, tests);
			out.best = w;
		}
	}
	out.undirected = share(out.undirected_hits, out.undirected_tests);
	out.directed = share(out.directed_hits, out.directed_tests);
	out.ratio = out.undirected_hits && out.directed_tests ? out.directed / out.undirected : -1;
	return out;
}

/* ---- summary.json ---- */

static void set(json_t *object, const char *key, json_t *value)
{
	json_object_set_new(object, key, value);
}

static json_t *number(uint64_t n)
{
	return json_integer((json_int_t)n);
}

static json_t *rounded(double value)
{
	return json_real(round(value * 1e6) / 1e6);
}

static void set_way(json_t *object, uint32_t way)
{
	set(object, "strategy", way ? json_string(pursuit_strategy_name(way_strategy(way))) : json_null());
	set(object, "merge", way ? json_string(pursuit_merging_name(way_merging(way))) : json_null());
}

static json_t *by_way_json(const struct regress_results *results, uint32_t target)
{
	json_t *array = json_array();
	for (uint32_t w = 1; w < N_WAYS; w++) {
		if (!results->tests[w])
			continue;
		json_t *object = json_object();
		set_way(object, w);
		set(object, "tests", number(results->tests[w]));
		set(object, "hits", number(results->hits[w * results->n + target]));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *target_json(const struct regress_results *results, uint32_t i)
{
	const struct regress_target *target = &results->targets[i];
	struct regress_share own = regress_share_of(results, i);
	json_t *object = json_object();
	char *place = xprintf("%s:%u", target->file, target->line);
	set(object, "place", json_text(place));
	set(object, "file", json_text(target->file));
	set(object, "line", number(target->line));
	set(object, "last_line", number(target->last));
	set(object, "function",
	    json_text(results->marks->functions.at[lines_function(results->marks, target->probe)].name));
	set(object, "undirected", rounded(own.undirected));
	set(object, "undirected_hits", number(own.undirected_hits));
	set(object, "directed", rounded(own.directed));
	set(object, "directed_hits", number(own.directed_hits));
	set(object, "without_swarm",
	    rounded(share(results->hits[WITHOUT_SWARM * results->n + i], results->tests[WITHOUT_SWARM])));
	set(object, "ratio", own.ratio >= 0 ? rounded(own.ratio) : json_null());
	set_way(object, own.best);
	set(object, "by_way", by_way_json(results, i));
	free(place);
	return object;
}

static void set_failed(json_t *object, const struct regress_results *results, uint32_t way)
{
	set(object, "runs", number(results->runs[way]));
	set(object, "failed", number(results->failed[way]));
}

static json_t *others_json(const struct regress_results *results, uint32_t way)
{
	json_t *object = json_object();
	set(object, "tests", number(results->tests[way]));
	set_failed(object, results, way);
	return object;
}

static json_t *ways_json(const struct regress_results *results)
{
	json_t *array = json_array();
	for (uint32_t w = 1; w < N_WAYS; w++) {
		json_t *object = json_object();
		set_way(object, w);
		set(object, "tests", number(results->tests[w]));
		set_failed(object, results, w);
		set(object, "made_nothing", number(results->barren[w]));
		set(object, "needs", number(results->needs[way_merging(w)]));
		json_array_append_new(array, object);
	}
	return array;
}

json_t *regress_json(const struct regress_results *results)
{
	json_t *object = json_object(), *targets = json_array();
	uint64_t directed = 0;
	for (uint32_t w = 1; w < N_WAYS; w++)
		directed += results->tests[w];
	for (uint32_t i = 0; i < results->n; i++)
		json_array_append_new(targets, target_json(results, i));
	set(object, "all_tests", number(results->all));
	set(object, "reached", number(results->reached));
	set(object, "undirected_tests", number(results->tests[0]));
	set(object, "directed_tests", number(directed));
	set(object, "without_swarm_tests", number(results->tests[WITHOUT_SWARM]));
	set(object, "undirected", others_json(results, 0));
	set(object, "without_swarm", others_json(results, WITHOUT_SWARM));
	set(object, "targets", targets);
	set(object, "ways", ways_json(results));
	return object;
}
