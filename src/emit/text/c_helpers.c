/* c_helpers: the parts of a test file at file scope: headers, callbacks, stand-ins for missing functions,
 * temporary files. */
#include <stdlib.h>
#include <string.h>

#include "emit/text/c_parts.h"
#include "model/failing.h"
#include "model/known.h"
#include "model/noted.h"
#include "model/act.h"
#include "seq/names.h"
#include "seq/value.h"

struct c_code *c_code_new(const struct model *model)
{
	struct c_code *code = xcalloc(1, sizeof *code);
	code->model = model;
	code->arena = arena_new();
	code->of_zeroes = ARENA_ARRAY(code->arena, bool, model->functions.n + 1);
	code->stand_ins = ARENA_ARRAY(code->arena, struct stand_in, model->missing.n + 1);
	for (size_t i = 0; i < model->missing.n; i++) {
		uint32_t n = model_type(model, model->missing.at[i].type)->n_params;
		code->stand_ins[i].writes = ARENA_ARRAY(code->arena, bool, n + 1);
		c_code_reserve(code, arena_printf(code->arena, "%s_stub", model->missing.at[i].name));
	}
	names_reserve(model, &code->taken);
	for (size_t i = 0; i < N_FAILING; i++) {
		c_code_reserve(code, arena_printf(code->arena, "%s_fails", failing_kinds[i].word));
		c_code_reserve(code, arena_printf(code->arena, "%s_until_failure", failing_kinds[i].word));
	}
	static const char *const own[] = { "temp_file",   "file_holding", "as_program",   "CHECK",     "NULL",
		                           "NAN",         "INFINITY",     "EOF",          "FILE",      KNOWN_EXIT,
		                           "exit_status", "ending",       "start_ending", "came_back", "status_of" };
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		c_code_reserve(code, own[i]);
	return code;
}

void c_code_free(struct c_code *code)
{
	if (!code)
		return;
	strmap_release(&code->taken);
	strmap_release(&code->shared);
	strmap_release(&code->in_body);
	strmap_release(&code->counted);
	vec_release(&code->names);
	sb_release(&code->callbacks);
	arena_free(code->arena);
	free(code);
}

void c_code_count_as(struct c_code *code, struct c_code *before)
{
	strmap_release(&code->counted);
	code->counted = before->counted;
	before->counted = (struct strmap){ 0 };
}

const struct model *c_code_model(const struct c_code *code)
{
	return code->model;
}

void c_code_reserve(struct c_code *code, const char *name)
{
	strmap_put(&code->taken, name, NULL);
}

void c_code_need(struct c_code *code, unsigned needs)
{
	code->needs |= needs;
}

const char *c_code_keep(struct c_code *code, const char *text)
{
	return arena_strdup(code->arena, text);
}

void c_code_leave_memory(struct c_code *code, struct sb *out)
{
	code->leaves_memory = true;
	sb_add(out, "    leave_memory();\n");
}

/* ---- functions ---- */

/* Adds "int name(const char *arg1, int *arg2)". */
static void add_signature(const struct model *model, const struct type *function, const char *name, struct sb *out)
{
	struct arena *arena = arena_new();
	struct sb declarator = { 0 };
	sb_addf(&declarator, "%s(", name);
	for (uint32_t i = 0; i < function->n_params; i++) {
		const char *param = arena_printf(arena, "arg%u", i + 1);
		sb_addf(&declarator, "%s%s", i ? ", " : "", type_declare(model, function->params[i], param, arena));
	}
	sb_add(&declarator, function->variadic ? ", ...)" : function->n_params ? ")" : "void)");
	sb_add(out, type_declare(model, function->target, sb_text(&declarator), arena));
	sb_release(&declarator);
	arena_free(arena);
}

static void add_unused(const struct type *function, const bool *used, uint32_t used_arg, struct sb *out)
{
	const char *before = "    ", *after = "";
	for (uint32_t i = 0; i < function->n_params; i++)
		if (i != used_arg && !(used && used[i])) {
			sb_addf(out, "%s(void)arg%u", before, i + 1);
			before = ", ";
			after = ";\n";
		}
	sb_add(out, after);
}

