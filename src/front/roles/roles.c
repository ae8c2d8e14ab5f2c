/* roles: see roles.h. Evidence is applied from the weakest to the strongest: the type, then names,
 * then code. */
#include "front/roles/roles.h"

#include <string.h>

#include "base/str.h"

static const char *const path_words[] = { "path",    "file",      "filename", "fname",  "dir", "pathname",
	                                  "dirname", "directory", "filepath", "folder", NULL };
static const char *const descriptor_words[] = { "fd",   "fildes", "filedes", "fileno", "descriptor", "filedescriptor",
	                                        "infd", "outfd",  "srcfd",   "dstfd",  NULL };
/* The name speaks of a limit, as "max_fd", or of a socket or folder, which are open, too, and are
 * no files. */
static const char *const no_descriptor_words[] = { "n",    "num",    "nr",  "count", "max",   "min",
	                                           "sock", "socket", "dir", "size",  "flags", NULL };
static const char *const format_words[] = { "fmt", "format", NULL };
static const char *const user_words[] = { "user",   "data",     "ctx",     "context", "arg",  "opaque",
	                                  "cookie", "userdata", "closure", "ud",      "priv", "private",
	                                  "udata",  "payload",  "param",   NULL };
static const char *const argv_words[] = { "argv", "args", "envp", "environ", NULL };

static const struct type *deep_pointee(const struct model *model, type_id type)
{
	const struct type *t = pointee_of(model, type);
	return t && t->kind == TYPE_POINTER ? model_type(model, t->target) : NULL;
}

static bool is_char(const struct type *t)
{
	return t && t->kind == TYPE_INT && t->size == 1;
}

/* Strings are made of plain char; unsigned char is for bytes. */
static bool is_text(const struct model *model, const struct type *t)
{
	return is_char(t) && str_equal(model->types.at[t->canonical].spelling, "char");
}

static void set_role(struct param *p, enum role role, enum belief belief)
{
	p->role = role;
	p->belief = belief;
	p->partner = NONE;
}

/* --- from the type --- */

static enum role role_by_type(const struct model *model, const struct param *p)
{
	enum role role = model_default_role(model, p->type);
	const struct type *t = pointee_of(model, p->type);
	if (role != ROLE_VALUE || !t)
		return role;
	if (p->count)
		return ROLE_BUFFER;
	if (is_text(model, t))
		return ROLE_STRING;
	if (is_char(t) || t->kind == TYPE_VOID)
		return ROLE_BUFFER;
	if (t->kind == TYPE_POINTER && t->is_const && is_text(model, model_type(model, t->target)))
		return ROLE_ARGV;
	if (t->kind == TYPE_VA_LIST || t->kind == TYPE_ARRAY)
		return ROLE_OBJECT;
	return t->is_const ? ROLE_OBJECT : ROLE_OUT;
}

static void start_from_types(const struct model *model, struct function *f)
{
	for (uint32_t i = 0; i < f->n_params; i++) {
		set_role(&f->params[i], role_by_type(model, &f->params[i]), BELIEF_TYPE);
		if (f->params[i].role != ROLE_BUFFER)
			f->params[i].count = 0;
	}
	if (f->is_maker && f->made_param != NONE)
		set_role(&f->params[f->made_param], ROLE_OUT, BELIEF_CODE);
}

/* --- from names --- */

static bool takes_va_list(const struct model *model, const struct function *f)
{
	for (uint32_t i = 0; i < f->n_params; i++)
		if (model_canonical(model, f->params[i].type)->kind == TYPE_VA_LIST)
			return true;
	return f->variadic;
}

/* If code told the number of the strings, that stays true. */
static void make_argv(const struct function *f, struct param *p)
{
	if (p->role == ROLE_END || (p->partner != NONE && f->params[p->partner].role == ROLE_END))
		return; /* a part between a begin and an end is not an array that ends with null */
	p->role = ROLE_ARGV;
	p->belief = BELIEF_NAME;
}

