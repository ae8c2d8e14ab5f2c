/* skep campaigns: a look at a store that many machines share. */
#include <stdio.h>
#include <unistd.h>

#include "base/log.h"
#include "base/str.h"
#include "cli/options.h"
#include "proc/child.h"
#include "store/shared/overview.h"

#define WATCH_SECONDS 2u
#define MOST_MOMENTS 12u

static int campaigns_main(int argc, char **argv);

const struct command command_campaigns = {
	"campaigns", "--store URL [options] [NAME]", "show the campaigns, workers, goals and findings of a store",
	"Without a name a line per campaign; with one its workers, its goals over time and its findings.",
	campaigns_main
};

struct looking {
	const char *url, *name;
	bool watch;
	struct operands operands;
	struct connection *connection;
};

static void clock_words(double seconds, char words[24])
{
	unsigned whole = seconds > 0 ? (unsigned)seconds : 0;
	if (whole >= 3600)
		snprintf(words, 24, "%u:%02u:%02u", whole / 3600, whole / 60 % 60, whole % 60);
	else
		snprintf(words, 24, "%u:%02u", whole / 60, whole % 60);
}

static void print_campaign(const struct campaign_view *view)
{
	char length[24], goals[32];
	clock_words(view->length, length);
	snprintf(goals, sizeof goals, "%u/%u", view->covered, view->goals);
	printf("%-20s %-12s %-8s %9s %12llu %9.0f %8u %11s %9u\n", view->name, view->unit, view->state, length,
	       (unsigned long long)view->executions, view->rate, view->workers, goals, view->findings);
}

static void print_table(const struct campaign_view *views, size_t n)
{
	printf("%-20s %-12s %-8s %9s %12s %9s %8s %11s %9s\n", "campaign", "unit", "state", "time", "tests", "tests/s",
	       "workers", "goals", "findings");
	for (size_t i = 0; i < n; i++)
		print_campaign(&views[i]);
}

static status print_workers(struct connection *connection, int64_t campaign, struct arena *arena)
{
	struct worker_view *views;
	size_t n;
	TRY(overview_workers(connection, campaign, arena, &views, &n));
	printf("\n%-28s %-8s %7s %11s %12s %9s %9s %10s %9s %10s\n", "worker", "", "stints", "broken off", "tests run",
	       "won", "msgs/s", "bytes/s", "waiting", "exchange");
	for (size_t i = 0; i < n; i++)
		printf("%-28s %-8s %7u %11u %12llu %9u %9.2f %10.0f %7.2f %% %8.2f %%\n", views[i].name,
		       views[i].is_at_work ? "at work" : "", views[i].stints, views[i].broken_off,
		       (unsigned long long)views[i].executions, views[i].tests, views[i].messages, views[i].bytes,
		       100 * views[i].waiting, 100 * views[i].processor);
	return NULL;
}

/* Prints a few moments, the first and the last among them. */
static status print_moments(struct connection *connection, int64_t campaign, struct arena *arena)
{
	struct moment_view *views;
	size_t n;
	TRY(overview_moments(connection, campaign, arena, &views, &n));
	if (n)
		printf("\ngoals over time:");
	for (size_t i = 0; i < n; i++) {
		bool shown = n <= MOST_MOMENTS || i == n - 1 || i * MOST_MOMENTS / n != (i + 1) * MOST_MOMENTS / n;
		char clock[24];
		clock_words(views[i].seconds, clock);
		if (shown)
			printf(" %s %u", clock, views[i].covered);
	}
	printf("%s", n ? "\n" : "");
	return NULL;
}

static status print_findings(struct connection *connection, int64_t campaign, struct arena *arena)
{
	const char *const *lines;
	size_t n;
	TRY(overview_findings(connection, campaign, arena, &lines, &n));
	printf("%s", n ? "\n" : "");
	for (size_t i = 0; i < n; i++)
		printf("%s\n", lines[i]);
	return NULL;
}

static status print(const struct looking *looking, struct arena *arena)
{
	struct campaign_view *views;
	size_t n;
	TRY(overview_campaigns(looking->connection, looking->name, arena, &views, &n));
	if (!n && looking->name)
		return fail(TROUBLE_INPUT, "there is no campaign '%s' in %s", looking->name,
		            shared_name(looking->connection));
	print_table(views, n);
	if (!looking->name || !n)
		return NULL;
	TRY(print_workers(looking->connection, views[0].id, arena));
	TRY(print_moments(looking->connection, views[0].id, arena));
	return print_findings(looking->connection, views[0].id, arena);
}

static status look(const struct looking *looking)
{
	struct arena *arena = arena_new();
	if (looking->watch && isatty(STDOUT_FILENO))
		printf("\033[H\033[2J");
	status st = print(looking, arena);
	fflush(stdout);
	arena_free(arena);
	return st;
}

/* Shows the store again and again. A store that is away for a while is asked again. */
static status watch(const struct looking *looking)
{
	while (!interrupted()) {
		status st = look(looking);
		if (st && !shared_may_recover(looking->connection))
			return st;
		if (st)
			log_warn("%s", st->message);
		status_free(st);
		sleep(WATCH_SECONDS);
	}
	return NULL;
}

static status begin(struct looking *looking)
{
	if (!looking->url)
		return fail(TROUBLE_USAGE, "skep campaigns needs --store URL");
	if (looking->operands.before.n > 1 || looking->operands.after.n)
		return fail(TROUBLE_USAGE, "skep campaigns takes the name of one campaign");
	if (looking->operands.before.n)
		looking->name = looking->operands.before.at[0];
	interrupt_catch();
	TRY(shared_open(looking->url, &looking->connection));
	return looking->watch ? watch(looking) : look(looking);
}

static int campaigns_main(int argc, char **argv)
{
	struct looking looking = { 0 };
	const struct option_spec specs[] = {
		{ 0, "store", OPTION_TEXT, &looking.url, "URL",
		  "postgresql://HOST/DATABASE, as skep gen --store has it" },
		{ 'w', "watch", OPTION_FLAG, &looking.watch, NULL, "show it again every two seconds, until ctrl-C" },
	};
	bool help;
	status st = options_parse(&command_campaigns, specs, sizeof specs / sizeof *specs, argc, argv,
	                          &looking.operands, &help);
	if (!st && !help)
		st = begin(&looking);
	shared_close(looking.connection);
	operands_release(&looking.operands);
	return command_end(st);
}
