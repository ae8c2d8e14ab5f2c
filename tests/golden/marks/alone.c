/* What C needs constant, or never evaluates, carries no marks. */
struct pair { int a, b; };
int global = 1 && 2;
int act(int);

int untouched(int a, int b, int *copy)
{
	static int once = 1 ? 2 : 3;
	extern int global;
	enum { ONE = 1 && 1 };
	struct local { unsigned bits : ONE ? 3 : 4; int v[1 || 0]; } l = { .bits = 1 };
	int vla[a ? 3 : 4];
	__typeof__(a && b) t = 0;
	_Static_assert(1 && 1, "always");
	__asm__ volatile("" : : "r"(a && b));
	a = sizeof(a && b) + _Alignof(int) + sizeof vla;
	a += _Generic(a, int : a && b, default : 0);
	a += __builtin_constant_p(a && b) + __builtin_choose_expr(1, 2, a && b);
	a += *(copy ?: (int[]){ b });
	a += (__typeof__(a && b))t;
	return once + l.bits + a;
}

int touched(int a, int b)
{
	struct pair p = { .a = a && b, .b = a ? 1 : 2 };
	int list[] = { [1] = a || b, [0] = 3 };
	int *copy = (int[]){ a && b, 3 };
	register int r = a > b;
	a += (a && b) ?: b ?: 7;
	a += __extension__(a || b);
	return (long)(a && b) + p.a + p.b + list[0] + copy[act(a && r)];
}

__attribute__((naked)) void bare(void)
{
	__asm__("ret");
}
