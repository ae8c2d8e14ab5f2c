/* marks_text: the marks as text, function by function; the golden form.
 *
 *     function 0 push ring.c:30:5
 *       region 0 ring.c:31:1-40:2
 *         statement ring.c:32:2-34:12
 *       decision 0 if ring.c:32:6-32:20 paths 3
 *         condition 0 ring.c:32:6-32:7 false->F true->1 weight 1 `r`
 *
 * Marks of one function are consecutive in every table, so one pass suffices. */
#include "model/marks.h"

static void print_place(const struct marks *marks, const struct place *place, struct sb *out)
{
	sb_addf(out, " %s:%u:%u", marks->files.at[place->file], place->line, place->column);
	if (place->end_line)
		sb_addf(out, "-%u:%u", place->end_line, place->end_column);
	if (place->macro_file != NONE)
		sb_addf(out, " (macro %s:%u:%u)", marks->files.at[place->macro_file], place->macro_line,
		        place->macro_column);
}

static void print_next(uint16_t next, struct sb *out)
{
	if (next == NEXT_FALSE)
		sb_add(out, "F");
	else if (next == NEXT_TRUE)
		sb_add(out, "T");
	else
		sb_addf(out, "%u", next);
}

static void print_condition(const struct marks *marks, uint32_t i, struct sb *out)
{
	const struct condition *c = &marks->conditions.at[i];
	sb_addf(out, "    condition %u", i);
	print_place(marks, &c->place, out);
	sb_add(out, " false->");
	print_next(c->next[0], out);
	sb_addf(out, " true->");
	print_next(c->next[1], out);
	sb_addf(out, " weight %u `%s`\n", c->weight[1], c->text);
}

static void print_decision(const struct marks *marks, uint32_t i, struct sb *out)
{
	static const char *const kinds[] = {
		[DECIDE_IF] = "if",   [DECIDE_WHILE] = "while",   [DECIDE_DO] = "do",
		[DECIDE_FOR] = "for", [DECIDE_CHOICE] = "choice", [DECIDE_VALUE] = "value",
	};
	const struct decision *d = &marks->decisions.at[i];
	sb_addf(out, "  decision %u %s", i, kinds[d->kind]);
	print_place(marks, &d->place, out);
	if (d->n_paths)
		sb_addf(out, " paths %u", d->n_paths);
	sb_add_char(out, '\n');
	for (uint32_t k = 0; k < d->n_conditions; k++)
		print_condition(marks, d->first_condition + k, out);
}

static void print_case(const struct marks *marks, uint32_t i, struct sb *out)
{
	const struct case_mark *c = &marks->cases.at[i];
	sb_addf(out, "    case %u", i);
	print_place(marks, &c->place, out);
	if (c->is_default)
		sb_add(out, c->is_implicit ? " default (implicit)\n" : " default\n");
	else if (c->low == c->high)
		sb_addf(out, " %lld\n", (long long)c->low);
	else
		sb_addf(out, " %lld...%lld\n", (long long)c->low, (long long)c->high);
}

static void print_switch(const struct marks *marks, uint32_t i, struct sb *out)
{
	const struct switch_mark *s = &marks->switches.at[i];
	sb_addf(out, "  switch %u", i);
	print_place(marks, &s->place, out);
	sb_add_char(out, '\n');
	for (uint32_t k = 0; k < s->n_cases; k++)
		print_case(marks, s->first_case + k, out);
}

/* Statements of one region need not be consecutive, because an inner region may lie between. All of
 * them are in the function's stretch [first, end). */
static void print_region(const struct marks *marks, uint32_t i, size_t first, size_t end, struct sb *out)
{
	sb_addf(out, "  region %u", i);
	print_place(marks, &marks->regions.at[i].place, out);
	sb_add_char(out, '\n');
	for (size_t k = first; k < end; k++) {
		if (marks->statements.at[k].region != i)
			continue;
		sb_add(out, "    statement");
		print_place(marks, &marks->statements.at[k].place, out);
		sb_add_char(out, '\n');
	}
}

void marks_print(const struct marks *marks, struct sb *out)
{
	uint32_t region = 0, decision = 0, of_switch = 0;
	size_t statement = 0;
	for (uint32_t f = 0; f < marks->functions.n; f++) {
		const struct function_mark *function = &marks->functions.at[f];
		sb_addf(out, "function %u %s", f, function->name);
		print_place(marks, &function->place, out);
		sb_add(out, function->is_static ? " static\n" : "\n");
		size_t end = statement;
		while (end < marks->statements.n && marks->regions.at[marks->statements.at[end].region].function == f)
			end++;
		for (; region < marks->regions.n && marks->regions.at[region].function == f; region++)
			print_region(marks, region, statement, end, out);
		for (; decision < marks->decisions.n && marks->decisions.at[decision].function == f; decision++)
			print_decision(marks, decision, out);
		for (; of_switch < marks->switches.n && marks->switches.at[of_switch].function == f; of_switch++)
			print_switch(marks, of_switch, out);
		statement = end;
	}
}
