/* winners: see winners.h. */
#include "campaign/sharing/winners.h"

struct winner *winners_row(struct winners *winners, const char *who)
{
	bool added;
	uint64_t *number = strmap_put(&winners->number_of, who, &added);
	if (!winners->arena)
		winners->arena = arena_new();
	if (added) {
		*number = winners->at.n + 1;
		vec_push(&winners->at, (struct winner){ .who = arena_strdup(winners->arena, who) });
	}
	return &winners->at.at[*number - 1];
}

void winners_release(struct winners *winners)
{
	vec_release(&winners->at);
	strmap_release(&winners->number_of);
	if (winners->arena)
		arena_free(winners->arena);
}