/* Adds an expression for a result: its bytes, or zeroes if NULL. */
static void add_result(struct c_code *code, type_id type, const void *bytes, struct sb *out)
{
	const struct type *canonical = model_canonical(code->model, type);
	unsigned char *copy = xcalloc(1, canonical->size);
	if (bytes)
		memcpy(copy, bytes, canonical->size);
	struct c_init init = { .code = code, .bytes = copy, .size = (uint32_t)canonical->size };
	bool said = c_init_value(&init, type);
	if (!type_is_scalar(canonical))
		sb_addf(out, "(%s)", c_unqualified(code->model, type, code->arena));
	sb_add(out, said ? sb_text(&init.text) : "{0}");
	c_init_release(&init);
	free(copy);
}

/* ---- callbacks ---- */

static bool returns(const struct model *model, const struct type *function)
{
	return model_canonical(model, function->target)->kind != TYPE_VOID;
}

/* True if later calls return another result. */
static bool changes_result(const struct model *model, const struct type *function, const struct behaviour *b)
{
	if (!b->change_after || !returns(model, function))
		return false;
	return b->result ? memcmp(b->result, b->later, b->result_size) != 0 : !bytes_are_zero(b->later, b->result_size);
}

static void add_write(uint32_t arg, const void *bytes, uint32_t size, struct sb *out)
{
	sb_addf(out, "    if (arg%u)\n        memcpy((void *)arg%u, ", arg + 1, arg + 1);
	c_string(bytes, size, out);
	sb_addf(out, ", %u);\n", size);
}

/* Adds a hook that works as malloc() or a function of its kind. */
static void add_act(struct c_code *code, const struct type *function, const struct behaviour *b, const char *counter,
                    struct sb *out)
{
	add_unused(function, NULL, NONE, out);
	if (counter)
		sb_addf(out, "    %s++;\n", counter);
	sb_addf(out, "    %s%s;\n}\n", returns(code->model, function) ? "return " : "", act_text(b->acts, code->arena));
	code->needs |= C_NEEDS_STDLIB;
}

/* Declares the array `got` for the noted parameters of the first calls. */
static void declare_notes(const struct c_code *code, const struct type *function, uint32_t noted, const char *got,
                          struct sb *out)
{
	sb_add(out, "static struct {\n");
	for (uint32_t i = 0; i < function->n_params; i++) {
		if (noted >> i & 1 && model_is_noted_text(code->model, function, i))
			sb_addf(out, "    char arg%u[%u];\n", i + 1, NOTED_TEXT);
		else if (noted >> i & 1)
			sb_addf(out, "    %s arg%u;\n", c_unqualified(code->model, function->params[i], code->arena),
			        i + 1);
	}
	sb_addf(out, "} %s[%u];\n\n", got, NOTED_CALLS);
}

/* Adds the lines of a callback that note its arguments. */
static void add_notes(struct c_code *code, const struct type *function, const struct c_callback *of, uint32_t noted,
                      struct sb *out)
{
	sb_addf(out, "    if (%s < %u) {\n", of->counter, NOTED_CALLS);
	for (uint32_t i = 0; i < function->n_params; i++) {
		if (!(noted >> i & 1))
			continue;
		if (model_is_noted_text(code->model, function, i)) {
			sb_addf(out, "        snprintf(%s[%s].arg%u, %u, \"%%s\", arg%u ? arg%u : \"\");\n", of->got,
			        of->counter, i + 1, NOTED_TEXT, i + 1, i + 1);
			code->needs |= C_NEEDS_STDIO;
		} else {
			sb_addf(out, "        %s[%s].arg%u = arg%u;\n", of->got, of->counter, i + 1, i + 1);
		}
	}
	sb_add(out, "    }\n");
}

