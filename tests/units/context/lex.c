#include "lex.h"

#include "intern.h"
#include "state.h"
#include "util.h"

static enum token name(struct state *state)
{
	char word[9];
	int n = 0;
	for (; is_letter(state_peek(state)); state_skip(state))
		if (n < 8)
			word[n++] = (char)state_peek(state);
	word[n] = 0;
	return intern(word) ? T_KEYWORD : T_NAME;
}

enum token lex_next(struct state *state)
{
	while (state_peek(state) == ' ')
		state_skip(state);
	if (!state_peek(state))
		return T_END;
	if (is_letter(state_peek(state)))
		return name(state);
	if (state_peek(state) >= '0' && state_peek(state) <= '9') {
		state_skip(state);
		return T_NUMBER;
	}
	state_skip(state);
	return state_is_strict(state) ? T_BAD : T_END;
}
