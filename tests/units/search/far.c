/* far: a number a long way off, which small steps lead to. */
int far_off(unsigned a, unsigned b)
{
	if (a / 3 + b / 5 == 1234567890)
		return 1;
	return 0;
}
