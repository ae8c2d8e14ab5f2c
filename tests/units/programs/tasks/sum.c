// error: yes
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error() { __assert_fail("0", "sum.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void assume_abort_if_not(int cond) { if (!cond) { abort(); } }

int main(void)
{
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
	unsigned char n = __VERIFIER_nondet_uchar();
	assume_abort_if_not(a > 0 && a < 1000 && b > 0 && b < 1000);
	if (a * 3 + b == 1234 && n == 77)
		reach_error();
	return 0;
}
