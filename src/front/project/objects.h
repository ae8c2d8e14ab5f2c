/* objects: what object files and programs of a project that was built tell. Private to front/.
 *
 * Macros and included sources may hide a definition from everybody who reads the text alone
 * (gnulib defines umaxtostr() so), and no database says which libraries a program is linked
 * with. Where the project was built, its objects and programs tell exactly. */
#ifndef SKEP_FRONT_OBJECTS_H
#define SKEP_FRONT_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>

/* Calls `each` with every function and variable that the object defines for others, in the
 * file's order. A file that is missing or no ELF object of this kind of machine defines none. */
void object_symbols_read(const char *path, void (*each)(void *context, const char *name, bool is_function),
                         void *context);

/* Calls `each` with the file name of every shared library that a program needs, but for the C
 * library's own ("libgmp.so.10"). False: there is no such program. */
bool program_libraries_read(const char *path, void (*each)(void *context, const char *name), void *context);

#endif