/* Adds the body of a callback. `of` has the variables in which it counts its calls and notes arguments, if it does. */
static void add_callback_body(struct c_code *code, const struct type *function, const struct behaviour *b,
                              const struct c_callback *of, uint32_t noted, struct sb *out)
{
	const char *counter = of->counter;
	bool used[32] = { 0 };
	bool writes = b->write_size > 0, changes = changes_result(code->model, function, b);
	sb_add(out, "{\n");
	if (b->acts) {
		add_act(code, function, b, counter, out);
		return;
	}
	if (changes && !counter)
		sb_add(out, "    static unsigned calls;\n");
	for (uint32_t i = 0; i < 32; i++)
		used[i] = of->got && noted >> i & 1;
	add_unused(function, of->got && function->n_params <= 32 ? used : NULL, writes ? b->write_arg : NONE, out);
	if (of->got)
		add_notes(code, function, of, noted, out);
	if (writes) {
		add_write(b->write_arg, b->write, b->write_size, out);
		code->needs |= C_NEEDS_STRING;
	}
	if (changes) {
		sb_addf(out, "    if (%s++ >= %u)\n        return ", counter ? counter : "calls", b->change_after);
		add_result(code, function->target, b->later, out);
		sb_add(out, ";\n");
	} else if (counter) {
		sb_addf(out, "    %s++;\n", counter);
	}
	if (returns(code->model, function)) {
		sb_add(out, "    return ");
		add_result(code, function->target, b->result, out);
		sb_add(out, ";\n");
	}
	sb_add(out, "}\n");
}

/* Adds "returns_minus_1", "returns_0_then_3"; bytes NULL: zero. */
static void add_number_word(const struct type *type, const void *bytes, const char *before, struct sb *out)
{
	int64_t number = bytes ? value_int(type, bytes) : 0;
	sb_addf(out, "%s%s%llu", before, number < 0 && type->is_signed ? "minus_" : "",
	        (unsigned long long)(number < 0 && type->is_signed ? 0 - (uint64_t)number : (uint64_t)number));
}

/* Returns the name, or a similar name that is free, and takes it. */
static const char *take_name(struct c_code *code, const char *base)
{
	const char *name = base;
	bool added = false;
	for (unsigned k = 2; strmap_put(&code->taken, name, &added), !added; k++)
		name = arena_printf(code->arena, "%s_%u", base, k);
	return name;
}

/* Returns "cmp_returns_minus_1": the use of the callback, and its behaviour if that is simple. */
static const char *callback_name(struct c_code *code, const struct type *function, const struct behaviour *b,
                                 const char *use)
{
	const struct type *result = model_canonical(code->model, function->target);
	const char *base = arena_printf(code->arena, "%s_callback", use);
	if (b->acts)
		return take_name(code, arena_printf(code->arena, "%s_by_%s", use, act_name(b->acts)));
	if (result->kind == TYPE_POINTER && !b->result) {
		base = arena_printf(code->arena, "%s_returns_null", use);
	} else if (type_is_scalar(result) && result->kind != TYPE_FLOAT && result->kind != TYPE_POINTER) {
		struct sb words = { 0 };
		add_number_word(result, b->result, "returns_", &words);
		if (changes_result(code->model, function, b))
			add_number_word(result, b->later, "_then_", &words);
		base = arena_printf(code->arena, "%s_%s", use, sb_text(&words));
		sb_release(&words);
	} else if (result->kind == TYPE_VOID && !b->write_size) {
		base = arena_printf(code->arena, "%s_does_nothing", use);
	}
	return take_name(code, base);
}

