/* test_instr: targets of units behave as the marks say.
 *
 * The targets are linked with instr_runtime.c, which prints the events of instrumented code; hits
 * are translated back into the user's words ("a > 1:T"). */
#define _GNU_SOURCE
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "base/str.h"
#include "front/front.h"
#include "instr/instr.h"
#include "proc/child.h"

static char *folder; /* sources, runtime and cache of this test */

static char *in_folder(const char *name)
{
	return xprintf("%s/%s", folder, name);
}

static void run_or_stop(const char *const *argv)
{
	struct child_result result;
	assert_ok(child_run(argv, NULL, &result));
	assert_int_equal(result.status, 0);
}

static void compile_runtime(const char *kind)
{
	char *into = xprintf("%s/rt/%s", folder, kind), *object = xprintf("%s/runtime.o", into);
	assert_ok(dir_make(into));
	run_or_stop((const char *const[]){ "clang-19", "-D_GNU_SOURCE", "-std=gnu11", "-O1", "-g", "-Irt", "-c",
	                                   "tests/unit/instr_runtime.c", "-o", object, NULL });
	free(into);
	free(object);
}

static int set_up(void **state)
{
	(void)state;
	log_set_level(LOG_QUIET);
	assert_ok(temp_make("test-instr", &folder));
	compile_runtime("fast");
	compile_runtime("checked");
	char *helpers = in_folder("rt/inline.bc"), *runtime = in_folder("rt");
	run_or_stop((const char *const[]){ "clang-19", "-std=gnu11", "-Irt", "-O1", "-Xclang", "-disable-llvm-passes",
	                                   "-emit-llvm", "-c", "rt/inlined/inline.c", "-o", helpers, NULL });
	setenv("SKEP_RUNTIME", runtime, 1);
	free(helpers);
	free(runtime);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	temp_remove(folder);
	return 0;
}

/* ---- a unit and its target ---- */

struct fixture {
	struct source_list sources;
	struct unit *unit;
	struct target *target;
	struct sb out;
};

static void read_unit(struct fixture *fixture, const char *const *texts, size_t n, const char *flag)
{
	const char *paths[4];
	for (size_t i = 0; i < n; i++) {
		paths[i] = xprintf("%s/%c.c", folder, (char)('a' + i));
		assert_ok(file_write(paths[i], texts[i], strlen(texts[i])));
	}
	assert_ok(sources_from_args(&fixture->sources, paths, n, &flag, flag != NULL));
	assert_ok(front_read(&fixture->sources, &fixture->unit));
	for (size_t i = 0; i < n; i++)
		free((char *)paths[i]);
}

static status build(struct fixture *fixture, enum build_kind kind)
{
	char *cache = in_folder("cache");
	struct build_options options = { .cache_dir = cache };
	target_free(fixture->target);
	fixture->target = NULL;
	status st = target_build(fixture->unit, kind, &options, &fixture->target);
	free(cache);
	return st;
}

static struct fixture make(const char *text, enum build_kind kind)
{
	struct fixture fixture = { 0 };
	read_unit(&fixture, &text, 1, NULL);
	assert_ok(build(&fixture, kind));
	return fixture;
}

static void release(struct fixture *fixture)
{
	target_free(fixture->target);
	unit_free(fixture->unit);
	sources_release(&fixture->sources);
	sb_release(&fixture->out);
}

/* Runs the target; "NAME=..." calls the function NAME. Up to five arguments. */
static const char *run(struct fixture *fixture, const char *const *args)
{
	const char *argv[8] = { fixture->target->path };
	struct child_options options = { .out = &fixture->out };
	struct child_result result;
	struct arena *arena = arena_new();
	for (size_t i = 0; args[i]; i++) {
		const char *equals = strchr(args[i], '=');
		char *name = arena_strndup(arena, args[i], equals ? (size_t)(equals - args[i]) : strlen(args[i]));
		uint32_t number = model_find_function(fixture->unit->model, name);
		argv[i + 1] = number == NONE ? args[i] : arena_printf(arena, "%u%s", number, equals ? equals : "");
	}
	sb_clear(&fixture->out);
	assert_ok(child_run(argv, &options, &result));
	arena_free(arena);
	assert_int_equal(result.status, 0);
	return sb_text(&fixture->out);
}

