/* text: prints the model. text_parse.c reads it back.
 *
 * The text has a line per struct that is made and destroyed, then a line per function with the
 * facts that its types do not say. Long lines are continued in indented lines. */
#include "model/text.h"

#include <string.h>

#include "model/facts.h"

#define MAX_COLUMN 46 /* last column where facts start */
#define MAX_WIDTH 118

uint32_t first_param_to(const struct model *model, const struct function *f, type_id object)
{
	for (uint32_t i = 0; i < f->n_params; i++)
		if (model_canonical(model, f->params[i].type)->kind == TYPE_POINTER &&
		    model_object_of(model, f->params[i].type) == object)
			return i;
	return NONE;
}

void signature_print(const struct function *f, struct sb *out)
{
	sb_addf(out, "%s(", f->name);
	for (uint32_t i = 0; i < f->n_params; i++)
		sb_addf(out, "%s%s", i ? ", " : "", f->params[i].name);
	if (f->variadic)
		sb_add(out, f->n_params ? ", ..." : "...");
	sb_add(out, ")");
}

bool name_is_shared(const struct model *model, const struct function *f)
{
	unsigned n = 0;
	for (size_t i = 0; i < model->functions.n; i++)
		n += str_equal(model->functions.at[i].name, f->name) && !model->functions.at[i].n_named;
	return n > 1;
}

/* --- facts about parameters --- */

/* The element type without const, which does not matter to the content of a buffer. */
static const char *element_name(const struct model *model, const struct type *t)
{
	const struct type *pointee = t->kind == TYPE_POINTER ? model_canonical(model, t->target) : NULL;
	if (pointee && str_equal(pointee->spelling, "char"))
		return "string";
	if (t->kind == TYPE_POINTER)
		return model->types.at[t->canonical].spelling;
	return str_starts(t->spelling, "const ") ? t->spelling + sizeof "const " - 1 : t->spelling;
}

void elements_print(const struct model *model, type_id pointer, struct sb *out)
{
	const struct type *t = model_type(model, model_type(model, pointer)->target);
	const char *name = element_name(model, t);
	bool is_word = name[strspn(name, "abcdefghijklmnopqrstuvwxyz ")] == 0 && !str_starts(name, "struct ") &&
	               !str_starts(name, "union ") && !str_starts(name, "enum ");
	if (t->kind == TYPE_VOID)
		sb_add(out, "bytes");
	else if (strpbrk(name, "(,;"))
		sb_add(out, "elements");
	else
		sb_addf(out, "%s%s", name, is_word ? "s" : " elements");
}

static void buffer_print(const struct model *model, const struct function *f, const struct param *p, struct sb *out)
{
	const struct param *partner = p->partner != NONE ? &f->params[p->partner] : NULL;
	sb_add(out, "buffer");
	if (partner && partner->role == ROLE_END) {
		sb_addf(out, " %s %s", partner->is_last ? "through" : "up to", partner->name);
		return;
	}
	if (p->partner != NONE)
		sb_addf(out, " of %s%s ", f->params[p->partner].length_is_pointer ? "*" : "",
		        f->params[p->partner].name);
	else if (p->count)
		sb_addf(out, " of %u ", p->count);
	else
		return;
	if (p->partner != NONE && p->length_in_bytes)
		sb_add(out, "bytes");
	else
		elements_print(model, p->type, out);
}

static bool is_of_scalars(const struct model *model, type_id pointer)
{
	const struct type *t = model_type(model, model_type(model, pointer)->target);
	return t->kind != TYPE_STRUCT && t->kind != TYPE_UNION && !strpbrk(t->spelling, "(,;");
}

