/* Tests of the solver on the usual questions of code: examples that each rung must solve by itself,
 * questions of code that reads bytes, and contradictions in such code. */
#include "test.h"

#include "asking.h"

/* ---- examples per rung ---- */

/* (x * 5 + 3) ^ 0x5a == 0xc1, x one byte */
static uint32_t example_byte(void)
{
	uint32_t x = add_input(table, 7);
	uint32_t five = add_op(table, SK_NODE_MUL, 8, 0, the(table, x), constant(5));
	uint32_t sum = add_op(table, SK_NODE_ADD, 8, 0, the(table, five), constant(3));
	uint32_t mixed = add_op(table, SK_NODE_XOR, 8, 0, the(table, sum), constant(0x5a));
	return add_op(table, SK_NODE_EQ, 1, 8, the(table, mixed), constant(0xc1));
}

/* (int)x - 1000 == 123456789, x four bytes */
static uint32_t example_number(void)
{
	uint32_t x = add_number(table, 4, 17);
	uint32_t less = add_op(table, SK_NODE_SUB, 32, 0, the(table, x), constant(1000));
	return add_op(table, SK_NODE_EQ, 1, 32, the(table, less), constant(123456789));
}

/* (long)x < -5000000000, x eight bytes */
static uint32_t example_signed(void)
{
	uint32_t x = add_number(table, 8, 42);
	return add_op(table, SK_NODE_SLT, 1, 64, the(table, x), constant((uint64_t)INT64_C(-5000000000)));
}

/* x * 2 + 1 > 1000.5 for a double x */
static uint32_t example_double(void)
{
	uint32_t x = add_number(table, 8, double_bits(0.25));
	uint32_t twice = add_op(table, SK_NODE_FMUL, 64, 0, the(table, x), constant(double_bits(2)));
	uint32_t more = add_op(table, SK_NODE_FADD, 64, 0, the(table, twice), constant(double_bits(1)));
	return add_relation(table, 2, 64, the(table, more), constant(double_bits(1000.5)));
}

/* table[x] == entry 77, x one byte */
static uint32_t example_table(void)
{
	uint64_t entries[128];
	for (unsigned i = 0; i < 128; i++)
		entries[i] = i * 31 % 251;
	uint32_t number = add_table(table, 1, entries, 128);
	uint32_t wide = add_op(table, SK_NODE_ZEXT, 64, 8, the(table, add_input(table, 3)), constant(0));
	uint32_t entry = add_op(table, SK_NODE_TABLE, 8, number, the(table, wide), constant(0));
	return add_op(table, SK_NODE_EQ, 1, 8, the(table, entry), constant(entries[77]));
}

/* x * x == 1522756 for 32 bits of x: nothing to undo, no slope near zero */
static uint32_t example_square(void)
{
	uint32_t x = add_number(table, 4, 3);
	uint32_t square = add_op(table, SK_NODE_MUL, 32, 0, the(table, x), the(table, x));
	return add_op(table, SK_NODE_EQ, 1, 32, the(table, square), constant(1234 * 1234));
}

/* a + b == 300 and a is the byte before b in size: two bytes widened */
static uint32_t example_two_bytes(void)
{
	uint32_t a = add_op(table, SK_NODE_ZEXT, 32, 8, the(table, add_input(table, 1)), constant(0));
	uint32_t b = add_op(table, SK_NODE_ZEXT, 32, 8, the(table, add_input(table, 2)), constant(0));
	uint32_t sum = add_op(table, SK_NODE_ADD, 32, 0, the(table, a), the(table, b));
	uint32_t is_sum = add_op(table, SK_NODE_EQ, 1, 32, the(table, sum), constant(300));
	uint32_t below = add_op(table, SK_NODE_ULT, 1, 32, the(table, a), the(table, b));
	return add_op(table, SK_NODE_AND, 1, 0, the(table, is_sum), the(table, below));
}

