/* skep rank: the order in which seeds are worth exploring. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/program_session.h"
#include "emit/programs/program_test.h"
#include "instr/instr.h"
#include "proc/child.h"
#include "reduce/rank.h"
#include "reduce/seed_runs.h"

static int rank_main(int argc, char **argv);

const struct command command_rank = {
	"rank", "[options] --by NAME --seeds DIR SOURCE... [-- CFLAGS] -- [ARGV]",
	"say in which order seeds of a program are worth exploring",
	"bt: branches in all; ba: branches that those before lack; fpf: furthest from those before;\n"
	"sp: shortest path; random. Prints a line per seed: place, number, branches, path length, command.",
	rank_main
};

struct ranking_state {
	struct program_session session;
	struct target *targets[N_BUILDS];
	struct seed_runs runs;
	const char *by;
};

static unsigned branches(const struct seed_runs *runs, const uint64_t *probes)
{
	unsigned n = 0;
	for (size_t i = 0; i < runs->n_words; i++)
		n += (unsigned)__builtin_popcountll(probes[i] & runs->counted[0][i]);
	return n;
}

static status rank_all(struct ranking_state *r)
{
	const invocation_list *seeds = &r->session.seeds;
	struct arena *arena = r->session.arena;
	struct ranked *ranked = ARENA_ARRAY(arena, struct ranked, seeds->n + 1);
	size_t *order = ARENA_ARRAY(arena, size_t, seeds->n + 1);
	struct rng rng;
	rng_init(&rng, r->session.seed);
	for (size_t i = 0; i < seeds->n; i++) {
		struct seed_run run;
		TRY(seed_run(&r->runs, &seeds->at[i], arena, &run));
		ranked[i] = (struct ranked){ run.probes, run.path_length };
	}
	rank_tests(ranked, seeds->n, r->runs.n_words, r->runs.counted[0], ranking_by_name(r->by), &rng, order);
	printf("place  seed  branches  path length  command\n");
	for (size_t i = 0; i < seeds->n; i++) {
		struct sb command = { 0 };
		invocation_command(&seeds->at[order[i]], &command);
		printf("%5zu %5zu %9u %12llu  %s\n", i + 1, order[i] + 1, branches(&r->runs, ranked[order[i]].probes),
		       (unsigned long long)ranked[order[i]].path_length, sb_text(&command));
		sb_release(&command);
	}
	return NULL;
}

static status run(struct ranking_state *r)
{
	struct program_session *session = &r->session;
	struct build_options build = unit_input_build_options(&session->input.unit);
	char *folder = NULL;
	if (ranking_by_name(r->by) == N_RANKINGS)
		return fail(TROUBLE_USAGE, "--by is bt, ba, fpf, sp or random, not '%s'", r->by);
	TRY(temp_make("adapter", &folder));
	status st = program_session_read(session, folder);
	if (!st && !session->seeds.n)
		st = fail(TROUBLE_USAGE, "no seeds: give some with --seeds DIR or --seed 'COMMAND'");
	if (!st)
		st = targets_build(session->unit, &session->input.unit.sources, &build, r->targets);
	if (!st)
		st = seed_runs_new(r->targets[BUILD_FAST], session->unit, &session->shape, &r->runs);
	if (!st)
		st = rank_all(r);
	temp_remove(folder);
	return st;
}

static status rank_command(int argc, char **argv)
{
	struct ranking_state state = { .by = "fpf" };
	struct program_input *input = &state.session.input;
	const struct option_spec specs[] = {
		{ 0, "by", OPTION_TEXT, &state.by, "NAME", "bt, ba, fpf (default), sp or random" },
		PROGRAM_OPTIONS(input),
		UNIT_OPTIONS(&input->unit),
	};
	status st = NULL;
	bool help;
	TRY_OUT(options_parse(&command_rank, specs, sizeof specs / sizeof *specs, argc, argv, &input->unit.operands,
	                      &help));
	if (help)
		goto out;
	program_split_operands(input);
	TRY_OUT(run(&state));
out:
	seed_runs_release(&state.runs);
	for (int i = 0; i < N_BUILDS; i++)
		target_free(state.targets[i]);
	program_session_release(&state.session);
	return st;
}

static int rank_main(int argc, char **argv)
{
	return command_end(rank_command(argc, argv));
}
