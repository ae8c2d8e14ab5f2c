/* installed: which headers the unit's own build files give to users.
 *
 * Makefile.am, Makefile, CMakeLists.txt and meson.build of a library say which headers
 * are installed. Where they name one of the unit's, those that they do not name are for
 * the unit itself. Read are the files in the folders of the sources, in those above, and
 * in `include` beside them; a pattern or a whole folder that is installed says nothing. */
#ifndef SKEP_JUDGE_INSTALLED_H
#define SKEP_JUDGE_INSTALLED_H

#include "base/map.h"
#include "front/front.h"

/* The paths where build files of the unit would lie, in arena; they may not be there. */
typedef VEC(const char *) path_list;
void find_build_files(const struct model *model, struct arena *arena, path_list *paths);
/* The names, without folders, of all headers that a build file installs. */
void find_installed(const struct unit *unit, struct strmap *names);
/* The same of one build file's text. */
void read_installed(const char *text, struct strmap *names);
/* A pattern that stands for any header is among them. */
bool installs_any(const struct strmap *names);

#endif
