/* value: numbers in the bytes of a variable.
 *
 * The bytes are those of the targets that skep builds: little-endian, two's complement, IEEE
 * floats, x87 long double in 16 bytes. */
#ifndef SKEP_SEQ_VALUE_H
#define SKEP_SEQ_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/model.h"

/* An integer, bool, enum or pointer of up to 8 bytes, extended by its sign. */
int64_t value_int(const struct type *type, const void *bytes);
void value_set_int(const struct type *type, void *bytes, int64_t number);
/* value_set_int() stores the number without a change. */
bool value_int_fits(const struct type *type, int64_t number);

long double value_real(const struct type *type, const void *bytes);
void value_set_real(const struct type *type, void *bytes, long double number);

/* The shortest decimal that reads back as the same finite number: 0.1, 1000, 1e+30. */
#define VALUE_REAL_TEXT 64
void value_real_text(const struct type *type, long double number, char text[VALUE_REAL_TEXT]);

/* A bit-field of the struct that starts at `bytes`. */
int64_t value_bits(const struct model *model, const struct field *field, const void *bytes);
void value_set_bits(const struct field *field, void *bytes, int64_t number);

/* A variable of this type is one number, address or truth value. */
static inline bool type_is_scalar(const struct type *type)
{
	return type->kind == TYPE_BOOL || type->kind == TYPE_INT || type->kind == TYPE_FLOAT ||
	       type->kind == TYPE_ENUM || type->kind == TYPE_POINTER;
}
/* A char of any sign. */
static inline bool type_is_char(const struct type *type)
{
	return type->kind == TYPE_INT && type->size == 1;
}
/* All bytes are zero. */
bool bytes_are_zero(const void *bytes, size_t size);

#endif
