/* tiny: everything in it is covered at once. */
int sign(int n)
{
	return n < 0 ? -1 : n > 0;
}
