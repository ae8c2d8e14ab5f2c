/* percent_full: how full a tank is. Planted: a tank without room has an endless percentage. */
#include <stdlib.h>

struct tank {
	double room, filled;
};

struct tank *tank_new(double room)
{
	if (!(room >= 0 && room < 1e6))
		return NULL;
	struct tank *tank = malloc(sizeof *tank);
	if (tank)
		*tank = (struct tank){ .room = room, .filled = 0 };
	return tank;
}

void tank_free(struct tank *tank)
{
	free(tank);
}

int tank_fill(struct tank *tank, unsigned char litres)
{
	tank->filled += litres;
	if (tank->filled <= tank->room)
		return 0;
	tank->filled = tank->room;
	return 1;
}

int tank_percent(const struct tank *tank)
{
	return (int)(100 * tank->filled / tank->room);
}
