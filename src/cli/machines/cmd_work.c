/* skep work: works at campaigns that are open in a store which many machines share.
 *
 * The worker needs no sources, because units come from the store. Any program that starts processes can start
 * workers, and they may come and go at any time. */
#include <stdlib.h>
#include <unistd.h>

#include "base/log.h"
#include "cli/machines/hands.h"
#include "cli/machines/site.h"
#include "cli/options.h"
#include "proc/child.h"

#define NAP_MICROSECONDS 50000u
#define LOOK_SECONDS 0.5         /* between two looks at the campaigns */
#define SLICE_SECONDS 20.0       /* at one of several campaigns, before the next is chosen */
#define MOST_FAILURES 3u

static int work_main(int argc, char **argv);

const struct command command_work = {
	"work", "--store URL [options]", "work at campaigns that skep gen --store opened, perhaps on another machine",
	"Units, options and shares of the work come from the store. Ends when no campaign was open for a while.",
	work_main
};

/* A campaign that this worker knows. */
struct known {
	int64_t id;
	struct site *site;           /* NULL: it is left to others */
	bool is_open;                /* at the last look */
};

struct worker {
	const char *url, *campaign;
	uint64_t n_hands;
	double idle;                 /* seconds without an open campaign after which the worker ends */
	bool quiet, verbose;
	struct operands operands;
	struct connection *connection;
	struct hands *hands;
	VEC(struct known) known;
	double looked, active;       /* times of the last look at the campaigns, and of the last use of one */
	uint64_t n_shares;
	status refusal;              /* why the last campaign was left to others */
};

/* ---- campaigns ---- */

/* Leaves a campaign to others, and tells the user once why. */
static void refuse(struct worker *worker, const struct shared_campaign *campaign, status st)
{
	log_warn("campaign '%s' is left to others: %s", campaign->name, st->message);
	status_free(worker->refusal);
	worker->refusal = fail(st->kind, "campaign '%s': %s", campaign->name, st->message);
	status_free(st);
}

static status know(struct worker *worker, const struct shared_campaign *campaign, struct known **out)
{
	size_t i = 0;
	while (i < worker->known.n && worker->known.at[i].id != campaign->id)
		i++;
	if (i == worker->known.n) {
		struct known known = { .id = campaign->id };
		status st = site_open(worker->connection, worker->url, campaign, &known.site);
		if (st && (st->kind == TROUBLE_INTERRUPTED || shared_may_recover(worker->connection)))
			return st;
		if (st)
			refuse(worker, campaign, st);
		else
			log_note("%s: at work", campaign->name);
		vec_push(&worker->known, known);
	}
	*out = &worker->known.at[i];
	(*out)->is_open = true;
	return NULL;
}

/* Frees the units of campaigns that are over. */
static void forget(struct worker *worker)
{
	for (size_t i = 0; i < worker->known.n; i++) {
		struct known *known = &worker->known.at[i];
		if (known->is_open || !known->site || hands_busy_at(worker->hands, site_place(known->site)))
			continue;
		site_free(known->site);
		known->site = NULL;
	}
}

static status take_shares(struct worker *worker, const struct shared_campaign *campaign, double slice)
{
	struct known *known;
	size_t n;
	TRY(know(worker, campaign, &known));
	if (!known->site || hands_failures(worker->hands, campaign->id) >= MOST_FAILURES)
		return NULL;
	worker->active = now_seconds();
	TRY(hands_lease(worker->hands, site_place(known->site), campaign->id, slice, &n));
	worker->n_shares += n;
	return NULL;
}

static status look(struct worker *worker, struct arena *arena)
{
	struct shared_campaign *campaigns;
	size_t n;
	TRY(shared_list_open(worker->connection, worker->campaign, arena, &campaigns, &n));
	for (size_t i = 0; i < worker->known.n; i++)
		worker->known.at[i].is_open = false;
	for (size_t i = 0; i < n; i++)
		TRY(take_shares(worker, &campaigns[i], n > 1 ? SLICE_SECONDS : 0));
	forget(worker);
	return NULL;
}

