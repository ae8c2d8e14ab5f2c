/* laws: see laws.h. One small function per law builds the calls that show whether it
 * holds, and one looks at what they gave. */
#include "judge/laws.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "judge/law_pairs.h"
#include "seq/value.h"

#define MAX_LOOKS 300u       /* at one function by one law */
#define MAX_BROAD_LOOKS 40u  /* the same for laws that nearly every function is under */
#define MAX_CALLS 3u         /* looked at in one sequence, the last ones */
#define MAX_ADDED 8u

struct laws {
	const struct unit *unit;
	const struct model *model;
	law_uses uses;
	uint32_t *looks;         /* by use */
	bool *three_way;         /* by function: a comparison that has given a negative number */
};

/* One law about one call: the sequence cut behind it, and what was added. */
struct trial {
	struct laws *laws;
	const struct law_use *use;
	struct arena *arena;
	struct seq_builder builder;
	uint32_t call;                /* of the sequence as it was */
	uint32_t moved;               /* the same call in the new one */
	uint32_t added[MAX_ADDED];    /* steps */
	uint32_t params[MAX_ADDED];   /* LAW_CONST: the parameter that each pair is about */
	uint32_t n;
	const struct run *run;
};

static const struct {
	const char *name, *says;
} words[N_LAWS] = {
	[LAW_CONST] = { "const", "what is passed as const stays as it is" },
	[LAW_OBSERVER] = { "observer", "asked twice, it gives the same" },
	[LAW_EQUAL] = { "equal", "equality is reflexive and symmetric" },
	[LAW_COMPARE] = { "compare", "comparing is zero for the same, and turns its sign when turned round" },
	[LAW_HASH] = { "hash", "equal things have equal hashes" },
	[LAW_COPY] = { "copy", "a copy equals its original" },
	[LAW_PARSE] = { "parse", "what was printed is read as something equal" },
};

const char *law_name(enum law law)
{
	return words[law].name;
}

struct laws *laws_new(const struct unit *unit, uint32_t off)
{
	struct laws *laws = xcalloc(1, sizeof *laws);
	laws->unit = unit;
	laws->model = unit->model;
	law_uses_find(unit->model, off, &laws->uses);
	laws->looks = xcalloc(laws->uses.n + 1, sizeof *laws->looks);
	laws->three_way = xcalloc(unit->model->functions.n + 1, sizeof *laws->three_way);
	return laws;
}

void laws_free(struct laws *laws)
{
	if (!laws)
		return;
	vec_release(&laws->uses);
	free(laws->looks);
	free(laws->three_way);
	free(laws);
}

static const char *name_of(const struct laws *laws, uint32_t function)
{
	return laws->model->functions.at[function].name;
}

/* Only those about pairs: that observers observe goes without saying. */
size_t laws_lines(const struct laws *laws, struct arena *arena, const char *const **lines)
{
	const char **all = ARENA_ARRAY(arena, const char *, laws->uses.n + 1);
	size_t n = 0;
	for (size_t i = 0; i < laws->uses.n; i++) {
		const struct law_use *use = &laws->uses.at[i];
		if (use->law != LAW_CONST && use->law != LAW_OBSERVER)
			all[n++] = arena_printf(arena, "%s: %s (built-in contract '%s')", name_of(laws, use->function),
			                        words[use->law].says, words[use->law].name);
	}
	*lines = all;
	return n;
}

/* ---- building ---- */

static const struct step *call_of(const struct trial *trial)
{
	return trial->builder.steps.at[trial->moved];
}

static uint32_t argument_of(const struct trial *trial, uint32_t a)
{
	return seq_index(trial->moved, call_of(trial)->args[a]);
}

static bool argument_by_address(const struct trial *trial, uint32_t a)
{
	return call_of(trial)->args[a].address;
}

/* A call of one or two variables; by_address as for the arguments of the call. */
static void add_call(struct trial *trial, uint32_t function, const uint32_t *variables, const bool *address, uint32_t n)
{
	struct arg args[2];
	for (uint32_t a = 0; a < n; a++)
		args[a] = seq_arg(&trial->builder, variables[a], address[a]);
	struct step step = { .kind = STEP_CALL,
		             .type = trial->laws->model->functions.at[function].result,
		             .index = function,
		             .n_args = n,
		             .args = args };
	trial->added[trial->n++] = seq_add(&trial->builder, &step);
}

/* function(x, y) of arguments x and y of the call. */
static void add_call_of_arguments(struct trial *trial, uint32_t function, uint32_t x, uint32_t y, uint32_t n)
{
	uint32_t variables[2] = { argument_of(trial, x), argument_of(trial, y) };
	bool address[2] = { argument_by_address(trial, x), argument_by_address(trial, y) };
	add_call(trial, function, variables, address, n);
}

