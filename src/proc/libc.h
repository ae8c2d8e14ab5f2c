/* libc: the names that the C library of this machine defines. */
#ifndef SKEP_PROC_LIBC_H
#define SKEP_PROC_LIBC_H

#include <stdbool.h>

/* The C library (with libm) defines the name. The answer is quick, and false for some names that it
 * defines. */
bool symbol_in_libc(const char *name);

#endif
