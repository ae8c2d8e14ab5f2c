/* inline: the code at each mark, as bitcode that instr/ links into the unit and the optimiser
 * inlines.
 *
 * instr/ emits one call per mark with constant arguments; the optimiser inlines it and folds the
 * constants. A condition becomes one store, one decrement and one branch that is almost never
 * taken: fuel is out, or the test wants to see the compared values. The code behind that branch is
 * in functions of their own that leave the caller's registers alone, so that a unit with thousands
 * of conditions stays small and quick to compile.
 *
 * The store of a hit comes before that branch. The code behind the branch is opaque to the
 * optimiser, so the store cannot be delayed beyond it, and a loop that crashes or hangs still shows
 * what it reached. */

/* A target is one executable, so its symbols are reached directly, without the table that shared
 * libraries would need. */
#pragma GCC visibility push(hidden)
#include "protocol.h"
#include "runtime.h"
#pragma GCC visibility pop

#define HELPER __attribute__((always_inline)) void
/* In the runtime's own section: it is not code of the unit when a fault is traced. */
#define SLOW static __attribute__((noinline, cold, preserve_most, section("skep_text"))) void

/* The functions that instr/ calls. All parameters are constants, except for values of the unit. A
 * condition's number, and the predicate and width of its comparison, are packed into one constant,
 * which keeps the call short. */
#define CONDITION(what) ((uint32_t)(what))
#define PREDICATE(what) ((uint32_t)((what) >> 32) & 0xff)
#define BITS(what) ((uint32_t)((what) >> 40))

HELPER __skep_at_function(uint32_t probe);
HELPER __skep_at_region(uint32_t probe);
HELPER __skep_at_path(uint32_t *path, uint32_t outcome, uint32_t first_probe, uint32_t begins, uint32_t weight_false,
                      uint32_t weight_true, uint32_t ends_false, uint32_t ends_true);
HELPER __skep_at_int(uint32_t false_probe, uint32_t outcome, uint64_t what, uint64_t left, uint64_t right);
HELPER __skep_at_real(uint32_t false_probe, uint32_t outcome, uint64_t what, double left, double right);
HELPER __skep_at_text(uint32_t false_probe, uint32_t outcome, uint64_t what, int32_t result);
HELPER __skep_at_bool(uint32_t false_probe, uint32_t outcome, uint64_t what);
HELPER __skep_at_switch(uint32_t first_case, uint32_t n_cases, int64_t value);
HELPER __skep_at_case(uint32_t probe);
HELPER __skep_at_loop(void);

/* ---- the rare part ---- */

static inline __attribute__((always_inline)) void __skep_check_fuel(void)
{
	if (__skep_fuel < 0)
		__skep_out_of_fuel();
}

SLOW __skep_slow_function(void)
{
	__skep_check_fuel();
}

SLOW __skep_slow_int(uint64_t what, uint64_t left, uint64_t right)
{
	if (__skep_watching)
		__skep_saw_int(CONDITION(what), PREDICATE(what), left, right, BITS(what));
	__skep_check_fuel();
}

SLOW __skep_slow_real(uint64_t what, double left, double right)
{
	if (__skep_watching)
		__skep_saw_real(CONDITION(what), PREDICATE(what), left, right);
	__skep_check_fuel();
}

SLOW __skep_slow_text(uint64_t what, int32_t result)
{
	if (__skep_watching)
		__skep_saw_text(CONDITION(what), PREDICATE(what), result);
	__skep_check_fuel();
}

SLOW __skep_slow_bool(uint64_t what, uint32_t outcome)
{
	if (__skep_watching)
		__skep_saw_bool(CONDITION(what), (int)outcome);
	__skep_check_fuel();
}

SLOW __skep_slow_switch(uint32_t first_case, uint32_t n_cases, int64_t value)
{
	__skep_saw_switch(first_case, n_cases, value);
}

/* ---- the inlined part ---- */

/* Takes one unit of fuel; returns the rest. Wrapping arithmetic makes it one instruction and its
 * sign test. */
static inline __attribute__((always_inline)) int64_t __skep_burn(void)
{
	return __skep_fuel = (int64_t)((uint64_t)__skep_fuel - 1);
}

/* The sign bit is set if fuel is out or the test is watched, so one branch serves both. */
#define SOMETHING_TO_DO() __builtin_expect((int64_t)((uint64_t)__skep_burn() | -(uint64_t)__skep_watching) < 0, 0)

HELPER __skep_at_function(uint32_t probe)
{
	__skep_hits[probe] = 1;
	if (__builtin_expect(__skep_burn() < 0, 0))
		__skep_slow_function();
}

HELPER __skep_at_region(uint32_t probe)
{
	__skep_hits[probe] = 1;
}

/* Goes one step through a decision's diagram. */
HELPER __skep_at_path(uint32_t *path, uint32_t outcome, uint32_t first_probe, uint32_t begins, uint32_t weight_false,
                      uint32_t weight_true, uint32_t ends_false, uint32_t ends_true)
{
	uint32_t sum = (begins ? 0 : *path) + (outcome ? weight_true : weight_false);
	*path = sum;
	if (outcome ? ends_true : ends_false)
		__skep_hits[first_probe + sum] = 1;
}

HELPER __skep_at_int(uint32_t false_probe, uint32_t outcome, uint64_t what, uint64_t left, uint64_t right)
{
	__skep_hits[false_probe + outcome] = 1;
	if (SOMETHING_TO_DO())
		__skep_slow_int(what, left, right);
}

HELPER __skep_at_real(uint32_t false_probe, uint32_t outcome, uint64_t what, double left, double right)
{
	__skep_hits[false_probe + outcome] = 1;
	if (SOMETHING_TO_DO())
		__skep_slow_real(what, left, right);
}

HELPER __skep_at_text(uint32_t false_probe, uint32_t outcome, uint64_t what, int32_t result)
{
	__skep_hits[false_probe + outcome] = 1;
	if (SOMETHING_TO_DO())
		__skep_slow_text(what, result);
}

HELPER __skep_at_bool(uint32_t false_probe, uint32_t outcome, uint64_t what)
{
	__skep_hits[false_probe + outcome] = 1;
	if (SOMETHING_TO_DO())
		__skep_slow_bool(what, outcome);
}

HELPER __skep_at_switch(uint32_t first_case, uint32_t n_cases, int64_t value)
{
	if (__builtin_expect(__skep_watching != 0, 0))
		__skep_slow_switch(first_case, n_cases, value);
}

HELPER __skep_at_case(uint32_t probe)
{
	__skep_hits[probe] = 1;
}

HELPER __skep_at_loop(void)
{
	if (__builtin_expect(__skep_burn() < 0, 0))
		__skep_slow_function();
}
