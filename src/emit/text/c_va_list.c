/* c_va_list: helpers in the test file for functions that take a va_list.
 *
 * C makes a va_list only inside a variadic function. In tests, a va_list gives zeroes for as many arguments as
 * a function may reasonably read. The written helpers do the same. */
#include "emit/text/c_parts.h"

#define ZEROES "0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0"

static bool is_va_list(const struct model *model, const struct param *param)
{
	return model_canonical(model, param->type)->kind == TYPE_VA_LIST;
}

/* Returns the last parameter that is no va_list, or NONE. */
static uint32_t last_plain(const struct model *model, const struct function *function)
{
	for (uint32_t i = function->n_params; i-- > 0;)
		if (!is_va_list(model, &function->params[i]))
			return i;
	return NONE;
}

static bool takes_va_list(const struct model *model, const struct function *function)
{
	for (uint32_t i = 0; i < function->n_params; i++)
		if (is_va_list(model, &function->params[i]))
			return last_plain(model, function) != NONE;
	return false;
}

const char *c_call_of_zeroes(struct c_code *code, uint32_t function)
{
	const struct function *f = &code->model->functions.at[function];
	if (!takes_va_list(code->model, f))
		return NULL;
	code->of_zeroes[function] = true;
	code->needs |= C_NEEDS_STDARG;
	return arena_printf(code->arena, "%s_of_zeroes", f->name);
}

/* Adds "static int NAME(const char *arg1" and the text behind the parameters. */
static void add_head(const struct c_code *code, const struct function *function, const char *name, const char *end,
                     struct sb *out)
{
	struct arena *arena = arena_new();
	struct sb declarator = { 0 };
	const char *between = "";
	sb_addf(&declarator, "%s(", name);
	for (uint32_t i = 0; i < function->n_params; i++) {
		if (is_va_list(code->model, &function->params[i]))
			continue;
		const char *param = arena_printf(arena, "arg%u", i + 1);
		sb_addf(&declarator, "%s%s", between,
		        type_declare(code->model, function->params[i].type, param, arena));
		between = ", ";
	}
	sb_add(&declarator, end);
	sb_addf(out, "static %s\n{\n", type_declare(code->model, function->result, sb_text(&declarator), arena));
	sb_release(&declarator);
	arena_free(arena);
}

/* Adds the names of the parameters; `list`, if not NULL, stands for each va_list. */
static void add_arguments(const struct c_code *code, const struct function *function, const char *list, struct sb *out)
{
	const char *between = "";
	for (uint32_t i = 0; i < function->n_params; i++) {
		bool is_list = is_va_list(code->model, &function->params[i]);
		if (is_list && !list)
			continue;
		if (is_list)
			sb_addf(out, "%s%s", between, list);
		else
			sb_addf(out, "%sarg%u", between, i + 1);
		between = ", ";
	}
}

static void add_helper(const struct c_code *code, const struct function *function, struct sb *out)
{
	bool gives = model_canonical(code->model, function->result)->kind != TYPE_VOID;
	struct arena *arena = arena_new();
	const char *these = arena_printf(arena, "%s_of_these", function->name);
	sb_addf(out, "/* Calls %s with a va_list of what follows. */\n", function->name);
	add_head(code, function, these, ", ...)", out);
	sb_addf(out, "    va_list list;\n    va_start(list, arg%u);\n    ", last_plain(code->model, function) + 1);
	if (gives)
		sb_addf(out, "%s = ", type_declare(code->model, function->result, "result", arena));
	sb_addf(out, "%s(", function->name);
	add_arguments(code, function, "list", out);
	sb_addf(out, ");\n    va_end(list);\n%s}\n\n", gives ? "    return result;\n" : "");
	add_head(code, function, arena_printf(arena, "%s_of_zeroes", function->name), ")", out);
	sb_addf(out, "    %s%s(", gives ? "return " : "", these);
	add_arguments(code, function, NULL, out);
	sb_add(out, ",\n        " ZEROES ");\n}\n\n");
	arena_free(arena);
}

void c_va_list_helpers(const struct c_code *code, struct sb *out)
{
	for (uint32_t f = 0; f < code->model->functions.n; f++)
		if (code->of_zeroes[f])
			add_helper(code, &code->model->functions.at[f], out);
}
