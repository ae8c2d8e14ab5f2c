/* The program's own give_up(), which the linker takes instead of the library's. */
#include <stdlib.h>

#include "count.h"

int level = 3;

void give_up(void)
{
	exit(5);
}

int main(void)
{
	return count(level);
}
