/* A program that waits for ever unless it is told not to. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "now") == 0) {
		puts("at once");
		return 0;
	}
	for (;;)
		pause();
}
