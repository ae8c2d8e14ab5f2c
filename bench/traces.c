/* traces: the cost of a run in each build: as plain C, in the fast target, in the
 * symbolic one without and with a trace (all bytes of the input symbolic); and the
 * cost of writing such a trace down, if its contents were known: no traced run can take
 * less than that and plain C together.
 *
 * A test runs the same thing some times over in one call, each time on another copy of
 * its input, so that its expressions are new ones: as often as it takes to be measured,
 * and not more, since a trace of many runs does not fit into the caches that one run
 * has for itself. The cost of one run is the difference to a test that makes none:
 * starting a test, and waking its reader, does not count.
 * Rounds are interleaved, so that a busy machine harms all alike; shown is the least
 * of them, which was disturbed least. See bench/traces. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/unit/exec_world.h"
#include "base/log.h"
#include "exec/trace.h"

#define ROUNDS 200

long run_cjson(const char *data, unsigned size, unsigned times);
long run_inflate(const char *data, unsigned size, unsigned times);
long run_expat(const char *data, unsigned size, unsigned times);
long run_lz4(const char *data, unsigned size, unsigned times);
long run_tree(const char *data, unsigned size, unsigned times);

static const char json[] = "{\"name\":\"skep\",\"list\":[1,2.5,-3e2,true,false,null],\"deep\":{\"a\":{\"b\":\"c\\n\"}}}";
static const char xml[] = "<?xml version=\"1.0\"?><root a='1'><child id=\"7\">text &amp; more</child><!-- x --><empty/></root>";

/* The input of a subject, and its function. */
struct subject {
	const char *name;
	long (*native)(const char *data, unsigned size, unsigned times);
	const char *sources, *flags; /* words; paths below the folder of sources begin with @ */
	const char *data;
	unsigned size;
	unsigned times; /* in one test */
};

#define MAX_WORDS 32

enum way { NATIVE, FAST, UNTRACED, TRACED, WRITTEN, N_WAYS };
static const char *const way_names[] = { "plain C", "fast", "symbolic, no trace", "symbolic, traced", "writing alone" };

static void must(status st)
{
	if (!st)
		return;
	fprintf(stderr, "traces: %s\n", st->message);
	exit(1);
}

static char *read_data(const char *path, size_t *size)
{
	char *text;
	must(file_read(path, &text, size));
	return text;
}

/* ---- tests ---- */

static void write_test(const struct subject *subject, unsigned times, struct sb *out)
{
	sb_addf(out, "test t%u\n  run_%s(\"", times, subject->name);
	for (unsigned i = 0; i < subject->times * subject->size; i++)
		sb_addf(out, "\\%03o", (unsigned char)subject->data[i % subject->size]);
	sb_addf(out, "\", %u, %u)\nend\n", subject->size, times);
}

static double seconds_of(struct executor *executor, const struct seq *seq, unsigned want)
{
	const struct run *runs;
	size_t n;
	double start = now_seconds();
	executor_submit(executor, &seq, 1, want);
	must(executor_collect(executor, &runs, &n));
	if (runs->outcome != SK_NORMAL)
		must(fail(TROUBLE_TARGET, "the test does not end normally"));
	return now_seconds() - start;
}

/* The least seconds of a test that does nothing, and of one that does it some times. */
struct least {
	double nothing, often;
};

static void keep_least(double seconds, double *least)
{
	if (!*least || seconds < *least)
		*least = seconds;
}

static void time_target(struct executor *executor, const struct seq_file *tests, unsigned want, struct least *least)
{
	keep_least(seconds_of(executor, tests->at[0].seq, want), &least->nothing);
	keep_least(seconds_of(executor, tests->at[2].seq, want), &least->often);
}

static void time_native(const struct subject *subject, struct least *least)
{
	char *copies = xmalloc((size_t)subject->times * subject->size);
	for (unsigned i = 0; i < subject->times; i++)
		memcpy(copies + (size_t)i * subject->size, subject->data, subject->size);
	double start = now_seconds();
	subject->native(copies, subject->size, subject->times);
	keep_least(now_seconds() - start, &least->often);
	free(copies);
}

/* Writes as many records as a trace has, one after the other. Their contents do not matter,
 * but the compiler must not see that. */
static void write_records(struct sk_node *nodes, uint32_t n_nodes, struct sk_met *met, uint32_t n_met)
{
	for (uint32_t i = 0; i < n_nodes; i++) {
		nodes[i] = (struct sk_node){ .op = SK_NODE_ADD, .bits = 8, .left = i, .left_value = i, .right_value = 1 };
		__asm__ volatile("" ::: "memory");
	}
	for (uint32_t i = 0; i < n_met; i++) {
		met[i] = (struct sk_met){ .kind = SK_MET_CONDITION, .id = i, .label = i, .value = 1 };
		__asm__ volatile("" ::: "memory");
	}
}

static void time_writing(const struct subject *subject, uint32_t n_nodes, uint32_t n_met, struct least *least)
{
	static struct sk_node nodes[SK_MAX_NODES];
	static struct sk_met met[SK_MAX_MET];
	if ((size_t)subject->times * n_nodes > SK_MAX_NODES || (size_t)subject->times * n_met > SK_MAX_MET)
		must(fail(TROUBLE_USAGE, "%s: a trace of %u runs is too long", subject->name, subject->times));
	double start = now_seconds();
	for (uint32_t i = 0; i < subject->times; i++)
		write_records(nodes + (size_t)i * n_nodes, n_nodes, met + (size_t)i * n_met, n_met);
	keep_least(now_seconds() - start, &least->often);
}

