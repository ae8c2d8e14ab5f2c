/* replay: a main for a harness, which runs files instead of fuzzing:
 *
 *     replay FILE...
 *
 * Linked with a build that counts branches, it tells what a corpus covers. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay(const char *path)
{
	FILE *file = fopen(path, "rb");
	if (!file) {
		perror(path);
		return 1;
	}
	/* exactly as large as its content, so that a sanitizer sees the end */
	uint8_t *data = malloc(1);
	size_t size = 0;
	for (int c; (c = getc(file)) != EOF;) {
		data = realloc(data, size + 1);
		if (!data)
			abort();
		data[size++] = (uint8_t)c;
	}
	fclose(file);
	LLVMFuzzerTestOneInput(data, size);
	free(data);
	return 0;
}

int main(int argc, char **argv)
{
	int failed = 0;
	for (int i = 1; i < argc; i++)
		failed |= replay(argv[i]);
	return failed;
}
