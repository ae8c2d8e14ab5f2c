/* mask_shift: 64 flags. The mask of a flag is 64 bits wide. */
#include <stdint.h>
#include <stdlib.h>

struct flags {
	uint64_t on;
};

struct flags *flags_new(void)
{
	return calloc(1, sizeof(struct flags));
}

void flags_free(struct flags *flags)
{
	free(flags);
}

static uint64_t mask_of(unsigned flag)
{
	return UINT64_C(1) << flag;
}

int flags_set(struct flags *flags, unsigned flag)
{
	if (flag >= 64)
		return -1;
	flags->on |= mask_of(flag);
	return 0;
}

int flags_clear(struct flags *flags, unsigned flag)
{
	if (flag >= 64)
		return -1;
	flags->on &= ~mask_of(flag);
	return 0;
}

int flags_count(const struct flags *flags)
{
	return __builtin_popcountll(flags->on);
}

/* A flag is below 64. */
uint64_t flag_mask(unsigned flag)
{
	return UINT64_C(1) << flag;
}
