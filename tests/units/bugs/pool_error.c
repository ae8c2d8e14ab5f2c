/* pool_error: cells given out by number. Planted: a cell that is taken back twice is freed twice. */
#include <stdlib.h>

#define CELLS 6

struct pool {
	int *cells[CELLS];
	unsigned char given[CELLS];
};

struct pool *pool_new(void)
{
	return calloc(1, sizeof(struct pool));
}

int pool_give(struct pool *pool)
{
	for (int i = 0; i < CELLS; i++) {
		if (pool->given[i])
			continue;
		pool->cells[i] = malloc(sizeof *pool->cells[i]);
		if (!pool->cells[i])
			return -1;
		*pool->cells[i] = i;
		pool->given[i] = 1;
		return i;
	}
	return -1;
}

int pool_take_back(struct pool *pool, int cell)
{
	if (cell < 0 || cell >= CELLS || !pool->cells[cell])
		return -1;
	free(pool->cells[cell]);
	pool->given[cell] = 0;
	return 0;
}

void pool_free(struct pool *pool)
{
	for (int i = 0; pool && i < CELLS; i++)
		if (pool->given[i])
			free(pool->cells[i]);
	free(pool);
}
