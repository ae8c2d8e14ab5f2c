/* filing: see filing.h. */
#include "judge/filing.h"

#include <string.h>

#include "base/str.h"

void filing_release(struct filing *filing)
{
	map_release(&filing->by_key);
	vec_release(&filing->findings);
}

static bool is_stopped_by_chance(enum sk_outcome outcome, const struct sk_fault *fault)
{
	return outcome == SK_HANG || fault->kind == SK_STACK_OVERFLOW;
}

/* The key of a finding: kind, verdict and the innermost frames. Where a hang or an endless
 * recursion was stopped is chance, so there the called function is the key. */
uint64_t finding_key(const struct incident *incident, enum verdict verdict)
{
	bool by_chance = is_stopped_by_chance(incident->run->outcome, incident->fault);
	uint32_t first = by_chance && incident->n_frames ? incident->n_frames - 1 : 0;
	uint64_t key = hash_text(fault_name(incident->fault, incident->run->outcome), verdict);
	if (incident->fault->kind == SK_CONTRACT ||
	    incident->fault->kind == SK_LAW) /* each call that breaks the contract is a bug of its own */
		key = hash_bytes(&incident->fault->code, sizeof incident->fault->code, key);
	for (uint32_t i = first; i < incident->n_frames && i < first + 1; i++) {
		key = hash_text(incident->frames[i].function, key);
		if (i == 0 && !by_chance)
			key = hash_bytes(&incident->frames[i].line, sizeof incident->frames[i].line, key);
	}
	return key;
}

static const struct frame *copy_frames(struct filing *filing, const struct frame *frames, uint32_t n)
{
	struct frame *copy = ARENA_ARRAY(filing->arena, struct frame, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		copy[i] = frames[i];
		copy[i].function = arena_strdup(filing->arena, frames[i].function);
		copy[i].file = arena_strdup(filing->arena, frames[i].file);
	}
	return copy;
}

static void add_alloc_frames(struct filing *filing, struct finding *finding, const struct sk_fault *fault)
{
	struct frame *frames;
	uint32_t n;
	fault_frames(filing->symbolizer, fault->alloc_frames, fault->n_alloc_frames, filing->arena, &frames, &n);
	finding->alloc_frames = copy_frames(filing, frames, n);
	finding->n_alloc_frames = n;
}

/* "skep_ensures_f (contracts.c:7) does not hold after f." */
static const char *contract_evidence(struct filing *filing, const struct incident *incident)
{
	uint32_t i = incident_step(incident);
	const struct step *step = i < incident->seq->n ? incident->seq->steps[i] : NULL;
	const char *after = step && step_is_call(step) ? step_function(filing->unit->model, step)->name : "the test";
	return arena_printf(filing->arena, "%s (%s:%u) does not hold after %s.", incident->fault->message,
	                    incident->fault->file, incident->fault->line, after);
}

/* The call that made variable v also allocated the memory. */
static bool is_made_with(const struct incident *incident, const struct finding *finding, uint32_t v)
{
	const struct step *maker = incident->seq->steps[v];
	return finding->n_alloc_frames && step_is_call(maker) &&
	       str_equal(finding->alloc_frames[finding->n_alloc_frames - 1].function,
	                 step_function(incident->model, maker)->name);
}

/* Argument a of the failing call is the way by which the unit got the memory. */
static bool brought_memory(const struct incident *incident, const struct finding *finding, uint32_t i, uint32_t a)
{
	const struct sk_fault *fault = incident->fault;
	bool is_null = fault->owner == SK_OWNER_NULL || (fault->kind == SK_UBSAN && strstr(fault->message, "null"));
	const struct step *call = incident->seq->steps[i];
	uint32_t v = seq_index(i, call->args[a]);
	uint64_t value;
	if (fault->owner == SK_OWNER_TEST)
		return v == fault->owner_step;
	if (fault->owner == SK_OWNER_UNIT_HEAP || fault->owner == SK_OWNER_FREED)
		return is_made_with(incident, finding, v);
	return is_null && is_pointer_param(incident, call->index, a) && argument_value(incident, i, a, &value) &&
	       !value;
}

