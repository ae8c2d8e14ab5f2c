/* failing_ways: see failing_ways.h. */
#include "campaign/failing_ways.h"

#include <stdlib.h>
#include <string.h>

#include "exec/exec.h"
#include "model/failing.h"
#include "proc/child.h"

#define LINES_BACK 8u /* from a condition back to the call whose result it tests */

struct ways {
	const struct finding *const *findings; /* of the tests that run */
	const struct finding **at;
	uint32_t n_probes;
};

static void note_run(void *context, size_t i, const struct run *run)
{
	struct ways *ways = context;
	for (uint32_t p = 0; p < ways->n_probes; p++)
		if (!ways->at[p] && run->probes[p / 64] >> (p % 64) & 1)
			ways->at[p] = ways->findings[i];
}

/* Lists the findings, bugs first: of several tests that come to a place, the worst is told. */
static size_t in_order(struct campaign *campaign, const struct finding **ordered)
{
	const struct finding *const *all;
	size_t n = judge_findings(campaign_judge(campaign), &all), n_ordered = 0;
	for (int bugs = 1; bugs >= 0; bugs--)
		for (size_t i = 0; i < n; i++)
			if ((all[i]->verdict == VERDICT_BUG) == bugs)
				ordered[n_ordered++] = all[i];
	return n_ordered;
}

const struct finding **failing_ways(struct campaign *campaign, const struct unit *unit, const struct target *fast,
                                    struct arena *arena)
{
	const struct finding *const *all;
	size_t n = judge_findings(campaign_judge(campaign), &all);
	const struct finding **ordered = ARENA_ARRAY(arena, const struct finding *, n + 1);
	const struct seq **seqs = ARENA_ARRAY(arena, const struct seq *, n + 1);
	struct ways ways = { ordered, ARENA_ARRAY(arena, const struct finding *, unit->marks->n_probes + 1),
		             unit->marks->n_probes };
	struct exec_options options = { 0 };
	struct executor *executor = NULL;
	n = in_order(campaign, ordered);
	for (size_t i = 0; i < n; i++)
		seqs[i] = ordered[i]->seq;
	status st = n ? executor_new(fast, unit, &options, &executor) : NULL;
	if (!st && n)
		st = executor_run(executor, seqs, n, WANT_NOTHING, note_run, &ways);
	status_free(st); /* then less is known */
	executor_free(executor);
	return ways.at;
}

/* ---- failures of the C library ---- */

/* Extracts the name that a condition compares with null; "" if it makes no such comparison. */
static void asked_name(const char *text, char *name, size_t room)
{
	const char *at = text + strspn(text, "!( ");
	size_t n = 0;
	while (is_name_char(at[n]) || at[n] == '.' || (at[n] == '-' && at[n + 1] == '>') || (at[n] == '>' && n))
		n++;
	const char *rest = at + n + strspn(at + n, " )");
	bool is_null = str_starts(rest, "== NULL") || str_starts(rest, "!= NULL") || str_starts(rest, "== 0") ||
	               str_starts(rest, "!= 0") || str_starts(rest, "== ((void") || str_starts(rest, "!= ((void");
	name[0] = 0;
	if (n && n < room && (!*rest || is_null)) {
		memcpy(name, at, n);
		name[n] = 0;
	}
}

/* True if the outcome means that the name is null. */
static bool is_nothing(const char *text, bool outcome)
{
	bool is_negative = text[0] == '!' || strstr(text, "==");
	return outcome == is_negative;
}

/* Returns the text behind the = that assigns to the name; NULL: the line does not assign to it. */
static const char *assigned(const char *line, const char *name)
{
	for (const char *found = line; (found = strstr(found, name)); found++) {
		const char *at = found + strlen(name);
		at += strspn(at, " \t");
		if ((found == line || !is_name_char(found[-1])) && *at == '=' && at[1] != '=')
			return at + 1;
	}
	return NULL;
}

static bool is_called(const char *text, const char *function)
{
	size_t n = strlen(function);
	for (const char *found = text; (found = strstr(found, function)); found++)
		if (!is_name_char(found[-1]) && found[n + strspn(found + n, " ")] == '(')
			return true;
	return false;
}

static const char *failing_in(const struct unit *unit, uint32_t condition, bool outcome, bool is_inner,
                              struct arena *arena);

/* Returns a call in the text that can fail, or a call of a unit's function that fails with such a call:
 * "malloc()", "malloc() in copy()". NULL: none. */
static const char *called_in(const struct unit *unit, const char *text, bool is_inner, struct arena *arena)
{
	uint32_t n;
	const struct failing_function *functions = failing_functions(&n);
	const struct marks *marks = unit->marks;
	for (uint32_t i = 0; i < n; i++)
		if (functions[i].kind != SLEEPING && is_called(text, functions[i].name))
			return arena_printf(arena, "%s()", functions[i].name);
	for (uint32_t c = 0; c < marks->conditions.n && !is_inner; c++) {
		const char *function = marks->functions.at[marks->conditions.at[c].function].name;
		for (int outcome = 0; outcome < 2 && is_called(text, function); outcome++) {
			const char *inner = failing_in(unit, c, outcome, true, arena);
			if (inner)
				return arena_printf(arena, "%s in %s()", inner, function);
		}
	}
	return NULL;
}

static const char *line_start(const char *text, uint32_t line)
{
	for (uint32_t i = 1; i < line && *text; i++)
		text += strcspn(text, "\n"), text += *text == '\n';
	return text;
}

static const char *failing_in(const struct unit *unit, uint32_t condition, bool outcome, bool is_inner,
                              struct arena *arena)
{
	const struct condition *mark = &unit->marks->conditions.at[condition];
	char name[80], *text = NULL;
	const char *called = NULL;
	asked_name(mark->text, name, sizeof name);
	if (!name[0] || !is_nothing(mark->text, outcome))
		return NULL;
	status st = file_read(unit->marks->files.at[mark->place.file], &text, NULL);
	for (uint32_t back = 0; !st && !called && back <= LINES_BACK && back < mark->place.line; back++) {
		const char *at = line_start(text, mark->place.line - back);
		char *line = xprintf("%.*s", (int)strcspn(at, "\n"), at);
		const char *value = assigned(line, name);
		called = value ? called_in(unit, value, is_inner, arena) : NULL;
		free(line);
		if (value)
			break;
	}
	status_free(st);
	free(text);
	return called;
}

const char *failure_wanted(const struct unit *unit, uint32_t condition, bool outcome, struct arena *arena)
{
	return failing_in(unit, condition, outcome, false, arena);
}
