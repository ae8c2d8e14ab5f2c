/* regress: the aims that skep regress adds to skep gen, for commands that aim at changed code in the same way. */
#ifndef SKEP_CLI_REGRESS_H
#define SKEP_CLI_REGRESS_H

#include "cli/aims.h"
#include "cli/gen/gen.h"

struct regress;

struct regress *regress_new(void);
void regress_free(struct regress *regress);
/* Returns the lines to aim at. */
struct aims *regress_aims(struct regress *regress);
/* Sets the folder in which an earlier campaign may be kept; the user's choice comes first. */
void regress_set_data(struct regress *regress, const char *folder);
/* Returns the extension for gen_with(); it lives as long as `regress`. */
struct gen_extension regress_extension(struct regress *regress);

#endif
