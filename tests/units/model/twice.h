#ifndef TWICE_H
#define TWICE_H

enum color { RED, GREEN = 5, BLUE };
#define TWICE_BASE 0x20

struct box;

struct box *box_new(void);
int box_use(struct box *box);

static inline int twice(int x)
{
	return 2 * x;
}

#endif
