/* How many runs of equal numbers there are. */
#include <stddef.h>

size_t count_runs(const int *numbers, size_t n)
{
	size_t runs = 0;
	for (size_t i = 0; i < n; i++)
		if (numbers[i] != numbers[i + 1])
			runs++;
	return runs;
}
