/* program: the wishes of a slice as straight code that is evaluated very often.
 *
 * Every value has a slot: first the inputs (free bytes), then the constants (fixed bytes, pointers,
 * numbers), then a slot for each instruction, in the order of computation. Constant operations are
 * folded. Inputs are numbered in the order in which they are met from the wishes on, the last wish
 * first, so slices of equal shape give equal programs, whatever traces they come from. */
#ifndef SKEP_SOLVE_PROGRAM_H
#define SKEP_SOLVE_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "solve/expressions.h"
#include "solve/solve.h"

struct instruction {
	uint8_t op;         /* enum sk_node_op */
	uint8_t flags;      /* FCMP: LLVM's predicate; ADD, SUB, MUL: IN_RANGE or 0 */
	uint8_t bits;       /* of the value */
	uint8_t operand_bits; /* of the left operand; of CONCAT, of the right one */
	uint32_t left, right; /* slots */
	uint32_t extra;     /* ITE: slot of the condition; TABLE: its number; EXTRACT: first bit */
};

/* A sum, difference or product out of the range of its type, as a signed number, has no value. */
#define IN_RANGE 1u

struct program_wish {
	uint32_t slot;
	bool is_not;
	uint64_t value;
};

struct program {
	uint32_t n_inputs, n_constants, n_code, n_slots;
	const struct origin *inputs;      /* [n_inputs] */
	const uint8_t *run;               /* [n_inputs]: their values in the run */
	const uint64_t *constants;
	const struct instruction *code;   /* of slot first_code + i */
	uint32_t first_code;
	const struct program_wish *wishes; /* [0] is the last wish, which differs from the run */
	uint32_t n_wishes;
	const struct value_table *tables; /* by number */
	/* For each slot, the inputs that it depends on. Inputs from number 63 on share bit 63. */
	const uint64_t *masks;
	bool is_partial;  /* some instruction may have no value */
	bool is_broken;   /* a node is unsound, so some wish never has a value */
	bool has_pointer; /* some constant is an address in this run */
	bool has_float;
	bool has_sums;    /* some instruction may overflow, so with in_range the result could be another */
};

#define SHARED_BIT 63u

static inline uint64_t input_bit(uint32_t input)
{
	return UINT64_C(1) << (input < SHARED_BIT ? input : SHARED_BIT);
}

static inline uint64_t bit_mask(unsigned bits)
{
	return ~UINT64_C(0) >> (64 - bits);
}

static inline int64_t sign_extend(uint64_t value, unsigned bits)
{
	return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

/* The slot's instruction; NULL: the slot is an input or a constant. */
static inline const struct instruction *program_instruction(const struct program *program, uint32_t slot)
{
	return slot < program->first_code ? NULL : &program->code[slot - program->first_code];
}

static inline unsigned program_bits(const struct program *program, uint32_t slot)
{
	const struct instruction *in = program_instruction(program, slot);
	return in ? in->bits : slot < program->n_inputs ? 8 : 64;
}

/* Computes an instruction from its operands; false: it has no value. */
bool instruction_compute(const struct instruction *in, uint64_t left, uint64_t right, uint64_t condition,
                         const struct value_table *tables, uint64_t *value);
/* The instruction has no value for some operands. */
bool instruction_is_partial(const struct instruction *in);

/* Compiles these wishes to a program in the arena; wishes[0] is the last one. `known` tells which bytes are free
 * and their values in the run. `in_range`: arithmetic must not overflow. */
struct program *program_compile(struct expressions *expressions, const struct known_inputs *known,
                                const struct wish *wishes, size_t n, bool in_range, struct arena *arena);

/* Index in `known`, or known->n. */
size_t known_find(const struct known_inputs *known, uint32_t step, uint32_t offset);

/* ---- evaluation ---- */

/* The values of all slots for one assignment of the inputs. */
struct machine {
	const struct program *program;
	uint64_t *values;   /* [n_slots]; the caller sets the first n_inputs */
	uint8_t *has_value; /* [n_slots] */
	uint64_t steps;     /* instructions executed so far, which budgets count */
};

/* Sets the inputs to their values in the run, and computes nothing. */
void machine_init(struct machine *machine, const struct program *program, struct arena *arena);
void machine_set(struct machine *machine, const uint8_t *bytes);
/* Computes all slots. */
void machine_run(struct machine *machine);
/* Computes these slots, in ascending order, with the present values of the others. */
void machine_run_some(struct machine *machine, const uint32_t *slots, size_t n);
/* Look at the present values. */
bool machine_wish_holds(const struct machine *machine, const struct program_wish *wish);
bool machine_all_hold(const struct machine *machine);
/* Sets the inputs and computes all slots; true if all wishes hold. */
bool machine_try(struct machine *machine, const uint8_t *bytes);

#endif
