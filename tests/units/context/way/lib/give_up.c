#include <stdlib.h>

#include "../count.h"

void give_up(void)
{
	abort();
}
