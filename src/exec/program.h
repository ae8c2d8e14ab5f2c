/* program: the results of a program's run, as the target recorded them. */
#ifndef SKEP_EXEC_PROGRAM_H
#define SKEP_EXEC_PROGRAM_H

#include "exec/exec.h"
#include "seq/invocation.h"

struct program_result {
	int status;                        /* exit status */
	struct bytes out, err;
	bool out_cut, err_cut, files_cut;  /* there was more than a record has room for */
	struct named_bytes *files;         /* all files in the scratch folder at the end, by name */
	uint32_t n_files;
};

/* Reads the results of the last step from a run with values; false: there are none, or they make no sense. A run
 * that fails by an assertion or abort() has results, too. Everything is copied into arena. */
bool program_result_read(const struct run *run, struct arena *arena, struct program_result *result);
/* Both have the same content. */
bool program_result_equal(const struct program_result *a, const struct program_result *b);

#endif