#define RUN(fixture, ...) run(fixture, (const char *const[]){ __VA_ARGS__, NULL })

/* What the one call hit, in words: conditions, cases and paths. */
static bool has_hit(const char *out, uint32_t probe)
{
	const char *hits = strstr(out, " hits");
	char *after;
	for (hits = hits ? hits + strlen(" hits") : ""; *hits == ' '; hits = after)
		if (strtoul(hits, &after, 10) == probe)
			return true;
	return false;
}

/* "[TT-]T": what each condition was, and the decision. */
static void add_path(const struct marks *marks, uint32_t decision, uint32_t path, struct sb *words)
{
	signed char outcome[64];
	bool whole = marks_path(marks, decision, path, outcome);
	sb_add(words, "[");
	for (uint32_t i = 0; i < marks->decisions.at[decision].n_conditions; i++)
		sb_add_char(words, "-FT"[outcome[i] + 1]);
	sb_addf(words, "]%c ", whole ? 'T' : 'F');
}

static char *words_of_hits(const struct fixture *fixture, const char *out)
{
	const struct marks *marks = fixture->unit->marks;
	struct sb words = { 0 };
	for (uint32_t i = 0; i < marks->conditions.n; i++)
		for (int outcome = 0; outcome < 2; outcome++)
			if (has_hit(out, marks_condition_probe(marks, i, outcome)))
				sb_addf(&words, "%s:%c ", marks->conditions.at[i].text, outcome ? 'T' : 'F');
	for (uint32_t i = 0; i < marks->cases.n; i++)
		if (has_hit(out, marks_case_probe(marks, i)))
			sb_addf(&words, marks->cases.at[i].is_default ? "default " : "case %lld ",
			        (long long)marks->cases.at[i].low);
	for (uint32_t i = 0; i < marks->decisions.n; i++)
		for (uint32_t path = 0; path < marks->decisions.at[i].n_paths; path++)
			if (has_hit(out, marks->decisions.at[i].first_probe + path))
				add_path(marks, i, path, &words);
	return sb_take(&words);
}

#define assert_hits(fixture, expected, ...)                                    \
	do {                                                                   \
		char *words_ = words_of_hits(fixture, RUN(fixture, __VA_ARGS__)); \
		assert_string_equal(words_, expected);                         \
		free(words_);                                                  \
	} while (0)

#define assert_has(text, part)                                                 \
	do {                                                                   \
		const char *text_ = (text);                                    \
		if (!strstr(text_, part))                                      \
			fail_msg("no \"%s\" in:\n%s", part, text_);            \
	} while (0)

/* ---- conditions ---- */

static const char decide[] = "int decide(int a, double d, const char *s)\n"
                             "{\n"
                             "        if ((a > 1 && d < 2) || !s)\n"
                             "                return 1;\n"
                             "        while (a-- > 0)\n"
                             "                if (__builtin_expect(!!(a == 1), 0))\n"
                             "                        return 2;\n"
                             "        return 0;\n"
                             "}\n";

static void check_decide(enum build_kind kind)
{
	struct fixture fixture = make(decide, kind);
	assert_hits(&fixture, "a > 1:T d < 2:T [TT-]T ", "decide=5,f1.5,sx");
	assert_hits(&fixture, "a > 1:F !s:T [F-T]T ", "decide=0,f1.5,0");
	assert_hits(&fixture, "a > 1:F !s:F a-- > 0:F a-- > 0:T __builtin_expect(!!(a == 1), 0):F [F-F]F ",
	            "decide=1,f0,sx");
	const char *out = RUN(&fixture, "watch", "decide=2,f3.5,sx");
	assert_has(out, "saw 0: int 38 2 1 32\n");
	assert_has(out, "saw 1: real 4 3.5 2\n");
	assert_has(out, "saw 3: int 38 2 0 32\n");
	assert_has(out, "saw 4: int 32 1 1 32\n");
	assert_has(out, "call 0: 2 hits");
	release(&fixture);
}

static void test_conditions(void **state)
{
	(void)state;
	check_decide(BUILD_FAST);
	check_decide(BUILD_CHECKED);
}

