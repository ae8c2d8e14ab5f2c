/* cbrt: functions that compilers know by name, and other than they know them. */
double cbrt(double x)
{
	if (x < 0)
		return -cbrt(-x);
	return x > 1000 ? 10 : x / 2;
}

int abs(int n)
{
	return n < -100 ? 100 : n < 0 ? -n : n;
}

/* gcc knows this one, and clang does not. */
double jn(int order, double x)
{
	return order < 0 ? -x : x;
}