struct c_callback c_callback(struct c_code *code, const struct step *step, const char *use, bool is_counted,
                             uint32_t noted)
{
	static const struct behaviour nothing = { 0 };
	const struct behaviour *b = step->behaviour ? step->behaviour : &nothing;
	const struct type *function = model_type(code->model, model_type(code->model, step->type)->target);
	struct c_callback callback = { 0 };
	struct sb key = { 0 };
	sb_addf(&key, "%s %u ", use, step->type);
	add_callback_body(code, function, b, &callback, 0, &key);
	if (is_counted)
		*strmap_put(&code->counted, sb_text(&key), NULL) |= noted;
	const uint64_t *all_noted = strmap_get(&code->counted, sb_text(&key));
	is_counted = all_noted != NULL; /* a counting one will do */
	noted = all_noted ? (uint32_t)*all_noted : 0;
	sb_add(&key, is_counted ? "counted" : "");
	uint64_t in_body = ++*strmap_put(&code->in_body, sb_text(&key), NULL);
	if (changes_result(code->model, function, b)) /* two callbacks of one test do not share their calls */
		sb_addf(&key, "%llu", (unsigned long long)in_body);
	bool added;
	uint64_t *known = strmap_put(&code->shared, sb_text(&key), &added);
	sb_release(&key);
	if (!added)
		return code->names.at[*known];
	callback.name = callback_name(code, function, b, use);
	if (is_counted) {
		callback.counter = take_name(code, arena_printf(code->arena, "%s_calls", use));
		sb_addf(&code->callbacks, "static unsigned %s;\n\n", callback.counter);
	}
	if (noted) {
		callback.got = take_name(code, arena_printf(code->arena, "%s_got", use));
		declare_notes(code, function, noted, callback.got, &code->callbacks);
	}
	*known = code->names.n;
	vec_push(&code->names, callback);
	sb_add(&code->callbacks, "static ");
	add_signature(code->model, function, callback.name, &code->callbacks);
	sb_add_char(&code->callbacks, '\n');
	add_callback_body(code, function, b, &callback, noted, &code->callbacks);
	sb_add_char(&code->callbacks, '\n');
	return callback;
}

/* ---- stand-ins for missing functions ---- */

/* Returns the type by a name that needs no declaration; structs have none. */
static const char *plain_type(const struct model *model, type_id id)
{
	const struct type *type = model_canonical(model, id);
	static const char *const integers[2][4] = { { "unsigned char", "unsigned short", "unsigned", "unsigned long" },
		                                    { "signed char", "short", "int", "long" } };
	if (type->kind == TYPE_POINTER || type->kind == TYPE_FUNCTION || type->kind == TYPE_ARRAY)
		return "void *";
	if (type->kind != TYPE_ENUM || !type->size)
		return type->spelling;
	return integers[type->is_signed][type->size > 4 ? 3 : type->size > 2 ? 2 : type->size - 1];
}

static bool is_record(const struct model *model, type_id id)
{
	enum type_kind kind = model_canonical(model, id)->kind;
	return kind == TYPE_STRUCT || kind == TYPE_UNION || kind == TYPE_OTHER;
}

static bool has_plain_types(const struct model *model, const struct type *function)
{
	bool all = !is_record(model, function->target);
	for (uint32_t i = 0; i < function->n_params; i++)
		all &= !is_record(model, function->params[i]);
	return all;
}

/* Adds a signature with another name in C and the right name for the linker: in C the right name may be
 * declared already, or be a macro. */
static void add_plain_signature(const struct model *model, const struct type *function, const char *name,
                                struct sb *out)
{
	struct sb signature = { 0 };
	const char *result = plain_type(model, function->target);
	sb_addf(&signature, "%s%s%s_stand_in(", result, str_ends(result, "*") ? "" : " ", name);
	for (uint32_t i = 0; i < function->n_params; i++) {
		const char *type = plain_type(model, function->params[i]);
		sb_addf(&signature, "%s%s%sarg%u", i ? ", " : "", type, str_ends(type, "*") ? "" : " ", i + 1);
	}
	sb_add(&signature, function->variadic && function->n_params ? ", ...)" : function->n_params ? ")" : "void)");
	sb_addf(out, "%s __asm__(\"%s\");\n%s", sb_text(&signature), name, sb_text(&signature));
	sb_release(&signature);
}

void c_code_stand_ins(struct c_code *code, const bool *plain, bool shared)
{
	code->is_shared = shared;
	for (uint32_t i = 0; i < code->model->missing.n; i++) {
		struct stand_in *stand_in = &code->stand_ins[i];
		const struct type *function = model_type(code->model, code->model->missing.at[i].type);
		stand_in->is_plain = plain[i];
		if (!shared || function->kind != TYPE_FUNCTION)
			continue;
		stand_in->told = true; /* a test of another file may set its behaviour */
		stand_in->changes = model_canonical(code->model, function->target)->kind != TYPE_VOID;
		for (uint32_t p = 0; p < function->n_params; p++)
			stand_in->writes[p] = model_canonical(code->model, function->params[p])->kind == TYPE_POINTER;
		code->needs |= C_NEEDS_STRING | C_NEEDS_STDDEF;
	}
}

