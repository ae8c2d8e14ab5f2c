/* Digits of a text, by a table. */
static const unsigned char is_digit[256] = { ['0'] = 1, ['1'] = 1, ['2'] = 1, ['3'] = 1, ['4'] = 1,
	                                     ['5'] = 1, ['6'] = 1, ['7'] = 1, ['8'] = 1, ['9'] = 1 };

int count_digits(const char *text)
{
	int n = 0;
	for (; *text; text++)
		n += is_digit[(unsigned char)*text];
	return n;
}
