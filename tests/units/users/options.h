/* Settings behind "...": what follows depends on what is set. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdio.h>

enum option { OPTION_WIDTH = 1, OPTION_TITLE, OPTION_NOTHING };

struct options;

struct options *options_new(FILE *out);
void options_free(struct options *options);
/* An int follows OPTION_WIDTH, a string OPTION_TITLE. 0, or -1 if there is no such option. */
int options_set(struct options *options, enum option option, ...);
int options_width(const struct options *options);
/* Writes what is set, and gives the number of bytes. */
int options_show(const struct options *options);
/* Hex digits of n bytes, with a zero at the end; -1 if they do not fit. */
int options_hex(const unsigned char *bytes, size_t n, char *text, size_t room);

#endif