/* The bytes spell a word */
static uint32_t example_word(void)
{
	static const char word[] = "encoding";
	uint32_t all = 0;
	for (unsigned i = 0; word[i]; i++) {
		uint32_t is = add_op(table, SK_NODE_EQ, 1, 8, the(table, add_input(table, 'a')),
		                     constant((uint8_t)word[i]));
		all = i ? add_op(table, SK_NODE_AND, 1, 0, the(table, all), the(table, is)) : is;
	}
	return all;
}

struct example {
	const char *name;
	uint32_t (*make)(void);
	unsigned rungs; /* that must solve it, each by itself */
};

static const struct example examples[] = {
	{ "byte", example_byte, ONLY(RUNG_ENUMERATE) | ONLY(RUNG_INVERT) | ONLY(RUNG_SEARCH) | ONLY(RUNG_Z3) },
	{ "number", example_number, ONLY(RUNG_INVERT) | ONLY(RUNG_SEARCH) | ONLY(RUNG_Z3) },
	{ "signed", example_signed, ONLY(RUNG_INVERT) | ONLY(RUNG_SEARCH) | ONLY(RUNG_Z3) },
	{ "double", example_double, ONLY(RUNG_INVERT) | ONLY(RUNG_SEARCH) | ONLY(RUNG_Z3) },
	{ "table", example_table, ONLY(RUNG_ENUMERATE) | ONLY(RUNG_INVERT) | ONLY(RUNG_SEARCH) | ONLY(RUNG_Z3) },
	{ "square", example_square, ONLY(RUNG_SEARCH) | ONLY(RUNG_Z3) },
	{ "two bytes", example_two_bytes, ONLY(RUNG_ENUMERATE) | ONLY(RUNG_SEARCH) | ONLY(RUNG_Z3) },
	{ "word", example_word, ONLY(RUNG_SEARCH) | ONLY(RUNG_INVERT) | ONLY(RUNG_Z3) },
};

static void test_each_rung_alone(void **state)
{
	(void)state;
	uint8_t bytes[MAX_TEST_INPUTS];
	for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
		for (unsigned rung = 0; rung < N_RUNGS; rung++) {
			nodes_init(table);
			uint32_t label = examples[i].make();
			enum answer answer = ask_one(ONLY(rung), table, label, 1, bytes);
			bool must = examples[i].rungs >> rung & 1;
			if (must && answer != ANSWER_FOUND)
				fail_msg("%s by %s: answer %d", examples[i].name, rung_name((enum rung)rung), answer);
			assert_true(answer == ANSWER_FOUND || answer == ANSWER_GAVE_UP);
		}
	}
}

/* ---- what code that reads bytes asks ---- */

/* A system under construction: what holds in the run, and at last what is to change. */
struct system {
	struct wish wishes[128];
	size_t n;
};

static void keep(struct system *system, uint32_t label)
{
	system->wishes[system->n++] = (struct wish){ .label = label, .value = table->values[label] };
}

static void flip(struct system *system, uint32_t label)
{
	system->wishes[system->n++] = (struct wish){ .label = label, .value = !table->values[label] };
}

static uint32_t two(unsigned op, unsigned bits, uint32_t left, uint32_t right)
{
	return add_op(table, op, bits, 0, the(table, left), the(table, right));
}

static uint32_t with(unsigned op, unsigned bits, uint32_t left, uint64_t right)
{
	return add_op(table, op, bits, 0, the(table, left), constant(right));
}

static uint32_t compare(unsigned op, unsigned bits, uint32_t left, uint64_t right)
{
	return add_op(table, op, 1, bits, the(table, left), constant(right));
}

static uint32_t compare_two(unsigned op, unsigned bits, uint32_t left, uint32_t right)
{
	return add_op(table, op, 1, bits, the(table, left), the(table, right));
}

