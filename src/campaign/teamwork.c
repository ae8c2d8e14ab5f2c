/* teamwork: see teamwork.h. */
#include "campaign/teamwork.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "proc/child.h"

#define SHARE_SECONDS 0.05       /* between two looks at what others won, or */
#define SHARE_EXECUTIONS 1024u   /* of each worker, where nothing may hang on the clock */
#define COUNT_SECONDS 1.0        /* between two messages about what was done: logs have an end */

struct teamwork {
	struct crew *crew;
	struct ties ties;
	struct arena *arena;             /* of one message */
	struct counts *others;           /* per worker: as it said last */
	size_t findings_told;
	double last_time, last_counts;
	uint64_t next_mark;              /* executions */
	bool is_echo;                    /* what is won now was another's */
};

struct teamwork *teamwork_new(struct crew *crew, const struct ties *ties)
{
	if (!crew)
		return NULL;
	struct teamwork *teamwork = xcalloc(1, sizeof *teamwork);
	teamwork->crew = crew;
	teamwork->ties = *ties;
	teamwork->arena = arena_new();
	teamwork->others = xcalloc(crew_size(crew), sizeof *teamwork->others);
	return teamwork;
}

void teamwork_free(struct teamwork *teamwork)
{
	if (!teamwork)
		return;
	arena_free(teamwork->arena);
	free(teamwork->others);
	free(teamwork);
}

/* ---- telling ---- */

void teamwork_won(struct teamwork *teamwork, const struct seq *seq, const uint64_t *probes)
{
	if (teamwork && !teamwork->is_echo)
		share_test(teamwork->crew, teamwork->ties.model, seq, probes, teamwork->ties.cover->n_words);
}

static void tell(struct teamwork *teamwork, const struct counts *own, bool at_last)
{
	teamwork->findings_told = share_findings(teamwork->crew, teamwork->ties.model, teamwork->ties.judge,
	                                         teamwork->findings_told);
	if (!at_last && !teamwork->ties.exact && now_seconds() - teamwork->last_counts < COUNT_SECONDS)
		return;
	share_counts(teamwork->crew, own);
	teamwork->last_counts = now_seconds();
}

/* ---- hearing ---- */

/* What cannot be read is one test less, and no reason to end. */
static status pass_over(status st)
{
	log_verbose("%s", st->message);
	status_free(st);
	return NULL;
}

static status take_test(struct teamwork *teamwork, const struct crew_message *message)
{
	const struct cover *cover = teamwork->ties.cover;
	const uint64_t *probes = shared_probes(message);
	const struct seq *seq;
	bool fresh = false;
	for (uint32_t i = 0; i < cover->n_words; i++)
		fresh |= (probes[i] & ~cover->probes[i]) != 0;
	if (!fresh)
		return NULL;
	status st = shared_test(message, cover->n_words, teamwork->arena, teamwork->ties.model, &seq);
	if (st)
		return pass_over(st);
	teamwork->is_echo = true;
	st = teamwork->ties.replay(teamwork->ties.campaign, seq);
	teamwork->is_echo = false;
	return st;
}

static bool is_known(const struct judge *judge, uint64_t key)
{
	const struct finding *const *findings;
	size_t n = judge_findings(judge, &findings), i = 0;
	while (i < n && findings[i]->key != key)
		i++;
	return i < n;
}

/* Results are written by the first worker, so only that one wants to know. */
static status take_finding(struct teamwork *teamwork, const struct crew_message *message)
{
	struct earlier_finding finding;
	bool happens;
	if (crew_self(teamwork->crew) != 0)
		return NULL;
	status st = shared_finding(message, teamwork->arena, teamwork->ties.model, &finding);
	if (st)
		return pass_over(st);
	if (is_known(teamwork->ties.judge, finding.key))
		return NULL;
	return judge_again(teamwork->ties.judge, teamwork->arena, &finding, &happens);
}

/* All that a worker has said; with `wait`, up to its next mark or its end. */
static status hear(struct teamwork *teamwork, uint32_t member, bool wait)
{
	struct crew_message message;
	while (crew_hear(teamwork->crew, member, wait, &message)) {
		arena_clear(teamwork->arena);
		if (message.kind == CREW_TEST)
			TRY(take_test(teamwork, &message));
		else if (message.kind == CREW_FINDING)
			TRY(take_finding(teamwork, &message));
		else if (message.kind == CREW_COUNTS)
			memcpy(&teamwork->others[member], message.bytes, sizeof *teamwork->others);
		else if (wait)
			break;
	}
	return NULL;
}

static status hear_all(struct teamwork *teamwork, bool wait)
{
	for (uint32_t i = 0; i < crew_size(teamwork->crew); i++)
		if (i != crew_self(teamwork->crew))
			TRY(hear(teamwork, i, wait));
	return NULL;
}

/* ---- when ---- */

static bool is_time(const struct teamwork *teamwork, const struct counts *own)
{
	return teamwork->ties.exact ? own->stats.executions >= teamwork->next_mark
	                            : now_seconds() - teamwork->last_time >= SHARE_SECONDS;
}

status teamwork_share(struct teamwork *teamwork, const struct counts *own)
{
	if (!teamwork || !is_time(teamwork, own))
		return NULL;
	tell(teamwork, own, false);
	if (teamwork->ties.exact)
		crew_say(teamwork->crew, CREW_MARK, NULL, 0);
	TRY(hear_all(teamwork, teamwork->ties.exact));
	teamwork->last_time = now_seconds();
	teamwork->next_mark = own->stats.executions + SHARE_EXECUTIONS;
	return NULL;
}

/* Until all have spent their budget. */
static status hear_out(struct teamwork *teamwork)
{
	for (uint32_t i = 1; i < crew_size(teamwork->crew); i++)
		while (!crew_is_over(teamwork->crew, i) && !interrupted())
			TRY(hear_all(teamwork, true));
	return NULL;
}

status teamwork_end(struct teamwork *teamwork, const struct counts *own, bool spent)
{
	if (!teamwork)
		return NULL;
	tell(teamwork, own, true);
	crew_say(teamwork->crew, CREW_END, NULL, 0); /* nobody need wait for its marks */
	if (crew_self(teamwork->crew) != 0)
		return NULL;
	bool exact = teamwork->ties.exact;
	status st = exact && spent ? hear_out(teamwork) : NULL;
	crew_dismiss(teamwork->crew);
	/* How far those came that were stopped hangs on the clock. */
	return st || interrupted() || (exact && !spent) ? st : hear_all(teamwork, false);
}

bool teamwork_is_dismissed(const struct teamwork *teamwork)
{
	return teamwork && crew_is_dismissed(teamwork->crew);
}

/* ---- counts ---- */

void teamwork_add_counts(const struct teamwork *teamwork, struct counts *sum)
{
	for (uint32_t i = 0; teamwork && i < crew_size(teamwork->crew); i++)
		counts_add(sum, &teamwork->others[i]);
}