static void test_comparisons(void **state)
{
	(void)state;
	struct fixture fixture = make("#include <string.h>\n"
	                              "int f(const char *s, unsigned char c, _Bool b, long double x, char *p) {\n"
	                              "        int n = 0;\n"
	                              "        if (strcmp(s, \"word\") == 0) n |= 1;\n"
	                              "        if (!strcmp(s, \"word\")) n |= 2;\n"
	                              "        if (!(c >= 7)) n |= 4;\n"
	                              "        if (b) n |= 8;\n"
	                              "        if (c & 4) n |= 16;\n"
	                              "        if (!p) n |= 32;\n"
	                              "        if ((x != 0) == b) n |= 64;\n"
	                              "        return n; }\n",
	                              BUILD_FAST);
	const char *out = RUN(&fixture, "watch", "f=sword,6,1,0,0");
	assert_has(out, "saw 0: text 32 0\n");
	assert_has(out, "saw 1: text 32 0\n");
	assert_has(out, "saw 2: int 40 6 7 32\n");
	assert_has(out, "saw 3: int 33 1 0 8\n");
	assert_has(out, "saw 4: int 33 4 0 32\n");
	assert_has(out, "saw 5: int 32 0 0 192\n"); /* 64 bits, a pointer */
	assert_has(out, "saw 6: int 32 0 1 32\n");
	release(&fixture);
}

static void test_switches(void **state)
{
	(void)state;
	struct fixture fixture = make(
	        "int f(int x) { switch (x) { case 1: x = 5; case 2 ... 5: return x; case 100 ... 1000: return 2;\n"
	        "        case -1: break; default: return 9; } return 7; }\n"
	        "int u(unsigned x) { switch (x) { case 4294967290u: return 1; } return 0; }\n"
	        "int n(int x) { switch (({ int y; switch (x) { case 1: y = 3; break; default: y = 4; } y; })) {\n"
	        "        case 3: return 1; case 4: return 2; } return 3; }\n"
	        "int k(int x) { for (;;) { char b[9]; b[0] = x; switch (b[0]) { case 0: return 1; case 1: x--; continue; }\n"
	        "        if (x > 5) break; return 4; } return 5; }\n",
	        BUILD_FAST);
	assert_hits(&fixture, "case 1 ", "f=1");
	assert_hits(&fixture, "case 2 ", "f=4");
	assert_hits(&fixture, "case 100 ", "f=1000");
	assert_hits(&fixture, "default ", "f=1001");
	assert_hits(&fixture, "case -1 ", "f=-1");
	assert_hits(&fixture, "case 4294967290 ", "u=4294967290");
	assert_has(RUN(&fixture, "watch", "u=4294967290"), "value 4294967290\n");
	assert_has(RUN(&fixture, "watch", "f=-1"), "saw switch: cases 0..4 value -1\n");
	assert_hits(&fixture, "case 4 default ", "n=7");
	assert_hits(&fixture, "case 3 case 1 ", "n=1");
	assert_hits(&fixture, "case 0 case 1 ", "k=1");
	assert_hits(&fixture, "x > 5:T default ", "k=9");
	release(&fixture);
}

static void test_fuel(void **state)
{
	(void)state;
	struct fixture fixture = make("int f(int n) { int k = 0; while (n) k++; return k; }\n", BUILD_FAST);
	assert_string_equal(RUN(&fixture, "fuel=100", "f=1"), "out of fuel\n");
	release(&fixture);
}

/* Without fuel of their own these would only end by the clock. */
static void test_fuel_of_loops_without_conditions(void **state)
{
	(void)state;
	struct fixture fixture = make(
	        "volatile int k;\n"
	        "int f(int n) { for (;;) k = n; }\n"
	        "int g(int n) { again: k = n; goto further; further: k++; goto again; }\n"
	        "int h(int n) { for (;;) switch (n) { case 1: n = 2; break; default: n = 1; break; } }\n"
	        "int i(int n) { for (;;) { for (;;) { k = n; switch (n) { case 0: return 1; case 1: continue; } break; } n = 1; } }\n",
	        BUILD_FAST);
	assert_string_equal(RUN(&fixture, "fuel=100", "f=1"), "out of fuel\n");
	assert_string_equal(RUN(&fixture, "fuel=100", "g=1"), "out of fuel\n");
	assert_string_equal(RUN(&fixture, "fuel=100", "h=1"), "out of fuel\n");
	assert_string_equal(RUN(&fixture, "fuel=100", "i=3"), "out of fuel\n");
	assert_hits(&fixture, "case 0 ", "i=0");
	release(&fixture);
}

