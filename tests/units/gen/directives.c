#include "directives.h"

#include <ctype.h>
#include <string.h>

#define WORD_SIZE 12

/* The word at *line, in small letters; moves behind it. */
static void read_word(const char **line, char *word)
{
	size_t n = 0;
	while (isspace((unsigned char)**line))
		++*line;
	for (; isalpha((unsigned char)**line); ++*line)
		if (n + 1 < WORD_SIZE)
			word[n++] = (char)tolower((unsigned char)**line);
	word[n] = 0;
}

enum directive directive_of(const char *line)
{
	char word[WORD_SIZE];
	if (*line++ != '#')
		return DIRECTIVE_NONE;
	read_word(&line, word);
	if (strcmp(word, "define") == 0)
		return DIRECTIVE_DEFINE;
	if (strcmp("include", word) == 0)
		return DIRECTIVE_INCLUDE;
	if (strcmp(word, "pragma") != 0)
		return DIRECTIVE_UNKNOWN;
	read_word(&line, word);
	return memcmp(word, "once", 5) == 0 ? DIRECTIVE_PRAGMA_ONCE : DIRECTIVE_UNKNOWN;
}
