/* What it does depends on variables of the environment, and on a file, that nobody names. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	setlocale(LC_ALL, "");
	if (MB_CUR_MAX > 1)
		puts("wide");
	if (getenv("TALLY_QUIET"))
		return 0;
	FILE *settings = fopen("tally.conf", "r");
	if (settings && fgetc(settings) == 'q')
		return 2;
	puts("narrow");
	return 1;
}
