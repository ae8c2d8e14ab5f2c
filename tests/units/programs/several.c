/* Two files are compared, line by line. */
#include <stdio.h>
#include <string.h>

static int compare(FILE *a, FILE *b)
{
	char x[32], y[32];
	int line = 0;
	for (;;) {
		char *p = fgets(x, sizeof x, a), *q = fgets(y, sizeof y, b);
		line++;
		if (!p && !q)
			return 0;
		if (!p || !q) {
			printf("one ends at line %d\n", line);
			return 2;
		}
		if (strcmp(x, y) != 0) {
			printf("line %d differs\n", line);
			return 1;
		}
	}
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 9;
	FILE *a = fopen(argv[1], "r"), *b = fopen(argv[2], "r");
	if (!a || !b)
		return 8;
	return compare(a, b);
}
