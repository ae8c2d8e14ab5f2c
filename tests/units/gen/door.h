/* door: opens only for who was compiled with the same header, as macros see to. */
#ifndef DOOR_H
#define DOOR_H

#define DOOR_VERSION "door 7.4"

struct door {
	int opened;
	char name[12];
};

/* 0; 1 if it was open before; -1: the caller knows another version or size. */
int door_open_(struct door *door, const char *version, int size);
#define door_open(door) door_open_(door, DOOR_VERSION, (int)sizeof *(door))

/* Opens a door and shuts it for `pause`. */
int door_rattle(int pause);

#endif
