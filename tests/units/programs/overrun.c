/* A bug: a long word of the input overruns a buffer. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *word = malloc(8);
	int c, n = 0;
	while ((c = getchar()) != EOF && c != '\n')
		if (c != ' ')
			word[n++] = (char)c;
	printf("%d\n", n);
	free(word);
	return 0;
}
