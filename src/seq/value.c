/* value: see value.h. */
#include "seq/value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"

/* Works for both signs: shifts the value to the top of 64 bits, then back with or without its sign. */
static int64_t extend(uint64_t raw, uint32_t bits, bool is_signed)
{
	if (bits >= 64)
		return (int64_t)raw;
	unsigned shift = 64 - bits;
	return is_signed ? (int64_t)(raw << shift) >> shift : (int64_t)(raw << shift >> shift);
}

static uint32_t bytes_of(const struct type *type)
{
	return type->size < 8 ? (uint32_t)type->size : 8;
}

int64_t value_int(const struct type *type, const void *bytes)
{
	uint64_t raw = 0;
	memcpy(&raw, bytes, bytes_of(type));
	return extend(raw, 8 * bytes_of(type), type->is_signed);
}

void value_set_int(const struct type *type, void *bytes, int64_t number)
{
	memcpy(bytes, &number, bytes_of(type));
	if (type->size > 8) /* __int128 */
		memset((char *)bytes + 8, number < 0 && type->is_signed ? 0xff : 0, type->size - 8);
}

bool value_int_fits(const struct type *type, int64_t number)
{
	if (type->kind == TYPE_BOOL)
		return number == 0 || number == 1;
	return extend((uint64_t)number, 8 * bytes_of(type), type->is_signed) == number;
}

long double value_real(const struct type *type, const void *bytes)
{
	float f;
	double d;
	long double ld = 0;
	switch (type->size) {
	case sizeof f:
		memcpy(&f, bytes, sizeof f);
		return (long double)f;
	case sizeof d:
		memcpy(&d, bytes, sizeof d);
		return (long double)d;
	case sizeof ld:
		memcpy(&ld, bytes, 10); /* the rest is padding */
		return ld;
	default:
		BUG("no float has %d bytes", (int)type->size);
	}
}

void value_set_real(const struct type *type, void *bytes, long double number)
{
	float f = (float)number;
	double d = (double)number;
	memset(bytes, 0, type->size);
	switch (type->size) {
	case sizeof f:
		memcpy(bytes, &f, sizeof f);
		return;
	case sizeof d:
		memcpy(bytes, &d, sizeof d);
		return;
	case sizeof number:
		memcpy(bytes, &number, 10);
		return;
	default:
		BUG("no float has %d bytes", (int)type->size);
	}
}

/* The number is printed like an integer, because 1e+01 is shorter than 10 and harder to read. */
static bool reads_as_integer(long double number)
{
	return fabsl(number) < 1e12L && truncl(number) == number && number != 0;
}

void value_real_text(const struct type *type, long double number, char text[VALUE_REAL_TEXT])
{
	if (reads_as_integer(number)) {
		snprintf(text, VALUE_REAL_TEXT, "%.0Lf", number);
		return;
	}
	for (int digits = 1; digits <= 36; digits++) {
		unsigned char bytes[16];
		snprintf(text, VALUE_REAL_TEXT, "%.*Lg", digits, number);
		value_set_real(type, bytes, strtold(text, NULL));
		if (value_real(type, bytes) == number)
			break;
	}
}

int64_t value_bits(const struct model *model, const struct field *field, const void *bytes)
{
	uint64_t raw = 0;
	for (uint32_t i = 0; i < field->bit_width; i++) {
		uint64_t bit = field->bit_offset + i;
		raw |= (uint64_t)(((const unsigned char *)bytes)[bit / 8] >> (bit % 8) & 1) << i;
	}
	return extend(raw, field->bit_width, model_canonical(model, field->type)->is_signed);
}

void value_set_bits(const struct field *field, void *bytes, int64_t number)
{
	unsigned char *at = bytes;
	for (uint32_t i = 0; i < field->bit_width; i++) {
		uint64_t bit = field->bit_offset + i;
		at[bit / 8] &= (unsigned char)~(1u << (bit % 8));
		at[bit / 8] |= (unsigned char)(((uint64_t)number >> i & 1) << (bit % 8));
	}
}

bool bytes_are_zero(const void *bytes, size_t size)
{
	const unsigned char *at = bytes;
	for (size_t i = 0; i < size; i++)
		if (at[i])
			return false;
	return true;
}
