/* Tests of coverage from probes, of MC/DC compared with a plain reading of its definition and with
 * llvm-cov, and of the archive. */
#include "test.h"

#include <jansson.h>

#include "cover/archive.h"
#include "cover/cover.h"
#include "hand_model.h"
#include "parse_steps.h"
#include "proc/child.h"
#include "random_decision.h"

/* One function: if (c0 && c1), a loop on c0, a switch; two regions. */
static struct marks *small_marks(struct arena *arena)
{
	struct marks *marks = marks_new();
	struct place place = { .line = 5, .column = 1, .macro_file = NONE };
	marks_file(marks, "a.c");
	vec_push(&marks->functions, (struct function_mark){ .name = "f", .place = place });
	vec_push(&marks->functions, (struct function_mark){ .name = "g", .place = place });
	vec_push(&marks->regions, (struct region){ .place = place });
	vec_push(&marks->regions, (struct region){ .place = place, .function = 1 });
	vec_push(&marks->statements, (struct statement){ .place = place });
	vec_push(&marks->statements, (struct statement){ .place = place });
	vec_push(&marks->statements, (struct statement){ .place = place, .region = 1 });
	struct expression *c0 = ARENA_NEW(arena, struct expression), *c1 = ARENA_NEW(arena, struct expression);
	*c0 = (struct expression){ .kind = 'c' };
	*c1 = (struct expression){ .kind = 'c', .condition = 1 };
	expression_mark(marks, &(struct expression){ .kind = '&', .left = c0, .right = c1 }, 2);
	expression_mark(marks, c0, 1);
	marks->decisions.at[1].kind = DECIDE_WHILE;
	place.line = 30;
	vec_push(&marks->switches, (struct switch_mark){ .place = place, .function = 1, .n_cases = 3 });
	vec_push(&marks->cases, (struct case_mark){ .place = place, .low = 3, .high = 3 });
	vec_push(&marks->cases, (struct case_mark){ .place = place, .low = -2, .high = 7 });
	vec_push(&marks->cases, (struct case_mark){ .place = place, .is_default = true, .is_implicit = true });
	marks_number(marks);
	assert_true(marks_is_valid(marks));
	return marks;
}

static void hit(struct cover *cover, uint32_t probe)
{
	cover->probes[probe / 64] |= (uint64_t)1 << (probe % 64);
}

static void assert_count(struct count count, uint32_t covered, uint32_t total)
{
	assert_int_equal(count.covered, covered);
	assert_int_equal(count.total, total);
}

/* The first function has the decisions and their paths, the second the switch. */
static void test_apart(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct marks *marks = small_marks(arena);
	struct cover cover;
	cover_init(&cover, marks);
	assert_count(cover_count(&cover, CRITERION_BRANCH), 0, 9);
	assert_count(cover_count_apart(&cover, CRITERION_BRANCH), 0, 0);
	marks->functions.at[0].is_apart = true;
	hit(&cover, marks_function_probe(marks, 0));
	hit(&cover, marks_case_probe(marks, 1));
	assert_count(cover_count(&cover, CRITERION_FUNCTION), 0, 1);
	assert_count(cover_count_apart(&cover, CRITERION_FUNCTION), 1, 1);
	assert_count(cover_count(&cover, CRITERION_STATEMENT), 0, 1);
	assert_count(cover_count_apart(&cover, CRITERION_STATEMENT), 0, 2);
	assert_count(cover_count(&cover, CRITERION_BRANCH), 1, 3);
	assert_count(cover_count_apart(&cover, CRITERION_BRANCH), 0, 6);
	assert_count(cover_count(&cover, CRITERION_MCDC), 0, 0);
	assert_count(cover_count_in(&cover, CRITERION_BRANCH, 0), 0, 6);
	assert_true(marks_probe_is_apart(marks, marks_function_probe(marks, 0)));
	assert_true(marks_probe_is_apart(marks, marks_region_probe(marks, 0)));
	assert_true(marks_probe_is_apart(marks, marks_condition_probe(marks, 1, true)));
	assert_true(marks_probe_is_apart(marks, marks->first_path_probe));
	assert_true(marks_probe_is_apart(marks, marks->n_probes - 1));
	assert_false(marks_probe_is_apart(marks, marks_function_probe(marks, 1)));
	assert_false(marks_probe_is_apart(marks, marks_region_probe(marks, 1)));
	assert_false(marks_probe_is_apart(marks, marks_case_probe(marks, 2)));
	cover_release(&cover);
	marks_free(marks);
	arena_free(arena);
}

