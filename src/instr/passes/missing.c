/* missing: defines functions and variables that the unit uses and nobody defines.
 *
 * A unit is often a part of a program. Functions of the rest get a body that asks the runtime for
 * their behaviour (__skep_stub), so a test can choose it; variables of the rest get storage of
 * zeroes. Both are numbered in the order of their names. */
#include "instr/module.h"

#include <string.h>

#include "model/known.h"
#include "proc/libc.h"
#include "protocol.h"

/* size of a variable whose type is never completed */
#define UNKNOWN_SIZE 8192u

struct wanted {
	VEC(LLVMValueRef) at; /* sorted by name */
};

static int by_name(const void *a, const void *b)
{
	return strcmp(value_name(*(const LLVMValueRef *)a), value_name(*(const LLVMValueRef *)b));
}

static bool is_sanitizer_name(const char *name)
{
	return str_starts(name, "__asan_") || str_starts(name, "__ubsan_") || str_starts(name, "__lsan_") ||
	       str_starts(name, "__sanitizer_");
}

/* The linker defines names like this. */
static bool is_linker_name(const char *name)
{
	static const char *const names[] = { "end",          "_end",        "edata",
		                             "_edata",       "etext",       "_etext",
		                             "__end__",      "__bss_start", "__executable_start",
		                             "__ehdr_start", "__dso_handle" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_equal(name, names[i]))
			return true;
	return str_starts(name, "__start_") || str_starts(name, "__stop_");
}

bool missing_is_candidate(LLVMValueRef value, enum build_kind kind)
{
	const char *name = value_name(value);
	return LLVMIsDeclaration(value) && LLVMGetFirstUse(value) && !is_foreign_name(name) && !is_linker_name(name) &&
	       !(kind == BUILD_CHECKED && is_sanitizer_name(name)) && !symbol_in_libc(name);
}

static void collect(struct module *module, enum build_kind kind, struct wanted *wanted)
{
	for
		EACH_FUNCTION(module, f)
	if (missing_is_candidate(f, kind))
		vec_push(&wanted->at, f);
	for
		EACH_GLOBAL(module, g)
	if (missing_is_candidate(g, kind))
		vec_push(&wanted->at, g);
	if (wanted->at.n)
		qsort(wanted->at.at, wanted->at.n, sizeof *wanted->at.at, by_name);
}

/* ---- the C type behind a function of IR ---- */

static bool same_shape(struct module *module, const struct model *model, type_id id, LLVMTypeRef ir)
{
	const struct type *type = model_canonical(model, id);
	switch (LLVMGetTypeKind(ir)) {
	case LLVMVoidTypeKind:
		return type->kind == TYPE_VOID;
	case LLVMPointerTypeKind:
		return type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY || type->kind == TYPE_FUNCTION;
	case LLVMIntegerTypeKind:
		if (LLVMGetIntTypeWidth(ir) == 1)
			return type->kind == TYPE_BOOL;
		return (type->kind == TYPE_INT || type->kind == TYPE_ENUM) && 8 * type->size == LLVMGetIntTypeWidth(ir);
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
	case LLVMX86_FP80TypeKind:
	case LLVMFP128TypeKind:
		return type->kind == TYPE_FLOAT && type->size == LLVMABISizeOfType(module->layout, ir);
	default:
		return false;
	}
}

static bool function_has_shape(struct module *module, const struct model *model, type_id id, LLVMTypeRef ir)
{
	const struct type *type = model_type(model, id);
	LLVMTypeRef params[64];
	unsigned n = LLVMCountParamTypes(ir);
	if (type->kind != TYPE_FUNCTION || type->canonical != id || type->n_params != n || n > 64 ||
	    type->variadic != LLVMIsFunctionVarArg(ir) ||
	    !same_shape(module, model, type->target, LLVMGetReturnType(ir)))
		return false;
	LLVMGetParamTypes(ir, params);
	for (unsigned i = 0; i < n; i++)
		if (!same_shape(module, model, type->params[i], params[i]))
			return false;
	return true;
}

/* The declared type of the function; if no header declares it, a type of the same shape. */
type_id missing_type(struct module *module, const struct model *model, LLVMValueRef f)
{
	for (size_t i = 0; i < model->declared.n; i++)
		if (str_equal(model->declared.at[i].name, value_name(f)))
			return model->declared.at[i].type;
	for (type_id id = 1; id < model->types.n; id++)
		if (function_has_shape(module, model, id, LLVMGlobalGetValueType(f)))
			return id;
	return 0;
}

