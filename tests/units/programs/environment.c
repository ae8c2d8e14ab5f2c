/* Everything comes from the environment. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	const char *mode = getenv("MODE");
	if (!mode) {
		puts("no mode");
		return 1;
	}
	if (strcmp(mode, "fast") == 0)
		puts("fast mode");
	else if (mode[0] == 's' && strlen(mode) > 3)
		puts("slow mode");
	return 0;
}
