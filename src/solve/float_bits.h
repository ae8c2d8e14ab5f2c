/* float_bits: floats and their bit patterns of 32 or 64 bits. Floats of 32 bits are computed as
 * doubles. */
#ifndef SKEP_SOLVE_FLOAT_BITS_H
#define SKEP_SOLVE_FLOAT_BITS_H

#include <stdint.h>
#include <string.h>

static inline float float_of_bits(uint64_t bits)
{
	uint32_t low = (uint32_t)bits;
	float value;
	memcpy(&value, &low, sizeof value);
	return value;
}

static inline double double_of_bits(uint64_t bits)
{
	double value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

static inline uint64_t bits_of_float(float value)
{
	uint32_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static inline uint64_t bits_of_double(double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static inline double real_of_bits(uint64_t bits, unsigned width)
{
	return width == 32 ? (double)float_of_bits(bits) : double_of_bits(bits);
}

static inline uint64_t bits_of_real(double value, unsigned width)
{
	return width == 32 ? bits_of_float((float)value) : bits_of_double(value);
}

#endif
