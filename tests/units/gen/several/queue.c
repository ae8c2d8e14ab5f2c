#include "queue.h"

#include <stdlib.h>

struct node {
	int item;
	struct node *next;
};

struct queue {
	struct node *first, *last;
	int n;
};

int queue_made;

static int check(const struct queue *queue)
{
	return queue->n >= 0;
}

struct queue *queue_create(void)
{
	queue_made++;
	return calloc(1, sizeof(struct queue));
}

void queue_destroy(struct queue *queue)
{
	if (!queue)
		return;
	while (queue->first) {
		struct node *next = queue->first->next;
		free(queue->first);
		queue->first = next;
	}
	free(queue);
}

int queue_put(struct queue *queue, int item)
{
	if (limit_reached(queue->n))
		return 0;
	struct node *node = calloc(1, sizeof *node);
	if (!node)
		return 0;
	node->item = item;
	if (queue->last)
		queue->last->next = node;
	else
		queue->first = node;
	queue->last = node;
	queue->n++;
	return 1;
}

int queue_get(struct queue *queue, int *item)
{
	struct node *node = queue->first;
	if (!node || !check(queue))
		return 0;
	*item = node->item;
	queue->first = node->next;
	if (!queue->first)
		queue->last = NULL;
	queue->n--;
	free(node);
	return 1;
}

int queue_length(const struct queue *queue)
{
	return queue->n;
}
