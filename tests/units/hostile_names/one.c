/* one: beside two.c, with the same private names for other things, and a main of its own. */
#include <string.h>

struct state {
	int depth;
	char name[8];
};

static struct state state;

enum stage { HEAD, CHECK, failed };

static int step(int by)
{
	state.depth += by;
	return state.depth > 3 ? 3 : state.depth;
}

int one_step(int by)
{
	enum stage stage = by < 0 ? failed : by > 9 ? CHECK : HEAD;
	return stage == failed ? -1 : stage == CHECK ? 0 : step(by);
}

int one_look(const struct state *at)
{
	return at->depth > 5 && at->name[0] == 'a';
}

int main(int argc, char **argv)
{
	return argc > 1 && strlen(argv[1]) > 2 ? one_step(argc) : 0;
}
