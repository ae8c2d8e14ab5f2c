/* How far small numbers lie from their mean, in the square. */
#include <stddef.h>

long spread_of(const short *numbers, size_t n)
{
	long sum = 0, squares = 0;
	for (size_t i = 0; i < n; i++) {
		sum += numbers[i];
		squares += (long)numbers[i] * numbers[i];
	}
	if (n == 0)
		return 0;
	return (squares - sum * sum / (long)n) / (long)(n - 1);
}
