/* serial_order_fine: the same tickets, compared as plain numbers.
 * A later one is larger, whatever the third is. */
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
	return (a->serial > b->serial) - (a->serial < b->serial);
}