static double microseconds(const struct subject *subject, const struct least *least)
{
	return (least->often - least->nothing) / subject->times * 1e6;
}

/* ---- one subject ---- */

static size_t words_of(const char *text, const char *folder, const char **words)
{
	char *rest = xstrdup(text), *word;
	size_t n = 0;
	while ((word = strsep(&rest, " ")))
		if (*word && n < MAX_WORDS) {
			char *at = strchr(word, '@');
			words[n++] = at ? xprintf("%.*s%s/%s", (int)(at - word), word, folder, at + 1) : word;
		}
	return n;
}

static void measure(const struct subject *subject, const char *folder)
{
	struct world world = { .arena = arena_new() };
	const char *sources[MAX_WORDS], *flags[MAX_WORDS];
	size_t n_sources = words_of(subject->sources, folder, sources), n_flags = words_of(subject->flags, folder, flags);
	struct seq_file tests = { 0 };
	struct sb text = { 0 };
	struct trace trace;
	struct least times[N_WAYS] = { 0 };
	find_runtime();
	must(temp_make("cache", &world.cache));
	must(sources_from_args(&world.sources, sources, n_sources, flags, n_flags));
	must(front_read(&world.sources, &world.unit));
	must(world_start(&world, BUILD_FAST, NULL));
	must(world_start(&world, BUILD_SYMBOLIC, NULL));
	write_test(subject, 0, &text);
	write_test(subject, 1, &text);
	write_test(subject, subject->times, &text);
	must(world_parse(&world, sb_text(&text), &tests));
	seconds_of(world.executors[BUILD_SYMBOLIC], tests.at[1].seq, WANT_TRACE);
	if (!executor_trace(world.executors[BUILD_SYMBOLIC], &trace) || trace.full)
		must(fail(TROUBLE_TARGET, "there is no whole trace of the test"));
	uint32_t n_nodes = trace.n_nodes, n_met = trace.n_met;
	for (int r = 0; r < ROUNDS; r++) {
		time_native(subject, &times[NATIVE]);
		time_target(world.executors[BUILD_FAST], &tests, WANT_NOTHING, &times[FAST]);
		time_target(world.executors[BUILD_SYMBOLIC], &tests, WANT_NOTHING, &times[UNTRACED]);
		time_target(world.executors[BUILD_SYMBOLIC], &tests, WANT_TRACE, &times[TRACED]);
		time_writing(subject, n_nodes, n_met, &times[WRITTEN]);
	}
	for (int way = 0; way < N_WAYS; way++)
		printf("%-8s %-20s %9.2f us  %6.1f x\n", subject->name, way_names[way], microseconds(subject, &times[way]),
		       microseconds(subject, &times[way]) / microseconds(subject, &times[NATIVE]));
	printf("%-8s one run: %u expressions, %u things met; %llu processes\n", subject->name, n_nodes, n_met,
	       (unsigned long long)executor_stats(world.executors[BUILD_SYMBOLIC]).workers_started);
	fflush(stdout);
	sb_release(&text);
	world_close(&world);
}

int main(int argc, char **argv)
{
	if (argc < 5)
		must(fail(TROUBLE_USAGE, "call it through bench/traces"));
	const char *folder = argv[1];
	size_t n_zlib, n_lz4;
	char *zlib = read_data(argv[2], &n_zlib), *lz4 = read_data(argv[3], &n_lz4);
	static int numbers[40];
	for (unsigned i = 0; i < 40; i++)
		numbers[i] = (int)(i * 2654435761u >> 8) % 1000;
	const struct subject subjects[] = {
		{ "cjson", run_cjson, "bench/traces.d/cjson.c", "-I@cjson", json, sizeof json - 1, 8 },
		{ "inflate", run_inflate,
		  "bench/traces.d/inflate.c @zlib/inflate.c @zlib/inftrees.c @zlib/inffast.c @zlib/adler32.c @zlib/crc32.c "
		  "@zlib/zutil.c @zlib/uncompr.c",
		  "-I@zlib", zlib, (unsigned)n_zlib, 4 },
		{ "expat", run_expat,
		  "bench/traces.d/expat.c @expat/expat/lib/xmlparse.c @expat/expat/lib/xmlrole.c @expat/expat/lib/xmltok.c",
		  "-DHAVE_EXPAT_CONFIG_H -I@expat/expat -I@expat/expat/lib", xml, sizeof xml - 1, 4 },
		{ "lz4", run_lz4, "bench/traces.d/lz4.c @lz4/lib/lz4.c", "-I@lz4/lib", lz4, (unsigned)n_lz4, 20 },
		{ "tree", run_tree, "bench/traces.d/tree.c tests/units/containers/tree_map.c", "-Itests/units/containers",
		  (const char *)numbers, sizeof numbers, 8 },
	};
	for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
		if (!argv[4][0] || strcmp(argv[4], subjects[i].name) == 0)
			measure(&subjects[i], folder);
	free(zlib);
	free(lz4);
	return 0;
}
