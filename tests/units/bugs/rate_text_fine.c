/* rate_text_fine: rates in hundredths, as text and back. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct rate {
	unsigned whole, hundredths;
};

struct rate *rate_new(unsigned short amount)
{
	struct rate *rate = malloc(sizeof *rate);
	if (rate)
		*rate = (struct rate){ amount / 100u, amount % 100u };
	return rate;
}

void rate_free(struct rate *rate)
{
	free(rate);
}

bool rate_equal(const struct rate *a, const struct rate *b)
{
	return a->whole == b->whole && a->hundredths == b->hundredths;
}

/* The caller frees it. */
char *rate_print(const struct rate *rate)
{
	char *text = malloc(32);
	if (text)
		snprintf(text, 32, "%u.%02u", rate->whole, rate->hundredths);
	return text;
}

/* NULL if it is no rate. */
struct rate *rate_parse(const char *text)
{
	unsigned whole = 0, hundredths = 0;
	size_t i = 0;
	while (text[i] >= '0' && text[i] <= '9' && whole < 1000)
		whole = whole * 10 + (unsigned)(text[i++] - '0');
	if (i == 0 || whole > 655 || text[i++] != '.')
		return NULL;
	for (unsigned unit = 10; unit > 0 && text[i]; unit /= 10) {
		if (text[i] < '0' || text[i] > '9')
			return NULL;
		hundredths += unit * (unsigned)(text[i++] - '0');
	}
	return text[i] ? NULL : rate_new((unsigned short)(whole * 100 + hundredths));
}
