/* directives: lines such as "#pragma once", of which only the known ones count. */
#ifndef DIRECTIVES_H
#define DIRECTIVES_H

enum directive { DIRECTIVE_NONE, DIRECTIVE_UNKNOWN, DIRECTIVE_DEFINE, DIRECTIVE_INCLUDE, DIRECTIVE_PRAGMA_ONCE };

/* What the line is; letters may be small or capital. */
enum directive directive_of(const char *line);

#endif
