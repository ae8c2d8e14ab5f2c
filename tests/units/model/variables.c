/* Variables of a unit as inputs of tests: what can be set, and who uses what. */
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

int uses_none(int x)
{
	return x;
}

int uses_others(void)
{
	return elsewhere + uses_more();
}
