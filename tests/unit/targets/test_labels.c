/* Tests of the symbolic build: its concrete results are those of the fast build, and its
 * expressions predict the results for other inputs. */
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/rng.h"
#include "cover/cover.h"
#include "engine/engine.h"
#include "engine/random/random.h"
#include "exec/executor.h"
#include "exec/trace.h"
#include "exec_world.h"
#include "instr/instr.h"
#include "proc/child.h"
#include "solve/solve.h"

#define BATCH 32u
#define CHANGES 2 /* changed inputs tried per run */
/* Each expression is evaluated from its inputs on: of a long trace, some are. */
#define MAX_EVALUATED 500u
#define MAX_FOLLOWED 5000u /* things met by a run of which inputs are changed */

#define FUEL 20000u

/* A unit with both targets, and an engine that proposes tests for it. */
struct pair {
	struct world world;
	struct archive *archive;
	bool *callable;
	struct engine *engine;
	struct cover cover;
	struct rng rng;
	bool same_memory;        /* of both builds, byte for byte */
	size_t n_runs, n_conditions, n_symbolic, n_changed, n_agreed, n_shapes;
};

/* Tests give no variable arguments: a function that reads some reads anything. */
static bool is_comparable(const struct function *function)
{
	return !function->why_not && !function->is_static && !function->variadic;
}

static void pair_open(struct pair *pair, const char *path, uint64_t seed)
{
	static const struct exec_options options = { .fuel = FUEL };
	*pair = (struct pair){ 0 };
	assert_ok(world_open(&pair->world, path));
	assert_ok(world_start(&pair->world, BUILD_FAST, &options));
	assert_ok(world_start(&pair->world, BUILD_SYMBOLIC, &options));
	const struct unit *unit = pair->world.unit;
	pair->callable = calloc(unit->model->functions.n + 1, sizeof(bool));
	for (size_t f = 0; f < unit->model->functions.n; f++)
		pair->callable[f] = is_comparable(&unit->model->functions.at[f]);
	pair->archive = archive_new(unit->marks->n_probes);
	cover_init(&pair->cover, unit->marks);
	struct engine_world world = { .model = unit->model,
		                      .marks = unit->marks,
		                      .archive = pair->archive,
		                      .callable = pair->callable,
		                      .cover = &pair->cover };
	pair->engine = engine_random.create(&world, seed, NULL);
	rng_init(&pair->rng, seed);
}

static void pair_close(struct pair *pair)
{
	engine_random.destroy(pair->engine);
	archive_free(pair->archive);
	cover_release(&pair->cover);
	free(pair->callable);
	world_close(&pair->world);
}

static const struct run *run_one(struct pair *pair, enum build_kind kind, const struct seq *seq, unsigned want)
{
	const struct run *runs;
	size_t n;
	executor_submit(pair->world.executors[kind], &seq, 1, want);
	assert_ok(executor_collect(pair->world.executors[kind], &runs, &n));
	return runs;
}

static void complain(const struct pair *pair, const struct seq *seq, const char *about)
{
	struct sb text = { 0 };
	seq_print(seq, pair->world.unit->model, "proposed", &text);
	fail_msg("%s:\n%s", about, sb_text(&text));
}

/* ---- the concrete side ---- */

/* With fuel left: how far it had come depends on the machine. */
static bool was_stopped_by_clock(const struct run *run)
{
	return run->outcome == SK_HANG && run->fuel_used <= FUEL;
}

/* NULL if both did the same, else what they did not. Pointers may differ: the two
 * programs have their variables in different places. */
