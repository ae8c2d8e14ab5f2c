/* hand_fixture: the model of hand_model.h and an arena, as the fixture of each test of a program. */
#ifndef SKEP_TESTS_HAND_FIXTURE_H
#define SKEP_TESTS_HAND_FIXTURE_H

#include "hand_model.h"

struct fixture {
	struct model *model;
	struct arena *arena;
};

static int setup(void **state)
{
	struct fixture *f = xcalloc(1, sizeof *f);
	f->model = hand_model();
	f->arena = arena_new();
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;
	model_free(f->model);
	arena_free(f->arena);
	free(f);
	return 0;
}

#endif
