/* shared_gen: see shared_gen.h. */
#include "cli/machines/shared_gen.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/map.h"
#include "base/version.h"
#include "cli/kept_campaign.h"
#include "cli/machines/hands.h"
#include "cli/machines/site.h"
#include "front/kept_unit.h"
#include "judge/api/installed.h"
#include "proc/child.h"
#include "store/shared/shared_journal.h"

#define OPTIONS "options"        /* the piece with the words that workers parse */
#define HOLD_SECONDS 60.0
#define RENEW_SECONDS 10u
#define NAP_MICROSECONDS 50000u
#define LOOK_SECONDS 0.5         /* between two looks at the campaign's standing */
#define FAREWELL_SECONDS 30.0    /* for workers to append their entries after the campaign stops */
#define MOST_FAILURES 3u
#define AFTERWARDS_SHARE 0.25    /* of the plateau, once all goals are covered; as in campaign/budget.c */

#define MOST_LANES 8u            /* shares worked at side by side, in an exact campaign */
#define MOST_ROUNDS 8u
#define EXECUTIONS_PER_SHARE 250u
#define FREE_SHARES 256u         /* of a campaign with a time limit */

status shared_gen_connect(struct shared_gen *shared, const struct gen_settings *settings)
{
	shared->arena = arena_new();
	return shared_open(settings->store.url, &shared->connection);
}

static const char *name_of(const struct shared_gen *shared, const struct gen_settings *settings,
                           const struct unit *unit)
{
	if (!settings->store.campaign)
		return unit->name;
	return settings->is_one_of_several ? arena_printf(shared->arena, "%s/%s", settings->store.campaign, unit->name)
	                                   : settings->store.campaign;
}

/* ---- taking up ---- */

static status check_owner(const struct shared_gen *shared, const char *name, const struct unit *unit, const char *hash)
{
	const struct shared_campaign *found = &shared->campaign;
	const char *store = shared_name(shared->connection);
	if (!found->id)
		return fail(TROUBLE_INPUT,
		            "there is no campaign '%s' to continue in %s; leave --continue out to begin one", name,
		            store);
	if (!str_equal(found->skep, SKEP_VERSION))
		return fail(TROUBLE_INPUT,
		            "campaign '%s' in %s is of skep %s, this is %s; begin anew without --continue", name, store,
		            found->skep, SKEP_VERSION);
	if (!str_equal(found->unit, unit->name))
		return fail(TROUBLE_INPUT, "campaign '%s' in %s is of another unit, %s; name another with --campaign",
		            name, store, found->unit);
	if (!str_equal(found->unit_hash, hash))
		return fail(
		        TROUBLE_INPUT,
		        "campaign '%s' in %s is of another state of %s: its sources, flags or contracts have changed "
		        "since; begin anew without --continue",
		        name, store, found->unit);
	return NULL;
}

static const char *hash_words(struct arena *arena, uint64_t hash)
{
	return arena_printf(arena, "%016" PRIx64, hash);
}

status shared_gen_take_up(struct shared_gen *shared, const struct gen_settings *settings, struct unit *unit)
{
	const char *name = name_of(shared, settings, unit), *lessons;
	TRY(shared_find(shared->connection, name, shared->arena, &shared->campaign));
	TRY(check_owner(shared, name, unit, hash_words(shared->arena, unit->hash)));
	shared->taken_up = true;
	TRY(shared_executions(shared->connection, shared->campaign.id, &shared->executions));
	log_note("going on after %llu tests", (unsigned long long)shared->executions);
	TRY(shared_lessons(shared->connection, shared->campaign.id, shared->arena, &lessons));
	return lessons ? kept_correct(&settings->input, unit, lessons, shared_name(shared->connection)) : NULL;
}

/* ---- opening ---- */

void shared_gen_keep(struct shared_gen *shared, const struct gen_settings *settings, struct unit *unit)
{
	path_list files = { 0 };
	find_build_files(unit->model, shared->arena, &files);
	unit_take_apart(unit, files.at, files.n, shared->arena, &shared->pieces);
	vec_push(&shared->pieces,
	         (struct unit_piece){ .name = OPTIONS,
	                              .bytes = settings->store.words.text ? settings->store.words.text : "",
	                              .size = settings->store.words.n });
	vec_release(&files);
	shared->campaign.name = name_of(shared, settings, unit);
	shared->campaign.unit = unit->name;
	shared->campaign.unit_hash = hash_words(shared->arena, unit->hash);
}

/* Plans a share. Each share has its own seed and engines. Unless the user chooses an engine, all kinds take part. The
 * lane, which stands for the functions to begin with, is another each time that an engine comes back to its place. */
static struct share_plan plan_share(const struct gen_settings *settings, uint32_t number, uint32_t lanes, uint64_t seed)
{
	static const char *const mix[] = { "auto", "random", "symbolic", "search" };
	uint32_t place = number % lanes, lane = (place + number / lanes) % lanes;
	const char *asked = settings->engines.engine;
	return (struct share_plan){ .round = number / lanes,
		                    .lane = lane,
		                    .lanes = lanes,
		                    .seed = hash_bytes(&number, sizeof number, seed),
		                    .engine = asked && !str_equal(asked, "auto")
		                                      ? asked
		                                      : mix[place % (sizeof mix / sizeof *mix)] };
}

