/* version_order: versions such as 1.2. Major numbers come before minor ones. The versions must not be null. */
#include <stdlib.h>

struct version {
	int major, minor;
};

struct version *version_new(unsigned char major, unsigned char minor)
{
	struct version *version = malloc(sizeof *version);
	if (version)
		*version = (struct version){ major, minor };
	return version;
}

void version_free(struct version *version)
{
	free(version);
}

int version_compare(const struct version *a, const struct version *b)
{
	if (a->major != b->major)
		return a->major < b->major ? -1 : 1;
	if (a->minor == b->minor)
		return 0;
	return a->minor < b->minor ? -1 : 1;
}

int version_is_release(const struct version *version)
{
	return version->major > 0 && version->minor % 2 == 0;
}
