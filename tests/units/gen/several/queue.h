/* queue: two sources, one header, a static function of the same name in each,
 * and state between calls. */
#ifndef QUEUE_H
#define QUEUE_H

struct queue;

extern int queue_made;

struct queue *queue_create(void);
void queue_destroy(struct queue *queue);
int queue_put(struct queue *queue, int item);
int queue_get(struct queue *queue, int *item);
int queue_length(const struct queue *queue);

void set_limit(int limit);
int limit_reached(int n);

#endif
