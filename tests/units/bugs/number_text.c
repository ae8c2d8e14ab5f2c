/* number_text: how wide a number is in a table. Planted: there is no room for the sign of the longest number. */
static int write_digits(char *to, long number)
{
	char digits[20];
	int n = 0, length = 0;
	unsigned long rest = number < 0 ? 0ul - (unsigned long)number : (unsigned long)number;
	do
		digits[n++] = (char)('0' + rest % 10);
	while (rest /= 10);
	if (number < 0)
		to[length++] = '-';
	while (n)
		to[length++] = digits[--n];
	return length;
}

int number_width(short number)
{
	char text[5];
	return write_digits(text, number);
}
