/* library: functions of the C library that have models. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int compares(const char *text, const char *other)
{
	int n = 0;
	if (strcmp(text, "hello") == 0)
		n += 1;
	if (strncmp(text, "help", 3) == 0)
		n += 2;
	if (strcasecmp(text, "YES") == 0)
		n += 4;
	if (strcmp(text, other) > 0)
		n += 8;
	if (strlen(text) > 3 && memcmp(text, "abcd", 4) < 0)
		n += 16;
	return n;
}

int finds(const char *text, char c)
{
	int n = 0;
	if (strchr(text, ':'))
		n += 1;
	if (strrchr(text, c) == text)
		n += 2;
	if (strstr(text, "ab"))
		n += 4;
	if (strspn(text, "0123456789") == 2)
		n += 8;
	if (strpbrk(text, "xyz"))
		n += 16;
	if (memchr(text, 'q', strlen(text)))
		n += 32;
	return n;
}

int copies(const char *text)
{
	char room[64];
	if (strlen(text) > 20)
		return -1;
	strcpy(room, text);
	strcat(room, "!");
	if (room[0] == '!')
		return 1;
	strncpy(room + 32, text, 8);
	if (room[33] == 'b')
		return 2;
	char *copy = strdup(room);
	int result = copy && copy[2] == 'c' ? 3 : 4;
	free(copy);
	return result;
}

int classes(const char *text)
{
	int letters = 0, digits = 0, spaces = 0;
	for (; *text; text++) {
		letters += isalpha((unsigned char)*text) != 0;
		if (isdigit((unsigned char)*text))
			digits++;
		if (isspace((unsigned char)*text))
			spaces++;
		if (tolower((unsigned char)*text) == 'q')
			return -1;
		if (toupper((unsigned char)*text) == 'Z')
			return -2;
	}
	return letters + 10 * digits + 100 * spaces;
}

int numbers(const char *text, int base)
{
	char *end;
	errno = 0;
	long n = strtol(text, &end, base);
	if (errno == ERANGE)
		return 1;
	if (errno == EINVAL)
		return 2;
	if (end == text)
		return 3;
	if (n == 255)
		return 4;
	unsigned long u = strtoul(text, NULL, 16);
	if (u == 0xbeef)
		return 5;
	return atoi(text) < 0 ? 6 : *end ? 7 : 8;
}

int reals(const char *text)
{
	char *end;
	double x = strtod(text, &end);
	if (end == text)
		return 1;
	if (x == 2.5)
		return 2;
	if (x < 0)
		return 3;
	return x > 1e10 ? 4 : 5;
}

int prints(int a, const char *text)
{
	char room[80];
	int n = snprintf(room, sizeof room, "%d %.20s", a, text);
	if (n > 10)
		return 1;
	return room[0] == '-' ? 2 : 3;
}

/* Every kind that has labels, beside one that has none; cut off when it is long. */
int prints_all(unsigned a, short b, unsigned long c, char d, const char *text)
{
	char room[48];
	int n = snprintf(room, sizeof room, "%x:%hd:%c%%%lu %5.1f %s", a, b, d, c, 2.5, text);
	if (room[0] == 'c' && room[1] == 'a')
		return 1;
	if (strchr(room, '-'))
		return 2;
	if (strstr(room, "17 "))
		return 3;
	return n > 46 ? 4 : 5;
}

int prints_number(int a)
{
	char room[16];
	sprintf(room, "%d", a);
	return strcmp(room, "-1234") == 0 ? 1 : room[1] == '7' ? 2 : strlen(room) == 5 ? 3 : 4;
}

static int by_size(const void *a, const void *b)
{
	return *(const unsigned char *)a - *(const unsigned char *)b;
}

int searches(unsigned char *bytes, unsigned n, unsigned char wanted)
{
	if (!n || n > 16)
		return -1;
	qsort(bytes, n, 1, by_size);
	unsigned char *found = bsearch(&wanted, bytes, n, 1, by_size);
	if (!found)
		return 0;
	return abs((int)*found - 100) < 10 ? 1 : 2;
}

int tokens(char *text)
{
	char *saved = NULL;
	int n = 0;
	for (char *word = strtok_r(text, " ,", &saved); word && n < 5; word = strtok_r(NULL, " ,", &saved))
		n += strcmp(word, "end") == 0 ? 100 : 1;
	return n;
}

int words(char *text)
{
	int n = 0;
	for (char *word = strtok(text, ";"); word && n < 5; word = strtok(NULL, ";"))
		n += word[0] == 'w' && word[1] == 0 ? 100 : 1;
	return n;
}
