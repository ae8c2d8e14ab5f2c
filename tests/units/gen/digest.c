#include "digest.h"

static void mix(struct digest *digest)
{
	for (int i = 0; i < 8; i++) {
		digest->state[0] = digest->state[0] * 33 + digest->block[i];
		digest->state[1] ^= digest->state[0] >> 7;
	}
}

void digest_init(struct digest *digest, unsigned salt)
{
	digest->state[0] = 5381 ^ salt;
	digest->state[1] = 977;
	digest->count = 0;
}

void digest_add(struct digest *digest, const unsigned char *data, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		digest->block[digest->count++ % 8] = data[i];
		if (digest->count % 8 == 0)
			mix(digest);
	}
}

void digest_end(struct digest *digest, unsigned sum[2])
{
	for (unsigned long i = digest->count % 8; i != 0 && i < 8; i++)
		digest->block[i] = 0;
	if (digest->count % 8 != 0)
		mix(digest);
	sum[0] = digest->state[0];
	sum[1] = digest->state[1];
}
