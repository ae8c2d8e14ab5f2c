/* Tests of sequences as C: the code reads as if written by hand, compiles without a warning and
 * does what the sequence does. */
#include "test.h"

#include "emit/text/c_code.h"
#include "front/api/modeller.h"
#include "model_of.h"
#include "parse_steps.h"
#include "proc/child.h"
#include "random_seq.h"

struct fixture {
	struct model *model;
	struct arena *arena;
	struct c_code *code;
};

static int setup(void **state)
{
	struct fixture *f = xcalloc(1, sizeof *f);
	f->model = hand_model();
	f->arena = arena_new();
	f->code = c_code_new(f->model);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;
	c_code_free(f->code);
	model_free(f->model);
	arena_free(f->arena);
	free(f);
	return 0;
}

static const struct seq *parse(struct fixture *f, const char *steps)
{
	return parse_steps(f->arena, f->model, steps);
}

#define HOLDS(v, condition) { .variable = (v), .expect = (condition) }

static void assert_body(struct fixture *f, const char *steps, const struct c_note *notes, const char *expected)
{
	struct sb out = { 0 };
	c_code_body(f->code, parse(f, steps), notes, &(struct c_style){ .indent = "" }, &out);
	assert_string_equal(sb_text(&out), expected);
	sb_release(&out);
}

static void test_ring(void **state)
{
	struct fixture *f = *state;
	const struct c_check made[] = { HOLDS(1, "$ != NULL") }, pushed[] = { HOLDS(4, "$ == 0") };
	const struct c_check popped[] = { HOLDS(5, "$ == 0"), HOLDS(2, "$ == 7") };
	struct c_note notes[7] = {
		[1] = { made, 1, NULL }, [4] = { pushed, 1, NULL }, [5] = { popped, 2, "the oldest" }
	};
	assert_body(f, "r = ring_new(1000)\nx = int 0\nring_push(r, 7)\nring_pop(r, &x)\nring_free(r)", notes,
	            "struct ring *ring = ring_new(RING_MAX);\n"
	            "CHECK(ring != NULL);\n"
	            "int out = 0;\n"
	            "CHECK(ring_push(ring, 7) == 0);\n"
	            "CHECK(ring_pop(ring, &out) == 0);\n"
	            "CHECK(out == 7);     /* the oldest */\n"
	            "ring_free(ring);\n");
}

/* An expectation about what several calls gave. */
static void test_several_results(void **state)
{
	struct fixture *f = *state;
	const struct c_check same[] = { HOLDS(5, "!${3} == !$") };
	const struct c_note notes[7] = { [5] = { same, 1, "both" } };
	assert_body(f, "r = ring_new(9)\nring_push(r, 7)\nring_push(r, 8)\nring_free(r)", notes,
	            "struct ring *ring = ring_new(9);\n"
	            "int result = ring_push(ring, 7);\n"
	            "CHECK(!result == !ring_push(ring, 8));     /* both */\n"
	            "ring_free(ring);\n");
}

static type_id param_type(const struct model *model, const char *function)
{
	return model->functions.at[model_find_function(model, function)].params[0].type;
}

/* A union is said by a member that has room for the pointers in it, though a plainer one could say its bytes. */
static void test_pointer_in_union(void **state)
{
	struct fixture *f = *state;
	static const char *const paths[] = { "tests/units/gen/cell.c" };
	struct model *model = model_of(paths, 1, NULL, 0);
	struct c_code *code = c_code_new(model);
	struct seq_builder builder;
	struct sb out = { 0 };
	type_id cell = param_type(model, "cell_size"), text = param_type(model, "cell_text");
	const struct type *record = model_type(model, model_type(model, cell)->target);
	seq_begin(&builder, f->arena);
	seq_add(&builder,
	        &(struct step){ .kind = STEP_BLOCK, .type = text, .bytes = "ab", .size = 3, .is_string = true });
	const unsigned char bytes[24] = { 7, [8] = 2 };
	const struct fill fill = { 16, seq_arg(&builder, 0, false) };
	seq_add(&builder, &(struct step){ .kind = STEP_VALUE,
	                                  .type = record->canonical,
	                                  .bytes = bytes,
	                                  .size = sizeof bytes,
	                                  .fills = &fill,
	                                  .n_fills = 1 });
	const struct arg arg = seq_arg(&builder, 1, true);
	seq_add(&builder, &(struct step){ .kind = STEP_CALL,
	                                  .type = model->functions.at[0].result,
	                                  .index = model_find_function(model, "cell_size"),
	                                  .args = &arg,
	                                  .n_args = 1 });
	c_code_body(code, seq_finish(&builder), NULL, &(struct c_style){ .indent = "" }, &out);
	assert_non_null(strstr(sb_text(&out), ".word = {.n = 2, .text = "));
	sb_release(&out);
	c_code_free(code);
	model_free(model);
}

