/* purse: money in a purse, with bugs that only a contract can tell. */
#ifndef PURSE_H
#define PURSE_H

#include <stdbool.h>

struct purse {
	int coins, limit;
};

/* A purse for at most `limit` coins; NULL if memory is short. */
struct purse *purse_new(int limit);
void purse_free(struct purse *purse);

/* False if they do not fit. */
bool purse_put(struct purse *purse, int coins);
/* Gives as many as asked for or as there are. */
int purse_take(struct purse *purse, int coins);
int purse_count(const struct purse *purse);
/* The share of each of n people. */
int purse_share(const struct purse *purse, int n);
/* Everything from the second goes to the first. */
void purse_pour(struct purse *to, struct purse *from);

#endif
