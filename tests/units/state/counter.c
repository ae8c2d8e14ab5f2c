/* A file of a program: another one owns `pending`, and this one gives it other values than it needs. */
#include "counter.h"

int counter_take(int by)
{
	if (pending == 7) {
		pending = -1;
		return 1;
	}
	if (pending > 40 && by > 3)
		return 2;
	return counter_step(by);
}
