/* groups: the least number of groups without conflicts inside a group. Z3 finds it exactly, for
 * small sets. */
#ifndef SKEP_SOLVE_GROUPS_H
#define SKEP_SOLVE_GROUPS_H

#include <stdbool.h>
#include <stdint.h>

/* `conflict` is a symmetric n times n matrix. 0: Z3 found no answer. */
uint32_t groups_fewest(const bool *conflict, uint32_t n);

#endif
