#include "count.h"

int count(int n)
{
	if (n > 100)
		give_up();
	return level == 3 ? n * 2 : n;
}
