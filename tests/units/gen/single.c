#include "single.h"
