/* fake_results: results of a run that never happened, for tests of the outputs.
 *
 * The unit is a small ring buffer, or a large file of many similar functions. The marks are placed
 * by looking for pieces of the source's own text, so source and marks always agree. */
#ifndef SKEP_TEST_FAKE_RESULTS_H
#define SKEP_TEST_FAKE_RESULTS_H

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "emit/results.h"
#include "proc/child.h"

static const char ring_source[] =
        "/* A ring buffer of ints. <script>document.title = 'comment'</script> \xff\xc3( \xe2\x80\xae */\r\n"
        "#include <stdlib.h>\n"
        "#include <stdio.h>\n"
        "\n"
        "#define FULL(r) ((r)->count == (r)->cap)\n"
        "\n"
        "struct ring {\n"
        "\tint *data;\n"
        "\tint cap, head, count;\n"
        "};\n"
        "\n"
        "/* The ring, or NULL if cap makes no sense. */\n"
        "struct ring *ring_new(int cap)\n"
        "{\n"
        "\tif (cap <= 0 || cap > 1000)\n"
        "\t\treturn NULL;\n"
        "\tstruct ring *r = calloc(1, sizeof *r);\n"
        "\tr->data = malloc(cap * sizeof *r->data);\n"
        "\tr->cap = cap;\n"
        "\treturn r;\n"
        "}\n"
        "\n"
        "int ring_push(struct ring *r, int x)\n"
        "{\n"
        "\tif (FULL(r))\n"
        "\t\treturn -1;\n"
        "\tr->data[(r->head + r->count++) % r->cap] = x;\n"
        "\treturn 0;\n"
        "}\n"
        "\n"
        "const char *ring_state(const struct ring *r)\n"
        "{\n"
        "\tswitch (r->count) {\n"
        "\tcase 0:\n"
        "\t\treturn \"<script>document.title = 'string'</script>\";\n"
        "\tcase 1:\n"
        "\t\treturn \"one & only\";\n"
        "\tdefault:\n"
        "\t\treturn r->count == 0xBEEF ? \"beef\" : \"many\";\n"
        "\t}\n"
        "}\n"
        "\n"
        "void ring_dump(const struct ring *r, FILE *out)\n"
        "{\n"
        "\tfor (int i = 0; i < r->count; i++)\n"
        "\t\tfprintf(out, \"%d\\n\", r->data[i]);\n"
        "}\n";

enum { FAKE_TESTS = 4 };

struct fake {
	struct arena *arena;
	char *folder;
	char *path;                /* of the source */
	const char *source;
	struct marks *marks;
	struct unit unit;
	struct cover cover;
	struct results results;
	const char **why_not;
	uint64_t *probes[FAKE_TESTS];
	struct suite_test tests[FAKE_TESTS];
	struct suite_failure failures[3];
	struct finding findings[3];
	struct campaign_point timeline[6];
};

/* ---- marks found by their text ---- */

static uint32_t line_of(const struct fake *fake, const char *at)
{
	uint32_t line = 1;
	for (const char *p = fake->source; p < at; p++)
		line += *p == '\n';
	return line;
}

static uint32_t column_of(const struct fake *fake, const char *at)
{
	uint32_t column = 1;
	while (at > fake->source && at[-1] != '\n') {
		at--;
		column++;
	}
	return column;
}

/* The first place of `text` after the first place of `after`. */
static struct place place_of(const struct fake *fake, const char *after, const char *text)
{
	const char *from = strstr(fake->source, after);
	const char *at = from ? strstr(from, text) : NULL;
	if (!at)
		BUG("'%s' after '%s' is not in the source", text, after);
	const char *end = at + strlen(text);
	return (struct place){ .line = line_of(fake, at),
		               .column = column_of(fake, at),
		               .end_line = line_of(fake, end),
		               .end_column = column_of(fake, end),
		               .macro_file = NONE };
}

static uint32_t fake_function(struct fake *fake, const char *name, bool is_static)
{
	vec_push(&fake->marks->functions,
	         (struct function_mark){ .name = name, .place = place_of(fake, name, name), .is_static = is_static });
	return (uint32_t)fake->marks->functions.n - 1;
}