static void name_strings(const struct model *model, struct function *f, const struct body *body)
{
	for (uint32_t i = 0; i < f->n_params; i++) {
		struct param *p = &f->params[i];
		const struct type *deep = deep_pointee(model, p->type), *t = pointee_of(model, p->type);
		if (p->role == ROLE_STRING && name_has_any(p->name, format_words) && takes_va_list(model, f))
			set_role(p, ROLE_FORMAT, BELIEF_NAME);
		else if (p->role == ROLE_STRING && t->is_const && name_has_any(p->name, path_words) &&
		         (body->params[i].fate.goes_elsewhere || body->may_touch_files))
			set_role(p, ROLE_FILE_NAME, BELIEF_NAME); /* a path that is not passed to functions for
			                                             files is only text */
		else if (is_text(model, deep) && name_has_any(p->name, argv_words) && !p->length_in_bytes)
			make_argv(f, p);
	}
}

static void find_descriptors(const struct model *model, struct function *f, const struct body *body)
{
	for (uint32_t i = 0; i < f->n_params; i++) {
		struct param *p = &f->params[i];
		if (p->role == ROLE_FILE)
			p->taken = body->params[i].fate.is_closed;
		bool is_used = body->params[i].meaning.is_descriptor,
		     is_named = name_has_any(p->name, descriptor_words);
		if (p->role == ROLE_VALUE && (is_used || is_named) && model_can_be_descriptor(model, p->type) &&
		    !name_has_any(p->name, no_descriptor_words)) {
			set_role(p, ROLE_DESCRIPTOR, is_used ? BELIEF_CODE : BELIEF_NAME);
			p->taken = body->params[i].fate.is_closed;
		}
	}
}

/* argv has its argc before it. */
static void pair_argc(const struct model *model, struct function *f)
{
	for (uint32_t i = 1; i < f->n_params; i++) {
		struct param *v = &f->params[i], *c = &f->params[i - 1];
		bool counts = model_canonical(model, c->type)->kind == TYPE_INT &&
		              (str_ends(c->name, "argc") || str_equal(c->name, "n") || str_has_word(c->name, "count"));
		if (v->role != ROLE_ARGV || v->partner != NONE || !counts || c->role != ROLE_VALUE)
			continue;
		set_role(c, ROLE_LENGTH, BELIEF_NAME);
		c->partner = i;
		v->partner = i - 1;
	}
}

/* The void * behind a callback is passed to it; so is a void * that is named like user data,
 * wherever it is. */
static void find_user_data(const struct model *model, struct function *f)
{
	uint32_t callback = NONE;
	for (uint32_t i = 0; i < f->n_params; i++)
		if (f->params[i].role == ROLE_CALLBACK)
			callback = i;
	for (uint32_t i = 0; i < f->n_params && callback != NONE; i++) {
		struct param *p = &f->params[i];
		const struct type *t = pointee_of(model, p->type);
		if (!t || t->kind != TYPE_VOID || p->role == ROLE_LENGTH || p->partner != NONE)
			continue;
		bool follows = i > 0 && f->params[i - 1].role == ROLE_CALLBACK;
		if (!follows && !name_has_any(p->name, user_words))
			continue;
		set_role(p, ROLE_USER_DATA, BELIEF_NAME);
		p->partner = follows ? i - 1 : callback;
	}
}

/* --- from the code --- */

static bool is_alone(const struct param *p)
{
	return p->role != ROLE_LENGTH && p->role != ROLE_USER_DATA && p->partner == NONE;
}

static void role_by_code(const struct model *model, struct param *p, const struct sight *sight, bool is_init)
{
	const struct type *t = pointee_of(model, p->type);
	bool textual = is_char(t) || (t && t->kind == TYPE_VOID);
	if (!t || !is_alone(p))
		return;
	if (sight->meaning.is_struct && t->kind == TYPE_VOID && p->role == ROLE_BUFFER)
		set_role(p, ROLE_OBJECT, BELIEF_CODE); /* an object behind a pointer of another type */
	else if (sight->meaning.is_file_name && textual)
		set_role(p, ROLE_FILE_NAME, BELIEF_CODE);
	else if (sight->meaning.is_format && textual && p->role != ROLE_FILE_NAME)
		set_role(p, ROLE_FORMAT, BELIEF_CODE);
	else if (sight->meaning.is_string && textual && p->role == ROLE_BUFFER)
		set_role(p, ROLE_STRING, BELIEF_CODE);
	else if (p->role == ROLE_STRING && sight->memory.set_whole && !sight->memory.read && !sight->meaning.is_string)
		set_role(p, ROLE_BUFFER, BELIEF_CODE);
	else if (p->role == ROLE_OBJECT && sight->memory.set_whole && !sight->memory.read && !is_init && !t->is_const)
		set_role(p, ROLE_OUT, BELIEF_CODE);
	else if (p->role == ROLE_OUT && (sight->memory.indexed || sight->memory.elements > 1) &&
	         t->kind != TYPE_POINTER)
		set_role(p, ROLE_BUFFER, BELIEF_CODE);
	else if (p->role == ROLE_OBJECT && (sight->memory.indexed || sight->memory.elements > 1) &&
	         t->kind != TYPE_STRUCT)
		set_role(p, ROLE_BUFFER, BELIEF_CODE);
	else if (p->role == ROLE_OUT && sight->memory.read && !(sight->memory.renewed && t->kind == TYPE_POINTER))
		set_role(p, ROLE_OBJECT, BELIEF_CODE); /* input and output */
	if (p->role == ROLE_BUFFER && sight->memory.elements > p->count)
		p->count = sight->memory.elements;
}

