#include <stdio.h>

#include "lex.h"
#include "state.h"

int main(int argc, char **argv)
{
	struct state *state = state_new(argc > 1 ? argv[1] : "");
	int n = 0;
	while (lex_next(state) != T_END)
		n++;
	printf("%d\n", n);
	state_free(state);
	return 0;
}
