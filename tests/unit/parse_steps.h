/* parse_steps: the steps of one test as text -> a sequence, for tests of everything that takes sequences. */
#ifndef SKEP_TESTS_PARSE_STEPS_H
#define SKEP_TESTS_PARSE_STEPS_H

#include "test.h"

#include "seq/text/text.h"

/* The sequence, in arena. The text has a line per step, without the first and the last line of a test. */
static inline const struct seq *parse_steps(struct arena *arena, const struct model *model, const char *steps)
{
	struct seq_file file;
	assert_ok(seq_parse(arena, model, arena_printf(arena, "test t\n%s\nend\n", steps), "t", &file));
	return file.at[0].seq;
}

#endif
