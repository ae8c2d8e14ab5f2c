/* tool: a program: main, options in argv, globals, exit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int verbose;
static const char *name = "tool";

int options_read(int argc, char **argv)
{
	int n = 0;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "-v") == 0)
			verbose++;
		else if (strncmp(argv[i], "-n", 2) == 0 && argv[i][2])
			name = argv[i] + 2;
		else if (argv[i][0] == '-')
			return -1;
		else
			n++;
	}
	return n;
}

int level(void)
{
	return verbose > 2 ? 2 : verbose;
}

int name_length(void)
{
	return (int)strlen(name);
}

void give_up(int code)
{
	if (code) {
		fprintf(stderr, "%s: gives up\n", name);
		exit(code);
	}
}

int main(int argc, char **argv)
{
	int n = options_read(argc, argv);
	if (n < 0)
		give_up(2);
	printf("%d words\n", n);
	return level();
}
