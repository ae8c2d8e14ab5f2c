/* learn: see learn.h. */
#include "judge/learn.h"

#include <string.h>

#include "base/str.h"
#include "seq/life.h"

static struct lesson none(void)
{
	return (struct lesson){ .kind = LESSON_NONE };
}

/* Suggests NOT_NULL for the parameter that got the only null pointer of the call. */
static struct lesson not_null(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	struct lesson lesson = none();
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint64_t value;
		const struct param *param = &step_function(incident->model, call)->params[a];
		if (model_canonical(incident->model, param->type)->kind != TYPE_POINTER ||
		    !argument_value(incident, i, a, &value) || value)
			continue;
		if (param->null == NULL_FORBIDDEN)
			return none(); /* a pointer known to be not null explains the fault already */
		if (lesson.kind != LESSON_NONE)
			return none(); /* two suspects: a clearer case has to come */
		lesson = (struct lesson){ .kind = LESSON_NOT_NULL, .function = call->index, .param = a };
	}
	return lesson;
}

/* The only variable of the unit that the test set to null. */
static struct lesson variable_not_null(const struct incident *incident)
{
	struct lesson lesson = none();
	for (uint32_t i = 0; i < incident->seq->n; i++) {
		const struct step *call = incident->seq->steps[i];
		const struct function *setter = step_is_call(call) ? step_function(incident->model, call) : NULL;
		uint64_t value;
		if (!setter || !setter->sets || setter->holder || !is_pointer_param(incident, call->index, 0) ||
		    !argument_value(incident, i, 0, &value) || value)
			continue;
		if (lesson.kind != LESSON_NONE && lesson.function != call->index)
			return none();
		lesson = (struct lesson){ .kind = LESSON_NOT_NULL, .function = call->index };
	}
	return lesson;
}

/* The only null pointer in structs that the test filled for the call, among the fields that may be
 * null as far as is known. */
struct null_fields {
	const struct model *model;
	const struct step *step;
	struct lesson lesson;
	uint32_t n;
};

static bool is_filled(const struct step *step, uint64_t offset)
{
	for (uint32_t f = 0; f < step->n_fills; f++)
		if (step->fills[f].offset == offset)
			return true;
	return false;
}

static void look_for_null(struct null_fields *found, const struct type *record)
{
	for (uint32_t i = 0; i < record->n_fields; i++) {
		const struct field *field = &record->fields[i];
		const struct type *type = model_canonical(found->model, field->type);
		const struct field_role *role = model_field_role(found->model, record->canonical, i);
		if (type->kind != TYPE_POINTER || is_filled(found->step, field->bit_offset / 8) ||
		    model_object_of(found->model, field->type) == record->canonical)
			continue;
		found->n += role && role->null == NULL_FORBIDDEN ? 2 : 1; /* a field known to be not null explains
		                                                             the fault already */
		found->lesson = (struct lesson){ .kind = LESSON_FIELD, .function = record->canonical, .param = i };
	}
}

static struct lesson field_not_null(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	struct null_fields found = { .model = incident->model };
	for (uint32_t a = 0; step_is_call(call) && a < call->n_args; a++) {
		found.step = incident->seq->steps[seq_index(i, call->args[a])];
		const struct type *pointer = model_canonical(incident->model, found.step->type);
		if (found.step->kind == STEP_BLOCK && pointer->kind == TYPE_POINTER)
			look_for_null(&found, model_canonical(incident->model, pointer->target));
	}
	return found.n == 1 ? found.lesson : none();
}

/* The pointer that the closing call got. */
static bool closing_value(const struct incident *incident, uint64_t *value)
{
	uint32_t i = incident_step(incident);
	return i < incident->seq->n && step_is_call(incident->seq->steps[i]) && incident->seq->steps[i]->n_args &&
	       argument_value(incident, i, 0, value);
}

/* A call works on its first object. Only objects beside the first can be taken over. */
static bool is_beside(const struct model *model, const struct step *call, uint32_t a)
{
	const struct function *function = step_function(model, call);
	for (uint32_t b = 0; b < a; b++)
		if (function->params[b].role == ROLE_HANDLE || function->params[b].role == ROLE_OBJECT)
			return true;
	return false;
}

