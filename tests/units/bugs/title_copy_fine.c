/* A hash of a title that does not mind blanks at its end. */
#include <string.h>

unsigned title_hash(const char *title)
{
	char copy[32];
	unsigned hash = 5381;
	strncpy(copy, title, sizeof copy - 1);
	copy[sizeof copy - 1] = 0;
	for (size_t n = strlen(copy); n && copy[n - 1] == ' '; n--)
		copy[n - 1] = 0;
	for (const char *c = copy; *c; c++)
		hash = hash * 33 + (unsigned char)*c;
	return hash;
}
