/* baz5: a string, and a counter that five calls raise.
 * executions: 1500 */
#include <string.h>

static int counter;

void raise_counter(void);
int baz5(const char *text);

void raise_counter(void)
{
	counter++;
}

int baz5(const char *text)
{
	if (strcmp(text, "baz") == 0 && counter == 5)
		return 1;
	return 0;
}
