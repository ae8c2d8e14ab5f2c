/* entry: files that keep a result of the front: a head, the result, and a hash of both. Private to front/. */
#ifndef SKEP_FRONT_ENTRY_H
#define SKEP_FRONT_ENTRY_H

#include "base/str.h"
#include "model/saved.h"

/* Reads an entry: `saver` then reads the result behind its head. The caller frees *text, also if the function returns
 * false, which means that the entry is damaged or has another head. *text is NULL if there is no file to read. */
bool entry_read(const char *path, const char *head, char **text, struct saver *saver);
/* Begins an entry in `out`, which must be empty; `saver` then writes the result. */
void entry_begin(const char *head, struct sb *out, struct saver *saver);
/* Ends the entry, writes it to its file and releases `out`. If it cannot be written, nothing fails; `what` names the
 * result in a message with -v. */
void entry_write(const char *path, struct sb *out, const char *what);

#endif
