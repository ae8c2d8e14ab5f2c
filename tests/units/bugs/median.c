/* median: the number in the middle. Planted: the numbers that are passed as const are sorted where they are. */
#include <stdlib.h>
#include <string.h>

static int by_size(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	return (x > y) - (x < y);
}

int median_of(const int *numbers, size_t n)
{
	if (n == 0 || n > 100)
		return 0;
	int *sorted = (int *)numbers;
	qsort(sorted, n, sizeof *sorted, by_size);
	return sorted[n / 2];
}
