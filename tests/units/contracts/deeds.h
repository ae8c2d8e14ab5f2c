/* deeds: one small function for each thing that contracts must get right. */
#ifndef DEEDS_H
#define DEEDS_H

struct box {
	int size, used;
};

struct box *box_new(int size);
void box_free(struct box *box);
void box_init(struct box *box, int size);
int box_add(struct box *box, int n);
struct box *box_same(struct box *box);
void box_damage(struct box *box, struct box *other);

int next(int n, int *out);
int reach(int n);
int error_now(void);
int guarded(int n);
const char *text_of(int n);

#endif