static uint32_t widen(unsigned op, uint32_t label, unsigned to)
{
	return add_op(table, op, to, table->nodes[label].bits, the(table, label), constant(0));
}

static uint32_t piece(uint32_t label, unsigned first, unsigned bits)
{
	return add_op(table, SK_NODE_EXTRACT, bits, table->nodes[label].bits, the(table, label), constant(first));
}

/* Seven digits; the number becomes larger than a limit. */
static void ask_decimal(struct system *system)
{
	uint32_t number = 0;
	for (unsigned i = 0; i < 7; i++) {
		uint32_t digit = add_input(table, (uint8_t)('0' + (i == 6)));
		uint32_t less = with(SK_NODE_SUB, 8, digit, '0');
		keep(system, compare(SK_NODE_ULE, 8, less, 9));
		uint32_t wide = widen(SK_NODE_ZEXT, less, 32);
		number = i ? two(SK_NODE_ADD, 32, with(SK_NODE_MUL, 32, number, 10), wide) : wide;
	}
	flip(system, compare(SK_NODE_ULT, 32, number, 1234567));
}

/* length + 8 <= size, both of the file, and the length neither zero nor huge. */
static void ask_lengths(struct system *system)
{
	uint32_t length = add_number(table, 4, 16), size = add_number(table, 4, 100);
	keep(system, compare(SK_NODE_NE, 32, length, 0));
	keep(system, compare(SK_NODE_ULT, 32, length, 0x7fffffff));
	uint32_t end = with(SK_NODE_ADD, 32, length, 8);
	flip(system, compare_two(SK_NODE_ULE, 32, end, size));
}

/* The sums of Adler-32 over eight bytes equal what the next four say. */
static void ask_checksum(struct system *system)
{
	uint32_t a = 0, b = 0;
	for (unsigned i = 0; i < 8; i++) {
		uint32_t byte = widen(SK_NODE_ZEXT, add_input(table, (uint8_t)(i * 37)), 32);
		a = i ? two(SK_NODE_ADD, 32, a, byte) : with(SK_NODE_ADD, 32, byte, 1);
		a = with(SK_NODE_UREM, 32, a, 65521);
		b = i ? with(SK_NODE_UREM, 32, two(SK_NODE_ADD, 32, b, a), 65521) : a;
	}
	uint32_t sum = two(SK_NODE_OR, 32, with(SK_NODE_SHL, 32, b, 16), a);
	flip(system, compare_two(SK_NODE_EQ, 32, sum, add_number(table, 4, 0)));
}

/* Three bytes of UTF-8 become a surrogate. */
static void ask_utf8(struct system *system)
{
	static const uint8_t bytes[] = { 0xe2, 0x82, 0xac };
	uint32_t code = 0;
	for (unsigned i = 0; i < 3; i++) {
		uint32_t byte = add_input(table, bytes[i]);
		keep(system, compare(SK_NODE_EQ, 8, with(SK_NODE_AND, 8, byte, i ? 0xc0 : 0xf0), i ? 0x80 : 0xe0));
		uint32_t part = widen(SK_NODE_ZEXT, with(SK_NODE_AND, 8, byte, i ? 0x3f : 0x0f), 32);
		code = i ? two(SK_NODE_OR, 32, with(SK_NODE_SHL, 32, code, 6), part) : part;
	}
	keep(system, compare(SK_NODE_ULT, 32, with(SK_NODE_SUB, 32, code, 0xfdd0), 0x20));
	flip(system, compare(SK_NODE_ULT, 32, with(SK_NODE_SUB, 32, code, 0xd800), 0x800));
}

