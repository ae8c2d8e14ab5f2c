/* A program that tells the day, and the day of its input. */
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>

static void tell(const char *what, time_t when)
{
	char text[32];
	strftime(text, sizeof text, "%a %d %b %Y %H:%M", gmtime(&when));
	printf("%s %s\n", what, text);
}

int main(int argc, char **argv)
{
	struct stat about;
	puts("begin");
	if (argc > 1 && stat(argv[1], &about) == 0)
		tell(argv[1], about.st_mtime);
	else
		tell("today", time(NULL));
	return 0;
}
