/* driver: see driver.h.
 *
 * Values pass between a test and C through memory: a wrapper reads each argument from its place and
 * copies the result to its place. The places have the exact representation, so size and sign are
 * enough to spell most types; only structs and unions need the user's name. */
#include "instr/driver.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "model/failing.h"
#include "model/noted.h"
#include "protocol.h"

/* ---- types ---- */

static bool is_record(const struct type *type)
{
	return type->kind == TYPE_STRUCT || type->kind == TYPE_UNION;
}

static const char *integer_of(uint64_t size, bool is_signed)
{
	switch (size) {
	case 1:
		return is_signed ? "signed char" : "unsigned char";
	case 2:
		return is_signed ? "short" : "unsigned short";
	case 8:
		return is_signed ? "long long" : "unsigned long long";
	case 16:
		return is_signed ? "__int128" : "unsigned __int128";
	default:
		return is_signed ? "int" : "unsigned";
	}
}

static const char *real_of(const struct type *type)
{
	switch (type->size) {
	case 2:
		return "_Float16";
	case 4:
		return "float";
	case 8:
		return "double";
	default:
		return strstr(type->spelling, "128") ? "__float128" : "long double";
	}
}

/* Structs and unions get the user's spelling; other types are converted by C. */
const char *driver_spell(const struct model *model, type_id id)
{
	const struct type *type = model_canonical(model, id);
	switch (type->kind) {
	case TYPE_VOID:
		return "void";
	case TYPE_BOOL:
		return "_Bool";
	case TYPE_INT:
	case TYPE_ENUM:
		return integer_of(type->size, type->is_signed);
	case TYPE_FLOAT:
		return real_of(type);
	case TYPE_POINTER:
	case TYPE_ARRAY: /* as a parameter */
	case TYPE_FUNCTION:
		return "void *";
	case TYPE_VA_LIST:
		return "__builtin_va_list";
	case TYPE_STRUCT:
	case TYPE_UNION:
	case TYPE_OTHER:
		break;
	}
	return type->spellable ? type->spelling : model_type(model, id)->spelling;
}

static bool can_cross(const struct model *model, type_id id)
{
	const struct type *type = model_canonical(model, id);
	if (is_record(type))
		return type->complete && (type->spellable || model_type(model, id)->spellable);
	return type->kind != TYPE_OTHER && type->kind != TYPE_VOID;
}

/* ---- wrappers ---- */

static bool takes_va_list(const struct model *model, const struct function *function)
{
	for (uint32_t i = 0; i < function->n_params; i++)
		if (model_canonical(model, function->params[i].type)->kind == TYPE_VA_LIST)
			return true;
	return false;
}

_Static_assert((int)FAILING_WRITE == (int)SK_FAIL_WRITE && (int)N_FAILING == (int)SK_N_FAILING,
               "kinds of failing calls have the same numbers");

/* A setter is no function of the unit, so its assignment is written here. */
static void print_setting(const struct model *model, const struct function *setter, struct sb *out)
{
	const struct type *record = setter->holder ? model_type(model, setter->holder) : NULL;
	if (record)
		sb_addf(out,
		        "char *__skep_o = *(char **)__skep_a[1]; if (__skep_o) __builtin_memcpy(__skep_o + %llu, __skep_a[2], %llu);",
		        (unsigned long long)record->fields[setter->field].bit_offset / 8,
		        (unsigned long long)model_canonical(model, record->fields[setter->field].type)->size);
	else if (setter->fails)
		sb_addf(out,
		        "extern unsigned __skep_until_failure[]; __skep_until_failure[%u] = *(unsigned *)__skep_a[1];",
		        (unsigned)failing_kind_of(setter));
	else if (setter->sets_bytes)
		sb_addf(out, "__builtin_memcpy((void *)&%s, *(void **)__skep_a[1], %uu);", setter->sets,
		        setter->sets_bytes);
	else
		sb_addf(out, "__builtin_memcpy((void *)&%s, __skep_a[1], sizeof %s);", setter->sets, setter->sets);
}