/* Bits out of a buffer, looked up in a table of codes. */
static void ask_bit_buffer(struct system *system)
{
	uint64_t codes[512];
	for (unsigned i = 0; i < 512; i++)
		codes[i] = (i * 7 + i / 3) & 0x1ff;
	uint32_t number = add_table(table, 2, codes, 512), hold = add_number(table, 4, 0x12345678);
	keep(system, compare(SK_NODE_EQ, 3, piece(hold, 0, 3), table->values[piece(hold, 0, 3)]));
	uint32_t index = widen(SK_NODE_ZEXT, piece(hold, 3, 9), 64);
	uint32_t code = add_op(table, SK_NODE_TABLE, 16, number, the(table, index), constant(0));
	keep(system, compare(SK_NODE_NE, 16, code, 256));
	uint32_t index2 = widen(SK_NODE_ZEXT, piece(hold, 12, 9), 64);
	uint32_t code2 = add_op(table, SK_NODE_TABLE, 16, number, the(table, index2), constant(0));
	flip(system, compare(SK_NODE_EQ, 16, code2, 256));
}

/* A name falls into a given bucket of a hash table. */
static void ask_bucket(struct system *system)
{
	uint32_t hash = 0;
	for (unsigned i = 0; i < 6; i++) {
		uint32_t letter = add_input(table, (uint8_t)('k' + i));
		keep(system, compare(SK_NODE_ULE, 8, with(SK_NODE_SUB, 8, letter, 'a'), 25));
		uint32_t wide = widen(SK_NODE_ZEXT, letter, 32);
		hash = i ? two(SK_NODE_XOR, 32, with(SK_NODE_MUL, 32, hash, 1000003), wide) : wide;
	}
	uint32_t bucket = with(SK_NODE_AND, 32, hash, 63);
	flip(system, compare(SK_NODE_EQ, 32, bucket, (table->values[bucket] + 5) & 63));
}

/* Two names, equal but for case, by a table. */
static void ask_same_name(struct system *system)
{
	uint64_t lower[256];
	for (unsigned i = 0; i < 256; i++)
		lower[i] = i >= 'A' && i <= 'Z' ? i + 32 : i;
	uint32_t number = add_table(table, 1, lower, 256), all = 0;
	for (unsigned i = 0; i < 5; i++) {
		uint32_t a = widen(SK_NODE_ZEXT, add_input(table, (uint8_t)('a' + i)), 64);
		uint32_t b = widen(SK_NODE_ZEXT, add_input(table, (uint8_t)('Q' + i)), 64);
		uint32_t left = add_op(table, SK_NODE_TABLE, 8, number, the(table, a), constant(0));
		uint32_t right = add_op(table, SK_NODE_TABLE, 8, number, the(table, b), constant(0));
		uint32_t same = compare_two(SK_NODE_EQ, 8, left, right);
		all = i ? two(SK_NODE_AND, 1, all, same) : same;
	}
	flip(system, all);
}

/* A product overflows: x * y / y != x. */
static void ask_overflow(struct system *system)
{
	uint32_t x = add_number(table, 8, 3), y = add_number(table, 8, 5);
	keep(system, compare(SK_NODE_NE, 64, y, 0));
	uint32_t back = two(SK_NODE_UDIV, 64, two(SK_NODE_MUL, 64, x, y), y);
	flip(system, compare_two(SK_NODE_NE, 64, back, x));
}

/* A point inside the circle, away from the middle. */
static void ask_circle(struct system *system)
{
	uint32_t x = add_number(table, 8, double_bits(3)), y = add_number(table, 8, double_bits(4));
	uint32_t square = two(SK_NODE_FADD, 64, two(SK_NODE_FMUL, 64, x, x), two(SK_NODE_FMUL, 64, y, y));
	uint32_t away = add_relation(table, 2, 64, the(table, square), constant(double_bits(0.5)));
	keep(system, away);
	flip(system, add_relation(table, 4, 64, the(table, square), constant(double_bits(1))));
}

static void ask_not_a_number(struct system *system)
{
	uint32_t x = add_number(table, 4, float_bits(1));
	flip(system, add_relation(table, 8, 32, the(table, x), the(table, x)));
}