/* A region of the statements named, ended by NULL. */
static uint32_t fake_region(struct fake *fake, uint32_t function, const char *const *statements)
{
	const char *name = fake->marks->functions.at[function].name;
	uint32_t region = (uint32_t)fake->marks->regions.n;
	vec_push(&fake->marks->regions,
	         (struct region){ .place = place_of(fake, name, statements[0]), .function = function });
	for (; *statements; statements++)
		vec_push(&fake->marks->statements,
		         (struct statement){ .place = place_of(fake, name, *statements), .region = region });
	return region;
}
#define REGION(fake, function, ...) fake_region(fake, function, (const char *const[]){ __VA_ARGS__, NULL })

/* A decision `whole` of one condition, or of two joined by ||. */
static uint32_t fake_decision(struct fake *fake, uint32_t function, enum decision_kind kind, const char *whole,
                              const char *first, const char *second)
{
	struct marks *marks = fake->marks;
	const char *name = marks->functions.at[function].name;
	struct decision decision = { .place = place_of(fake, name, whole),
		                     .function = function,
		                     .kind = kind,
		                     .first_condition = (uint32_t)marks->conditions.n,
		                     .n_conditions = second ? 2 : 1 };
	uint32_t index = (uint32_t)marks->decisions.n;
	vec_push(&marks->decisions, decision);
	vec_push(&marks->conditions, (struct condition){ .place = place_of(fake, name, first),
	                                                 .function = function,
	                                                 .decision = index,
	                                                 .next = { second ? 1 : NEXT_FALSE, NEXT_TRUE },
	                                                 .text = first });
	if (second)
		vec_push(&marks->conditions, (struct condition){ .place = place_of(fake, name, second),
		                                                 .function = function,
		                                                 .decision = index,
		                                                 .index = 1,
		                                                 .next = { NEXT_FALSE, NEXT_TRUE },
		                                                 .text = second });
	marks_count_paths(marks, index);
	return index;
}

static void fake_state_switch(struct fake *fake, uint32_t function)
{
	struct marks *marks = fake->marks;
	vec_push(&marks->switches, (struct switch_mark){ .place = place_of(fake, "ring_state", "switch (r->count)"),
	                                                 .function = function,
	                                                 .n_cases = 3 });
	vec_push(&marks->cases, (struct case_mark){ .place = place_of(fake, "ring_state", "case 0") });
	vec_push(&marks->cases,
	         (struct case_mark){ .place = place_of(fake, "ring_state", "case 1"), .low = 1, .high = 1 });
	vec_push(&marks->cases,
	         (struct case_mark){ .place = place_of(fake, "ring_state", "default"), .is_default = true });
}

static void mark_ring(struct fake *fake)
{
	struct place macro = place_of(fake, "FULL", "(r)->count == (r)->cap");
	uint32_t f = fake_function(fake, "ring_new", false);
	REGION(fake, f, "if (cap <= 0 || cap > 1000)\n\t\treturn NULL;");
	REGION(fake, f, "return NULL;");
	REGION(fake, f, "struct ring *r =", "r->data =", "r->cap = cap;", "return r;");
	fake_decision(fake, f, DECIDE_IF, "cap <= 0 || cap > 1000", "cap <= 0", "cap > 1000");
	f = fake_function(fake, "ring_push", false);
	REGION(fake, f, "if (FULL(r))\n\t\treturn -1;");
	REGION(fake, f, "return -1;");
	REGION(fake, f, "r->data[(r->head + r->count++) % r->cap] = x;", "return 0;");
	fake_decision(fake, f, DECIDE_IF, "FULL(r)", "FULL(r)", NULL);
	struct condition *full = &fake->marks->conditions.at[fake->marks->conditions.n - 1];
	full->text = "(r)->count == (r)->cap";
	full->place.macro_file = 0;
	full->place.macro_line = macro.line;
	f = fake_function(fake, "ring_state", false);
	REGION(fake, f, "switch (r->count)");
	REGION(fake, f, "return \"<script>");
	REGION(fake, f, "return \"one");
	REGION(fake, f, "return r->count == 0xBEEF");
	fake_state_switch(fake, f);
	fake_decision(fake, f, DECIDE_CHOICE, "r->count == 0xBEEF", "r->count == 0xBEEF", NULL);
	f = fake_function(fake, "ring_dump", false);
	REGION(fake, f, "for (int i = 0; i < r->count; i++)\n\t\tfprintf(out, \"%d\\n\", r->data[i]);");
	REGION(fake, f, "fprintf(out");
	fake_decision(fake, f, DECIDE_FOR, "i < r->count", "i < r->count", NULL);
}

