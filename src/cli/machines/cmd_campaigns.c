/* skep campaigns: a look at a store that many machines share. */
#include <stdio.h>
#include <string.h>
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

static int longer(int width, const char *text)
{
	int length = (int)strlen(text);
	return length > width ? length : width;
}

static void print_campaign(struct sb *out, const struct campaign_view *view, int name, int unit)
{
	char length[24], goals[32];
	clock_words(view->length, length);
	snprintf(goals, sizeof goals, "%u/%u", view->covered, view->goals);
	sb_addf(out, "%-*s  %-*s  %-7s %9s %12llu %9.0f %8u %11s %9u\n", name, view->name, unit, view->unit,
	        view->state, length, (unsigned long long)view->executions, view->rate, view->workers, goals,
	        view->findings);
}

static void print_table(struct sb *out, const struct campaign_view *views, size_t n)
{
	int name = longer(0, "campaign"), unit = longer(0, "unit");
	for (size_t i = 0; i < n; i++) {
		name = longer(name, views[i].name);
		unit = longer(unit, views[i].unit);
	}
	sb_addf(out, "%-*s  %-*s  %-7s %9s %12s %9s %8s %11s %9s\n", name, "campaign", unit, "unit", "state", "time",
	        "tests", "tests/s", "workers", "goals", "findings");
	for (size_t i = 0; i < n; i++)
		print_campaign(out, &views[i], name, unit);
}

static status print_workers(struct sb *out, struct connection *connection, int64_t campaign, struct arena *arena)
{
	struct worker_view *views;
	size_t n;
	TRY(overview_workers(connection, campaign, arena, &views, &n));
	int name = longer(0, "worker");
	for (size_t i = 0; i < n; i++)
		name = longer(name, views[i].name);
	sb_addf(out, "\n%-*s  %-7s %7s %11s %12s %9s %9s %10s %9s %10s\n", name, "worker", "", "stints", "broken off",
	        "tests run", "won", "msgs/s", "bytes/s", "waiting", "exchange");
	for (size_t i = 0; i < n; i++)
		sb_addf(out, "%-*s  %-7s %7u %11u %12llu %9u %9.2f %10.0f %7.2f %% %8.2f %%\n", name, views[i].name,
		        views[i].is_at_work ? "at work" : "", views[i].stints, views[i].broken_off,
		        (unsigned long long)views[i].executions, views[i].tests, views[i].messages, views[i].bytes,
		        100 * views[i].waiting, 100 * views[i].processor);
	return NULL;
}

/* Prints a few moments, the first and the last among them. */
static status print_moments(struct sb *out, struct connection *connection, int64_t campaign, struct arena *arena)
{
	struct moment_view *views;
	size_t n;
	TRY(overview_moments(connection, campaign, arena, &views, &n));
	if (n)
		sb_add(out, "\ngoals over time:");
	for (size_t i = 0; i < n; i++) {
		bool shown = n <= MOST_MOMENTS || i == n - 1 || i * MOST_MOMENTS / n != (i + 1) * MOST_MOMENTS / n;
		char clock[24];
		clock_words(views[i].seconds, clock);
		if (shown)
			sb_addf(out, " %s %u", clock, views[i].covered);
	}
	sb_add(out, n ? "\n" : "");
	return NULL;
}

static status print_findings(struct sb *out, struct connection *connection, int64_t campaign, struct arena *arena)
{
	const char *const *lines;
	size_t n;
	TRY(overview_findings(connection, campaign, arena, &lines, &n));
	sb_add(out, n ? "\n" : "");
	for (size_t i = 0; i < n; i++)
		sb_addf(out, "%s\n", lines[i]);
	return NULL;
}

static status print(struct sb *out, const struct looking *looking, struct arena *arena)
{
	struct campaign_view *views;
	size_t n;
	TRY(overview_campaigns(looking->connection, looking->name, arena, &views, &n));
	if (!n && looking->name)
		return fail(TROUBLE_INPUT, "there is no campaign '%s' in %s", looking->name,
		            shared_name(looking->connection));
	print_table(out, views, n);
	if (!looking->name || !n)
		return NULL;
	TRY(print_workers(out, looking->connection, views[0].id, arena));
	TRY(print_moments(out, looking->connection, views[0].id, arena));
	return print_findings(out, looking->connection, views[0].id, arena);
}

/* Prints everything at once, so that a terminal does not flicker and keeps the last table while the store is away. */
static status look(const struct looking *looking)
{
	struct arena *arena = arena_new();
	struct sb out = { 0 };
	status st = print(&out, looking, arena);
	if (!st)
		printf("%s%s", looking->watch && isatty(STDOUT_FILENO) ? "\033[H\033[2J" : "", sb_text(&out));
	fflush(stdout);
	sb_release(&out);
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
