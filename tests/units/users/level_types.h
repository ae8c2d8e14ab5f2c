#ifndef LEVEL_TYPES_H
#define LEVEL_TYPES_H

typedef struct levels {
	int now;
} levels_t;

#endif
