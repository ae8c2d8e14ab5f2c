/* Options with arguments, short and long; one names a folder in which a file is looked for. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int main(int argc, char **argv)
{
	static const struct option names[] = { { "count", required_argument, NULL, 'c' },
		                               { "loud", no_argument, NULL, 'l' },
		                               { "color", optional_argument, NULL, 1000 },
		                               { NULL, 0, NULL, 0 } };
	int option, count = 1, loud = 0;
	const char *color = NULL;
	FILE *words = NULL;
	char path[200];
	struct stat state;
	while ((option = getopt_long(argc, argv, "c:d:lq", names, NULL)) != -1) {
		switch (option) {
		case 'c':
			count = atoi(optarg);
			break;
		case 'd':
			snprintf(path, sizeof path, "%s/words.lst", optarg);
			words = stat(path, &state) == 0 ? fopen(path, "r") : NULL;
			break;
		case 'l':
			loud = 1;
			break;
		case 'q':
			exit(0);
		case 1000:
			color = optarg ? optarg : "always";
			break;
		default:
			return 2;
		}
	}
	if (color)
		printf("in color %s\n", color);
	if (words && fgetc(words) != EOF)
		puts("words");
	if (count > 3)
		puts("many");
	if (loud && optind < argc)
		printf("%s!\n", argv[optind]);
	return 0;
}
