/* smt: a program as a formula for Z3, the last rung.
 *
 * Values are bit vectors; a float is a term of Z3's float theory from the operation
 * that makes it to those that use it, and becomes bits only where bits are asked
 * for: as a new bit vector that must read as this float (so any NaN will do). Whether
 * a value exists is a formula of its own. Nothing is ever narrowed: where Z3 has no
 * exact counterpart the value is left open, so `unsatisfiable` stays true, and what
 * is satisfiable is evaluated by the caller before it is believed.
 *
 * Each query is solved in a process of its own. When its budget ends Z3 throws what it
 * does not always catch, and it may go on for seconds; then that query has no answer. */
#include "solve/rungs.h"

#include <math.h>
#include <string.h>
#include <z3.h>

#include "base/status.h"
#include "proc/apart.h"

#define DEFAULT_SECONDS 0.5
#define STEPS_PER_SECOND 1e6        /* Z3's resource units, a budget that is the same everywhere */
#define GUARD 4                     /* times the seconds: the clock only ends a query that ignores its budget */
#define GRACE_SECONDS 1.0           /* for writing the formula down, and for a slow machine */
#define MAX_HASTE 3u                /* halvings of the budget after queries that got no answer */
#define MAX_CODE 20000              /* instructions; larger programs are not worth the memory, */
#define CODE_PER_SECOND 40000       /* nor, if there is little time to solve them, writing them down */
#define MEGABYTES "1500"

struct smt {
	Z3_context context; /* only copies of this process make anything in it */
	unsigned haste;     /* grows with every failure; the next success resets it */
	double seconds;
};

struct encoder {
	Z3_context c;
	Z3_solver solver;
	const struct program *program;
	Z3_ast *bits;      /* per slot; NULL: not made yet */
	Z3_ast *floats;    /* per slot; NULL: not made yet */
	Z3_ast *has_value; /* per slot; NULL: it always has one */
	unsigned n_fresh;
};

/* Z3 passes its errors to a function without a context; a query looks at this flag afterwards. */
static _Thread_local bool has_failed;

static void note_error(Z3_context context, Z3_error_code code)
{
	(void)context;
	has_failed |= code != Z3_OK;
}

/* The context is NULL if Z3's memory is used up. */
static void open_context(struct smt *smt)
{
	Z3_global_param_set("memory_max_size", MEGABYTES);
	Z3_config config = Z3_mk_config();
	Z3_set_param_value(config, "model", "true");
	smt->context = Z3_mk_context(config);
	Z3_del_config(config);
	if (smt->context)
		Z3_set_error_handler(smt->context, note_error);
}

struct smt *smt_new(double seconds)
{
	struct smt *smt = xcalloc(1, sizeof *smt);
	smt->seconds = seconds > 0 ? seconds : DEFAULT_SECONDS;
	return smt;
}

void smt_free(struct smt *smt)
{
	if (!smt)
		return;
	if (smt->context)
		Z3_del_context(smt->context);
	free(smt);
}

/* ---- small formulas ---- */

static Z3_ast number(const struct encoder *encoder, uint64_t value, unsigned bits)
{
	return Z3_mk_unsigned_int64(encoder->c, value, Z3_mk_bv_sort(encoder->c, bits));
}

static Z3_ast both(const struct encoder *encoder, Z3_ast a, Z3_ast b)
{
	if (!a || !b)
		return a ? a : b;
	return Z3_mk_and(encoder->c, 2, (Z3_ast[]){ a, b });
}

static Z3_ast as_bit(const struct encoder *encoder, Z3_ast formula)
{
	return Z3_mk_ite(encoder->c, formula, number(encoder, 1, 1), number(encoder, 0, 1));
}

static Z3_ast fresh(struct encoder *encoder, unsigned bits)
{
	Z3_symbol name = Z3_mk_int_symbol(encoder->c, (int)(encoder->program->n_inputs + encoder->n_fresh++));
	return Z3_mk_const(encoder->c, name, Z3_mk_bv_sort(encoder->c, bits));
}

static Z3_sort float_sort(const struct encoder *encoder, unsigned bits)
{
	return bits == 32 ? Z3_mk_fpa_sort_32(encoder->c) : Z3_mk_fpa_sort_64(encoder->c);
}

