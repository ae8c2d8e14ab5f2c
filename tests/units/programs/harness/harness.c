/* A fuzz harness with a bug behind a magic word. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static int ready;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	ready = 1;
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!ready || size < 6)
		return 0;
	if (memcmp(data, "SKEP", 4) == 0 && data[4] > data[5])
		return data[size + data[4] - data[5]];
	return 0;
}
