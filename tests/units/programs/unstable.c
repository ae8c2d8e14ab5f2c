/* Parts of the output differ from run to run. */
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	puts("begin");
	printf("process %d\n", (int)getpid());
	printf("address %p\n", (void *)&argc);
	if (argc > 1)
		puts(argv[1][0] ? "a word" : "nothing");
	puts("end");
	return 0;
}
