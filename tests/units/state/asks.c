/* What is typed in decides. */
#include <stdio.h>

int ask(void)
{
	int c = getchar();
	if (c == EOF)
		return -1;
	if (c == 'y' && getchar() == 'e')
		return 1;
	return 0;
}

int answers(void)
{
	char line[40];
	int n = 0;
	while (n < 3 && fgets(line, sizeof line, stdin))
		n++;
	if (n == 2)
		fclose(stdin);
	return n;
}
