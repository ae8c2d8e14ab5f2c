#include "lamp.h"
#include "lamp_private.h"

#define ROOMS 12
#define too_dark LAMP_NO_LEVEL

int lamp_set(int level)
{
	int error = LAMP_FINE;
	if (level != LAMP_OFF && level != LAMP_BRIGHT && level != 1)
		error = LAMP_NO_LEVEL;
	return error;
}

/* Hands on what it gets and what it is given. */
int lamp_set_all(int rooms, int level)
{
	if (rooms > ROOMS)
		return LAMP_NO_ROOM;
	return lamp_set(level);
}

/* A number of watts, which has no name, or an error, which has. */
int lamp_watts(int level)
{
	if (level < LAMP_LEAST)
		return too_dark;
	return level * 4 - 16;
}

int lamp_colour(unsigned colour)
{
	return colour == LAMP_BLUE ? LAMP_WARM : 0;
}

int lamp_kind(int kind)
{
	switch (kind) {
	case LAMP_BULB:
		return 60;
	default:
		return 0;
	}
}

int lamp_private(int state)
{
	return state == LAMP_BROKEN;
}

static int wear(int state)
{
	return state == LAMP_BROKEN ? LAMP_BROKEN : 1;
}

int lamp_mend(int state)
{
	return wear(state) == LAMP_BROKEN ? LAMP_FINE : LAMP_NO_LEVEL;
}

void lamp_light(struct lamp *lamp)
{
	lamp->level = LAMP_BRIGHT;
	if (lamp->hours == LAMP_BRIGHT)
		lamp->hours = 0;
	lamp->hours++;
}

int lamp_is_dim(const struct lamp *lamp)
{
	return (lamp->level & 0xff) == LAMP_DIM;
}

/* What is computed with is a number of something. */
int lamp_price(int lamps)
{
	if (lamps == LAMP_BRIGHT)
		return 1000;
	return lamps * 9;
}

int lamp_paid(int money)
{
	if (money > 99)
		return (LAMP_FINE);
	return (int)LAMP_NO_LEVEL;
}

/* Lengths, though an error is returned, too. */
int lamp_length(const char *text)
{
	int n = 0, result = LAMP_FINE;
	while (text[n])
		n++;
	if (n > 0)
		result = n;
	return result;
}

static void measure(const char *text, int *length)
{
	*length = text[0] ? 1 + lamp_length(text + 1) : LAMP_FINE;
}

int lamp_measured(const char *text)
{
	int length = LAMP_FINE;
	measure(text, &length);
	return length;
}

static int sold = LAMP_FINE;

int lamp_sold(int lamps)
{
	if (lamps < 0)
		return LAMP_NO_ROOM;
	sold += lamps;
	return sold;
}

/* unsigned == negative: compilers warn of that. */
unsigned long lamp_room(int lamps)
{
	if (lamps > 9)
		return LAMP_NO_ROOM;
	return LAMP_DIM;
}