static const char *difference(const struct pair *pair, const struct seq *seq, const struct run *a, const struct run *b)
{
	size_t words = (pair->world.unit->marks->n_probes + 63) / 64;
	if (was_stopped_by_clock(a) || was_stopped_by_clock(b))
		return NULL;
	if (a->outcome != b->outcome)
		return "outcome";
	if (a->steps_done != b->steps_done || a->n_steps != b->n_steps)
		return "number of steps";
	if (a->exit_status != b->exit_status)
		return "exit status";
	if ((a->fault ? a->fault->kind : 0) != (b->fault ? b->fault->kind : 0))
		return "fault";
	if (memcmp(a->probes, b->probes, words * sizeof *a->probes) != 0)
		return "probes";
	if (a->fuel_used != b->fuel_used)
		return "fuel";
	for (uint32_t s = 0; s < a->n_steps; s++) {
		const struct step_result *x = &a->steps[s], *y = &b->steps[s];
		const struct type *type = model_canonical(pair->world.unit->model, seq->steps[s]->type);
		bool is_address = type->kind == TYPE_POINTER;
		size_t size = type->kind == TYPE_FLOAT && type->size == 16 ? 10 : x->size; /* the rest is padding */
		if (x->outcome != y->outcome || x->size != y->size)
			return "outcome of a step";
		if (!is_address && memcmp(x->bytes, y->bytes, size) != 0)
			return "value of a step";
		if (x->peek_size != y->peek_size || (x->peek_size && memcmp(x->peek, y->peek, x->peek_size) != 0))
			return "memory behind a pointer";
		bool same_place = memcmp(x->bytes, y->bytes, size) == 0;
		if (pair->same_memory && same_place && x->shape != y->shape)
			return "memory that a pointer leads to";
	}
	return NULL;
}

/* ---- the expressions ---- */

static bool is_decision(const struct sk_met *met)
{
	return met->kind == SK_MET_CONDITION || met->kind == SK_MET_SWITCH;
}

/* With the run's own inputs every expression gives what the run had. */
static void check_values(struct pair *pair, const struct seq *seq, const struct trace *trace)
{
	static const struct known_inputs as_they_were;
	uint32_t every = trace->n_met / MAX_EVALUATED + 1;
	for (uint32_t i = 0; i < trace->n_met; i++) {
		const struct sk_met *met = &trace->met[i];
		uint64_t value;
		pair->n_conditions += is_decision(met);
		pair->n_symbolic += is_decision(met) && met->label;
		if (i % every == 0 && met->label && solve_evaluate(trace, &as_they_were, met->label, &value) &&
		    value != met->value) {
			struct sb text = { 0 };
			trace_print_label(trace, met->label, &text);
			print_error("%s is %llx, not %llx\n", sb_text(&text), (unsigned long long)value,
			            (unsigned long long)met->value);
			complain(pair, seq, "an expression does not have the value of the run");
		}
	}
}

/* A trace that outlives the next run. */
struct kept_trace {
	struct arena *arena;
	struct trace trace;
};

static void keep(struct kept_trace *kept, const struct trace *trace)
{
	kept->arena = arena_new();
	kept->trace = *trace;
	kept->trace.nodes = arena_memdup(kept->arena, trace->nodes, trace->n_nodes * sizeof *trace->nodes);
	kept->trace.met = arena_memdup(kept->arena, trace->met, trace->n_met * sizeof *trace->met);
	kept->trace.tables = arena_memdup(kept->arena, trace->tables, trace->n_tables * sizeof *trace->tables);
	size_t n_bytes = 0;
	for (uint32_t i = 0; i < trace->n_tables; i++)
		if (trace->tables[i].offset + trace->tables[i].n * trace->tables[i].entry_size > n_bytes)
			n_bytes = trace->tables[i].offset + trace->tables[i].n * trace->tables[i].entry_size;
	kept->trace.table_bytes = arena_memdup(kept->arena, trace->table_bytes, n_bytes);
}

/* A _Bool that is neither 0 nor 1 means nothing in C, nor does a pointer that was made up. */
static bool takes_any_bytes(const struct model *model, type_id id)
{
	const struct type *type = model_canonical(model, id);
	bool takes = type->kind != TYPE_BOOL && type->kind != TYPE_POINTER;
	if (type->kind == TYPE_ARRAY)
		takes = takes_any_bytes(model, type->target);
	for (uint32_t i = 0; i < type->n_fields && takes; i++)
		takes = takes_any_bytes(model, type->fields[i].type);
	return takes;
}

