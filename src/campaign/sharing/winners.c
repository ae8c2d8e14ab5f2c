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

void winner_add_probes(struct winner *winner, const uint64_t *before, const uint64_t *after, uint32_t n_probes)
{
	for (uint32_t probe = 0; probe < n_probes; probe++)
		if ((after[probe / 64] & ~before[probe / 64]) >> (probe % 64) & 1)
			vec_push(&winner->probes, probe);
}

void winners_release(struct winners *winners)
{
	for (size_t i = 0; i < winners->at.n; i++)
		vec_release(&winners->at.at[i].probes);
	vec_release(&winners->at);
	strmap_release(&winners->number_of);
	if (winners->arena)
		arena_free(winners->arena);
}
