#include "door.h"

struct lock {
	int key, *pins;
};

struct door *door_new(int key)
{
	struct door *door = calloc(1, sizeof *door);
	if (!door)
		abort();
	door->lock = malloc(sizeof *door->lock);
	if (!door->lock)
		abort();
	door->lock->key = key & 7;
	door->lock->pins = calloc(8, sizeof *door->lock->pins);
	if (!door->lock->pins)
		abort();
	door->lock->pins[door->lock->key] = 5;
	return door;
}

void door_free(struct door *door)
{
	free(door->lock->pins);
	free(door->lock);
	free(door);
}

int lock_turn(struct lock *lock, int by)
{
	return lock->pins[lock->key] - by;
}
