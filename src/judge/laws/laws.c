/* laws: see laws.h. For each law, one small function adds the calls that test it, and another looks
 * at their results. */
#include "judge/laws/laws.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "judge/laws/law_trial.h"
#include "seq/failures.h"
#include "seq/value.h"

#define MAX_LOOKS 300u       /* most looks at one function under one law */
#define MAX_BROAD_LOOKS 40u  /* most looks under laws that hold for nearly every function */
#define MAX_CALLS 3u         /* calls looked at in one sequence, the last ones */
#define MAX_CALLS_AGAIN 24u  /* calls looked at in a sequence that is known to break a law */
#define MAX_PEEKED 4u        /* arguments of one call */
#define MAX_AT_ONCE 48u      /* variants of one law tried on one call */

static const struct {
	const char *name, *says;
} words[N_LAWS] = {
	[LAW_CONST] = { "const", "memory that is passed as const stays the same" },
	[LAW_OBSERVER] = { "observer", "asked twice, it gives the same answer" },
	[LAW_EQUAL] = { "equal", "equality is reflexive and symmetric" },
	[LAW_COMPARE] = { "compare",
	                  "comparing gives zero for a thing and itself, and the opposite sign the other way round" },
	[LAW_HASH] = { "hash", "equal things have equal hashes" },
	[LAW_COPY] = { "copy", "a copy equals its original" },
	[LAW_PARSE] = { "parse", "printed text is read as something equal" },
	[LAW_ORDER] = { "order", "comparing puts any three things in order" },
	[LAW_AGREE] = { "agree", "equality and comparison say the same" },
	[LAW_SHARE] = { "share", "changing a copy leaves its original as it is" },
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
	laws->arena = arena_new();
	laws->looks = xcalloc(laws->uses.n + 1, sizeof *laws->looks);
	laws->broken = xcalloc(laws->uses.n + 1, sizeof *laws->broken);
	laws->by_part = xcalloc(laws->uses.n + 1, sizeof *laws->by_part);
	laws->three_way = xcalloc(unit->model->functions.n + 1, sizeof *laws->three_way);
	return laws;
}

void laws_free(struct laws *laws)
{
	if (!laws)
		return;
	vec_release(&laws->uses);
	vec_release(&laws->donors);
	arena_free(laws->arena);
	free(laws->looks);
	free(laws->broken);
	free(laws->by_part);
	free(laws->three_way);
	free(laws);
}

const char *trial_name(const struct trial *trial, uint32_t function)
{
	return trial->laws->model->functions.at[function].name;
}

static const char *name_of(const struct laws *laws, uint32_t function)
{
	return laws->model->functions.at[function].name;
}

/* Lists only laws about pairs: that an observer changes nothing need not be said. */
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

const struct step *trial_call(const struct trial *trial)
{
	return trial->builder.steps.at[trial->moved];
}

uint32_t trial_argument(const struct trial *trial, uint32_t a)
{
	return seq_index(trial->moved, trial_call(trial)->args[a]);
}

bool trial_by_address(const struct trial *trial, uint32_t a)
{
	return trial_call(trial)->args[a].address;
}

/* by_address: which of the variables are passed by address, as for the call's arguments. */
void trial_add_call(struct trial *trial, uint32_t function, const uint32_t *variables, const bool *address, uint32_t n)
{
	struct arg args[2];
	for (uint32_t a = 0; a < n; a++)
		args[a] = seq_arg(&trial->builder, variables[a], address[a]);
	struct step step = step_call(trial->laws->model, function, args);
	trial->added[trial->n++] = seq_add(&trial->builder, &step);
}

/* function(x, y) of arguments x and y of the call. */
static void add_call_of_arguments(struct trial *trial, uint32_t function, uint32_t x, uint32_t y, uint32_t n)
{
	uint32_t variables[2] = { trial_argument(trial, x), trial_argument(trial, y) };
	bool address[2] = { trial_by_address(trial, x), trial_by_address(trial, y) };
	trial_add_call(trial, function, variables, address, n);
}