/* Any byte of the test's literals and blocks, changed. */
static const struct seq *change(struct pair *pair, const struct seq *seq, struct arena *arena, struct input_byte *byte)
{
	const struct model *model = pair->world.unit->model;
	uint32_t i = (uint32_t)rng_below(&pair->rng, seq->n);
	for (uint32_t tried = 0; tried < seq->n; tried++, i = (i + 1) % seq->n) {
		struct step step = *seq->steps[i];
		type_id type = step.kind == STEP_BLOCK ? model_canonical(model, step.type)->target : step.type;
		if ((step.kind != STEP_VALUE && step.kind != STEP_BLOCK) || !step.size || step.n_fills ||
		    !takes_any_bytes(model, type))
			continue;
		uint8_t *bytes = arena_memdup(arena, step.bytes, step.size);
		uint32_t offset = (uint32_t)rng_below(&pair->rng, step.size);
		static const uint8_t near[] = { 1, 255, 2, 254, 128, 16 };
		bytes[offset] += rng_below(&pair->rng, 2) ? near[rng_below(&pair->rng, sizeof near)]
		                                          : (uint8_t)rng_below(&pair->rng, 256);
		step.bytes = bytes;
		*byte = (struct input_byte){ i, offset, bytes[offset] };
		return seq_replace(arena, seq, i, &step);
	}
	return NULL;
}

/* How far the trace tells what happens with other inputs: up to the first thing met
 * whose expression gives another value, or none; *value is that. */
static uint32_t tells_until(const struct trace *trace, const struct known_inputs *inputs, uint64_t *value)
{
	for (uint32_t i = 0; i < trace->n_met; i++) {
		const struct sk_met *met = &trace->met[i];
		if (!met->label)
			continue;
		if (!solve_evaluate(trace, inputs, met->label, value)) {
			*value = met->value;
			return i;
		}
		if (*value != met->value)
			return i;
	}
	return trace->n_met;
}

/* The decisions of both up to there are the same, and the next one is as told. */
static void check_told(struct pair *pair, const struct seq *seq, const struct trace *told, uint32_t until,
                       uint64_t value, const struct trace *seen)
{
	uint32_t k = 0;
	for (uint32_t i = 0; i <= until && i < told->n_met; i++) {
		const struct sk_met *met = &told->met[i];
		if (!is_decision(met))
			continue;
		while (k < seen->n_met && !is_decision(&seen->met[k]))
			k++;
		if (i == until && value == met->value)
			break;
		uint64_t expected = i == until ? value : met->value;
		if (k == seen->n_met || seen->met[k].id != met->id || seen->met[k].value != expected) {
			struct sb text = { 0 };
			trace_print(told, pair->world.unit->marks, &text);
			sb_addf(&text, "---- place %u, value %llx ----\n", i, (unsigned long long)expected);
			trace_print(seen, pair->world.unit->marks, &text);
			print_error("%s", sb_text(&text));
			complain(pair, seq, "a changed input does not do what the expressions say");
		}
		k++;
	}
	pair->n_agreed += until < told->n_met;
}

static void check_change(struct pair *pair, const struct seq *seq, const struct trace *trace)
{
	struct arena *arena = arena_new();
	struct input_byte byte;
	struct trace other;
	uint64_t value = 0;
	const struct seq *changed = change(pair, seq, arena, &byte);
	if (changed && !trace->full && !trace->n_unmodelled) {
		struct known_inputs inputs = { .at = &byte, .n = 1 };
		uint32_t until = tells_until(trace, &inputs, &value);
		run_one(pair, BUILD_SYMBOLIC, changed, WANT_VALUES | WANT_TRACE);
		assert_true(executor_trace(pair->world.executors[BUILD_SYMBOLIC], &other));
		pair->n_changed++;
		if (!other.full && !other.n_unmodelled)
			check_told(pair, changed, trace, until, value, &other);
	}
	arena_free(arena);
}

/* ---- both ---- */

static void check_one(struct pair *pair, const struct seq *seq, const struct run *fast)
{
	struct trace trace;
	const struct run *symbolic = run_one(pair, BUILD_SYMBOLIC, seq, WANT_VALUES | WANT_SHAPES | WANT_TRACE);
	const char *what = difference(pair, seq, fast, symbolic);
	if (what)
		complain(pair, seq, what);
	assert_true(executor_trace(pair->world.executors[BUILD_SYMBOLIC], &trace));
	check_values(pair, seq, &trace);
	for (uint32_t s = 0; s < fast->n_steps; s++)
		pair->n_shapes += fast->steps[s].shape != 0;
	pair->n_runs++;
	if (symbolic->outcome != SK_NORMAL)
		return;
	struct kept_trace kept;
	keep(&kept, &trace);
	for (int i = 0; i < CHANGES && trace.n_met <= MAX_FOLLOWED; i++)
		check_change(pair, seq, &kept.trace);
	arena_free(kept.arena);
}

