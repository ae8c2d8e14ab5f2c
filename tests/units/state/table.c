/* Static functions that no function for users leads to: others have their addresses. */
struct entry {
	const char *name;
	int (*run)(int);
};

static int twice(int x)
{
	return x == 4 ? 8 : x > 5;
}

static int fail(int x)
{
	return 100 / (x - 3);
}

static int helper(int x)
{
	return x > 7;
}

const struct entry entries[] = { { "twice", twice }, { "fail", fail } };

int plain(int x)
{
	return helper(x);
}
