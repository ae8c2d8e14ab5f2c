/* A program that reads past the end of an argument if nothing stands behind the equals sign. */
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
	if (argc > 1 && strncmp(argv[1], "--n=", 4) == 0) {
		char *at = argv[1] + 4;
		if (*at < '0' || *at > '9')
			at++;
		if (*at) {
			fprintf(stderr, "past: bad number: %s\n", at);
			return 1;
		}
	}
	return 0;
}