uint32_t missing_number(struct model *model, const char *name, type_id type)
{
	for (uint32_t i = 0; i < model->missing.n; i++)
		if (str_equal(model->missing.at[i].name, name))
			return i;
	struct missing missing = { .name = arena_strdup(model->arena, name), .type = type };
	for (size_t i = 0; i < model->declared.n; i++)
		if (str_equal(model->declared.at[i].name, name)) {
			missing.header = model->declared.at[i].header;
			missing.noreturn = model->declared.at[i].noreturn;
		}
	struct known known;
	if (known_function(model, name, type, &known)) {
		missing.known_as = known.as;
		missing.in_context = known.in_context;
	}
	vec_push(&model->missing, missing);
	return (uint32_t)model->missing.n - 1;
}

uint32_t missing_variable(struct model *model, const char *name, uint64_t size)
{
	for (uint32_t i = 0; i < model->missing_variables.n; i++)
		if (str_equal(model->missing_variables.at[i].name, name))
			return i;
	vec_push(&model->missing_variables, (struct missing_variable){ arena_strdup(model->arena, name), size });
	return (uint32_t)model->missing_variables.n - 1;
}

/* ---- bodies ---- */

/* The places of result and arguments, in the form for __skep_stub(). */
struct stub {
	struct module *module;
	LLVMValueRef function;
	LLVMValueRef result;
	uint64_t result_size;
	LLVMValueRef args[64];
	unsigned n_args;
};

static LLVMTypeRef type_attribute(LLVMValueRef f, unsigned param, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(f, param + 1, kind);
	return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

/* A struct result that does not fit into registers comes as a hidden first parameter, and such a
 * struct argument as a pointer; both pointers are the places. */
static void add_param(struct stub *stub, unsigned i)
{
	LLVMValueRef param = LLVMGetParam(stub->function, i);
	LLVMTypeRef hidden_result = type_attribute(stub->function, i, "sret");
	if (hidden_result) {
		stub->result = param;
		stub->result_size = LLVMABISizeOfType(stub->module->layout, hidden_result);
		return;
	}
	if (stub->n_args == 64)
		return;
	if (!type_attribute(stub->function, i, "byval")) {
		LLVMValueRef place = LLVMBuildAlloca(stub->module->builder, LLVMTypeOf(param), "");
		LLVMBuildStore(stub->module->builder, param, place);
		param = place;
	}
	stub->args[stub->n_args++] = param;
}

static LLVMValueRef build_args_array(const struct stub *stub)
{
	struct module *module = stub->module;
	LLVMTypeRef type = LLVMArrayType2(module->pointer, stub->n_args + 1);
	LLVMValueRef array = LLVMBuildAlloca(module->builder, type, "");
	for (unsigned i = 0; i < stub->n_args; i++) {
		LLVMValueRef index = LLVMConstInt(module->i64, i, false);
		LLVMBuildStore(module->builder, stub->args[i],
		               LLVMBuildGEP2(module->builder, module->pointer, array, &index, 1, ""));
	}
	return array;
}

static void build_stub_call(const struct stub *stub, uint32_t number)
{
	struct module *module = stub->module;
	LLVMTypeRef types[] = { module->i32, module->pointer, module->i32, module->pointer, module->i32 };
	LLVMValueRef f = module_declare(module, "__skep_stub", LLVMFunctionType(module->nothing, types, 5, false));
	LLVMValueRef args[] = { module_constant(module, number),
		                stub->result ? stub->result : LLVMConstNull(module->pointer),
		                module_constant(module, (uint32_t)stub->result_size), build_args_array(stub),
		                module_constant(module, stub->n_args) };
	LLVMBuildCall2(module->builder, LLVMGlobalGetValueType(f), f, args, 5, "");
}

/* The body of a function that never returns ends the process. */
static void build_no_return(struct module *module)
{
	LLVMTypeRef type = LLVMFunctionType(module->nothing, &module->i32, 1, false);
	const char *name = LLVMGetNamedFunction(module->ir, "__skep_exit") ? "__skep_exit" : "exit";
	LLVMValueRef f = module_declare(module, name, type), one = module_constant(module, 1);
	LLVMBuildCall2(module->builder, type, f, &one, 1, "");
	LLVMBuildUnreachable(module->builder);
}

/* Removes an attribute of the declaration that the body does not keep. */
static bool take_attribute(LLVMValueRef f, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	bool has = LLVMGetEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
	LLVMRemoveEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
	return has;
}

/* Limits the result, because no function that reads or writes reports more than it was asked for. */
static LLVMValueRef build_bounded(struct module *module, const struct model *model, type_id type, LLVMValueRef f,
                                  LLVMValueRef result)
{
	const struct type *function = model_type(model, type);
	uint32_t param = model_bounding_param(model, function);
	if (param == NONE || LLVMCountParams(f) != function->n_params)
		return result;
	bool is_signed = model_canonical(model, function->target)->is_signed;
	LLVMBuilderRef b = module->builder;
	LLVMValueRef size = LLVMGetParam(f, param), zero = LLVMConstNull(module->i64);
	LLVMValueRef wide = LLVMBuildIntCast2(b, result, module->i64, is_signed, "");
	LLVMValueRef over = LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntSGT, wide, zero, ""),
	                                 LLVMBuildICmp(b, LLVMIntUGT, wide, size, ""), "");
	return LLVMBuildSelect(b, over, LLVMBuildIntCast2(b, size, LLVMTypeOf(result), false, ""), result, "");
}

