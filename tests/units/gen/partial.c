#include "partial.h"

int sensor_level(int channel)
{
	if (channel < 0 || channel > 7)
		return -1;
	int raw = bus_read(0x40 + channel);
	if (raw < 0) {
		log_text("no answer");
		return -2;
	}
	return raw > 1000 ? 1000 : raw;
}

int sensor_reset(void)
{
	for (int i = 0; i < 3; i++)
		if (bus_write(0, 1) == 0)
			return i;
	return bus_speed > 0 ? -1 : -2;
}

int next_kind(void)
{
	struct packet packet = { 0, "" };
	if (fetch_packet(&packet) != 0)
		return -1;
	return packet.kind == 3 ? 1 : 0;
}
