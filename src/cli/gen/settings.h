/* settings: the user's wishes for one run of skep gen. Private to cli. */
#ifndef SKEP_CLI_GEN_SETTINGS_H
#define SKEP_CLI_GEN_SETTINGS_H

#include "cli/engine_setup.h"
#include "cli/gen/callable.h"
#include "cli/gen/gen.h"
#include "cli/unit_input.h"

/* The limits of a campaign. With a budget in executions the clock does not matter. */
struct gen_budget {
	double seconds;              /* 0: no limit */
	uint64_t executions;         /* 0: seconds count */
	uint64_t plateau;            /* seconds without a new goal that end the search; 0: never */
	uint64_t enough;             /* per cent of the goals that end the search; 0: never */
};

/* A store that many machines share. */
struct gen_store {
	const char *url;             /* NULL: the campaign is kept in a file */
	const char *campaign;        /* NULL: the unit's name */
	struct sb words;             /* the options that workers need, each with its zero */
	int64_t opened;              /* the project's campaign that is open already; else 0 */
};

struct gen_settings {
	struct unit_input input;
	struct gen_budget budget;
	struct function_choice functions;
	struct engine_settings engines;
	uint64_t seed, workers;
	uint64_t max_tests;          /* of the suite; 0: no limit */
	const char *out, *criterion, *format, *compilers, *fail_on;
	text_list promoted;          /* places where a misuse counts as a bug */
	bool go_on;                  /* continues a kept campaign */
	struct gen_store store;
	char *command, *short_command; /* commands that give these results again */
	bool is_one_of_several;      /* one of several targets: the summary of all is printed instead */
	const struct gen_extension *extension; /* NULL: skep gen itself */
};

/* Returns the time limit of the campaign; 0: none. */
static inline double gen_seconds(const struct gen_settings *settings)
{
	return settings->budget.executions ? 0 : settings->budget.seconds;
}

/* cmd_gen.c: the options of skep gen, each with its place in the settings; vec_release() frees the list. */
typedef VEC(struct option_spec) spec_list;
void gen_options(struct gen_settings *settings, spec_list *specs);
/* Returns the settings before any option is read. */
struct gen_settings gen_defaults(const struct gen_extension *extension);

/* repeat.c. The caller frees the texts. */

/* Returns "gen", or the name of the command that extends it. */
const char *gen_name(const struct gen_settings *settings);
/* Returns the short command for the head of test files. */
char *gen_short_command(const struct gen_settings *settings);
/* Returns the whole command, for report and summary. */
char *gen_whole_command(const struct gen_settings *settings, const struct given *given);
/* Returns the command that repeats one of several targets with its share of the budget. */
char *gen_target_command(const struct gen_settings *settings, const struct given *given, const char *target);

/* True if neither tests nor findings are wanted. */
static inline bool settings_counts_only(const struct gen_settings *settings)
{
	return settings->extension && settings->extension->counts_only && *settings->extension->counts_only;
}

#endif
