/* mask_shift: 64 flags. Planted: the mask of a flag is shifted as an int. */
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
	return (uint64_t)(1 << flag);
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