static void test_counts(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct marks *marks = small_marks(arena);
	struct cover cover;
	cover_init(&cover, marks);
	assert_count(cover_count(&cover, CRITERION_FUNCTION), 0, 2);
	assert_count(cover_count(&cover, CRITERION_STATEMENT), 0, 3);
	assert_count(cover_count(&cover, CRITERION_BRANCH), 0, 9);
	assert_count(cover_count(&cover, CRITERION_CONDITION), 0, 13);
	assert_count(cover_count(&cover, CRITERION_MCDC), 0, 3);
	hit(&cover, marks_function_probe(marks, 0));
	hit(&cover, marks_region_probe(marks, 0));
	hit(&cover, marks_case_probe(marks, 1));
	decision_run(marks, 0, 3, cover.probes);
	decision_run(marks, 0, 1, cover.probes);
	decision_run(marks, 1, 1, cover.probes);
	assert_count(cover_count(&cover, CRITERION_FUNCTION), 1, 2);
	assert_count(cover_count(&cover, CRITERION_STATEMENT), 2, 3);
	assert_count(cover_count(&cover, CRITERION_BRANCH), 5, 9);
	assert_count(cover_count(&cover, CRITERION_CONDITION), 8, 13);
	assert_count(cover_count(&cover, CRITERION_MCDC), 1, 3);
	assert_count(cover_count_in(&cover, CRITERION_STATEMENT, 1), 0, 1);
	assert_count(cover_count_in(&cover, CRITERION_BRANCH, 1), 1, 3);
	assert_true(cover_decision(&cover, 0, true) && cover_decision(&cover, 0, false));
	assert_false(cover_decision(&cover, 1, false));
	assert_false(cover_mcdc(&cover, 0));
	assert_true(cover_mcdc(&cover, 1));
	cover_release(&cover);
	marks_free(marks);
	arena_free(arena);
}

static void test_text(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct marks *marks = small_marks(arena);
	struct cover cover;
	struct sb out = { 0 };
	cover_init(&cover, marks);
	hit(&cover, marks_function_probe(marks, 0));
	hit(&cover, marks_region_probe(marks, 0));
	hit(&cover, marks_case_probe(marks, 1));
	decision_run(marks, 0, 3, cover.probes);
	decision_run(marks, 0, 1, cover.probes);
	cover_print(&cover, &out);
	assert_string_equal(sb_text(&out), "a.c:5:1: function f: entered\n"
	                                   "a.c:5:1: statement: run\n"
	                                   "a.c:5:1: statement: run\n"
	                                   "a.c:10:6: decision if: false true\n"
	                                   "a.c:10:6: condition c0: true\n"
	                                   "a.c:10:16: condition c1: false true mcdc\n"
	                                   "a.c:10:6: paths: TF = F, TT = T\n"
	                                   "a.c:11:6: decision while: not reached\n"
	                                   "a.c:11:6: condition c0: not reached\n"
	                                   "a.c:5:1: function g: not entered\n"
	                                   "a.c:5:1: statement: not run\n"
	                                   "a.c:30:1: case 3: not taken\n"
	                                   "a.c:30:1: case -2..7: taken\n"
	                                   "a.c:30:1: no case: not taken\n");
	sb_release(&out);
	cover_release(&cover);
	marks_free(marks);
	arena_free(arena);
}

static void test_add(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct marks *marks = small_marks(arena);
	struct cover cover;
	uint64_t probes[1] = { 5 };
	cover_init(&cover, marks);
	assert_int_equal(cover_add(&cover, probes), 2);
	assert_int_equal(cover_add(&cover, probes), 0);
	probes[0] = 7;
	assert_int_equal(cover_add(&cover, probes), 1);
	assert_int_equal(criterion_by_name("mcdc"), CRITERION_MCDC);
	assert_int_equal(criterion_by_name("lines"), N_CRITERIA);
	cover_release(&cover);
	marks_free(marks);
	arena_free(arena);
}

