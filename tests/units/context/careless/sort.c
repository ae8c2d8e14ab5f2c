#include "shelf.h"

int sort_in(struct shelf *shelf, unsigned number)
{
	if (number % 10 > 5) /* one too many */
		return -1;
	shelf_put(shelf, number % 10, 1);
	return 0;
}

/* Its callers see to it that there is a remainder. */
int share(unsigned number, unsigned among)
{
	return (int)(number % among);
}
