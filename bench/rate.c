/* rate: tests a second of a campaign with the random engine, beside the executor alone on the same unit.
 *
 *     rate SECONDS NAME SOURCE... [-- FLAG...]
 *
 * The executor alone runs the tests that the campaign kept, over and over. Seconds are those of processors, of this
 * process and all that it started, so that other work on the machine does not count. See bench/rate. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "../tests/unit/exec_world.h"
#include "base/log.h"
#include "campaign/campaign.h"

#define BATCH 250

struct subject {
	struct source_list sources;
	struct unit *unit;
	struct target *targets[N_BUILDS];
	bool *callable;
	struct arena *arena;
	char *cache;
};

static void must(status st)
{
	if (!st)
		return;
	fprintf(stderr, "rate: %s\n", st->message);
	exit(1);
}

static double seconds_of(int who)
{
	struct rusage usage;
	getrusage(who, &usage);
	return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* Processes that still run do not count yet. */
static double seconds_used(void)
{
	return seconds_of(RUSAGE_SELF) + seconds_of(RUSAGE_CHILDREN);
}

static void subject_open(struct subject *subject, const char *const *sources, int n, const char *const *flags,
                         int n_flags)
{
	find_runtime();
	*subject = (struct subject){ .arena = arena_new() };
	must(temp_make("cache", &subject->cache));
	must(sources_from_args(&subject->sources, sources, (size_t)n, flags, (size_t)n_flags));
	must(front_read(&subject->sources, &subject->unit));
	for (enum build_kind kind = BUILD_FAST; kind <= BUILD_CHECKED; kind++)
		must(target_build(subject->unit, kind, &(struct build_options){ .cache_dir = subject->cache },
		                  &subject->targets[kind]));
	const struct model *model = subject->unit->model;
	subject->callable = arena_alloc(subject->arena, model->functions.n + 1);
	for (size_t f = 0; f < model->functions.n; f++)
		subject->callable[f] = !model->functions.at[f].why_not && !model->functions.at[f].is_static;
}

static void subject_close(struct subject *subject)
{
	for (enum build_kind kind = BUILD_FAST; kind <= BUILD_CHECKED; kind++)
		target_free(subject->targets[kind]);
	unit_free(subject->unit);
	sources_release(&subject->sources);
	arena_free(subject->arena);
	temp_remove(subject->cache);
}

/* The figures of one way to run tests. */
struct pace {
	double rate;                  /* tests per second of processor time */
	uint64_t tests;
	struct count goals;
};

struct kept {
	const struct seq **at;
	size_t n;
};

static void copy_kept(const struct subject *subject, const struct campaign *campaign, struct kept *kept)
{
	struct archived *tests;
	kept->n = archive_all(campaign_archive(campaign), subject->arena, &tests);
	kept->at = arena_alloc(subject->arena, kept->n * sizeof *kept->at);
	for (size_t i = 0; i < kept->n; i++)
		kept->at[i] = seq_copy(subject->arena, tests[i].seq);
}

static struct pace campaign_pace(struct subject *subject, double seconds, struct kept *kept)
{
	struct campaign *campaign;
	struct pace pace;
	struct campaign_options options = { .budget = { .seconds = seconds, .end = END_NEVER },
		                            .seed = 1,
		                            .workers = 1,
		                            .criterion = CRITERION_BRANCH,
		                            .engines = &(struct engine_choice){ .kind = &engine_random },
		                            .n_engines = 1,
		                            .callable = subject->callable };
	double before = seconds_used();
	must(campaign_run(subject->unit, subject->targets[BUILD_FAST], subject->targets[BUILD_CHECKED], &options,
	                  &campaign));
	pace.tests = campaign_stats(campaign).executions;
	pace.goals = cover_count(campaign_cover(campaign), CRITERION_BRANCH);
	copy_kept(subject, campaign, kept);
	campaign_free(campaign);
	pace.rate = (double)pace.tests / (seconds_used() - before);
	return pace;
}

static struct pace executor_pace(const struct subject *subject, const struct kept *kept, double seconds)
{
	struct executor *executor;
	const struct seq *seqs[BATCH];
	const struct run *runs;
	struct pace pace = { 0 };
	double before = seconds_used(), start = now_seconds();
	size_t n;
	must(executor_new(subject->targets[BUILD_FAST], subject->unit, &(struct exec_options){ 0 }, &executor));
	do {
		for (size_t i = 0; i < BATCH; i++)
			seqs[i] = kept->at[(pace.tests + i) % kept->n];
		executor_submit(executor, seqs, BATCH, WANT_NOTHING);
		must(executor_collect(executor, &runs, &n));
		pace.tests += n;
	} while (now_seconds() - start < seconds);
	executor_free(executor);
	pace.rate = (double)pace.tests / (seconds_used() - before);
	return pace;
}

int main(int argc, char **argv)
{
	struct subject subject;
	struct kept kept;
	int end = 3;
	while (end < argc && strcmp(argv[end], "--") != 0)
		end++;
	if (end <= 3) {
		fprintf(stderr, "usage: rate SECONDS NAME SOURCE... [-- FLAG...]\n");
		return 2;
	}
	double seconds = strtod(argv[1], NULL);
	int first_flag = end < argc ? end + 1 : argc;
	subject_open(&subject, (const char *const *)argv + 3, end - 3, (const char *const *)argv + first_flag,
	             argc - first_flag);
	struct pace campaign = campaign_pace(&subject, seconds, &kept);
	if (!kept.n)
		must(fail(TROUBLE_TARGET, "the campaign kept no test"));
	struct pace executor = executor_pace(&subject, &kept, seconds / 4);
	printf("%s %u %u %llu %.0f %.0f\n", argv[2], campaign.goals.covered, campaign.goals.total,
	       (unsigned long long)campaign.tests, campaign.rate, executor.rate);
	subject_close(&subject);
	return 0;
}
