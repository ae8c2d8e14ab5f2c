/* reading: helpers of the models of reading functions (models_read.c). The C library reads; then
 * the bytes get the labels of their source. */
#define _GNU_SOURCE
#include <unistd.h>

#include "inside.h"
#include "libc.h"

size_t __skep_read_stream(void *to, size_t size, FILE *file)
{
	off_t at = ftello(file);
	size_t n = fread(to, 1, size, file);
	__skep_program_label(fileno(file), to, n, at);
	return n;
}

ssize_t __skep_read_descriptor(int fd, void *to, size_t size)
{
	off_t at = lseek(fd, 0, SEEK_CUR);
	ssize_t n = read(fd, to, size);
	if (n > 0)
		__skep_program_label(fd, to, (size_t)n, at);
	return n;
}
