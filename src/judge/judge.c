/* judge: see judge.h.
 *
 * The way of a sequence: the checker looks at it; a run that ended badly becomes an incident; the circumstances of the
 * incident, and trials, find the rule; the finding is filed. The judge learns from misuse. */
#include "judge/judge.h"

#include <stdlib.h>

#include "base/log.h"
#include "judge/api/internal.h"
#include "judge/checker.h"
#include "judge/doubt.h"
#include "judge/filing.h"
#include "judge/incidents.h"
#include "judge/record.h"
#include "judge/room.h"
#include "judge/rules.h"
#include "judge/teaching.h"
#include "judge/trials/trials.h"
#include "seq/invocation.h"
#include "seq/life.h"

#define LEAST_FUEL UINT64_C(100000) /* fuel for the variants of a failed test: at least this, */
#define FUEL_FACTOR 4u              /* and this many times the fuel that the failed test used */

struct judge {
	struct unit *unit;
	struct arena *arena;              /* owns the findings */
	struct checker checker;
	struct incidents incidents;
	struct trials trials;
	struct filing filing;             /* the findings so far */
	struct record record;             /* which functions came back, and which failed */
	struct teaching teaching;
};

/* The look at a sequence that is known already. */
static const struct look again = { .is_again = true };
static const struct look to_tell = { .is_again = true, .is_to_tell = true };
static const struct look from_afar = { .is_again = true, .is_from_afar = true };

const char *verdict_word(enum verdict verdict)
{
	static const char *const words[] = { "fine", "misuse", "bug", "error-path", "unclear" };
	return words[verdict];
}

status judge_new(struct unit *unit, const struct target *checked, const struct exec_options *options,
                 struct judge **out)
{
	struct judge *judge = xcalloc(1, sizeof *judge);
	*out = judge;
	judge->unit = unit;
	judge->arena = arena_new();
	judge->teaching.model = unit->model;
	TRY(incidents_init(&judge->incidents, unit, checked, find_internal(unit, checked, judge->arena)));
	judge->filing = (struct filing){ .unit = unit,
		                         .symbolizer = judge->incidents.symbolizer,
		                         .arena = judge->arena };
	return checker_init(&judge->checker, unit, checked, options);
}

void judge_free(struct judge *judge)
{
	if (!judge)
		return;
	checker_release(&judge->checker);
	incidents_release(&judge->incidents);
	trials_release(&judge->trials);
	filing_release(&judge->filing);
	record_release(&judge->record);
	teaching_release(&judge->teaching);
	arena_free(judge->arena);
	free(judge);
}

status judge_hasten(struct judge *judge)
{
	return checker_hasten(&judge->checker);
}

void judge_promote(struct judge *judge, const char *const *places, size_t n)
{
	judge->incidents.promoted = places;
	judge->incidents.n_promoted = n;
}

struct exec_stats judge_stats(const struct judge *judge)
{
	return checker_stats(&judge->checker);
}

/* ---- the rule for a sequence ---- */

static void make_incident(struct judge *judge, const struct seq *closed, uint32_t n_own, const struct run *run,
                          struct incident *incident)
{
	incident_of(&judge->incidents, closed, n_own, run, &judge->checker.breach, incident);
}

/* Finds the rule that decides. Trials may have to find out who is to blame; they end the incident's
 * run, so the sequence is looked at once more after them. *rule is NULL if the fault does not
 * happen again. */
static status find_rule(struct judge *judge, struct arena *arena, struct look look, struct incident *incident,
                        const struct rule **rule)
{
	const struct run *run;
	enum fault_class class = fault_class_of(incident->fault, incident->run->outcome);
	struct circumstances circumstances = circumstances_of(incident);
	struct circumstances found = { 0 };
	bool ran;
	look.is_again = true;
	*rule = rule_for(class, &circumstances);
	const struct question question = {
		.incident = incident, .class = class, .circumstances = circumstances, .rule = *rule, .look = look
	};
	if (circumstances_have(&circumstances, RUNS_PROGRAM)) /* a program cannot be misused */
		return NULL;
	TRY(trials_hold(&judge->trials, &judge->checker, arena, &question, &found, &ran));
	if (ran) {
		TRY(checker_look(&judge->checker, incident->seq, look, &run));
		make_incident(judge, incident->seq, incident->n_own, run, incident);
		class = fault_class_of(incident->fault, run->outcome);
		if (run_is_fine(run))
			*rule = NULL;
	}
	if (*rule && circumstances_unite(&circumstances, &found))
		*rule = rule_for(class, &circumstances);
	return NULL;
}

