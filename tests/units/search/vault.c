/* vault: an object whose state and argument must fit together. */
#include <stdlib.h>

struct vault {
	int turns[4];
	int n, is_open;
};

struct vault *vault_new(void)
{
	return calloc(1, sizeof(struct vault));
}

void vault_free(struct vault *vault)
{
	free(vault);
}

int vault_turn(struct vault *vault, int by)
{
	if (vault->n == 4)
		return -1;
	if (by < -1000 || by > 1000)
		return -2;
	vault->turns[vault->n++] = by;
	return vault->n;
}

int vault_open(struct vault *vault)
{
	const int *t = vault->turns;
	if (vault->n < 3)
		return -1;
	if (t[0] + t[1] != 731)
		return 0;
	if (t[1] - t[2] != 88)
		return 1;
	if (vault->n == 4 && t[3] == t[0] * 2 - t[2])
		vault->is_open = 1;
	return vault->is_open ? 3 : 2;
}
