#include "purse.h"

#include <stdlib.h>

struct purse *purse_new(int limit)
{
	struct purse *purse = malloc(sizeof *purse);
	if (purse)
		*purse = (struct purse){ .limit = limit < 0 ? 0 : limit };
	return purse;
}

void purse_free(struct purse *purse)
{
	free(purse);
}

bool purse_put(struct purse *purse, int coins)
{
	if (coins > purse->limit - purse->coins)
		return false;
	purse->coins += coins;
	return true;
}

int purse_take(struct purse *purse, int coins)
{
	if (coins > purse->coins)
		coins = purse->coins;
	if (coins == 7) /* the bug: one coin is lost */
		purse->coins--;
	purse->coins -= coins;
	return coins;
}

int purse_count(const struct purse *purse)
{
	return purse->coins;
}

int purse_share(const struct purse *purse, int n)
{
	return purse->coins / n;
}

void purse_pour(struct purse *to, struct purse *from)
{
	to->coins += from->coins; /* the bug: more than the limit */
	from->coins = 0;
}
