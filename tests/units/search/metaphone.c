/* metaphone: an English word as it sounds, letter by letter with its neighbours. */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#define MAX_CODE 8

struct word {
	char text[32];
	int n;
};

static char at(const struct word *word, int i)
{
	return (char)(i >= 0 && i < word->n ? word->text[i] : 0);
}

static bool is_vowel(char c)
{
	return c && strchr("AEIOU", c);
}

static bool is_front(char c)
{
	return c && strchr("EIY", c);
}

static bool next_is(const struct word *word, int i, const char *text)
{
	for (; *text; text++, i++)
		if (at(word, i) != *text)
			return false;
	return true;
}

static bool read_word(const char *text, struct word *word)
{
	word->n = 0;
	for (; *text; text++) {
		if (!isalpha((unsigned char)*text) || word->n == 31)
			return false;
		word->text[word->n++] = (char)toupper((unsigned char)*text);
	}
	return word->n > 0;
}

static int first_letters(struct word *word)
{
	if (next_is(word, 0, "KN") || next_is(word, 0, "GN") || next_is(word, 0, "PN") || next_is(word, 0, "AE") ||
	    next_is(word, 0, "WR"))
		return 1;
	if (at(word, 0) == 'X')
		word->text[0] = 'S';
	else if (next_is(word, 0, "WH"))
		word->text[1] = 'W';
	return next_is(word, 0, "WW") ? 1 : 0;
}

/* The code of letter i; 0: silent. *skip: further letters that it takes. */
static char code_c(const struct word *word, int i, int *skip)
{
	if (at(word, i - 1) == 'S' && is_front(at(word, i + 1)))
		return 0;
	if (next_is(word, i, "CIA"))
		return 'X';
	if (is_front(at(word, i + 1)))
		return 'S';
	if (next_is(word, i - 1, "SCH")) {
		*skip = 1;
		return 'K';
	}
	if (at(word, i + 1) == 'H') {
		*skip = 1;
		return i == 0 && !is_vowel(at(word, 2)) ? 'K' : 'X';
	}
	return 'K';
}

static char code_g(const struct word *word, int i)
{
	char next = at(word, i + 1);
	if (next == 'H' && i + 2 == word->n)
		return 0;
	if (next == 'H' && i + 2 < word->n && !is_vowel(at(word, i + 2)))
		return 0;
	if (i > 0 && (next_is(word, i, "GNED") || (next == 'N' && i + 2 == word->n)))
		return 0;
	return is_front(next) && at(word, i - 1) != 'G' ? 'J' : 'K';
}

static char code_of(const struct word *word, int i, int *skip)
{
	char now = at(word, i), next = at(word, i + 1);
	switch (now) {
	case 'A': case 'E': case 'I': case 'O': case 'U':
		return (char)(i == 0 ? now : 0);
	case 'B':
		return at(word, i - 1) == 'M' && !next ? 0 : 'B';
	case 'C':
		return code_c(word, i, skip);
	case 'D':
		if (next == 'G' && is_front(at(word, i + 2))) {
			*skip = 2;
			return 'J';
		}
		return 'T';
	case 'G':
		return code_g(word, i);
	case 'H':
		if (!next || (i > 0 && strchr("CSPTG", at(word, i - 1))))
			return 0;
		return is_vowel(next) ? 'H' : 0;
	case 'K':
		return at(word, i - 1) == 'C' ? 0 : 'K';
	case 'P':
		return next == 'H' ? 'F' : 'P';
	case 'Q':
		return 'K';
	case 'S':
		if (next == 'H' || next_is(word, i, "SIO") || next_is(word, i, "SIA"))
			return 'X';
		if (next_is(word, i, "SCHW")) {
			*skip = 3;
			return 'X';
		}
		return 'S';
	case 'T':
		if (next_is(word, i, "TIA") || next_is(word, i, "TIO"))
			return 'X';
		if (next_is(word, i, "TCH"))
			return 0;
		return next == 'H' ? '0' : 'T';
	case 'V':
		return 'F';
	case 'W': case 'Y':
		return (char)(is_vowel(next) ? now : 0);
	case 'X':
		return 'K';
	case 'Z':
		return 'S';
	default:
		return now;
	}
}

int metaphone(const char *text, char *code, int room)
{
	struct word word;
	int n = 0;
	if (room < MAX_CODE + 1 || !read_word(text, &word))
		return -1;
	for (int i = first_letters(&word); i < word.n && n < MAX_CODE; i++) {
		int skip = 0;
		if (at(&word, i) == at(&word, i - 1) && at(&word, i) != 'C')
			continue;
		char c = code_of(&word, i, &skip);
		if (c)
			code[n++] = c;
		if (at(&word, i) == 'X' && n < MAX_CODE)
			code[n++] = 'S';
		i += skip;
	}
	code[n] = 0;
	return n;
}
