/* A door whose lock only its maker can give, and which comes closed. */
#include <stdlib.h>

struct lock;

struct door {
	int mode;
	unsigned char turns;
	struct lock *lock;
};

struct door *door_new(int key);
void door_free(struct door *door);
int lock_turn(struct lock *lock, int by);

/* The unit's. */
int door_pass(struct door *door);