static const struct type *missing_type(const struct c_code *code, uint32_t missing)
{
	return model_type(code->model, code->model->missing.at[missing].type);
}

void c_tell_stand_in(struct c_code *code, const struct step *step, const char *pointer, const char *indent,
                     struct sb *out)
{
	static const struct behaviour nothing = { 0 };
	const struct behaviour *b = step->behaviour ? step->behaviour : &nothing;
	const struct type *function = missing_type(code, step->index);
	const char *name = code->model->missing.at[step->index].name;
	struct stand_in *stand_in = &code->stand_ins[step->index];
	bool first = true;
	stand_in->told = true;
	sb_addf(out, "%s%s_stub = (struct %s_stub){", indent, name, name);
	if (pointer) {
		sb_addf(out, ".result = %s", pointer);
		first = false;
	} else if (returns(code->model, function) && b->result) {
		sb_add(out, ".result = ");
		add_result(code, function->target, b->result, out);
		first = false;
	}
	if (changes_result(code->model, function, b)) {
		stand_in->changes = true;
		sb_addf(out, "%s.later = ", first ? "" : ", ");
		add_result(code, function->target, b->later, out);
		sb_addf(out, ", .change_after = %u", b->change_after);
		first = false;
	}
	if (b->write_size) {
		stand_in->writes[b->write_arg] = true;
		code->needs |= C_NEEDS_STRING | C_NEEDS_STDDEF;
		sb_addf(out, "%s.write_arg%u = ", first ? "" : ", ", b->write_arg + 1);
		c_string(b->write, b->write_size, out);
		sb_addf(out, ", .size_arg%u = %u", b->write_arg + 1, b->write_size);
		first = false;
	}
	sb_add(out, first ? "0};\n" : "};\n");
}

void c_reset_stand_in(const struct c_code *code, uint32_t missing, const char *indent, struct sb *out)
{
	const char *name = code->model->missing.at[missing].name;
	sb_addf(out, "%s%s_stub = (struct %s_stub){0};\n", indent, name, name);
}

#define WEAK "__attribute__((weak)) "

/* Adds the variables in which tests set the behaviour of the stand-in. */
static void add_stub_state(const struct c_code *code, uint32_t missing, struct sb *out)
{
	const struct type *function = missing_type(code, missing);
	const struct stand_in *stand_in = &code->stand_ins[missing];
	const char *name = code->model->missing.at[missing].name;
	struct arena *arena = arena_new();
	bool any = false;
	sb_addf(out, "%sstruct %s_stub {\n", code->is_shared ? WEAK : "static ", name);
	if (returns(code->model, function)) {
		const char *result = stand_in->is_plain ? plain_type(code->model, function->target)
		                                        : c_unqualified(code->model, function->target, arena);
		const char *space = str_ends(result, "*") ? "" : " ";
		sb_addf(out, "    %s%sresult;\n", result, space);
		any = true;
		if (stand_in->changes)
			sb_addf(out, "    %s%slater;\n    unsigned change_after, calls;\n", result, space);
	}
	for (uint32_t i = 0; i < function->n_params; i++)
		if (stand_in->writes[i]) {
			sb_addf(out, "    const char *write_arg%u;\n    size_t size_arg%u;\n", i + 1, i + 1);
			any = true;
		}
	sb_addf(out, "%s} %s_stub;\n\n", any ? "" : "    int unused;\n", name);
	arena_free(arena);
}

/* Adds "return NAME_stub.result;", or the result of a read or write, which never exceeds the number of bytes
 * that was asked for. */
static void add_return(const struct c_code *code, const struct type *function, const char *name, const char *member,
                       struct sb *out)
{
	uint32_t param = model_bounding_param(code->model, function);
	struct arena *arena = arena_new();
	if (param == NONE)
		sb_addf(out, "return %s_stub.%s;\n", name, member);
	else
		sb_addf(out, "return %s_stub.%s > 0 && (unsigned long)%s_stub.%s > arg%u ? (%s)arg%u : %s_stub.%s;\n",
		        name, member, name, member, param + 1, c_unqualified(code->model, function->target, arena),
		        param + 1, name, member);
	arena_free(arena);
}

