/* solving: see solving.h. */
#include "engine/flips/solving.h"

#include "engine/flips/pointers.h"

#define HOPEFUL 8u /* after so many tries, a test that ignores the way to an edge would have hit it */
#define MAX_CASES 256u        /* of a switch that are excluded one by one */

enum stage { STAGE_STRICT, STAGE_WIDE, STAGE_RELAXED, STAGE_ALONE, N_STAGES };

const char *liberty_word(enum liberty liberty)
{
	static const char *const words[] = { "foreseen exactly", "hidden branches left open", "way left open",
		                             "buffers resized", "pointers changed" };
	return words[liberty];
}

void solving_release(struct solving *solving)
{
	inputs_release(&solving->inputs);
	vec_release(&solving->wishes);
}

static void wish(struct solving *solving, uint32_t label, bool is_not, uint64_t value)
{
	vec_push(&solving->wishes, (struct wish){ .label = label, .is_not = is_not, .value = value });
}

static uint64_t cut_to(const struct trace *trace, uint32_t label, int64_t value)
{
	uint32_t bits = trace->nodes[label].bits;
	return bits < 64 ? (uint64_t)value & (((uint64_t)1 << bits) - 1) : (uint64_t)value;
}

/* Asks for a value that is none of the cases, except the case numbered `but`. */
static void wish_no_case(struct solving *solving, const struct trace *trace, const struct sk_met *met, uint32_t but)
{
	const struct switch_mark *mark = &solving->marks->switches.at[met->id];
	for (uint32_t i = mark->first_case;
	     i + 1 < mark->first_case + mark->n_cases && i < mark->first_case + MAX_CASES; i++) {
		const struct case_mark *own = &solving->marks->cases.at[i];
		for (int64_t v = own->low; i != but && v <= own->high && v - own->low < 16; v++)
			wish(solving, met->label, true, cut_to(trace, met->label, v));
	}
}

/* Asks for a value with which the run stays in the same case of a switch. */
static void keep_case(struct solving *solving, const struct trace *trace, const struct sk_met *met)
{
	const struct switch_mark *mark = &solving->marks->switches.at[met->id];
	uint32_t taken = switch_case_for(solving->marks, met->id, met->value, trace->nodes[met->label].bits);
	if (taken == mark->first_case + mark->n_cases - 1)
		wish_no_case(solving, trace, met, NONE);
	else
		wish(solving, met->label, false, met->value);
}

static void keep_prefix(struct solving *solving, const struct trace *trace, uint32_t position, enum stage stage)
{
	for (uint32_t i = 0; i < position && stage != STAGE_ALONE; i++) {
		const struct sk_met *met = &trace->met[i];
		bool soft = met->kind == SK_MET_HIDDEN || met->kind == SK_MET_ADDRESS || met->kind == SK_MET_CONCRETE;
		if (!met->label || met->kind == SK_MET_STEP || (soft && stage == STAGE_RELAXED))
			continue;
		if (met->kind == SK_MET_SWITCH)
			keep_case(solving, trace, met);
		else
			wish(solving, met->label, false, met->value);
	}
}

/* Asks for the change of the candidate's decision, which comes last. */
static void wish_flip(struct solving *solving, const struct trace *trace, const struct candidate *candidate)
{
	const struct sk_met *met = &trace->met[candidate->position];
	if (met->kind != SK_MET_SWITCH) {
		wish(solving, met->label, false, !(met->value & 1));
		return;
	}
	const struct case_mark *wanted =
	        &solving->marks->cases.at[candidate->flip.edge - solving->marks->first_case_probe];
	if (!wanted->is_default) {
		wish(solving, met->label, false, cut_to(trace, met->label, wanted->low));
		return;
	}
	wish_no_case(solving, trace, met,
	             switch_case_for(solving->marks, met->id, met->value, trace->nodes[met->label].bits));
	wish(solving, met->label, true, met->value);
}

static enum answer ask(struct solving *solving, const struct candidate *candidate, enum stage stage,
                       const struct input_byte **changes, size_t *n)
{
	const struct trace *trace = &candidate->test->trace;
	struct inputs *inputs = &solving->inputs;
	vec_clear(&solving->wishes);
	keep_prefix(solving, trace, candidate->position, stage);
	wish_flip(solving, trace, candidate);
	inputs_read(inputs, solving->model, candidate->test->seq, stage == STAGE_WIDE || stage == STAGE_ALONE);
	struct known_inputs known = { inputs->bytes.at, inputs->fixed.at, inputs->bytes.n };
	return solver_solve(solving->solver, trace, &known, solving->wishes.at, solving->wishes.n, changes, n);
}

static bool has_soft(const struct trace *trace, uint32_t position)
{
	for (uint32_t i = 0; i < position; i++)
		if (trace->met[i].label && trace->met[i].kind >= SK_MET_HIDDEN)
			return true;
	return false;
}

/* True if this stage asks something that the earlier stages did not. */
static bool is_worth_asking(const struct solving *solving, const struct candidate *candidate, enum stage stage)
{
	switch (stage) {
	case STAGE_WIDE:
		return solving->inputs.has_lengths;
	case STAGE_RELAXED:
		return has_soft(&candidate->test->trace, candidate->position);
	case STAGE_ALONE:
		return candidate->relevance == MUST_BE_RELEVANT && candidate->depth > 0 && candidate->tries < HOPEFUL;
	default:
		return true;
	}
}

static enum solved try_pointers(struct solving *solving, struct arena *arena, const struct candidate *candidate,
                                const struct seq **seq)
{
	const struct sk_met *met = &candidate->test->trace.met[candidate->position];
	*seq = met->kind == SK_MET_SWITCH ? NULL
	                                  : pointers_flip(arena, solving->model, candidate->test->seq,
	                                                  &candidate->test->trace, met->label, !(met->value & 1));
	return *seq ? SOLVED : SOLVED_POINTER;
}

enum solved solving_try(struct solving *solving, struct arena *arena, const struct candidate *candidate,
                        const struct seq **seq, enum liberty *liberty)
{
	const struct trace *trace = &candidate->test->trace;
	const struct input_byte *changes;
	bool gave_up = false, resized;
	size_t n;
	*liberty = LIBERTY_POINTER;
	if (pointers_matter(trace, trace->met[candidate->position].label, solving->model, candidate->test->seq))
		return try_pointers(solving, arena, candidate, seq);
	for (enum stage stage = STAGE_STRICT; stage < N_STAGES; stage++) {
		if (!is_worth_asking(solving, candidate, stage))
			continue;
		enum answer answer = ask(solving, candidate, stage, &changes, &n);
		gave_up |= answer == ANSWER_GAVE_UP;
		if (answer == ANSWER_POINTER)
			return try_pointers(solving, arena, candidate, seq);
		if (answer != ANSWER_FOUND)
			continue;
		*seq = inputs_change(arena, solving->model, candidate->test->seq, changes, n, &resized);
		*liberty = stage == STAGE_ALONE     ? LIBERTY_ALONE
		           : stage == STAGE_RELAXED ? LIBERTY_RELAXED
		           : resized                ? LIBERTY_RESIZED
		                                    : LIBERTY_NONE;
		if (*seq)
			return SOLVED;
	}
	return gave_up ? SOLVED_GAVE_UP : SOLVED_REFUTED;
}
