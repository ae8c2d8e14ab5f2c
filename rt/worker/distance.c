/* distance: how far each condition was from the outcome it did not take.
 *
 * For every outcome of a condition (and every case of a switch) this is the smallest distance in
 * the test: 0 if it was taken, else how much an operand would have to change. Each outcome also has
 * a count of how often its condition or switch decided, up to SK_MANY_TIMES: a condition that
 * decided once must not be forced to its other side. Compared operands are recorded, too, a few per
 * condition, because they are values that matter to the unit. All that was written is listed, so
 * the next test starts in time that depends only on this one. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "inside.h"

#define PAIRS_PER_CONDITION 4
#define UNORDERED (DBL_MAX / 4) /* a NaN has the largest distance */
#define ULP 0x1p-52             /* the next representable number, in octaves */

/* LLVM's numbers; see runtime.h. */
enum int_predicate { EQ = 32, NE, UGT, UGE, ULT, ULE, SGT, SGE, SLT, SLE };
enum real_predicate { OEQ = 1, OGT, OGE, OLT, OLE, ONE, ORD, UNO, UEQ, UGT_, UGE_, ULT_, ULE_, UNE };

uint32_t __skep_watching;
double *__skep_distances;
uint8_t *__skep_decided;
struct sk_compared __skep_compared[SK_MAX_COMPARED];
uint32_t __skep_n_compared;
uint64_t __skep_n_decisions;

static uint32_t *touched;
static uint32_t n_touched;
static uint8_t *n_pairs; /* by condition */

uint32_t __skep_n_distances(void)
{
	return 2 * __skep_target.n_conditions + __skep_target.n_cases;
}

void __skep_distances_init(void)
{
	uint32_t n = __skep_n_distances();
	__skep_distances = malloc((n + 1) * sizeof *__skep_distances);
	__skep_decided = calloc(n + 1, 1);
	touched = malloc((n + 1) * sizeof *touched);
	n_pairs = calloc(__skep_target.n_conditions + 1, 1);
	if (!__skep_distances || !__skep_decided || !touched || !n_pairs)
		_exit(SK_END_LOST);
	for (uint32_t i = 0; i < n; i++)
		__skep_distances[i] = -1;
}

void __skep_distances_reset(void)
{
	for (uint32_t i = 0; i < n_touched; i++) {
		__skep_distances[touched[i]] = -1;
		__skep_decided[touched[i]] = 0;
	}
	for (uint32_t i = 0; i < __skep_n_compared; i++)
		n_pairs[__skep_compared[i].condition] = 0;
	n_touched = 0;
	__skep_n_compared = 0;
	__skep_n_decisions = 0;
	__skep_texts_reset();
}

static void note(uint32_t i, double distance)
{
	double *smallest = &__skep_distances[i];
	__skep_decided[i] += __skep_decided[i] < SK_MANY_TIMES;
	if (*smallest < 0)
		touched[n_touched++] = i;
	else if (*smallest <= distance)
		return;
	*smallest = distance;
}

/* `distance` leads to the outcome that was not taken; it is never 0. */
static void note_outcome(uint32_t condition, bool outcome, double distance)
{
	if (condition >= __skep_target.n_conditions)
		return;
	note(2 * condition + outcome, 0);
	note(2 * condition + !outcome, distance);
}

static void note_pair(uint32_t condition, uint64_t left, uint64_t right, uint32_t bits)
{
	if (condition >= __skep_target.n_conditions || __skep_n_compared == SK_MAX_COMPARED ||
	    n_pairs[condition] == PAIRS_PER_CONDITION)
		return;
	n_pairs[condition]++;
	__skep_compared[__skep_n_compared++] = (struct sk_compared){ condition, (bits + 7) / 8, left, right };
}

/* Both outcomes were taken and the pairs are full, so nothing about the condition can change. Loops
 * decide the same conditions over and over. */
static bool is_settled(uint32_t condition)
{
	return condition < __skep_target.n_conditions && n_pairs[condition] == PAIRS_PER_CONDITION &&
	       __skep_distances[2 * condition] == 0 && __skep_distances[2 * condition + 1] == 0;
}

static int64_t extended(uint64_t value, uint32_t bits)
{
	unsigned unused = 64 - (bits < 64 ? bits : 64);
	return bits ? (int64_t)(value << unused) >> unused : 0;
}

/* |a - b| without overflow. */
static double gap(bool is_less, uint64_t a, uint64_t b)
{
	return (double)(is_less ? b - a : a - b);
}

/* For equality, the distance between bit patterns may also go round: -1 is next to 0. */
static double equality_gap(uint64_t a, uint64_t b, uint32_t bits)
{
	uint64_t mask = bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX;
	uint64_t one = (a - b) & mask, other = (b - a) & mask;
	return (double)(one < other ? one : other);
}

/* How far two values are from being equal. Pointers are only equal or not. */
static double unequal_gap(uint64_t left, uint64_t right, uint32_t bits)
{
	return bits & SK_POINTER_BITS ? 1 : equality_gap(left, right, bits);
}