/* The slot as a vector of this width; the compiler made sure that it is no wider. */
static Z3_ast bits_of(struct encoder *encoder, uint32_t slot, unsigned bits)
{
	const struct program *program = encoder->program;
	if (slot >= program->n_inputs && slot < program->first_code)
		return number(encoder, program->constants[slot - program->n_inputs], bits);
	unsigned own = program_bits(program, slot);
	if (!encoder->bits[slot]) {
		encoder->bits[slot] = fresh(encoder, own);
		if (encoder->floats[slot]) {
			Z3_ast reads = Z3_mk_fpa_to_fp_bv(encoder->c, encoder->bits[slot], float_sort(encoder, own));
			Z3_solver_assert(encoder->c, encoder->solver,
			                 Z3_mk_eq(encoder->c, reads, encoder->floats[slot]));
		}
	}
	return own < bits ? Z3_mk_zero_ext(encoder->c, bits - own, encoder->bits[slot]) : encoder->bits[slot];
}

static Z3_ast float_of(struct encoder *encoder, uint32_t slot, unsigned bits)
{
	bool is_code = slot >= encoder->program->first_code;
	if (is_code && encoder->floats[slot])
		return encoder->floats[slot];
	Z3_ast value = Z3_mk_fpa_to_fp_bv(encoder->c, bits_of(encoder, slot, bits), float_sort(encoder, bits));
	if (is_code)
		encoder->floats[slot] = value;
	return value;
}

static Z3_ast value_exists(const struct encoder *encoder, uint32_t slot)
{
	return slot < encoder->program->first_code ? NULL : encoder->has_value[slot];
}

/* ---- integers ---- */

static Z3_ast arithmetic(const struct encoder *encoder, unsigned op, Z3_ast left, Z3_ast right)
{
	Z3_context c = encoder->c;
	switch (op) {
	case SK_NODE_ADD:
		return Z3_mk_bvadd(c, left, right);
	case SK_NODE_SUB:
		return Z3_mk_bvsub(c, left, right);
	case SK_NODE_MUL:
		return Z3_mk_bvmul(c, left, right);
	case SK_NODE_UDIV:
		return Z3_mk_bvudiv(c, left, right);
	case SK_NODE_SDIV:
		return Z3_mk_bvsdiv(c, left, right);
	case SK_NODE_UREM:
		return Z3_mk_bvurem(c, left, right);
	case SK_NODE_SREM:
		return Z3_mk_bvsrem(c, left, right);
	case SK_NODE_SHL:
		return Z3_mk_bvshl(c, left, right);
	case SK_NODE_LSHR:
		return Z3_mk_bvlshr(c, left, right);
	case SK_NODE_ASHR:
		return Z3_mk_bvashr(c, left, right);
	case SK_NODE_AND:
		return Z3_mk_bvand(c, left, right);
	case SK_NODE_OR:
		return Z3_mk_bvor(c, left, right);
	default:
		return Z3_mk_bvxor(c, left, right);
	}
}

static Z3_ast comparison(const struct encoder *encoder, unsigned op, Z3_ast left, Z3_ast right)
{
	Z3_context c = encoder->c;
	switch (op) {
	case SK_NODE_EQ:
		return Z3_mk_eq(c, left, right);
	case SK_NODE_NE:
		return Z3_mk_not(c, Z3_mk_eq(c, left, right));
	case SK_NODE_ULT:
		return Z3_mk_bvult(c, left, right);
	case SK_NODE_ULE:
		return Z3_mk_bvule(c, left, right);
	case SK_NODE_SLT:
		return Z3_mk_bvslt(c, left, right);
	default:
		return Z3_mk_bvsle(c, left, right);
	}
}

/* The formula for the operation on two integers to have a value; NULL: it always has one. */
static Z3_ast stays_in_range(const struct encoder *encoder, const struct instruction *in, Z3_ast left, Z3_ast right)
{
	Z3_context c = encoder->c;
	switch (in->op) {
	case SK_NODE_ADD:
		return both(encoder, Z3_mk_bvadd_no_overflow(c, left, right, true),
		            Z3_mk_bvadd_no_underflow(c, left, right));
	case SK_NODE_SUB:
		return both(encoder, Z3_mk_bvsub_no_overflow(c, left, right),
		            Z3_mk_bvsub_no_underflow(c, left, right, true));
	default:
		return both(encoder, Z3_mk_bvmul_no_overflow(c, left, right, true),
		            Z3_mk_bvmul_no_underflow(c, left, right));
	}
}

