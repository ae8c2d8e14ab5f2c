/* goals: see goals.h. */
#include "emit/report/goals.h"

#include <inttypes.h>
#include <stdlib.h>

struct collector {
	const struct results *results;
	const struct marks *marks;
	VEC(struct goal) at;
};

static bool hit(const struct collector *c, uint32_t probe)
{
	return cover_has(c->results->suite.cover, probe);
}

static bool entered(const struct collector *c, uint32_t function)
{
	return hit(c, marks_function_probe(c->marks, function));
}

/* Returns why a function cannot be called, or was not, as far as the model knows. */
static const char *function_reason(const struct results *results, uint32_t function)
{
	const struct model *model = results->unit->model;
	uint32_t i = model_find_function(model, results->suite.cover->marks->functions.at[function].name);
	if (i == NONE)
		return NULL;
	if (model->functions.at[i].why_not)
		return model->functions.at[i].why_not;
	return model->functions.at[i].switched_off ? "switched off by the user" : NULL;
}

static const char *known_reason(const struct collector *c, const struct goal *goal, uint32_t probe)
{
	if (probe != NONE && c->results->search.why_not && c->results->search.why_not[probe])
		return c->results->search.why_not[probe];
	return goal->state == GOAL_NEVER_ENTERED ? function_reason(c->results, goal->function) : NULL;
}

static void add(struct collector *c, struct goal goal, uint32_t probe)
{
	if (c->marks->functions.at[goal.function].is_apart)
		return;
	if (!entered(c, goal.function))
		goal.state = GOAL_NEVER_ENTERED;
	if (!goal.reason)
		goal.reason = known_reason(c, &goal, probe);
	vec_push(&c->at, goal);
}

static void collect_functions(struct collector *c)
{
	for (uint32_t i = 0; i < c->marks->functions.n; i++)
		if (!entered(c, i))
			add(c,
			    (struct goal){ .kind = GOAL_FUNCTION,
			                   .index = i,
			                   .function = i,
			                   .place = &c->marks->functions.at[i].place },
			    marks_function_probe(c->marks, i));
}

static bool evaluated(const struct collector *c, uint32_t condition)
{
	return hit(c, marks_condition_probe(c->marks, condition, false)) ||
	       hit(c, marks_condition_probe(c->marks, condition, true));
}

static void collect_conditions(struct collector *c)
{
	for (uint32_t i = 0; i < 2 * c->marks->conditions.n; i++) {
		const struct condition *condition = &c->marks->conditions.at[i / 2];
		uint32_t probe = marks_condition_probe(c->marks, i / 2, i % 2);
		if (!hit(c, probe))
			add(c,
			    (struct goal){ .kind = GOAL_CONDITION,
			                   .state = evaluated(c, i / 2) ? GOAL_OTHER_WAY_ONLY : GOAL_NOT_REACHED,
			                   .index = i / 2,
			                   .outcome = i % 2,
			                   .function = condition->function,
			                   .place = &condition->place },
			    probe);
	}
}

static bool switch_reached(const struct collector *c, const struct switch_mark *mark)
{
	for (uint32_t i = 0; i < mark->n_cases; i++)
		if (hit(c, marks_case_probe(c->marks, mark->first_case + i)))
			return true;
	return false;
}

static void collect_cases(struct collector *c)
{
	for (uint32_t i = 0; i < c->marks->cases.n; i++) {
		const struct case_mark *mark = &c->marks->cases.at[i];
		const struct switch_mark *of = &c->marks->switches.at[mark->of_switch];
		uint32_t probe = marks_case_probe(c->marks, i);
		if (!hit(c, probe))
			add(c,
			    (struct goal){ .kind = GOAL_CASE,
			                   .state = switch_reached(c, of) ? GOAL_OTHER_WAY_ONLY : GOAL_NOT_REACHED,
			                   .index = i,
			                   .function = of->function,
			                   .place = mark->is_implicit ? &of->place : &mark->place },
			    probe);
	}
}

/* Collects decisions of several conditions. A decision of one condition has the goals of its condition. */
static void collect_decisions(struct collector *c)
{
	for (uint32_t i = 0; i < 2 * c->marks->decisions.n; i++) {
		const struct decision *decision = &c->marks->decisions.at[i / 2];
		if (decision->n_conditions < 2 || cover_decision(c->results->suite.cover, i / 2, i % 2))
			continue;
		bool other = cover_decision(c->results->suite.cover, i / 2, !(i % 2));
		add(c,
		    (struct goal){ .kind = GOAL_DECISION,
		                   .state = other ? GOAL_OTHER_WAY_ONLY : GOAL_NOT_REACHED,
		                   .index = i / 2,
		                   .outcome = i % 2,
		                   .function = decision->function,
		                   .place = &decision->place },
		    NONE);
	}
}

