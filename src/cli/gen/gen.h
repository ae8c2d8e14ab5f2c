/* gen: the pipeline behind skep gen, for commands that use it with an aim of their own. */
#ifndef SKEP_CLI_GEN_H
#define SKEP_CLI_GEN_H

#include "campaign/campaign.h"
#include "cli/engine_setup.h"
#include "cli/options.h"
#include "cli/unit_input.h"
#include "emit/results.h"

/* The additions of a command. The functions are called in this order, once per unit. */
struct gen_extension {
	const struct command *command;
	const struct option_spec *options;
	size_t n_options;
	const char *out;                 /* the default folder */
	const bool *counts_only;         /* the user wants neither tests nor findings; NULL: both are wanted */
	/* Called after the options were read. */
	status (*check)(void *context);
	/* Appends options that the head of the tests names. */
	void (*name)(void *context, struct sb *out);
	/* Called after the unit was read, before anything is built. *is_over: there is nothing to do, and the
	 * user was told. */
	status (*begin)(void *context, struct unit *unit, const struct unit_input *input, bool *is_over);
	/* Called before the campaign runs. `goes_on`: it continues an earlier campaign. */
	status (*aim)(void *context, const struct unit *unit, const struct target *fast, struct engine_setup *engines,
	              struct campaign_options *options, bool goes_on);
	/* Called after the campaign, to add to the results. */
	void (*tell)(void *context, const struct campaign *campaign, struct arena *arena, struct results *results);
	/* True if the finding is to be told. */
	bool (*concerns)(const void *context, const struct finding *finding);
	/* Called when everything is written to the folder `stage`; NULL: not called. */
	status (*written)(void *context, const char *stage, const struct results *results);
	/* Prints more lines at the end. */
	void (*show)(const struct results *results);
	void *context;
};

/* Runs the whole command; `extension` NULL: skep gen itself. */
MUST_USE status gen_with(const struct gen_extension *extension, int argc, char **argv);

#endif
