/* A part of a program whose object leads, by fields, to one that only a neighbour can make. */
#ifndef ENTRY_H
#define ENTRY_H

struct priv;

struct data {
	struct priv *priv;
	int n;
};

struct content {
	struct data *parent;
};

struct entry {
	struct content *parent;
	int tag;
};

struct data *data_new(void);
void data_free(struct data *data);
int data_order(const struct data *data);

int entry_value(const struct entry *entry);

#endif
