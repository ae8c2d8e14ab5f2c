/* What a purse promises, and what it asks of its callers. */
#include "purse.h"

static int before;

bool skep_requires_purse_put(struct purse *purse, int coins)
{
	return purse && coins >= 0;
}

bool skep_requires_purse_take(struct purse *purse, int coins)
{
	if (!purse || coins < 0)
		return false;
	before = purse_count(purse);
	return true;
}

bool skep_ensures_purse_take(int result, struct purse *purse, int coins)
{
	return result <= coins && purse_count(purse) == before - result;
}

bool skep_requires_purse_share(const struct purse *purse, int n)
{
	return n > 0;
}

bool skep_requires_purse_pour(struct purse *to, struct purse *from)
{
	return to != from;
}

bool skep_invariant_purse(const struct purse *purse)
{
	return purse->coins >= 0 && purse->coins <= purse->limit;
}

bool skep_equal_purse(const struct purse *a, const struct purse *b)
{
	return a->coins == b->coins && a->limit == b->limit;
}

struct purse *skep_make_purse(unsigned char coins)
{
	struct purse *purse = purse_new(255);
	if (purse)
		purse_put(purse, coins);
	return purse;
}