static Z3_ast integer_exists(const struct encoder *encoder, const struct instruction *in, Z3_ast left, Z3_ast right)
{
	Z3_context c = encoder->c;
	unsigned bits = in->bits;
	if (in->op <= SK_NODE_MUL && in->flags & IN_RANGE)
		return stays_in_range(encoder, in, left, right);
	if (in->op < SK_NODE_UDIV || in->op > SK_NODE_SREM)
		return NULL;
	Z3_ast exists = Z3_mk_not(c, Z3_mk_eq(c, right, number(encoder, 0, bits)));
	if (in->op == SK_NODE_UDIV || in->op == SK_NODE_UREM)
		return exists;
	Z3_ast overflow = both(encoder, Z3_mk_eq(c, right, number(encoder, bit_mask(bits), bits)),
	                       Z3_mk_eq(c, left, number(encoder, UINT64_C(1) << (bits - 1), bits)));
	return both(encoder, exists, Z3_mk_not(c, overflow));
}

/* The entries [first, first + size), chosen by the bits of the index below `bit`. */
static Z3_ast entries(const struct encoder *encoder, const struct instruction *in, Z3_ast index, uint32_t first,
                      unsigned bit)
{
	const struct value_table *table = &encoder->program->tables[in->extra];
	uint64_t mask = bit_mask(in->bits);
	uint32_t end = first + (UINT32_C(1) << bit) < table->n ? first + (UINT32_C(1) << bit) : table->n;
	uint64_t same = first < table->n ? table->at[first] & mask : 0;
	uint32_t i = first;
	while (i < end && (table->at[i] & mask) == same)
		i++;
	if (i >= end)
		return number(encoder, same, in->bits);
	Z3_ast is_high = Z3_mk_eq(encoder->c, Z3_mk_extract(encoder->c, bit - 1, bit - 1, index),
	                          number(encoder, 1, 1));
	return Z3_mk_ite(encoder->c, is_high, entries(encoder, in, index, first + (UINT32_C(1) << (bit - 1)), bit - 1),
	                 entries(encoder, in, index, first, bit - 1));
}

static void encode_table(struct encoder *encoder, const struct instruction *in, uint32_t slot)
{
	uint32_t n = encoder->program->tables[in->extra].n;
	Z3_ast index = bits_of(encoder, in->left, 64);
	unsigned bits = 1;
	while (n > UINT32_C(1) << bits)
		bits++;
	encoder->bits[slot] = entries(encoder, in, index, 0, bits);
	encoder->has_value[slot] = both(encoder, encoder->has_value[slot],
	                                Z3_mk_bvult(encoder->c, index, number(encoder, n, 64)));
}

static void encode_choice(struct encoder *encoder, const struct instruction *in, uint32_t slot)
{
	Z3_context c = encoder->c;
	Z3_ast takes = Z3_mk_eq(c, bits_of(encoder, in->extra, 1), number(encoder, 1, 1));
	Z3_ast left = value_exists(encoder, in->left), right = value_exists(encoder, in->right);
	encoder->bits[slot] = Z3_mk_ite(c, takes, bits_of(encoder, in->left, in->bits),
	                                bits_of(encoder, in->right, in->bits));
	encoder->has_value[slot] = value_exists(encoder, in->extra);
	if (left || right)
		encoder->has_value[slot] = both(
		        encoder, encoder->has_value[slot],
		        Z3_mk_ite(c, takes, left ? left : Z3_mk_true(c), right ? right : Z3_mk_true(c)));
}

/* ---- floats ---- */

static Z3_ast float_relation(struct encoder *encoder, const struct instruction *in)
{
	Z3_context c = encoder->c;
	Z3_ast left = float_of(encoder, in->left, in->operand_bits);
	Z3_ast right = float_of(encoder, in->right, in->operand_bits);
	Z3_ast parts[4];
	unsigned n = 0;
	if (in->flags & 1)
		parts[n++] = Z3_mk_fpa_eq(c, left, right);
	if (in->flags & 2)
		parts[n++] = Z3_mk_fpa_gt(c, left, right);
	if (in->flags & 4)
		parts[n++] = Z3_mk_fpa_lt(c, left, right);
	if (in->flags & 8)
		parts[n++] = Z3_mk_or(c, 2, (Z3_ast[]){ Z3_mk_fpa_is_nan(c, left), Z3_mk_fpa_is_nan(c, right) });
	return as_bit(encoder, Z3_mk_or(c, n, parts));
}

