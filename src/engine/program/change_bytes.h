/* change_bytes: one text made from another, by changes of bytes and words. Private to engine/program. */
#ifndef SKEP_ENGINE_PROGRAM_CHANGE_BYTES_H
#define SKEP_ENGINE_PROGRAM_CHANGE_BYTES_H

#include "engine/program/change.h"

/* The text, borrowed. */
struct bytes bytes_of(const char *text);
/* A random number below n; 0 if n is 0. */
uint32_t below(const struct changer *c, uint32_t n);
/* `cut` bytes at `at` replaced by others. */
struct bytes splice(const struct changer *c, struct bytes old, uint32_t at, uint32_t cut, struct bytes in);
/* One change at random. */
struct bytes change_bytes(const struct changer *c, struct bytes old);
/* Cuts a text that grew too long. */
void limit_bytes(struct bytes *bytes);

#endif
