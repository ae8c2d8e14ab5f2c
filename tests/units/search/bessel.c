/* bessel: J of order n at x, upwards where it is stable and downwards elsewhere. */
#include <math.h>

static double bessel_0(double x)
{
	double ax = fabs(x);
	if (ax < 8) {
		double y = x * x;
		double p = 57568490574.0 +
		           y * (-13362590354.0 + y * (651619640.7 + y * (-11214424.18 + y * (77392.33017 - y * 184.9052456))));
		double q = 57568490411.0 + y * (1029532985.0 + y * (9494680.718 + y * (59272.64853 + y * (267.8532712 + y))));
		return p / q;
	}
	double z = 8 / ax, xx = ax - 0.785398164;
	return sqrt(0.636619772 / ax) * (cos(xx) * (1 - z * z * 0.001098628627) + z * sin(xx) * 0.01562499995);
}

static double bessel_1(double x)
{
	double ax = fabs(x);
	if (ax < 8) {
		double y = x * x;
		double p = x * (72362614232.0 + y * (-7895059235.0 + y * (242396853.1 + y * (-2972611.439 + y * 15704.4826))));
		double q = 144725228442.0 + y * (2300535178.0 + y * (18583304.74 + y * (99447.43394 + y * (376.9991397 + y))));
		return p / q;
	}
	double z = 8 / ax, xx = ax - 2.356194491;
	double r = sqrt(0.636619772 / ax) * (cos(xx) * (1 + z * z * 0.00183105) - z * sin(xx) * 0.04687499995);
	return x < 0 ? -r : r;
}

int bessel_j(int n, double x, double *out)
{
	double ax = fabs(x), sum = 0, before = 0, now = 1, next, result = 0;
	int downwards = 0, big = 0;
	if (n < 0 || n > 200 || !(ax <= 1e6))
		return -1;
	if (n < 2) {
		*out = n ? bessel_1(x) : bessel_0(x);
		return 0;
	}
	if (ax == 0) {
		*out = 0;
		return 1;
	}
	if (ax > n) {
		before = bessel_0(ax);
		now = bessel_1(ax);
		for (int j = 1; j < n; j++) {
			next = j * 2 / ax * now - before;
			before = now;
			now = next;
		}
		result = now;
	} else {
		for (int j = 2 * ((n + (int)sqrt(40.0 * n)) / 2); j > 0; j--) {
			next = j * 2 / ax * now - before;
			before = now;
			now = next;
			if (fabs(now) > 1e10) {
				now *= 1e-10;
				before *= 1e-10;
				result *= 1e-10;
				sum *= 1e-10;
				big++;
			}
			if (downwards)
				sum += now;
			downwards = !downwards;
			if (j == n)
				result = before;
		}
		sum = 2 * sum - now;
		if (sum != 0)
			result /= sum;
	}
	*out = x < 0 && n % 2 ? -result : result;
	return big > 3 ? 3 : 2;
}
