/* Places: the argument if the condition stands there, else the macro's use. */
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CHECK(what) do { if (!(what)) return -1; } while (0)
#define LIMIT 5
#define SAME(x) x
#define IS_BIG(x) (x > LIMIT)
#define EQUAL(p, q) p == q
#define EACH(i, n) for (int i = 0; i < (n); i++)
#define GETTER(name) int get_##name(const int *p) { return p ? *p : 0; }

GETTER(first)

int use(int x, int y)
{
	CHECK(x != y);
	CHECK(x == ',' || SAME(y) == ')');
	CHECK(x < LIMIT && y < SAME(x));
	if (LIMIT < x || x < LIMIT)
		y = MAX(x, 3);
	if (IS_BIG(x) && !IS_BIG(y))
		return 1;
	if (EQUAL(x, y))
		return 2;
	EACH(i, y)
		x += i;
	if (x ==
	    y)
		return 3;
	return MAX(x,
	           y);
}
