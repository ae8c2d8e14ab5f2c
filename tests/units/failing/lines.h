/* Lines of a file, and a log that may not be writable. */
#ifndef LINES_H
#define LINES_H

#include <stdio.h>

/* -1: the file cannot be opened; -2: it cannot be read. */
int count_bytes(const char *path);
/* 0: the line cannot be written. */
int log_line(FILE *file, const char *line);

#endif