/* ---- the driver ---- */

static void test_calls(void **state)
{
	(void)state;
	struct fixture fixture = make(
	        "#include <stdarg.h>\n#include <stdio.h>\n"
	        "struct pt { int x, y; };\ntypedef struct { long l[4]; } big;\n"
	        "typedef int (*two)(struct pt, const big *);\ntypedef void (*plain)(int, char);\n"
	        "enum e { A, B = 77 };\n"
	        "static int a(int a) { return a + 1; }\n"
	        "int add(struct pt p) { return a(p.x) + p.y; }\n"
	        "const big *same(const big *b) { return b; }\n"
	        "big grow(big b, enum e e) { b.l[0] = e; return b; }\n"
	        "int ask(two f, struct pt p) { return f ? f(p, 0) : -1; }\n"
	        "void tell(plain f) { f(3, 4); }\n"
	        "int say(const char *f, va_list v) { char t[99]; return vsnprintf(t, sizeof t, f, v); }\n"
	        "int old(i, c) char c; { return i + c; }\n"
	        "int main(int argc, char **argv) { return argc == 3 && !argv ? 33 : 0; }\n",
	        BUILD_FAST);
	const struct model *model = fixture.unit->model;
	assert_has(RUN(&fixture, "a=41"), ": 42 hits");
	assert_has(RUN(&fixture, "grow=bxyz,77"), ": 77 hits");
	assert_has(RUN(&fixture, "say=s%d%d%s,0"), ": 8 hits");
	assert_has(RUN(&fixture, "old=3,4"), ": 7 hits");
	assert_has(RUN(&fixture, "unit_main=3,0"), ": 33 hits");
	for (type_id id = 0; id < model->types.n; id++) {
		const struct type *type = &model->types.at[id];
		if (type->kind != TYPE_FUNCTION || type->canonical != id || type->n_params != 2)
			continue;
		char *call = xprintf("%s=c%u,bABCD", type->target ? "ask" : "tell", id);
		bool is_two = model_canonical(model, type->params[0])->kind == TYPE_STRUCT &&
		              model_canonical(model, type->params[1])->kind == TYPE_POINTER;
		if (is_two)
			assert_has(RUN(&fixture, call), "result of 4 bytes, 2 arguments 1145258561 0\n");
		else if (!type->target && model_canonical(model, type->params[0])->size == 4)
			assert_has(RUN(&fixture, call), "result of 0 bytes, 2 arguments 3 ");
		free(call);
	}
	release(&fixture);
}

static void test_wrapper_that_does_not_compile(void **state)
{
	(void)state;
	struct fixture fixture = make("int gone(int x) __attribute__((unavailable(\"use here\")));\n"
	                              "int gone(int x) { return x; }\nint here(int x) { return x + 1; }\n"
	                              "__attribute__((error(\"never\"))) int hidden(int x) { return x + 2; }\n",
	                              BUILD_FAST);
	struct function *gone = &fixture.unit->model->functions.at[model_find_function(fixture.unit->model, "gone")];
	assert_non_null(gone->why_not);
	assert_has(gone->why_not, "unavailable");
	assert_has(RUN(&fixture, "gone=1"), "not callable");
	assert_has(RUN(&fixture, "here=1"), ": 2 hits");
	assert_has(RUN(&fixture, "hidden=1"), ": 3 hits");
	gone->why_not = NULL;
	assert_ok(build(&fixture, BUILD_FAST));
	assert_true(fixture.target->from_cache);
	assert_non_null(gone->why_not);
	release(&fixture);
}