/* NULL: Z3 has no equal operation. */
static Z3_ast float_result(struct encoder *encoder, const struct instruction *in)
{
	Z3_context c = encoder->c;
	Z3_ast nearest = Z3_mk_fpa_rne(c), left = float_of(encoder, in->left, in->bits);
	switch (in->op) {
	case SK_NODE_FADD:
		return Z3_mk_fpa_add(c, nearest, left, float_of(encoder, in->right, in->bits));
	case SK_NODE_FSUB:
		return Z3_mk_fpa_sub(c, nearest, left, float_of(encoder, in->right, in->bits));
	case SK_NODE_FMUL:
		return Z3_mk_fpa_mul(c, nearest, left, float_of(encoder, in->right, in->bits));
	case SK_NODE_FDIV:
		return Z3_mk_fpa_div(c, nearest, left, float_of(encoder, in->right, in->bits));
	case SK_NODE_FNEG:
		return Z3_mk_fpa_neg(c, left);
	case SK_NODE_FABS:
		return Z3_mk_fpa_abs(c, left);
	case SK_NODE_FSQRT:
		return Z3_mk_fpa_sqrt(c, nearest, left);
	case SK_NODE_FFLOOR:
		return Z3_mk_fpa_round_to_integral(c, Z3_mk_fpa_rtn(c), left);
	case SK_NODE_FCEIL:
		return Z3_mk_fpa_round_to_integral(c, Z3_mk_fpa_rtp(c), left);
	case SK_NODE_FTRUNC:
		return Z3_mk_fpa_round_to_integral(c, Z3_mk_fpa_rtz(c), left);
	case SK_NODE_FRINT:
		return Z3_mk_fpa_round_to_integral(c, nearest, left);
	default: /* fmod is not IEEE's remainder */
		return NULL;
	}
}

static void encode_float_to_integer(struct encoder *encoder, const struct instruction *in, uint32_t slot)
{
	Z3_context c = encoder->c;
	Z3_ast left = float_of(encoder, in->left, in->operand_bits), zero = Z3_mk_fpa_rtz(c);
	Z3_ast whole = Z3_mk_fpa_round_to_integral(c, zero, left);
	bool is_signed = in->op == SK_NODE_F_TO_S;
	Z3_sort sort = float_sort(encoder, in->operand_bits);
	double end = ldexp(1, is_signed ? in->bits - 1 : in->bits), start = is_signed ? -end : 0;
	Z3_ast fits = both(encoder, Z3_mk_fpa_geq(c, whole, Z3_mk_fpa_numeral_double(c, start, sort)),
	                   Z3_mk_fpa_lt(c, whole, Z3_mk_fpa_numeral_double(c, end, sort)));
	encoder->bits[slot] = is_signed ? Z3_mk_fpa_to_sbv(c, zero, left, in->bits)
	                                : Z3_mk_fpa_to_ubv(c, zero, left, in->bits);
	encoder->has_value[slot] = both(encoder, encoder->has_value[slot], fits);
}

static void encode_to_float(struct encoder *encoder, const struct instruction *in, uint32_t slot)
{
	Z3_context c = encoder->c;
	Z3_sort sort = float_sort(encoder, in->bits);
	Z3_ast nearest = Z3_mk_fpa_rne(c);
	if (in->op == SK_NODE_S_TO_F)
		encoder->floats[slot] = Z3_mk_fpa_to_fp_signed(c, nearest, bits_of(encoder, in->left, in->operand_bits),
		                                               sort);
	else if (in->op == SK_NODE_U_TO_F)
		encoder->floats[slot] = Z3_mk_fpa_to_fp_unsigned(c, nearest,
		                                                 bits_of(encoder, in->left, in->operand_bits), sort);
	else if (in->bits == in->operand_bits)
		encoder->bits[slot] = bits_of(encoder, in->left, in->bits);
	else
		encoder->floats[slot] = Z3_mk_fpa_to_fp_float(c, nearest, float_of(encoder, in->left, in->operand_bits),
		                                              sort);
}

/* ---- the whole ---- */

