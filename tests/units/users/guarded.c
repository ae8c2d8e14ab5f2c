#include "guarded_config.h"
#include "guarded.h"

int guarded_always(int n)
{
	return n == 3;
}

int guarded_grade(int n)
{
	return n > 50 ? 1 : n == 7 ? 2 : 0;
}