/* The pointer came out of an object that the call got: it may still belong to that object. */
static bool may_keep(const struct incident *incident, uint32_t i, uint64_t pointer)
{
	const struct step *call = incident->seq->steps[i];
	const struct function *function = step_function(incident->model, call);
	uint64_t given = 0;
	if (!function->is_maker || function->made_param != NONE || !incident->run->steps ||
	    i >= incident->run->n_steps || incident->run->steps[i].size != sizeof given)
		return false;
	memcpy(&given, incident->run->steps[i].bytes, sizeof given);
	for (uint32_t a = 0; a < call->n_args; a++)
		if (given && given == pointer && model_object_of(incident->model, function->params[a].type) != NONE)
			return true;
	return false;
}

/* Suggests the calls of the test that got the pointer beside another object, newest first: one of
 * them may have taken it over. After these, the call that gave the pointer may have kept it. */
static struct lesson taken(const struct incident *incident, uint32_t attempt)
{
	/* destroyed a second time: the pointer that the closing call got, or a block that it owns */
	uint64_t value, other, region = incident->fault->region;
	if (!closing_value(incident, &value))
		return none();
	for (uint32_t i = incident->n_own; i-- > 0;) {
		const struct step *call = incident->seq->steps[i];
		for (uint32_t a = 0; step_is_call(call) && a < call->n_args; a++) {
			const struct param *param = &step_function(incident->model, call)->params[a];
			if (!argument_value(incident, i, a, &other) || !other || (other != value && other != region) ||
			    param->taken || param->destroyed)
				continue;
			if (is_beside(incident->model, call, a) && attempt-- == 0)
				return (struct lesson){ .kind = LESSON_TAKEN, .function = call->index, .param = a };
		}
		if (step_is_call(call) && (may_keep(incident, i, value) || may_keep(incident, i, region)) &&
		    attempt-- == 0)
			return (struct lesson){ .kind = LESSON_BORROWED, .function = call->index, .param = NONE };
	}
	return none();
}

/* Suggests that the call which freed a block that the test used later ends the life of the argument
 * that pointed there. */
static struct lesson destroyed(const struct incident *incident)
{
	uint32_t at = incident_step(incident);
	for (uint32_t i = at; i-- > 0;) {
		const struct step *call = incident->seq->steps[i];
		if (!step_is_call(call) || !incident->freed_by ||
		    !str_equal(step_function(incident->model, call)->name, incident->freed_by))
			continue;
		for (uint32_t a = 0; a < call->n_args; a++) {
			uint64_t value;
			const struct param *param = &step_function(incident->model, call)->params[a];
			if (argument_value(incident, i, a, &value) && value && value == incident->fault->region &&
			    !param->destroyed)
				return (struct lesson){ .kind = LESSON_DESTROYED, .function = call->index, .param = a };
		}
	}
	return none();
}

static bool gives_same_kind(const struct model *model, const struct function *function, uint32_t param)
{
	type_id object = model_object_of(model, function->result);
	return object != NONE && model_same_type(model, function->result, function->params[param].type);
}

/* The call gave a pointer that is none of its arguments. */
static bool gave_another(const struct incident *incident, uint32_t i)
{
	uint64_t given = 0, got;
	if (!incident->run->steps || i >= incident->run->n_steps || incident->run->steps[i].size != sizeof given)
		return false;
	memcpy(&given, incident->run->steps[i].bytes, sizeof given);
	for (uint32_t a = 0; a < incident->seq->steps[i]->n_args; a++)
		if (argument_value(incident, i, a, &got) && got == given)
			return false;
	return given;
}

/* Suggests REPLACED: the call freed an object that it got as an argument, and gave the test another
 * object of its kind, as in x = grow(x, ...). It need not replace the object every time. */