/* Returns why a condition with both outcomes cannot be shown to matter; NULL: it can. */
static const char *never_shown(const struct collector *c, const struct condition *condition)
{
	const struct decision *decision = &c->marks->decisions.at[condition->decision];
	if (decision->n_paths)
		return NULL;
	return decision->n_conditions > 1 ? "not measured: the decision has too many ways to be evaluated"
	                                  : "a constant beside it decides";
}

/* Collects conditions not shown to matter. Conditions with a missing outcome are listed already. */
static void collect_mcdc(struct collector *c)
{
	for (uint32_t i = 0; i < c->marks->conditions.n; i++) {
		const struct condition *condition = &c->marks->conditions.at[i];
		if (cover_mcdc(c->results->suite.cover, i) || !hit(c, marks_condition_probe(c->marks, i, false)) ||
		    !hit(c, marks_condition_probe(c->marks, i, true)))
			continue;
		add(c,
		    (struct goal){ .kind = GOAL_MCDC,
		                   .state = GOAL_OTHER_WAY_ONLY,
		                   .index = i,
		                   .function = condition->function,
		                   .place = &condition->place,
		                   .reason = never_shown(c, condition) },
		    NONE);
	}
}

bool goals_are_lines(const struct marks *marks)
{
	return marks->conditions.n == 0 && marks->cases.n == 0;
}

static void collect_statements(struct collector *c)
{
	for (uint32_t i = 0; i < c->marks->statements.n; i++) {
		const struct statement *statement = &c->marks->statements.at[i];
		uint32_t probe = marks_region_probe(c->marks, statement->region);
		uint32_t function = c->marks->regions.at[statement->region].function;
		if (!hit(c, probe) && entered(c, function))
			add(c,
			    (struct goal){ .kind = GOAL_STATEMENT,
			                   .state = GOAL_NOT_REACHED,
			                   .index = i,
			                   .function = function,
			                   .place = &statement->place },
			    probe);
	}
}

#define COMPARE(a, b) ((a) < (b) ? -1 : (a) > (b))

static int by_place(const void *a, const void *b)
{
	const struct goal *x = a, *y = b;
	int order = COMPARE(x->function, y->function);
	if (!order)
		order = COMPARE(x->kind != GOAL_FUNCTION, y->kind != GOAL_FUNCTION);
	if (!order)
		order = COMPARE(x->place->line, y->place->line);
	if (!order)
		order = COMPARE(x->place->column, y->place->column);
	if (!order)
		order = COMPARE(x->kind, y->kind);
	if (!order)
		order = COMPARE(x->index, y->index);
	return order ? order : COMPARE(x->outcome, y->outcome);
}

uint32_t goal_probe(const struct marks *marks, const struct goal *goal)
{
	switch (goal->kind) {
	case GOAL_FUNCTION:
		return marks_function_probe(marks, goal->index);
	case GOAL_CONDITION:
		return marks_condition_probe(marks, goal->index, goal->outcome);
	case GOAL_CASE:
		return marks_case_probe(marks, goal->index);
	case GOAL_STATEMENT:
		return marks_region_probe(marks, marks->statements.at[goal->index].region);
	default:
		return NONE;
	}
}

static void index_by_probe(struct goals *goals, const struct marks *marks)
{
	goals->of_probe = ARENA_ARRAY(goals->arena, uint32_t, marks->n_probes);
	for (uint32_t i = 0; i < marks->n_probes; i++)
		goals->of_probe[i] = NONE;
	for (uint32_t i = 0; i < goals->n; i++) {
		uint32_t probe = goal_probe(marks, &goals->at[i]);
		if (probe != NONE)
			goals->of_probe[probe] = i;
	}
}

static void count_tests(struct goals *goals, const struct results *results)
{
	uint32_t n_probes = results->suite.cover->marks->n_probes;
	goals->n_tests = ARENA_ARRAY(goals->arena, uint32_t, n_probes);
	goals->first_test = ARENA_ARRAY(goals->arena, uint32_t, n_probes);
	for (uint32_t p = 0; p < n_probes; p++)
		goals->first_test[p] = NONE;
	for (uint32_t i = 0; i < results->suite.n_tests; i++) {
		const uint64_t *probes = results->suite.tests[i].probes;
		for (uint32_t p = 0; probes && p < n_probes; p++)
			if (probes[p / 64] >> (p % 64) & 1 && goals->n_tests[p]++ == 0)
				goals->first_test[p] = i;
	}
	/* The suite as a whole may cover probes that its single tests do not. */
	for (uint32_t p = 0; p < n_probes; p++)
		if (goals->n_tests[p] == 0 && cover_has(results->suite.cover, p))
			goals->n_tests[p] = 1;
}

