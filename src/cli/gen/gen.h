/* gen: the pipeline behind skep gen, for commands that do the same with an aim of their own. */
#ifndef SKEP_CLI_GEN_H
#define SKEP_CLI_GEN_H

#include "campaign/campaign.h"
#include "cli/engine_setup.h"
#include "cli/options.h"
#include "cli/unit_input.h"
#include "emit/results.h"

/* The additions of a command; functions are called in this order, once per unit. */
struct gen_extension {
	const struct command *command;
	const struct option_spec *options;
	size_t n_options;
	const char *out;                 /* the folder by default */
	/* After the options were read. */
	status (*check)(void *context);
	/* Appends options that the head of the tests is to name. */
	void (*name)(void *context, struct sb *out);
	/* The unit was read and nothing built yet. *is_over: there is nothing to do, and it was said. */
	status (*begin)(void *context, struct unit *unit, const struct unit_input *input, bool *is_over);
	/* Before the campaign runs. `goes_on`: it takes up an earlier one. */
	status (*aim)(void *context, const struct unit *unit, const struct target *fast, struct engine_setup *engines,
	              struct campaign_options *options, bool goes_on);
	/* The campaign is over: adds what there is to tell. */
	void (*tell)(void *context, const struct campaign *campaign, struct arena *arena, struct results *results);
	/* The finding is told. */
	bool (*concerns)(const void *context, const struct finding *finding);
	/* Everything is written to the folder `stage`; NULL: nobody wants to know. */
	status (*written)(void *context, const char *stage, const struct results *results);
	/* Adds lines to what is printed at the end. */
	void (*show)(const struct results *results);
	void *context;
};

/* The whole command; `extension` NULL: skep gen itself. */
MUST_USE status gen_with(const struct gen_extension *extension, int argc, char **argv);

#endif
