/* long_way: more conditions than a trace holds. */
unsigned long_way(unsigned n, unsigned x)
{
	unsigned odd = 0;
	for (unsigned i = 0; i < n; i++) {
		x = x * 1664525 + 1013904223;
		if (x >> 13 & 1)
			odd++;
	}
	return odd;
}
