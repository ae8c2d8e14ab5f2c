/* frameworks: tests in the macros of each test framework. Private to emit/.
 *
 * In all texts a word behind a dollar is a name of ours, which is changed where the unit has a thing of that
 * name; @ is the name of the test. */
#ifndef SKEP_EMIT_FRAMEWORKS_H
#define SKEP_EMIT_FRAMEWORKS_H

#include "emit/suite/suite.h"
#include "emit/text/c_code.h"

/* Headers of a program that starts processes. */
#define APART_INCLUDES "#include <sys/wait.h>\n#include <unistd.h>\n"

/* Lines before the tests. They are written if an expectation has one of these relations (a bit each). */
struct framework_piece {
	uint32_t relations;
	const char *text;
};

struct framework {
	c_macros macros;
	const char *includes;
	struct framework_piece pieces[8];
	const char *open, *close;   /* of a test */
	/* For tests that leave something behind: `apart_open` and `apart_close` run the test in a process of
	 * its own; `apart` stands before all tests. NULL: no difference. */
	const char *apart, *apart_open, *apart_close;
	const char *suite_open, *suite_row, *suite_close;
	unsigned needs;
};

extern const struct framework frameworks[N_FORMATS];

/* The macros with which expectations of the plain format begin; ends with NULL. */
extern const char *const plain_words[];

#endif
