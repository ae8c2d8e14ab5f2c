/* skep rank: the order in which seeds are worth exploring. */
#include <stdio.h>
#include <stdlib.h>

#include "base/log.h"
#include "cli/program/session.h"
#include "emit/programs/program_test.h"
#include "instr/instr.h"
#include "proc/child.h"
#include "reduce/rank.h"
#include "reduce/seed_runs.h"

static int rank_main(int argc, char **argv);

const struct command command_rank = {
	"rank", "[options] --by NAME --seeds DIR SOURCE... [-- CFLAGS] -- [ARGV]",
	"print the order in which seeds of a program are worth exploring",
	"bt: branches in all; ba: branches that earlier seeds lack; fpf: furthest from earlier seeds;\n"
	"sp: shortest path; random. Prints a line per seed: place, number, branches, path length, command.",
	rank_main
};

struct ranking_state {
	struct seeded_session seeded;
	const char *by;
};

static unsigned branches(const struct seed_runs *runs, const uint64_t *probes)
{
	unsigned n = 0;
	for (size_t i = 0; i < runs->n_words; i++)
		n += (unsigned)__builtin_popcountll(probes[i] & runs->counted[0][i]);
	return n;
}

static status rank_all(void *context)
{
	struct ranking_state *r = context;
	struct seed_runs *runs = &r->seeded.runs;
	const invocation_list *seeds = &r->seeded.session.corpus.seeds;
	struct arena *arena = r->seeded.session.arena;
	struct ranked *ranked = ARENA_ARRAY(arena, struct ranked, seeds->n + 1);
	size_t *order = ARENA_ARRAY(arena, size_t, seeds->n + 1);
	double start = now_seconds();
	struct rng rng;
	rng_init(&rng, r->seeded.session.seed);
	for (size_t i = 0; i < seeds->n; i++) {
		struct seed_run run;
		TRY(seed_run(runs, &seeds->at[i], arena, &run));
		ranked[i] = (struct ranked){ run.probes, run.path_length };
	}
	double ran = now_seconds();
	rank_tests(ranked, seeds->n, runs->n_words, runs->counted[0], ranking_by_name(r->by), &rng, order);
	log_note("%zu seeds run in %.3f s, ranked in %.4f s", seeds->n, ran - start, now_seconds() - ran);
	printf("place  seed  branches  path length  command\n");
	for (size_t i = 0; i < seeds->n; i++) {
		struct sb command = { 0 };
		invocation_command(&seeds->at[order[i]], &command);
		printf("%5zu %5zu %9u %12llu  %s\n", i + 1, order[i] + 1, branches(runs, ranked[order[i]].probes),
		       (unsigned long long)ranked[order[i]].path_length, sb_text(&command));
		sb_release(&command);
	}
	return NULL;
}

static status run(struct ranking_state *r)
{
	if (ranking_by_name(r->by) == N_RANKINGS)
		return fail(TROUBLE_USAGE, "--by is bt, ba, fpf, sp or random, not '%s'", r->by);
	return seeded_session_run(&r->seeded, rank_all, r);
}

static status rank_command(int argc, char **argv)
{
	struct ranking_state state = { .by = "fpf" };
	struct program_input *input = &state.seeded.session.input;
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
	seeded_session_release(&state.seeded);
	return st;
}

static int rank_main(int argc, char **argv)
{
	return command_end(rank_command(argc, argv));
}
