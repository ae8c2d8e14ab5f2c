#include "door.h"

int door_pass(struct door *door)
{
	if (lock_turn(door->lock, door->turns) != 2)
		return 0;
	return door->mode == 31 ? 2 : 1;
}
