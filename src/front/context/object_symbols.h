/* object_symbols: which names an object file defines. Private to front/.
 *
 * Macros and included sources may hide a definition from everybody who reads the text alone
 * (gnulib defines umaxtostr() so). Where the project was built, its objects tell exactly. */
#ifndef SKEP_FRONT_OBJECT_SYMBOLS_H
#define SKEP_FRONT_OBJECT_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>

/* Calls `each` with every function and variable that the object defines for others, in the
 * file's order. A file that is missing or no ELF object of this kind of machine defines none. */
void object_symbols_read(const char *path, void (*each)(void *context, const char *name, bool is_function),
                         void *context);

#endif
