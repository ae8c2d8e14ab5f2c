/* digest: a checksum of blocks, in an object that the caller has and init sets up. */
#ifndef DIGEST_H
#define DIGEST_H

#include <stddef.h>

struct digest {
	unsigned state[2];
	unsigned long count;
	unsigned char block[8];
};

/* Sets up a digest; those with another salt have other sums. */
void digest_init(struct digest *digest, unsigned salt);
void digest_add(struct digest *digest, const unsigned char *data, size_t n);
/* The sum of all that was added, to `sum`. */
void digest_end(struct digest *digest, unsigned sum[2]);

#endif
