/* consts: const in every place, arrays as parameters, odd integer types, void
 * pointers, and pointers to pointers. */
#ifndef CONSTS_H
#define CONSTS_H

#include <stdint.h>
#include <stddef.h>
#include <wchar.h>

typedef const char *const label_t;
typedef unsigned char key_t16[16];

struct entry {
	const char *key;
	const int value;
	char tag[4];
	uint8_t flags;
};

int key_match(const key_t16 a, const key_t16 b);
int entry_value(const struct entry *const entry);
const char *entry_key(const struct entry *entry, label_t otherwise);
int dot(const int a[static 3], const int b[static 3]);
int volatile_bit(volatile const uint16_t *word, int8_t bit);
uint64_t mix(uint64_t a, int64_t b, int16_t shift);
wchar_t wide_at(const wchar_t *restrict text, size_t n, size_t i);
int swap_texts(const char **a, const char **b);
const void *later(const void *a, const void *b, size_t size);
_Bool both(_Bool a, _Bool b);
char next_char(char c);

#endif
