/* lexer_stuck: counts words and numbers. Planted: a quote is in no state and is never passed. */
#include <ctype.h>

enum state { BETWEEN, IN_WORD, IN_NUMBER };

static enum state state_of(char c)
{
	if (isdigit((unsigned char)c))
		return IN_NUMBER;
	return isalpha((unsigned char)c) || c == '"' ? IN_WORD : BETWEEN;
}

static const char *word_end(const char *text)
{
	while (isalpha((unsigned char)*text))
		text++;
	return text;
}

static const char *number_end(const char *text)
{
	while (isdigit((unsigned char)*text))
		text++;
	return text;
}

int tokens_count(const char *text)
{
	int n = 0;
	while (*text) {
		switch (state_of(*text)) {
		case IN_WORD:
			text = word_end(text);
			n++;
			break;
		case IN_NUMBER:
			text = number_end(text);
			n++;
			break;
		case BETWEEN:
			text++;
			break;
		}
	}
	return n;
}
