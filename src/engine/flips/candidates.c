/* candidates: see candidates.h. */
#include "engine/flips/candidates.h"

#include <stdlib.h>

#define MAX_CANDIDATES 4096u
#define MAX_SEEN (1u << 20)
#define OFTEN 4u              /* flips to an edge that a trace gives from its start, and from its end */

void traced_hold(struct traced *test)
{
	test->refs++;
}

void traced_drop(struct traced *test)
{
	if (--test->refs)
		return;
	vec_release(&test->nearby);
	arena_free(test->arena);
	free(test);
}

void candidates_init(struct candidates *candidates, const struct marks *marks, struct structure *structure)
{
	*candidates = (struct candidates){ .marks = marks, .structure = structure };
	candidates->tries = xcalloc(2 * marks->conditions.n + marks->cases.n + 1, sizeof *candidates->tries);
}

void candidates_release(struct candidates *candidates)
{
	for (size_t i = 0; i < candidates->at.n; i++)
		traced_drop(candidates->at.at[i].test);
	vec_release(&candidates->at);
	map_release(&candidates->seen);
	free(candidates->tries);
}

static bool case_holds(const struct case_mark *mark, uint64_t value, uint32_t bits)
{
	uint64_t mask = bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX;
	return ((value - (uint64_t)mark->low) & mask) <= (((uint64_t)mark->high - (uint64_t)mark->low) & mask);
}

uint32_t switch_case_for(const struct marks *marks, uint32_t of_switch, uint64_t value, uint32_t bits)
{
	const struct switch_mark *mark = &marks->switches.at[of_switch];
	uint32_t last = mark->first_case + mark->n_cases - 1;
	for (uint32_t i = mark->first_case; i < last; i++)
		if (case_holds(&marks->cases.at[i], value, bits))
			return i;
	return last;
}

/* ---- going through a trace ---- */

/* The state of a walk over a run's trace. */
struct walk {
	const struct marks *marks;
	const struct traced *test;
	struct traced *held;     /* the test, if candidates are collected that hold it; else NULL */
	const struct trace *trace;
	uint32_t step;
	uint32_t depth;
	uint64_t marks_hash;     /* of calls and marks so far */
	uint64_t all_hash;       /* of all steps and hidden branches, too */
	uint32_t *path;          /* per decision: weights so far */
	uint32_t edge;           /* probe of the way that the current mark took; NONE: no mark */
};