static void print_call(const struct model *model, const struct function *function, struct sb *out)
{
	bool gives = model_canonical(model, function->result)->kind != TYPE_VOID;
	sb_addf(out, "%s%s(", gives ? "__auto_type __skep_r = " : "", function->is_main ? "main" : function->name);
	for (uint32_t i = 0; i < function->n_params; i++) {
		const char *type = driver_spell(model, function->params[i].type);
		sb_add(out, i ? ", " : "");
		if (str_equal(type, "__builtin_va_list"))
			sb_add(out, "__skep_v");
		else
			sb_addf(out, "*(%s *)__skep_a[%u]", type, i + 1);
	}
	for (uint32_t i = 0; i < model_unnamed_arguments(function); i++)
		sb_add(out, ", (void *)0");
	sb_add(out, ");");
	if (gives)
		sb_add(out, " __builtin_memcpy(__skep_a[0], &__skep_r, sizeof __skep_r);");
}

/* The object must have the function where users find it. Without it the test calls something else, or nothing. */
static void print_method_check(const struct model *model, const struct function *function, struct sb *out)
{
	const struct type *record = model_type(model, function->method_of);
	uint64_t offset = 0;
	for (uint32_t i = 0; i < record->n_fields; i++)
		if (str_equal(record->fields[i].name, function->method))
			offset = record->fields[i].bit_offset / 8;
	sb_addf(out,
	        "void __skep_refuse_call(void); char *__skep_o = *(char **)__skep_a[1]; if (!__skep_o || *(void **)(__skep_o "
	        "+ %llu) != (void *)%s) __skep_refuse_call(); ",
	        (unsigned long long)offset, function->name);
}

/* Only a variadic function can make a va_list. Further arguments in it are zeroes, so a test does
 * not depend on the content of the stack. */
static void print_va_list_wrapper(const struct model *model, uint32_t id, struct sb *out)
{
	sb_addf(out,
	        "static " WRAPPER "void __skep_va_%u(void **__skep_a, ...) { __builtin_va_list __skep_v; "
	        "__builtin_va_start(__skep_v, __skep_a); ",
	        id);
	print_call(model, &model->functions.at[id], out);
	sb_add(out, " __builtin_va_end(__skep_v); } ");
	sb_addf(out,
	        "void __skep_call_%u(void **__skep_a) { __skep_va_%u(__skep_a, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, "
	        "0., 0., 0., 0., 0., 0., 0., 0.); }\n",
	        id, id);
}

static void print_wrapper(const struct model *model, uint32_t id, struct sb *out)
{
	const struct function *function = &model->functions.at[id];
	if (takes_va_list(model, function)) {
		print_va_list_wrapper(model, id, out);
		return;
	}
	sb_addf(out, WRAPPER "void __skep_call_%u(void **__skep_a) { ", id);
	if (function->method)
		print_method_check(model, function, out);
	if (function->sets)
		print_setting(model, function, out);
	else
		print_call(model, function, out);
	sb_add(out, " }\n");
}

/* ---- callbacks ---- */

static bool callback_possible(const struct model *model, type_id id)
{
	const struct type *type = model_type(model, id);
	if (type->kind != TYPE_FUNCTION || type->canonical != id)
		return false;
	if (model_canonical(model, type->target)->kind != TYPE_VOID && !can_cross(model, type->target))
		return false;
	for (uint32_t i = 0; i < type->n_params; i++)
		if (!can_cross(model, type->params[i]))
			return false;
	return true;
}

static bool callback_needs_record(const struct model *model, type_id id)
{
	const struct type *type = model_type(model, id);
	if (is_record(model_canonical(model, type->target)))
		return true;
	for (uint32_t i = 0; i < type->n_params; i++)
		if (is_record(model_canonical(model, type->params[i])))
			return true;
	return false;
}

static bool is_word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The text contains the last word of the spelling, so it may know the type. */
static bool mentions(const char *text, const char *spelling)
{
	const char *end = spelling + strlen(spelling);
	while (end > spelling && !is_word_char(end[-1]))
		end--;
	const char *start = end;
	while (start > spelling && is_word_char(start[-1]))
		start--;
	size_t length = (size_t)(end - start);
	char *word = xprintf("%.*s", (int)length, start);
	bool found = false;
	for (const char *at = text; length && !found && (at = strstr(at, word)); at += length)
		found = (at == text || !is_word_char(at[-1])) && !is_word_char(at[length]);
	free(word);
	return found;
}

