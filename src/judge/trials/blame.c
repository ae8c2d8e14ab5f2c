/* blame: see blame.h. */
#include "judge/trials/blame.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "model/words.h"
#include "seq/literal.h"
#include "seq/value.h"

#define MOST_CALLS 4u  /* that a number is followed through */
#define WILD 65536    /* numbers above this are a lot */
#define EVEN 16       /* multiples of this number suit every type */
#define PLAIN 16      /* a number that suits most functions: neither zero nor large, and even */

static bool is_loop(enum decision_kind kind)
{
	return kind == DECIDE_WHILE || kind == DECIDE_DO || kind == DECIDE_FOR;
}

/* The condition names the parameter outside of square brackets. Inside of brackets the number is
 * used as a place, and not looked at. */
static bool asks_about(const char *condition, const char *name)
{
	struct sb outside = { 0 };
	int open = 0;
	for (const char *c = condition; *c; c++) {
		open -= *c == ']' && open;
		if (!open)
			sb_add_char(&outside, *c);
		open += *c == '[';
	}
	bool asks = str_has_name(sb_text(&outside), name);
	sb_release(&outside);
	return asks;
}

/* The function whose call's argument stands at `at`, directly within the call's brackets, and which argument it is;
 * NULL: the text is not an argument of a function of the model. */
static const struct function *passed_to(const struct model *model, const char *text, const char *at, uint32_t *param)
{
	int open = 0;
	uint32_t commas = 0;
	while (at > text && !(at[-1] == '(' && !open)) {
		at--;
		open += (*at == ')') - (*at == '(');
		commas += *at == ',' && !open;
	}
	const char *end = at > text ? at - 1 : text, *name = end;
	while (name > text && is_name_char(name[-1]))
		name--;
	char *called = xprintf("%.*s", (int)(end - name), name);
	uint32_t f = model_find_function(model, called);
	free(called);
	*param = commas;
	return f != NONE && commas < model->functions.at[f].n_params ? &model->functions.at[f] : NULL;
}

static bool is_looked_at(const struct model *model, const struct marks *marks, const struct function *function,
                         uint32_t param, unsigned depth);

/* The condition names the parameter, and not only to pass it on to a function that does not look at it either. */
static bool looks_at(const struct model *model, const struct marks *marks, const char *condition, const char *name,
                     unsigned depth)
{
	size_t n = strlen(name);
	for (const char *at = condition; n && (at = strstr(at, name)); at++) {
		uint32_t param;
		if ((at > condition && is_name_char(at[-1])) || is_name_char(at[n]))
			continue;
		const struct function *callee = passed_to(model, condition, at, &param);
		if (!callee || !depth || callee->is_library || is_looked_at(model, marks, callee, param, depth - 1))
			return true;
	}
	return false;
}

static bool is_looked_at(const struct model *model, const struct marks *marks, const struct function *function,
                         uint32_t param, unsigned depth)
{
	const char *name = function->params[param].name;
	for (size_t i = 0; i < marks->conditions.n; i++) {
		const struct condition *condition = &marks->conditions.at[i];
		if (str_equal(marks->functions.at[condition->function].name, function->name) &&
		    !is_loop(marks->decisions.at[condition->decision].kind) && asks_about(condition->text, name) &&
		    looks_at(model, marks, condition->text, name, depth))
			return true;
	}
	for (size_t i = 0; i < marks->switches.n; i++)
		if (str_equal(marks->functions.at[marks->switches.at[i].function].name, function->name) &&
		    asks_about(marks->switches.at[i].text, name))
			return true;
	return false;
}

bool number_is_looked_at(const struct incident *incident, const struct function *function, uint32_t param)
{
	return is_looked_at(incident->model, incident->marks, function, param, MOST_CALLS);
}

/* "n < 0", "n >= 1": the text names the parameter and one of the numbers at which indices begin. */
static bool asks_for_beginning(const char *text, const char *name)
{
	if (!asks_about(text, name))
		return false;
	for (const char *at = text; (at = strpbrk(at, "01")); at++)
		if ((at == text || (!is_name_char(at[-1]) && at[-1] != '.')) && !is_name_char(at[1]) && at[1] != '.')
			return true;
	return false;
}

bool number_has_beginning(const struct marks *marks, const struct function *function, uint32_t param)
{
	for (size_t i = 0; i < marks->conditions.n; i++) {
		const struct condition *condition = &marks->conditions.at[i];
		if (str_equal(marks->functions.at[condition->function].name, function->name) &&
		    asks_for_beginning(condition->text, function->params[param].name))
			return true;
	}
	return false;
}