/* Looks at a closed sequence, and finds the rule for its fault. *rule is NULL if there is no fault. */
static status look_again(struct judge *judge, struct arena *arena, struct look look, const struct seq *closed,
                         uint32_t n_own, struct incident *incident, const struct rule **rule)
{
	const struct run *run;
	look.is_again = true;
	*rule = NULL;
	TRY(checker_look(&judge->checker, closed, look, &run));
	if (run_is_fine(run) || run_tells_nothing(run))
		return NULL;
	make_incident(judge, closed, n_own, run, incident);
	return find_rule(judge, arena, look, incident, rule);
}

/* ---- judging ---- */

/* A sequence on its way through the judge. */
struct hearing {
	struct arena *arena;
	struct look look;
	const struct seq *seq, *closed;
	enum verdict verdict;
	struct finding *finding;         /* NULL: none */
};

/* If a law was tried with another literal or object than the test has, the report needs a test that
 * has it: runs that test. */
static status run_changed(struct judge *judge, struct hearing *hearing, const struct run **run)
{
	const struct breach *breach = &judge->checker.breach;
	struct look look = hearing->look;
	look.is_again = true;
	if (!(*run)->fault || (*run)->fault->kind != SK_LAW || !breach->changed)
		return NULL;
	const struct seq *changed = seq_copy(hearing->arena, breach->changed),
	                 *all = seq_close(hearing->arena, judge->unit->model, changed);
	TRY(checker_look(&judge->checker, all, look, run));
	if (run_is_fine(*run))
		return NULL;
	hearing->seq = changed;
	hearing->closed = all;
	return NULL;
}

/* The sequence had no room for all destroyers, so the test itself leaks. */
static bool leaks_for_want_of_room(const struct seq *closed, const struct run *run)
{
	return closed->n >= SEQ_MAX_STEPS && run->fault && run->fault->kind == SK_LEAK;
}

/* Finds the rule for a run that ended badly. Before a fault becomes a bug, the sequence gets a full look of its own. */
static status hear(struct judge *judge, struct hearing *hearing, const struct run *run, struct incident *incident,
                   const struct rule **rule)
{
	/* Variants of a short test are short; a variant that runs longer says nothing. */
	if (run->outcome != SK_HANG)
		checker_limit_fuel(&judge->checker, LEAST_FUEL + FUEL_FACTOR * run->fuel_used);
	make_incident(judge, hearing->closed, hearing->seq->n, run, incident);
	TRY(find_rule(judge, hearing->arena, hearing->look, incident, rule));
	if (!*rule || (*rule)->verdict != VERDICT_BUG || !hearing->look.is_brief)
		return NULL;
	hearing->look.is_brief = false;
	checker_limit_fuel(&judge->checker, 0);
	return look_again(judge, hearing->arena, hearing->look, hearing->closed, hearing->seq->n, incident, rule);
}

/* A hang may be told as a bug only if it never ends. */
static status may_be_told(struct judge *judge, const struct seq *closed, const struct incident *incident,
                          const struct rule *rule, bool *may)
{
	*may = rule != NULL;
	if (rule && rule->verdict == VERDICT_BUG && incident->run->outcome == SK_HANG)
		return checker_is_endless(&judge->checker, closed, may);
	return NULL;
}

/* Runs the test of a new bug once more: the bug must happen again, or the verdict changes. */
static status confirm(struct judge *judge, struct hearing *hearing, const struct rule *rule)
{
	const struct run *run;
	struct look look = hearing->look;
	look.is_again = true;
	if (rule->verdict != VERDICT_BUG || hearing->finding->count > 1)
		return NULL;
	TRY(checker_look(&judge->checker, hearing->closed, look, &run));
	if (run_is_fine(run))
		hearing->verdict = hearing->finding->verdict = VERDICT_UNCLEAR;
	return NULL;
}

/* A program with undefined arithmetic went on to its end (rt/checked/reports.c). Its test is kept
 * like any other, whatever the finding says. */
