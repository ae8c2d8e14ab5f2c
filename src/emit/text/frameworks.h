/* frameworks: how tests look in the words of each test framework. Private to emit/.
 *
 * In all texts a word behind a dollar is a name of ours, which is another one where the unit has it already; @ is the
 * name of a test. */
#ifndef SKEP_EMIT_FRAMEWORKS_H
#define SKEP_EMIT_FRAMEWORKS_H

#include "emit/suite/suite.h"
#include "emit/text/c_code.h"

/* Headers of a program that starts processes. */
#define APART_INCLUDES "#include <sys/wait.h>\n#include <unistd.h>\n"

/* Lines before the tests, for expectations of these relations (a bit each). */
struct framework_piece {
	uint32_t relations;
	const char *text;
};

struct framework {
	c_macros macros;
	const char *includes;
	struct framework_piece pieces[8];
	const char *open, *close;   /* of a test */
	/* The same where tests leave something behind, with lines that stand before them all: in a process of its
	 * own. NULL: nothing else. */
	const char *apart, *apart_open, *apart_close;
	const char *suite_open, *suite_row, *suite_close;
	unsigned needs;
};

extern const struct framework frameworks[N_FORMATS];

/* The macros that expectations of the plain format begin with; ends with NULL. */
extern const char *const plain_words[];

#endif
