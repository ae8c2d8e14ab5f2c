/* words: strings compared with strings, at once and by prefix.
 * executions: 600 */
#include <string.h>

int command(const char *word);

int command(const char *word)
{
	if (strcmp(word, "start") == 0)
		return 1;
	if (strcmp(word, "stop") == 0)
		return 2;
	if (strncmp(word, "set ", 4) == 0) {
		if (strlen(word) > 6)
			return 4;
		return 3;
	}
	if (strchr(word, '=') && word[0] == 'x')
		return 5;
	if (memcmp(word, "", 1) == 0)
		return 6;
	return 0;
}
