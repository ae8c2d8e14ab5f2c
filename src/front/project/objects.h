/* objects: facts from object files and programs of a project that was built. Private to front/.
 *
 * Macros and included sources may hide a definition from readers of the text (gnulib defines
 * umaxtostr() so), and no database says which libraries a program is linked with. If the project
 * was built, its objects and programs tell exactly. */
#ifndef SKEP_FRONT_OBJECTS_H
#define SKEP_FRONT_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>

/* Calls `each` for every function and variable that the object defines for other objects, in the
 * file's order. Does nothing for a file that is missing or is no ELF object of this kind of
 * machine. */
void object_symbols_read(const char *path, void (*each)(void *context, const char *name, bool is_function),
                         void *context);

/* Calls `each` with the file name of every shared library that a program needs ("libgmp.so.10"),
 * except the C library's own. False: there is no such program. */
bool program_libraries_read(const char *path, void (*each)(void *context, const char *name), void *context);

#endif