/* A call must leave this memory as it is. */
static void test_kept(void **state)
{
	struct fixture *f = *state;
	const struct c_note notes[5] = { [3] = { .kept_size = 4, .comment = "not" } };
	assert_body(f, "r = ring_new(9)\nring_push(r, 7)\nring_free(r)", notes,
	            "struct ring *ring = ring_new(9);\n"
	            "char before[4];\n"
	            "memcpy(before, ring, sizeof before);\n"
	            "ring_push(ring, 7);\n"
	            "CHECK(memcmp(ring, before, sizeof before) == 0);     /* not */\n"
	            "ring_free(ring);\n");
}

static void test_parts(void **state)
{
	struct fixture *f = *state;
	const struct c_note long_ones[7] = { [3] = { .apart = true } }, short_ones[5] = { [3] = { .apart = true } };
	assert_body(f, "r = ring_new(1)\nring_free(r)\nr2 = ring_new(2)\nring_free(r2)", long_ones,
	            "struct ring *ring = ring_new(1);\n"
	            "ring_free(ring);\n"
	            "\n"
	            "struct ring *ring2 = ring_new(2);\n"
	            "ring_free(ring2);\n");
	assert_body(f, "ring_new(1)\nring_new(2)", short_ones, "ring_new(1);\nring_new(2);\n");
}

/* A statement that is repeated many times becomes a loop; a few times, or with differences, it does
 * not. */
static void test_repeats(void **state)
{
	struct fixture *f = *state;
	assert_body(f, "ring_count(null)\nring_count(null)\nring_count(null)", NULL,
	            "ring_count(NULL);\nring_count(NULL);\nring_count(NULL);\n");
	assert_body(f, "ring_count(null)\nring_count(null)\nring_count(null)\nring_count(null)", NULL,
	            "for (int i = 0; i < 4; i++)\n    ring_count(NULL);\n");
	assert_body(f,
	            "r = ring_new(1)\nring_push(r, 7)\nring_count(r)\nring_push(r, 7)\nring_count(r)\n"
	            "ring_push(r, 7)\nring_count(r)\nring_free(r)",
	            NULL,
	            "struct ring *ring = ring_new(1);\n"
	            "for (int i = 0; i < 3; i++) {\n"
	            "    ring_push(ring, 7);\n"
	            "    ring_count(ring);\n"
	            "}\n"
	            "ring_free(ring);\n");
	/* Not across parts, and not with what is said of one of them. */
	const char *five = "ring_new(2)\nring_new(2)\nring_new(2)\nring_new(2)\nring_new(2)";
	assert_body(f, five, (struct c_note[10]){ [4] = { .apart = true } },
	            "ring_new(2);\nring_new(2);\n\nring_new(2);\nring_new(2);\nring_new(2);\n");
	assert_body(f, five, (struct c_note[10]){ [9] = { .comment = "fails here" } },
	            "for (int i = 0; i < 4; i++)\n    ring_new(2);\nring_new(2);     /* fails here */\n");
}

static void test_results(void **state)
{
	struct fixture *f = *state;
	const struct c_check twice[] = { HOLDS(1, "$ > 0 && $ < 9") };
	struct c_note notes[2] = { [1] = { twice, 1, NULL } };
	assert_body(f, "ring_count(null)", notes, "int result = ring_count(NULL);\nCHECK(result > 0 && result < 9);\n");
	/* A result that is used later; unused values are left out. */
	assert_body(f, "n = int 5\ns = char[] \"x\"\na = ring_count(null)\nring_new(a)", NULL,
	            "int capacity = ring_count(NULL);\nring_new(capacity);\n");
}

static struct function *function_named(struct fixture *f, const char *name)
{
	return &f->model->functions.at[model_find_function(f->model, name)];
}

/* Names that are macros too, and results that compilers want to be looked at. */
static void test_careful_calls(void **state)
{
	struct fixture *f = *state;
	struct function *count = function_named(f, "ring_count");
	count->is_macro = true;
	assert_body(f, "ring_count(null)", NULL, "(ring_count)(NULL);\n");
	count->must_use = true;
	assert_body(f, "ring_count(null)", NULL, "(void)!(ring_count)(NULL);\n");
	count->is_macro = false;
	assert_body(f, "ring_count(null)", NULL, "(void)!ring_count(NULL);\n");
	count->must_use = false;
}

/* Conditions around a call ask about the same variables as the call. */
static void test_asked(void **state)
{
	struct fixture *f = *state;
	struct c_note notes[5] = { [3] = { .before = "is_legal", .after = "is_right", .comment = "fails here" } };
	assert_body(f, "r = ring_new(1)\nx = int 0\nring_pop(r, &x)\nring_free(r)", notes,
	            "struct ring *ring = ring_new(1);\n"
	            "int out = 0;\n"
	            "CHECK(is_legal(ring, &out));\n"
	            "int result = ring_pop(ring, &out);\n"
	            "CHECK(is_right(result, ring, &out));     /* fails here */\n"
	            "ring_free(ring);\n");
	assert_body(f, "r = ring_new(1)\nring_free(r)", (struct c_note[3]){ [2] = { .after = "is_right" } },
	            "struct ring *ring = ring_new(1);\nring_free(ring);\nCHECK(is_right(ring));\n");
}

