/* A program that writes, changes and removes files. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	if (argc < 2)
		return 2;
	if (strcmp(argv[1], "make") == 0) {
		FILE *out = fopen("made.txt", "w");
		if (!out)
			return 1;
		fputs("made\n", out);
		fclose(out);
		puts("written");
	} else if (argc > 2 && strcmp(argv[1], "drop") == 0) {
		if (remove(argv[2]) != 0)
			return 1;
		puts("removed");
	}
	return 0;
}
