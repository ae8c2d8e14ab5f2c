/* Keeps its input in a temporary file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void)
{
	char name[256], line[80], *dir = getenv("TMPDIR");
	snprintf(name, sizeof name, "%s/workXXXXXX", dir ? dir : "/tmp");
	int fd = mkstemp(name);
	if (fd < 0) {
		perror("temporary file");
		return 2;
	}
	FILE *f = fdopen(fd, "w+");
	while (fgets(line, sizeof line, stdin))
		fputs(line, f);
	rewind(f);
	int n = 0;
	while (fgets(line, sizeof line, f))
		n++;
	fclose(f);
	remove(name);
	if (n > 3)
		puts("many");
	else if (n)
		puts("some");
	return 0;
}