/* ---- MC/DC ---- */

/* The definition, word by word, over condition values instead of paths. */
static bool plainly_shown(const struct marks *marks, uint32_t decision, const uint32_t *inputs, size_t n,
                          uint32_t condition)
{
	const struct decision *d = &marks->decisions.at[decision];
	const struct condition *conditions = &marks->conditions.at[d->first_condition];
	for (size_t p = 0; p < n; p++)
		for (size_t q = 0; q < n; q++) {
			signed char a[16], b[16];
			memset(a, -1, sizeof a);
			memset(b, -1, sizeof b);
			uint32_t i = 0, j = 0;
			while (i < NEXT_FALSE)
				i = conditions[i].next[(int)(a[i] = inputs[p] >> i & 1)];
			while (j < NEXT_FALSE)
				j = conditions[j].next[(int)(b[j] = inputs[q] >> j & 1)];
			bool only = i != j && a[condition] >= 0 && b[condition] >= 0 && a[condition] != b[condition];
			for (uint32_t c = 0; c < d->n_conditions; c++)
				only &= c == condition || a[c] < 0 || b[c] < 0 || a[c] == b[c];
			if (only)
				return true;
		}
	return false;
}

static struct marks *random_marks(struct arena *arena, struct rng *rng, uint32_t n_decisions, bool deep,
                                  struct expression **expressions)
{
	struct marks *marks = marks_new();
	struct place place = { .line = 1, .column = 1, .macro_file = NONE };
	marks_file(marks, "a.c");
	vec_push(&marks->functions, (struct function_mark){ .name = "f", .place = place });
	for (uint32_t i = 0; i < n_decisions; i++) {
		uint32_t n = 2 + (uint32_t)rng_below(rng, 5);
		expressions[i] = random_expression(arena, rng, n, 0, deep);
		expression_mark(marks, expressions[i], n);
	}
	marks_number(marks);
	assert_true(marks_is_valid(marks));
	return marks;
}

static void test_mcdc_by_definition(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 400; seed++) {
		struct arena *arena = arena_new();
		struct expression *expression;
		struct rng rng;
		rng_init(&rng, seed);
		struct marks *marks = random_marks(arena, &rng, 1, true, &expression);
		struct cover cover;
		uint32_t inputs[12], n_conditions = marks->decisions.at[0].n_conditions;
		size_t n = rng_below(&rng, 13);
		cover_init(&cover, marks);
		for (size_t i = 0; i < n; i++) {
			inputs[i] = (uint32_t)rng_below(&rng, 1u << n_conditions);
			decision_run(marks, 0, inputs[i], cover.probes);
		}
		uint32_t count = 0;
		for (uint32_t c = 0; c < n_conditions; c++) {
			bool shown = cover_mcdc(&cover, c);
			count += shown;
			assert_int_equal(shown, plainly_shown(marks, 0, inputs, n, c));
		}
		assert_count(cover_count(&cover, CRITERION_MCDC), count, n_conditions);
		cover_release(&cover);
		marks_free(marks);
		arena_free(arena);
	}
}

#define N_COMPARED 40

static void write_program(const char *path, struct expression *const *expressions, const uint32_t (*inputs)[8])
{
	struct sb text = { 0 };
	for (int i = 0; i < N_COMPARED; i++) {
		sb_addf(&text, "int f%02d(unsigned v)\n{\n\tif (", i);
		expression_print(expressions[i], &text);
		sb_add(&text, ")\n\t\treturn 1;\n\treturn 0;\n}\n");
	}
	sb_add(&text, "int main(void)\n{\n");
	for (int i = 0; i < N_COMPARED; i++)
		for (int k = 0; k < 8; k++)
			sb_addf(&text, "\tf%02d(%u);\n", i, inputs[i][k]);
	sb_add(&text, "\treturn 0;\n}\n");
	assert_ok(file_write(path, text.text, text.n));
	sb_release(&text);
}

static void run(const char *directory, const char *const *argv, struct sb *out)
{
	struct child_result result;
	static const char *const env[] = { "PATH=/usr/bin:/bin", "LLVM_PROFILE_FILE=raw", NULL };
	assert_ok(child_run(argv, &(struct child_options){ .directory = directory, .out = out, .env = env }, &result));
	assert_int_equal(result.status, 0);
}