static bool mentions_if_record(const struct model *model, const char *text, type_id id)
{
	return !is_record(model_canonical(model, id)) || mentions(text, driver_spell(model, id));
}

static bool callback_fits_source(const struct model *model, type_id id, const char *text)
{
	const struct type *type = model_type(model, id);
	bool fits = mentions_if_record(model, text, type->target);
	for (uint32_t i = 0; i < type->n_params && fits; i++)
		fits = mentions_if_record(model, text, type->params[i]);
	return fits;
}

static void print_callback_params(const struct model *model, const struct type *type, struct sb *out)
{
	if (!type->n_params && !type->variadic)
		sb_add(out, "void");
	for (uint32_t i = 0; i < type->n_params; i++)
		sb_addf(out, "%s%s __skep_p%u", i ? ", " : "", driver_spell(model, type->params[i]), i);
	if (type->n_params && type->variadic)
		sb_add(out, ", ...");
}

_Static_assert(NOTED_CALLS == SK_NOTED_CALLS && NOTED_TEXT == SK_NOTED_BYTES, "tests note what targets note");

/* Returns what the runtime notes of a parameter: so many bytes of a number, a text (SK_NOTED_TEXT), or nothing (0). */
static unsigned noted_kind(const struct model *model, const struct type *function, uint32_t param)
{
	if (model_is_noted_text(model, function, param))
		return SK_NOTED_TEXT;
	return model_is_noted_number(model, function, param)
	               ? (unsigned)model_type(model, function->params[param])->size
	               : 0;
}

static void print_callback_slot(const struct model *model, type_id id, unsigned slot, struct sb *out)
{
	const struct type *type = model_type(model, id);
	const char *result = driver_spell(model, type->target);
	bool gives = !str_equal(result, "void");
	sb_addf(out, WRAPPER "%s __skep_cb_%u_%u(", result, id, slot);
	print_callback_params(model, type, out);
	sb_add(out, ") { ");
	if (gives)
		sb_addf(out, "%s __skep_r; __builtin_memset(&__skep_r, 0, sizeof __skep_r); ", result);
	sb_addf(out, "void *__skep_a[%u] = { 0", type->n_params + 1);
	for (uint32_t i = 0; i < type->n_params; i++)
		sb_addf(out, ", &__skep_p%u", i);
	sb_addf(out, " }; __skep_callback(%uu, %uu, %s, __skep_a + 1, %uu, \"", id, slot,
	        gives ? "&__skep_r, sizeof __skep_r" : "0, 0", type->n_params);
	for (uint32_t i = 0; i < type->n_params; i++)
		sb_addf(out, "\\%03o", noted_kind(model, type, i));
	sb_addf(out, "\");%s } ", gives ? " return __skep_r;" : "");
}

static void print_callback(const struct model *model, type_id id, struct sb *out)
{
	for (unsigned slot = 0; slot < SK_CALLBACK_SLOTS; slot++)
		print_callback_slot(model, id, slot, out);
	sb_add_char(out, '\n');
}

void driver_init(struct driver *driver, struct unit *unit)
{
	const struct model *model = unit->model;
	*driver = (struct driver){ .unit = unit };
	driver->has_callback = xcalloc(model->types.n + 1, sizeof(bool));
	driver->wants_callback = xcalloc(model->types.n + 1, sizeof(bool));
	for (type_id id = 0; id < model->types.n; id++) {
		type_id pointee = model_canonical(model, model_type(model, id)->target)->canonical;
		if (model_type(model, id)->kind == TYPE_POINTER && callback_possible(model, pointee))
			driver->wants_callback[pointee] = true;
	}
}

void driver_release(struct driver *driver)
{
	free(driver->has_callback);
	free(driver->wants_callback);
	driver->has_callback = driver->wants_callback = NULL;
}