/* Defines a function that behaves as the test told, or ends the program. */
static void define_function(struct module *module, const struct model *model, LLVMValueRef f, uint32_t number)
{
	const struct missing *missing = &model->missing.at[number];
	/* Functions with a known body are defined already. If sanitizers look for unreachable code,
	 * IR does not say which functions never return, so the model does. */
	bool ends = missing->known_as || missing->noreturn;
	struct stub stub = { .module = module, .function = f };
	LLVMTypeRef returned = LLVMGetReturnType(LLVMGlobalGetValueType(f));
	bool gives = LLVMGetTypeKind(returned) != LLVMVoidTypeKind;
	take_attribute(f, "memory");
	ends |= take_attribute(f, "noreturn");
	LLVMGlobalEraseMetadata(f, LLVMGetMDKindIDInContext(module->context, "dbg", 3)); /* it says: only declared */
	LLVMPositionBuilderAtEnd(module->builder, LLVMAppendBasicBlockInContext(module->context, f, ""));
	LLVMSetCurrentDebugLocation2(module->builder, NULL);
	if (gives) {
		stub.result = LLVMBuildAlloca(module->builder, returned, "");
		stub.result_size = LLVMABISizeOfType(module->layout, returned);
		LLVMBuildStore(module->builder, LLVMConstNull(returned), stub.result);
	}
	for (unsigned i = 0; i < LLVMCountParams(f); i++)
		add_param(&stub, i);
	if (!ends)
		build_stub_call(&stub, number | (model_stand_in_matters(model, missing) ? SK_STUB_MATTERS : 0));
	if (ends)
		build_no_return(module);
	else if (gives)
		LLVMBuildRet(module->builder,
		             build_bounded(module, model, missing->type, f,
		                           LLVMBuildLoad2(module->builder, returned, stub.result, "")));
	else
		LLVMBuildRetVoid(module->builder);
}

/* Makes the runtime note each use of the variable. */
static void note_uses(struct module *module, LLVMValueRef value, uint32_t what)
{
	LLVMTypeRef type = LLVMFunctionType(module->nothing, &module->i32, 1, false);
	LLVMValueRef f = module_declare(module, "__skep_stood", type), number = module_constant(module, what);
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAConstantExpr(user))
			note_uses(module, user, what);
		if (!LLVMIsAInstruction(user) || LLVMIsAPHINode(user))
			continue;
		module_build_before(module, user);
		LLVMBuildCall2(module->builder, type, f, &number, 1, "");
	}
}

static void define_variable(struct module *module, struct model *model, LLVMValueRef global)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(global);
	if (!LLVMTypeIsSized(type) || !LLVMABISizeOfType(module->layout, type))
		type = LLVMArrayType2(module->i8, UNKNOWN_SIZE);
	char *name = xstrdup(value_name(global));
	LLVMValueRef made = LLVMAddGlobal(module->ir, type, "");
	LLVMSetInitializer(made, LLVMConstNull(type));
	LLVMSetAlignment(made, 16);
	LLVMReplaceAllUsesWith(global, made);
	LLVMDeleteGlobal(global);
	LLVMSetValueName2(made, name, strlen(name));
	uint32_t number = missing_variable(model, name, LLVMABISizeOfType(module->layout, type));
	/* Many such variables are numbers that are zero anyway; pointers and structs are not, so
	 * their uses are noted. */
	if (LLVMABISizeOfType(module->layout, type) >= sizeof(void *) && number < SK_STOOD_IN_VARIABLE)
		note_uses(module, made, number | SK_STOOD_IN_VARIABLE);
	free(name);
}

static void define(struct module *module, struct model *model, LLVMValueRef value)
{
	if (!LLVMIsAFunction(value)) {
		define_variable(module, model, value);
		return;
	}
	uint32_t number = missing_number(model, value_name(value), missing_type(module, model, value));
	define_function(module, model, value, number);
}

status missing_define(struct module *module, struct model *model, const struct workshop *shop)
{
	struct wanted wanted = { 0 };
	VEC(const char *) names = { 0 };
	collect(module, shop->kind, &wanted);
	for (size_t i = 0; i < wanted.at.n; i++)
		vec_push(&names, value_name(wanted.at.at[i]));
	bool *undefined = xcalloc(wanted.at.n + 1, sizeof *undefined);
	status st = symbols_undefined(shop, names.at, names.n, undefined);
	for (size_t i = 0; i < wanted.at.n && !st; i++)
		if (undefined[i])
			define(module, model, wanted.at.at[i]);
	free(undefined);
	vec_release(&names);
	vec_release(&wanted.at);
	return st;
}