/* "n > INT_MAX - at": keeps arithmetic from overflowing, and says nothing of the memory that there is. */
static bool guards_arithmetic(const char *text)
{
	static const char *const limits[] = { "INT_MAX",     "LONG_MAX",  "LLONG_MAX", "SSIZE_MAX",
		                              "PTRDIFF_MAX", "INT32_MAX", "INT64_MAX", "INTPTR_MAX" };
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		if (str_has_name(text, limits[i]))
			return true;
	return false;
}

/* The condition, of no loop, asks how large the parameter of the function is. */
static bool asks_how_large(const struct marks *marks, const struct condition *condition,
                           const struct function *function, uint32_t param)
{
	return str_equal(marks->functions.at[condition->function].name, function->name) &&
	       !is_loop(marks->decisions.at[condition->decision].kind) && strpbrk(condition->text, "<>") &&
	       asks_about(condition->text, function->params[param].name);
}

bool number_is_limited(const struct marks *marks, const struct function *function, uint32_t param)
{
	for (size_t i = 0; i < marks->conditions.n; i++)
		if (asks_how_large(marks, &marks->conditions.at[i], function, param))
			return true;
	return false;
}

bool number_is_bounded(const struct marks *marks, const struct function *function, uint32_t param, uint32_t line)
{
	for (size_t i = 0; i < marks->conditions.n; i++) {
		const struct condition *condition = &marks->conditions.at[i];
		if (asks_how_large(marks, condition, function, param) && condition->place.line <= line &&
		    !guards_arithmetic(condition->text))
			return true;
	}
	return false;
}

static bool looks_at_numbers(const struct incident *incident, const struct function *function)
{
	for (uint32_t p = 0; p < function->n_params; p++) {
		enum type_kind kind = model_canonical(incident->model, function->params[p].type)->kind;
		if ((kind == TYPE_INT || kind == TYPE_ENUM) && number_is_looked_at(incident, function, p))
			return true;
	}
	return false;
}

bool numbers_come_through(const struct incident *incident)
{
	uint32_t i = incident_step(incident), n = incident->n_frames;
	if (!n || i >= incident->seq->n || !step_is_call(incident->seq->steps[i]))
		return false;
	const struct function *called = step_function(incident->model, incident->seq->steps[i]);
	if (!str_equal(incident->frames[n - 1].function, called->name))
		return false;
	for (uint32_t f = 0; f + 1 < n; f++) {
		uint32_t inner = model_find_function(incident->model, incident->frames[f].function);
		if (inner == NONE || looks_at_numbers(incident, &incident->model->functions.at[inner]))
			return false;
	}
	return true;
}

/* The sequence with another number in literal v, which is no length. Lengths are not settled: a length that is wrong in
 * an earlier call may keep that call from the fault. */
static const struct seq *with_literal(struct arena *arena, const struct incident *incident, const struct seq *seq,
                                      uint32_t v, int64_t number)
{
	struct step literal = *seq->steps[v];
	char *bytes = memset(arena_alloc(arena, literal.size), 0, literal.size);
	value_set_int(model_canonical(incident->model, literal.type), bytes, number);
	literal.bytes = bytes;
	return seq_replace(arena, seq, v, &literal);
}

static const struct seq *with_number(struct arena *arena, const struct incident *incident, uint32_t v, int64_t number)
{
	return with_literal(arena, incident, incident->seq, v, number);
}

/* The literal that a parameter got, if the callee takes the literal's number as it is. */
static bool is_own_number(const struct incident *incident, uint32_t i, uint32_t a, uint32_t *literal)
{
	const struct step *call = incident->seq->steps[i];
	const struct param *param = &step_function(incident->model, call)->params[a];
	*literal = seq_index(i, call->args[a]);
	const struct step *step = incident->seq->steps[*literal];
	const struct type *type = model_canonical(incident->model, step->type);
	return param->role == ROLE_VALUE && !call->args[a].address && step->kind == STEP_VALUE &&
	       type->kind == TYPE_INT && type->size <= 8 && step->size == type->size;
}

static int64_t large_number(const struct type *type)
{
	int64_t large = 1000003;
	while (!value_int_fits(type, large))
		large >>= 1;
	return large;
}

