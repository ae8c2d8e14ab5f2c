/* The letter that stands most often in a text. */
#include <ctype.h>

char most_frequent(const char *text)
{
	int counts[26] = { 0 }, best = 0;
	for (; *text; text++)
		counts[tolower((unsigned char)*text) - 'a']++;
	for (int i = 1; i < 26; i++)
		if (counts[i] > counts[best])
			best = i;
	return (char)('a' + best);
}