/* A float that an integer holds exactly, of a certain size. */
static void ask_whole(struct system *system)
{
	uint32_t x = add_number(table, 8, double_bits(0.5));
	uint32_t whole = add_op(table, SK_NODE_F_TO_S, 32, 64, the(table, x), constant(0));
	uint32_t back = add_op(table, SK_NODE_S_TO_F, 64, 32, the(table, whole), constant(0));
	uint32_t is_whole = add_relation(table, 1, 64, the(table, back), the(table, x));
	flip(system, two(SK_NODE_AND, 1, is_whole, compare(SK_NODE_SLT, 32, whole, (uint32_t)-1000)));
}

/* Four numbers in order. */
static void ask_sorted(struct system *system)
{
	uint32_t numbers[4], all = 0;
	for (unsigned i = 0; i < 4; i++)
		numbers[i] = add_number(table, 4, 100 - i);
	for (unsigned i = 0; i < 3; i++) {
		uint32_t less = compare_two(SK_NODE_SLT, 32, numbers[i], numbers[i + 1]);
		all = i ? two(SK_NODE_AND, 1, all, less) : less;
	}
	flip(system, all);
}

/* The smaller of two numbers is a given one: a choice. */
static void ask_choice(struct system *system)
{
	uint32_t a = add_number(table, 4, 5), b = add_number(table, 4, 9);
	uint32_t less = compare_two(SK_NODE_SLT, 32, a, b);
	uint32_t least = add_op(table, SK_NODE_ITE, 32, less, the(table, a), the(table, b));
	flip(system, compare(SK_NODE_EQ, 32, least, 777777));
}

/* A year that leaps though it ends a century. */
static void ask_leap_year(struct system *system)
{
	uint32_t year = add_number(table, 4, 2001);
	keep(system, compare(SK_NODE_SLT, 32, year, 100000));
	keep(system, compare(SK_NODE_SLT, 32, with(SK_NODE_SUB, 32, year, 1600), 90000));
	uint32_t by_4 = compare(SK_NODE_EQ, 32, with(SK_NODE_SREM, 32, year, 4), 0);
	uint32_t by_100 = compare(SK_NODE_EQ, 32, with(SK_NODE_SREM, 32, year, 100), 0);
	uint32_t by_400 = compare(SK_NODE_EQ, 32, with(SK_NODE_SREM, 32, year, 400), 0);
	flip(system, two(SK_NODE_AND, 1, two(SK_NODE_AND, 1, by_4, by_100), by_400));
}

struct question {
	const char *name;
	void (*ask)(struct system *system);
};

static const struct question questions[] = {
	{ "decimal", ask_decimal },  { "lengths", ask_lengths },     { "checksum", ask_checksum },
	{ "utf-8", ask_utf8 },       { "bits", ask_bit_buffer },     { "bucket", ask_bucket },
	{ "names", ask_same_name },  { "overflow", ask_overflow },   { "circle", ask_circle },
	{ "nan", ask_not_a_number }, { "whole", ask_whole },         { "sorted", ask_sorted },
	{ "choice", ask_choice },    { "leap year", ask_leap_year },
};

/* None of these is worth a call of Z3. */
static void test_usual_questions_are_answered_below_z3(void **state)
{
	(void)state;
	uint8_t bytes[MAX_TEST_INPUTS];
	unsigned failed = 0;
	for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
		for (uint64_t seed = 1; seed <= 3; seed++) {
			struct system system = { 0 };
			nodes_init(table);
			questions[i].ask(&system);
			struct solver *solver = solver_with(ALL_RUNGS & ~ONLY(RUNG_Z3), seed);
			if (ask(solver, table, system.wishes, system.n, bytes) != ANSWER_FOUND) {
				print_error("%s, seed %d, is not answered\n", questions[i].name, (int)seed);
				failed++;
			}
			solver_free(solver);
		}
	}
	assert_int_equal(failed, 0);
}

/* ---- what cannot be, and is seen without Z3 ---- */