/* ---- what the tests cover ---- */

static void hit(struct fake *fake, uint32_t test, uint32_t probe)
{
	fake->probes[test][probe / 64] |= 1ull << (probe % 64);
}

static void hit_function(struct fake *fake, uint32_t test, uint32_t function, uint32_t region)
{
	hit(fake, test, marks_function_probe(fake->marks, function));
	hit(fake, test, marks_region_probe(fake->marks, region));
}

static void hit_condition(struct fake *fake, uint32_t test, uint32_t condition, bool outcome)
{
	hit(fake, test, marks_condition_probe(fake->marks, condition, outcome));
}

/* Path 0: both false; 1: the second true; 2: the first true. */
static void hit_cap_path(struct fake *fake, uint32_t test, uint32_t path)
{
	hit(fake, test, fake->marks->decisions.at[0].first_probe + path);
	hit_condition(fake, test, 0, path == 2);
	if (path < 2)
		hit_condition(fake, test, 1, path == 1);
}

static void make_ring(struct fake *fake, uint32_t test)
{
	hit_function(fake, test, 0, 0);
	hit_cap_path(fake, test, 0);
	hit(fake, test, marks_region_probe(fake->marks, 2));
}

static void cover_ring(struct fake *fake)
{
	make_ring(fake, 0); /* push_into_full_ring */
	hit_function(fake, 0, 1, 3);
	hit(fake, 0, marks_region_probe(fake->marks, 4));
	hit(fake, 0, marks_region_probe(fake->marks, 5));
	hit_condition(fake, 0, 2, true);
	hit_condition(fake, 0, 2, false);
	hit_function(fake, 1, 0, 0); /* no_ring_of_size_zero */
	hit_cap_path(fake, 1, 2);
	hit(fake, 1, marks_region_probe(fake->marks, 1));
	make_ring(fake, 2); /* state_of_empty_ring */
	hit_function(fake, 2, 2, 6);
	hit(fake, 2, marks_case_probe(fake->marks, 0));
	hit(fake, 2, marks_region_probe(fake->marks, 7));
	make_ring(fake, 3); /* state_of_ring_with_many */
	hit_function(fake, 3, 2, 6);
	hit(fake, 3, marks_case_probe(fake->marks, 2));
	hit(fake, 3, marks_region_probe(fake->marks, 9));
	hit_condition(fake, 3, 3, false);
}

/* ---- what the tests do ---- */

enum { TYPE_ID_INT = 1, TYPE_ID_RING, TYPE_ID_POINTER };

