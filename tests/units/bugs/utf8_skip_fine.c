/* utf8_skip: counts the characters of a text. A first byte at the end of the text counts as one. */
static int length_after(unsigned char first)
{
	if (first < 0x80)
		return 1;
	if (first < 0xe0)
		return 2;
	return first < 0xf0 ? 3 : 4;
}

int utf8_count(const char *text)
{
	int n = 0;
	while (*text) {
		int length = length_after((unsigned char)*text);
		for (int i = 0; i < length && *text; i++)
			text++;
		n++;
	}
	return n;
}

int utf8_is_plain(const char *text)
{
	for (; *text; text++)
		if (length_after((unsigned char)*text) > 1)
			return 0;
	return 1;
}