#define RUN(directory, out, ...) run(directory, (const char *const[]){ __VA_ARGS__, NULL }, out)

/* The verdict of llvm-cov on condition c of the only decision of function f. */
static bool llvm_says(json_t *report, int f, uint32_t c)
{
	json_t *functions = json_object_get(json_array_get(json_object_get(report, "data"), 0), "functions");
	char name[8];
	snprintf(name, sizeof name, "f%02d", f);
	for (size_t i = 0; i < json_array_size(functions); i++) {
		json_t *function = json_array_get(functions, i);
		if (!str_equal(json_string_value(json_object_get(function, "name")), name))
			continue;
		json_t *record = json_array_get(json_object_get(function, "mcdc_records"), 0);
		json_t *covered = json_array_get(json_array_get(record, json_array_size(record) - 1), c);
		assert_true(json_is_boolean(covered));
		return json_is_true(covered);
	}
	fail_msg("no function %s in the report", name);
	return false;
}

static void test_mcdc_as_llvm_cov(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct expression *expressions[N_COMPARED];
	uint32_t inputs[N_COMPARED][8];
	struct rng rng;
	rng_init(&rng, 5);
	struct marks *marks = random_marks(arena, &rng, N_COMPARED, false, expressions);
	struct cover cover;
	cover_init(&cover, marks);
	for (uint32_t i = 0; i < N_COMPARED; i++)
		for (int k = 0; k < 8; k++) {
			inputs[i][k] = (uint32_t)rng_below(&rng, 1u << marks->decisions.at[i].n_conditions);
			decision_run(marks, i, inputs[i][k], cover.probes);
		}
	char *folder;
	struct sb json = { 0 };
	assert_ok(temp_make("mcdc", &folder));
	char *source = xprintf("%s/m.c", folder);
	write_program(source, expressions, (const uint32_t(*)[8])inputs);
	RUN(folder, NULL, "clang-19", "-w", "-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc", "m.c",
	    "-o", "m");
	RUN(folder, NULL, "./m");
	RUN(folder, NULL, "llvm-profdata-19", "merge", "raw", "-o", "prof");
	RUN(folder, &json, "llvm-cov-19", "export", "m", "-instr-profile=prof");
	json_t *report = json_loads(sb_text(&json), 0, NULL);
	assert_non_null(report);
	uint32_t shown = 0;
	for (uint32_t c = 0; c < marks->conditions.n; c++) {
		const struct condition *condition = &marks->conditions.at[c];
		assert_int_equal(cover_mcdc(&cover, c), llvm_says(report, (int)condition->decision, condition->index));
		shown += cover_mcdc(&cover, c);
	}
	assert_in_range(shown, marks->conditions.n / 4, marks->conditions.n * 3 / 4 + 10);
	json_decref(report);
	sb_release(&json);
	free(source);
	temp_remove(folder);
	cover_release(&cover);
	marks_free(marks);
	arena_free(arena);
}

/* (c0 || c1) && (c2 || c3) && ...: the paths multiply, and no claim is made. */
static void test_too_many_paths(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct marks *marks = marks_new();
	struct place place = { .line = 1, .column = 1, .macro_file = NONE };
	marks_file(marks, "a.c");
	vec_push(&marks->functions, (struct function_mark){ .name = "f", .place = place });
	struct expression *e = NULL;
	for (uint32_t i = 0; i < 24; i += 2) {
		struct expression *pair = ARENA_ARRAY(arena, struct expression, 4);
		pair[0] = (struct expression){ .kind = 'c', .condition = i };
		pair[1] = (struct expression){ .kind = 'c', .condition = i + 1 };
		pair[2] = (struct expression){ .kind = '|', .left = &pair[0], .right = &pair[1] };
		pair[3] = (struct expression){ .kind = '&', .left = e, .right = &pair[2] };
		e = e ? &pair[3] : &pair[2];
	}
	expression_mark(marks, e, 24);
	marks_number(marks);
	assert_int_equal(marks->decisions.at[0].n_paths, 0);
	struct cover cover;
	struct sb out = { 0 };
	cover_init(&cover, marks);
	decision_run(marks, 0, 0xffffff, cover.probes);
	decision_run(marks, 0, 0, cover.probes);
	assert_true(cover_decision(&cover, 0, true) && cover_decision(&cover, 0, false));
	assert_count(cover_count(&cover, CRITERION_MCDC), 0, 24);
	cover_print(&cover, &out);
	assert_non_null(strstr(sb_text(&out), "decision if: false true (mcdc unknown: too many paths)\n"));
	sb_release(&out);
	cover_release(&cover);
	marks_free(marks);
	arena_free(arena);
}

