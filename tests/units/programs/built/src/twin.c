#include <stdio.h>

int twice(int x);

int main(int argc, char **argv)
{
	(void)argv;
	if (twice(argc) == 4)
		puts("four");
	return 0;
}
