/* program: what a run of a program left behind, as the target recorded it. */
#ifndef SKEP_EXEC_PROGRAM_H
#define SKEP_EXEC_PROGRAM_H

#include "exec/exec.h"
#include "seq/invocation.h"

struct program_result {
	int status;                        /* exit status */
	struct bytes out, err;
	bool out_cut, err_cut, files_cut;  /* there was more than a record has room for */
	struct named_bytes *files;         /* all of the scratch folder at the end, by name */
	uint32_t n_files;
};

/* Reads the result of the last step from a run with values; false: there is none, or it makes no
 * sense. A run that fails by an assertion or abort() has one, too. Everything is copied into arena. */
bool program_result_read(const struct run *run, struct arena *arena, struct program_result *result);
/* Both say the same. */
bool program_result_equal(const struct program_result *a, const struct program_result *b);

#endif