static void build_observer(struct trial *trial)
{
	const struct step *call = call_of(trial);
	struct arg *args = ARENA_ARRAY(trial->arena, struct arg, call->n_args + 1);
	for (uint32_t a = 0; a < call->n_args; a++)
		args[a] = seq_arg(&trial->builder, argument_of(trial, a), argument_by_address(trial, a));
	struct step again = *call;
	again.args = args;
	trial->added[trial->n++] = seq_add(&trial->builder, &again);
}

static void build_equal(struct trial *trial)
{
	add_call_of_arguments(trial, trial->use->function, 1, 0, 2);
	add_call_of_arguments(trial, trial->use->function, 0, 0, 2);
	add_call_of_arguments(trial, trial->use->function, 1, 1, 2);
}

static void build_hash(struct trial *trial)
{
	add_call_of_arguments(trial, trial->use->partner, 0, 0, 1);
	add_call_of_arguments(trial, trial->use->partner, 1, 1, 1);
}

static void build_copy(struct trial *trial)
{
	uint32_t variables[2] = { argument_of(trial, 0), trial->moved };
	bool address[2] = { argument_by_address(trial, 0), false };
	add_call(trial, trial->use->equal, variables, address, 2);
}

static void build_parse(struct trial *trial)
{
	uint32_t variables[2] = { trial->moved, 0 };
	bool address[2] = { false, false };
	add_call(trial, trial->use->partner, variables, address, 1);
	variables[0] = argument_of(trial, 0);
	variables[1] = trial->added[0];
	address[0] = argument_by_address(trial, 0);
	add_call(trial, trial->use->equal, variables, address, 2);
}

/* ---- looking ---- */

static int64_t number_at(const struct trial *trial, uint32_t i)
{
	const struct step *step = trial->builder.steps.at[i];
	return value_int(model_canonical(trial->laws->model, step->type), trial->run->steps[i].bytes);
}

static bool is_null(const struct trial *trial, uint32_t i)
{
	uint64_t pointer = 0;
	memcpy(&pointer, trial->run->steps[i].bytes, sizeof pointer);
	return !pointer;
}

static bool argument_is_null(const struct trial *trial, uint32_t a)
{
	return !argument_by_address(trial, a) && is_null(trial, argument_of(trial, a));
}

static bool tell(struct breach *breach, uint32_t step, const char *expect, const char *evidence)
{
	breach->step = step;
	breach->expect = expect;
	breach->evidence = evidence;
	return true;
}

static bool look_observer(const struct trial *trial, struct breach *breach)
{
	int64_t first = number_at(trial, trial->moved), second = number_at(trial, trial->added[0]);
	if (first == second)
		return false;
	return tell(breach, trial->added[0], arena_printf(trial->arena, "$ == %lld", (long long)first),
	            arena_printf(trial->arena, "%s gives %lld, and asked again %lld.",
	                         name_of(trial->laws, trial->use->function), (long long)first, (long long)second));
}

static bool look_equal(const struct trial *trial, struct breach *breach)
{
	const char *name = name_of(trial->laws, trial->use->function);
	bool there = number_at(trial, trial->moved), back = number_at(trial, trial->added[0]);
	if (argument_is_null(trial, 0) || argument_is_null(trial, 1))
		return false;
	if (there != back)
		return tell(breach, trial->added[0], there ? "$" : "!$",
		            arena_printf(trial->arena, "%s is not symmetric: %s one way round, %s the other.", name,
		                         there ? "true" : "false", back ? "true" : "false"));
	for (int i = 1; i < 3; i++)
		if (!number_at(trial, trial->added[i]))
			return tell(breach, trial->added[i], "$",
			            arena_printf(trial->arena,
			                         "%s is not reflexive: it says that a thing differs from itself.",
			                         name));
	return false;
}

static int sign(int64_t number)
{
	return (number > 0) - (number < 0);
}

/* Some comparisons tell equal from not equal only: until one gives less than zero,
 * nothing is known of its order. */
static bool look_compare(const struct trial *trial, struct breach *breach)
{
	const char *name = name_of(trial->laws, trial->use->function);
	int there = sign(number_at(trial, trial->moved)), back = sign(number_at(trial, trial->added[0]));
	bool *three_way = &trial->laws->three_way[trial->use->function];
	if (argument_is_null(trial, 0) || argument_is_null(trial, 1))
		return false;
	*three_way = *three_way || there < 0 || back < 0;
	if (!*three_way)
		return false;
	static const char *const opposite[] = { "$ > 0", "$ == 0", "$ < 0" };
	if (there != -back)
		return tell(
		        breach, trial->added[0], opposite[there + 1],
		        arena_printf(trial->arena, "%s gives %d one way round and %d the other.", name, there, back));
	for (int i = 1; i < 3; i++)
		if (number_at(trial, trial->added[i]))
			return tell(breach, trial->added[i], "$ == 0",
			            arena_printf(trial->arena, "%s says that a thing differs from itself.", name));
	return false;
}

