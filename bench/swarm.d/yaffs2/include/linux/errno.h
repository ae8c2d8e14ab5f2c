/* Stands for the header of this name in u-boot. */
#include "common.h"
