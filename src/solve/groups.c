/* groups: see groups.h. Each member gets a number below k, and members that conflict get different
 * numbers. The smallest k for which Z3 finds such numbers is the answer. */
#include "solve/groups.h"

#include <z3.h>

#define SORT_BITS 8u         /* width of a group's number */

static Z3_ast group_of(Z3_context c, uint32_t member)
{
	return Z3_mk_const(c, Z3_mk_int_symbol(c, (int)member), Z3_mk_bv_sort(c, SORT_BITS));
}

static Z3_lbool try_groups(Z3_context c, const bool *conflict, uint32_t n, uint32_t k)
{
	Z3_solver solver = Z3_mk_solver(c);
	Z3_solver_inc_ref(c, solver);
	Z3_ast limit = Z3_mk_unsigned_int64(c, k, Z3_mk_bv_sort(c, SORT_BITS));
	for (uint32_t i = 0; i < n; i++) {
		Z3_solver_assert(c, solver, Z3_mk_bvult(c, group_of(c, i), limit));
		for (uint32_t j = i + 1; j < n; j++)
			if (conflict[i * n + j])
				Z3_solver_assert(c, solver, Z3_mk_not(c, Z3_mk_eq(c, group_of(c, i), group_of(c, j))));
	}
	Z3_lbool answer = Z3_solver_check(c, solver);
	Z3_solver_dec_ref(c, solver);
	return answer;
}

uint32_t groups_fewest(const bool *conflict, uint32_t n)
{
	Z3_config config = Z3_mk_config();
	Z3_context c = Z3_mk_context(config);
	Z3_lbool answer = Z3_L_FALSE;
	uint32_t k = 0;
	Z3_del_config(config);
	while (answer == Z3_L_FALSE && k < n)
		answer = try_groups(c, conflict, n, ++k);
	Z3_del_context(c);
	return answer == Z3_L_TRUE ? k : 0;
}