size_t blame_numbers(struct arena *arena, const struct incident *incident, struct suspect *suspects, size_t room)
{
	uint32_t i = incident_step(incident), v;
	const struct step *call = i < incident->seq->n ? incident->seq->steps[i] : NULL;
	size_t n = 0;
	if (!call || !step_is_call(call))
		return 0;
	const struct function *called = step_function(incident->model, call);
	for (uint32_t a = 0; a < call->n_args && n < room; a++) {
		if (!is_own_number(incident, i, a, &v) || number_is_looked_at(incident, called, a))
			continue;
		const struct type *type = model_canonical(incident->model, incident->seq->steps[v]->type);
		int64_t passed = value_int(type, incident->seq->steps[v]->bytes);
		if (incident->run->outcome == SK_HANG && passed > 0)
			continue;
		struct suspect *suspect = &suspects[n++];
		suspect->passed = passed;
		suspect->with[SUSPECT_ZERO] = with_number(arena, incident, v, 0);
		suspect->with[SUSPECT_ONE] = with_number(arena, incident, v, 1);
		suspect->with[SUSPECT_LARGE] = with_number(arena, incident, v, large_number(type));
	}
	return n;
}

size_t blame_work(struct arena *arena, const struct incident *incident, const struct seq *(*smaller)[2], size_t room)
{
	uint32_t i = incident_step(incident), v;
	const struct step *call = i < incident->seq->n ? incident->seq->steps[i] : NULL;
	size_t n = 0;
	if (!call || !step_is_call(call) || incident->run->outcome != SK_HANG)
		return 0;
	for (uint32_t a = 0; a < call->n_args && n < room; a++) {
		if (!is_own_number(incident, i, a, &v))
			continue;
		const struct type *type = model_canonical(incident->model, incident->seq->steps[v]->type);
		int64_t passed = value_int(type, incident->seq->steps[v]->bytes);
		if (passed <= 2)
			continue;
		smaller[n][0] = with_number(arena, incident, v, 1);
		smaller[n++][1] = with_number(arena, incident, v, 2);
	}
	return n;
}

/* No object is so small; or none is so large, where the unit cannot see that a size has become too
 * large. */
static bool is_wild(const struct incident *incident, int64_t number)
{
	bool about_size = incident->fault->kind != SK_UBSAN && incident->fault->kind != SK_FPE;
	return number <= 0 || (number >= WILD && !about_size);
}

/* Replaces wild numbers, or all numbers (`all`), that the call got and does not look at by plain
 * numbers. */
static const struct seq *with_plain(struct arena *arena, const struct incident *incident, const struct seq *seq,
                                    uint32_t i, bool all)
{
	const struct step *call = incident->seq->steps[i];
	const struct function *called = step_function(incident->model, call);
	const struct seq *changed = NULL;
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint32_t v;
		if (!is_own_number(incident, i, a, &v) || number_is_looked_at(incident, called, a))
			continue;
		const struct type *type = model_canonical(incident->model, incident->seq->steps[v]->type);
		if (!all && !is_wild(incident, value_int(type, incident->seq->steps[v]->bytes)))
			continue;
		changed = with_literal(arena, incident, changed ? changed : seq, v, PLAIN);
	}
	return changed;
}

/* The call makes an object, or sets its size or kind. The numbers of other calls are keys and
 * values, which are all equally good. */
static bool shapes_object(const struct incident *incident, uint32_t i)
{
	const struct function *called = step_function(incident->model, incident->seq->steps[i]);
	return name_shapes(called->name) || called->is_maker || is_for_all(incident, i);
}

/* The call may have asked for an object of an absurd size or kind. */
static bool may_have_been_wild(const struct incident *incident, uint32_t i, bool part)
{
	if (!step_is_call(incident->seq->steps[i]) || !(part || is_for_all(incident, i)))
		return false;
	if (i != incident_step(incident))
		return shapes_object(incident, i);
	return numbers_come_through(incident) || step_function(incident->model, incident->seq->steps[i])->is_maker;
}

/* NULL: there is nothing to change. */
static const struct seq *with_plain_history(struct arena *arena, const struct incident *incident, bool all)
{
	uint32_t n = incident->seq->n, last = incident_step(incident);
	bool leaks = incident->fault->kind == SK_LEAK;
	const struct seq *changed = NULL;
	if (incident->fault->owner == SK_OWNER_FREED ||
	    (!leaks && (last >= n || !step_is_call(incident->seq->steps[last]))))
		return NULL; /* the unit decides when memory is freed */
	bool *marked = xcalloc(n + 1, sizeof *marked);
	marked[last] = true;
	for (uint32_t i = leaks ? n : last + 1; i-- > 0;) {
		bool part = leaks || takes_part(marked, incident->seq, i);
		if (!may_have_been_wild(incident, i, part))
			continue;
		const struct seq *with = with_plain(arena, incident, changed ? changed : incident->seq, i, all);
		changed = with ? with : changed;
	}
	free(marked);
	return changed;
}

