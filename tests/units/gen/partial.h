/* partial: calls functions and uses a variable that nobody here defines. */
#ifndef PARTIAL_H
#define PARTIAL_H

struct packet {
	int kind;
	char name[8];
};

int bus_read(int address);
int bus_write(int address, int value);
int fetch_packet(struct packet *packet);
void log_text(const char *text);
extern int bus_speed;

int sensor_level(int channel);
int sensor_reset(void);
int next_kind(void);

#endif
