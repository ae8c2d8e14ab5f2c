/* pointers: labels of pointers that are moved, compared, kept, passed and subtracted. */
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#define SIZE 24

static char room[SIZE + 8];

struct entry {
	short key;
	struct {
		char name[3];
		int value;
	} inner;
};

struct span {
	const char *from, *to;
};

static const char *behind(const char *at, unsigned by)
{
	return at + by + 1;
}

static const char *before(const char *at, unsigned by)
{
	return at - by;
}

/* Through these, labels of arguments and results say whom they are for. */
static const char *(*const moves[])(const char *, unsigned) = { behind, before };

static const char *skip_two(const char *at)
{
	return at + 2;
}

static struct span span_from(const char *at, size_t size)
{
	return (struct span){ at + 1, at + size };
}

static const char *last_of(int n, ...)
{
	va_list list;
	const char *at = room;
	va_start(list, n);
	for (int i = 0; i < n; i++)
		at = va_arg(list, const char *);
	va_end(list);
	return at;
}

int walk(unsigned start)
{
	const char *at = room + (start & 15), *end = room + SIZE;
	int n = 0;
	for (; at < end; at++) {
		if (at == room + 9)
			n += 100;
		if (at + 3 >= end)
			n += 10;
		n++;
	}
	return n;
}

int distance(unsigned from, unsigned to)
{
	const char *a = room + (from % SIZE) + 1, *b = &room[to % SIZE];
	ptrdiff_t between = b - a;
	if (between > 5)
		return 1;
	if (between == -3)
		return 2;
	return b <= a ? 3 : 4;
}

int passed(unsigned start, unsigned by, unsigned which)
{
	const char *at = skip_two(room + (start & 7));
	at = moves[which & 1](at + 1, by & 3);
	if (at == room + 6)
		return 1;
	struct span span = span_from(at, by & 7);
	if (span.from > span.to)
		return 2;
	if (span.to - span.from == 4)
		return 3;
	return last_of(2, at, at + 4) > room + 12;
}

int kept(unsigned start, int which)
{
	static struct span keeps;
	const char *copies[2];
	keeps.from = room + (start & 15) + 1;
	keeps.to = which == 7 ? keeps.from + 1 : room + 8;
	memcpy(copies, &keeps, sizeof copies);
	if (copies[0] + 2 == copies[1])
		return 1;
	if (copies[0] < keeps.to)
		return 2;
	return copies[0] == room + 11 ? 3 : 4;
}

int members(unsigned i, int value)
{
	struct entry entries[6];
	for (int k = 0; k < 6; k++)
		entries[k] = (struct entry){ (short)k, { { 1, 2, (char)(3 * k) }, 7 * k } };
	struct entry *entry = &entries[i % 6];
	entry->inner.value += value;
	if (entry->inner.name[2] == 9)
		return 1;
	if (entry->inner.value == 40)
		return 2;
	int *at = &entry->inner.value;
	return at == &entries[4].inner.value ? 3 : entry[0].key;
}
