/* unit_input: the options by which every command names its unit, reading the unit, and applying the user's
 * corrections. */
#ifndef SKEP_CLI_UNIT_INPUT_H
#define SKEP_CLI_UNIT_INPUT_H

#include "cli/options.h"
#include "front/context/context.h"
#include "front/front.h"
#include "front/project/project.h"
#include "instr/instr.h"

struct unit_input {
	const char *database;    /* -p */
	const char *model_file;  /* --model */
	const char *contracts;   /* --contracts */
	text_list with;          /* --with */
	const char *context;     /* --context */
	struct context_found found; /* the parts of the project that the unit needs */
	text_list targets, excludes; /* --target, --exclude */
	bool own_folder;         /* sources linked from the folder of the first source are tested, too */
	bool quiet, verbose, json, no_cache;
	struct operands operands;
	struct source_list sources;
};

/* The rows every option table starts with. */
#define UNIT_OPTIONS(input)                                                                                   \
	{ 'p', "database", OPTION_TEXT, &(input)->database, "DIR", "take sources and flags from DIR/compile_commands.json" }, \
	{ 0, "target", OPTION_LIST, &(input)->targets, "NAME,...", "of -p: only what is linked into these" }, \
	{ 0, "exclude", OPTION_LIST, &(input)->excludes, "GLOB,...", "of -p: without these sources or folders" }, \
	{ 0, "with", OPTION_LIST, &(input)->with, "FILE,...", "link what the unit uses from these sources or folders" }, \
	{ 0, "context", OPTION_TEXT, &(input)->context, "N", "link at most N such sources (default 64), or no" },      \
	{ 0, "model", OPTION_TEXT, &(input)->model_file, "FILE", "apply an edited output of skep model" },       \
	{ 0, "contracts", OPTION_TEXT, &(input)->contracts, "FILE", "check calls by the contracts in a C file" }, \
	{ 0, "no-cache", OPTION_FLAG, &(input)->no_cache, NULL, "read and build anew even if nothing changed" }, \
	{ 0, "json", OPTION_FLAG, &(input)->json, NULL, "print the result as JSON" },                            \
	{ 'q', "quiet", OPTION_FLAG, &(input)->quiet, NULL, "say only what went wrong" },                         \
	{ 'v', "verbose", OPTION_FLAG, &(input)->verbose, NULL, "say more" }

#define NO_FUNCTION "no function of the unit can be called; skep model says why (static functions need --static)"

/* Returns the choice that -p makes from its database. */
struct project_wish unit_input_wish(const struct unit_input *input);

/* Sets how much is logged, and the effect of ctrl-C. Call it after options_parse(); unit_input_read() does it,
 * too. */
void unit_input_begin(const struct unit_input *input);
/* Reads the unit from the sources, and applies the corrections. Sources that are in `input` already are used.
 * Call it after options_parse(). */
MUST_USE status unit_input_read(struct unit_input *input, struct unit **unit);
/* Applies the user's corrections (--model) once more, to a model that was changed since. */
MUST_USE status unit_input_correct(const struct unit_input *input, struct unit *unit);
void unit_input_release(struct unit_input *input);

struct build_options unit_input_build_options(const struct unit_input *input);

#endif
