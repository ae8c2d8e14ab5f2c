/* median: the number in the middle. A copy of the numbers is sorted. */
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
	int *sorted = malloc(n * sizeof *sorted);
	if (!sorted)
		return 0;
	memcpy(sorted, numbers, n * sizeof *sorted);
	qsort(sorted, n, sizeof *sorted, by_size);
	int middle = sorted[n / 2];
	free(sorted);
	return middle;
}
