/* linear: whole numbers between planes. */
int linear_two(int x, int y)
{
	if (3 * (long)x - 2 * (long)y == 17)
		return x + (long)y > 1000 ? 2 : 1;
	return 0;
}

int linear_three(int x, int y, int z)
{
	long a = (long)x + y, b = (long)y + z, c = (long)x - z;
	if (a == 500 && b == 300)
		return c == 200 ? 1 : 2;
	if (a > 10000 && b < -10000 && c > 20000)
		return a + b == 77 ? 3 : 4;
	return 0;
}