/* ---- what is appended to a source ---- */

#define DECLARATIONS "void __skep_callback(unsigned, unsigned, void *, unsigned, void **, unsigned, const char *);\n"

unsigned driver_first_line(void)
{
	return 2; /* the line behind DECLARATIONS */
}

/* The source whose part of the driver has the wrapper. */
static uint32_t home_of(const struct function *function)
{
	return function->source;
}

const struct marked_source *driver_source(const struct driver *driver, uint32_t source)
{
	const struct unit *unit = driver->unit;
	return source < unit->sources.n ? &unit->sources.at[source] : &unit->contracts;
}

void driver_lines_of(const struct driver *driver, uint32_t source, struct driver_lines *lines)
{
	const struct model *model = driver->unit->model;
	const char *text = driver_source(driver, source)->text;
	vec_clear(&lines->at);
	for (uint32_t i = 0; i < model->functions.n; i++)
		if (!model->functions.at[i].why_not && home_of(&model->functions.at[i]) == source)
			vec_push(&lines->at, (struct driver_line){ LINE_CALL, i });
	for (type_id id = 0; id < model->types.n; id++)
		if (!driver->has_callback[id] && driver->wants_callback[id] && callback_needs_record(model, id) &&
		    callback_fits_source(model, id, text))
			vec_push(&lines->at, (struct driver_line){ LINE_CALLBACK, id });
	for (uint32_t i = 0; source == driver->unit->sources.n && i < model->contracts.n; i++)
		if (model->contracts.at[i].kind != CONTRACT_MAKE)
			vec_push(&lines->at, (struct driver_line){ LINE_CONTRACT, i });
}

void driver_print_lines(const struct driver *driver, const struct driver_lines *lines, struct sb *out)
{
	sb_add(out, "\n# 1 \"" DRIVER_FILE "\"\n" DECLARATIONS);
	for (size_t i = 0; i < lines->at.n; i++) {
		const struct driver_line *line = &lines->at.at[i];
		if (line->kind == LINE_CALL)
			print_wrapper(driver->unit->model, line->id, out);
		else if (line->kind == LINE_CONTRACT)
			contract_print_line(driver->unit->model, line->id, out);
		else
			print_callback(driver->unit->model, line->id, out);
	}
}

/* ---- the tables ---- */

static void print_calls(const struct model *model, struct sb *out)
{
	for (uint32_t i = 0; i < model->functions.n; i++)
		if (!model->functions.at[i].why_not)
			sb_addf(out, "void __skep_call_%u(void **);\n", i);
	sb_add(out, "static void (*const calls[])(void **) = {\n");
	for (uint32_t i = 0; i < model->functions.n; i++)
		if (model->functions.at[i].why_not)
			sb_add(out, "\t0,\n");
		else
			sb_addf(out, "\t__skep_call_%u,\n", i);
	sb_add(out, "\t0\n};\n");
}

/* Types without a struct get their stubs here; the others are only declared. */
static void print_callbacks(const struct driver *driver, struct sb *out)
{
	const struct model *model = driver->unit->model;
	for (type_id id = 0; id < model->types.n; id++) {
		if (driver->has_callback[id])
			for (unsigned slot = 0; slot < SK_CALLBACK_SLOTS; slot++)
				sb_addf(out, "void __skep_cb_%u_%u(void);\n", id, slot);
		else if (driver->wants_callback[id] && !callback_needs_record(model, id))
			print_callback(model, id, out);
	}
	sb_addf(out, "static void *const callbacks[][%u] = {\n", SK_CALLBACK_SLOTS);
	for (type_id id = 0; id < model->types.n; id++) {
		bool has = driver->has_callback[id] ||
		           (driver->wants_callback[id] && !callback_needs_record(model, id));
		sb_add(out, has ? "\t{ " : "\t{ 0");
		for (unsigned slot = 0; slot < SK_CALLBACK_SLOTS && has; slot++)
			sb_addf(out, "%s(void *)__skep_cb_%u_%u", slot ? ", " : "", id, slot);
		sb_add(out, " },\n");
	}
	sb_add(out, "\t{ 0 }\n};\n");
}