/* ---- the archive ---- */

static void assert_gain(struct archive_gain gain, uint32_t first, uint32_t shorter)
{
	assert_int_equal(gain.first, first);
	assert_int_equal(gain.shorter, shorter);
}

static void test_archive(void **state)
{
	(void)state;
	struct model *model = hand_model();
	struct arena *arena = arena_new();
	struct archive *archive = archive_new(70);
	const struct seq *one = parse_steps(arena, model, "ring_new(1)"),
	                 *two = parse_steps(arena, model, "r = ring_new(1)\nring_free(r)");
	uint64_t a[2] = { 3, 1 }, b[2] = { 6, ~(uint64_t)0 };
	assert_gain(archive_offer(archive, two, a), 3, 0);
	assert_gain(archive_would_gain(archive, one, b), 6, 2);
	assert_null(archive_at(archive, 2).seq);
	assert_gain(archive_offer(archive, one, b), 6, 2);
	assert_gain(archive_offer(archive, one, b), 0, 0);
	assert_true(archive_is_valid(archive));
	assert_true(seq_equal(archive_at(archive, 0).seq, two));
	assert_true(seq_equal(archive_at(archive, 69).seq, one));
	struct archived *tests;
	assert_int_equal(archive_all(archive, arena, &tests), 2);
	assert_int_equal(archive_select(archive, arena, &tests), 2);
	assert_true(seq_equal(tests[0].seq, one));
	/* The first test ends with the last probe it holds. */
	uint64_t c[2] = { 1, 0 };
	assert_gain(archive_offer(archive, one, c), 0, 1);
	assert_int_equal(archive_all(archive, arena, &tests), 2);
	assert_true(archive_is_valid(archive));
	archive_free(archive);
	arena_free(arena);
	model_free(model);
}

/* A test that does what users would not do gives way to a longer one that does not. */
static void test_archive_prefers_clean(void **state)
{
	(void)state;
	struct model *model = hand_model();
	struct arena *arena = arena_new();
	struct archive *archive = archive_new(2);
	const struct seq *one = parse_steps(arena, model, "ring_new(1)"),
	                 *two = parse_steps(arena, model, "r = ring_new(1)\nring_free(r)"),
	                 *three = parse_steps(arena, model, "r = ring_new(1)\nring_free(r)\nring_new(2)");
	uint64_t both = 3, first = 1;
	model->functions.at[model_find_function(model, "ring_free")].is_last_resort = true;
	archive_prefer_clean(archive, model);
	assert_gain(archive_offer(archive, three, &both), 2, 0);
	assert_gain(archive_offer(archive, two, &both), 0, 2);
	assert_gain(archive_offer(archive, parse_steps(arena, model, "ring_new(1)\nring_new(2)\nring_new(3)"), &first),
	            0, 1);
	assert_gain(archive_offer(archive, two, &both), 0, 0);
	assert_gain(archive_offer(archive, one, &both), 0, 2);
	assert_true(archive_is_valid(archive));
	archive_free(archive);
	arena_free(arena);
	model_free(model);
}

/* A test that ends the program stays only where no other comes, however long that one is. */
static void test_archive_prefers_no_end(void **state)
{
	(void)state;
	struct model *model = hand_model();
	struct arena *arena = arena_new();
	struct archive *archive = archive_new(2);
	const struct seq *one = parse_steps(arena, model, "ring_new(1)"),
	                 *two = parse_steps(arena, model, "r = ring_new(1)\nring_free(r)");
	uint64_t both = 3, first = 1;
	assert_gain(archive_offer_inferior(archive, two, &both), 2, 0);
	assert_gain(archive_offer_inferior(archive, one, &both), 0, 2);
	assert_gain(archive_offer(archive, two, &first), 0, 1);
	assert_gain(archive_offer_inferior(archive, one, &both), 0, 0);
	assert_int_equal(archive_at(archive, 0).seq->n, two->n);
	assert_int_equal(archive_at(archive, 1).seq->n, one->n);
	assert_true(archive_is_valid(archive));
	archive_free(archive);
	arena_free(arena);
	model_free(model);
}