static void add_stub_body(const struct c_code *code, uint32_t missing, struct sb *out)
{
	const struct type *function = missing_type(code, missing);
	const struct stand_in *stand_in = &code->stand_ins[missing];
	const char *name = code->model->missing.at[missing].name;
	add_unused(function, stand_in->writes,
	           returns(code->model, function) ? model_bounding_param(code->model, function) : NONE, out);
	for (uint32_t i = 0; i < function->n_params; i++)
		if (stand_in->writes[i])
			sb_addf(out,
			        "    if (arg%u && %s_stub.write_arg%u)\n        memcpy((void *)arg%u, %s_stub.write_arg%u, %s_stub.size_arg%u);\n",
			        i + 1, name, i + 1, i + 1, name, i + 1, name, i + 1);
	if (stand_in->changes) {
		sb_addf(out, "    if (%s_stub.change_after && %s_stub.calls++ >= %s_stub.change_after)\n        ", name,
		        name, name);
		add_return(code, function, name, "later", out);
	}
	if (returns(code->model, function)) {
		sb_add(out, "    ");
		add_return(code, function, name, "result", out);
	}
}

/* Adds a stand-in of unknown type. Its definition would contradict the declaration, so it gets another name in
 * C, and the right name for the linker. */
static void add_untyped_stand_in(const struct c_code *code, const char *name, struct sb *out)
{
	sb_addf(out, "%slong %s_stand_in(void) __asm__(\"%s\");\nlong %s_stand_in(void)\n{\n    return 0;\n}\n\n",
	        code->is_shared ? WEAK : "", name, name, name);
}

/* Adds a body that returns zero and writes nothing, as no test sets its behaviour. A file that does not know the types
 * does not know the names of their numbers either. */
static void add_silent_body(const struct c_code *code, const struct type *function, bool is_plain, struct sb *out)
{
	add_unused(function, NULL, NONE, out);
	if (!returns(code->model, function))
		return;
	if (is_plain) {
		sb_add(out, "    return 0;\n");
		return;
	}
	struct c_code scratch = *code; /* a zero needs no header */
	sb_add(out, "    return ");
	add_result(&scratch, function->target, NULL, out);
	sb_add(out, ";\n");
}

/* Finds the behaviour of a known function; false: its answers are made up. */
static bool find_known(const struct c_code *code, uint32_t missing, struct known *known)
{
	const struct missing *m = &code->model->missing.at[missing];
	*known = (struct known){ .as = m->name };
	return known_function(code->model, m->name, m->type, known) || m->noreturn;
}

static void add_known_body(const struct known *known, const struct type *function, struct sb *out)
{
	if (!known->body)
		add_unused(function, NULL, NONE, out);
	known_body(known, out);
}

static void add_stand_in_comment(const struct missing *missing, bool is_known, struct sb *out)
{
	if (missing->known_as && !str_equal(missing->known_as, missing->name))
		sb_addf(out, "/* %s is not defined by the unit; by its name and type it is a %s(). */\n", missing->name,
		        missing->known_as);
	else if (missing->known_as)
		sb_addf(out, "/* %s is not defined by the unit. */\n", missing->name);
	else if (is_known)
		sb_addf(out, "/* Stands in for %s, which the unit does not define and which never returns. */\n",
		        missing->name);
	else
		sb_addf(out, "/* Stands in for %s, which the unit calls and does not define. */\n", missing->name);
}

static void add_stand_in(const struct c_code *code, uint32_t missing, struct sb *out)
{
	const struct type *function = missing_type(code, missing);
	const char *name = code->model->missing.at[missing].name;
	struct known known;
	bool is_known = find_known(code, missing, &known), told = code->stand_ins[missing].told && !is_known;
	bool is_plain = code->stand_ins[missing].is_plain;
	add_stand_in_comment(&code->model->missing.at[missing], is_known, out);
	if (function->kind != TYPE_FUNCTION || (is_plain && !has_plain_types(code->model, function))) {
		add_untyped_stand_in(code, name, out);
		return;
	}
	if (told)
		add_stub_state(code, missing, out);
	sb_add(out, code->is_shared ? WEAK : "");
	if (is_plain)
		add_plain_signature(code->model, function, name, out);
	else
		add_signature(code->model, function, name, out);
	sb_add(out, "\n{\n");
	if (is_known)
		add_known_body(&known, function, out);
	else if (told)
		add_stub_body(code, missing, out);
	else
		add_silent_body(code, function, is_plain, out);
	sb_add(out, "}\n\n");
}