/* Plans the shares of an exact campaign. Their number depends on the budget alone, never on the workers. */
static size_t plan_exact(const struct gen_settings *settings, uint64_t seed, struct share_plan *plans)
{
	uint64_t executions = settings->budget.executions, rounds = executions / (MOST_LANES * EXECUTIONS_PER_SHARE);
	uint32_t lanes = executions < MOST_LANES ? (uint32_t)executions : MOST_LANES;
	rounds = rounds < 1 ? 1 : rounds > MOST_ROUNDS ? MOST_ROUNDS : rounds;
	uint32_t n = lanes * (uint32_t)rounds;
	for (uint32_t i = 0; i < n; i++) {
		plans[i] = plan_share(settings, i, lanes, seed);
		plans[i].executions = executions / n + (i < executions % n);
	}
	return n;
}

static size_t plan_free(const struct gen_settings *settings, uint64_t seed, struct share_plan *plans)
{
	for (uint32_t i = 0; i < FREE_SHARES; i++) {
		plans[i] = plan_share(settings, i, MOST_LANES, seed);
		plans[i].round = 0;
	}
	return FREE_SHARES;
}

status shared_gen_open(struct shared_gen *shared, const struct gen_settings *settings, uint32_t goals)
{
	if (settings->store.opened) {
		shared->campaign.id = settings->store.opened;
		return NULL;
	}
	struct share_plan plans[FREE_SHARES];
	uint64_t seed = shared->taken_up ? hash_bytes(&shared->executions, sizeof shared->executions, settings->seed)
	                                 : settings->seed;
	struct shared_campaign *campaign = &shared->campaign;
	struct opening opening = { .campaign = campaign,
		                   .pieces = shared->pieces.at,
		                   .n_pieces = shared->pieces.n,
		                   .shares = plans,
		                   .hold = HOLD_SECONDS };
	campaign->is_exact = settings->budget.executions > 0;
	opening.n_shares = (campaign->is_exact ? plan_exact : plan_free)(settings, seed, plans);
	campaign->skep = SKEP_VERSION;
	campaign->goals = goals;
	TRY(build_of_skep(shared->arena, &campaign->build));
	return shared_begin(shared->connection, &opening, &campaign->id);
}

/* ---- holding ---- */

struct holding {
	const char *url;
	const int64_t *campaigns;
	size_t n;
};

/* Holds the campaigns in a process of its own, because writing suites takes time, and the workers of other
 * units go on meanwhile. */
static status hold(void *context)
{
	const struct holding *holding = context;
	struct connection *connection = NULL;
	while (!interrupted()) {
		status st = connection ? NULL : shared_open(holding->url, &connection);
		for (size_t i = 0; i < holding->n && !st; i++)
			st = shared_hold(connection, holding->campaigns[i], HOLD_SECONDS);
		status_free(st); /* again at the next turn */
		sleep(RENEW_SECONDS);
	}
	return NULL;
}

status shared_gen_hold(const char *url, const int64_t *campaigns, size_t n, struct beside **holder)
{
	struct holding holding = { url, campaigns, n };
	return beside_start_quick(hold, &holding, holder);
}

/* ---- the search ---- */

struct quest {
	struct shared_gen *shared;
	const struct gen_settings *settings;
	const struct workplace *place;
	struct hands *hands;
	struct arena *arena;             /* of one standing */
	double begin, seconds, looked;
	enum stop_reason stop;
};

static void tell(const struct quest *quest, const struct standing *standing)
{
	double seconds = now_seconds() - quest->begin;
	log_progress("  %u:%02u  %.0f tests/s   goals %u/%u   shares %u done, %u under way   %u worker%s",
	             (unsigned)seconds / 60, (unsigned)seconds % 60,
	             seconds > 0 ? (double)standing->executions / seconds : 0, standing->covered, standing->goals,
	             standing->done, standing->leased, standing->workers, standing->workers == 1 ? "" : "s");
}

static bool is_over(struct quest *quest, const struct standing *standing)
{
	double elapsed = now_seconds() - quest->begin, plateau = (double)quest->settings->budget.plateau;
	double idle = standing->since_win < elapsed ? standing->since_win : elapsed;
	bool all = standing->goals && standing->covered >= standing->goals;
	uint64_t enough = quest->settings->budget.enough;
	quest->stop = STOP_BUDGET;
	if (quest->place->is_exact)
		return !standing->free && !standing->leased;
	quest->stop = all ? STOP_ALL_COVERED : STOP_ENOUGH;
	if (enough && standing->goals && (uint64_t)standing->covered * 100 >= enough * standing->goals)
		return true;
	quest->stop = STOP_BUDGET;
	if (quest->seconds > 0 && elapsed >= quest->seconds)
		return true;
	quest->stop = all ? STOP_ALL_COVERED : STOP_PLATEAU;
	return plateau > 0 && idle >= (all ? plateau * AFTERWARDS_SHARE : plateau);
}

