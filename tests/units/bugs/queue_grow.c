/* queue_grow: a queue of numbers in an array that doubles. Planted: it grows one push too late. */
#include <stdlib.h>

struct queue {
	int *at;
	size_t n, room;
};

struct queue *queue_new(void)
{
	struct queue *queue = calloc(1, sizeof *queue);
	if (!queue)
		return NULL;
	queue->room = 4;
	queue->at = malloc(queue->room * sizeof *queue->at);
	if (!queue->at) {
		free(queue);
		return NULL;
	}
	return queue;
}

void queue_free(struct queue *queue)
{
	if (queue)
		free(queue->at);
	free(queue);
}

static int grow(struct queue *queue)
{
	int *at = realloc(queue->at, 2 * queue->room * sizeof *at);
	if (!at)
		return -1;
	queue->at = at;
	queue->room *= 2;
	return 0;
}

int queue_push(struct queue *queue, int value)
{
	if (queue->n > queue->room && grow(queue) < 0)
		return -1;
	queue->at[queue->n++] = value;
	return 0;
}

size_t queue_length(const struct queue *queue)
{
	return queue->n;
}