/* Adds the function by which known functions end the program, whatever macros make of exit(). */
static void add_exit(const struct c_code *code, struct sb *out)
{
	struct known known;
	for (uint32_t i = 0; i < code->model->missing.n; i++)
		if (find_known(code, i, &known) && known_exits(&known)) {
			sb_addf(out, "%s\n", known_exit_declaration);
			return;
		}
}

/* Adds a variable. Its type is not known here and its declaration may be, so it gets another name in C, and the
 * right name for the linker. */
static void add_variable(const struct c_code *code, const struct missing_variable *variable, struct sb *out)
{
	sb_addf(out,
	        "/* Stands in for %s, which the unit uses and does not define. */\n"
	        "extern %schar %s_stand_in[%llu] __asm__(\"%s\");\nchar %s_stand_in[%llu] __attribute__((aligned(16)));\n\n",
	        variable->name, code->is_shared ? WEAK : "", variable->name, (unsigned long long)variable->size,
	        variable->name, variable->name, (unsigned long long)variable->size);
}

/* ---- the file as a whole ---- */

/* Behind each $ is a function of the C library, which has another name where the unit has something of its own under
 * that name (standard.h). */
static const char temp_file_helper[] = "/* Replaces the Xs of the path and makes that file with these bytes; without\n"
                                       " * bytes there is only the name. */\n"
                                       "static void temp_file(char *path, const char *bytes, size_t size)\n"
                                       "{\n"
                                       "    int descriptor = $mkstemp(path);\n"
                                       "    FILE *file = descriptor < 0 ? NULL : $fdopen(descriptor, \"wb\");\n"
                                       "    if (!file)\n"
                                       "        $abort();\n"
                                       "    if (bytes)\n"
                                       "        $fwrite(bytes, 1, size, file);\n"
                                       "    $fclose(file);\n"
                                       "    if (!bytes)\n"
                                       "        $remove(path);\n"
                                       "}\n\n";

/* Not tmpfile(), which writes in /tmp, whatever TMPDIR is. */
static const char file_holding_helper[] =
        "/* A file without a name, for reading and writing, that holds these bytes. */\n"
        "static FILE *file_holding(const char *bytes, size_t size)\n"
        "{\n"
        "    char path[] = \"test-XXXXXX\";\n"
        "    int descriptor = $mkstemp(path);\n"
        "    FILE *file = descriptor < 0 ? NULL : $fdopen(descriptor, \"w+b\");\n"
        "    if (!file)\n"
        "        $abort();\n"
        "    $remove(path);\n"
        "    $fwrite(bytes, 1, size, file);\n"
        "    $rewind(file);\n"
        "    return file;\n"
        "}\n\n";

static const char descriptor_holding_helper[] =
        "/* The descriptor of a file without a name, for reading and writing, that holds these bytes. */\n"
        "static int descriptor_holding(const char *bytes, size_t size)\n"
        "{\n"
        "    char path[] = \"test-XXXXXX\";\n"
        "    int descriptor = $mkstemp(path);\n"
        "    if (descriptor < 0 || $write(descriptor, bytes, size) != (ssize_t)size)\n"
        "        $abort();\n"
        "    $remove(path);\n"
        "    $lseek(descriptor, 0, SEEK_SET);\n"
        "    return descriptor;\n"
        "}\n\n";

static const char leave_memory_helper[] =
        "/* Memory that a program or a library still holds at the end is no leak: LeakSanitizer, if there is\n"
        " * one, is told so. */\n"
        "void __lsan_disable(void) __attribute__((weak));\n"
        "static void leave_memory(void)\n"
        "{\n"
        "    if (__lsan_disable)\n"
        "        __lsan_disable();\n"
        "}\n\n";

