/* free_spool() ends all spools, disk_end_free() only the part that disks have. */
#include <stdlib.h>

struct spool {
	int uses;
	void *part;
};

struct spool *spool_open(int size)
{
	struct spool *spool = calloc(1, sizeof *spool);
	if (spool && size > 0)
		spool->part = malloc(8);
	if (spool)
		spool->uses = 1;
	return spool;
}

int disk_end_free(struct spool *spool)
{
	free(spool->part);
	return 0;
}

static void give_back(void *memory)
{
	free(memory);
}

int free_spool(struct spool **spool)
{
	if (!*spool || --(*spool)->uses)
		return -1;
	disk_end_free(*spool);
	give_back(*spool);
	*spool = NULL;
	return 0;
}