static bool came_to_its_end(const struct hearing *hearing, const struct run *run)
{
	return seq_runs(hearing->seq) && run->outcome == SK_FAULT && run->steps_done == run->n_steps;
}

/* *explained: with the lesson that the incident taught, the sequence is fine when it is closed as
 * *retried is. */
static status learn_from(struct judge *judge, struct hearing *hearing, const struct incident *incident,
                         const struct rule *rule, const struct seq **retried, bool *explained)
{
	bool is_about_room = false;
	if (rule->verdict != VERDICT_BUG)
		TRY(room_learn(&judge->teaching, &judge->checker, hearing->arena, hearing->seq, incident,
		               &is_about_room));
	if (is_about_room)
		return NULL;
	return teach(&judge->teaching, &judge->checker, hearing->arena, hearing->seq, incident, rule, retried,
	             explained);
}

/* Files the incident and learns from it. */
static status decide(struct judge *judge, struct hearing *hearing, const struct incident *incident,
                     const struct rule *rule)
{
	const struct seq *retried = hearing->closed;
	bool explained = false;
	hearing->verdict = rule->verdict;
	hearing->finding = file_finding(&judge->filing, incident, rule);
	if (!seq_runs(hearing->seq))
		TRY(learn_from(judge, hearing, incident, rule, &retried, &explained));
	if (!explained) {
		bool ended = came_to_its_end(hearing, incident->run);
		TRY(confirm(judge, hearing, rule));
		hearing->verdict = ended ? VERDICT_FINE : hearing->verdict;
		return NULL;
	}
	hearing->closed = retried;
	hearing->verdict = VERDICT_FINE;
	return NULL;
}

static status judge_closed(struct judge *judge, struct hearing *hearing)
{
	const struct run *run;
	struct incident incident;
	const struct rule *rule;
	bool may;
	TRY(checker_look(&judge->checker, hearing->closed, hearing->look, &run));
	TRY(run_changed(judge, hearing, &run));
	if (run_is_fine(run) && !hearing->look.is_brief)
		TRY(checker_look_at_layout(&judge->checker, hearing->closed, &run));
	record_run(&judge->record, hearing->closed, run);
	if (run_is_fine(run)) {
		doubt_lessons(&judge->teaching.doubts, judge->unit->model, hearing->closed, run);
		return NULL;
	}
	hearing->verdict = VERDICT_UNCLEAR;
	if (run_tells_nothing(run) || leaks_for_want_of_room(hearing->closed, run))
		return NULL;
	TRY(hear(judge, hearing, run, &incident, &rule));
	TRY(may_be_told(judge, hearing->closed, &incident, rule, &may));
	return may ? decide(judge, hearing, &incident, rule) : NULL;
}

/* Undefined arithmetic that all compilers do in the same way is reported, but the test is judged as if C defined it.
 * Otherwise libraries would lose all tests of the code behind a shift of bits into the sign. */
static status judge_beyond_shifts(struct judge *judge, struct hearing *hearing)
{
	const struct finding *shift = hearing->finding;
	if (hearing->verdict == VERDICT_BUG || !shift || shift->fault.kind != SK_UBSAN ||
	    !fault_shifts_sign(&shift->fault))
		return NULL;
	checker_limit_fuel(&judge->checker, 0);
	checker_want_shifts(&judge->checker, false);
	hearing->verdict = VERDICT_FINE;
	status st = judge_closed(judge, hearing);
	checker_want_shifts(&judge->checker, true);
	return st;
}

static status judge_with(struct judge *judge, struct arena *arena, struct look look, const struct seq *seq,
                         const struct seq **closed, enum verdict *verdict, const struct finding **finding)
{
	struct hearing hearing = { .arena = arena,
		                   .look = look,
		                   .seq = seq,
		                   .closed = seq_close(arena, judge->unit->model, seq),
		                   .verdict = VERDICT_FINE };
	status st = judge_closed(judge, &hearing);
	if (!st)
		st = judge_beyond_shifts(judge, &hearing);
	checker_limit_fuel(&judge->checker, 0);
	*closed = hearing.closed;
	*verdict = hearing.verdict;
	*finding = hearing.finding;
	return st;
}