/* The status of waitpid() for an end by exit() has the exit status in its second byte, and zeroes in the first. */
static const char exit_status_helper[] =
        "/* The status with which a call ends the program; -1: it comes back, or is killed. It is made by a child. */\n"
        "static pid_t ending;\n"
        "static pid_t start_ending(void)\n"
        "{\n"
        "    $fflush(NULL);\n"
        "    ending = $fork();\n"
        "    if (ending == 0)\n"
        "        leave_memory();\n"
        "    return ending;\n"
        "}\n"
        "static int came_back(void)\n"
        "{\n"
        "    $abort();\n"
        "    return 0;\n"
        "}\n"
        "static int status_of(pid_t child)\n"
        "{\n"
        "    int status = 0;\n"
        "    if (child < 0 || $waitpid(child, &status, 0) != child || status & 0xff)\n"
        "        return -1;\n"
        "    return status >> 8 & 0xff;\n"
        "}\n"
        "#define exit_status(...) (start_ending() ? status_of(ending) : ((void)(__VA_ARGS__), came_back()))\n\n";

void c_code_includes(const struct c_code *code, const char *others, struct sb *out)
{
	static const struct {
		unsigned need;
		const char *text;
	} lines[] = {
		{ C_NEEDS_ERRNO, "#include <errno.h>\n" },
		{ C_NEEDS_LIMITS, "#include <limits.h>\n" },
		{ C_NEEDS_MATH, "#include <math.h>\n" },
		{ C_NEEDS_STDARG, "#include <stdarg.h>\n" },
		{ C_NEEDS_STDBOOL, "#include <stdbool.h>\n" },
		{ C_NEEDS_STDDEF, "#include <stddef.h>\n" },
		{ C_NEEDS_STDINT, "#include <stdint.h>\n" },
		{ C_NEEDS_STDIO, "#include <stdio.h>\n" },
		{ C_NEEDS_STDLIB, "#include <stdlib.h>\n" },
		{ C_NEEDS_STRING, "#include <string.h>\n" },
		{ C_NEEDS_WAIT, "#include <sys/wait.h>\n" },
		{ C_NEEDS_UNISTD, "#include <unistd.h>\n" },
		{ C_NEEDS_EMPTY_FORMAT, "#pragma GCC diagnostic ignored \"-Wformat-zero-length\"\n" },
	};
	unsigned needs = code->needs | (code->model->missing.n ? C_NEEDS_STDDEF : 0);
	if (needs & (C_NEEDS_STDIO | C_NEEDS_STDLIB | C_NEEDS_STRING)) /* each of these brings NULL and size_t */
		needs &= ~(unsigned)C_NEEDS_STDDEF;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if ((needs & lines[i].need) && !strstr(others, lines[i].text))
			sb_add(out, lines[i].text);
}

static void add_with_aliases(const struct c_code *code, const char *text, struct sb *out)
{
	struct strmap own = { 0 };
	names_reserve_own(code->model, &own);
	while (*text) {
		size_t plain = strcspn(text, "$");
		sb_add_bytes(out, text, plain);
		text += plain;
		if (!*text)
			break;
		size_t length = strcspn(++text, "(");
		char *name = xprintf("%.*s", (int)length, text);
		sb_addf(out, strmap_get(&own, name) ? "%s_" : "%s", name);
		free(name);
		text += length;
	}
	strmap_release(&own);
}

void c_code_helpers(const struct c_code *code, struct sb *out)
{
	if (code->makes_files)
		add_with_aliases(code, temp_file_helper, out);
	if (code->opens_files)
		add_with_aliases(code, file_holding_helper, out);
	if (code->opens_descriptors)
		add_with_aliases(code, descriptor_holding_helper, out);
	if (code->leaves_memory || code->ends_programs)
		sb_add(out, leave_memory_helper);
	c_failing_helpers(code, out);
	if (code->ends_programs)
		add_with_aliases(code, exit_status_helper, out);
	c_va_list_helpers(code, out);
	add_exit(code, out);
	for (uint32_t i = 0; i < code->model->missing.n; i++)
		add_stand_in(code, i, out);
	for (size_t i = 0; i < code->model->missing_variables.n; i++)
		add_variable(code, &code->model->missing_variables.at[i], out);
	sb_add(out, sb_text(&code->callbacks));
}