void role_print(const struct model *model, const struct function *f, uint32_t index, struct sb *out)
{
	const struct param *p = &f->params[index];
	if (p->role == ROLE_BUFFER)
		buffer_print(model, f, p, out);
	else if (p->role == ROLE_ARGV && p->partner != NONE)
		sb_addf(out, "array of %s strings", f->params[p->partner].name);
	else if (p->role == ROLE_OBJECT && p->partner != NONE)
		sb_addf(out, "cursor %s %s", f->params[p->partner].is_last ? "through" : "up to",
		        f->params[p->partner].name);
	else if (p->role == ROLE_ARRAY)
		ending_print(model, p->type, &p->ending, out);
	else if (p->role == ROLE_END)
		sb_addf(out, "place in %s", f->params[p->partner].name);
	else if (p->role == ROLE_USER_DATA)
		sb_addf(out, "user pointer of %s", f->params[p->partner].name);
	else if (p->role == ROLE_OBJECT && is_of_scalars(model, p->type))
		sb_addf(out, "pointer to one %s", model_type(model, model_type(model, p->type)->target)->spelling);
	else
		sb_add(out, role_name(p->role));
}

static void remark_print(enum belief belief, const char *note, struct sb *out)
{
	if (belief == BELIEF_LEARNED && note)
		sb_addf(out, " (learned: %s)", note);
	else if (belief == BELIEF_LEARNED)
		sb_add(out, " (learned)");
	else if (belief == BELIEF_CODE && note)
		sb_addf(out, " (from the code: %s)", note);
	else if (belief == BELIEF_CODE)
		sb_add(out, " (from the code)");
}

static void comma(struct sb *out, size_t start)
{
	if (out->n > start)
		sb_add(out, ", ");
}

/* The role need not be said: it follows from the type, or from the buffer that names this length or
 * end. */
static bool role_is_plain(const struct model *model, const struct function *f, uint32_t index)
{
	const struct param *p = &f->params[index];
	if (p->role == ROLE_LENGTH || model_is_end(f, index))
		return true;
	return p->role == model_default_role(model, p->type) && p->belief != BELIEF_LEARNED &&
	       (p->role != ROLE_OBJECT || p->partner == NONE);
}

/* Prints facts like "ring: not null", or nothing. */
static void param_print(const struct model *model, const struct function *f, uint32_t index, struct sb *out)
{
	const struct param *p = &f->params[index];
	struct sb facts = { 0 };
	bool note_is_for_null = p->null_belief == BELIEF_LEARNED;
	if (!role_is_plain(model, f, index)) {
		role_print(model, f, index, &facts);
		remark_print(p->belief, note_is_for_null ? NULL : p->note, &facts);
	}
	if (p->null != NULL_UNKNOWN) {
		comma(&facts, 0);
		sb_add(&facts, p->null == NULL_ALLOWED ? "may be null" : "not null");
		if (note_is_for_null)
			remark_print(p->null_belief, p->note, &facts);
	}
	if (p->destroyed && model_object_of(model, p->type) == NONE) {
		comma(&facts, 0);
		sb_add(&facts, "destroyed");
	}
	if (p->taken) {
		comma(&facts, 0);
		sb_add(&facts, "taken over");
	}
	if (p->left_to_free) {
		comma(&facts, 0);
		sb_add(&facts, FREED_BY_CALLER);
	}
	if (facts.n)
		sb_addf(out, "%s: %s", p->name, sb_text(&facts));
	sb_release(&facts);
}

/* --- a line per function --- */

typedef VEC(char *) text_list;

static void add_segment(text_list *list, struct sb *segment)
{
	if (segment->n)
		vec_push(list, sb_take(segment));
}

static void add_types(const struct model *model, const struct function *f, text_list *list)
{
	for (uint32_t i = 0; i < f->n_params; i++) {
		const char *type = model_type(model, f->params[i].type)->spelling;
		bool is_word = !strpbrk(type, "(,;:");
		vec_push(list, xprintf("%s: %s", f->params[i].name, is_word ? type : role_name(f->params[i].role)));
	}
}