static bool look_hash(const struct trial *trial, struct breach *breach)
{
	int64_t x = number_at(trial, trial->added[0]), y = number_at(trial, trial->added[1]);
	if (!number_at(trial, trial->moved) || x == y || argument_is_null(trial, 0) || argument_is_null(trial, 1))
		return false;
	return tell(breach, trial->added[1], arena_printf(trial->arena, "$ == %lld", (long long)x),
	            arena_printf(trial->arena, "%s says that they are equal, but %s gives two numbers.",
	                         name_of(trial->laws, trial->use->function),
	                         name_of(trial->laws, trial->use->partner)));
}

static bool look_copy(const struct trial *trial, struct breach *breach)
{
	if (argument_is_null(trial, 0) || is_null(trial, trial->moved) || number_at(trial, trial->added[0]))
		return false;
	return tell(breach, trial->added[0], "$",
	            arena_printf(trial->arena, "%s gives a copy that %s says is not equal.",
	                         name_of(trial->laws, trial->use->function), name_of(trial->laws, trial->use->equal)));
}

static bool look_parse(const struct trial *trial, struct breach *breach)
{
	const char *printer = name_of(trial->laws, trial->use->function),
	           *parser = name_of(trial->laws, trial->use->partner);
	if (argument_is_null(trial, 0) || is_null(trial, trial->moved))
		return false;
	if (is_null(trial, trial->added[0]))
		return tell(breach, trial->added[0], "$ != NULL",
		            arena_printf(trial->arena, "%s cannot read what %s wrote.", parser, printer));
	if (number_at(trial, trial->added[1]))
		return false;
	return tell(
	        breach, trial->added[1], "$",
	        arena_printf(trial->arena, "%s reads what %s wrote as something that is not equal.", parser, printer));
}

/* ---- const ---- */

static uint32_t peeked_size(const struct model *model, const struct step *from, type_id param, bool address)
{
	const struct type *type = model_canonical(model, param);
	uint64_t size = model_canonical(model, type->target)->size;
	if (from->kind == STEP_BLOCK && !address)
		size = from->size;
	return size > SK_PEEK_MAX ? SK_PEEK_MAX : (uint32_t)size;
}

/* The memory behind each const pointer is looked at before and after the call. */
static void build_const(struct trial *trial, const struct seq *seq)
{
	const struct model *model = trial->laws->model;
	const struct step *call = seq->steps[trial->call];
	const struct function *function = &model->functions.at[call->index];
	uint32_t params[MAX_ADDED / 2], n = 0;
	for (uint32_t a = 0; a < call->n_args && n < MAX_ADDED / 2; a++)
		if (is_const_pointer(model, function->params[a].type) && !function->params[a].destroyed)
			params[n++] = a;
	const struct seq *changed = seq;
	for (int after = 0; after < 2; after++)
		for (uint32_t i = 0; i < n; i++) {
			struct arg from = call->args[params[i]];
			uint32_t v = seq_index(trial->call, from), at = trial->call + i + (after ? n + 1 : 0);
			struct arg arg = { .back = at - v, .address = from.address };
			struct step peek = { .kind = STEP_PEEK,
				             .n_args = 1,
				             .args = &arg,
				             .size = peeked_size(model, seq->steps[v], function->params[params[i]].type,
				                                 from.address) };
			if (!peek.size)
				peek.size = 1;
			changed = seq_insert(trial->arena, changed, at, &peek);
			trial->added[trial->n] = at;
			trial->params[trial->n++] = params[i];
		}
	trial->moved = trial->call + n;
	for (uint32_t i = 0; i < changed->n; i++)
		vec_push(&trial->builder.steps, changed->steps[i]);
}

static bool look_const(const struct trial *trial, struct breach *breach)
{
	uint32_t n = trial->n / 2;
	for (uint32_t i = 0; i < n; i++) {
		const struct step_result *before = &trial->run->steps[trial->added[i]],
		                         *after = &trial->run->steps[trial->added[n + i]];
		if (before->peek_size != after->peek_size || !before->peek_size ||
		    memcmp(before->peek, after->peek, before->peek_size) == 0)
			continue;
		uint32_t a = trial->params[i];
		const struct step *from = trial->builder.steps.at[argument_of(trial, a)];
		breach->is_unit_memory = from->kind == STEP_CALL && !argument_by_address(trial, a);
		return tell(breach, trial->moved, NULL,
		            arena_printf(trial->arena, "%s changes what is passed as const: %s.",
		                         name_of(trial->laws, trial->use->function),
		                         trial->laws->model->functions.at[trial->use->function].params[a].name));
	}
	return false;
}

