/* libc: what the C library of this machine defines. */
#ifndef SKEP_PROC_LIBC_H
#define SKEP_PROC_LIBC_H

#include <stdbool.h>

/* The C library (with libm) defines the name; a quick answer, no for some it does. */
bool symbol_in_libc(const char *name);

#endif
