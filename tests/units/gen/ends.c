#include "ends.h"

#include <ctype.h>

size_t count_words(const char *begin, const char *end)
{
	size_t n = 0;
	int inside = 0;
	for (const char *p = begin; p < end; p++) {
		int is_word = isalnum((unsigned char)*p);
		if (is_word && !inside)
			n++;
		inside = is_word;
	}
	return n;
}

/* A machine with a state, in the manner of generated ones. */
int scan_number(const char *p, const char *pe)
{
	enum { START, WHOLE, POINT, PART } state = START;
	if (p == pe)
		return -1;
	if (*p == '-' && ++p == pe)
		return -1;
	for (; p != pe; p++) {
		switch (state) {
		case START:
		case WHOLE:
			if (*p == '.' && state == WHOLE)
				state = POINT;
			else if (*p >= '0' && *p <= '9')
				state = WHOLE;
			else
				return 0;
			break;
		default:
			if (*p < '0' || *p > '9')
				return 0;
			state = PART;
			break;
		}
	}
	return state == WHOLE || state == PART ? 1 : -1;
}

size_t to_hex(const unsigned char *in, const unsigned char *in_end, char *out, char *out_end)
{
	static const char digits[] = "0123456789abcdef";
	const unsigned char *start = in;
	while (in < in_end && out_end - out >= 2) {
		*out++ = digits[*in >> 4];
		*out++ = digits[*in++ & 15];
	}
	return (size_t)(in - start);
}

long sum_but_largest(const int *first, const int *last)
{
	long sum = 0;
	int largest;
	if (first == last)
		return 0;
	largest = *first;
	while (first != last) {
		if (*first > largest)
			largest = *first;
		sum += *first++;
	}
	return sum - largest;
}

void turn_round(int *from, int *last)
{
	while (from < last) {
		int kept = *from;
		*from++ = *last;
		*last-- = kept;
	}
}

int column_of(const char *text, const char *at, const char *text_end)
{
	int column = 0;
	if (at == text_end)
		return -1;
	while (at > text && at[-1] != '\n') {
		at--;
		column++;
	}
	return column;
}

size_t count_trimmed(const char *text, const char *text_end)
{
	return count_words(text, text_end);
}

int take_number(const char **at, const char *end)
{
	const char *p = *at;
	int n = 0;
	if (p >= end)
		return -1;
	while (p < end && *p >= '0' && *p <= '9' && n < 1000)
		n = 10 * n + (*p++ - '0');
	if (p == *at)
		return -1;
	*at = p;
	return n;
}

int sum_list(const char **at, const char *end)
{
	int sum = 0;
	for (;;) {
		int n = take_number(at, end);
		if (n < 0)
			return -1;
		sum += n;
		if (*at == end || **at != ',')
			return sum;
		(*at)++;
	}
}

int marks_equal(const struct mark *begin, const struct mark *end)
{
	for (const struct mark *p = begin; p < end; p++)
		if (p->level != begin->level)
			return 0;
	return 1;
}

int is_same(const char *a, const char *b)
{
	return a == b;
}
