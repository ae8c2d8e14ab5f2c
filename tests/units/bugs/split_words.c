/* The length of the longest word. */
#include <stddef.h>

size_t longest_word(const char *text)
{
	size_t lengths[12] = { 0 }, n = 0, longest = 0;
	for (; *text; text++) {
		if (*text == ' ')
			n++;
		else
			lengths[n]++;
	}
	for (size_t i = 0; i < 12; i++)
		if (lengths[i] > longest)
			longest = lengths[i];
	return longest;
}