status judge_sequence(struct judge *judge, struct arena *arena, const struct seq *seq, const struct seq **closed,
                      enum verdict *verdict, const struct finding **finding)
{
	return judge_with(judge, arena, (struct look){ 0 }, seq, closed, verdict, finding);
}

status judge_glance(struct judge *judge, struct arena *arena, const struct seq *seq, const struct seq **closed,
                    enum verdict *verdict, const struct finding **finding)
{
	return judge_with(judge, arena, (struct look){ .is_brief = true }, seq, closed, verdict, finding);
}

status judge_ending(struct judge *judge, struct arena *arena, const struct seq *seq, const struct seq **closed,
                    bool *fine)
{
	*closed = seq_close_ending(arena, judge->unit->model, seq);
	return checker_ends_well(&judge->checker, arena, *closed, seq->n, fine);
}

/* ---- findings that are known ---- */

status judge_again(struct judge *judge, struct arena *arena, const struct earlier_finding *earlier, bool *happens)
{
	const struct run *run;
	struct incident incident;
	const struct rule *rule;
	*happens = false;
	TRY(checker_look(&judge->checker, earlier->seq, from_afar, &run));
	if (run_is_fine(run) || run_tells_nothing(run))
		return NULL;
	make_incident(judge, earlier->seq, earlier->n_own, run, &incident);
	TRY(find_rule(judge, arena, again, &incident, &rule));
	if (!rule)
		return NULL;
	struct finding *finding = file_finding(&judge->filing, &incident, rule);
	*happens = finding->key == earlier->key;
	if (!*happens)
		return NULL;
	if (!incident.is_promoted)
		finding->verdict = earlier->verdict;
	finding->count += earlier->count ? earlier->count - 1 : 0;
	return NULL;
}

void judge_seen(struct judge *judge, uint64_t key, uint32_t times)
{
	count_finding(&judge->filing, key, times);
}

static status key_of(struct judge *judge, struct arena *arena, struct look look, const struct seq *closed,
                     uint32_t n_own, uint64_t *key)
{
	struct incident incident;
	const struct rule *rule;
	TRY(look_again(judge, arena, look, closed, n_own, &incident, &rule));
	*key = rule ? finding_key(&incident, rule->verdict) : 0;
	return NULL;
}

status judge_key_of_closed(struct judge *judge, struct arena *arena, const struct seq *closed, uint32_t n_own,
                           uint64_t *key)
{
	return key_of(judge, arena, again, closed, n_own, key);
}

status judge_key(struct judge *judge, struct arena *arena, const struct seq *seq, uint64_t *key)
{
	return key_of(judge, arena, to_tell, seq_close(arena, judge->unit->model, seq), seq->n, key);
}

status judge_fault(struct judge *judge, struct arena *arena, const struct seq *seq, struct sk_fault *fault)
{
	const struct run *run;
	*fault = (struct sk_fault){ .kind = SK_NO_FAULT };
	TRY(checker_run(&judge->checker, seq_close(arena, judge->unit->model, seq), &run));
	if (run->fault)
		*fault = *run->fault;
	return NULL;
}

status judge_tell(struct judge *judge, struct arena *arena, const struct finding *finding, const struct seq *closed,
                  uint32_t n_own, const struct finding **told)
{
	struct incident incident;
	const struct rule *rule;
	*told = NULL;
	TRY(look_again(judge, arena, to_tell, closed, n_own, &incident, &rule));
	if (rule && finding_key(&incident, rule->verdict) == finding->key)
		*told = retell_finding(&judge->filing, finding, &incident, rule);
	return NULL;
}

/* ---- the end of a campaign ---- */

/* Finds the rule of a bug again after a new circumstance became known. */
static void rule_anew(struct judge *judge, struct finding *finding, enum circumstance news)
{
	struct circumstances known = { 0 };
	circumstances_add(&known, news);
	if (str_equal(finding->rule, "promoted"))
		circumstances_add(&known, PROMOTED);
	const struct rule *rule = rule_for(fault_class_of(&finding->fault, SK_FAULT), &known);
	if (rule->verdict == VERDICT_BUG)
		return;
	finding->verdict = rule->verdict;
	finding->rule = rule->name;
	finding->settled = finding->settled ? arena_printf(judge->arena, "%s %s", finding->settled, rule->why)
	                                    : rule->why;
	finding->evidence = arena_printf(judge->arena, "%s %s", finding->evidence, rule->why);
}

