/* sift_down: a heap, smallest first. Sifting down compares with the smaller child. */
#include <stdlib.h>

#define ROOM 32

struct heap {
	int at[ROOM];
	int n;
};

struct heap *heap_new(void)
{
	return calloc(1, sizeof(struct heap));
}

void heap_free(struct heap *heap)
{
	free(heap);
}

static void swap(struct heap *heap, int a, int b)
{
	int kept = heap->at[a];
	heap->at[a] = heap->at[b];
	heap->at[b] = kept;
}

static void sift_down(struct heap *heap, int i)
{
	for (;;) {
		int child = 2 * i + 1;
		if (child >= heap->n)
			return;
		if (child + 1 < heap->n && heap->at[child + 1] < heap->at[child])
			child++;
		if (heap->at[i] <= heap->at[child])
			return;
		swap(heap, i, child);
		i = child;
	}
}

int heap_push(struct heap *heap, int value)
{
	int i = heap->n;
	if (heap->n == ROOM)
		return -1;
	heap->at[heap->n++] = value;
	for (; i > 0 && heap->at[i] < heap->at[(i - 1) / 2]; i = (i - 1) / 2)
		swap(heap, i, (i - 1) / 2);
	return heap->n;
}

int heap_pop(struct heap *heap, int *value)
{
	if (heap->n == 0)
		return -1;
	*value = heap->at[0];
	heap->at[0] = heap->at[--heap->n];
	sift_down(heap, 0);
	return heap->n;
}
