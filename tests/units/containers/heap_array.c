/* heap_array: see heap_array.h. The children of place i are at 2 i + 1 and 2 i + 2. */
#include "heap_array.h"

#include "alloc.h"

struct heap_array {
	int *values;
	size_t size, capacity;
};

struct heap_array *heap_array_new(void)
{
	return alloc_zeroed(1, sizeof(struct heap_array));
}

void heap_array_free(struct heap_array *heap)
{
	if (!heap)
		return;
	free(heap->values);
	free(heap);
}

static void swap(struct heap_array *heap, size_t i, size_t k)
{
	int value = heap->values[i];
	heap->values[i] = heap->values[k];
	heap->values[k] = value;
}

static void sift_up(struct heap_array *heap, size_t i)
{
	while (i > 0 && heap->values[(i - 1) / 2] < heap->values[i]) {
		swap(heap, i, (i - 1) / 2);
		i = (i - 1) / 2;
	}
}

static void sift_down(struct heap_array *heap, size_t i)
{
	for (;;) {
		size_t left = 2 * i + 1, right = left + 1, largest = i;
		if (left < heap->size && heap->values[left] > heap->values[largest])
			largest = left;
		if (right < heap->size && heap->values[right] > heap->values[largest])
			largest = right;
		if (largest == i)
			return;
		swap(heap, i, largest);
		i = largest;
	}
}

static void reserve(struct heap_array *heap, size_t n)
{
	if (n <= heap->capacity)
		return;
	heap->capacity *= 2;
	if (heap->capacity < n)
		heap->capacity = n;
	heap->values = alloc_resized(heap->values, heap->capacity, sizeof *heap->values);
}

struct heap_array *heap_array_from(const int *values, size_t n)
{
	struct heap_array *heap = heap_array_new();
	reserve(heap, n);
	for (size_t i = 0; i < n; i++)
		heap->values[i] = values[i];
	heap->size = n;
	for (size_t i = n / 2; i-- > 0;)
		sift_down(heap, i);
	return heap;
}

void heap_array_insert(struct heap_array *heap, int value)
{
	reserve(heap, heap->size + 1);
	heap->values[heap->size] = value;
	sift_up(heap, heap->size++);
}

bool heap_array_extract_max(struct heap_array *heap, int *value)
{
	if (!heap_array_max(heap, value))
		return false;
	heap->values[0] = heap->values[--heap->size];
	sift_down(heap, 0);
	return true;
}

int heap_array_replace_max(struct heap_array *heap, int value)
{
	int old = value;
	if (heap_array_max(heap, &old)) {
		heap->values[0] = value;
		sift_down(heap, 0);
	} else {
		heap_array_insert(heap, value);
	}
	return old;
}

bool heap_array_max(const struct heap_array *heap, int *value)
{
	if (heap->size == 0)
		return false;
	*value = heap->values[0];
	return true;
}

bool heap_array_contains(const struct heap_array *heap, int value)
{
	for (size_t i = 0; i < heap->size; i++)
		if (heap->values[i] == value)
			return true;
	return false;
}

size_t heap_array_size(const struct heap_array *heap)
{
	return heap->size;
}

int heap_array_is_valid(const struct heap_array *heap)
{
	int valid = heap->size <= heap->capacity;
	for (size_t i = 1; i < heap->size; i++)
		valid &= heap->values[i] <= heap->values[(i - 1) / 2];
	return valid;
}
