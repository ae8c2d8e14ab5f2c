#ifndef QUITS_H
#define QUITS_H
struct box;
struct box *box_new(int size);
int box_put(struct box *box, int value);
void box_free(struct box *box);
void usage(int status);
int parse(const char *text);
#endif
