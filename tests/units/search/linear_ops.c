/* linear_ops: functions of whole numbers whose conditions are linear and cannot overflow. */
static int in_range(int x)
{
	return x > -10000 && x < 10000;
}

int line_once(int x)
{
	if (!in_range(x))
		return -1;
	return 3 * x - 7 == 4112 ? 1 : 0;
}

int line_twice(int x, int y)
{
	if (!in_range(x) || !in_range(y))
		return -1;
	if (2 * x + 3 * y == 1234)
		return x - y == 97 ? 2 : 1;
	return 0;
}

int line_chain(int a, int b, int c)
{
	if (!in_range(a) || !in_range(b) || !in_range(c))
		return -1;
	if (a < b && b < c) {
		if (c - a == 2)
			return a > 5000 ? 3 : 2;
		return 1;
	}
	if (a > b && b > c && a + b + c == 0)
		return 4;
	return 0;
}

int line_corner(int x, int y)
{
	if (!in_range(x) || !in_range(y))
		return -1;
	if (x + y > 15000)
		return x - y > 2000 ? 2 : 1;
	if (x + y < -15000)
		return y - x > 2000 ? 4 : 3;
	if (x == -y)
		return x > 777 && x < 780 ? 6 : 5;
	return 0;
}

int line_box(int x, int y, int z)
{
	int inside = 0;
	if (!in_range(x) || !in_range(y) || !in_range(z))
		return -1;
	inside += x >= 100 && x <= 110;
	inside += y >= -210 && y <= -200;
	inside += z >= 3000 && z <= 3010;
	if (inside == 3)
		return 4 * x + y == 200 && z != 3005 ? 9 : 3;
	return inside;
}

int line_system(int x, int y, int z)
{
	if (!in_range(x) || !in_range(y) || !in_range(z))
		return -1;
	if (x + y + z != 60)
		return 0;
	if (x - y != 7)
		return 1;
	if (2 * z - x != 29)
		return 2;
	return 3;
}
