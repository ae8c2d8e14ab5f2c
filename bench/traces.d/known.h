/* Returns n, but not as an expression: the work on the data is measured, not addresses
 * that depend on its length. */
static unsigned known(unsigned n)
{
	unsigned k = 0;
	while (k < n)
		k++;
	return k;
}
