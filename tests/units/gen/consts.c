#include "consts.h"

#include <string.h>

int key_match(const key_t16 a, const key_t16 b)
{
	for (int i = 0; i < 16; i++)
		if (a[i] != b[i])
			return i;
	return 16;
}

int entry_value(const struct entry *const entry)
{
	if (!entry)
		return -1;
	return entry->flags & 1 ? entry->value : entry->tag[0] == 'x' ? 1 : 0;
}

const char *entry_key(const struct entry *entry, label_t otherwise)
{
	return entry && entry->key && entry->key[0] ? entry->key : otherwise;
}

int dot(const int a[static 3], const int b[static 3])
{
	long sum = 0;
	for (int i = 0; i < 3; i++)
		sum += (long)a[i] % 100 * (b[i] % 100);
	return sum > 0 ? 1 : sum < 0 ? -1 : 0;
}

int volatile_bit(volatile const uint16_t *word, int8_t bit)
{
	if (bit < 0 || bit > 15)
		return -1;
	return *word >> bit & 1;
}

uint64_t mix(uint64_t a, int64_t b, int16_t shift)
{
	if (shift < 0 || shift > 63)
		return UINT64_MAX;
	return b < 0 ? a << shift : a >> shift;
}

wchar_t wide_at(const wchar_t *restrict text, size_t n, size_t i)
{
	return i < n ? text[i] : L'?';
}

int swap_texts(const char **a, const char **b)
{
	if (!*a || !*b || strcmp(*a, *b) <= 0)
		return 0;
	const char *text = *a;
	*a = *b;
	*b = text;
	return 1;
}

const void *later(const void *a, const void *b, size_t size)
{
	if (!size)
		return NULL;
	return memcmp(a, b, size) < 0 ? b : a;
}

_Bool both(_Bool a, _Bool b)
{
	return a && b;
}

char next_char(char c)
{
	return c == 'z' ? 'a' : c == '\'' ? '\\' : (char)(c ^ 1);
}
