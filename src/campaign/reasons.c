/* reasons: see reasons.h. */
#include "campaign/reasons.h"

#include "campaign/failing_ways.h"
#include "cover/structure.h"

struct search {
	const struct campaign *campaign;
	const struct unit *unit;
	const struct marks *marks;
	const struct finding **failing;      /* per probe (failing_ways.h) */
	struct arena *arena;
	const struct cover *cover;
	struct structure *structure;
};

static const struct place *place_of(const struct marks *marks, uint32_t edge)
{
	if (edge < marks->first_case_probe)
		return &marks->conditions.at[(edge - marks->first_condition_probe) / 2].place;
	const struct case_mark *own = &marks->cases.at[edge - marks->first_case_probe];
	return own->is_implicit ? &marks->switches.at[own->of_switch].place : &own->place;
}

/* Adds "ring.c:58 (sum == 0xBEEF), which was never true". */
static void name_edge(const struct marks *marks, uint32_t edge, struct sb *out)
{
	const struct place *place = place_of(marks, edge);
	sb_addf(out, "%s:%u ", path_base(marks->files.at[place->file]), place->line);
	if (edge >= marks->first_case_probe) {
		const struct case_mark *own = &marks->cases.at[edge - marks->first_case_probe];
		sb_add(out, own->is_default ? "(the default of a switch), which was never taken"
		                            : "(a case), which was never taken");
		return;
	}
	uint32_t i = edge - marks->first_condition_probe;
	sb_addf(out, "(%s), which was never %s", marks->conditions.at[i / 2].text, i % 2 ? "true" : "false");
}

/* True if a way out of the probe's decision was taken. */
static bool is_met(const struct search *search, uint32_t probe)
{
	const struct marks *marks = search->marks;
	if (probe < marks->first_case_probe)
		return cover_has(search->cover,
		                 marks->first_condition_probe + ((probe - marks->first_condition_probe) ^ 1));
	const struct switch_mark *mark =
	        &marks->switches.at[marks->cases.at[probe - marks->first_case_probe].of_switch];
	for (uint32_t i = 0; i < mark->n_cases; i++)
		if (cover_has(search->cover, marks_case_probe(marks, mark->first_case + i)))
			return true;
	return false;
}

/* Returns a finding whose test comes to the decision and takes another way, if only failing tests come there. */
static const struct finding *failing_here(const struct search *search, uint32_t probe)
{
	const struct marks *marks = search->marks;
	if (probe < marks->first_condition_probe || probe >= marks->first_case_probe || is_met(search, probe))
		return NULL;
	return search->failing[marks->first_condition_probe + ((probe - marks->first_condition_probe) ^ 1)];
}

static void name_finding(const struct finding *finding, const char *how, struct sb *out)
{
	sb_addf(out, "%s: %s, which is told as %s", how, finding->summary,
	        finding->verdict == VERDICT_BUG      ? "a bug"
	        : finding->verdict == VERDICT_MISUSE ? "misuse"
	                                             : "unclear");
}

/* Explains places that only failing tests reach, or that need a failure of the C library. */
static void explain_failure(const struct search *search, uint32_t probe, struct sb *out)
{
	const struct marks *marks = search->marks;
	const struct finding *here = failing_here(search, probe);
	if (search->failing[probe])
		name_finding(search->failing[probe], "only tests that fail do it", out);
	else if (here)
		name_finding(here, "only tests that fail come here", out);
	if (out->n || probe < marks->first_condition_probe || probe >= marks->first_case_probe)
		return;
	uint32_t i = probe - marks->first_condition_probe;
	const char *called = failure_wanted(search->unit, i / 2, i % 2, search->arena);
	if (called && is_met(search, probe))
		sb_addf(out, "%s would have to fail, and no test lets it fail here", called);
}

static void explain(const struct search *search, uint32_t probe, struct sb *out)
{
	const struct marks *marks = search->marks;
	bool is_function = probe < marks->functions.n;
	bool is_edge = probe >= marks->first_condition_probe && probe < marks->first_path_probe;
	if (!is_function && !is_edge)
		return;
	explain_failure(search, probe, out);
	if (is_edge && !out->n)
		campaign_explain(search->campaign, probe, out);
	if (!out->n && is_edge && is_met(search, probe))
		sb_add(out,
		       "tests come here, always with another outcome; the search ended before anything was solved for it");
	if (out->n)
		return;
	uint32_t way = structure_way_to(search->structure, probe);
	if (way == NONE || way == probe)
		return;
	sb_add(out, "never reached: the way leads through ");
	name_edge(marks, way, out);
	struct sb why = { 0 };
	explain_failure(search, way, &why);
	if (!why.n)
		campaign_explain(search->campaign, way, &why);
	if (why.n)
		sb_addf(out, " (%s)", why.text);
	sb_release(&why);
}

const char *const *reasons_find(struct campaign *campaign, const struct unit *unit, const struct target *fast,
                                struct arena *arena)
{
	const struct marks *marks = unit->marks;
	const char **reasons = ARENA_ARRAY(arena, const char *, marks->n_probes + 1);
	struct search search = { .campaign = campaign,
		                 .unit = unit,
		                 .arena = arena,
		                 .marks = marks,
		                 .failing = failing_ways(campaign, unit, fast, arena),
		                 .cover = campaign_cover(campaign) };
	struct sb text = { 0 };
	search.structure = structure_new(marks, fast->flow, fast->n_flow, CRITERION_BRANCH);
	structure_refresh(search.structure, search.cover);
	for (uint32_t p = 0; p < marks->first_path_probe; p++) {
		sb_clear(&text);
		if (cover_has(search.cover, p)) /* for readers who count the tests of the suite alone */
			sb_add(&text, "a test of the search does it, but none that could be kept");
		else
			explain(&search, p, &text);
		if (text.n)
			reasons[p] = arena_strdup(arena, text.text);
	}
	sb_release(&text);
	structure_free(search.structure);
	return reasons;
}
