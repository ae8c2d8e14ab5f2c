/* What some functions of cases.c promise. */
#include <stdbool.h>

bool skep_ensures_doubled(int result, int n)
{
	return result == 2 * n;
}

/* It does not say what it needs: a result that is not null. */
bool skep_ensures_place_of(const int *result, int n)
{
	return *result == n;
}