/* Code walks through elements up to a certain one, and nothing else tells their number. The end of an array
 * that is freed belongs to who made it. */
static void array_by_code(const struct model *model, struct param *p, const struct sight *sight)
{
	const struct type *t = pointee_of(model, p->type);
	bool is_free = p->role == ROLE_OBJECT || p->role == ROLE_OUT || (p->role == ROLE_BUFFER && !p->count) ||
	               p->role == ROLE_HANDLE;
	if (!sight->ending.known || !is_free || !is_alone(p) || sight->fate.freed || sight->fate.freed_below ||
	    !model_ending_fits(model, p->type, &sight->ending))
		return;
	bool is_texts = t->kind == TYPE_POINTER && is_text(model, deep_pointee(model, p->type));
	set_role(p, is_texts ? ROLE_ARGV : ROLE_ARRAY, BELIEF_CODE);
	p->ending = sight->ending;
}

/* If nothing tells the number of bytes that are read, the bytes end with a zero. */
static void end_with_zero(const struct model *model, struct param *p)
{
	const struct type *t = pointee_of(model, p->type);
	if (is_char(t) && t->is_const && p->role == ROLE_BUFFER && p->partner == NONE && !p->count)
		set_role(p, ROLE_STRING, BELIEF_TYPE);
}

static void null_by_code(const struct model *model, struct param *p, const struct sight *sight)
{
	if (model_canonical(model, p->type)->kind != TYPE_POINTER)
		return;
	p->null = sight_null(sight);
	p->null_belief = p->null == NULL_UNKNOWN ? BELIEF_TYPE : BELIEF_CODE;
}

static void know_argv(struct param *p, uint32_t partner)
{
	set_role(p, ROLE_ARGV, BELIEF_TYPE);
	p->partner = partner;
	p->null = NULL_FORBIDDEN;
	p->null_belief = BELIEF_TYPE;
}

/* The parameters of main(argc, argv, envp), whatever their names are. */
static void know_main(const struct model *model, struct function *f)
{
	if (f->n_params < 2 || !is_text(model, deep_pointee(model, f->params[1].type)))
		return;
	set_role(&f->params[0], ROLE_LENGTH, BELIEF_TYPE);
	f->params[0].partner = 1;
	know_argv(&f->params[1], 0);
	if (f->n_params == 3 && is_text(model, deep_pointee(model, f->params[2].type)))
		know_argv(&f->params[2], NONE);
}

static void infer_function(struct model *model, struct function *f, const struct body *body)
{
	start_from_types(model, f);
	pair_ends(model, f, body);
	pair_lengths(model, f, body);
	name_strings(model, f, body);
	find_descriptors(model, f, body);
	pair_argc(model, f);
	find_user_data(model, f);
	for (uint32_t i = 0; i < f->n_params; i++) {
		if (f->made_param != i)
			role_by_code(model, &f->params[i], &body->params[i], str_has_word(f->name, "init"));
		if (f->made_param != i)
			array_by_code(model, &f->params[i], &body->params[i]);
		end_with_zero(model, &f->params[i]);
		null_by_code(model, &f->params[i], &body->params[i]);
	}
	if (f->is_main)
		know_main(model, f);
}

void roles_infer(struct model *model, struct body *const *bodies)
{
	find_makers(model, bodies);
	for (size_t i = 0; i < model->functions.n; i++)
		infer_function(model, &model->functions.at[i], bodies[i]);
	find_setups(model, bodies);
	find_fillers(model, bodies);
	find_destroyers(model, bodies);
	find_observers(model, bodies);
}