static void model_ring(struct fake *fake)
{
	struct model *model = fake->unit.model;
	struct param *params = ARENA_ARRAY(model->arena, struct param, 3);
	params[0] = (struct param){ .name = "cap", .type = TYPE_ID_INT, .partner = NONE };
	params[1] = (struct param){ .name = "r", .type = TYPE_ID_POINTER, .role = ROLE_HANDLE, .partner = NONE };
	params[2] = (struct param){ .name = "x", .type = TYPE_ID_INT, .partner = NONE };
	vec_push(&model->types, (struct type){ .kind = TYPE_INT,
	                                       .spelling = "int",
	                                       .tag = "",
	                                       .canonical = TYPE_ID_INT,
	                                       .size = 4,
	                                       .align = 4,
	                                       .is_signed = true,
	                                       .complete = true,
	                                       .spellable = true });
	vec_push(&model->types, (struct type){ .kind = TYPE_STRUCT,
	                                       .spelling = "struct ring",
	                                       .tag = "ring",
	                                       .canonical = TYPE_ID_RING,
	                                       .spellable = true });
	vec_push(&model->types, (struct type){ .kind = TYPE_POINTER,
	                                       .spelling = "struct ring *",
	                                       .tag = "ring",
	                                       .canonical = TYPE_ID_POINTER,
	                                       .size = 8,
	                                       .align = 8,
	                                       .complete = true,
	                                       .spellable = true,
	                                       .target = TYPE_ID_RING });
	vec_push(&model->functions, (struct function){ .name = "ring_new",
	                                               .result = TYPE_ID_POINTER,
	                                               .params = params,
	                                               .n_params = 1,
	                                               .is_maker = true,
	                                               .made_param = NONE });
	vec_push(&model->functions, (struct function){ .name = "ring_push",
	                                               .result = TYPE_ID_INT,
	                                               .params = params + 1,
	                                               .n_params = 2,
	                                               .made_param = NONE });
}

/* ring = ring_new(1); ring_push(ring, 1) */
static const struct seq *push_once(struct fake *fake)
{
	static const int one = 1;
	struct seq_builder builder;
	seq_begin(&builder, fake->arena);
	uint32_t number = seq_add(&builder,
	                          &(struct step){ .kind = STEP_VALUE, .type = TYPE_ID_INT, .size = 4, .bytes = &one });
	struct arg cap = seq_arg(&builder, number, false);
	uint32_t ring = seq_add(
	        &builder, &(struct step){ .kind = STEP_CALL, .type = TYPE_ID_POINTER, .n_args = 1, .args = &cap });
	struct arg push[] = { seq_arg(&builder, ring, false), seq_arg(&builder, number, false) };
	seq_add(&builder,
	        &(struct step){ .kind = STEP_CALL, .type = TYPE_ID_INT, .index = 1, .n_args = 2, .args = push });
	return seq_finish(&builder);
}

/* ---- the rest of the results ---- */

static void fake_tests(struct fake *fake)
{
	static const struct suite_test tests[FAKE_TESTS] = {
		{ .name = "push_into_full_ring",
		  .comment = "A full ring refuses another element. Adds ring.c:25 true and false.",
		  .n_checks = 4,
		  .added_goals = 6,
		  .line = 11 },
		{ .name = "no_ring_of_size_zero",
		  .comment = "Adds ring.c:15 true.",
		  .n_checks = 1,
		  .added_goals = 1,
		  .line = 23 },
		{ .name = "state_of_empty_ring",
		  .comment = "\"<b>\" & 'quotes' in a comment.",
		  .n_checks = 2,
		  .added_goals = 1,
		  .line = 30 },
		{ .name = "state_of_ring_with_many",
		  .comment = "Adds ring.c:38.",
		  .n_checks = 2,
		  .added_goals = 2,
		  .line = 41 },
	};
	memcpy(fake->tests, tests, sizeof tests);
	for (uint32_t i = 0; i < FAKE_TESTS; i++) {
		fake->tests[i].probes = fake->probes[i];
		fake->tests[i].file = "tests/test_ring.c";
	}
	fake->results.suite.tests = fake->tests;
	fake->results.suite.n_tests = FAKE_TESTS;
}