static void tell(struct pair *pair, const struct seq *seq, const struct run *run)
{
	struct engine_result result = { .seq = seq,
		                        .run = run,
		                        .reception = run->outcome == SK_NORMAL ? RECEIVED_NORMAL : RECEIVED_ILLEGAL };
	if (run->outcome == SK_NORMAL)
		result.new_probes = cover_add(&pair->cover, run->probes);
	engine_random.result(pair->engine, &result);
}

/* Counts what was compared in `sum`. */
static void differential(const char *path, bool same_memory, size_t proposals, struct pair *sum)
{
	struct pair pair;
	pair_open(&pair, path, 1);
	pair.same_memory = same_memory;
	while (pair.n_runs < proposals) {
		struct proposal batch[BATCH] = { 0 };
		size_t n = engine_random.propose(pair.engine, batch, BATCH);
		assert_true(n > 0);
		for (size_t i = 0; i < n; i++) {
			const struct seq *seq = batch[i].seq;
			const struct run *fast = run_one(&pair, BUILD_FAST, seq,
			                                 batch[i].want | WANT_VALUES | WANT_SHAPES);
			check_one(&pair, seq, fast);
			tell(&pair, seq, fast);
		}
	}
	if (getenv("SKEP_VERBOSE"))
		print_message("%s: %zu runs, %zu conditions, %zu symbolic; %zu changed, %zu of them decided; "
		              "%zu shapes%s\n",
		              path, pair.n_runs, pair.n_conditions, pair.n_symbolic, pair.n_changed, pair.n_agreed,
		              pair.n_shapes, same_memory ? "" : ", not compared");
	sum->n_symbolic += pair.n_symbolic;
	sum->n_agreed += pair.n_agreed;
	sum->n_shapes += same_memory ? pair.n_shapes : 0;
	pair_close(&pair);
}

static const char *const units[] = {
	"tests/units/ring/ring.c",
	"tests/units/containers/bst.c",
	"tests/units/containers/linked_list.c",
	"tests/units/containers/tree_map.c",
	"tests/units/containers/heap_array.c",
	"tests/units/containers/fibonacci_heap.c",
	"tests/units/coverage/shapes.c",
	"tests/units/coverage/macros.c",
	"tests/units/coverage/switches.c",
	"tests/units/gen/buffers.c",
	"tests/units/gen/callbacks.c",
	"tests/units/gen/consts.c",
	"tests/units/gen/shapes.c",
	"tests/units/gen/varied.c",
	"tests/units/gen/words.c",
	"tests/units/gen/tree.c",
	"tests/units/reset/keeps.c",
	"tests/units/labels/operations.c",
	"tests/units/labels/memory.c",
	"tests/units/labels/calls.c",
	"tests/units/labels/pointers.c",
	"tests/units/labels/library.c",
};

/* Memory that is not the same in both builds, for a reason: it holds addresses of functions,
 * or padding, which an assignment of structs fills with whatever was on the stack. */
static bool has_same_memory(const char *path)
{
	return !str_equal(path, "tests/units/gen/callbacks.c") && !str_equal(path, "tests/units/containers/tree_map.c");
}

static void test_differential(void **state)
{
	(void)state;
	struct pair sum = { 0 };
	const char *chosen = getenv("SKEP_UNIT");
	size_t proposals = getenv("SKEP_PROPOSALS") ? strtoul(getenv("SKEP_PROPOSALS"), NULL, 10) : 100;
	size_t n_units = sizeof units / sizeof *units;
	if (chosen) {
		differential(chosen, has_same_memory(chosen), proposals, &sum);
		return;
	}
	for (size_t i = 0; i < n_units; i++)
		differential(units[i], has_same_memory(units[i]), proposals, &sum);
	assert_true(sum.n_symbolic > 1000 * n_units && sum.n_agreed > 30 * n_units && sum.n_shapes > 300 * n_units);
}

/* ---- all builds ---- */

