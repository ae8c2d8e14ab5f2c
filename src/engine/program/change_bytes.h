/* change_bytes: makes a text from another text, by changes of bytes and words. Private to engine/program. */
#ifndef SKEP_ENGINE_PROGRAM_CHANGE_BYTES_H
#define SKEP_ENGINE_PROGRAM_CHANGE_BYTES_H

#include "engine/program/change.h"

/* Returns the text, borrowed. */
struct bytes bytes_of(const char *text);
/* Returns a random number below n; 0 if n is 0. */
uint32_t below(const struct changer *c, uint32_t n);
/* Returns `old` with `in` in place of the `cut` bytes at `at`. */
struct bytes splice(const struct changer *c, struct bytes old, uint32_t at, uint32_t cut, struct bytes in);
/* Returns the text with a random change. */
struct bytes change_bytes(const struct changer *c, struct bytes old);
/* Cuts a text that has grown too long. */
void limit_bytes(struct bytes *bytes);

#endif
