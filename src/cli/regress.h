/* regress: the aims that skep regress adds to skep gen, for commands that aim at changed code as it does. */
#ifndef SKEP_CLI_REGRESS_H
#define SKEP_CLI_REGRESS_H

#include "cli/aims.h"
#include "cli/gen/gen.h"

struct regress;

struct regress *regress_new(void);
void regress_free(struct regress *regress);
/* Which lines are meant. */
struct aims *regress_aims(struct regress *regress);
/* Where an earlier campaign may be kept, unless the user names a folder. */
void regress_set_data(struct regress *regress, const char *folder);
/* For gen_with(); it lives as long as `regress`. */
struct gen_extension regress_extension(struct regress *regress);

#endif