/* Below ten, yet not below twenty. */
static void deny_implied(struct system *system)
{
	uint32_t x = add_number(table, 4, 5);
	keep(system, compare(SK_NODE_ULT, 32, x, 10));
	flip(system, compare(SK_NODE_ULT, 32, x, 20));
}

/* Neither negative nor above seven, yet with a high bit. */
static void deny_bits(struct system *system)
{
	uint32_t x = add_number(table, 4, 3);
	keep(system, compare(SK_NODE_SLE, 32, x, 7));
	keep(system, add_op(table, SK_NODE_SLE, 1, 32, constant(0), the(table, x)));
	flip(system, compare(SK_NODE_NE, 32, with(SK_NODE_AND, 32, x, 0x80), 0));
}

/* At most three, and none of zero to three: a switch that has them all. */
static void deny_cases(struct system *system)
{
	uint32_t x = add_number(table, 4, 2);
	keep(system, compare(SK_NODE_ULE, 32, x, 3));
	for (unsigned i = 0; i < 4; i++)
		if (i != 2)
			system->wishes[system->n++] = (struct wish){ .label = x, .is_not = true, .value = i };
	system->wishes[system->n++] = (struct wish){ .label = x, .is_not = true, .value = 2 };
}

/* a equals b and b equals c, yet a differs from c. */
static void deny_equality(struct system *system)
{
	uint32_t a = add_number(table, 4, 9), b = add_number(table, 4, 9), c = add_number(table, 4, 9);
	keep(system, compare_two(SK_NODE_EQ, 32, a, b));
	keep(system, compare_two(SK_NODE_NE, 32, b, c));
	flip(system, compare_two(SK_NODE_EQ, 32, a, c));
}

/* The absolute value of a float is below zero. */
static void deny_magnitude(struct system *system)
{
	uint32_t x = add_number(table, 8, double_bits(2));
	uint32_t magnitude = add_op(table, SK_NODE_FABS, 64, 0, the(table, x), constant(0));
	flip(system, add_relation(table, 4, 64, the(table, magnitude), constant(0)));
}

/* A number of three digits, as a float, above a million. */
static void deny_digits(struct system *system)
{
	uint32_t number = 0;
	for (unsigned i = 0; i < 3; i++) {
		uint32_t digit = with(SK_NODE_SUB, 8, add_input(table, '5'), '0');
		keep(system, compare(SK_NODE_ULE, 8, digit, 9));
		uint32_t wide = widen(SK_NODE_ZEXT, digit, 32);
		number = i ? two(SK_NODE_ADD, 32, with(SK_NODE_MUL, 32, number, 10), wide) : wide;
	}
	uint32_t real = add_op(table, SK_NODE_S_TO_F, 64, 32, the(table, number), constant(0));
	flip(system, add_relation(table, 2, 64, the(table, real), constant(double_bits(1e6))));
}

static const struct question denials[] = {
	{ "implied", deny_implied },   { "bits", deny_bits },           { "cases", deny_cases },
	{ "equality", deny_equality }, { "magnitude", deny_magnitude }, { "digits", deny_digits },
};

static void test_usual_contradictions_are_refuted_by_bounds(void **state)
{
	(void)state;
	uint8_t bytes[MAX_TEST_INPUTS];
	for (size_t i = 0; i < sizeof denials / sizeof denials[0]; i++) {
		struct system system = { 0 };
		nodes_init(table);
		denials[i].ask(&system);
		struct solver *solver = solver_with(ONLY(RUNG_BOUNDS), 1);
		enum answer answer = ask(solver, table, system.wishes, system.n, bytes);
		if (answer != ANSWER_REFUTED)
			fail_msg("%s: answer %d", denials[i].name, answer);
		solver_free(solver);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_each_rung_alone, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_usual_questions_are_answered_below_z3, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_usual_contradictions_are_refuted_by_bounds, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
