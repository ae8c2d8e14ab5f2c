#include "door.h"

#include <string.h>

static int shut(struct door *door, int pause)
{
	return door->opened ? pause : 0;
}

int door_rattle(int pause)
{
	struct door door = { 0, "" };
	int n = door_open(&door);
	return n + shut(&door, pause) + shut(&door, -2) + shut(&door, -2);
}

int door_open_(struct door *door, const char *version, int size)
{
	if (strcmp(version, DOOR_VERSION) != 0 || size != (int)sizeof *door)
		return -1;
	if (door->opened++)
		return 1;
	memcpy(door->name, "open", 5);
	return 0;
}
