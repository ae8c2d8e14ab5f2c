/* Files of any size: more than a sandbox allows, too. */
#include <stdio.h>

static int pad(const char *path, long size)
{
	FILE *file = fopen(path, "w");
	int bad;
	if (!file)
		return -1;
	bad = fseek(file, size, SEEK_SET) != 0 || fputc('.', file) == EOF;
	if (fclose(file) != 0)
		bad = 1;
	return bad ? -2 : 0;
}

int pad_little(const char *path)
{
	return pad(path, 17);
}

int pad_much(const char *path)
{
	return pad(path, 17L << 20);
}
