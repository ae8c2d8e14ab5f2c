/* options: one table per command lists its options. The table parses the command line and prints the help. */
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
	OPTION_TEXTS     /* a list, each word taken as it is */
};

typedef VEC(const char *) text_list;

struct option_spec {
	char letter;         /* 0: none */
	const char *name;    /* without the dashes */
	enum option_kind kind;
	void *place;
	const char *value;   /* the name of its value in the help; NULL for flags */
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

/* Parses argv[1..]. --help prints the command's help to stdout and sets *help. */
MUST_USE status options_parse(const struct command *command, const struct option_spec *specs, size_t n_specs, int argc,
                              char **argv, struct operands *operands, bool *help);

/* A command line as it was given. */
struct given {
	const struct option_spec *specs;
	size_t n_specs;
	int argc;
	char **argv;
};

/* Appends the options named in `kept` (ends with NULL), with their values, each word with its zero. */
void options_words(const struct given *given, const char *const *kept, struct sb *out);
/* Appends the arguments as words for a shell, without the options named in `left_out` (ends with NULL); `also`
 * follows the options. */
void options_again(const struct option_spec *specs, size_t n_specs, int argc, char **argv, const char *const *left_out,
                   const char *also, struct sb *out);
void operands_release(struct operands *operands);

/* Ends a command: prints the failure, if there is one, and returns the exit code. */
int command_end(status st);

extern const struct command command_gen, command_model, command_build, command_run, command_why, command_diff,
        command_regress, command_work, command_campaigns, command_swarm, command_program, command_reduce, command_rank,
        command_update;

#endif
