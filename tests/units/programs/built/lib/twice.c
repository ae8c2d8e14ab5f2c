#define any twice
#include "any.c"
