#include "lines.h"

#include <fcntl.h>
#include <unistd.h>

int count_bytes(const char *path)
{
	char buffer[64];
	int n = 0, file = open(path, O_RDONLY);
	if (file < 0)
		return -1;
	for (;;) {
		ssize_t got = read(file, buffer, sizeof buffer);
		if (got < 0) {
			close(file);
			return -2;
		}
		if (got == 0)
			break;
		n += (int)got;
	}
	close(file);
	return n;
}

int append_line(const char *path, const char *line)
{
	FILE *file = fopen(path, "a");
	if (!file)
		return -1;
	if (fseek(file, 0, SEEK_END) != 0) {
		fclose(file);
		return -2;
	}
	int good = log_line(file, line);
	if (fclose(file) != 0)
		return -3;
	return good;
}

int log_line(FILE *file, const char *line)
{
	if (fputs(line, file) < 0)
		return 0;
	if (fwrite("\n", 1, 1, file) != 1)
		return 0;
	return fflush(file) == 0;
}