void __skep_saw_int(uint32_t condition, uint32_t predicate, uint64_t left, uint64_t right, uint32_t width)
{
	__skep_n_decisions++;
	if (is_settled(condition))
		return;
	uint32_t bits = width & ~SK_POINTER_BITS;
	int64_t sl = extended(left, bits), sr = extended(right, bits);
	bool is_signed = predicate >= SGT;
	bool less = is_signed ? sl < sr : left < right;
	double apart = is_signed ? gap(less, (uint64_t)sl, (uint64_t)sr) : gap(less, left, right);
	bool equal = left == right;
	note_pair(condition, left, right, bits);
	switch (predicate) {
	case EQ:
	case NE:
		note_outcome(condition, equal == (predicate == EQ), equal ? 1 : unequal_gap(left, right, width));
		break;
	case ULT:
	case SLT: /* the operands are not less: the left one must become smaller than the right */
		note_outcome(condition, less, less ? apart : apart + 1);
		break;
	case UGE:
	case SGE:
		note_outcome(condition, !less, less ? apart : apart + 1);
		break;
	case ULE:
	case SLE:
		note_outcome(condition, less || equal, less || equal ? apart + 1 : apart);
		break;
	case UGT:
	case SGT:
		note_outcome(condition, !less && !equal, less || equal ? apart + 1 : apart);
		break;
	default:
		break;
	}
}

static bool real_outcome(uint32_t predicate, double left, double right)
{
	/* Bit 0 equal, bit 1 greater, bit 2 less, bit 3 unordered, like LLVM's predicates. */
	unsigned relation = isunordered(left, right) ? 8 : left == right ? 1 : left > right ? 2 : 4;
	return predicate & relation;
}

/* The place of a float among all floats, as an integer: neighbours differ by one, and both zeroes
 * are 0. */
static int64_t rank_of(double number)
{
	int64_t bits;
	memcpy(&bits, &number, sizeof bits);
	return bits < 0 ? -(bits & INT64_MAX) : bits;
}

/* The number of representable numbers between the two, in octaves: equal steps count the same near
 * 1e-300, near 1 and near 1e300, and infinity is next to the largest number. */
static double octaves(double left, double right)
{
	int64_t a = rank_of(left), b = rank_of(right);
	return gap(a < b, (uint64_t)a, (uint64_t)b) * ULP;
}

/* The distance to the outcome that was not taken; never 0. */
static double real_distance(uint32_t predicate, double left, double right)
{
	if (isunordered(left, right) || predicate == ORD || predicate == UNO)
		return UNORDERED;
	double apart = octaves(left, right);
	return apart > 0 ? apart : ULP;
}

void __skep_saw_real(uint32_t condition, uint32_t predicate, double left, double right)
{
	__skep_n_decisions++;
	if (is_settled(condition))
		return;
	uint64_t l, r;
	memcpy(&l, &left, sizeof l);
	memcpy(&r, &right, sizeof r);
	note_pair(condition, l, r, 64);
	note_outcome(condition, real_outcome(predicate, left, right), real_distance(predicate, left, right));
}

void __skep_saw_text(uint32_t condition, uint32_t predicate, int result)
{
	double text = __skep_text_distance > 0 ? __skep_text_distance : 1;
	double number = fabs((double)result) + 1;
	bool equal = result == 0, less = result < 0;
	__skep_n_decisions++;
	__skep_texts_decided(condition);
	switch (predicate) {
	case EQ:
	case NE:
		note_outcome(condition, equal == (predicate == EQ), equal ? 1 : text);
		break;
	case SLT:
	case SGE:
		note_outcome(condition, less == (predicate == SLT), number);
		break;
	case SLE:
	case SGT:
		note_outcome(condition, (less || equal) == (predicate == SLE), number);
		break;
	default:
		break;
	}
}

void __skep_saw_bool(uint32_t condition, int outcome)
{
	__skep_n_decisions++;
	note_outcome(condition, outcome != 0, 1);
}

static double case_distance(const struct sk_switch_case *one, int64_t value)
{
	if (value < one->low)
		return gap(true, (uint64_t)value, (uint64_t)one->low);
	if (value > one->high)
		return gap(false, (uint64_t)value, (uint64_t)one->high);
	return 0;
}

void __skep_saw_switch(uint32_t first_case, uint32_t n_cases, int64_t value)
{
	const struct sk_switch_case *cases = __skep_target.cases;
	uint32_t first = 2 * __skep_target.n_conditions + first_case;
	bool matched = false;
	__skep_n_decisions++;
	if (first_case > __skep_target.n_cases || n_cases > __skep_target.n_cases - first_case)
		return;
	for (uint32_t i = 0; i < n_cases; i++) {
		if (cases[first_case + i].is_default)
			continue;
		double distance = case_distance(&cases[first_case + i], value);
		matched |= distance == 0;
		note(first + i, distance);
	}
	for (uint32_t i = 0; i < n_cases; i++)
		if (cases[first_case + i].is_default)
			note(first + i, matched);
}
