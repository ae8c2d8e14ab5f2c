#include "counter.h"

int pending = 1;

int counter_step(int by)
{
	return by > 0 ? by - 1 : 0;
}
