/* joined: a text with a counter behind it; five calls raise the counter. The text alone and the
 * calls alone do not get there. */
#include <stdio.h>
#include <string.h>

static int counter;

void raise_counter(void)
{
	counter++;
}

int joined(const char *text)
{
	char all[32];
	size_t n = strlen(text);
	if (n > 8)
		return -1;
	for (size_t i = 0; i < n; i++)
		all[i] = (char)(text[i] ^ 0x21);
	all[n] = (char)('0' + counter % 10);
	all[n + 1] = 0;
	if (n == 3 && all[0] == 'C' && all[1] == '@' && all[2] == '[')
		return all[3] == '5' ? 2 : 1;
	return 0;
}