static struct lesson replaced(const struct incident *incident)
{
	const struct sk_fault *fault = incident->fault;
	for (uint32_t i = incident->n_own; i-- > 0 && incident->freed_by;) {
		const struct step *call = incident->seq->steps[i];
		const struct function *function = step_is_call(call) ? step_function(incident->model, call) : NULL;
		if (!function || !str_equal(function->name, incident->freed_by) || !gave_another(incident, i))
			continue;
		for (uint32_t a = 0; a < call->n_args; a++) {
			uint64_t value;
			if (argument_value(incident, i, a, &value) && value &&
			    value - fault->region < fault->region_size && !function->params[a].destroyed &&
			    gives_same_kind(incident->model, function, a))
				return (struct lesson){ .kind = LESSON_REPLACED, .function = call->index, .param = a };
		}
	}
	return none();
}

/* free() takes no const pointer: a function that gives one keeps the memory behind it. */
static bool leads_to_const(const struct model *model, type_id type)
{
	const struct type *pointer = model_type(model, type);
	return pointer->kind == TYPE_POINTER && model_type(model, pointer->target)->is_const;
}

/* Suggests that the call whose result leaked makes an object, which a destroyer of the unit (tried
 * first) or free() must end. */
static struct lesson end_result(const struct incident *incident, uint32_t attempt)
{
	for (uint32_t i = 0; incident->run->steps && i < incident->run->n_steps; i++) {
		const struct step *call = incident->seq->steps[i];
		uint64_t value = 0;
		if (!step_is_call(call) || incident->run->steps[i].size != 8)
			continue;
		memcpy(&value, incident->run->steps[i].bytes, 8);
		const struct function *function = step_function(incident->model, call);
		if (value != incident->fault->region || function->result_freed)
			continue;
		bool has_destroyer = model_destroyer(incident->model, call->type, NULL) != NONE;
		if (has_destroyer && function->is_maker)
			continue; /* the object is destroyed already, so this leak has another cause */
		if (has_destroyer && attempt-- == 0)
			return (struct lesson){ .kind = LESSON_MAKER, .function = call->index, .param = NONE };
		if (!leads_to_const(incident->model, function->result) && attempt-- == 0)
			return (struct lesson){ .kind = LESSON_FREE_RESULT, .function = call->index, .param = NONE };
	}
	return none();
}

/* The call got the address of a pointer variable, and may have left the leaked block there. */
static bool may_leave(const struct incident *incident, uint32_t i, uint32_t a)
{
	const struct step *call = incident->seq->steps[i];
	const struct function *function = step_function(incident->model, call);
	const struct type *pointer = model_type(incident->model, function->params[a].type);
	if (!call->args[a].address || pointer->kind != TYPE_POINTER || function->params[a].left_to_free ||
	    (function->is_maker && function->made_param == a))
		return false;
	const struct type *variable = model_type(incident->model, pointer->target);
	const struct type *target = variable->kind == TYPE_POINTER ? model_type(incident->model, variable->target)
	                                                           : NULL;
	return target && target->kind != TYPE_FUNCTION && !target->is_const && !variable->is_const;
}

/* Suggests that the call in which the block was allocated left it in a variable of the test. */
static struct lesson left(const struct incident *incident, uint32_t attempt)
{
	const char *maker = incident->n_frames ? incident->frames[incident->n_frames - 1].function : "";
	for (uint32_t i = incident->n_own; i-- > 0;) {
		const struct step *call = incident->seq->steps[i];
		if (!step_is_call(call) || !str_equal(step_function(incident->model, call)->name, maker))
			continue;
		for (uint32_t a = 0; a < call->n_args; a++)
			if (may_leave(incident, i, a) && attempt-- == 0)
				return (struct lesson){ .kind = LESSON_LEFT, .function = call->index, .param = a };
	}
	return none();
}

struct lesson lesson_of(const struct incident *incident, const struct rule *rule, uint32_t attempt)
{
	uint32_t i = incident_step(incident);
	if (incident->fault->refused & SK_REFUSED_BY_TEST)
		return none(); /* the behaviour after a failure is no rule */
	if ((str_equal(rule->name, "passed-null") || str_starts(rule->name, "asserted-null")) && attempt == 0)
		return not_null(incident, i);
	bool is_null = incident->fault->owner == SK_OWNER_NULL ||
	               (incident->fault->kind == SK_UBSAN && strstr(incident->fault->message, "null"));
	if (str_equal(rule->name, "set-variables") && is_null && attempt == 0)
		return variable_not_null(incident);
	if (str_equal(rule->name, "null-in-test-object") && i < incident->seq->n && attempt == 0)
		return field_not_null(incident, i);
	if (str_starts(rule->name, "closing")) {
		struct lesson lesson = replaced(incident);
		if (lesson.kind == LESSON_NONE)
			return taken(incident, attempt);
		return attempt == 0 ? lesson : taken(incident, attempt - 1);
	}
	if (str_equal(rule->name, "passed-freed") && attempt == 0)
		return destroyed(incident);
	if (str_equal(rule->name, "result-to-free"))
		return end_result(incident, attempt);
	if (str_equal(rule->name, "held-by-test"))
		return left(incident, attempt);
	return none();
}

