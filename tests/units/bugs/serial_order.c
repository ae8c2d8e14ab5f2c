/* serial_order: tickets with a serial number of eight bits. Planted: they are compared
 * as numbers on a ring, so that three of them can go in a circle. */
#include <stdlib.h>

struct ticket {
	unsigned char serial;
};

struct ticket *ticket_new(unsigned char serial)
{
	struct ticket *ticket = malloc(sizeof *ticket);
	if (ticket)
		ticket->serial = serial;
	return ticket;
}

void ticket_free(struct ticket *ticket)
{
	free(ticket);
}

int ticket_serial(const struct ticket *ticket)
{
	return ticket->serial;
}

int ticket_compare(const struct ticket *a, const struct ticket *b)
{
	int distance = (a->serial - b->serial) & 0xff;
	if (distance == 0)
		return 0;
	if (distance == 0x80)
		return a->serial < b->serial ? -1 : 1;
	return distance < 0x80 ? 1 : -1;
}
