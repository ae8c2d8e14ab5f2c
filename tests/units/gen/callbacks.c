#include "callbacks.h"

size_t insert_sort(int *numbers, size_t n, compare_fn compare)
{
	size_t moves = 0;
	for (size_t i = 1; i < n; i++)
		for (size_t k = i; k > 0 && compare(&numbers[k - 1], &numbers[k]) > 0; k--) {
			int number = numbers[k];
			numbers[k] = numbers[k - 1];
			numbers[k - 1] = number;
			moves++;
		}
	return moves;
}

int each(const int *numbers, int n, visit_fn visit, void *user)
{
	int visited = 0;
	if (!visit)
		return -1;
	for (int i = 0; i < n; i++)
		if (numbers[i]) {
			visit(numbers[i], user);
			visited++;
		}
	return visited;
}

int offer(const struct handler *handler, int number)
{
	if (!handler || !handler->accept)
		return -1;
	int answer = handler->accept(number);
	if (answer && handler->done)
		handler->done();
	return answer ? 1 : 0;
}

int twice(int (*change)(int), int number)
{
	int once = change(number);
	return once == number ? once : change(once);
}
