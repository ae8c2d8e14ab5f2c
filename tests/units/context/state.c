#include "state.h"

#include <stdlib.h>

#include "util.h"

struct state {
	const char *at;
	int strict;
};

struct state *state_new(const char *text)
{
	struct state *state = must_alloc(sizeof *state);
	state->at = text;
	state->strict = 0;
	return state;
}

void state_free(struct state *state)
{
	free(state);
}

int state_peek(const struct state *state)
{
	return (unsigned char)*state->at;
}

void state_skip(struct state *state)
{
	if (*state->at)
		state->at++;
}

int state_is_strict(const struct state *state)
{
	return state->strict;
}

void state_set_strict(struct state *state, int strict)
{
	state->strict = strict;
}