bool lesson_frees_plain(const struct model *model, const struct lesson *lesson)
{
	if (lesson->kind != LESSON_LEFT)
		return false;
	const struct type *type = model_canonical(model,
	                                          model->functions.at[lesson->function].params[lesson->param].type);
	for (int depth = 0; depth < 2 && type->kind == TYPE_POINTER; depth++)
		type = model_canonical(model, type->target);
	return type->kind == TYPE_INT || type->kind == TYPE_FLOAT || type->kind == TYPE_BOOL || type->kind == TYPE_ENUM;
}

static const char *const reasons[] = {
	[LESSON_NOT_NULL] = "crashed with null",
	[LESSON_TAKEN] = "destroying it afterwards crashed",
	[LESSON_DESTROYED] = "using it afterwards crashed",
	[LESSON_REPLACED] = "it was freed, and another object given",
};

uint32_t lesson_votes_needed(const struct lesson *lesson)
{
	return lesson->kind == LESSON_NOT_NULL || lesson->kind == LESSON_FREE_RESULT ? 1 : 3;
}

/* If the type of the variable has a destroyer, the call makes an object; otherwise the test must
 * call free(). */
static bool leave(const struct model *model, struct function *function, struct lesson *lesson)
{
	struct param *param = &function->params[lesson->param];
	type_id variable = model_type(model, param->type)->target;
	if (param->role == ROLE_OBJECT && param->partner != NONE)
		return false; /* a cursor: it leads into memory of the test */
	lesson->was_maker = function->is_maker;
	lesson->role = param->role;
	lesson->belief = param->belief;
	if (!model_can_end(model, variable)) {
		param->left_to_free = true;
		return true;
	}
	if (function->is_maker || function->maker_told)
		return false;
	function->is_maker = true;
	function->made_param = lesson->param;
	param->role = ROLE_OUT;
	param->belief = BELIEF_LEARNED;
	return true;
}

static bool apply_to_field(struct model *model, const struct lesson *lesson)
{
	const struct field_role *known = model_field_role(model, lesson->function, lesson->param);
	if (known && (known->belief == BELIEF_USER || known->null != NULL_UNKNOWN))
		return false;
	struct field_role *role = model_set_field_role(model, lesson->function, lesson->param);
	role->null = NULL_FORBIDDEN;
	role->belief = role->use == FIELD_ANY ? BELIEF_LEARNED : role->belief;
	return true;
}

bool lesson_apply(struct model *model, struct lesson *lesson)
{
	if (lesson->kind == LESSON_NONE)
		return false;
	if (lesson->kind == LESSON_FIELD)
		return apply_to_field(model, lesson);
	struct function *function = &model->functions.at[lesson->function];
	if (function->maker_told &&
	    (lesson->kind == LESSON_MAKER || lesson->kind == LESSON_BORROWED || lesson->kind == LESSON_FREE_RESULT))
		return false;
	if (lesson->kind == LESSON_FREE_RESULT || lesson->kind == LESSON_MAKER) {
		lesson->was_maker = function->is_maker;
		lesson->kept_result = function->keeps_result;
		function->keeps_result = false;
		function->is_maker = true;
		function->result_freed = lesson->kind == LESSON_FREE_RESULT;
		function->made_param = NONE;
		return true;
	}
	if (lesson->kind == LESSON_BORROWED) {
		function->is_maker = false;
		function->keeps_result = true;
		return true;
	}
	struct param *param = &function->params[lesson->param];
	if (param->null_belief == BELIEF_USER || param->belief == BELIEF_USER)
		return false;
	if (lesson->kind == LESSON_LEFT)
		return leave(model, function, lesson);
	if (lesson->kind == LESSON_REPLACED &&
	    (function->maker_told || (function->is_maker && function->made_param != NONE)))
		return false; /* the user decided it, or another lesson changed it */
	if (lesson->kind == LESSON_NOT_NULL) {
		param->null = NULL_FORBIDDEN;
		param->null_belief = BELIEF_LEARNED;
	} else if (lesson->kind == LESSON_TAKEN) {
		param->taken = true;
	} else {
		param->destroyed = true;
		function->is_destroyer = true;
	}
	if (lesson->kind == LESSON_REPLACED) {
		lesson->was_maker = function->is_maker;
		lesson->kept_result = function->keeps_result;
		function->is_maker = true;
		function->keeps_result = false;
		function->made_param = NONE;
	}
	param->note = reasons[lesson->kind];
	return true;
}

