/* lines: the probe that stands for the code on a line. */
#ifndef SKEP_COVER_LINES_H
#define SKEP_COVER_LINES_H

#include "model/marks.h"

/* The probe for a line. It is the probe of the region of the innermost statement that begins on the
 * line, decides something on it, or extends over it without having other statements there; or the
 * probe of the function whose name is on the line. NONE: the line has no code of the file. */
uint32_t lines_probe(const struct marks *marks, uint32_t file, uint32_t line);
/* The place where the code of such a probe begins. */
const struct place *lines_place(const struct marks *marks, uint32_t probe);
/* The function mark that such a probe belongs to. */
uint32_t lines_function(const struct marks *marks, uint32_t probe);

#endif
