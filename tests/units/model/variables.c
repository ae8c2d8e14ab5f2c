/* Variables of a unit as inputs of tests: what can be set, and who uses what. */
#include "variables.h"

struct range {
	int low, high;
};

int limit = 7;
static unsigned char table[100];
static const int fixed = 3;
struct range range;
char *name;
extern int elsewhere;
static int tentative;
static int tentative = 2;

static int helper(void)
{
	return table[1] + range.high;
}

int uses_some(int x)
{
	return x > limit + fixed + tentative;
}

int uses_more(void)
{
	return name ? -1 : helper();
}

int divisor = 1;

int divides(int x)
{
	return x / divisor;
}

int quotient(int x, int y)
{
	return x / y;
}

void fills_three(int *x)
{
	x[2] = 3;
}

char first_of_name(int x)
{
	return x ? name[0] : 'a';
}

int uses_none(int x)
{
	return x;
}

int uses_others(void)
{
	return elsewhere + uses_more();
}

static int unread, by_function, by_helper, by_address, by_main, cleared, raised, read_by_address;
static struct range by_part;
static int primes[] = { 2, 3, 5, 7 };
static struct range *followed;

void looks_at(const int *x);
int fills(int *x);

static void set_it(int x)
{
	by_helper = x;
}

void set_by_function_to(int x)
{
	by_function = x;
	unread = x;
}

void sets_by_helper(void)
{
	set_it(3);
}

int sets_by_address(void)
{
	looks_at(&read_by_address);
	return fills(&by_address);
}

void sets_by_part(int x)
{
	by_part.low = x;
	followed->high = x;
	cleared = 0;
}

void raises(void)
{
	raised++;
}

int reads_all(int i)
{
	return by_function + by_helper + by_address + by_part.low + by_main + cleared + raised + read_by_address +
	       primes[i & 3] + followed->low;
}

static int interrupted;
void (*signal(int number, void (*handler)(int)))(int);

static void on_signal(int number)
{
	interrupted = number;
}

int catches(void)
{
	signal(2, on_signal);
	return interrupted;
}

static int in_table(int x)
{
	return 7 / (x - 77);
}

struct command {
	const char *name;
	int (*run)(int);
};
const struct command commands[] = { { "in", in_table } };

static int compares(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

void qsort(void *base, unsigned long n, unsigned long size, int (*compare)(const void *, const void *));

void sorts(int *x)
{
	qsort(x, 2, sizeof *x, compares);
}

static void for_main(int x)
{
	by_main = x;
}

struct ticket {
	int number;
};

void *malloc(unsigned long size);
void free(void *memory);

/* What it makes hangs on a variable, and it tells nothing about it. */
struct ticket *ticket_new(void)
{
	struct ticket *ticket = malloc(sizeof *ticket);
	if (ticket)
		ticket->number = limit;
	return ticket;
}

void ticket_free(struct ticket *ticket)
{
	free(ticket);
}

int tells_limit(void)
{
	return limit;
}

int main(void)
{
	for_main(3);
	return 0;
}