/* A sentence like " It came in as 'buffer', an argument of fill."; "" if no argument, or several
 * arguments that look alike, brought the memory. */
static const char *origin_text(struct filing *filing, const struct incident *incident, const struct finding *finding)
{
	uint32_t i = incident_step(incident), n = 0, by = 0;
	const struct step *call = i < incident->seq->n ? incident->seq->steps[i] : NULL;
	if (!call || !step_is_call(call))
		return "";
	const struct function *called = step_function(incident->model, call);
	for (uint32_t a = 0; a < call->n_args && a < called->n_params; a++)
		if (brought_memory(incident, finding, i, a)) {
			by = a;
			n++;
		}
	const char *name = n == 1 ? called->params[by].name : "";
	if (!name || !*name)
		return "";
	return arena_printf(filing->arena, " It came in as '%s', an argument of %s.", name, called->name);
}

/* A sentence like " Stand-ins: clock_ms, current_user." */
static const char *stood_in_text(struct filing *filing, const struct incident *incident)
{
	struct sb names = { 0 };
	for (uint32_t i = 0; i < incident->run->n_stood_in; i++)
		sb_addf(&names, "%s%s",
		        i ? ", " : " Stand-ins: ", stand_in_name(incident->model, incident->run->stood_in[i]));
	const char *text = arena_printf(filing->arena, "%s%s", sb_text(&names), names.n ? "." : "");
	sb_release(&names);
	return text;
}

/* The names of the variables that the test sets, or of the functions that it calls as a last
 * resort, each once; *n is their number. */
static const char *liberties_text(struct filing *filing, const struct seq *seq, bool variables, uint32_t *n)
{
	const char *names = "";
	*n = 0;
	for (uint32_t i = 0; i < seq->n; i++) {
		if (!step_is_call(seq->steps[i]))
			continue;
		const struct function *called = step_function(filing->unit->model, seq->steps[i]);
		const char *name = variables                ? !called->is_library ? called->sets : NULL
		                   : called->is_last_resort ? called->name
		                                            : NULL;
		if (!name || strstr(names, arena_printf(filing->arena, "`%s`", name)))
			continue;
		names = arena_printf(filing->arena, "%s%s`%s`", names, *n ? ", " : "", name);
		++*n;
	}
	return names;
}

/* The test itself sets a field of an object. */
static bool sets_field(const struct filing *filing, const struct seq *seq)
{
	for (uint32_t i = 0; i < seq->n; i++)
		if (step_is_call(seq->steps[i]) && step_function(filing->unit->model, seq->steps[i])->holder)
			return true;
	return false;
}

/* The rule's sentence, followed by the names of the variables, functions or stand-ins that the
 * sentence is about. */
static const char *why_text(struct filing *filing, const struct incident *incident, const struct rule *rule)
{
	bool variables = str_equal(rule->name, "set-variables");
	if (!variables && !str_equal(rule->name, "last-resort"))
		return rule->why;
	uint32_t n;
	const char *names = liberties_text(filing, incident->seq, variables, &n);
	if (variables)
		return arena_printf(filing->arena,
		                    "The test sets the %s%s %s itself, perhaps to values that the unit never gives %s.",
		                    sets_field(filing, incident->seq) ? "field" : "variable", n > 1 ? "s" : "", names,
		                    n > 1 ? "them" : "it");
	return arena_printf(
	        filing->arena,
	        "The test calls the static function%s %s directly, perhaps in a way that the unit never does.",
	        n > 1 ? "s" : "", names);
}

static const char *evidence_text(struct filing *filing, const struct incident *incident, const struct rule *rule,
                                 const struct finding *finding)
{
	const char *made_up = rule->verdict == VERDICT_UNCLEAR ? stood_in_text(filing, incident) : "";
	if (incident->fault->kind == SK_CONTRACT)
		return arena_printf(filing->arena, "%s%s", contract_evidence(filing, incident), made_up);
	if (incident->fault->kind != SK_LAW)
		return arena_printf(filing->arena, "%s%s%s", why_text(filing, incident, rule), made_up,
		                    origin_text(filing, incident, finding));
	return arena_printf(filing->arena, "%s %s%s (Built-in contract '%s'.)", incident->breach->evidence, rule->why,
	                    made_up, law_name(incident->breach->law));
}

