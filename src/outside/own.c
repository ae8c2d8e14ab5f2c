/* own: coverage by skep's own instrumentation.
 *
 * skep builds the program from its sources, as skep program does, and runs it with the test in the worker,
 * without a new process for each test. The words of `run` are its command line; {test} is the file with the
 * test, and "< {test}" gives it on standard input. */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "cover/dominators.h"
#include "exec/exec.h"
#include "exec/program.h"
#include "instr/instr.h"
#include "outside/coverage.h"
#include "proc/cache_folder.h"
#include "proc/child.h"
#include "seq/invocation.h"

#define FUEL UINT64_C(50000000)  /* conditions and calls of a run */
#define HEAP (UINT64_C(512) << 20)

struct own {
	struct source_list sources;
	struct unit *unit;               /* of the program; its marks are the subject's */
	struct target *targets[N_BUILDS];
	struct executor *executor;
};

/* ---- building ---- */

static void split(const char *text, struct arena *arena, text_words *words)
{
	char *rest = arena_strdup(arena, text), *state = NULL;
	for (char *word = strtok_r(rest, " \t", &state); word; word = strtok_r(NULL, " \t", &state))
		vec_push(words, word);
}

static status read_sources(struct coverage *coverage, const char *argument, struct own *own)
{
	text_words words = { 0 };
	size_t n = 0;
	split(argument, coverage->arena, &words);
	while (n < words.n && !str_equal(words.at[n], "--")) {
		words.at[n] = coverage_path(coverage, words.at[n]);
		n++;
	}
	size_t flags = n < words.n ? n + 1 : n;
	status st = sources_from_args(&own->sources, words.at, n, words.at + flags, words.n - flags);
	vec_release(&words);
	return st;
}

static status build(struct coverage *coverage, struct own *own)
{
	struct build_options options = { .kinds = 1u << BUILD_FAST };
	TRY(front_read_cached(&own->sources, cache_folder(coverage->arena, NULL), &own->unit));
	if (invocation_main(own->unit->model) == NONE)
		return fail(TROUBLE_INPUT, "%s: coverage skep: these sources have no main()",
		            coverage->generator->path);
	if (invocation_text_type(own->unit->model) == NONE)
		model_add_text_type(own->unit->model);
	return targets_build(own->unit, &options, own->targets);
}

static status open_own(struct coverage *coverage, const char *argument)
{
	struct own *own = xcalloc(1, sizeof *own);
	coverage->own = own;
	TRY(read_sources(coverage, argument, own));
	TRY(build(coverage, own));
	marks_free(coverage->unit->marks);
	coverage->unit->marks = own->unit->marks;
	coverage->unit->hash ^= own->unit->hash;
	coverage->dominators = dominators_find(own->unit->marks, own->targets[BUILD_FAST]->flow,
	                                       own->targets[BUILD_FAST]->n_flow, coverage->arena);
	return NULL;
}

static void close_own(struct coverage *coverage)
{
	struct own *own = coverage->own;
	if (!own)
		return;
	executor_free(own->executor);
	for (int i = 0; i < N_BUILDS; i++)
		target_free(own->targets[i]);
	if (own->unit && own->unit->marks == coverage->unit->marks)
		own->unit->marks = NULL; /* the subject frees them */
	unit_free(own->unit);
	sources_release(&own->sources);
	free(own);
}

/* ---- running ---- */

static void invoke(const struct coverage *coverage, const struct named_bytes *test, struct arena *arena,
                   struct invocation *invocation)
{
	text_words words = { 0 };
	split(coverage->generator->run, arena, &words);
	invocation_init(invocation, words.n ? path_base(words.at[0]) : "program");
	for (size_t i = 1; i < words.n; i++) {
		bool is_input = str_equal(words.at[i], "<") && i + 1 < words.n && str_equal(words.at[i + 1], "{test}");
		bool is_test = str_equal(words.at[i], "{test}");
		const char *word = is_test ? test->name : words.at[i];
		if (is_input) {
			invocation->has_input = true;
			invocation->input = test->contents;
			i++;
			continue;
		}
		if (is_test)
			vec_push(&invocation->files, *test);
		invocation_add_arg(invocation, word, strlen(word));
	}
	vec_release(&words);
}

static status ready(const struct coverage *coverage, struct own *own)
{
	unsigned milliseconds = (unsigned)(coverage->generator->seconds * 1000);
	struct exec_options options = {
		.fuel = FUEL, .milliseconds = milliseconds, .busy_milliseconds = milliseconds, .heap_limit = HEAP
	};
	if (own->executor)
		return NULL;
	return executor_new(own->targets[BUILD_FAST], own->unit, &options, &own->executor);
}

static void tell_end(const struct run *run, struct arena *arena, struct coverage_run *out)
{
	struct program_result result;
	out->ended = run->outcome == SK_NORMAL && program_result_read(run, arena, &result);
	if (!out->ended)
		return;
	out->code = result.status;
	out->out_cut = result.out_cut;
	sb_add_bytes(&out->out, result.out.at, result.out.size);
}

static void tell(const struct own *own, const struct run *run, uint64_t *probes, struct coverage_run *out)
{
	memcpy(probes, run->probes, (own->unit->marks->n_probes + 63) / 64 * sizeof *probes);
	out->hung = run->outcome == SK_HANG;
	if (run->outcome == SK_FAULT && run->fault)
		out->failure = fault_kind_word(run->fault->kind);
}

static status run_own(struct coverage *coverage, const char *path, uint64_t *probes, struct coverage_run *out)
{
	struct own *own = coverage->own;
	struct arena *arena = arena_new();
	struct invocation invocation;
	struct named_bytes test = { .name = coverage->generator->test };
	char *text = NULL;
	const struct run *run;
	size_t size = 0, n = 0;
	status st = file_read(path, &text, &size);
	if (!st)
		st = ready(coverage, own);
	test.contents = (struct bytes){ (const unsigned char *)text, (uint32_t)size };
	invoke(coverage, &test, arena, &invocation);
	const struct seq *seq = st ? NULL : invocation_seq(&invocation, own->unit->model, arena);
	if (seq && executor_submit(own->executor, &seq, 1, WANT_VALUES) == 1)
		st = executor_collect(own->executor, &run, &n);
	if (!st && n) {
		tell(own, run, probes, out);
		tell_end(run, arena, out);
	}
	invocation_release(&invocation);
	free(text);
	arena_free(arena);
	return st;
}

const struct coverage_kind coverage_skep = { .name = "skep", .open = open_own, .run = run_own, .close = close_own };
