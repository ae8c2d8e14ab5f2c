/* A lamp with a dimmer: numbers that have names, in groups. */
#ifndef LAMP_H
#define LAMP_H

#include "lamp_errors.h"

#define LAMP_OFF 0
#define LAMP_DIM 1
#define LAMP_BRIGHT 7

#define LAMP_MOST 40
#define LAMP_LEAST 3

#define LAMP_BLUE 0x10u
#define LAMP_WARM 0x20u

int lamp_set(int level);
int lamp_set_all(int rooms, int level);
int lamp_watts(int level);
int lamp_colour(unsigned colour);
int lamp_kind(int kind);
int lamp_private(int state);
int lamp_mend(int state);

struct lamp {
	int level;
	int hours;
};

int lamp_price(int lamps);
int lamp_paid(int money);
int lamp_length(const char *text);
int lamp_measured(const char *text);
int lamp_sold(int lamps);
unsigned long lamp_room(int lamps);

void lamp_light(struct lamp *lamp);
int lamp_is_dim(const struct lamp *lamp);

enum lamp_kind { LAMP_BULB = 1, LAMP_TUBE = 4 };

#endif
