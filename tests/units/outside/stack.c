/* A program that reads words: push, pop, peek, clear, dup, note, quit. The stack has room for eight:
 * whoever only pushes finds it full. "crash" after three dups is a bug. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int depth, dups;

static void push(void)
{
	if (depth == 8)
		puts("full");
	else
		depth++;
}

static void pop(void)
{
	if (depth == 0)
		puts("empty");
	else
		depth--;
}

static void dup_top(void)
{
	dups++;
	if (dups == 3 && depth == 0)
		abort();
}

int main(int argc, char **argv)
{
	char word[16];
	FILE *in = argc > 1 ? fopen(argv[1], "r") : stdin;
	if (!in)
		return 2;
	while (fscanf(in, "%15s", word) == 1) {
		if (!strcmp(word, "push"))
			push();
		else if (!strcmp(word, "pop"))
			pop();
		else if (!strcmp(word, "clear"))
			depth = 0;
		else if (!strcmp(word, "dup"))
			dup_top();
		else if (!strcmp(word, "wait"))
			for (;;)
				;
	}
	printf("%d\n", depth);
	return 0;
}
