/* known: missing functions with a known behaviour, compiled from the text that test files get, too.
 * They become part of the unit: their calls into the C library are rerouted, sanitizers check them,
 * labels pass through them. They have no places in a source, so a fault in one is reported where
 * the unit calls it. */
#include "model/known.h"

#include <string.h>

#include "instr/module.h"

struct found {
	LLVMValueRef function;
	type_id type;
	struct known known;
};

typedef VEC(struct found) found_list;

static int by_name(const void *a, const void *b)
{
	const struct found *x = a, *y = b;
	return strcmp(value_name(x->function), value_name(y->function));
}

/* Collects the functions without looking into the user's libraries. */
static void collect(struct module *module, const struct model *model, enum build_kind kind, found_list *list)
{
	for
		EACH_FUNCTION(module, f)
		{
			struct found found = { .function = f };
			if (!missing_is_candidate(f, kind))
				continue;
			found.type = missing_type(module, model, f);
			if (known_function(model, value_name(f), found.type, &found.known) && found.known.body)
				vec_push(list, found);
		}
	if (list->n)
		qsort(list->at, list->n, sizeof *list->at, by_name);
}

/* ---- text ---- */

/* The type without names that need a declaration. */
static const char *plain_type(const struct model *model, type_id id)
{
	const struct type *type = model_canonical(model, id);
	const struct type *target = type->kind == TYPE_POINTER ? model_canonical(model, type->target) : NULL;
	static const char *const numbers[2][4] = { { "unsigned char", "unsigned short", "unsigned", "unsigned long" },
		                                   { "signed char", "short", "int", "long" } };
	if (target)
		return target->kind == TYPE_POINTER ? "char **" : target->kind == TYPE_VOID ? "void *" : "char *";
	if (type->kind == TYPE_INT)
		return numbers[type->is_signed][type->size <= 1 ? 0 : type->size == 2 ? 1 : type->size == 4 ? 2 : 3];
	if (type->kind == TYPE_VA_LIST)
		return "__builtin_va_list";
	return type->kind == TYPE_BOOL ? "_Bool" : "void";
}

static void add_definition(const struct model *model, const struct found *found, uint32_t number, struct sb *out)
{
	const struct type *type = model_type(model, found->type);
	sb_addf(out, "%s %s(", plain_type(model, type->target), value_name(found->function));
	for (uint32_t i = 0; i < type->n_params; i++)
		sb_addf(out, "%s%s arg%u", i ? ", " : "", plain_type(model, type->params[i]), i + 1);
	sb_add(out, type->variadic ? ", ...)\n{\n" : type->n_params ? ")\n{\n" : "void)\n{\n");
	if (found->known.in_context)
		sb_addf(out, "    __skep_stood(%u);\n", number);
	known_body(&found->known, out);
	sb_add(out, "}\n");
}

/* Adds definitions of the functions that the user's libraries do not define. */
static status add_definitions(const struct workshop *shop, struct model *model, const found_list *list, struct sb *out)
{
	const char **names = xcalloc(list->n + 1, sizeof *names);
	bool *undefined = xcalloc(list->n + 1, sizeof *undefined);
	for (size_t i = 0; i < list->n; i++)
		names[i] = value_name(list->at[i].function);
	status st = symbols_undefined(shop, names, list->n, undefined);
	for (size_t i = 0; i < list->n && !st; i++)
		if (undefined[i]) {
			uint32_t number = missing_number(model, names[i], list->at[i].type);
			add_definition(model, &list->at[i], number, out);
		}
	free(names);
	free(undefined);
	return st;
}

static status add_text(struct module *module, const struct workshop *shop, const char *text)
{
	const char *bitcode;
	TRY(compile_text(shop, text, "known", &bitcode));
	return module_add_source(module, bitcode, &(struct source){ .path = "known functions" });
}

status known_define(struct module *module, struct model *model, const struct workshop *shop)
{
	found_list list = { 0 };
	struct sb text = { 0 };
	sb_add(&text, known_exit_declaration);
	sb_add(&text, "void __skep_stood(unsigned);\n");
	size_t empty = text.n;
	collect(module, model, shop->kind, &list);
	status st = add_definitions(shop, model, &list, &text);
	if (!st && text.n > empty)
		st = add_text(module, shop, sb_text(&text));
	vec_release(&list);
	sb_release(&text);
	return st;
}
