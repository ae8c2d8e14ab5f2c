/* reals: conditions on floats that few numbers meet. */
#include <math.h>

int real_line(double x, double y)
{
	if (x * 1.5 == y + 4.25)
		return x > 100 && x < 101 ? 2 : 1;
	return 0;
}

int real_root(double x)
{
	if (isnan(x))
		return -1;
	if (x < 0)
		return -2;
	if (fabs(sqrt(x) - 12.5) < 1e-6)
		return 1;
	if (x > 1e100 && x < 1e101)
		return 2;
	if (x > 0 && x < 1e-200)
		return 3;
	return 0;
}

int real_remainder(double x, double y)
{
	if (y == 0 || isinf(x) || isnan(x) || isnan(y))
		return -1;
	double rest = fmod(x, y);
	if (rest == 0.125)
		return y > 1000 ? 2 : 1;
	return 0;
}
