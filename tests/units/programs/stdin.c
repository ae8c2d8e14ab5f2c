/* Everything comes from standard input. */
#include <stdio.h>
#include <string.h>

int main(void)
{
	char line[64];
	int n = 0, sum = 0;
	while (fgets(line, sizeof line, stdin)) {
		n++;
		if (strncmp(line, "add ", 4) == 0)
			sum += line[4] - '0';
		else if (line[0] == '#')
			continue;
		else if (strcmp(line, "quit\n") == 0)
			break;
	}
	if (n > 2)
		puts("many lines");
	if (sum == 9)
		puts("nine");
	return n ? 0 : 1;
}