static void stop_destroying(struct function *function, struct param *param)
{
	param->destroyed = false;
	function->is_destroyer = false;
	for (uint32_t i = 0; i < function->n_params; i++)
		function->is_destroyer |= function->params[i].destroyed;
}

void lesson_revert(struct model *model, const struct lesson *lesson)
{
	if (lesson->kind == LESSON_FIELD) {
		model_set_field_role(model, lesson->function, lesson->param)->null = NULL_UNKNOWN;
		return;
	}
	struct function *function = &model->functions.at[lesson->function];
	if (lesson->kind == LESSON_FREE_RESULT || lesson->kind == LESSON_MAKER) {
		function->is_maker = lesson->was_maker;
		function->keeps_result = lesson->kept_result;
		function->result_freed = false;
		return;
	}
	if (lesson->kind == LESSON_BORROWED) {
		function->is_maker = true;
		function->keeps_result = false;
		return;
	}
	struct param *param = &function->params[lesson->param];
	if (lesson->kind == LESSON_LEFT) {
		function->is_maker = lesson->was_maker;
		function->made_param = lesson->was_maker ? function->made_param : NONE;
		param->left_to_free = false;
		param->role = lesson->role;
		param->belief = lesson->belief;
		return;
	}
	if (lesson->kind == LESSON_NOT_NULL)
		param->null = NULL_UNKNOWN;
	else if (lesson->kind == LESSON_TAKEN)
		param->taken = false;
	else
		stop_destroying(function, param);
	if (lesson->kind == LESSON_REPLACED) {
		function->is_maker = lesson->was_maker;
		function->keeps_result = lesson->kept_result;
	}
	param->note = NULL;
}

const char *lesson_text(const struct model *model, const struct lesson *lesson)
{
	static const char *const facts[] = {
		[LESSON_NOT_NULL] = "is not null (crashed with null)",
		[LESSON_TAKEN] = "is taken over (destroying it afterwards crashed)",
		[LESSON_DESTROYED] = "is destroyed (using it afterwards crashed)",
		[LESSON_REPLACED] = "is replaced by the result (it was freed, and another object given)"
	};
	if (lesson->kind == LESSON_FIELD)
		return arena_printf(model->arena, "%s: field %s is not null (crashed with null)",
		                    model_type(model, lesson->function)->spelling,
		                    model_type(model, lesson->function)->fields[lesson->param].name);
	const struct function *function = &model->functions.at[lesson->function];
	if (lesson->kind == LESSON_FREE_RESULT)
		return arena_printf(model->arena, "%s: the result must be freed (it leaked)", function->name);
	if (lesson->kind == LESSON_MAKER)
		return arena_printf(model->arena, "%s: gives a new object (it leaked)", function->name);
	if (lesson->kind == LESSON_BORROWED)
		return arena_printf(model->arena, "%s: keeps the object that it gives (destroying it crashed)",
		                    function->name);
	if (lesson->kind == LESSON_LEFT)
		return arena_printf(model->arena, "%s: the object that it leaves in %s must be ended (it leaked)",
		                    function->name, function->params[lesson->param].name);
	return arena_printf(model->arena, "%s: %s %s", function->name, function->params[lesson->param].name,
	                    facts[lesson->kind]);
}
