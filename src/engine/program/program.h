/* program: the cheap engine for programs.
 *
 * It starts from seeds and the plainest command line, tries every option that it hears of, puts one side of a
 * comparison in the place of the other, and changes tests that covered something new or came nearer to it. */
#ifndef SKEP_ENGINE_PROGRAM_PROGRAM_H
#define SKEP_ENGINE_PROGRAM_PROGRAM_H

#include "engine/engine.h"
#include "engine/program/shape.h"

struct program_options {
	const struct shape *shape;
	const struct invocation *seeds;  /* given by the user */
	size_t n_seeds;
};

#endif
