/* installed: which headers the unit's own build files give to users.
 *
 * Makefile.am, Makefile, CMakeLists.txt and meson.build of a library say which headers are
 * installed. If they name some of the unit's headers, the others are for the unit itself. The build
 * files are looked for in the folders of the sources, in the folders above, and in `include` beside
 * them. If a pattern or a whole folder is installed, the build files say nothing about single
 * headers. A build file of a library that lists a header as a source keeps it. */
#ifndef SKEP_JUDGE_INSTALLED_H
#define SKEP_JUDGE_INSTALLED_H

#include "base/map.h"
#include "front/front.h"

/* The paths where build files of the unit may lie, in arena; the files need not exist. */
typedef VEC(const char *) path_list;
void find_build_files(const struct model *model, struct arena *arena, path_list *paths);
/* Adds the names, without folders, of all headers that a build file of the unit installs, and of those that one lists
 * as sources. */
void find_installed(const struct unit *unit, struct strmap *names, struct strmap *kept);
/* Adds the headers that the text of one build file installs. */
void read_installed(const char *text, struct strmap *names);
/* Adds the headers that the text of one build file lists as sources of a library, or as not to be installed with it. */
void read_kept(const char *text, struct strmap *names);
/* The names include a pattern that stands for any header. */
bool installs_any(const struct strmap *names);

#endif
