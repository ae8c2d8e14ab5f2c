/* main: finds the command and runs it. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "base/str.h"
#include "base/version.h"
#include "cli/options.h"

static const struct command *const commands[] = { &command_gen,     &command_model,    &command_build,
	                                          &command_run,     &command_why,      &command_diff,
	                                          &command_regress, &command_swarm,    &command_program,
	                                          &command_reduce,  &command_rank,     &command_update,
	                                          &command_work,    &command_campaigns };

#define N_COMMANDS (sizeof commands / sizeof *commands)

static void print_usage(FILE *out)
{
	fputs("usage: skep COMMAND [options] SOURCE... [-- CFLAGS]\n\n"
	      "skep writes tests for C code by itself.\n\ncommands:\n",
	      out);
	for (size_t i = 0; i < N_COMMANDS; i++)
		fprintf(out, "  %-8s %s\n", commands[i]->name, commands[i]->summary);
	fputs("\n  skep COMMAND --help explains a command; skep --version prints the version\n", out);
}

static int unknown(const char *name)
{
	log_error("unknown command '%s'; skep --help lists the commands", name);
	return TROUBLE_USAGE;
}

static int run(int argc, char **argv)
{
	if (argc < 2) {
		print_usage(stderr);
		return TROUBLE_USAGE;
	}
	const char *name = argv[1];
	if (str_equal(name, "--help") || str_equal(name, "-h") || str_equal(name, "help")) {
		print_usage(stdout);
		return 0;
	}
	if (str_equal(name, "--version")) {
		puts("skep " SKEP_VERSION);
		return 0;
	}
	for (size_t i = 0; i < N_COMMANDS; i++)
		if (str_equal(name, commands[i]->name))
			return commands[i]->main(argc - 1, argv + 1);
	return unknown(name);
}

/* Closes stdout. Text that is still in the buffer may not fit on the disk: without this check the results would
 * be cut short and the exit code 0. */
static int close_results(int code)
{
	errno = 0;
	bool lost = fflush(stdout) != 0;
	if (!lost && !ferror(stdout))
		return code;
	log_error("cannot write the results to stdout: %s", errno ? strerror(errno) : "a write failed");
	return TROUBLE_SYSTEM;
}

int main(int argc, char **argv)
{
	return close_results(run(argc, argv));
}
