/* input: the bytes of a fuzzer, taken piece by piece. At their end it gives zeros
 * and empty strings, so every input is a complete one. */
#ifndef HARNESS_INPUT_H
#define HARNESS_INPUT_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
	const uint8_t *at;
	size_t left;
};

static inline uint8_t take_byte(struct input *input)
{
	if (!input->left)
		return 0;
	input->left--;
	return *input->at++;
}

static inline uint16_t take_number(struct input *input)
{
	uint16_t high = take_byte(input);
	return (uint16_t)(high << 8 | take_byte(input));
}

/* Up to the next zero byte or the end; to be freed. */
static inline char *take_string(struct input *input)
{
	size_t length = input->left ? strnlen((const char *)input->at, input->left) : 0;
	char *string = malloc(length + 1);
	if (!string)
		abort();
	memcpy(string, input->at, length);
	string[length] = 0;
	input->at += length;
	input->left -= length;
	take_byte(input); /* the zero, if there is one */
	return string;
}

#endif
