/* effects_json: see effects_json.h. */
#include "emit/report/effects_json.h"

#include <math.h>
#include <stdlib.h>

#include "emit/json_text.h"
#include "emit/report/goals.h"

#define SELDOM 0.05          /* of the swarm tests */
#define MOST_SELDOM 100u     /* goals that are listed */
#define MOST_LINES 2000u     /* listed where every line is a goal */

static void set(json_t *object, const char *key, json_t *value)
{
	json_object_set_new(object, key, value);
}

static json_t *fraction(double value)
{
	return json_real(round(value * 1e4) / 1e4);
}

static json_t *list_json(const struct effect *list, uint32_t n)
{
	json_t *array = json_array();
	for (uint32_t i = 0; i < n; i++) {
		json_t *object = json_object();
		set(object, "operation", json_text(list[i].operation));
		set(object, "rate", fraction(list[i].is.rate));
		set(object, "low", fraction(list[i].is.interval.low));
		set(object, "high", fraction(list[i].is.interval.high));
		set(object, "fraction", fraction(list[i].is.fraction));
		json_array_append_new(array, object);
	}
	return array;
}

void effects_add_json(const struct results *results, uint32_t probe, json_t *object)
{
	struct effects effects = effects_of(results, probe);
	set(object, "helped_by", list_json(effects.helps, effects.n_helps));
	set(object, "hindered_by", list_json(effects.hinders, effects.n_hinders));
	set(object, "swarm_hits", json_integer((json_int_t)effects.hits));
	set(object, "told_by",
	    effects.probe == NONE    ? json_null()
	    : effects.probe == probe ? json_string("its own hits")
	                             : json_string("the place before it"));
}

/* ---- seldom covered ---- */

struct seldom {
	struct goal goal;
	uint32_t probe;
	uint64_t hits;
};

typedef VEC(struct seldom) seldom_list;

static void add(const struct results *results, seldom_list *list, struct goal goal, uint32_t probe)
{
	const struct influences *all = &results->search.influences;
	uint64_t hits = influences_hits(all, probe);
	bool is_own = !results->suite.cover->marks->functions.at[goal.function].is_apart;
	if (is_own && probe < all->size.n_goals && cover_has(results->suite.cover, probe) &&
	    (double)hits < SELDOM * (double)all->n_tests)
		vec_push(list, (struct seldom){ goal, probe, hits });
}

static void collect(const struct results *results, seldom_list *list)
{
	const struct marks *marks = results->suite.cover->marks;
	for (uint32_t i = 0; i < 2 * marks->conditions.n; i++)
		add(results, list,
		    (struct goal){ .kind = GOAL_CONDITION,
		                   .index = i / 2,
		                   .outcome = i % 2,
		                   .function = marks->conditions.at[i / 2].function,
		                   .place = &marks->conditions.at[i / 2].place },
		    marks_condition_probe(marks, i / 2, i % 2));
	for (uint32_t i = 0; i < marks->cases.n; i++) {
		const struct case_mark *mark = &marks->cases.at[i];
		const struct switch_mark *of = &marks->switches.at[mark->of_switch];
		add(results, list,
		    (struct goal){ .kind = GOAL_CASE,
		                   .index = i,
		                   .function = of->function,
		                   .place = mark->is_implicit ? &of->place : &mark->place },
		    marks_case_probe(marks, i));
	}
}

static void collect_lines(const struct results *results, seldom_list *list)
{
	const struct marks *marks = results->suite.cover->marks;
	for (uint32_t i = 0; i < marks->statements.n; i++) {
		uint32_t region = marks->statements.at[i].region;
		add(results, list,
		    (struct goal){ .kind = GOAL_STATEMENT,
		                   .index = i,
		                   .function = marks->regions.at[region].function,
		                   .place = &marks->statements.at[i].place },
		    marks_region_probe(marks, region));
	}
}

static int by_hits(const void *a, const void *b)
{
	const struct seldom *x = a, *y = b;
	if (x->hits != y->hits)
		return x->hits < y->hits ? -1 : 1;
	return x->probe < y->probe ? -1 : x->probe > y->probe;
}

static json_t *one_json(const struct results *results, const struct goals *goals, const struct seldom *seldom)
{
	const struct marks *marks = results->suite.cover->marks;
	const struct goal *goal = &seldom->goal;
	json_t *object = json_object();
	set(object, "kind", json_string(goal_kind_word(goal->kind)));
	set(object, "file", json_text(marks->files.at[goal->place->file]));
	set(object, "line", json_integer(goal->place->line));
	set(object, "column", json_integer(goal->place->column));
	set(object, "function", json_text(marks->functions.at[goal->function].name));
	set(object, "text", json_text(goal_text(goals, results, goal)));
	set(object, "outcome", goal->kind == GOAL_CONDITION ? json_boolean(goal->outcome) : json_null());
	effects_add_json(results, seldom->probe, object);
	return object;
}

json_t *seldom_json(const struct results *results)
{
	json_t *array = json_array();
	struct goals goals = { .arena = arena_new() };
	seldom_list list = { 0 };
	collect(results, &list);
	if (goals_are_lines(results->suite.cover->marks))
		collect_lines(results, &list);
	uint32_t most = goals_are_lines(results->suite.cover->marks) ? MOST_LINES : MOST_SELDOM;
	if (list.n)
		qsort(list.at, list.n, sizeof *list.at, by_hits);
	for (size_t i = 0; i < list.n && i < most; i++)
		json_array_append_new(array, one_json(results, &goals, &list.at[i]));
	vec_release(&list);
	goals_release(&goals);
	return array;
}
