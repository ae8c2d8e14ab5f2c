/* models_sort: sorting and searching. See models.h.
 *
 * The C library sorts by merging halves, and sorts large elements through pointers to them. The
 * models do the same, so a comparison function gets the same calls in the same order. */
#define _GNU_SOURCE
#include "models.h"

#define LARGE_ELEMENT 32

typedef int compare_function(const void *, const void *, void *);

struct sorting {
	size_t size;                /* size of an element, or of a pointer to one */
	bool through_pointers;
	compare_function *compare;
	void *argument;
	char *room;
};

static int compare_at(const struct sorting *sorting, const char *a, const char *b)
{
	if (sorting->through_pointers)
		return sorting->compare(*(void *const *)a, *(void *const *)b, sorting->argument);
	return sorting->compare(a, b, sorting->argument);
}

static void merge_sort(const struct sorting *sorting, char *start, size_t n)
{
	size_t size = sorting->size, n_left = n / 2, n_right = n - n_left;
	if (n <= 1)
		return;
	char *left = start, *right = start + n_left * size, *to = sorting->room;
	merge_sort(sorting, left, n_left);
	merge_sort(sorting, right, n_right);
	while (n_left > 0 && n_right > 0) {
		bool takes_left = compare_at(sorting, left, right) <= 0;
		memcpy(to, takes_left ? left : right, size);
		to += size;
		if (takes_left) {
			left += size;
			n_left--;
		} else {
			right += size;
			n_right--;
		}
	}
	if (n_left > 0)
		memcpy(to, left, n_left * size);
	memcpy(start, sorting->room, (n - n_right) * size);
}

/* Moves every element to the place of its pointer. */
static void follow_pointers(char *base, size_t n, size_t size, char **pointers, char *spare)
{
	for (size_t i = 0; i < n; i++) {
		char *from = pointers[i];
		if (from == base + i * size)
			continue;
		memcpy(spare, base + i * size, size);
		size_t at = i;
		do {
			size_t next = (size_t)(from - base) / size;
			pointers[at] = base + at * size;
			memcpy(base + at * size, from, size);
			at = next;
			from = pointers[at];
		} while (from != base + i * size);
		pointers[at] = base + at * size;
		memcpy(base + at * size, spare, size);
	}
}

void __skep_model_qsort_r(void *base, size_t n, size_t size, compare_function *compare, void *argument)
{
	struct sorting sorting = { size, false, compare, argument, NULL };
	bool through = size > LARGE_ELEMENT;
	if (n <= 1 || !size)
		return;
	size_t room = through ? 2 * n * sizeof(void *) + size : n * size;
	char *memory = malloc(room);
	if (!memory) { /* the C library sorts in another way then */
		qsort_r(base, n, size, compare, argument);
		__skep_labels_fix(base, n * size);
		return;
	}
	sorting.room = memory;
	if (!through) {
		merge_sort(&sorting, base, n);
	} else {
		char **pointers = (char **)(memory + n * sizeof(void *));
		for (size_t i = 0; i < n; i++)
			pointers[i] = (char *)base + i * size;
		sorting.size = sizeof(void *);
		sorting.through_pointers = true;
		merge_sort(&sorting, (char *)pointers, n);
		follow_pointers(base, n, size, pointers, memory + 2 * n * sizeof(void *));
	}
	free(memory);
}

static int compare_without(const void *a, const void *b, void *argument)
{
	int (*compare)(const void *, const void *) = argument;
	return compare(a, b);
}

void __skep_model_qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
	__skep_model_qsort_r(base, n, size, compare_without, (void *)compare);
}

void *__skep_model_bsearch(const void *key, const void *base, size_t n, size_t size,
                           int (*compare)(const void *, const void *))
{
	size_t low = 0, high = n;
	while (low < high) {
		size_t middle = (low + high) / 2;
		const char *at = (const char *)base + middle * size;
		int result = compare(key, at);
		if (result < 0)
			high = middle;
		else if (result > 0)
			low = middle + 1;
		else
			return unqualified(at);
	}
	return NULL;
}