static void collect_facts(const struct model *model, const struct function *f, text_list *list)
{
	struct sb segment = { 0 };
	for (uint32_t i = 0; i < f->n_params; i++) {
		param_print(model, f, i, &segment);
		add_segment(list, &segment);
	}
	if (f->result_freed)
		vec_push(list, xstrdup("result " FREED_BY_CALLER));
	if (f->is_observer)
		vec_push(list, xstrdup("observer"));
	if (!list->n && !f->why_not && !f->switched_off)
		add_types(model, f, list);
	if (f->is_context)
		vec_push(list, xstrdup("context"));
	if (f->sets)
		vec_push(list, xstrdup(f->fails ? HAS_CALLS_FAIL : f->holder ? SETS_FIELD : SETS_VARIABLE));
	if (f->method)
		vec_push(list, xprintf(CALLED_AS "%s->%s", f->params[0].name, f->method));
	if (f->is_static && name_is_shared(model, f))
		vec_push(list, xprintf("static in %s", f->file));
	else if (f->is_static && !f->sets)
		vec_push(list, xstrdup("static"));
	if (f->is_last_resort && !f->why_not && !f->switched_off)
		vec_push(list, xstrdup(LAST_RESORT));
	if (f->why_not || f->switched_off || f->left_alone)
		vec_push(list, xprintf("not called: %s", f->why_not        ? f->why_not
		                                         : f->switched_off ? SWITCHED_OFF
		                                                           : f->left_alone));
	sb_release(&segment);
}

/* Prints segments after a head of `used` columns; further lines start at `column`. */
static void flow(struct sb *out, size_t used, size_t column, text_list *list, const char *separator)
{
	for (size_t i = 0; i < list->n; i++) {
		size_t n = strlen(list->at[i]);
		bool first_here = used <= column;
		if (i > 0) {
			sb_add(out, separator);
			used += strlen(separator);
		}
		if (used > column + 1 && !first_here && used + n + 1 > MAX_WIDTH) {
			sb_addf(out, "\n%*s", (int)column, "");
			used = column;
		} else if (i > 0) {
			sb_add_char(out, ' ');
			used++;
		}
		sb_add(out, list->at[i]);
		used += n;
		free(list->at[i]);
	}
	sb_add_char(out, '\n');
	vec_clear(list);
}

static void function_print(const struct model *model, const struct function *f, size_t column, struct sb *out)
{
	text_list facts = { 0 };
	size_t start = out->n;
	signature_print(f, out);
	collect_facts(model, f, &facts);
	size_t used = out->n - start;
	if (facts.n && used + 2 <= column)
		sb_addf(out, "%*s", (int)(column - used), "");
	else if (facts.n)
		sb_addf(out, "\n%*s", (int)column, "");
	flow(out, facts.n ? column : used, column, &facts, ";");
	vec_release(&facts);
}

/* Functions of a context are left out if tests have no use for them, because there are hundreds. */
static bool is_worth_a_line(const struct function *f)
{
	return !f->n_named && (!f->is_context || !f->why_not);
}

static size_t facts_column(const struct model *model)
{
	size_t column = 0;
	struct sb signature = { 0 };
	for (size_t i = 0; i < model->functions.n; i++) {
		sb_clear(&signature);
		if (!is_worth_a_line(&model->functions.at[i]))
			continue;
		signature_print(&model->functions.at[i], &signature);
		if (signature.n + 3 > column && signature.n + 3 <= MAX_COLUMN)
			column = signature.n + 3;
	}
	sb_release(&signature);
	return column ? column : MAX_COLUMN;
}

/* --- a line per struct --- */

static void add_agent(text_list *list, const char **lead, const struct function *f, uint32_t param)
{
	const char *verb = *lead;
	*lead = "";
	if (param == NONE)
		vec_push(list, xprintf("%s%s", verb, f->name));
	else
		vec_push(list, xprintf("%s%s(%s)", verb, f->name, f->params[param].name));
}

static void add_makers(const struct model *model, type_id object, bool set_up, text_list *list)
{
	const char *lead = set_up ? "set up by " : "made by ";
	for (size_t i = 0; i < model->functions.n; i++) {
		const struct function *f = &model->functions.at[i];
		if (f->n_named || model_made_by(model, f) != object)
			continue;
		uint32_t p = f->made_param;
		if (set_up != (p != NONE && f->params[p].role == ROLE_OBJECT))
			continue;
		add_agent(list, &lead, f, set_up && first_param_to(model, f, object) == p ? NONE : p);
	}
}

