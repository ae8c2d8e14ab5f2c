/* streams: files by name and by handle. */
#ifndef STREAMS_H
#define STREAMS_H

#include <stdio.h>

long count_lines(FILE *file);
/* Closes the file. */
int is_long(FILE *file);
int file_starts(const char *path, char letter);
int append_line(const char *filename, const char *line);
int show(FILE *out, int number);

#endif