static void build_observer(struct trial *trial)
{
	const struct step *call = trial_call(trial);
	struct arg *args = ARENA_ARRAY(trial->arena, struct arg, call->n_args + 1);
	for (uint32_t a = 0; a < call->n_args; a++)
		args[a] = seq_arg(&trial->builder, trial_argument(trial, a), trial_by_address(trial, a));
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

static void build_agree(struct trial *trial)
{
	add_call_of_arguments(trial, trial->use->partner, 0, 1, 2);
}

static void build_copy(struct trial *trial)
{
	uint32_t variables[2] = { trial_argument(trial, 0), trial->moved };
	bool address[2] = { trial_by_address(trial, 0), false };
	trial_add_call(trial, trial->use->equal, variables, address, 2);
}

/* The written bytes are in memory of the test, and the call returned their number. */
static bool writes_bytes(const struct trial *trial)
{
	return trial_call(trial)->n_args == 3;
}

/* The parser gets the text, or the bytes and their number. */
static void build_parse(struct trial *trial)
{
	uint32_t variables[2] = { trial->moved, trial->moved };
	bool address[2] = { false, false };
	if (writes_bytes(trial)) {
		variables[0] = trial_argument(trial, 1);
		address[0] = trial_by_address(trial, 1);
	}
	trial_add_call(trial, trial->use->partner, variables, address, writes_bytes(trial) ? 2 : 1);
	address[0] = false;
	variables[0] = trial_argument(trial, 0);
	variables[1] = trial->added[0];
	address[0] = trial_by_address(trial, 0);
	trial_add_call(trial, trial->use->equal, variables, address, 2);
}

/* ---- looking ---- */

int64_t trial_number(const struct trial *trial, uint32_t i)
{
	const struct step *step = trial->builder.steps.at[i];
	return value_int(model_canonical(trial->laws->model, step->type), trial->run->steps[i].bytes);
}

uint64_t trial_pointer(const struct trial *trial, uint32_t i)
{
	uint64_t pointer = 0;
	memcpy(&pointer, trial->run->steps[i].bytes, sizeof pointer);
	return pointer;
}

bool trial_is_null(const struct trial *trial, uint32_t i)
{
	return !trial_pointer(trial, i);
}

bool trial_argument_is_null(const struct trial *trial, uint32_t a)
{
	return !trial_by_address(trial, a) && trial_is_null(trial, trial_argument(trial, a));
}

void trial_name_step(struct breach *breach, uint32_t step)
{
	breach->others[breach->n_others++] = step;
}

bool trial_tell(struct breach *breach, uint32_t step, const char *expect, const char *evidence)
{
	breach->step = step;
	breach->expect = expect;
	breach->evidence = evidence;
	return true;
}

static bool look_observer(const struct trial *trial, struct breach *breach)
{
	int64_t first = trial_number(trial, trial->moved), second = trial_number(trial, trial->added[0]);
	if (first == second)
		return false;
	trial_name_step(breach, trial->moved);
	return trial_tell(breach, trial->added[0], "$ == $1",
	                  arena_printf(trial->arena, "%s gives %lld, and %lld when asked again.",
	                               name_of(trial->laws, trial->use->function), (long long)first,
	                               (long long)second));
}

static bool look_equal(const struct trial *trial, struct breach *breach)
{
	const char *name = name_of(trial->laws, trial->use->function);
	bool there = trial_number(trial, trial->moved), back = trial_number(trial, trial->added[0]);
	bool null = trial_argument_is_null(trial, 0), other_null = trial_argument_is_null(trial, 1);
	if (null != other_null && there)
		return trial_tell(breach, trial->moved, "!$",
		                  arena_printf(trial->arena, "%s says that a thing equals NULL.", name));
	if (null || other_null)
		return false;
	for (int i = 1; i < 3; i++)
		if (!trial_number(trial, trial->added[i]))
			return trial_tell(breach, trial->added[i], "$",
			                  arena_printf(trial->arena,
			                               "%s is not reflexive: it says that a thing differs from itself.",
			                               name));
	if (there == back)
		return false;
	trial_name_step(breach, trial->moved);
	return trial_tell(breach, trial->added[0], "!$1 == !$",
	                  arena_printf(trial->arena, "%s is not symmetric: %s one way round, %s the other.", name,
	                               there ? "true" : "false", back ? "true" : "false"));
}

int sign_of(int64_t number)
{
	return (number > 0) - (number < 0);
}

/* Some comparisons only tell equal from not equal. Until a comparison gives a negative number,
 * nothing is known of its order. */
static bool look_compare(const struct trial *trial, struct breach *breach)
{
	const char *name = name_of(trial->laws, trial->use->function);
	int there = sign_of(trial_number(trial, trial->moved)), back = sign_of(trial_number(trial, trial->added[0]));
	bool *three_way = &trial->laws->three_way[trial->use->function];
	if (trial_argument_is_null(trial, 0) || trial_argument_is_null(trial, 1))
		return false;
	*three_way = *three_way || there < 0 || back < 0;
	if (!*three_way)
		return false;
	for (int i = 1; i < 3; i++)
		if (trial_number(trial, trial->added[i]))
			return trial_tell(
			        breach, trial->added[i], "$ == 0",
			        arena_printf(trial->arena, "%s says that a thing differs from itself.", name));
	if (there == -back)
		return false;
	trial_name_step(breach, trial->moved);
	return trial_tell(breach, trial->added[0],
	                  (there < 0) != (back > 0) ? "($1 < 0) == ($ > 0)" : "($1 > 0) == ($ < 0)",
	                  arena_printf(trial->arena, "%s gives %d one way round and %d the other.", name, there, back));
}

static bool look_hash(const struct trial *trial, struct breach *breach)
{
	int64_t x = trial_number(trial, trial->added[0]), y = trial_number(trial, trial->added[1]);
	if (!trial_number(trial, trial->moved) || x == y || trial_argument_is_null(trial, 0) ||
	    trial_argument_is_null(trial, 1))
		return false;
	trial_name_step(breach, trial->moved);
	trial_name_step(breach, trial->added[0]);
	return trial_tell(breach, trial->added[1], "!$1 || $2 == $",
	                  arena_printf(trial->arena, "%s says that they are equal, but %s gives two numbers.",
	                               name_of(trial->laws, trial->use->function),
	                               name_of(trial->laws, trial->use->partner)));
}

static bool look_copy(const struct trial *trial, struct breach *breach)
{
	if (trial_argument_is_null(trial, 0) || trial_is_null(trial, trial->moved) ||
	    trial_number(trial, trial->added[0]))
		return false;
	return trial_tell(breach, trial->added[0], "$",
	                  arena_printf(trial->arena, "%s gives a copy that is not equal by %s.",
	                               name_of(trial->laws, trial->use->function),
	                               name_of(trial->laws, trial->use->equal)));
}

/* The call printed nothing, or more bytes than there is room for. */
static bool wrote_nothing(const struct trial *trial)
{
	if (!writes_bytes(trial))
		return trial_is_null(trial, trial->moved);
	uint64_t written = (uint64_t)trial_number(trial, trial->moved);
	return !written || written > (uint64_t)trial_number(trial, trial_argument(trial, 2));
}

static bool look_parse(const struct trial *trial, struct breach *breach)
{
	const char *printer = name_of(trial->laws, trial->use->function),
	           *parser = name_of(trial->laws, trial->use->partner);
	if (trial_argument_is_null(trial, 0) || wrote_nothing(trial))
		return false;
	if (trial_is_null(trial, trial->added[0]))
		return trial_tell(breach, trial->added[0], "$ != NULL",
		                  arena_printf(trial->arena, "%s cannot read what %s wrote.", parser, printer));
	if (trial_number(trial, trial->added[1]))
		return false;
	return trial_tell(
	        breach, trial->added[1], "$",
	        arena_printf(trial->arena, "%s reads what %s wrote as something that is not equal.", parser, printer));
}

/* Equal objects must compare as 0. The opposite is a matter of taste, because a comparison by key
 * sees less than an equality: it is reported once, and the test stays fine. */
static bool look_agree(const struct trial *trial, struct breach *breach)
{
	bool asked_equal = trial->use->function == trial->use->equal;
	bool first = trial_number(trial, trial->moved), second = trial_number(trial, trial->added[0]);
	bool equal = asked_equal ? first : second, same = !(asked_equal ? second : first);
	uint32_t compare = asked_equal ? trial->use->partner : trial->use->function;
	if (equal == same || trial_argument_is_null(trial, 0) || trial_argument_is_null(trial, 1))
		return false;
	bool *told = &trial->laws->by_part[trial->use - trial->laws->uses.at];
	if (same && !trial->again && (*told || trial->changed))
		return false;
	*told = *told || same;
	breach->is_by_part = same;
	trial_name_step(breach, trial->moved);
	const char *expect = same ? (asked_equal ? "$1 || $ != 0" : "$ || $1 != 0")
	                          : (asked_equal ? "!$1 || $ == 0" : "!$ || $1 == 0");
	return trial_tell(breach, trial->added[0], expect,
	                  arena_printf(trial->arena, "%s says that they are %s, and %s gives %s.",
	                               name_of(trial->laws, trial->use->equal), equal ? "equal" : "not equal",
	                               name_of(trial->laws, compare), same ? "0" : "another number than 0"));
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

/* The call got the variable a second time, for a parameter that it may change. */
static bool is_passed_to_change(const struct model *model, const struct seq *seq, uint32_t i, uint32_t a)
{
	const struct step *call = seq->steps[i];
	const struct function *function = step_function(model, call);
	for (uint32_t b = 0; b < call->n_args; b++)
		if (b != a && seq_index(i, call->args[b]) == seq_index(i, call->args[a]) &&
		    !is_const_pointer(model, function->params[b].type))
			return true;
	return false;
}

/* Compares the memory behind each const pointer before and after the call. */
static void build_const(struct trial *trial, const struct seq *seq)
{
	const struct model *model = trial->laws->model;
	const struct step *call = seq->steps[trial->call];
	const struct function *function = step_function(model, call);
	uint32_t params[MAX_PEEKED], n = 0;
	for (uint32_t a = 0; a < call->n_args && n < MAX_PEEKED; a++)
		if (is_const_pointer(model, function->params[a].type) && !function->params[a].destroyed &&
		    !is_passed_to_change(model, seq, trial->call, a))
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
	if (trial->variant < const_variants(trial->laws, trial->use))
		return const_look(trial, breach);
	for (uint32_t i = 0; i < n; i++) {
		const struct step_result *before = &trial->run->steps[trial->added[i]],
		                         *after = &trial->run->steps[trial->added[n + i]];
		if (before->peek_size != after->peek_size || !before->peek_size ||
		    memcmp(before->peek, after->peek, before->peek_size) == 0)
			continue;
		uint32_t a = trial->params[i];
		const struct step *from = trial->builder.steps.at[trial_argument(trial, a)];
		breach->is_unit_memory = step_is_call(from) && !trial_by_address(trial, a);
		breach->kept_size = before->peek_size;
		breach->kept_arg = a;
		return trial_tell(breach, trial->moved, NULL,
		                  arena_printf(trial->arena, "%s changes memory that is passed as const: %s.",
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
	[LAW_PARSE] = { build_parse, look_parse }, [LAW_ORDER] = { NULL, order_look },
	[LAW_AGREE] = { build_agree, look_agree }, [LAW_SHARE] = { NULL, share_look },
};

static void build(struct trial *trial, const struct seq *seq)
{
	struct seq beginning = *seq;
	beginning.n = trial->call + 1;
	seq_begin(&trial->builder, trial->arena);
	trial->moved = trial->call;
	if (trial->use->law == LAW_CONST) {
		if (trial->variant < const_variants(trial->laws, trial->use))
			const_build(trial, &beginning);
		else
			build_const(trial, &beginning);
		return;
	}
	if (trial->use->law == LAW_ORDER) {
		order_build(trial, seq);
		return;
	}
	if (trial->use->law == LAW_SHARE) {
		seq_add_all(&trial->builder, &beginning);
		share_build(trial);
		return;
	}
	if (trial->variant) {
		trial->changed = near_seq(trial, seq, trial->variant - 1, &trial->moved);
		if (!trial->changed)
			return;
	}
	seq_add_all(&trial->builder, trial->changed ? trial->changed : &beginning);
	ways[trial->use->law].build(trial);
}

/* A NaN equals nothing, not even itself. */
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

static bool is_named(const struct breach *breach, uint32_t step)
{
	for (uint32_t i = 0; i < breach->n_others; i++)
		if (breach->others[i] == step)
			return true;
	return breach->step == step;
}

static uint32_t moved_by(const bool *drop, uint32_t step)
{
	uint32_t before = 0;
	for (uint32_t i = 0; i < step; i++)
		before += drop[i];
	return step - before;
}

/* Leaves only the calls that show the breach: an equality is asked three times, and one answer is
 * wrong. */
static void shorten(struct trial *trial, struct breach *breach)
{
	bool drop[SEQ_MAX_STEPS] = { 0 };
	enum law law = trial->use->law;
	if (law == LAW_PARSE && breach->step == trial->added[0]) { /* the parser gave nothing: there is nothing to
	                                                              compare */
		drop[trial->added[1]] = true;
		breach->seq = seq_without(trial->arena, trial->laws->model, breach->seq, drop);
	}
	if (law != LAW_EQUAL && law != LAW_COMPARE && law != LAW_SHARE && law != LAW_CONST)
		return;
	bool two = breach->seq->steps[breach->step]->index == trial->use->equal;
	drop[trial->moved] = law != LAW_SHARE && law != LAW_CONST &&
	                     !is_named(breach, trial->moved); /* the law compares an object with itself, so no other
	                                                         object is needed */
	for (uint32_t i = 0; i < breach->seq->n; i++)
		drop[i] = drop[i] || (trial->extra[i] && !two);
	for (uint32_t i = 0; i < trial->n; i++)
		drop[trial->added[i]] = !is_named(breach, trial->added[i]);
	breach->seq = seq_without(trial->arena, trial->laws->model, breach->seq, drop);
	breach->step = moved_by(drop, breach->step);
	for (uint32_t i = 0; i < breach->n_others; i++)
		breach->others[i] = moved_by(drop, breach->others[i]);
}

/* Writes the final numbers of the steps into the expectation; no step moves after this. */
static void number_steps(struct arena *arena, struct breach *breach)
{
	struct sb text = { 0 };
	for (const char *at = breach->expect; at && *at; at++) {
		bool other = at[0] == '$' && (at[1] == '1' || at[1] == '2');
		if (other)
			sb_addf(&text, "${%u}", breach->others[*++at - '1']);
		else
			sb_add_char(&text, *at);
	}
	breach->expect = breach->expect ? arena_strdup(arena, sb_text(&text)) : NULL;
	sb_release(&text);
}

/* The parser gave a null pointer, which an equality may not accept. */
static bool read_nothing(const struct trial *trial, const struct run *run)
{
	return trial->use->law == LAW_PARSE && run->outcome == SK_FAULT && run->fault &&
	       run->fault->step == trial->added[1] && trial->added[0] < run->n_steps &&
	       trial_is_null(trial, trial->added[0]);
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
		*found = !st && n == 1 && run->steps && (run->outcome == SK_NORMAL || read_nothing(trial, run)) &&
		         ways[trial->use->law].look(trial, breach);
		if (st) {
			vec_release(&trial->builder.steps);
			return st;
		}
	}
	breach->law = trial->use->law;
	breach->call = trial->call;
	breach->function = trial->use->law == LAW_AGREE  ? trial->use->equal
	                   : trial->use->law == LAW_HASH ? trial->use->partner
	                                                 : trial->use->function;
	breach->changed = trial->changed;
	breach->seq = seq_finish(&trial->builder);
	if (*found) {
		shorten(trial, breach);
		number_steps(trial->arena, breach);
	}
	return NULL;
}

static uint32_t n_variants(struct laws *laws, const struct law_use *use, const struct seq *seq, uint32_t call,
                           bool again)
{
	bool near = !again && (use->law == LAW_HASH || use->law == LAW_AGREE);
	uint32_t n = use->law == LAW_ORDER   ? order_variants(laws, use, seq, call, again)
	             : use->law == LAW_SHARE ? share_variants(laws, use)
	             : use->law == LAW_CONST ? const_variants(laws, use) + 1
	             : near                  ? 1 + near_variants(laws, seq, call)
	                                     : 1;
	return n < MAX_AT_ONCE ? n : MAX_AT_ONCE;
}

static uint64_t bits_below(uint32_t n)
{
	return (UINT64_C(1) << n) - 1;
}

/* The variants to try now, as bits. Of a new sequence, those with objects in the sequence, and of
 * the others a new one in each look. The call that changes a copy is the same in any sequence, so
 * after the first look only those are tried that showed a breach. */
static uint64_t chosen_variants(struct laws *laws, size_t u, const struct seq *seq, uint32_t call, enum law_look look)
{
	const struct law_use *use = &laws->uses.at[u];
	uint32_t all = n_variants(laws, use, seq, call, true), n = n_variants(laws, use, seq, call, false);
	if (look == LOOK_AGAIN && use->law == LAW_SHARE)
		return laws->broken[u];
	if (look != LOOK_FIRST)
		return bits_below(all);
	uint32_t own = use->law == LAW_SHARE ? 0 : all;
	return n <= own ? bits_below(own) : bits_below(own) | UINT64_C(1) << (own + laws->looks[u] % (n - own));
}

static status try_use(struct laws *laws, size_t u, struct executor *checked, const struct seq *seq, uint32_t call,
                      enum law_look look, struct arena *arena, struct breach *breach, bool *found)
{
	const struct law_use *use = &laws->uses.at[u];
	uint64_t variants = chosen_variants(laws, u, seq, call, look);
	laws->looks[u] += look == LOOK_FIRST;
	for (uint32_t v = 0; v < MAX_AT_ONCE && !*found; v++) {
		if (!(variants >> v & 1))
			continue;
		struct trial *trial = ARENA_NEW(arena, struct trial);
		*trial = (struct trial){ .laws = laws,
			                 .use = use,
			                 .arena = arena,
			                 .call = call,
			                 .again = look != LOOK_FIRST,
			                 .variant = v };
		TRY(try_law(trial, checked, seq, breach, found));
		laws->broken[u] |= *found ? UINT64_C(1) << v : 0;
	}
	if (use->law == LAW_ORDER && look == LOOK_FIRST)
		order_keep(laws, seq, call);
	return NULL;
}

/* The law is looked at now. */
static bool is_wanted(const struct laws *laws, size_t use, enum law_look look)
{
	enum law law = laws->uses.at[use].law;
	if (look != LOOK_FIRST)
		return look == LOOK_ALL || laws->broken[use];
	return laws->looks[use] < (law == LAW_CONST || law == LAW_OBSERVER ? MAX_BROAD_LOOKS : MAX_LOOKS);
}

/* The call has the form of the calls that the law adds. */
static bool is_about(const struct law_use *use, const struct seq *seq, uint32_t call)
{
	return step_is_call(seq->steps[call]) && seq->steps[call]->index == use->function &&
	       call + 1 + 2 * MAX_ADDED < SEQ_MAX_STEPS;
}

bool laws_want(const struct laws *laws, const struct seq *seq)
{
	uint32_t last = seq->n;
	while (last > 0 && !step_is_call(seq->steps[last - 1]))
		last--;
	for (size_t u = 0; last > 0 && u < laws->uses.n; u++)
		if (is_about(&laws->uses.at[u], seq, last - 1) && laws->uses.at[u].law != LAW_CONST &&
		    laws->uses.at[u].law != LAW_OBSERVER && laws->looks[u] < MAX_LOOKS)
			return true;
	return false;
}

status laws_find(struct laws *laws, struct executor *checked, const struct seq *seq, enum law_look look,
                 struct arena *arena, struct breach *breach, bool *found)
{
	uint32_t calls = 0;
	*breach = (struct breach){ .law = N_LAWS };
	*found = false;
	if (has_nan(laws->model, seq) || seq_fails(laws->model, seq))
		return NULL;
	for (uint32_t i = seq->n; i-- > 0 && calls < (look == LOOK_FIRST ? MAX_CALLS : MAX_CALLS_AGAIN);) {
		bool any = false;
		for (size_t u = 0; u < laws->uses.n && !*found; u++) {
			if (!is_about(&laws->uses.at[u], seq, i) || !is_wanted(laws, u, look))
				continue;
			any = true;
			TRY(try_use(laws, u, checked, seq, i, look, arena, breach, found));
		}
		calls += any;
		if (*found)
			return NULL;
	}
	return NULL;
}
