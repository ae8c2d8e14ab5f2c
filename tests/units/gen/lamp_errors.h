/* What lamp.h brings along. */
#define LAMP_FINE 0
#define LAMP_NO_LEVEL (-3)
/* Behind a comment it is still the same group. */
#define LAMP_NO_ROOM (-4)