static uint64_t mix(uint64_t hash, uint64_t a, uint64_t b)
{
	hash = (hash ^ (a << 32 | b)) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

static uint64_t hash_step(const struct walk *walk, uint32_t step)
{
	if (step >= walk->test->seq->n)
		return step;
	const struct step *s = walk->test->seq->steps[step];
	return (uint64_t)s->kind << 56 ^ (uint64_t)s->index << 24 ^ (step_is_call(s) ? 0 : s->size);
}

static void begin(struct walk *walk, const struct marks *marks, const struct traced *test, const struct trace *trace)
{
	*walk = (struct walk){ .marks = marks, .test = test, .trace = trace, .edge = NONE };
	walk->path = xcalloc(marks->decisions.n + 1, sizeof *walk->path);
}

static uint32_t bits_of(const struct trace *trace, uint32_t label)
{
	return label ? trace->nodes[label].bits : 64;
}

/* Finds the edge that the run took at this place, and the path of its decision, before the walk goes on. */
static void look(struct walk *walk, const struct sk_met *met)
{
	walk->edge = NONE;
	if (met->kind == SK_MET_CONDITION) {
		const struct condition *c = &walk->marks->conditions.at[met->id];
		walk->edge = marks_condition_probe(walk->marks, met->id, met->value & 1);
		if (c->index == 0)
			walk->path[c->decision] = 0;
	} else if (met->kind == SK_MET_SWITCH) {
		walk->edge = marks_case_probe(walk->marks, switch_case_for(walk->marks, met->id, met->value,
		                                                           bits_of(walk->trace, met->label)));
	}
}

static void pass(struct walk *walk, const struct sk_met *met)
{
	switch (met->kind) {
	case SK_MET_STEP:
		walk->step = met->id;
		if (met->id < walk->test->seq->n && step_is_call(walk->test->seq->steps[met->id]))
			walk->marks_hash = mix(walk->marks_hash, walk->test->seq->steps[met->id]->index, 1);
		walk->all_hash = mix(walk->all_hash, hash_step(walk, met->id), 1);
		return;
	case SK_MET_CONDITION: {
		const struct condition *c = &walk->marks->conditions.at[met->id];
		walk->path[c->decision] += c->weight[met->value & 1];
		break;
	}
	case SK_MET_SWITCH:
		break;
	case SK_MET_HIDDEN:
		walk->all_hash = mix(walk->all_hash, met->id, 4 + (met->value & 1));
		return;
	default:
		return;
	}
	walk->marks_hash = mix(walk->marks_hash, walk->edge, 2);
	walk->all_hash = mix(walk->all_hash, walk->edge, 2);
	walk->depth += met->label != 0;
}

bool trace_has_prefix(const struct marks *marks, const struct traced *test, const struct trace *trace, uint64_t prefix)
{
	struct walk walk;
	bool found = false;
	begin(&walk, marks, test, trace);
	for (uint32_t i = 0; i < trace->n_met && !found; i++) {
		look(&walk, &trace->met[i]);
		pass(&walk, &trace->met[i]);
		found = walk.marks_hash == prefix;
	}
	free(walk.path);
	return found;
}

/* ---- worth of a candidate ---- */

/* Returns the number of steps up to which a change can matter to a later call. */
static uint32_t last_call_with(struct structure *structure, const struct traced *test,
                               bool (*has_goals)(struct structure *, uint32_t))
{
	for (uint32_t i = test->seq->n; i-- > 0;)
		if (test->calls[i] != NONE && has_goals(structure, test->calls[i]))
			return i;
	return 0;
}

static void look_ahead(struct structure *structure, struct traced *test)
{
	uint64_t version = structure_version(structure), hope = structure_hope_version(structure);
	if (test->open_version == version && test->hope_version == hope)
		return;
	test->open_until = last_call_with(structure, test, structure_is_open);
	test->hope_until = last_call_with(structure, test, structure_has_hope);
	test->open_version = version;
	test->hope_version = hope;
}

static void judge_relevance(struct candidates *candidates, struct candidate *candidate)
{
	struct structure *structure = candidates->structure;
	candidate->relevance = structure_relevance(structure, &candidate->flip);
	if (candidate->relevance >= MAY_BE_RELEVANT)
		return;
	look_ahead(structure, candidate->test);
	if (candidate->step < candidate->test->hope_until)
		candidate->relevance = MAY_BE_RELEVANT;
	else if (candidate->step < candidate->test->open_until)
		candidate->relevance = HARDLY_RELEVANT;
}

static void assess(struct candidates *candidates, struct candidate *candidate)
{
	struct structure *structure = candidates->structure;
	judge_relevance(candidates, candidate);
	candidate->contribution = 0;
	candidate->distance = NONE;
	if (candidate->towards == NONE)
		return;
	candidate->contribution = structure_walk_down(structure, candidate->towards, WALK_DOWN);
	candidate->distance = structure_distance(structure, candidate->towards);
}

static bool is_kept(const struct candidates *candidates, const struct candidate *candidate)
{
	return candidate->relevance != IRRELEVANT || candidates->no_filter;
}

/* ---- who is ready, and who waits ---- */

static bool waits(const struct candidates *candidates, const struct candidate *candidate)
{
	return candidate->relevance == HARDLY_RELEVANT && !candidates->no_filter;
}

static void put(struct candidates *candidates, struct candidate candidate)
{
	vec_push(&candidates->at, candidate);
	if (!waits(candidates, &candidate)) {
		vec_last(&candidates->at) = candidates->at.at[candidates->ready];
		candidates->at.at[candidates->ready++] = candidate;
	}
}

/* Puts ready candidates first again; otherwise the order stays. */
static void sort_out(struct candidates *candidates)
{
	size_t n = candidates->at.n, later = 0;
	struct candidate *waiting = xmalloc(n * sizeof *waiting + 1);
	candidates->ready = 0;
	for (size_t i = 0; i < n; i++)
		if (waits(candidates, &candidates->at.at[i]))
			waiting[later++] = candidates->at.at[i];
		else
			candidates->at.at[candidates->ready++] = candidates->at.at[i];
	for (size_t i = 0; i < later; i++)
		candidates->at.at[candidates->ready + i] = waiting[i];
	free(waiting);
}

/* ---- bounds of the pool ---- */

static int by_promise(const void *left, const void *right)
{
	const struct candidate *a = left, *b = right;
	if (a->relevance != b->relevance)
		return a->relevance > b->relevance ? -1 : 1;
	if (a->contribution != b->contribution)
		return a->contribution > b->contribution ? -1 : 1;
	if (a->depth != b->depth)
		return a->depth < b->depth ? -1 : 1;
	return a->number < b->number ? -1 : a->number > b->number;
}

static int by_number(const void *left, const void *right)
{
	const struct candidate *a = left, *b = right;
	return a->number < b->number ? -1 : a->number > b->number;
}

/* Drops the least promising quarter of a full pool. */
static void make_room(struct candidates *candidates)
{
	size_t keep = MAX_CANDIDATES / 4 * 3;
	if (candidates->at.n < MAX_CANDIDATES)
		return;
	qsort(candidates->at.at, candidates->at.n, sizeof *candidates->at.at, by_promise);
	for (size_t i = keep; i < candidates->at.n; i++)
		traced_drop(candidates->at.at[i].test);
	candidates->dropped += candidates->at.n - keep;
	candidates->at.n = keep;
	qsort(candidates->at.at, keep, sizeof *candidates->at.at, by_number);
	sort_out(candidates);
}

static bool was_seen(struct candidates *candidates, uint64_t key)
{
	bool added;
	if (candidates->seen.n >= MAX_SEEN)
		map_release(&candidates->seen);
	map_put(&candidates->seen, key, &added);
	candidates->repeated += !added;
	return !added;
}

static void offer(struct candidates *candidates, const struct walk *walk, uint32_t position, struct flip flip,
                  uint32_t towards)
{
	const struct sk_met *met = &walk->trace->met[position];
	uint64_t way = flip.edge == NONE ? mix(met->id, 4 + !(met->value & 1), 0) : flip.edge;
	flip.scope = walk->step < walk->test->seq->n ? walk->test->calls[walk->step] : NONE;
	struct candidate candidate = { .test = walk->held,
		                       .position = position,
		                       .step = walk->step,
		                       .depth = walk->depth,
		                       .flip = flip,
		                       .towards = towards,
		                       .prefix = flip.edge == NONE ? 0 : mix(walk->marks_hash, flip.edge, 2),
		                       .frontier = mix(walk->all_hash, way, 3) };
	assess(candidates, &candidate);
	if (!is_kept(candidates, &candidate)) {
		candidates->filtered++;
		return;
	}
	if (was_seen(candidates, candidate.frontier))
		return;
	make_room(candidates);
	candidate.number = candidates->next_number++;
	candidates->made++;
	traced_hold(candidate.test);
	put(candidates, candidate);
}

static void offer_condition(struct candidates *candidates, const struct walk *walk, uint32_t position)
{
	const struct sk_met *met = &walk->trace->met[position];
	const struct condition *c = &walk->marks->conditions.at[met->id];
	bool other = !(met->value & 1);
	struct flip flip = { .edge = marks_condition_probe(walk->marks, met->id, other),
		             .path = walk->path[c->decision] + c->weight[other],
		             .function = c->function };
	offer(candidates, walk, position, flip, flip.edge);
}

static void offer_switch(struct candidates *candidates, const struct walk *walk, uint32_t position)
{
	const struct switch_mark *mark = &walk->marks->switches.at[walk->trace->met[position].id];
	for (uint32_t i = mark->first_case; i < mark->first_case + mark->n_cases; i++) {
		struct flip flip = { .edge = marks_case_probe(walk->marks, i), .function = mark->function };
		if (flip.edge != walk->edge)
			offer(candidates, walk, position, flip, flip.edge);
	}
}

/* Returns the other way out of the next decision in the same call, or NONE. */
static uint32_t decision_behind(const struct walk *walk, uint32_t position, uint32_t *function)
{
	for (uint32_t i = position + 1; i < walk->trace->n_met; i++) {
		const struct sk_met *met = &walk->trace->met[i];
		if (met->kind == SK_MET_STEP)
			return NONE;
		if (met->kind != SK_MET_CONDITION)
			continue;
		*function = walk->marks->conditions.at[met->id].function;
		return marks_condition_probe(walk->marks, met->id, !(met->value & 1));
	}
	return NONE;
}

static void offer_hidden(struct candidates *candidates, const struct walk *walk, uint32_t position)
{
	uint32_t function = NONE, towards = decision_behind(walk, position, &function);
	if (function == NONE && walk->step < walk->test->seq->n)
		function = walk->test->calls[walk->step];
	if (function == NONE)
		return;
	offer(candidates, walk, position, (struct flip){ .edge = NONE, .function = function }, towards);
}

/* How often the trace takes each edge, because a loop would otherwise fill the pool with flips of one condition. */
struct often {
	struct map total, passed;
};

static uint64_t edge_key(const struct walk *walk, const struct sk_met *met)
{
	return walk->edge != NONE ? walk->edge : (uint64_t)met->kind << 40 ^ (uint64_t)met->id << 1 ^ (met->value & 1);
}

static void count_edges(struct often *often, const struct marks *marks, const struct traced *test,
                        const struct trace *trace)
{
	struct walk walk;
	begin(&walk, marks, test, trace);
	for (uint32_t i = 0; i < trace->n_met; i++) {
		look(&walk, &trace->met[i]);
		if (trace->met[i].label)
			++*map_put(&often->total, edge_key(&walk, &trace->met[i]), NULL);
		pass(&walk, &trace->met[i]);
	}
	free(walk.path);
}

/* True for the first and the last few instances of an edge, and for ever fewer in between. */
static bool is_worth_it(struct often *often, const struct walk *walk, const struct sk_met *met)
{
	uint64_t key = edge_key(walk, met), total = *map_get(&often->total, key);
	uint64_t i = (*map_put(&often->passed, key, NULL))++;
	return i < OFTEN || i + OFTEN >= total || (i & (i - 1)) == 0;
}

void candidates_collect(struct candidates *candidates, struct traced *test, const struct trace *trace)
{
	struct often often = { 0 };
	struct walk walk;
	candidates_check(candidates);
	count_edges(&often, candidates->marks, test, trace);
	begin(&walk, candidates->marks, test, trace);
	walk.held = test;
	for (uint32_t i = 0; i < trace->n_met; i++) {
		const struct sk_met *met = &trace->met[i];
		look(&walk, met);
		if (met->label && is_worth_it(&often, &walk, met)) {
			if (met->kind == SK_MET_CONDITION)
				offer_condition(candidates, &walk, i);
			else if (met->kind == SK_MET_SWITCH)
				offer_switch(candidates, &walk, i);
			else if (met->kind == SK_MET_HIDDEN)
				offer_hidden(candidates, &walk, i);
		}
		pass(&walk, met);
	}
	free(walk.path);
	map_release(&often.total);
	map_release(&often.passed);
}

/* Drops irrelevant candidates. */
static void check_coverage(struct candidates *candidates)
{
	size_t kept = 0;
	candidates->version = structure_version(candidates->structure);
	for (size_t i = 0; i < candidates->at.n; i++) {
		struct candidate candidate = candidates->at.at[i];
		assess(candidates, &candidate);
		if (is_kept(candidates, &candidate)) {
			candidates->at.at[kept++] = candidate;
			continue;
		}
		candidates->filtered++;
		traced_drop(candidate.test);
	}
	candidates->at.n = kept;
}

void candidates_check(struct candidates *candidates)
{
	bool grew = candidates->version != structure_version(candidates->structure);
	if (!grew && candidates->hope == structure_hope_version(candidates->structure))
		return;
	candidates->hope = structure_hope_version(candidates->structure);
	if (grew)
		check_coverage(candidates);
	else
		for (size_t i = 0; i < candidates->at.n; i++)
			judge_relevance(candidates, &candidates->at.at[i]);
	sort_out(candidates);
}

uint32_t candidates_tries(const struct candidates *candidates, const struct candidate *candidate)
{
	return candidate->towards == NONE
	               ? 0
	               : candidates->tries[candidate->towards - candidates->marks->first_condition_probe];
}

void candidates_praise(struct candidates *candidates, const struct candidate *candidate)
{
	if (candidate->towards != NONE)
		candidates->tries[candidate->towards - candidates->marks->first_condition_probe] = 0;
}

struct candidate candidates_take(struct candidates *candidates, size_t i)
{
	struct candidate candidate = candidates->at.at[i];
	size_t hole = i;
	candidate.tries = candidates_tries(candidates, &candidate);
	if (candidate.towards != NONE)
		candidates->tries[candidate.towards - candidates->marks->first_condition_probe]++;
	if (i < candidates->ready) {
		hole = --candidates->ready;
		candidates->at.at[i] = candidates->at.at[hole];
	}
	candidates->at.at[hole] = vec_last(&candidates->at);
	candidates->at.n--;
	return candidate;
}

bool candidates_want(struct candidates *candidates, struct candidate *candidate)
{
	assess(candidates, candidate);
	return is_kept(candidates, candidate);
}
