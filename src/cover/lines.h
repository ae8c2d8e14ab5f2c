/* lines: the probe that stands for the code on a line. */
#ifndef SKEP_COVER_LINES_H
#define SKEP_COVER_LINES_H

#include "model/marks.h"

/* That of the region of the innermost statement which begins on the line, decides something on it,
 * or goes on over it without holding other statements; that of the function if its name is there;
 * NONE: no code of the file is on the line. */
uint32_t lines_probe(const struct marks *marks, uint32_t file, uint32_t line);
/* Where the code behind such a probe begins. */
const struct place *lines_place(const struct marks *marks, uint32_t probe);
/* The function mark that it lies in. */
uint32_t lines_function(const struct marks *marks, uint32_t probe);

#endif