static void test_two_sources(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"static int id(int x) { return x > 0 ? x : -x; }\nint one(int x) { return id(x); }\nextern int shared;\n"
		"inline int lone(int x) { return x + shared; }\nint call_lone(int x) { return lone(x); }\n",
		"static int id(int x) { return 2 * x; }\nint two(int x) { return id(x); }\nint shared = 5;\n"
	};
	struct fixture fixture = { 0 };
	read_unit(&fixture, texts, 2, NULL);
	assert_ok(build(&fixture, BUILD_CHECKED));
	assert_has(RUN(&fixture, "one=-3"), ": 3 hits");
	assert_has(RUN(&fixture, "two=-3"), ": -6 hits");
	assert_has(RUN(&fixture, "call_lone=1"), ": 6 hits");
	assert_int_equal(fixture.unit->model->missing.n, 0);
	release(&fixture);
}

/* ---- the world around the unit ---- */

static void test_missing(void **state)
{
	(void)state;
	struct fixture fixture = make(
	        "struct big { long l[5]; }; struct open;\n"
	        "int zeta(int, const char *); struct big alpha(struct big); void quit(void) __attribute__((noreturn));\n"
	        "extern int number; extern struct open thing; extern __thread int mine;\n"
	        "int f(int x) { if (x < 0) quit(); struct big b = { { x } }; return zeta(x, 0) + (int)alpha(b).l[0] + number; }\n"
	        "void *g(void) { mine++; return &thing; }\nint h(int x) { return pthread_atfork(0, 0, 0) + x; }\n",
	        BUILD_FAST);
	const struct model *model = fixture.unit->model;
	assert_int_equal(model->missing.n, 3);
	assert_string_equal(model->missing.at[0].name, "alpha");
	assert_string_equal(model->missing.at[2].name, "zeta");
	const char *out = RUN(&fixture, "f=6");
	assert_has(out, "stub 2: result of 4 bytes, 2 arguments 6 0\n");
	assert_has(out, "stub 0: result of 40 bytes, 1 arguments 6\n");
	assert_has(out, "call 0: 22 hits");
	assert_has(out, ", 3 missing, 0 bytes into a page\n");
	assert_ok(build(&fixture, BUILD_CHECKED));
	assert_int_equal(model->missing.n, 3);
	assert_has(RUN(&fixture, "f=6"), "stub 2: result of 4 bytes");
	release(&fixture);
}

static void test_globals_and_reroutes(void **state)
{
	(void)state;
	struct fixture fixture = make(
	        "#include <stdlib.h>\n#define _GNU_SOURCE\n#include <locale.h>\n"
	        "_Thread_local int a = 3; static int b[100]; int c; const int d[50] = { 1 }; static const char *e = \"x\";\n"
	        "int f(int x) { char *p = malloc(x); free(p); b[x] = x; c++; uselocale(0);\n"
	        "        return a++ + b[x] + c + d[0] + *e; }\n",
	        BUILD_FAST);
	const char *out = RUN(&fixture, "globals", "f=7");
	assert_has(out, "malloc 7\n");
	assert_has(out, "retire\n");
	assert_has(out, ": 132 hits");
	long bytes = atol(strstr(out, "globals ") + strlen("globals "));
	assert_in_range(bytes, 408, 424);
	assert_false(fixture.target->starts_threads);
	release(&fixture);
}

static void test_threads(void **state)
{
	(void)state;
	struct fixture fixture = make(
	        "#include <pthread.h>\nint f(void *(*g)(void *)) { pthread_t t; return pthread_create(&t, 0, g, 0); }\n",
	        BUILD_FAST);
	assert_true(fixture.target->starts_threads);
	assert_ok(build(&fixture, BUILD_FAST));
	assert_true(fixture.target->from_cache && fixture.target->starts_threads);
	release(&fixture);
}

/* ---- control flow ---- */

static char *flow_text(const struct fixture *fixture, const char *name)
{
	const struct marks *marks = fixture->unit->marks;
	struct sb text = { 0 };
	for (uint32_t f = 0; f < fixture->target->n_flow; f++) {
		if (!str_equal(marks->functions.at[f].name, name))
			continue;
		for (uint32_t i = 0; i < fixture->target->flow[f].n_nodes; i++) {
			const struct flow_node *node = &fixture->target->flow[f].nodes[i];
			if (node->condition != NONE)
				sb_addf(&text, "%s", marks->conditions.at[node->condition].text);
			else
				sb_add(&text, node->of_switch != NONE ? "switch" : "-");
			for (uint32_t k = 0; k < node->n_next; k++)
				sb_addf(&text, " %u", node->next[k]);
			for (uint32_t k = 0; k < node->n_callees; k++)
				sb_addf(&text, " %s()", marks->functions.at[node->callees[k]].name);
			sb_add(&text, "\n");
		}
	}
	return sb_take(&text);
}

