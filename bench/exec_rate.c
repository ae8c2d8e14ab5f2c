/* exec_rate: how many short tests a second run in a target, in each way to run
 * them, and how many the same calls would be in a plain loop.
 *
 * Rounds are interleaved, so that a busy machine harms all ways alike; shown are
 * the median and the range over the rounds. See bench/exec-rate. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../examples/ini/ini.h"
#include "../examples/lru/lru.h"
#include "../tests/unit/exec_world.h"
#include "base/log.h"

#define ROUNDS 7
#define SECONDS 0.4
#define BATCH 250

static void native_ini(void)
{
	int line = 0;
	struct ini *ini = ini_new();
	ini_parse(ini, "[net]\nport = 80\n", &line);
	ini_get_long(ini, "net", "port", 0);
	ini_free(ini);
}

static void native_lru(void)
{
	int value = 0;
	struct lru *lru = lru_new(2);
	lru_put(lru, 1, 10);
	lru_put(lru, 2, 20);
	lru_get(lru, 1, &value);
	lru_put(lru, 3, 30);
	lru_peek(lru, 2, &value);
	lru_oldest(lru, &value);
	lru_free(lru);
}

static const struct subject {
	const char *source, *test;
	void (*native)(void);
} subjects[] = {
	{ "examples/ini/ini.c",
	  "test t\n  ini = ini_new()\n  line = int 0\n  ini_parse(ini, \"[net]\\nport = 80\\n\", &line)\n"
	  "  ini_get_long(ini, \"net\", \"port\", 0)\n  ini_free(ini)\nend\n",
	  native_ini },
	{ "examples/lru/lru.c",
	  "test t\n  lru = lru_new(2)\n  value = int 0\n  lru_put(lru, 1, 10)\n  lru_put(lru, 2, 20)\n"
	  "  lru_get(lru, 1, &value)\n  lru_put(lru, 3, 30)\n  lru_peek(lru, 2, &value)\n  lru_oldest(lru, &value)\n"
	  "  lru_free(lru)\nend\n",
	  native_lru },
};

enum way { NATIVE, PERSISTENT, WITH_VALUES, WITH_DISTANCES, FORKING, CHECKED, N_WAYS };
static const char *const way_names[] = { "plain loop", "persistent", "with values", "with distances", "fork per test",
	                                 "checked" };

static void must(status st)
{
	if (!st)
		return;
	fprintf(stderr, "exec-rate: %s\n", st->message);
	exit(1);
}

static double native_rate(void (*run)(void))
{
	double start = now_seconds(), passed;
	size_t n = 0;
	do {
		for (int i = 0; i < 1000; i++)
			run();
		n += 1000;
		passed = now_seconds() - start;
	} while (passed < SECONDS);
	return (double)n / passed;
}

static double target_rate(struct executor *executor, const struct seq *seq, unsigned want)
{
	const struct seq *seqs[BATCH];
	const struct run *runs;
	double start = now_seconds(), passed;
	size_t n = 0, got;
	for (size_t i = 0; i < BATCH; i++)
		seqs[i] = seq;
	do {
		executor_submit(executor, seqs, BATCH, want);
		must(executor_collect(executor, &runs, &got));
		if (runs[got - 1].outcome != SK_NORMAL)
			must(fail(TROUBLE_TARGET, "the test does not end normally"));
		n += got;
		passed = now_seconds() - start;
	} while (passed < SECONDS);
	return (double)n / passed;
}

static int by_size(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;
	return (left > right) - (left < right);
}

static double show(const char *name, double *rates)
{
	qsort(rates, ROUNDS, sizeof *rates, by_size);
	printf("  %-15s %10.0f tests/s   %10.0f to %10.0f\n", name, rates[ROUNDS / 2], rates[0], rates[ROUNDS - 1]);
	return rates[ROUNDS / 2];
}

static void show_ratios(const double *median)
{
	printf("  persistent is %.1f x fork per test, 1/%.1f of the plain loop\n", median[PERSISTENT] / median[FORKING],
	       median[NATIVE] / median[PERSISTENT]);
	printf("  checked is 1/%.1f of persistent\n", median[PERSISTENT] / median[CHECKED]);
}

/* False if checking is slower than it may be. */
static bool measure(const struct subject *subject)
{
	struct world world;
	struct executor *forking;
	struct seq_file file;
	double rates[N_WAYS][ROUNDS], median[N_WAYS];
	must(world_open(&world, subject->source));
	must(world_start(&world, BUILD_FAST, NULL));
	must(world_start(&world, BUILD_CHECKED, NULL));
	must(executor_new(world.targets[BUILD_FAST], world.unit, &(struct exec_options){ .fork_per_test = true }, &forking));
	must(world_parse(&world, subject->test, &file));
	const struct seq *seq = file.at[0].seq;
	for (int r = 0; r < ROUNDS; r++) {
		rates[NATIVE][r] = native_rate(subject->native);
		rates[PERSISTENT][r] = target_rate(world.executors[BUILD_FAST], seq, WANT_NOTHING);
		rates[WITH_VALUES][r] = target_rate(world.executors[BUILD_FAST], seq, WANT_VALUES | WANT_SHAPES);
		rates[WITH_DISTANCES][r] = target_rate(world.executors[BUILD_FAST], seq, WANT_VALUES | WANT_DISTANCES);
		rates[FORKING][r] = target_rate(forking, seq, WANT_NOTHING);
		rates[CHECKED][r] = target_rate(world.executors[BUILD_CHECKED], seq, WANT_NOTHING);
	}
	printf("%s: %u steps\n", subject->source, seq->n);
	for (int way = 0; way < N_WAYS; way++)
		median[way] = show(way_names[way], rates[way]);
	show_ratios(median);
	executor_free(forking);
	world_close(&world);
	return median[CHECKED] * 20 >= median[PERSISTENT];
}

int main(void)
{
	bool fast_enough = true;
	for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
		fast_enough &= measure(&subjects[i]);
	if (!fast_enough)
		puts("checked runs at less than a twentieth of persistent");
	return !fast_enough;
}