/* Looks at the campaigns. A store that is away is reported by the hands if they are busy. Otherwise the worker
 * waits for it as long as it may be idle. */
static status look_now_and_then(struct worker *worker)
{
	if (!hands_idle(worker->hands) || now_seconds() - worker->looked < LOOK_SECONDS)
		return NULL;
	struct arena *arena = arena_new();
	status st = look(worker, arena);
	arena_free(arena);
	worker->looked = now_seconds();
	if (st && shared_may_recover(worker->connection)) {
		if (now_seconds() - worker->active > worker->idle && !hands_busy(worker->hands))
			return st;
		status_free(st);
		return NULL;
	}
	return st;
}

/* ---- the worker ---- */

static status work(struct worker *worker)
{
	worker->active = now_seconds();
	while (!interrupted()) {
		TRY(hands_look(worker->hands));
		TRY(look_now_and_then(worker));
		if (hands_busy(worker->hands))
			worker->active = now_seconds();
		if (now_seconds() - worker->active > worker->idle)
			break;
		usleep(NAP_MICROSECONDS);
	}
	log_note("%llu stint%s", (unsigned long long)worker->n_shares, worker->n_shares == 1 ? "" : "s");
	if (interrupted())
		return fail(TROUBLE_INTERRUPTED, "interrupted");
	status st = worker->n_shares ? NULL : worker->refusal;
	if (st)
		worker->refusal = NULL;
	return st;
}

static status check(const struct worker *worker)
{
	if (!worker->url)
		return fail(TROUBLE_USAGE, "skep work needs --store URL");
	if (worker->operands.before.n || worker->operands.after.n)
		return fail(TROUBLE_USAGE, "skep work takes no sources: units come from the store");
	if (worker->n_hands < 1 || worker->n_hands > 64)
		return fail(TROUBLE_USAGE, "-j takes 1 to 64 workers");
	return NULL;
}

static status begin(struct worker *worker)
{
	TRY(check(worker));
	log_set_level(worker->quiet ? LOG_QUIET : worker->verbose ? LOG_VERBOSE : LOG_NORMAL);
	interrupt_catch();
	TRY(shared_open(worker->url, &worker->connection));
	TRY(hands_new(worker->connection, worker->n_hands, &worker->hands));
	return work(worker);
}

static void release(struct worker *worker)
{
	hands_free(worker->hands);
	for (size_t i = 0; i < worker->known.n; i++)
		site_free(worker->known.at[i].site);
	vec_release(&worker->known);
	shared_close(worker->connection);
	status_free(worker->refusal);
	operands_release(&worker->operands);
}

static int work_main(int argc, char **argv)
{
	struct worker worker = { .n_hands = 1, .idle = 10 };
	const struct option_spec specs[] = {
		{ 0, "store", OPTION_TEXT, &worker.url, "URL",
		  "postgresql://HOST/DATABASE, as skep gen --store has it" },
		{ 0, "campaign", OPTION_TEXT, &worker.campaign, "NAME", "only campaigns of that name (default: all)" },
		{ 'j', "jobs", OPTION_NUMBER, &worker.n_hands, "N", "shares side by side (default 1)" },
		{ 0, "idle", OPTION_SECONDS, &worker.idle, "TIME",
		  "end when no campaign was open for so long (default 10s)" },
		{ 'q', "quiet", OPTION_FLAG, &worker.quiet, NULL, "say only what went wrong" },
		{ 'v', "verbose", OPTION_FLAG, &worker.verbose, NULL, "say more" },
	};
	bool help;
	status st = options_parse(&command_work, specs, sizeof specs / sizeof *specs, argc, argv, &worker.operands,
	                          &help);
	if (!st && !help)
		st = begin(&worker);
	release(&worker);
	return command_end(st);
}