static void test_flow(void **state)
{
	(void)state;
	struct fixture fixture = make("int g(int x) { return x; }\n"
	                              "int f(int x, int y) { while (x > 0 && y) { x -= g(y); }\n"
	                              "        switch (x) { case 0: return 1; case 100 ... 300: y = 3; break; }\n"
	                              "        return y; }\n",
	                              BUILD_FAST);
	static const char expected[] = "- 1\nx > 0 2 3\nswitch 4 5 6\ny 2 7\n- 8\n- 6\n- 8\n- 1 g()\n-\n";
	char *text = flow_text(&fixture, "f");
	assert_string_equal(text, expected);
	free(text);
	assert_ok(build(&fixture, BUILD_FAST));
	assert_true(fixture.target->from_cache);
	text = flow_text(&fixture, "f");
	assert_string_equal(text, expected);
	free(text);
	release(&fixture);
}

/* ---- the cache ---- */

static void overwrite(const char *path, long offset)
{
	FILE *file = fopen(path, "r+");
	assert_non_null(file);
	fseek(file, offset, SEEK_SET);
	fputc('#', file);
	fclose(file);
}

static void test_cache(void **state)
{
	(void)state;
	struct fixture fixture = make("int cached(int x) { return x ? 1 : 2; }\n", BUILD_FAST);
	assert_false(fixture.target->from_cache);
	assert_ok(build(&fixture, BUILD_FAST));
	assert_true(fixture.target->from_cache);
	char *program = xstrdup(fixture.target->path);
	char *facts = xprintf("%.*s/facts", (int)(path_base(program) - program - 1), program);
	overwrite(program, 500);
	assert_ok(build(&fixture, BUILD_FAST));
	assert_false(fixture.target->from_cache);
	overwrite(facts, 40);
	assert_ok(build(&fixture, BUILD_FAST));
	assert_false(fixture.target->from_cache);
	assert_string_equal(fixture.target->path, program);
	assert_int_equal(truncate(facts, 10), 0);
	assert_ok(build(&fixture, BUILD_FAST));
	assert_false(fixture.target->from_cache);
	unlink(program);
	assert_ok(build(&fixture, BUILD_FAST));
	assert_has(RUN(&fixture, "cached=5"), ": 1 hits");
	free(program);
	free(facts);
	release(&fixture);
}

static void test_without_cache(void **state)
{
	(void)state;
	static const char text[] = "int f(int x) { return x ? 1 : 2; }\n";
	struct fixture fixture = make(text, BUILD_FAST);
	char *no_folder = in_folder("a.c/cache"); /* a.c is a file: nothing can be made in it */
	struct build_options options[] = { { .no_cache = true }, { .cache_dir = no_folder } };
	for (int i = 0; i < 2; i++) {
		struct target *target;
		struct stat info;
		assert_ok(target_build(fixture.unit, BUILD_FAST, &options[i], &target));
		char *path = xstrdup(target->path);
		assert_int_equal(stat(path, &info), 0);
		target_free(target);
		assert_int_equal(stat(path, &info), -1);
		free(path);
	}
	free(no_folder);
	release(&fixture);
}

