/* ends: buffers that begin at one pointer and end at another. */
#ifndef ENDS_H
#define ENDS_H

#include <stddef.h>

/* How many words stand there. */
size_t count_words(const char *begin, const char *end);
/* 1: a number such as -12.5; 0: not one; -1: it stops in the middle. */
int scan_number(const char *p, const char *pe);
/* Writes two hexadecimal digits for each byte; returns how many bytes found room. */
size_t to_hex(const unsigned char *in, const unsigned char *in_end, char *out, char *out_end);
/* The sum of the numbers without the largest. */
long sum_but_largest(const int *first, const int *last);
/* Turns the elements round; `last` is one of them. */
void turn_round(int *from, int *last);
/* How many columns the place is behind the start of its line. */
int column_of(const char *text, const char *at, const char *text_end);
/* As count_words, of a text without its blanks. */
size_t count_trimmed(const char *text, const char *text_end);
/* The number that stands at *at, which then leads behind it; -1 if there is none. */
int take_number(const char **at, const char *end);
/* The sum of the numbers of a list "1,2,3"; -1 if it is none. */
int sum_list(const char **at, const char *end);
struct mark {
	int level;
};
/* 1 if all of them are the same. */
int marks_equal(const struct mark *begin, const struct mark *end);
/* 1 if both are the same memory. */
int is_same(const char *a, const char *b);

#endif
