#include "ring.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ring {
	int capacity, count, first;
	int numbers[];
};

struct ring *ring_new(int capacity)
{
	if (capacity < 1 || capacity > RING_MAX)
		return NULL;
	struct ring *ring = malloc(sizeof *ring + (size_t)capacity * sizeof ring->numbers[0]);
	if (!ring)
		return NULL;
	ring->capacity = capacity;
	ring->count = 0;
	ring->first = 0;
	return ring;
}

void ring_free(struct ring *ring)
{
	free(ring);
}

int ring_push(struct ring *ring, int number)
{
	if (ring->count == ring->capacity)
		return -1;
	ring->numbers[(ring->first + ring->count) % ring->capacity] = number;
	ring->count++;
	return 0;
}

int ring_pop(struct ring *ring, int *out)
{
	if (ring->count == 0)
		return -1;
	*out = ring->numbers[ring->first];
	ring->first = (ring->first + 1) % ring->capacity;
	ring->count--;
	return 0;
}

size_t ring_fill(struct ring *ring, const int *data, size_t n)
{
	size_t done = 0;
	while (done < n && ring_push(ring, data[done]) == 0)
		done++;
	return done;
}

int ring_peek(const struct ring *ring, enum ring_end end)
{
	if (ring->count == 0)
		return 0;
	int place = end == RING_OLDEST ? ring->first : ring->first + ring->count - 1;
	return ring->numbers[place % ring->capacity];
}

int ring_count(const struct ring *ring)
{
	return ring->count;
}

static size_t append(const char *text, char *buffer, size_t size, size_t at)
{
	size_t length = strlen(text);
	for (size_t i = 0; i < length && at + i + 1 < size; i++)
		buffer[at + i] = text[i];
	return at + length;
}

size_t ring_text(const struct ring *ring, const char *between, char *buffer, size_t size)
{
	size_t length = 0;
	for (int i = 0; i < ring->count; i++) {
		char digits[16];
		snprintf(digits, sizeof digits, "%d", ring->numbers[(ring->first + i) % ring->capacity]);
		if (i > 0)
			length = append(between, buffer, size, length);
		length = append(digits, buffer, size, length);
	}
	if (size > 0)
		buffer[length < size ? length : size - 1] = 0;
	return length;
}