/* Side by side they are the same as one after the other, and found again. */
static void test_all_targets(void **state)
{
	(void)state;
	static const char text[] =
	        "int first(int);\nint second(int, int);\nint side(int x) { return x ? first(x) : second(x, 2); }\n";
	struct fixture fixture = make(text, BUILD_FAST);
	struct unit *known = fixture.unit;
	char *cache = in_folder("cache-all");
	struct build_options options[] = { { .cache_dir = cache }, { .cache_dir = cache }, { .no_cache = true } };
	for (int i = 0; i < 3; i++) {
		struct target *targets[N_BUILDS];
		assert_ok(front_read(&fixture.sources, &fixture.unit));
		assert_ok(targets_build(fixture.unit, &options[i], targets));
		assert_int_equal(fixture.unit->model->missing.n, 2);
		for (uint32_t k = 0; k < 2; k++)
			assert_string_equal(fixture.unit->model->missing.at[k].name, known->model->missing.at[k].name);
		assert_null(targets[BUILD_SYMBOLIC]); /* nobody asked for it */
		for (int kind = 0; kind < BUILD_SYMBOLIC; kind++) {
			assert_int_equal(targets[kind]->kind, kind);
			assert_int_equal(targets[kind]->from_cache, i == 1);
			assert_int_equal(targets[kind]->n_flow, 1);
			assert_true(targets[kind]->flow[0].n_nodes > 1);
			assert_int_equal(access(targets[kind]->path, X_OK), 0);
			target_free(targets[kind]);
		}
		unit_free(fixture.unit);
	}
	fixture.unit = known;
	free(cache);
	release(&fixture);
}

static void test_all_targets_of_a_bad_unit(void **state)
{
	(void)state;
	static const char *const texts[] = { "int twice(void) { return 0; }\n", "int twice(void) { return 1; }\n" };
	struct fixture fixture = { 0 };
	struct target *targets[N_BUILDS];
	struct build_options options = { .no_cache = true };
	read_unit(&fixture, texts, 2, NULL);
	status st = targets_build(fixture.unit, &options, targets);
	assert_non_null(st);
	assert_int_equal(st->kind, TROUBLE_COMPILE);
	assert_null(targets[BUILD_FAST]);
	assert_null(targets[BUILD_CHECKED]);
	status_free(st);
	release(&fixture);
}

/* ---- trouble ---- */

static void test_two_mains(void **state)
{
	(void)state;
	static const char *const texts[] = { "int main(void) { return 10; }\n",
		                             "int main(int argc, char **argv) { return argv ? 20 : argc; }\n" };
	struct fixture fixture = { 0 };
	read_unit(&fixture, texts, 2, NULL);
	assert_ok(build(&fixture, BUILD_FAST));
	assert_has(RUN(&fixture, "unit_main"), ": 10 hits");
	assert_has(RUN(&fixture, "unit_main_2=7,0"), ": 7 hits");
	release(&fixture);
}

static void test_two_of_a_name(void **state)
{
	(void)state;
	static const char *const texts[] = { "int twice(void) { return 0; }\n", "int twice(void) { return 1; }\n" };
	struct fixture fixture = { 0 };
	read_unit(&fixture, texts, 2, NULL);
	status st = build(&fixture, BUILD_FAST);
	assert_non_null(st);
	assert_int_equal(st->kind, TROUBLE_COMPILE);
	assert_has(st->message, "b.c");
	status_free(st);
	release(&fixture);
}

static void test_missing_library(void **state)
{
	(void)state;
	static const char *const text = "int nobody(void);\nint f(void) { return nobody(); }\n";
	struct fixture fixture = { 0 };
	read_unit(&fixture, &text, 1, "-lnosuchlibrary");
	status st = build(&fixture, BUILD_FAST);
	assert_non_null(st);
	assert_int_equal(st->kind, TROUBLE_TARGET);
	assert_has(st->message, "nosuchlibrary");
	status_free(st);
	release(&fixture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_conditions),
		cmocka_unit_test(test_comparisons),
		cmocka_unit_test(test_switches),
		cmocka_unit_test(test_fuel),
		cmocka_unit_test(test_fuel_of_loops_without_conditions),
		cmocka_unit_test(test_calls),
		cmocka_unit_test(test_wrapper_that_does_not_compile),
		cmocka_unit_test(test_two_sources),
		cmocka_unit_test(test_missing),
		cmocka_unit_test(test_globals_and_reroutes),
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_flow),
		cmocka_unit_test(test_cache),
		cmocka_unit_test(test_without_cache),
		cmocka_unit_test(test_all_targets),
		cmocka_unit_test(test_all_targets_of_a_bad_unit),
		cmocka_unit_test(test_two_mains),
		cmocka_unit_test(test_two_of_a_name),
		cmocka_unit_test(test_missing_library),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