static void test_all_builds(void **state)
{
	(void)state;
	struct world world;
	struct target *targets[N_BUILDS];
	assert_ok(world_open(&world, "tests/units/ring/ring.c"));
	struct build_options options = { .cache_dir = world.cache, .kinds = (1u << N_BUILDS) - 1 };
	for (int again = 0; again < 2; again++) {
		assert_ok(targets_build(world.unit, &options, targets));
		for (int kind = 0; kind < N_BUILDS; kind++) {
			assert_int_equal(targets[kind]->kind, kind);
			assert_int_equal(targets[kind]->from_cache, again);
			target_free(targets[kind]);
		}
	}
	world_close(&world);
}

/* ---- no more room ---- */

/* A run that fills its tables goes on as ever, and what it met until then is sound. */
static void test_full(void **state)
{
	(void)state;
	static const char text[] = "test t\n  a = long_way(300000, 7)\nend\n";
	static const struct exec_options options = { .fuel = 20000000, .milliseconds = 60000 };
	struct pair pair = { 0 };
	struct seq_file file = { 0 };
	struct trace trace;
	assert_ok(world_open(&pair.world, "tests/units/labels/long_way.c"));
	assert_ok(world_start(&pair.world, BUILD_FAST, &options));
	assert_ok(world_start(&pair.world, BUILD_SYMBOLIC, &options));
	assert_ok(world_parse(&pair.world, text, &file));
	const struct seq *seq = file.at[0].seq;
	const struct run *fast = run_one(&pair, BUILD_FAST, seq, WANT_VALUES);
	for (int again = 0; again < 2; again++) {
		const struct run *symbolic = run_one(&pair, BUILD_SYMBOLIC, seq, WANT_VALUES | WANT_TRACE);
		const char *what = difference(&pair, seq, fast, symbolic);
		if (what)
			complain(&pair, seq, what);
		assert_true(executor_trace(pair.world.executors[BUILD_SYMBOLIC], &trace));
		assert_true(trace.full & (SK_FULL_NODES | SK_FULL_TRACE));
		assert_true(trace.n_met > 10000);
		assert_int_equal(executor_stats(pair.world.executors[BUILD_SYMBOLIC]).workers_started, 1);
	}
	world_close(&pair.world);
}

/* ---- nothing is made twice ---- */

static uint32_t nodes_of(struct world *world, const struct seq *seq)
{
	const struct run *runs;
	struct trace trace;
	size_t n;
	executor_submit(world->executors[BUILD_SYMBOLIC], &seq, 1, WANT_TRACE);
	assert_ok(executor_collect(world->executors[BUILD_SYMBOLIC], &runs, &n));
	assert_true(executor_trace(world->executors[BUILD_SYMBOLIC], &trace));
	return trace.n_nodes;
}

/* What is asked again has its expressions already: new is only what counts the times. */
static void test_again(void **state)
{
	(void)state;
	static const char text[] =
	        "test once\n  ask_again(\"the hive keeps a swarm, and a skep keeps the hive\", 1)\nend\n"
	        "test often\n  ask_again(\"the hive keeps a swarm, and a skep keeps the hive\", 5)\nend\n";
	struct world world;
	struct seq_file file = { 0 };
	assert_ok(world_open(&world, "tests/units/labels/again.c"));
	assert_ok(world_start(&world, BUILD_SYMBOLIC, NULL));
	assert_ok(world_parse(&world, text, &file));
	uint32_t once = nodes_of(&world, file.at[0].seq), often = nodes_of(&world, file.at[1].seq);
	assert_true(once > 300);
	assert_in_range(often, once, once + once / 20);
	world_close(&world);
}

/* ---- lies ---- */