/* Looks at the campaign. Trouble that passes is reported by the hands. */
static status look(struct quest *quest, bool *over)
{
	struct standing standing;
	struct connection *connection = quest->shared->connection;
	if (now_seconds() - quest->looked < LOOK_SECONDS)
		return NULL;
	quest->looked = now_seconds();
	arena_clear(quest->arena);
	status st = shared_standing(connection, quest->shared->campaign.id, quest->arena, &standing);
	if (st && shared_may_recover(connection)) {
		status_free(st);
		return NULL;
	}
	TRY(st);
	tell(quest, &standing);
	*over = is_over(quest, &standing);
	return NULL;
}

static status work_along(struct quest *quest)
{
	int64_t id = quest->shared->campaign.id;
	bool over = false;
	size_t n;
	while (!over && !interrupted()) {
		TRY(hands_look(quest->hands));
		TRY(hands_lease(quest->hands, quest->place, id, 0, &n));
		if (hands_failures(quest->hands, id) >= MOST_FAILURES)
			return fail(TROUBLE_TARGET, "no share of campaign '%s' could be worked at here",
			            quest->shared->campaign.name);
		TRY(look(quest, &over));
		usleep(NAP_MICROSECONDS);
	}
	if (interrupted())
		quest->stop = STOP_INTERRUPTED;
	return NULL;
}

/* Waits until the workers have appended their entries, which they do when they see that the campaign stops. A
 * dead worker is waited for only until its lease ends. */
static status see_off(struct quest *quest)
{
	struct standing standing = { .leased = 1 };
	struct connection *connection = quest->shared->connection;
	double until = now_seconds() + FAREWELL_SECONDS;
	TRY(shared_stop(connection, quest->shared->campaign.id));
	if (quest->stop == STOP_INTERRUPTED)
		hands_stop(quest->hands);
	while ((standing.leased || hands_busy(quest->hands)) && now_seconds() < until) {
		TRY(hands_look(quest->hands));
		arena_clear(quest->arena);
		TRY(shared_standing(connection, quest->shared->campaign.id, quest->arena, &standing));
		usleep(NAP_MICROSECONDS);
	}
	return shared_end(connection, quest->shared->campaign.id);
}

static void take_over(struct quest *quest, struct campaign_options *options)
{
	struct shared_gen *shared = quest->shared;
	interrupt_forget(); /* ctrl-C ended the search; its results are taken over */
	shared->journal = shared_writer_new(shared->connection, shared->campaign.id, quest->place->is_exact);
	options->sharing.journals = &shared->journal;
	options->sharing.n_journals = 1;
	options->workers = 1;
	options->budget.part = PART_LAST;
	options->budget.stop = quest->stop;
	options->budget.seconds = now_seconds() - quest->begin;
}

status shared_gen_search(struct shared_gen *shared, const struct gen_settings *settings, const struct workplace *place,
                         double seconds, struct campaign_options *options)
{
	struct quest quest = { .shared = shared,
		               .settings = settings,
		               .place = place,
		               .arena = arena_new(),
		               .begin = now_seconds(),
		               .seconds = seconds };
	status st = shared_gen_hold(settings->store.url, &shared->campaign.id, 1, &shared->holder);
	if (!st)
		st = hands_new(shared->connection, settings->workers, &quest.hands);
	if (!st)
		st = work_along(&quest);
	if (!st)
		st = see_off(&quest);
	if (!st)
		take_over(&quest, options);
	log_progress_end();
	hands_free(quest.hands);
	arena_free(quest.arena);
	return st;
}

void shared_gen_workers(const struct shared_gen *shared, const struct worker_view **workers, size_t *n)
{
	struct worker_view *views = NULL;
	status st = overview_workers(shared->connection, shared->campaign.id, shared->arena, &views, n);
	*workers = st ? NULL : views;
	*n = st ? 0 : *n;
	status_free(st);
}

void shared_gen_release(struct shared_gen *shared)
{
	beside_cancel(shared->holder);
	journal_free(shared->journal);
	shared_close(shared->connection);
	vec_release(&shared->pieces);
	if (shared->arena)
		arena_free(shared->arena);
}

/* ---- a project ---- */

status shared_gen_open_early(const struct gen_settings *settings, struct unit *unit, int64_t *id)
{
	struct shared_gen shared = { 0 };
	struct cover cover;
	cover_init(&cover, unit->marks);
	enum criterion criterion = criterion_by_name(settings->criterion ? settings->criterion : "branch");
	status st = shared_gen_connect(&shared, settings);
	if (!st && settings->go_on)
		st = shared_gen_take_up(&shared, settings, unit);
	if (!st) {
		shared_gen_keep(&shared, settings, unit);
		st = shared_gen_open(&shared, settings, cover_count(&cover, criterion).total);
	}
	*id = shared.campaign.id;
	cover_release(&cover);
	shared_gen_release(&shared);
	return st;
}