static void fake_failures(struct fake *fake)
{
	static const struct frame frames[] = { { "ring_push", "ring.c", 27, 2 } },
	                          allocated[] = { { "ring_new", "ring.c", 18, 12 } };
	fake->findings[0] = (struct finding){
		.verdict = VERDICT_BUG,
		.kind = "heap overflow",
		.summary = "heap overflow in ring_push, ring.c:27",
		.evidence = "ring_push writes 4 bytes just past the 4-byte block that ring_new "
		            "allocated. Every argument is legal: a < b && c > \"d\".",
		.frames = frames,
		.n_frames = 1,
		.alloc_frames = allocated,
		.n_alloc_frames = 1,
		.count = 1204
	};
	fake->findings[1] = (struct finding){ .verdict = VERDICT_MISUSE,
		                              .kind = "null dereference",
		                              .summary = "null dereference in ring_push, ring.c:25",
		                              .evidence = "The test passed NULL as r.",
		                              .count = 1 };
	fake->findings[2] = (struct finding){ .verdict = VERDICT_UNCLEAR,
		                              .kind = "hang",
		                              .summary = "ring_state does not end <in time> \xff\x01",
		                              .evidence = "",
		                              .count = 2 };
	fake->failures[0] = (struct suite_failure){
		&fake->findings[0],
		"failing/bug_001.c",
		"/* Told already. */\n#include \"ring.h\"\n\nint main(void)\n{\n    return 0; /* fails here */\n}\n",
		9,
		4,
		NULL
	};
	fake->failures[1] = (struct suite_failure){ &fake->findings[1], "misuse/misuse_001.c", NULL, 9, 4, NULL };
	fake->failures[2] = (struct suite_failure){ &fake->findings[2], "failing/unclear_001.c", NULL, 9, 4, NULL };
	fake->results.findings.failures = fake->failures;
	fake->results.findings.n_failures = 3;
}

static void fake_numbers(struct fake *fake)
{
	static const struct campaign_point timeline[] = { { 0.004, 12, 3 }, { 0.02, 90, 5 },   { 0.06, 300, 6 },
		                                          { 0.4, 2000, 7 }, { 2.1, 60000, 8 }, { 9.7, 900000, 8 } };
	memcpy(fake->timeline, timeline, sizeof timeline);
	fake->results.search.timeline = fake->timeline;
	fake->results.search.n_timeline = sizeof timeline / sizeof timeline[0];
	fake->results.search.stats = (struct campaign_stats){ .seconds = 14.6,
		                                              .executions = 4561234,
		                                              .faults = 12,
		                                              .judged = 70,
		                                              .illegal = 9,
		                                              .workers_started = 14,
		                                              .chance_next = 0.0000002,
		                                              .chance_minute = 0.034 };
	fake->results.search.stop_reason = STOP_PLATEAU;
	fake->results.asked.command = "skep gen ring.c --seed 7 -- '-DNAME=\"<b>\"'";
	fake->results.asked.seed = 7;
	fake->results.asked.budget_seconds = 60;
	fake->results.suite.mutants = 34;
	fake->results.suite.mutants_killed = 31;
}

static void fake_begin(struct fake *fake, const char *folder, const char *source)
{
	*fake = (struct fake){
		.arena = arena_new(), .folder = xstrdup(folder), .source = source, .marks = marks_new()
	};
	fake->path = xprintf("%s/ring.c", folder);
	marks_file(fake->marks, fake->path);
	fake->unit = (struct unit){ .model = model_new(), .marks = fake->marks, .hash = 0xabcdef, .name = "ring" };
	vec_push(&fake->unit.model->sources, fake->path);
}

static void fake_finish(struct fake *fake)
{
	struct results *results = &fake->results;
	fake->why_not = ARENA_ARRAY(fake->arena, const char *, fake->marks->n_probes);
	cover_init(&fake->cover, fake->marks);
	for (uint32_t i = 0; i < FAKE_TESTS; i++)
		cover_add(&fake->cover, fake->probes[i]);
	results->unit = &fake->unit;
	results->suite.cover = &fake->cover;
	results->asked.criterion = CRITERION_BRANCH;
	results->search.why_not = fake->why_not;
	fake_tests(fake);
	fake_failures(fake);
	fake_numbers(fake);
}

static void fake_number(struct fake *fake)
{
	marks_number(fake->marks);
	INVARIANT(marks_is_valid(fake->marks));
	for (uint32_t i = 0; i < FAKE_TESTS; i++)
		fake->probes[i] = ARENA_ARRAY(fake->arena, uint64_t, fake->marks->n_probes / 64 + 1);
}

static status fake_write_source(const struct fake *fake)
{
	TRY(dir_make(fake->folder));
	return file_write(fake->path, fake->source, strlen(fake->source));
}

