/* What counts as a condition, and in which order conditions are evaluated. */
int pick(int);

int nested(int a, int b, int c)
{
	if ((a > 1 && b < 2) || c == 3)
		return 1;
	if (!(a && (b || !c)))
		return 2;
	if ((a) && !(!(b)))
		return 3;
	return a ? b && c : (b ? c : pick(a || c));
}

int loops(int n)
{
	int sum = 0;
	while (n > 10 && sum < 5)
		n--, sum++;
	do
		sum += n;
	while (--n);
	for (int i = 0; i < n; i++)
		sum++;
	for (; sum > 9;)
		sum /= 2;
	for (;;)
		if (sum++ > 3)
			break;
	return sum;
}

int constants(int x)
{
	enum { OFF, ON };
	if (OFF && x)
		return 1;
	if (ON && x)
		return 2;
	if ((OFF && x > 1) || x > 2)
		return 3;
	while (1)
		if (x-- < 0 || 0)
			return sizeof(int) == 4 && x;
	return pick(x), 1;
}

int effects(int x)
{
	if (pick(x) && (pick(1), 0))
		return 1;
	return x && 1 ? 2 : 3;
}

int value_of_or(double d, const char *s, _Bool flag)
{
	int both = d && s, any = d > 0.5 || *s == 'x' || flag;
	return (both || any) == (s && flag);
}

int expected(int a, int b)
{
	if (__builtin_expect(!!(a && b), 0))
		return 1;
	return 0;
}

int many(const int *v)
{
	return v[0] && v[1] && v[2] && v[3] && v[4] && (v[5] || v[6] || v[7]) && v[8];
}
