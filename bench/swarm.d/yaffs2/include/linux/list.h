/* Stands for u-boot's header of this name: lists that are a ring through their members. */
#ifndef STAND_IN_LIST_H
#define STAND_IN_LIST_H

#include <stddef.h>

struct list_head {
	struct list_head *next, *prev;
};

#define LIST_HEAD_INIT(name) { &(name), &(name) }
#define LIST_HEAD(name) struct list_head name = LIST_HEAD_INIT(name)
#define INIT_LIST_HEAD(head) ((head)->next = (head)->prev = (head))

static inline void list_put_between(struct list_head *own, struct list_head *prev, struct list_head *next)
{
	own->prev = prev;
	own->next = next;
	prev->next = own;
	next->prev = own;
}

static inline void list_add(struct list_head *own, struct list_head *head)
{
	list_put_between(own, head, head->next);
}

static inline void list_add_tail(struct list_head *own, struct list_head *head)
{
	list_put_between(own, head->prev, head);
}

static inline void list_del(struct list_head *own)
{
	own->prev->next = own->next;
	own->next->prev = own->prev;
}

static inline void list_del_init(struct list_head *own)
{
	list_del(own);
	INIT_LIST_HEAD(own);
}

static inline int list_empty(const struct list_head *head)
{
	return head->next == head;
}

#define list_entry(member_at, type, member) ((type *)((char *)(member_at) - offsetof(type, member)))
#define list_for_each(at, head) for (at = (head)->next; at != (head); at = at->next)
#define list_for_each_safe(at, after, head) \
	for (at = (head)->next, after = at->next; at != (head); at = after, after = at->next)

#endif