/* The ring; its source is written to folder/ring.c. */
static status fake_ring(struct fake *fake, const char *folder)
{
	fake_begin(fake, folder, ring_source);
	mark_ring(fake);
	fake_number(fake);
	cover_ring(fake);
	fake_finish(fake);
	model_ring(fake);
	fake->tests[0].seq = fake->findings[0].seq = push_once(fake);
	fake->why_not[marks_condition_probe(fake->marks, 1, true)] =
	        "refuted: needs cap > 1000 and cap <= 1000 <img src=x onerror=\"document.title='why'\">";
	fake->why_not[marks_condition_probe(fake->marks, 3, true)] =
	        "reached by 4,120 tests; closest: r->count == 0xBEE7. solver: unknown after 2.0 s";
	fake->why_not[marks_function_probe(fake->marks, 3)] =
	        "not called: FILE * for writing is switched off (--files)";
	return fake_write_source(fake);
}

/* The `k`-th condition of function `i`, as a decision and statement of its own. */
static void mark_large_condition(struct fake *fake, uint32_t i, uint32_t k, uint32_t file)
{
	struct marks *marks = fake->marks;
	uint32_t line = 10 * i + 4 + 2 * k, index = (uint32_t)marks->decisions.n;
	struct place place = {
		.file = file, .line = line, .column = 6, .end_line = line, .end_column = 11, .macro_file = NONE
	};
	struct condition condition = {
		.place = place, .function = i, .decision = index, .text = k ? "b == n" : "a > n"
	};
	condition.next[0] = NEXT_FALSE;
	condition.next[1] = NEXT_TRUE;
	vec_push(&marks->conditions, condition);
	vec_push(&marks->decisions,
	         (struct decision){ .place = place, .function = i, .first_condition = index, .n_conditions = 1 });
	vec_push(&marks->regions, (struct region){ .place = place, .function = i });
	vec_push(&marks->statements, (struct statement){ .place = place, .region = index });
}

static void mark_large_function(struct fake *fake, uint32_t i, uint32_t file)
{
	uint32_t line = 10 * i + 1;
	struct function_mark function = { .name = arena_printf(fake->arena, "value_%05u", i), .is_static = true };
	function.place = (struct place){
		.file = file, .line = line, .column = 12, .end_line = line, .end_column = 23, .macro_file = NONE
	};
	vec_push(&fake->marks->functions, function);
	mark_large_condition(fake, i, 0, file);
	mark_large_condition(fake, i, 1, file);
}

/* Every third function is never entered. */
static void cover_large(struct fake *fake, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		if (i % 3 == 0)
			continue;
		hit_function(fake, i % FAKE_TESTS, i, 2 * i);
		hit_condition(fake, i % FAKE_TESTS, 2 * i, true);
		if (i % 2)
			hit_condition(fake, i % FAKE_TESTS, 2 * i, false);
	}
}

/* One function of ten lines, `n` times. The last one is said to be in a file
 * that is not there. */
static status fake_large(struct fake *fake, const char *folder, uint32_t n)
{
	struct sb source = { 0 };
	for (uint32_t i = 0; i < n; i++)
		sb_addf(&source,
		        "static int value_%05u(int a, int b)\n{\n\t/* Number %u. */\n\tif (a > %u)\n\t\treturn a - b;\n"
		        "\tif (b == %u)\n\t\treturn b;\n\treturn \"text\"[a & 3];\n}\n\n",
		        i, i, i, i);
	fake_begin(fake, folder, sb_take(&source));
	uint32_t absent = marks_file(fake->marks, "absent.c");
	for (uint32_t i = 0; i < n; i++)
		mark_large_function(fake, i, i + 1 < n ? 0 : absent);
	fake_number(fake);
	cover_large(fake, n);
	fake_finish(fake);
	return fake_write_source(fake);
}

static void fake_release(struct fake *fake)
{
	if (fake->source != ring_source)
		free((char *)fake->source);
	cover_release(&fake->cover);
	model_free(fake->unit.model);
	marks_free(fake->marks);
	free(fake->path);
	free(fake->folder);
	arena_free(fake->arena);
}

#endif
