/* Everything comes from the arguments. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
	if (argc < 2) {
		fprintf(stderr, "usage: argv WORD [NUMBER]\n");
		return 2;
	}
	if (strcmp(argv[1], "magic") == 0) {
		puts("found the word");
		if (argc > 2 && atoi(argv[2]) == 4711) {
			puts("and the number");
			exit(7);
		}
	}
	if (argv[1][0] == 'q' && argv[1][1] == 'x' && argv[1][2] == 'z')
		printf("letters %s\n", argv[1]);
	return 0;
}
