/* groups: the fewest groups in which no two members conflict, by Z3: exact, for small sets. */
#ifndef SKEP_SOLVE_GROUPS_H
#define SKEP_SOLVE_GROUPS_H

#include <stdbool.h>
#include <stdint.h>

/* `conflict` is an n times n matrix, symmetric. 0: Z3 could not tell. */
uint32_t groups_fewest(const bool *conflict, uint32_t n);

#endif