/* Does the same fault happen in the same place? The verdict may have changed since. */
static status shows_again(struct judge *judge, const struct finding *finding, bool *shows)
{
	const struct run *run;
	struct incident incident;
	*shows = false;
	TRY(checker_look(&judge->checker, finding->seq, to_tell, &run));
	if (run_is_fine(run) || run_tells_nothing(run))
		return NULL;
	make_incident(judge, finding->seq, finding->n_own, run, &incident);
	*shows = finding_key(&incident, VERDICT_BUG) == finding->key;
	return NULL;
}

/* Tries the bug's own test in full. During the search only a few incidents that look alike are tried, and this one may
 * have been filed by what the trials of another found. */
static status try_again(struct judge *judge, struct finding *finding)
{
	struct arena *arena = arena_new();
	struct incident incident;
	const struct rule *rule;
	status st = look_again(judge, arena, to_tell, finding->seq, finding->n_own, &incident, &rule);
	if (!st && rule && rule->verdict != VERDICT_BUG) {
		log_verbose("%s: %s after all", finding->summary, verdict_word(rule->verdict));
		*finding = *retell_finding(&judge->filing, finding, &incident, rule);
		finding->verdict = rule->verdict;
		finding->key = finding_key(&incident, rule->verdict);
	}
	arena_free(arena);
	return st;
}

status judge_confirm(struct judge *judge)
{
	for (size_t i = 0; i < judge->filing.findings.n; i++) {
		struct finding *finding = judge->filing.findings.at[i];
		bool shows;
		if (finding->verdict != VERDICT_BUG)
			continue;
		TRY(shows_again(judge, finding, &shows));
		if (shows) {
			TRY(try_again(judge, finding));
			continue;
		}
		log_verbose("%s: not seen again", finding->summary);
		rule_anew(judge, finding, NOT_SEEN_AGAIN);
	}
	return NULL;
}

const struct finding *judge_not_seen_outside(struct judge *judge, const struct finding *finding)
{
	struct finding *told = arena_memdup(judge->arena, finding, sizeof *told);
	rule_anew(judge, told, NOT_SEEN_OUTSIDE);
	return told;
}

void judge_settle(struct judge *judge)
{
	for (size_t i = 0; i < judge->filing.findings.n; i++) {
		struct finding *finding = judge->filing.findings.at[i];
		if (finding->verdict == VERDICT_BUG && never_came_back(&judge->record, finding))
			rule_anew(judge, finding, NEVER_CAME_BACK);
		/* A lesson of a later test may say who owns the memory. */
		if (finding->verdict == VERDICT_BUG && finding->fault.owner == SK_OWNER_FREED &&
		    destroys_kept(judge->unit->model, finding->seq, NULL))
			rule_anew(judge, finding, KEPT_DESTROYED);
	}
}

size_t judge_findings(const struct judge *judge, const struct finding *const **findings)
{
	*findings = (const struct finding *const *)judge->filing.findings.at;
	return judge->filing.findings.n;
}

/* ---- built-in contracts ---- */

void judge_laws_off(struct judge *judge, uint32_t off)
{
	laws_free(judge->checker.laws);
	judge->checker.laws = laws_new(judge->unit, off);
}

size_t judge_laws(const struct judge *judge, struct arena *arena, const char *const **lines)
{
	return laws_lines(judge->checker.laws, arena, lines);
}

bool judge_wants(const struct judge *judge, const struct seq *seq)
{
	return laws_want(judge->checker.laws, seq);
}

status judge_breach(struct judge *judge, struct arena *arena, const struct seq *seq, struct breach *breach, bool *found)
{
	return laws_find(judge->checker.laws, judge->checker.executors[0], seq, LOOK_AGAIN, arena, breach, found);
}

/* ---- lessons ---- */

size_t judge_learned(struct judge *judge, const char *const **lines)
{
	struct teaching *teaching = &judge->teaching;
	*lines = (const char *const *)teaching->lessons.at + teaching->n_told;
	size_t n = teaching->lessons.n - teaching->n_told;
	teaching->n_told = teaching->lessons.n;
	return n;
}

size_t judge_lessons(const struct judge *judge)
{
	return judge->teaching.lessons.n;
}