static void encode_integer(struct encoder *encoder, const struct instruction *in, uint32_t slot)
{
	Z3_ast left = bits_of(encoder, in->left, in->bits), right = bits_of(encoder, in->right, in->bits);
	encoder->bits[slot] = arithmetic(encoder, in->op, left, right);
	encoder->has_value[slot] = both(encoder, encoder->has_value[slot], integer_exists(encoder, in, left, right));
}

static void encode_shape(struct encoder *encoder, const struct instruction *in, uint32_t slot)
{
	Z3_context c = encoder->c;
	Z3_ast *bits = &encoder->bits[slot];
	unsigned from = in->operand_bits;
	switch (in->op) {
	case SK_NODE_ZEXT:
		*bits = Z3_mk_zero_ext(c, in->bits - from, bits_of(encoder, in->left, from));
		break;
	case SK_NODE_SEXT:
		*bits = Z3_mk_sign_ext(c, in->bits - from, bits_of(encoder, in->left, from));
		break;
	case SK_NODE_EXTRACT:
		*bits = Z3_mk_extract(c, in->extra + in->bits - 1, in->extra, bits_of(encoder, in->left, from));
		break;
	default:
		*bits = Z3_mk_concat(c, bits_of(encoder, in->left, in->bits - from), bits_of(encoder, in->right, from));
		break;
	}
}

static void encode(struct encoder *encoder, uint32_t slot)
{
	const struct instruction *in = program_instruction(encoder->program, slot);
	encoder->has_value[slot] = both(encoder, value_exists(encoder, in->left), value_exists(encoder, in->right));
	switch (in->op) {
	case SK_NODE_ADD ... SK_NODE_XOR:
		encode_integer(encoder, in, slot);
		break;
	case SK_NODE_EQ ... SK_NODE_SLE:
		encoder->bits[slot] = as_bit(encoder,
		                             comparison(encoder, in->op, bits_of(encoder, in->left, in->operand_bits),
		                                        bits_of(encoder, in->right, in->operand_bits)));
		break;
	case SK_NODE_ZEXT ... SK_NODE_CONCAT:
		encode_shape(encoder, in, slot);
		break;
	case SK_NODE_ITE:
		encode_choice(encoder, in, slot);
		break;
	case SK_NODE_TABLE:
		encode_table(encoder, in, slot);
		break;
	case SK_NODE_FADD ... SK_NODE_FRINT:
		encoder->floats[slot] = float_result(encoder, in);
		break;
	case SK_NODE_FCMP:
		encoder->bits[slot] = float_relation(encoder, in);
		break;
	case SK_NODE_F_TO_S:
	case SK_NODE_F_TO_U:
		encode_float_to_integer(encoder, in, slot);
		break;
	case SK_NODE_S_TO_F ... SK_NODE_F_TO_F:
		encode_to_float(encoder, in, slot);
		break;
	default:
		encoder->has_value[slot] = Z3_mk_false(encoder->c);
		break;
	}
}

static void assert_wishes(struct encoder *encoder)
{
	Z3_context c = encoder->c;
	for (uint32_t i = 0; i < encoder->program->n_wishes && !has_failed; i++) {
		const struct program_wish *wish = &encoder->program->wishes[i];
		unsigned bits = program_bits(encoder->program, wish->slot);
		Z3_ast holds = wish->value > bit_mask(bits) ? Z3_mk_false(c)
		                                            : Z3_mk_eq(c, bits_of(encoder, wish->slot, bits),
		                                                       number(encoder, wish->value, bits));
		if (wish->is_not)
			holds = Z3_mk_not(c, holds);
		Z3_solver_assert(c, encoder->solver, both(encoder, value_exists(encoder, wish->slot), holds));
	}
}

static void encode_program(struct encoder *encoder, struct arena *arena)
{
	const struct program *program = encoder->program;
	encoder->bits = ARENA_ARRAY(arena, Z3_ast, program->n_slots + 1);
	encoder->floats = ARENA_ARRAY(arena, Z3_ast, program->n_slots + 1);
	encoder->has_value = ARENA_ARRAY(arena, Z3_ast, program->n_slots + 1);
	for (uint32_t i = 0; i < program->n_inputs; i++)
		encoder->bits[i] = Z3_mk_const(encoder->c, Z3_mk_int_symbol(encoder->c, (int)i),
		                               Z3_mk_bv_sort(encoder->c, 8));
	for (uint32_t slot = program->first_code; slot < program->n_slots && !has_failed; slot++)
		encode(encoder, slot);
	if (!has_failed)
		assert_wishes(encoder);
}

