/* Lines of a file, and a log that may not be writable. */
#ifndef LINES_H
#define LINES_H

#include <stdio.h>

/* -1: the file cannot be opened; -2: it cannot be read. */
int count_bytes(const char *path);
/* -1: the file cannot be opened; -2: its end cannot be found; -3: it cannot be closed, so the line may be lost; 0: the line
 * cannot be written. */
int append_line(const char *path, const char *line);
/* 0: the line cannot be written. */
int log_line(FILE *file, const char *line);

#endif