static void test_freeing(void **state)
{
	assert_body(*state, "t = join(null, 'x')\nfree t\nn = null const char *\nfree n", NULL,
	            "char *result = join(NULL, 'x');\nfree(result);\nfree((void *)NULL);\n");
}

static void test_memory(void **state)
{
	struct fixture *f = *state;
	assert_body(f,
	            "r = ring_new(3)\nd = const int[] { 1, -2, 3 }\nring_fill(r, d, 3)\nb = char[64] \"\"\n"
	            "ring_text(r, \", \", b, 64)\nring_peek(r, RING_NEWEST)",
	            NULL,
	            "struct ring *ring = ring_new(3);\n"
	            "int data[] = {1, -2, 3};\n"
	            "ring_fill(ring, data, 3);\n"
	            "char buffer[64] = \"\";\n"
	            "ring_text(ring, \", \", buffer, 64);\n"
	            "ring_peek(ring, RING_NEWEST);\n");
	/* The string may be changed: it needs memory of its own; the other is only read. */
	assert_body(f,
	            "s = char[] \"a\\tb\"\nload(s, 1.5)\nw = const char *[] { \"a\", \"b\", null }\njoin(w, 'x')\n"
	            "h = const unsigned char[] raw \"\\001\\377\"\nhash(h, 2)\nt = char[] \"abc\"\nhash(t, 3)",
	            NULL,
	            "char text[] = \"a\\tb\";\n"
	            "load(text, 1.5L);\n"
	            "const char *words[] = {\"a\", \"b\", NULL};\n"
	            "join(words, 'x');\n"
	            "unsigned char bytes[] = {1, 0xff};\n"
	            "hash(bytes, 2);\n"
	            "unsigned char bytes2[] = \"abc\";\n"
	            "hash(bytes2, 3);\n");
}

/* Long blocks are written so that one sees what is in them. */
static void test_places(void **state)
{
	struct fixture *f = *state;
	assert_body(f, "data = const int[] { 1, 2, 3 }\ne = place data 8\nr = ring_new(1)\nring_fill(r, e, 1)", NULL,
	            "int data[] = {1, 2, 3};\n"
	            "struct ring *ring = ring_new(1);\n"
	            "ring_fill(ring, data + 2, 1);\n");
	assert_body(f, "s = unsigned char[] raw \"abc\"\ne = place s 3\nhash(e, 0)\nz = place s 0\nhash(z, 3)", NULL,
	            "unsigned char data[3] = \"abc\";\n"
	            "hash(data + 3, 0);\n"
	            "hash(data, 3);\n");
}