void goals_init(struct goals *goals, const struct results *results)
{
	struct collector c = { .results = results, .marks = results->suite.cover->marks };
	collect_functions(&c);
	collect_conditions(&c);
	collect_cases(&c);
	if (results->asked.criterion >= CRITERION_CONDITION)
		collect_decisions(&c);
	if (results->asked.criterion >= CRITERION_MCDC)
		collect_mcdc(&c);
	if (results->asked.criterion == CRITERION_STATEMENT && goals_are_lines(c.marks))
		collect_statements(&c);
	if (c.at.n)
		qsort(c.at.at, c.at.n, sizeof *c.at.at, by_place);
	*goals = (struct goals){ .at = c.at.at, .n = c.at.n, .arena = arena_new() };
	index_by_probe(goals, c.marks);
	count_tests(goals, results);
}

void goals_release(struct goals *goals)
{
	free(goals->at);
	arena_free(goals->arena);
	*goals = (struct goals){ 0 };
}

static const char *case_text(const struct goals *goals, const struct case_mark *mark)
{
	if (mark->is_default)
		return mark->is_implicit ? "no case matches" : "default";
	if (mark->low == mark->high)
		return arena_printf(goals->arena, "case %" PRId64, mark->low);
	return arena_printf(goals->arena, "case %" PRId64 " ... %" PRId64, mark->low, mark->high);
}

static const char *decision_text(const struct goals *goals, const struct marks *marks, const struct decision *decision)
{
	return arena_printf(goals->arena, "decision of %u conditions from %s", decision->n_conditions,
	                    marks->conditions.at[decision->first_condition].text);
}

const char *goal_text(const struct goals *goals, const struct results *results, const struct goal *goal)
{
	const struct marks *marks = results->suite.cover->marks;
	switch (goal->kind) {
	case GOAL_FUNCTION:
		return marks->functions.at[goal->index].name;
	case GOAL_CASE:
		return case_text(goals, &marks->cases.at[goal->index]);
	case GOAL_STATEMENT:
		return "line";
	case GOAL_DECISION:
		return decision_text(goals, marks, &marks->decisions.at[goal->index]);
	default:
		return marks->conditions.at[goal->index].text;
	}
}

const char *goal_wanted(const struct goal *goal)
{
	switch (goal->kind) {
	case GOAL_FUNCTION:
		return "never entered";
	case GOAL_CASE:
		return "never taken";
	case GOAL_STATEMENT:
		return "never run";
	case GOAL_MCDC:
		return "not shown to matter";
	default:
		return goal->outcome ? "never true" : "never false";
	}
}

const char *goal_explanation(const struct goal *goal)
{
	if (goal->reason)
		return goal->reason;
	switch (goal->state) {
	case GOAL_NEVER_ENTERED:
		return "No test of the suite enters this function.";
	case GOAL_NOT_REACHED:
		return "The function runs, but no test gets to this place.";
	default:
		break;
	}
	if (goal->kind == GOAL_MCDC)
		return "Both outcomes occur, but never alone: no two tests show that this condition changes the decision.";
	return goal->kind == GOAL_CASE ? "The switch runs, but never with this value."
	                               : "Tests get here, always with the other outcome.";
}

const char *goal_kind_word(enum goal_kind kind)
{
	static const char *const words[] = { "function", "condition", "case", "decision", "mcdc", "statement" };
	return words[kind];
}

const char *goal_state_word(enum goal_state state)
{
	static const char *const words[] = { "function never entered", "not reached", "other outcome only" };
	return words[state];
}

const char *stop_word(enum stop_reason reason)
{
	static const char *const words[] = { "budget", "all covered", "plateau", "interrupted", "nothing to do" };
	return words[reason];
}

const char *stop_sentence(enum stop_reason reason)
{
	static const char *const sentences[] = {
		[STOP_BUDGET] = "the budget was used up",
		[STOP_ALL_COVERED] = "every goal is covered",
		[STOP_PLATEAU] = "nothing new had been covered for a long while",
		[STOP_INTERRUPTED] = "it was interrupted",
		[STOP_NOTHING_TO_DO] = "there was nothing more to try",
	};
	return sentences[reason];
}

struct verdict_counts count_verdicts(const struct results *results)
{
	struct verdict_counts counts = { 0 };
	for (uint32_t i = 0; i < results->findings.n_failures; i++) {
		enum verdict verdict = results->findings.failures[i].finding->verdict;
		counts.bugs += verdict == VERDICT_BUG;
		counts.error_paths += verdict == VERDICT_ERROR_PATH;
		counts.misuses += verdict == VERDICT_MISUSE;
		counts.unclear += verdict == VERDICT_UNCLEAR;
	}
	return counts;
}
