#include "streams.h"

long count_lines(FILE *file)
{
	long lines = 0;
	int c;
	while ((c = getc(file)) != EOF)
		if (c == '\n')
			lines++;
	return ferror(file) ? -1 : lines;
}

int file_starts(const char *path, char letter)
{
	FILE *file = fopen(path, "r");
	if (!file)
		return -1;
	int c = getc(file);
	fclose(file);
	if (c == EOF)
		return 0;
	return c == letter ? 2 : 1;
}

int append_line(const char *filename, const char *line)
{
	FILE *file = fopen(filename, "a");
	if (!file)
		return -1;
	int wrote = fprintf(file, "%s\n", line);
	if (fclose(file) != 0 || wrote < 0)
		return -1;
	return wrote > 1;
}

int show(FILE *out, int number)
{
	if (number < 0)
		return fprintf(out, "minus %d\n", -(number + 1));
	printf("seen %d\n", number % 10);
	return number > 100 ? fputs("many\n", out) > 0 : 0;
}

int is_long(FILE *file)
{
	int n = 0;
	while (n < 4 && getc(file) != EOF)
		n++;
	fclose(file);
	return n == 4;
}
