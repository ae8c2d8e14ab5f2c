/* Loops over a part of an array: neither where they begin nor how many elements they visit is the array's length. */
void mark(unsigned char *flags, int from, unsigned n)
{
	unsigned i;
	for (i = from; i < from + n; i++)
		flags[i] = 1;
}

int total(const int *numbers, int from, int n)
{
	int sum = 0;
	for (int i = from; i < n + from; i++)
		sum += numbers[i];
	return sum;
}

int largest(const int *numbers, int from, int end)
{
	int found = numbers[from];
	for (int i = from; i < end; i++)
		if (numbers[i] > found)
			found = numbers[i];
	return found;
}

void clear(unsigned char *flags, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		flags[i] = 0;
}
