/* models_read: reading from streams and descriptors.
 *
 * Bytes read from standard input, or from a file that the test made, have labels: the runtime
 * reads, and knows the step and the offset of each byte (program.c). The ends of texts are decided
 * in this instrumented code, so that other ends can be asked for. */
#define _GNU_SOURCE
#include "models.h"

/* Forgets the labels of the old contents first. */
static size_t read_into(void *to, size_t size, FILE *file)
{
	__skep_labels_forget(to, size);
	return __skep_read_stream(to, size, file);
}

int __skep_model_getc(FILE *file)
{
	unsigned char c;
	return read_into(&c, 1, file) == 1 ? c : EOF;
}

int __skep_model_fgetc(FILE *file)
{
	return __skep_model_getc(file);
}

int __skep_model_getc_unlocked(FILE *file)
{
	return __skep_model_getc(file);
}

int __skep_model_fgetc_unlocked(FILE *file)
{
	return __skep_model_getc(file);
}

int __skep_model_getchar(void)
{
	return __skep_model_getc(stdin);
}

int __skep_model_getchar_unlocked(void)
{
	return __skep_model_getc(stdin);
}

char *__skep_model_fgets(char *restrict text, int size, FILE *restrict file)
{
	int n = 0;
	while (n + 1 < size && read_into(text + n, 1, file) == 1)
		if (text[n++] == '\n')
			break;
	if (size < 1 || (!n && size > 1))
		return NULL;
	text[n] = 0;
	return text;
}

char *__skep_model_fgets_unlocked(char *restrict text, int size, FILE *restrict file)
{
	return __skep_model_fgets(text, size, file);
}

char *__skep_model___fgets_chk(char *restrict text, size_t room, int size, FILE *restrict file)
{
	(void)room;
	return __skep_model_fgets(text, size, file);
}

size_t __skep_model_fread(void *restrict to, size_t size, size_t n, FILE *restrict file)
{
	return size && n ? read_into(to, size * n, file) / size : 0;
}

size_t __skep_model_fread_unlocked(void *restrict to, size_t size, size_t n, FILE *restrict file)
{
	return __skep_model_fread(to, size, n, file);
}

ssize_t __skep_model_read(int fd, void *to, size_t size)
{
	__skep_labels_forget(to, size);
	return __skep_read_descriptor(fd, to, size);
}

ssize_t __skep_model_getdelim(char **restrict line, size_t *restrict room, int delimiter, FILE *restrict file)
{
	ssize_t n = 0;
	unsigned char c;
	if (!line || !room) {
		errno = EINVAL;
		return -1;
	}
	while (read_into(&c, 1, file) == 1) {
		if (!*line || (size_t)n + 2 > *room) {
			size_t more = *line && *room ? 2 * *room : 120;
			char *longer = __skep_heap_realloc(*line, more < (size_t)n + 2 ? (size_t)n + 2 : more);
			if (!longer)
				return -1;
			*line = longer;
			*room = more < (size_t)n + 2 ? (size_t)n + 2 : more;
		}
		(*line)[n++] = (char)c;
		if (c == (unsigned char)delimiter)
			break;
	}
	if (!n)
		return -1;
	(*line)[n] = 0;
	return n;
}

ssize_t __skep_model___getdelim(char **restrict line, size_t *restrict room, int delimiter, FILE *restrict file)
{
	return __skep_model_getdelim(line, room, delimiter, file);
}

ssize_t __skep_model_getline(char **restrict line, size_t *restrict room, FILE *restrict file)
{
	return __skep_model_getdelim(line, room, '\n', file);
}
