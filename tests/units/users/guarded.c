#include "guarded_config.h"
#include "guarded.h"

int guarded_grade(int n)
{
	return n > 50 ? 1 : n == 7 ? 2 : 0;
}
