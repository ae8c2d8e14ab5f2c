/* Everything comes from a file that is named on the command line. */
#include <stdio.h>

int main(int argc, char **argv)
{
	if (argc != 2) {
		fputs("usage: file NAME\n", stderr);
		return 2;
	}
	FILE *in = fopen(argv[1], "r");
	if (!in) {
		perror(argv[1]);
		return 1;
	}
	unsigned char head[8] = { 0 };
	size_t n = fread(head, 1, sizeof head, in);
	fclose(in);
	if (n < 4) {
		puts("too short");
		return 3;
	}
	if (head[0] == 0x7f && head[1] == 'M' && head[2] == 'Z') {
		puts("right magic");
		if ((head[3] ^ 0x5a) == 0x31)
			puts("right version");
	}
	return 0;
}