bool blame_history(struct arena *arena, const struct incident *incident, const struct seq *plain[2])
{
	plain[0] = with_plain_history(arena, incident, false);
	plain[1] = plain[0] ? with_plain_history(arena, incident, true) : NULL;
	return plain[0];
}

static bool is_division(const struct deed *deed)
{
	return strstr(deed->fault, "division") != NULL;
}

/* Added to a pointer, the number leaves the address space; smaller numbers need not fail. */
static bool is_far_outside(const struct suspect *suspect, const struct deed *seen)
{
	return str_equal(seen->fault, "pointer overflow") && (suspect->passed < 0 || suspect->passed > INT64_MAX / 2);
}

/* A bad access. Undefined arithmetic does not count, because the unit may have had to prevent it. */
static bool is_about_memory(const struct deed *seen)
{
	return strstr(seen->fault, "overflow of") || strstr(seen->fault, "heap overflow") ||
	       strstr(seen->fault, "bad address") || strstr(seen->fault, "underflow");
}

static bool differs(const struct deed *a, const struct deed *b)
{
	return a->fails != b->fails || (a->fails && (!str_equal(a->fault, b->fault) || a->offset != b->offset));
}

bool suspect_is_to_blame(const struct suspect *suspect, const struct deed *seen, const struct deed *with)
{
	if (strstr(seen->fault, "free") && !str_equal(seen->fault, "use after free"))
		return false; /* the unit decides how often a block is freed */
	if (seen->hangs)
		return !with[SUSPECT_ONE].hangs && (suspect->passed == 0 || !with[SUSPECT_ZERO].hangs);
	if (is_division(seen))
		return suspect->passed == 0 && !with[SUSPECT_ONE].fails;
	if (is_far_outside(suspect, seen))
		return !with[SUSPECT_ZERO].fails;
	if (suspect->passed < 0 && is_about_memory(seen) && !with[SUSPECT_ZERO].fails && !with[SUSPECT_ONE].fails &&
	    !with[SUSPECT_LARGE].fails)
		return true;
	if (!with[SUSPECT_LARGE].fails)
		return false;
	for (int i = 0; i < N_SUSPECTED; i++)
		if (differs(seen, &with[i]))
			return true;
	return false;
}

/* The condition has the form *text or text[i] and is true while the text goes on. */
static bool asks_for_the_end(const char *condition, const char *name)
{
	size_t n = strlen(name), length = strlen(condition);
	if (*condition == '*' && strncmp(condition + 1, name, n) == 0)
		return !condition[1 + n] || str_starts(condition + 1 + n, " != 0") ||
		       str_starts(condition + 1 + n, " != '\\0'");
	return strncmp(condition, name, n) == 0 && condition[n] == '[' && condition[length - 1] == ']';
}

static bool looks_for_the_end(const struct marks *marks, const struct function *function, uint32_t param)
{
	for (size_t i = 0; i < marks->conditions.n; i++) {
		const struct condition *condition = &marks->conditions.at[i];
		if (str_equal(marks->functions.at[condition->function].name, function->name) &&
		    asks_for_the_end(condition->text, function->params[param].name))
			return true;
	}
	return false;
}

/* The call got the text as a string, and looks for its end itself. */
static bool is_passed_as_string(const struct incident *incident, uint32_t text)
{
	uint32_t i = incident_step(incident);
	const struct step *call = incident->seq->steps[i];
	const struct function *called = step_function(incident->model, call);
	for (uint32_t a = 0; a < call->n_args; a++)
		if (seq_index(i, call->args[a]) == text && called->params[a].role == ROLE_STRING &&
		    looks_for_the_end(incident->marks, called, a))
			return true;
	return false;
}

const struct seq *blame_text(struct arena *arena, const struct incident *incident)
{
	const struct sk_fault *fault = incident->fault;
	uint32_t i = incident_step(incident), text = fault->owner_step;
	if (fault->owner != SK_OWNER_TEST || fault->is_write || i >= incident->seq->n || text >= i ||
	    !step_is_call(incident->seq->steps[i]) || fault->address < fault->region + fault->region_size)
		return NULL;
	const struct step *step = incident->seq->steps[text];
	if (step->kind != STEP_BLOCK || !step->is_string || step->size < 2 || !is_passed_as_string(incident, text))
		return NULL;
	char *plain = arena_memdup(arena, step->bytes, step->size);
	memset(plain, 'a', step->size - 1);
	return seq_with_bytes(arena, incident->model, incident->seq, text, plain, step->size);
}