static void add_destroyers(const struct model *model, type_id object, text_list *list)
{
	const char *lead = "destroyed by ";
	for (size_t i = 0; i < model->functions.n; i++) {
		const struct function *f = &model->functions.at[i];
		for (uint32_t p = 0; p < f->n_params && !f->n_named; p++)
			if (f->params[p].destroyed && model_object_of(model, f->params[p].type) == object)
				add_agent(list, &lead, f, first_param_to(model, f, object) == p ? NONE : p);
	}
}

static bool is_used_as_handle(const struct model *model, type_id object)
{
	for (size_t i = 0; i < model->functions.n; i++) {
		const struct function *f = &model->functions.at[i];
		for (uint32_t p = 0; p < f->n_params; p++)
			if (f->params[p].role == ROLE_HANDLE && model_object_of(model, f->params[p].type) == object)
				return true;
	}
	return false;
}

/* The name that functions use: cJSON rather than struct cJSON. */
static const char *object_name(const struct model *model, type_id object)
{
	for (size_t i = 0; i < model->functions.n; i++)
		for (uint32_t p = 0; p < model->functions.at[i].n_params; p++) {
			const struct type *t = model_type(model, model->functions.at[i].params[p].type);
			const struct type *pointee = t->kind == TYPE_POINTER ? model_type(model, t->target) : NULL;
			if (pointee && pointee->canonical == object && !pointee->is_const && !t->in_disguise)
				return pointee->spelling;
		}
	return model_type(model, object)->spelling;
}

static bool object_print(const struct model *model, type_id id, struct sb *out)
{
	const struct type *t = model_type(model, id);
	text_list agents = { 0 };
	bool is_handle = is_used_as_handle(model, id);
	add_makers(model, id, false, &agents);
	if (!agents.n && (t->opaque || !t->complete) && is_handle)
		vec_push(&agents, xstrdup("no maker known"));
	add_makers(model, id, true, &agents);
	add_destroyers(model, id, &agents);
	bool any = agents.n || is_handle;
	if (any) {
		bool hidden = t->opaque || !t->complete;
		bool handle = hidden || model_has_maker(model, id);
		char *head = xprintf("%s: %s%s", object_name(model, id), hidden ? "opaque " : "",
		                     handle ? "handle" : "object");
		text_list line = { 0 };
		vec_push(&line, head);
		for (size_t i = 0; i < agents.n; i++)
			vec_push(&line, agents.at[i]);
		flow(out, 0, 4, &line, ",");
		vec_release(&line);
	}
	vec_release(&agents);
	return any;
}

static void head_print(const struct model *model, const char *command, struct sb *out)
{
	const char *first = model->sources.n ? path_base(model->sources.at[0]) : "unit.c";
	int stem = (int)strcspn(first, ".");
	const char *rest = command && str_starts(command, "skep model") ? command + sizeof "skep model" - 1 : " ...";
	sb_addf(out, "# %s        edit, then: skep gen%s --model %.*s.model\n", command ? command : "skep model", rest,
	        stem, first);
}

void model_print(const struct model *model, const char *command, struct sb *out)
{
	head_print(model, command, out);
	bool any = false;
	for (size_t i = 0; i < model->types.n; i++)
		if (model->types.at[i].canonical == i &&
		    (model->types.at[i].kind == TYPE_STRUCT || model->types.at[i].kind == TYPE_UNION))
			any |= object_print(model, (type_id)i, out);
	any |= fields_print(model, out);
	if (any)
		sb_add_char(out, '\n');
	size_t column = facts_column(model);
	for (size_t i = 0; i < model->functions.n; i++)
		if (is_worth_a_line(&model->functions.at[i]))
			function_print(model, &model->functions.at[i], column, out);
}
