/* session: a program with its shape and its seeds, for skep program, reduce and rank. */
#ifndef SKEP_CLI_PROGRAM_SESSION_H
#define SKEP_CLI_PROGRAM_SESSION_H

#include "cli/program/adapter.h"
#include "cli/unit_input.h"
#include "emit/programs/corpus.h"
#include "engine/program/shape.h"
#include "instr/instr.h"
#include "reduce/seed_runs.h"

/* The user's wishes. */
struct program_input {
	struct unit_input unit;
	text_list argv;              /* of the program, without its name */
	text_list variables, given_seeds, seed_folders;
	const char *name, *property;
};

/* The rows of an option table. */
#define PROGRAM_OPTIONS(input)                                                                                     \
	{ 0, "seed", OPTION_TEXTS, &(input)->given_seeds, "N|CMD",                                                    \
	  "a number: of the random numbers (default 1); else a command line to begin with" },                         \
	{ 0, "seeds", OPTION_TEXTS, &(input)->seed_folders, "DIR",                                                    \
	  "begin with these: files, folders with cmd, scripts; or one script" },                                                     \
	{ 0, "name", OPTION_TEXT, &(input)->name, "NAME", "what the program is called (default: as its source)" },    \
	{ 0, "env", OPTION_LIST, &(input)->variables, "A,B", "environment variables that are inputs" }

struct program_session {
	struct program_input input;
	struct unit *unit;
	struct shape shape;
	struct corpus corpus;
	uint64_t seed;               /* of the random numbers */
	enum adapter adapter;
	char *adapter_path;          /* of its source */
	enum task_property property;
	struct arena *arena;
};

/* A session whose seeds run one after the other: for skep reduce and rank. */
struct seeded_session {
	struct program_session session;
	enum build_kind build;       /* of the runs: fast, or checked, which sees failures */
	struct target *targets[N_BUILDS];
	struct seed_runs runs;
};

/* Splits the words behind "--" into flags and the command line. Call it after options_parse(). */
void program_split_operands(struct program_input *input);
/* Reads the unit, finds main(), the shape and the seeds. Adapters are written to `folder`. */
MUST_USE status program_session_read(struct program_session *session, const char *folder);
void program_session_release(struct program_session *session);

/* Reads the program and builds it; then runs work(context). Without seeds it fails with TROUBLE_USAGE. */
MUST_USE status seeded_session_run(struct seeded_session *seeded, status (*work)(void *context), void *context);
void seeded_session_release(struct seeded_session *seeded);

#endif