/* Whatever a test writes over the trace, it is read with care or not at all. */
static void test_corrupted(void **state)
{
	(void)state;
	struct world world;
	struct seq_file file = { 0 };
	struct trace trace;
	const struct run *runs;
	struct rng rng;
	assert_ok(world_open(&world, "tests/units/labels/operations.c"));
	assert_ok(world_start(&world, BUILD_SYMBOLIC, NULL));
	assert_ok(world_parse(&world, "test t\n  a = mixed(7, 9)\nend\n", &file));
	assert_ok(world_run(&world, BUILD_SYMBOLIC, &file, WANT_TRACE, &runs));
	assert_true(executor_trace(world.executors[BUILD_SYMBOLIC], &trace));
	assert_true(trace.n_nodes > 4 && trace.n_met > 4);
	struct sk_symbolic *shared = world.executors[BUILD_SYMBOLIC]->symbolic;
	size_t n_refused = 0, node_bytes = trace.n_nodes * sizeof(struct sk_node),
	       met_bytes = trace.n_met * sizeof(struct sk_met);
	uint32_t n_nodes = shared->n_nodes, n_met = shared->n_met;
	rng_init(&rng, 3);
	for (int i = 0; i < 20000; i++) {
		uint8_t *places[] = { (uint8_t *)shared, (uint8_t *)&shared->nodes[0], (uint8_t *)&shared->met[0] };
		size_t sizes[] = { 28, node_bytes, met_bytes };
		uint64_t which = rng_below(&rng, 3);
		uint8_t *byte = places[which] + rng_below(&rng, sizes[which]), was = *byte;
		struct sb text = { 0 };
		*byte = (uint8_t)rng_below(&rng, 256);
		struct trace bad;
		if (!executor_trace(world.executors[BUILD_SYMBOLIC], &bad))
			n_refused++;
		trace_print(&bad, world.unit->marks, &text);
		sb_release(&text);
		*byte = was;
	}
	assert_true(n_refused > 1000);
	assert_int_equal(shared->n_nodes, n_nodes);
	assert_int_equal(shared->n_met, n_met);
	assert_true(executor_trace(world.executors[BUILD_SYMBOLIC], &trace));
	world_close(&world);
}

/* ---- what both builds share ---- */

/* A clang-19 that comes first in the PATH, and writes down how it is called. */
static char *note_clang(const char *folder)
{
	char *path = xprintf("%s/clang-19", folder), *said = xprintf("%s/said", folder);
	const char *others = getenv("PATH");
	char *script = xprintf("#!/bin/sh\necho \"$*\" >> '%s'\nPATH='%s' exec clang-19 \"$@\"\n", said, others);
	char *search = xprintf("%s:%s", folder, others);
	assert_ok(file_write(path, script, strlen(script)));
	assert_int_equal(chmod(path, 0755), 0);
	setenv("PATH", search, 1);
	free(path);
	free(script);
	free(search);
	return said;
}

/* Does building the target compile anything? */
static bool compiles(struct unit *unit, enum build_kind kind, const char *folder, const char *said)
{
	const struct build_options options = { .cache_dir = folder };
	struct target *target;
	char *text = NULL;
	assert_ok(file_write(said, "", 0));
	assert_ok(target_build(unit, kind, &options, &target));
	target_free(target);
	assert_ok(file_read(said, &text, NULL));
	bool any = strstr(text, " -c ") != NULL;
	free(text);
	return any;
}

static void run_shell(const char *folder, const char *command)
{
	const char *const argv[] = { "sh", "-c", command, NULL };
	const struct child_options options = { .directory = folder };
	struct child_result result;
	assert_ok(child_run(argv, &options, &result));
	assert_int_equal(result.status, 0);
}

static void test_shared_bitcode(void **state)
{
	(void)state;
	static const char text[] = "int shared(int x) { return x > 3 ? x : 3; }\n";
	char *folder, *before = xstrdup(getenv("PATH"));
	struct source_list sources = { 0 };
	struct unit *unit;
	assert_ok(temp_make("test-labels", &folder));
	char *path = xprintf("%s/unit.c", folder), *said = note_clang(folder);
	const char *const paths[] = { path };
	assert_ok(file_write(path, text, strlen(text)));
	assert_ok(sources_from_args(&sources, paths, 1, NULL, 0));
	assert_ok(front_read(&sources, &unit));
	assert_true(compiles(unit, BUILD_FAST, folder, said));
	assert_false(compiles(unit, BUILD_SYMBOLIC, folder, said));
	assert_true(compiles(unit, BUILD_CHECKED, folder, said)); /* with flags of its own */
	run_shell(folder, "rm -r *-symbolic && for file in *-fast/*.shared; do echo > $file; done");
	assert_true(compiles(unit, BUILD_SYMBOLIC, folder, said));
	setenv("PATH", before, 1);
	unit_free(unit);
	sources_release(&sources);
	temp_remove(folder);
	free(path);
	free(said);
	free(before);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_differential), cmocka_unit_test(test_all_builds),
		cmocka_unit_test(test_full),         cmocka_unit_test(test_again),
		cmocka_unit_test(test_corrupted),    cmocka_unit_test(test_shared_bitcode),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
