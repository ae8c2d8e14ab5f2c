/* Only the unit's own source sees this. */
#define LAMP_BROKEN 77
