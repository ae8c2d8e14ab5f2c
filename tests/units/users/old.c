/* C as it was written once: functions nobody declared, an int nobody mentioned, and
 * names that headers of the C library have by now. No header of its own. */
typedef union {
	unsigned word;
	unsigned char bytes[4];
} register_t;

static int index;

static link(n)
{
	index += n;
	return index;
}

int skip_blanks(const char *text)
{
	while (isspace(*text))
		text++, link(1);
	return index;
}

register_t swap_ends(register_t value)
{
	unsigned char first = value.bytes[0];
	value.bytes[0] = value.bytes[3];
	value.bytes[3] = first;
	return value;
}