static void test_long_memory(void **state)
{
	struct fixture *f = *state;
	char run[128] = "", zeroes[200] = "", text[256] = "";
	memset(run, 'a', 70);
	for (int i = 0; i < 30; i++)
		strcat(zeroes, "\\0");
	for (int i = 0; i < 12; i++)
		strcat(text, i == 5 ? "line five\\n" : "0123456789");
	const struct {
		const char *steps, *body;
	} cases[] = {
		{ "t = char[] \"<%s>x\"\nhash(t, 3)",
		  "unsigned char bytes[74] = \"<\";\nmemset(bytes + 1, 'a', 70);\nmemcpy(bytes + 71, \">x\", 2);\nhash(bytes, 3);\n" },
		{ "t = char[] \"%s\"\nload(t, 1.5)",
		  "char text[71] = \"\";\nmemset(text, 'a', 70);\nload(text, 1.5L);\n" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_body(f, arena_printf(f->arena, cases[i].steps, run), NULL, cases[i].body);
	assert_body(f,
	            arena_printf(f->arena, "h = const unsigned char[] raw \"\\001%s\\005\\006\"\nhash(h, 2)", zeroes),
	            NULL, "unsigned char bytes[] = {1, [31] = 5, 6};\nhash(bytes, 2);\n");
	assert_body(f, arena_printf(f->arena, "load(\"%s\", 1.5)", text), NULL,
	            "char text[] = \"01234567890123456789012345678901234567890123456789line five\\n\"\n"
	            "    \"012345678901234567890123456789012345678901234567890123456789\";\n"
	            "load(text, 1.5L);\n");
	assert_body(f, arena_printf(f->arena, "ring_text(null, \"%s\", null, 0)", run), NULL,
	            "char between[71] = \"\";\nmemset(between, 'a', 70);\nring_text(NULL, between, NULL, 0);\n");
}

/* The engine may know the block only as char **; its use knows about const. */
static void test_const_inside(void **state)
{
	assert_body(
	        *state,
	        "w = char *[] { \"a\", \"b\" }\ncount_words(w, 2)\nv = const char *const[] { \"c\" }\ncount_words(v, 1)",
	        NULL,
	        "const char *words[] = {\"a\", \"b\"};\n"
	        "count_words(words, 2);\n"
	        "const char *words2 = \"c\";\n"
	        "count_words(&words2, 1);\n");
}

static void test_structs(void **state)
{
	struct fixture *f = *state;
	const struct c_check sum[] = { HOLDS(3, "$ == 3"), HOLDS(2, "$->color == RED"), HOLDS(2, "*$ == x") };
	struct c_note notes[6] = { [3] = { sum, 3, NULL } };
	assert_body(f,
	            "t = char[] \"abc\"\np = struct pair { 1, t, 5, -16, BLUE, { 1, -2 }, { 0, 2, 0 } }\n"
	            "q = &const struct pair { 2, null, 0, 0, RED, { 0, 0 }, { 0, 0, 0 }, &p, t }\npair_sum(q)\n"
	            "pair_give(p, GREEN)",
	            notes,
	            "char text[] = \"abc\";\n"
	            "struct pair pair = {.a = 1, .text = text, .flags = 5, .level = -16, .color = BLUE,\n"
	            "    .inner = {.low = 1, .high = -2}, .list = {0, 2}};\n"
	            "struct pair pair2 = {.a = 2, .next = &pair, .name = text};\n"
	            "CHECK(pair_sum(&pair2) == 3);\n"
	            "CHECK(pair2.color == RED);\n"
	            "CHECK(pair2 == x);\n"
	            "pair_give(pair, GREEN);\n");
	assert_body(f, "p = struct pair { }\npair_sum(&p)", NULL, "struct pair pair = {0};\npair_sum(&pair);\n");
}

static void test_numbers(void **state)
{
	struct fixture *f = *state;
	assert_body(f, "scale(1, 0.1, 1)", NULL, "scale(1.0, 0.1f, 1);\n");
	assert_body(f, "scale(nan, -inf, 0)", NULL, "scale(NAN, -INFINITY, 0);\n");
	assert_body(f, "scale(-nan, inf, 0)", NULL, "scale(-NAN, INFINITY, 0);\n");
	assert_body(f, "ring_new(-2147483648)", NULL, "ring_new(INT_MIN);\n");
	assert_body(f, "hash(null, 18446744073709551615)", NULL, "hash(NULL, SIZE_MAX);\n");
	assert_body(f, "hash(null, 18446744073709551614)", NULL, "hash(NULL, 18446744073709551614u);\n");
	struct sb out = { 0 };
	c_code_includes(f->code, "", &out);
	assert_string_equal(sb_text(&out),
	                    "#include <limits.h>\n#include <math.h>\n#include <stddef.h>\n#include <stdint.h>\n");
	sb_clear(&out);
	int seven = 7;
	double nan = __builtin_nan("");
	const struct c_check number = c_code_expect(f->code, H_INT, &seven);
	assert_true(number.relation == EXPECT_INT);
	assert_string_equal(number.value, "7");
	assert_string_equal(c_code_expect(f->code, H_COLOR, &seven).value, "BLUE");
	assert_string_equal(c_code_expect(f->code, H_DOUBLE, &nan).expect, "isnan($)");
	signed char byte = -50, none = -1;
	assert_string_equal(c_code_expect(f->code, H_CHAR, &byte).value, "'\\xce'");
	assert_string_equal(c_code_expect(f->code, H_CHAR, &none).value, "-1");
	c_string("a$\"?\?\0001", 7, &out);
	assert_string_equal(sb_text(&out), "\"a$\\\"?\\077\\0001\"");
	sb_release(&out);
}

/* A number that arithmetic hardly gives to the last bit is expected with a tolerance; one that somebody wrote is not. */
static void test_inexact_numbers(void **state)
{
	struct fixture *f = *state;
	static const struct {
		double number;
		enum c_relation relation;
		const char *value, *extra;
	} rows[] = { { 2.5, EXPECT_REAL, "2.5", NULL },
		     { -0.0, EXPECT_REAL, "0.0", NULL },
		     { 1e300 / 3, EXPECT_REAL, "3.3333333333333335e+299", NULL },
		     { 1.0 / 3, EXPECT_NEAR, "0.3333333333", "1e-10" },
		     { -2000.0 / 3, EXPECT_NEAR, "-666.6666667", "1e-7" },
		     { 123456789012.0, EXPECT_REAL, "123456789012.0", NULL } };
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct c_check check = c_code_expect(f->code, H_DOUBLE, &rows[i].number);
		assert_string_equal(check.value, rows[i].value);
		assert_true(check.relation == rows[i].relation);
		if (rows[i].extra)
			assert_string_equal(check.extra, rows[i].extra);
	}
}

/* Comparisons use the words of the framework. */
static void test_macros(void **state)
{
	struct fixture *f = *state;
	static const c_macros macros = { [EXPECT_INT] = "EQUAL(>, <)", [EXPECT_NOT_NULL] = "THERE(<)" };
	const struct c_check made = { .variable = 1, .expect = "$", .relation = EXPECT_NOT_NULL };
	const struct c_check count = { .variable = 2, .expect = "$", .relation = EXPECT_INT, .value = "0" };
	const struct c_note notes[4] = {
		[1] = { .checks = &made, .n_checks = 1 }, [2] = { .checks = &count, .n_checks = 1 }
	};
	struct sb out = { 0 };
	c_code_body(f->code, parse(f, "r = ring_new(1)\nring_count(r)\nring_free(r)"), notes,
	            &(struct c_style){ .indent = "", .macros = &macros }, &out);
	assert_string_equal(sb_text(&out), "struct ring *ring = ring_new(1);\n"
	                                   "THERE(ring);\n"
	                                   "EQUAL(0, ring_count(ring));\n"
	                                   "ring_free(ring);\n");
	assert_true(c_code_has(f->code, EXPECT_INT) && !c_code_has(f->code, EXPECT_TEXT));
	sb_release(&out);
}

static void test_descriptors(void **state)
{
	struct fixture *f = *state;
	static const char steps[] = "r = ring_new(1)\nx = file \"a\\n\" as int\nring_push(r, x)\nring_free(r)";
	assert_body(f, steps, NULL,
	            "struct ring *ring = ring_new(1);\n"
	            "int number = descriptor_holding(\"a\\n\", 2);\n"
	            "ring_push(ring, number);\n"
	            "ring_free(ring);\n"
	            "close(number);\n");
	struct sb out = { 0 };
	c_code_includes(f->code, "#include <sys/wait.h>\n#include <stdlib.h>\n", &out);
	assert_non_null(strstr(sb_text(&out), "#include <unistd.h>\n"));
	assert_null(strstr(sb_text(&out), "#include <stdlib.h>\n"));
	sb_clear(&out);
	c_code_body(f->code, parse(f, steps), NULL, &(struct c_style){ .alone = true }, &out);
	assert_non_null(strstr(
	        sb_text(&out),
	        "    FILE *number_file = tmpfile();\n    fputs(\"a\\n\", number_file);\n    rewind(number_file);\n"
	        "    int number = fileno(number_file);\n"));
	assert_non_null(strstr(sb_text(&out), "    fclose(number_file);\n"));
	sb_release(&out);
}

static void test_helpers(void **state)
{
	struct fixture *f = *state;
	assert_body(
	        f,
	        "d = int[] { 3, 1 }\nc = callback cmp_fn returns -1\npair_sort(d, 2, c)\ne = callback cmp_fn returns -1\n"
	        "pair_sort(d, 2, e)\nstub log_line returns 3\nx = file \"ab\\n\"\nread_all(x)\n"
	        "n = path \"abc\"\nread_file(n)",
	        NULL,
	        "int data[] = {3, 1};\n"
	        "pair_sort(data, 2, cmp_returns_minus_1);\n"
	        "pair_sort(data, 2, cmp_returns_minus_1);\n"
	        "log_line_stub = (struct log_line_stub){.result = 3};\n"
	        "FILE *file = file_holding(\"ab\\n\", 3);\n"
	        "read_all(file);\n"
	        "char name[] = \"test-XXXXXX\";\n"
	        "temp_file(name, \"abc\", 3);\n"
	        "read_file(name);\n"
	        "log_line_stub = (struct log_line_stub){0};\n"
	        "fclose(file);\n"
	        "remove(name);\n");
	struct sb out = { 0 };
	c_code_helpers(f->code, &out);
	assert_non_null(strstr(sb_text(&out), "static void temp_file(char *path, const char *bytes, size_t size)\n"));
	assert_non_null(strstr(sb_text(&out),
	                       "/* Stands in for log_line, which the unit calls and does not define. */\n"
	                       "static struct log_line_stub {\n"
	                       "    int result;\n"
	                       "} log_line_stub;\n\n"
	                       "int log_line(const char *arg1, int *arg2)\n"
	                       "{\n"
	                       "    (void)arg1, (void)arg2;\n"
	                       "    return log_line_stub.result;\n"
	                       "}\n\n"
	                       "static int cmp_returns_minus_1(const void *arg1, const void *arg2)\n"
	                       "{\n"
	                       "    (void)arg1, (void)arg2;\n"
	                       "    return -1;\n"
	                       "}\n"));
	sb_release(&out);
}

/* A callback that counts its calls is one function, however often it is passed. */
static void test_counting_callback(void **state)
{
	assert_body(*state,
	            "d = int[] { 3, 1 }\nc = callback cmp_fn returns 1 then -1 after 3\npair_sort(d, 2, c)\n"
	            "pair_sort(d, 2, c)\ne = callback cmp_fn returns 1 then -1 after 3\npair_sort(d, 2, e)",
	            NULL,
	            "int data[] = {3, 1};\n"
	            "pair_sort(data, 2, cmp_returns_1_then_minus_1);\n"
	            "pair_sort(data, 2, cmp_returns_1_then_minus_1);\n"
	            "pair_sort(data, 2, cmp_returns_1_then_minus_1_2);\n");
	/* Another test has another process. */
	assert_body(*state, "d = int[] { 3, 1 }\nc = callback cmp_fn returns 1 then -1 after 3\npair_sort(d, 2, c)",
	            NULL,
	            "int data[] = {3, 1};\n"
	            "pair_sort(data, 2, cmp_returns_1_then_minus_1);\n");
}

/* Tests may ask how often a callback was called; the count begins anew with each step. */
static void test_asked_callback(void **state)
{
	struct fixture *f = *state;
	struct c_note notes[9] = { 0 };
	const struct c_check first = HOLDS(1, "$ == 3"), second = HOLDS(5, "$ == 1");
	notes[3] = (struct c_note){ .checks = &first, .n_checks = 1 };
	notes[7] = (struct c_note){ .checks = &second, .n_checks = 1 };
	assert_body(f,
	            "d = int[] { 3, 1 }\nc = callback cmp_fn returns 1\npair_sort(d, 0, c)\n"
	            "g = int[] { 3, 1 }\ne = callback cmp_fn returns 1\npair_sort(g, 0, e)",
	            notes,
	            "int data[] = {3, 1};\n"
	            "cmp_calls = 0;\n"
	            "pair_sort(data, 0, cmp_returns_1);\n"
	            "CHECK(cmp_calls == 3);\n"
	            "int data2[] = {3, 1};\n"
	            "cmp_calls = 0;\n"
	            "pair_sort(data2, 0, cmp_returns_1);\n"
	            "CHECK(cmp_calls == 1);\n");
	/* Where nobody asks, the one that counts does as well. */
	assert_body(f, "d = int[] { 3, 1 }\nc = callback cmp_fn returns 1\npair_sort(d, 0, c)", NULL,
	            "int data[] = {3, 1};\n"
	            "pair_sort(data, 0, cmp_returns_1);\n");
	struct sb out = { 0 };
	c_code_helpers(f->code, &out);
	assert_non_null(strstr(sb_text(&out), "static unsigned cmp_calls;\n\n"
	                                      "static int cmp_returns_1(const void *arg1, const void *arg2)\n"
	                                      "{\n"
	                                      "    (void)arg1, (void)arg2;\n"
	                                      "    cmp_calls++;\n"
	                                      "    return 1;\n"
	                                      "}\n"));
	sb_release(&out);
}

/* ---- compiled ---- */

static const char check_macro[] =
        "static int failed;\n"
        "#define CHECK(what) ((what) ? (void)0 : (void)(failed++, printf(\"%d: %s\\n\", __LINE__, #what)))\n\n";

/* Declares what hand_model.h knows besides the ring. */
static const char hand_functions[] = "typedef char *text_t;\n"
                                     "long pair_sum(const struct pair *pair);\n"
                                     "struct pair pair_give(struct pair pair, enum color color);\n"
                                     "int pair_sort(int *data, size_t n, cmp_fn *cmp);\n"
                                     "long read_all(FILE *file);\n"
                                     "long read_file(const char *name);\n"
                                     "char *join(const char **words, char between);\n"
                                     "double scale(double x, float factor, _Bool up);\n"
                                     "unsigned long hash(const unsigned char *bytes, size_t size);\n"
                                     "int ring_open(struct ring **ring, void *user);\n"
                                     "int load(text_t text, long double level);\n"
                                     "int log_line(const char *text, int *level);\n"
                                     "int count_words(const char *const *words, size_t n);\n\n";

static void compile(const char *const *argv, const char *source)
{
	struct child_result result;
	struct sb err = { 0 };
	assert_ok(child_run(argv, &(struct child_options){ .err = &err }, &result));
	if (result.status || err.n) {
		print_error("%.2000s\n", sb_text(&err));
		fail_msg("%s does not compile cleanly; the source is in %s", argv[0], source);
	}
	sb_release(&err);
}

#define COMPILE(source, ...) compile((const char *const[]){ __VA_ARGS__, NULL }, source)

static void write_file(const char *path, const struct sb *text)
{
	assert_ok(file_write(path, text->text, text->n));
}

/* Compiles a program with each compiler and runs it; it must be silent. */
static void assert_runs(const struct sb *program, const char *unit)
{
	char *folder;
	assert_ok(temp_make("c_code", &folder));
	char *source = xprintf("%s/t.c", folder), *binary = xprintf("%s/t", folder);
	write_file(source, program);
	const char *compilers[] = { "gcc", "clang-19" };
	for (int i = 0; i < 2; i++) {
		COMPILE(source, compilers[i], "-std=c11", "-Wall", "-Wextra", "-Werror", "-g",
		        "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-Itests/units/ring", source, unit,
		        "-o", binary);
		struct child_result result;
		struct sb out = { 0 };
		assert_ok(child_run((const char *const[]){ binary, NULL }, &(struct child_options){ .out = &out },
		                    &result));
		assert_string_equal(sb_text(&out), "");
		assert_int_equal(result.status, 0);
		sb_release(&out);
	}
	free(source);
	free(binary);
	temp_remove(folder);
}

/* A whole program: the body as main(). `declared` stands before the helpers. */
static void assert_body_runs(struct fixture *f, const char *steps, const struct c_note *notes, const char *declared,
                             const char *unit)
{
	struct sb body = { 0 }, program = { 0 };
	c_code_body(f->code, parse(f, steps), notes, NULL, &body);
	c_code_need(f->code, C_NEEDS_STDIO | C_NEEDS_STRING);
	sb_add(&program, "#define _GNU_SOURCE\n");
	c_code_includes(f->code, "", &program);
	sb_addf(&program, "#include \"ring.h\"\n%s\n%s", declared, check_macro);
	c_code_helpers(f->code, &program);
	sb_addf(&program, "int main(void)\n{\n%s    return failed;\n}\n", sb_text(&body));
	assert_runs(&program, unit);
	sb_release(&body);
	sb_release(&program);
}

static void test_runs_ring(void **state)
{
	struct fixture *f = *state;
	const struct c_check filled[] = { HOLDS(5, "$ == 2") }, popped[] = { HOLDS(7, "$ == 0"), HOLDS(6, "$ == 5") };
	const struct c_check text[] = { HOLDS(11, "$ == 1"), HOLDS(8, "strcmp($, \"6\") == 0") };
	struct c_note notes[16] = { [5] = { filled, 1, NULL }, [7] = { popped, 2, NULL }, [11] = { text, 2, NULL } };
	assert_body_runs(
	        f,
	        "r = ring_new(2)\nd = const int[] { 5, 6, 7 }\nl = size_t 3\nm = size_t 3\nring_fill(r, d, l)\n"
	        "x = int 0\nring_pop(r, &x)\nb = char[16] \"\"\nring_text(r, \"-\", b, 16)\nring_free(r)",
	        notes, "", "tests/units/ring/ring.c");
}

/* Bodies of the functions of hand_model.h, in which every kind of step shows. */
static const char hand_bodies[] =
        "long pair_sum(const struct pair *p)\n"
        "{\n"
        "        return p->a + p->flags + p->level + (int)p->color + p->inner.low + p->inner.high + p->list[1] +\n"
        "               (p->text ? (long)strlen(p->text) : 0) + (p->name ? 10 * (long)strlen(p->name) : 0) +\n"
        "               (p->next ? 1000 * pair_sum(p->next) : 0);\n"
        "}\n"
        "int pair_sort(int *data, size_t n, cmp_fn *cmp)\n"
        "{\n"
        "        int sum = 0;\n"
        "        for (size_t i = 0; i < n; i++)\n"
        "                sum = 10 * sum + cmp(&data[i], &data[0]);\n"
        "        return sum;\n"
        "}\n"
        "long read_all(FILE *file)\n"
        "{\n"
        "        long sum = 0;\n"
        "        for (int c; (c = getc(file)) != EOF;)\n"
        "                sum += c;\n"
        "        return sum;\n"
        "}\n"
        "long read_file(const char *name)\n"
        "{\n"
        "        FILE *file = fopen(name, \"rb\");\n"
        "        if (!file)\n"
        "                return -1;\n"
        "        long sum = read_all(file);\n"
        "        fclose(file);\n"
        "        return sum;\n"
        "}\n"
        "char *join(const char **words, char between)\n"
        "{\n"
        "        return between == 'x' && !words[2] ? (char *)words[1] : NULL;\n"
        "}\n"
        "int load(text_t text, long double level)\n"
        "{\n"
        "        int written = 0, result = log_line(text, &written);\n"
        "        text[0] = 'X';\n"
        "        return result + written + (int)level;\n"
        "}\n"
        "int ring_open(struct ring **ring, void *user)\n"
        "{\n"
        "        *ring = user;\n"
        "        return *ring == NULL;\n"
        "}\n";

static void test_runs_everything(void **state)
{
	struct fixture *f = *state;
	static const char steps[] =
	        "t = char[] \"abc\"\n" /* 0 */
	        "p = struct pair { 1, t, 5, -16, BLUE, { 1, -2 }, { 0, 2, 0 } }\n"
	        "q = &const struct pair { 2, null, 0, 0, RED, { 0, 0 }, { 0, 0, 0 }, &p, \"xy\" }\n" /* 2, 3 */
	        "pair_sum(q)\n"
	        "d = int[] { 3, 1, 2 }\n"
	        "c = callback cmp_fn returns 1 then 2 after 2\n"
	        "l = size_t 3\n"
	        "pair_sort(d, l, c)\n"
	        "x = file \"a\\0b\"\n"
	        "read_all(x)\n" /* 10 */
	        "n = path \"AB\"\n"
	        "read_file(n)\n"
	        "m = path absent\n"
	        "read_file(m)\n"
	        "w = const char *[] { \"a\", \"b\", null }\n" /* 15..17 */
	        "s = char 'x'\n"
	        "join(w, s)\n" /* 19 */
	        "stub log_line returns 100 then 200 after 1 writes 2 \"\\003\\0\\0\\0\"\n"
	        "v = long double 2.5\n"
	        "load(t, v)\n"
	        "load(t, v)\n" /* 23 */
	        "r = null struct ring *\n"
	        "u = null void *\n"
	        "ring_open(&r, u)\n"; /* 26 */
	const struct c_check checks[] = {
		HOLDS(4, "$ == 2 + 20 + 1000 * 1"),
		HOLDS(8, "$ == 112"),
		HOLDS(10, "$ == 'a' + 'b'"),
		HOLDS(12, "$ == 'A' + 'B'"),
		HOLDS(14, "$ == -1"),
		HOLDS(19, "strcmp($, \"b\") == 0"),
		HOLDS(22, "$ == 105"),
		HOLDS(0, "strcmp($, \"Xbc\") == 0"),
		HOLDS(23, "$ == 205"),
		HOLDS(26, "$ == 1"),
		HOLDS(24, "$ == NULL"),
	};
	struct c_note notes[32] = { [4] = { &checks[0], 1, NULL },  [8] = { &checks[1], 1, NULL },
		                    [10] = { &checks[2], 1, NULL }, [12] = { &checks[3], 1, NULL },
		                    [14] = { &checks[4], 1, NULL }, [19] = { &checks[5], 1, NULL },
		                    [22] = { &checks[6], 2, NULL }, [23] = { &checks[8], 1, "the second answer" },
		                    [26] = { &checks[9], 2, NULL } };
	char *declared = xprintf("#include <stdlib.h>\n%s%s%s", HAND_HEADER, hand_functions, hand_bodies);
	assert_body_runs(f, steps, notes, declared, "tests/units/ring/ring.c");
	free(declared);
}

/* Whatever the sequence, the code compiles without a warning. */
static void test_compiled_random(void **state)
{
	struct fixture *f = *state;
	struct sb bodies = { 0 }, program = { 0 };
	for (uint64_t seed = 0; seed < 400; seed++) {
		sb_addf(&bodies, "void test_%d(void);\nvoid test_%d(void)\n{\n", (int)seed, (int)seed);
		c_code_body(f->code, random_seq(f->model, f->arena, seed), NULL, NULL, &bodies);
		sb_add(&bodies, "}\n\n");
	}
	c_code_need(f->code, C_NEEDS_STDIO);
	sb_add(&program, "#define _GNU_SOURCE\n");
	c_code_includes(f->code, "", &program);
	sb_add(&program, "#include \"ring.h\"\n" HAND_HEADER);
	sb_add(&program, hand_functions);
	c_code_helpers(f->code, &program);
	sb_add(&program, sb_text(&bodies));
	char *folder;
	assert_ok(temp_make("c_code", &folder));
	char *source = xprintf("%s/t.c", folder);
	write_file(source, &program);
	COMPILE(source, "gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O1", "-Itests/units/ring", "-c", source,
	        "-o", "/dev/null");
	COMPILE(source, "clang-19", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-Itests/units/ring", "-fsyntax-only",
	        source);
	free(source);
	temp_remove(folder);
	sb_release(&bodies);
	sb_release(&program);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_ring, setup, teardown),
		cmocka_unit_test_setup_teardown(test_pointer_in_union, setup, teardown),
		cmocka_unit_test_setup_teardown(test_several_results, setup, teardown),
		cmocka_unit_test_setup_teardown(test_kept, setup, teardown),
		cmocka_unit_test_setup_teardown(test_parts, setup, teardown),
		cmocka_unit_test_setup_teardown(test_repeats, setup, teardown),
		cmocka_unit_test_setup_teardown(test_results, setup, teardown),
		cmocka_unit_test_setup_teardown(test_freeing, setup, teardown),
		cmocka_unit_test_setup_teardown(test_careful_calls, setup, teardown),
		cmocka_unit_test_setup_teardown(test_asked, setup, teardown),
		cmocka_unit_test_setup_teardown(test_counting_callback, setup, teardown),
		cmocka_unit_test_setup_teardown(test_asked_callback, setup, teardown),
		cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
		cmocka_unit_test_setup_teardown(test_long_memory, setup, teardown),
		cmocka_unit_test_setup_teardown(test_places, setup, teardown),
		cmocka_unit_test_setup_teardown(test_const_inside, setup, teardown),
		cmocka_unit_test_setup_teardown(test_structs, setup, teardown),
		cmocka_unit_test_setup_teardown(test_inexact_numbers, setup, teardown),
		cmocka_unit_test_setup_teardown(test_macros, setup, teardown),
		cmocka_unit_test_setup_teardown(test_numbers, setup, teardown),
		cmocka_unit_test_setup_teardown(test_helpers, setup, teardown),
		cmocka_unit_test_setup_teardown(test_descriptors, setup, teardown),
		cmocka_unit_test_setup_teardown(test_runs_ring, setup, teardown),
		cmocka_unit_test_setup_teardown(test_runs_everything, setup, teardown),
		cmocka_unit_test_setup_teardown(test_compiled_random, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
