/* cover_text: coverage as lines that stay the same from run to run.
 *
 *     ring.c:25:5: function ring_push: entered
 *     ring.c:27:2: statement: run
 *     ring.c:27:6: decision if: false true
 *     ring.c:27:6: condition n == cap: false true mcdc
 *     ring.c:27:18 (limits.h:9:20): condition n > LIMIT: not reached
 *     ring.c:27:6: paths: F- = F, TF = F
 *     ring.c:40:2: case 3: taken
 *     ring.c:41:2: case 4..7: not taken
 *     ring.c:44:2: default: taken
 *     ring.c:39:2: no case: not taken
 *
 * Functions come in the order of the marks, each with its statements, its decisions
 * (each followed by its conditions) and its cases. Observations are behind the last
 * colon; without any, the line says "not entered", "not run", "not reached" or "not
 * taken". Code from inside a macro also has the place of its spelling, in parentheses.
 * "paths" are the ways in which a decision of several conditions was evaluated: false,
 * true or not evaluated, condition by condition, with the decision's outcome. "no case"
 * is the default of a switch that has none. A decision with too many paths says
 * "(mcdc unknown: too many paths)". */
#include <stdlib.h>

#include "cover/cover.h"

static void print_place(const struct cover *cover, const struct place *place, struct sb *out)
{
	const struct marks *marks = cover->marks;
	sb_addf(out, "%s:%u:%u", marks->files.at[place->file], place->line, place->column);
	if (place->macro_file != NONE)
		sb_addf(out, " (%s:%u:%u)", marks->files.at[place->macro_file], place->macro_line, place->macro_column);
	sb_add(out, ": ");
}

static void print_outcomes(bool seen_false, bool seen_true, struct sb *out)
{
	sb_add(out, !seen_false && !seen_true ? " not reached" : "");
	sb_add(out, seen_false ? " false" : "");
	sb_add(out, seen_true ? " true" : "");
}

static void print_condition(const struct cover *cover, uint32_t i, struct sb *out)
{
	const struct marks *marks = cover->marks;
	const struct condition *c = &marks->conditions.at[i];
	print_place(cover, &c->place, out);
	sb_addf(out, "condition %s:", c->text);
	print_outcomes(cover_has(cover, marks_condition_probe(marks, i, false)),
	               cover_has(cover, marks_condition_probe(marks, i, true)), out);
	sb_add(out, cover_mcdc(cover, i) ? " mcdc\n" : "\n");
}

static void print_paths(const struct cover *cover, uint32_t i, struct sb *out)
{
	const struct decision *d = &cover->marks->decisions.at[i];
	signed char *outcomes = xmalloc(d->n_conditions);
	uint32_t seen = 0;
	print_place(cover, &d->place, out);
	sb_add(out, "paths:");
	for (uint32_t p = 0; p < d->n_paths; p++) {
		if (!cover_has(cover, d->first_probe + p))
			continue;
		bool result = marks_path(cover->marks, i, p, outcomes);
		sb_add(out, seen++ ? ", " : " ");
		for (uint32_t c = 0; c < d->n_conditions; c++)
			sb_add_char(out, outcomes[c] < 0 ? '-' : outcomes[c] ? 'T' : 'F');
		sb_add(out, result ? " = T" : " = F");
	}
	sb_add(out, seen ? "\n" : " none\n");
	free(outcomes);
}

static void print_decision(const struct cover *cover, uint32_t i, struct sb *out)
{
	static const char *const kinds[] = {
		[DECIDE_IF] = "if",   [DECIDE_WHILE] = "while", [DECIDE_DO] = "do",
		[DECIDE_FOR] = "for", [DECIDE_CHOICE] = "?:",   [DECIDE_VALUE] = "value",
	};
	const struct decision *d = &cover->marks->decisions.at[i];
	print_place(cover, &d->place, out);
	sb_addf(out, "decision %s:", kinds[d->kind]);
	print_outcomes(cover_decision(cover, i, false), cover_decision(cover, i, true), out);
	sb_add(out, d->n_conditions > 1 && !d->n_paths ? " (mcdc unknown: too many paths)\n" : "\n");
	for (uint32_t c = 0; c < d->n_conditions; c++)
		print_condition(cover, d->first_condition + c, out);
	if (d->n_paths)
		print_paths(cover, i, out);
}

static void print_case(const struct cover *cover, uint32_t i, struct sb *out)
{
	const struct case_mark *c = &cover->marks->cases.at[i];
	print_place(cover, &c->place, out);
	if (c->is_default)
		sb_add(out, c->is_implicit ? "no case" : "default");
	else if (c->low == c->high)
		sb_addf(out, "case %lld", (long long)c->low);
	else
		sb_addf(out, "case %lld..%lld", (long long)c->low, (long long)c->high);
	sb_add(out, cover_has(cover, marks_case_probe(cover->marks, i)) ? ": taken\n" : ": not taken\n");
}

static void print_statements(const struct cover *cover, uint32_t function, struct sb *out)
{
	const struct marks *marks = cover->marks;
	for (uint32_t i = 0; i < marks->statements.n; i++) {
		const struct statement *s = &marks->statements.at[i];
		if (marks->regions.at[s->region].function != function)
			continue;
		print_place(cover, &s->place, out);
		sb_add(out, cover_has(cover, marks_region_probe(marks, s->region)) ? "statement: run\n"
		                                                                   : "statement: not run\n");
	}
}

static void print_function(const struct cover *cover, uint32_t function, struct sb *out)
{
	const struct marks *marks = cover->marks;
	const struct function_mark *f = &marks->functions.at[function];
	bool entered = cover_has(cover, marks_function_probe(marks, function));
	print_place(cover, &f->place, out);
	sb_addf(out, "function %s: %s\n", f->name, entered ? "entered" : "not entered");
	print_statements(cover, function, out);
	for (uint32_t i = 0; i < marks->decisions.n; i++)
		if (marks->decisions.at[i].function == function)
			print_decision(cover, i, out);
	for (uint32_t i = 0; i < marks->cases.n; i++)
		if (marks->switches.at[marks->cases.at[i].of_switch].function == function)
			print_case(cover, i, out);
}

void cover_print(const struct cover *cover, struct sb *out)
{
	for (uint32_t i = 0; i < cover->marks->functions.n; i++)
		print_function(cover, i, out);
}