static bool is_outside_of_memory(const struct sk_fault *fault)
{
	bool by_access = fault->kind == SK_ASAN || fault->kind == SK_SEGV || fault->kind == SK_BUS;
	return (by_access && fault->owner != SK_OWNER_NULL && fault->owner != SK_OWNER_FREED) ||
	       (fault->kind == SK_UBSAN &&
	        (strstr(fault->message, "index") || strstr(fault->message, "pointer-overflow")));
}

static bool is_array_of_numbers(const struct model *model, const struct step *step)
{
	const struct type *type = step->kind == STEP_BLOCK ? model_canonical(model, step->type) : NULL;
	const struct type *element = type && type->kind == TYPE_POINTER ? model_canonical(model, type->target) : NULL;
	return element && element->kind == TYPE_INT && element->size > 1 && step->size && !step->n_fills;
}

/* Sets all numbers with a fraction in the step to 1. NULL: there are none. */
static const struct seq *with_ones(struct arena *arena, const struct incident *incident, const struct seq *seq,
                                   uint32_t v)
{
	const struct step *step = incident->seq->steps[v];
	const struct type *type = model_canonical(incident->model, step->type);
	if (step->kind == STEP_BLOCK && type->kind == TYPE_POINTER)
		type = model_canonical(incident->model, type->target);
	else if (step->kind != STEP_VALUE)
		return NULL;
	if (type->kind != TYPE_FLOAT || (type->size != 4 && type->size != 8) || !step->size || step->n_fills)
		return NULL;
	char *bytes = memset(arena_alloc(arena, step->size), 0, step->size);
	for (uint32_t at = 0; at + type->size <= step->size; at += (uint32_t)type->size) {
		const float single = 1;
		const double twice = 1;
		memcpy(bytes + at, type->size == 4 ? (const void *)&single : (const void *)&twice, type->size);
	}
	return seq_with_bytes(arena, incident->model, seq, v, bytes, step->size);
}

/* A number with a fraction does not fit into an integer: sets such numbers to 1 where the call got them and does not
 * look at them. */
static const struct seq *blame_fractions(struct arena *arena, const struct incident *incident)
{
	uint32_t i = incident_step(incident);
	const struct step *call = incident->seq->steps[i];
	const struct function *called = step_function(incident->model, call);
	const struct seq *changed = NULL;
	for (uint32_t a = 0; a < call->n_args; a++) {
		if (number_is_looked_at(incident, called, a))
			continue;
		const struct seq *with = with_ones(arena, incident, changed ? changed : incident->seq,
		                                   seq_index(i, call->args[a]));
		changed = with ? with : changed;
	}
	return changed;
}

const struct seq *blame_elements(struct arena *arena, const struct incident *incident)
{
	uint32_t i = incident_step(incident);
	const struct seq *changed = NULL;
	if (i >= incident->seq->n || !step_is_call(incident->seq->steps[i]))
		return NULL;
	if (incident->fault->kind == SK_UBSAN && strstr(incident->fault->message, "float-cast"))
		return blame_fractions(arena, incident);
	if (!is_outside_of_memory(incident->fault))
		return NULL;
	const struct step *call = incident->seq->steps[i];
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint32_t v = seq_index(i, call->args[a]);
		const struct step *block = incident->seq->steps[v];
		if (!is_array_of_numbers(incident->model, block))
			continue;
		char *zeroes = memset(arena_alloc(arena, block->size), 0, block->size);
		changed = seq_with_bytes(arena, incident->model, changed ? changed : incident->seq, v, zeroes,
		                         block->size);
	}
	return changed;
}

const struct seq *blame_places(struct arena *arena, const struct incident *incident)
{
	uint32_t i = incident_step(incident), v;
	const struct step *call = i < incident->seq->n ? incident->seq->steps[i] : NULL;
	const struct seq *changed = NULL;
	if (!call || !step_is_call(call) || incident->fault->kind != SK_UBSAN ||
	    !strstr(incident->fault->message, "misaligned"))
		return NULL;
	for (uint32_t a = 0; a < call->n_args; a++) {
		if (!is_own_number(incident, i, a, &v))
			continue;
		const struct type *type = model_canonical(incident->model, incident->seq->steps[v]->type);
		int64_t passed = value_int(type, incident->seq->steps[v]->bytes);
		if (passed % EVEN == 0)
			continue;
		changed = with_literal(arena, incident, changed ? changed : incident->seq, v, passed - passed % EVEN);
	}
	return changed;
}
