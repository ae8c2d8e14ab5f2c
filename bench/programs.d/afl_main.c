/* afl_main: a command line out of a file for AFL++, which only knows standard input.
 *
 * The input of the fuzzer is: words of the command line, each with a zero behind it; one more zero;
 * and then the bytes that stand on standard input and in the file in.txt of the working folder.
 * The program's own main() is compiled as program_main(). Nothing is done as root. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAX_WORDS 64
#define MAX_BYTES (1 << 16)

int program_main(int argc, char **argv, char **environment);

static char bytes[MAX_BYTES + 2];
static char *words[MAX_WORDS + 2];
static char name[] = PROGRAM;

static int put(int fd, const char *from, size_t size)
{
	return fd >= 0 && write(fd, from, size) == (ssize_t)size && lseek(fd, 0, SEEK_SET) == 0 ? fd : -1;
}

int main(int argc, char **argv, char **environment)
{
	size_t size = 0, at = 0;
	ssize_t n;
	if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
		return 99;
	while (size < MAX_BYTES && (n = read(0, bytes + size, MAX_BYTES - size)) > 0)
		size += (size_t)n;
	words[0] = name;
	for (argc = 1; argc < MAX_WORDS && at < size && bytes[at]; argc++) {
		words[argc] = bytes + at;
		at += strlen(bytes + at) + 1;
	}
	at = at < size ? at + 1 : size;
	int input = put(memfd_create("input", 0), bytes + at, size - at);
	int file = put(open("in.txt", O_RDWR | O_CREAT | O_TRUNC, 0600), bytes + at, size - at);
	if (input < 0 || dup2(input, 0) < 0)
		return 99;
	close(input);
	if (file >= 0)
		close(file);
	(void)argv;
	return program_main(argc, words, environment);
}