/* The fault happened in a neighbour, though the unit may have led there. */
static bool is_in_context(const struct incident *incident)
{
	const char *file = incident->frames[0].file;
	for (size_t i = 0; i < incident->model->functions.n; i++) {
		const struct function *f = &incident->model->functions.at[i];
		if (f->is_context && str_equal(f->file, file))
			return true;
	}
	return false;
}

/* Fills all fields of a finding from one run, so that they agree with each other. */
static void describe(struct filing *filing, const struct incident *incident, const struct rule *rule,
                     struct finding *finding)
{
	finding->severity = severity_of(incident->fault, incident->run->outcome);
	finding->kind = fault_name(incident->fault, incident->run->outcome);
	finding->seq = seq_copy(filing->arena, incident->seq);
	finding->n_own = incident->n_own;
	finding->step = incident_step(incident);
	finding->fault = *incident->fault;
	finding->frames = copy_frames(filing, incident->frames, incident->n_frames);
	finding->n_frames = incident->n_frames;
	finding->rule = rule->name;
	if (incident->n_frames)
		finding->summary = arena_printf(filing->arena, "%s in %s, %s:%u%s", finding->kind,
		                                incident->frames[0].function, incident->frames[0].file,
		                                incident->frames[0].line, is_in_context(incident) ? " (context)" : "");
	else
		finding->summary = finding->kind;
	add_alloc_frames(filing, finding, incident->fault);
	finding->evidence = evidence_text(filing, incident, rule, finding);
}

static struct finding *new_finding(struct filing *filing, const struct incident *incident, const struct rule *rule,
                                   uint64_t key)
{
	struct finding *finding = ARENA_NEW(filing->arena, struct finding);
	describe(filing, incident, rule, finding);
	finding->verdict = rule->verdict;
	finding->key = key;
	finding->count = 1;
	return finding;
}

void count_finding(struct filing *filing, uint64_t key, uint32_t times)
{
	const uint64_t *slot = map_get(&filing->by_key, key);
	if (slot && *slot)
		filing->findings.at[*slot - 1]->count += times;
}

const struct finding *retell_finding(struct filing *filing, const struct finding *known,
                                     const struct incident *incident, const struct rule *rule)
{
	struct finding *told = ARENA_NEW(filing->arena, struct finding);
	*told = *known;
	describe(filing, incident, rule, told);
	if (!known->settled)
		return told;
	told->rule = known->rule;
	told->evidence = arena_printf(filing->arena, "%s %s", told->evidence, known->settled);
	return told;
}

/* Index + 1 of a known finding that was stopped in the same function, reached from another caller;
 * 0: there is none. */
static uint64_t same_loop(const struct filing *filing, const struct incident *incident, const struct rule *rule)
{
	const char *kind = fault_name(incident->fault, incident->run->outcome);
	if (!is_stopped_by_chance(incident->run->outcome, incident->fault) || !incident->n_frames)
		return 0;
	for (size_t i = 0; i < filing->findings.n; i++) {
		const struct finding *known = filing->findings.at[i];
		if (known->verdict == rule->verdict && str_equal(known->kind, kind) && known->n_frames &&
		    str_equal(known->frames[0].function, incident->frames[0].function))
			return i + 1;
	}
	return 0;
}

struct finding *file_finding(struct filing *filing, const struct incident *incident, const struct rule *rule)
{
	uint64_t key = finding_key(incident, rule->verdict);
	uint64_t *slot = map_put(&filing->by_key, key, NULL);
	if (!*slot)
		*slot = same_loop(filing, incident, rule);
	if (!*slot) {
		vec_push(&filing->findings, new_finding(filing, incident, rule, key));
		*slot = filing->findings.n;
		return vec_last(&filing->findings);
	}
	struct finding *known = filing->findings.at[*slot - 1];
	known->count++;
	if (incident->seq->n < known->seq->n && key == known->key)
		describe(filing, incident, rule, known);
	return known;
}
