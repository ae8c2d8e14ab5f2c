/* A program with a library that counts for as long as the process lives: no reset reaches its state.
 * Built as: cc -c -DLIBRARY outlives.c -o counter.o && ar rc libcounter.a counter.o */
#ifdef LIBRARY
int counter_next(void);
int counter_next(void)
{
	static int runs;
	return ++runs;
}
#else
#include <stdio.h>
#include <string.h>

int counter_next(void);

int main(int argc, char **argv)
{
	if (counter_next() > 1)
		puts("again");
	if (argc > 1 && strcmp(argv[1], "go") == 0)
		puts("gone");
	return 0;
}
#endif