/* Prints a number in a form that C reads back, INT64_MIN included. */
static void print_int64(int64_t number, struct sb *out)
{
	sb_addf(out, "(long long)%lluull", (unsigned long long)number);
}

static void print_cases(const struct marks *marks, struct sb *out)
{
	_Static_assert(sizeof(struct sk_switch_case) == 24, "the text below has this layout");
	sb_add(out, "static const struct { long long low, high; unsigned of_switch, is_default; } cases[] = {\n");
	for (size_t i = 0; i < marks->cases.n; i++) {
		const struct case_mark *mark = &marks->cases.at[i];
		sb_add(out, "\t{ ");
		print_int64(mark->low, out);
		sb_add(out, ", ");
		print_int64(mark->high, out);
		sb_addf(out, ", %uu, %uu },\n", mark->of_switch, mark->is_default);
	}
	sb_add(out, "\t{ 0 }\n};\n");
}

/* The struct of rt/protocol.h is written out again, so that targets can be built where only the
 * compiled runtime is installed. Assertions check that both agree. */
struct table_text {
	struct sb members, values, checks;
};

static void add_member(struct table_text *text, const char *type, const char *name, size_t offset, const char *value)
{
	sb_addf(&text->members, "\t%s %s;\n", type, name);
	sb_addf(&text->values, "\t%s,\n", value);
	sb_addf(&text->checks, "_Static_assert(__builtin_offsetof(struct sk_target, %s) == %zu, \"%s\");\n", name,
	        offset, name);
}

static void add_number(struct table_text *text, const char *name, size_t offset, uint32_t value)
{
	char *digits = xprintf("%uu", value);
	add_member(text, "unsigned", name, offset, digits);
	free(digits);
}

#define NUMBER(name, value) add_number(&text, #name, offsetof(struct sk_target, name), (uint32_t)(value))
#define TABLE(name) add_member(&text, "const void *", #name, offsetof(struct sk_target, name), #name)

static void print_target(const struct driver *driver, enum build_kind kind, struct sb *out)
{
	const struct marks *marks = driver->unit->marks;
	const struct model *model = driver->unit->model;
	struct table_text text = { 0 };
	NUMBER(version, SK_VERSION);
	NUMBER(n_probes, marks->n_probes);
	NUMBER(first_condition_probe, marks->first_condition_probe);
	NUMBER(n_conditions, marks->conditions.n);
	NUMBER(first_case_probe, marks->first_case_probe);
	NUMBER(n_cases, marks->cases.n);
	NUMBER(n_functions, model->functions.n);
	TABLE(calls);
	NUMBER(n_types, model->types.n);
	TABLE(callbacks);
	NUMBER(n_missing, model->missing.n);
	TABLE(cases);
	NUMBER(is_checked, kind == BUILD_CHECKED);
	NUMBER(n_contracts, model->contracts.n);
	TABLE(contracts);
	TABLE(function_contracts);
	TABLE(contract_file);
	sb_addf(out, "struct sk_target {\n%s};\n%s", sb_text(&text.members), sb_text(&text.checks));
	sb_addf(out, "_Static_assert(sizeof(struct sk_target) == %zu, \"size\");\n", sizeof(struct sk_target));
	sb_addf(out, "const struct sk_target __skep_target = {\n%s};\n", sb_text(&text.values));
	sb_release(&text.members);
	sb_release(&text.values);
	sb_release(&text.checks);
}

void driver_print_tables(const struct driver *driver, enum build_kind kind, struct sb *out)
{
	const unsigned page = 4096;
	uint32_t n_probes = driver->unit->marks->n_probes;
	sb_add(out, DECLARATIONS);
	print_calls(driver->unit->model, out);
	print_callbacks(driver, out);
	print_cases(driver->unit->marks, out);
	contract_print_tables(driver->unit->model, out);
	sb_addf(out, "unsigned char __skep_hits[%u] __attribute__((aligned(%u)));\n", n_probes / page * page + page,
	        page);
	print_target(driver, kind, out);
}