/* ---- trying ---- */

static const struct {
	void (*build)(struct trial *trial);
	bool (*look)(const struct trial *trial, struct breach *breach);
} ways[N_LAWS] = {
	[LAW_CONST] = { NULL, look_const },        [LAW_OBSERVER] = { build_observer, look_observer },
	[LAW_EQUAL] = { build_equal, look_equal }, [LAW_COMPARE] = { build_equal, look_compare },
	[LAW_HASH] = { build_hash, look_hash },    [LAW_COPY] = { build_copy, look_copy },
	[LAW_PARSE] = { build_parse, look_parse },
};

static void build(struct trial *trial, const struct seq *seq)
{
	struct seq beginning = *seq;
	beginning.n = trial->call + 1;
	seq_begin(&trial->builder, trial->arena);
	trial->moved = trial->call;
	if (trial->use->law == LAW_CONST) {
		build_const(trial, &beginning);
		return;
	}
	seq_add_all(&trial->builder, &beginning);
	ways[trial->use->law].build(trial);
}

/* What is not a number equals nothing, not even itself. */
static bool has_nan(const struct model *model, const struct seq *seq)
{
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		const struct type *type = model_canonical(model, step->type);
		if (step->kind == STEP_VALUE && type->kind == TYPE_FLOAT && isnan(value_real(type, step->bytes)))
			return true;
	}
	return false;
}

/* The call must be like the functions that the law adds calls of. */
static bool is_like(const struct trial *trial, const struct seq *seq)
{
	const struct step *call = seq->steps[trial->call];
	return call->kind == STEP_CALL && call->index == trial->use->function &&
	       trial->call + 1 + 2 * MAX_ADDED < SEQ_MAX_STEPS;
}

/* The calls that show the breach, without those that show nothing: an equality is
 * asked three times over, and one answer is wrong. */
static void shorten(struct trial *trial, struct breach *breach)
{
	bool drop[SEQ_MAX_STEPS] = { 0 };
	uint32_t before = 0;
	if (trial->use->law != LAW_EQUAL && trial->use->law != LAW_COMPARE)
		return;
	drop[trial->moved] = breach->step != trial->added[0]; /* a thing and itself need no other */
	for (uint32_t i = 0; i < trial->n; i++)
		drop[trial->added[i]] = trial->added[i] != breach->step;
	for (uint32_t i = 0; i < breach->step; i++)
		before += drop[i];
	breach->seq = seq_without(trial->arena, trial->laws->model, breach->seq, drop);
	breach->step -= before;
}

static status try_law(struct trial *trial, struct executor *checked, const struct seq *seq, struct breach *breach,
                      bool *found)
{
	const struct run *run;
	size_t n;
	build(trial, seq);
	const struct step *const *steps = trial->builder.steps.at;
	const struct seq cut = { .n = (uint32_t)trial->builder.steps.n, .steps = steps }, *whole = &cut;
	if (trial->n && seq_is_valid(whole, trial->laws->model) &&
	    executor_submit(checked, &whole, 1, WANT_VALUES) == 1) {
		status st = executor_collect(checked, &run, &n);
		trial->run = run;
		*found = !st && n == 1 && run->outcome == SK_NORMAL && run->steps &&
		         ways[trial->use->law].look(trial, breach);
		if (st) {
			vec_release(&trial->builder.steps);
			return st;
		}
	}
	breach->law = trial->use->law;
	breach->call = trial->call;
	breach->seq = seq_finish(&trial->builder);
	if (*found)
		shorten(trial, breach);
	return NULL;
}

/* The law was looked at often enough for this function. */
static bool is_tired(const struct laws *laws, size_t use)
{
	enum law law = laws->uses.at[use].law;
	return laws->looks[use] >= (law == LAW_CONST || law == LAW_OBSERVER ? MAX_BROAD_LOOKS : MAX_LOOKS);
}

status laws_find(struct laws *laws, struct executor *checked, const struct seq *seq, bool again, struct arena *arena,
                 struct breach *breach, bool *found)
{
	uint32_t calls = 0;
	*breach = (struct breach){ .law = N_LAWS };
	*found = false;
	if (has_nan(laws->model, seq))
		return NULL;
	for (uint32_t i = seq->n; i-- > 0 && calls < MAX_CALLS;) {
		bool any = false;
		for (size_t u = 0; u < laws->uses.n && !*found; u++) {
			struct trial trial = { .laws = laws, .use = &laws->uses.at[u], .arena = arena, .call = i };
			if (!is_like(&trial, seq) || (!again && is_tired(laws, u)))
				continue;
			laws->looks[u] += !again;
			any = true;
			TRY(try_law(&trial, checked, seq, breach, found));
		}
		calls += any;
		if (*found)
			return NULL;
	}
	return NULL;
}