/* Greedy takes the big one first; the two that follow make it redundant. */
static void test_select_drops_redundant(void **state)
{
	(void)state;
	struct model *model = hand_model();
	struct arena *arena = arena_new();
	struct archive *archive = archive_new(6);
	/* All as long as each other, so the first to hit a probe keeps it. */
	uint64_t sets[3] = { 0x1e, 0x07, 0x38 };
	for (int i = 0; i < 3; i++)
		archive_offer(archive, parse_steps(arena, model, arena_printf(arena, "ring_new(%d)", i)), &sets[i]);
	struct archived *tests;
	assert_int_equal(archive_all(archive, arena, &tests), 3);
	assert_int_equal(archive_select(archive, arena, &tests), 2);
	assert_int_equal(tests[0].number, 1);
	assert_int_equal(tests[1].number, 2);
	archive_free(archive);
	arena_free(arena);
	model_free(model);
}

/* Many offers of all lengths: the archive stays right and small. */
static void test_archive_keeps_the_best(void **state)
{
	(void)state;
	struct model *model = hand_model();
	struct arena *arena = arena_new();
	enum { N = 150 };
	struct archive *archive = archive_new(N);
	struct rng rng;
	uint32_t best[N], best_size[N];
	memset(best, 0xff, sizeof best);
	memset(best_size, 0xff, sizeof best_size);
	rng_init(&rng, 3);
	for (int i = 0; i < 4000; i++) {
		struct sb text = { 0 };
		uint32_t steps = 1 + (uint32_t)rng_below(&rng, 30);
		for (uint32_t k = 0; k < steps; k++)
			sb_addf(&text, "v%u = char[] \"%.*s\"\n", k, (int)rng_below(&rng, 20),
			        "abcdefghijklmnopqrstuvwxyz");
		const struct seq *seq = parse_steps(arena, model, sb_text(&text));
		uint64_t probes[3] = { 0 };
		for (int k = 0; k < 12; k++) {
			uint32_t p = (uint32_t)rng_below(&rng, N);
			probes[p / 64] |= (uint64_t)1 << (p % 64);
			if (seq->n < best[p] || (seq->n == best[p] && seq_encoded_size(seq) < best_size[p])) {
				best[p] = seq->n;
				best_size[p] = (uint32_t)seq_encoded_size(seq);
			}
		}
		archive_offer(archive, seq, probes);
		sb_release(&text);
		if (i % 100 == 0) {
			assert_true(archive_is_valid(archive));
			arena_clear(arena);
		}
	}
	for (uint32_t p = 0; p < N; p++) {
		assert_int_equal(archive_at(archive, p).seq->n, best[p]);
		assert_int_equal(seq_encoded_size(archive_at(archive, p).seq), best_size[p]);
	}
	struct archived *tests;
	uint64_t covered[3] = { 0 };
	size_t n = archive_select(archive, arena, &tests);
	for (size_t i = 0; i < n; i++)
		for (int w = 0; w < 3; w++)
			covered[w] |= tests[i].probes[w];
	assert_true(covered[0] == ~(uint64_t)0 && covered[1] == ~(uint64_t)0 && covered[2] == (1u << 22) - 1);
	assert_true(archive_is_valid(archive));
	archive_free(archive);
	arena_free(arena);
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_apart),
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_add),
		cmocka_unit_test(test_mcdc_by_definition),
		cmocka_unit_test(test_mcdc_as_llvm_cov),
		cmocka_unit_test(test_too_many_paths),
		cmocka_unit_test(test_archive),
		cmocka_unit_test(test_archive_prefers_clean),
		cmocka_unit_test(test_archive_prefers_no_end),
		cmocka_unit_test(test_select_drops_redundant),
		cmocka_unit_test(test_archive_keeps_the_best),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
