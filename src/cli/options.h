/* options: one table per command says which options there are; the same table
 * parses them and prints the help. */
#ifndef SKEP_CLI_OPTIONS_H
#define SKEP_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/str.h"
#include "base/vec.h"

enum option_kind {
	OPTION_FLAG,     /* bool */
	OPTION_TEXT,     /* const char * */
	OPTION_NUMBER,   /* uint64_t */
	OPTION_SECONDS,  /* double: "60", "60s", "2m", "1h", "500ms" */
	OPTION_LIST,     /* VEC(const char *): comma-separated, repeatable */
	OPTION_TEXTS     /* the same, each taken as it is */
};

typedef VEC(const char *) text_list;

struct option_spec {
	char letter;         /* 0: none */
	const char *name;    /* without the dashes */
	enum option_kind kind;
	void *place;
	const char *value;   /* what the help calls its value; NULL for flags */
	const char *help;
};

struct command {
	const char *name;
	const char *usage;   /* after "skep NAME" */
	const char *summary; /* one line */
	const char *details; /* a paragraph for --help; may be NULL */
	int (*main)(int argc, char **argv);
};

/* The words between the options, and the words after "--". */
struct operands {
	text_list before, after;
};

/* Parses argv[1..]; --help prints the command's help to stdout and sets *help. */
MUST_USE status options_parse(const struct command *command, const struct option_spec *specs, size_t n_specs, int argc,
                              char **argv, struct operands *operands, bool *help);

/* A command line as it was given. */
struct given {
	const struct option_spec *specs;
	size_t n_specs;
	int argc;
	char **argv;
};

/* The options that `kept` (ends with NULL) names, with their values, each word with its end. */
void options_words(const struct given *given, const char *const *kept, struct sb *out);
/* The arguments as words for a shell, without the options named in `left_out` (ends with
 * NULL); `also` goes behind the options. */
void options_again(const struct option_spec *specs, size_t n_specs, int argc, char **argv, const char *const *left_out,
                   const char *also, struct sb *out);
void operands_release(struct operands *operands);

/* Ends a command: prints the failure, if any, and gives the exit code. */
int command_end(status st);

extern const struct command command_gen, command_model, command_build, command_run, command_why, command_diff,
        command_regress, command_work, command_campaigns, command_swarm, command_program, command_reduce, command_rank,
        command_update;

#endif