static void set_budget(const struct smt *smt, struct encoder *encoder)
{
	Z3_context c = encoder->c;
	Z3_params params = Z3_mk_params(c);
	Z3_params_inc_ref(c, params);
	double seconds = smt->seconds / (1u << smt->haste);
	double steps = seconds * STEPS_PER_SECOND, milliseconds = seconds * 1000 * GUARD;
	Z3_params_set_uint(c, params, Z3_mk_string_symbol(c, "rlimit"), steps < 4e9 ? (unsigned)steps : 4000000000u);
	Z3_params_set_uint(c, params, Z3_mk_string_symbol(c, "timeout"),
	                   milliseconds < 4e9 ? (unsigned)milliseconds : 4000000000u);
	Z3_params_set_bool(c, params, Z3_mk_string_symbol(c, "ctrl_c"), false);
	Z3_solver_set_params(c, encoder->solver, params);
	Z3_params_dec_ref(c, params);
}

static bool read_model(const struct encoder *encoder, uint8_t *answer)
{
	Z3_context c = encoder->c;
	Z3_model model = Z3_solver_get_model(c, encoder->solver);
	if (!model)
		return false;
	Z3_model_inc_ref(c, model);
	bool is_read = true;
	for (uint32_t i = 0; i < encoder->program->n_inputs && is_read; i++) {
		Z3_ast value;
		unsigned byte;
		is_read = Z3_model_eval(c, model, encoder->bits[i], true, &value) &&
		          Z3_get_numeral_uint(c, value, &byte);
		if (is_read)
			answer[i] = (uint8_t)byte;
	}
	Z3_model_dec_ref(c, model);
	return is_read;
}

static enum finding check(const struct smt *smt, struct query *query)
{
	struct encoder encoder = { .c = smt->context, .program = query->program };
	Z3_context c = smt->context;
	encoder.solver = query->program->has_float ? Z3_mk_solver(c)
	                                           : Z3_mk_solver_for_logic(c, Z3_mk_string_symbol(c, "QF_BV"));
	if (!encoder.solver)
		return OPEN;
	Z3_solver_inc_ref(c, encoder.solver);
	encode_program(&encoder, query->arena);
	set_budget(smt, &encoder);
	Z3_lbool is_sat = has_failed ? Z3_L_UNDEF : Z3_solver_check(c, encoder.solver);
	enum finding finding = OPEN;
	if (is_sat == Z3_L_FALSE)
		finding = REFUTED;
	else if (is_sat == Z3_L_TRUE && read_model(&encoder, query->answer))
		finding = FOUND;
	Z3_solver_dec_ref(c, encoder.solver);
	return finding;
}

struct task {
	const struct smt *smt;
	struct query *query;
};

/* Writes one byte for the finding, then the bytes of the answer. */
static void solve_apart(void *context, void *result)
{
	const struct task *task = context;
	uint8_t *bytes = result;
	has_failed = false;
	enum finding finding = check(task->smt, task->query);
	bytes[0] = (uint8_t)(has_failed ? OPEN : finding);
	memcpy(bytes + 1, task->query->answer, task->query->program->n_inputs);
}

enum finding smt_solve(struct smt *smt, struct query *query)
{
	uint32_t n_inputs = query->program->n_inputs;
	if (query->program->n_code > MAX_CODE || query->program->n_code > CODE_PER_SECOND * smt->seconds)
		return OPEN;
	if (!smt->context)
		open_context(smt);
	if (!smt->context)
		return OPEN;
	uint8_t *result = arena_alloc(query->arena, n_inputs + 1);
	struct task task = { smt, query };
	double seconds = GRACE_SECONDS + smt->seconds / (1u << smt->haste) * GUARD;
	bool is_done = run_apart(solve_apart, &task, result, n_inputs + 1, seconds);
	enum finding finding = is_done ? (enum finding)result[0] : OPEN;
	if (finding == FOUND)
		memcpy(query->answer, result + 1, n_inputs);
	if (finding != OPEN)
		smt->haste = 0;
	else if (smt->haste < MAX_HASTE)
		smt->haste++;
	return finding;
}
