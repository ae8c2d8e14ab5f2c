/* Stands for u-boot's header of this name: its lldiv() is a plain division. */
#include "common.h"
#define lldiv(number, by) ((uint64_t)(number) / (uint64_t)(by))
