typedef int late_number;
#include "late.h"

late_number late_twice(late_number n)
{
	return n > 1000 || n < -1000 ? -1 : 2 * n;
}
