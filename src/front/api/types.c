/* types: libclang types -> model types, with all their parts.
 *
 * Each C type has one canonical entry (without typedefs and qualifiers at any depth) and one entry
 * for each of its spellings. Structs, unions and enums are the same type if their definitions are
 * at the same place. A type that is only declared joins the first of its name, and is completed
 * when a later source defines it. Entries are made before their fields are visited, so types may
 * contain pointers to themselves. */
#include <string.h>

#include "base/str.h"
#include "front/api/modeller.h"

static type_id canonical_of(struct modeller *m, CXType type);

static type_id add_type(struct modeller *m, const struct type *type)
{
	vec_push(&m->model->types, *type);
	return (type_id)(m->model->types.n - 1);
}

/* The entry for `key`; a new entry is a canonical type made from `type`. */
static type_id intern(struct modeller *m, const char *key, const struct type *type)
{
	bool added;
	uint64_t *id = strmap_put(&m->types, key, &added);
	if (added) {
		*id = m->model->types.n;
		type_id canonical = add_type(m, type);
		m->model->types.at[canonical].canonical = canonical;
	}
	return (type_id)*id;
}

static void set_layout(struct type *t, CXType type)
{
	long long size = clang_Type_getSizeOf(type), align = clang_Type_getAlignOf(type);
	t->size = size > 0 ? (uint64_t)size : 0;
	t->align = align > 0 ? (uint32_t)align : 1;
	t->complete = size >= 0;
}

/* --- scalars --- */

static enum type_kind scalar_kind(enum CXTypeKind kind, bool *is_signed)
{
	*is_signed = false;
	switch (kind) {
	case CXType_Bool:
		return TYPE_BOOL;
	case CXType_Char_S:
	case CXType_SChar:
	case CXType_WChar:
	case CXType_Short:
	case CXType_Int:
	case CXType_Long:
	case CXType_LongLong:
		*is_signed = true;
		return TYPE_INT;
	case CXType_Char_U:
	case CXType_UChar:
	case CXType_Char16:
	case CXType_Char32:
	case CXType_UShort:
	case CXType_UInt:
	case CXType_ULong:
	case CXType_ULongLong:
		return TYPE_INT;
	case CXType_Float:
	case CXType_Double:
	case CXType_LongDouble:
		*is_signed = true;
		return TYPE_FLOAT;
	default:
		return TYPE_OTHER;
	}
}

static type_id scalar(struct modeller *m, CXType type)
{
	struct type t = { .tag = "", .spellable = true };
	t.kind = scalar_kind(type.kind, &t.is_signed);
	t.spelling = take_text(m->model->arena, clang_getTypeSpelling(type));
	set_layout(&t, type);
	return intern(m, t.spelling, &t);
}

static type_id va_list_type(struct modeller *m)
{
	struct type t = { .kind = TYPE_VA_LIST,
		          .spelling = "va_list",
		          .tag = "",
		          .size = 24,
		          .align = 8,
		          .complete = true,
		          .spellable = true };
	return intern(m, "va_list", &t);
}

/* The type is __builtin_va_list under any name. Its structure is the compiler's affair. */
static bool is_va_list(CXType type)
{
	CXCursor declaration = clang_getTypeDeclaration(clang_getCanonicalType(type));
	CXType canonical = clang_getCanonicalType(type);
	if (canonical.kind == CXType_ConstantArray || canonical.kind == CXType_Pointer) {
		CXType inner = canonical.kind == CXType_Pointer ? clang_getPointeeType(canonical)
		                                                : clang_getArrayElementType(canonical);
		declaration = clang_getTypeDeclaration(inner);
	}
	CXString name = clang_getCursorSpelling(declaration);
	const char *text = clang_getCString(name);
	bool is = text && (str_equal(text, "__va_list_tag") || str_equal(text, "__va_list"));
	clang_disposeString(name);
	return is;
}

/* --- structs, unions, enums --- */

static const char *place_key(struct modeller *m, const char *spelling, CXCursor definition)
{
	struct spot spot = spot_of(clang_getCursorLocation(definition));
	const char *path = spot.file ? take_text(m->model->arena, clang_File_tryGetRealPathName(spot.file)) : "";
	return arena_printf(m->model->arena, "%s@%s:%u:%u", spelling, path, spot.line, spot.column);
}

struct field_list {
	struct modeller *m;
	VEC(struct field) at;
};

static enum CXVisitorResult add_field(CXCursor cursor, CXClientData data)
{
	struct field_list *list = data;
	bool is_bits = clang_Cursor_isBitField(cursor);
	const char *name = take_text(list->m->model->arena, clang_getCursorSpelling(cursor));
	bool unnamed = clang_Cursor_isAnonymous(cursor) || !name[0] || strchr(name, '(');
	if (is_bits && unnamed)
		return CXVisit_Continue; /* padding */
	long long offset = clang_Cursor_getOffsetOfField(cursor);
	struct field field = { .name = unnamed ? "" : name, .type = type_of(list->m, clang_getCursorType(cursor)) };
	field.bit_offset = offset > 0 ? (uint64_t)offset : 0;
	field.bit_width = is_bits ? (uint32_t)clang_getFieldDeclBitWidth(cursor) : 0;
	vec_push(&list->at, field);
	return CXVisit_Continue;
}

static void complete_record(struct modeller *m, type_id id, CXType type)
{
	set_layout(&m->model->types.at[id], type);
	struct field_list list = { .m = m };
	clang_Type_visitFields(type, add_field, &list);
	struct type *t = &m->model->types.at[id];
	t->n_fields = (uint32_t)list.at.n;
	t->fields = arena_memdup(m->model->arena, list.at.at, list.at.n * sizeof *list.at.at);
	vec_release(&list.at);
}

struct enumerator_list {
	struct arena *arena;
	VEC(struct enumerator) at;
};

static enum CXChildVisitResult add_enumerator(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct enumerator_list *list = data;
	if (clang_getCursorKind(cursor) != CXCursor_EnumConstantDecl)
		return CXChildVisit_Continue;
	struct enumerator e = { take_text(list->arena, clang_getCursorSpelling(cursor)),
		                clang_getEnumConstantDeclValue(cursor) };
	vec_push(&list->at, e);
	return CXChildVisit_Continue;
}

static void complete_enum(struct modeller *m, type_id id, CXType type, CXCursor definition)
{
	struct enumerator_list list = { .arena = m->model->arena };
	clang_visitChildren(definition, add_enumerator, &list);
	struct type *t = &m->model->types.at[id];
	set_layout(t, type);
	scalar_kind(clang_getCanonicalType(clang_getEnumDeclIntegerType(definition)).kind, &t->is_signed);
	t->n_enumerators = (uint32_t)list.at.n;
	t->enumerators = arena_memdup(m->model->arena, list.at.at, list.at.n * sizeof *list.at.at);
	vec_release(&list.at);
}

static bool is_unnamed(const char *spelling)
{
	return strstr(spelling, "(unnamed") || strstr(spelling, "(anonymous");
}

/* The tag "ring", for struct ring and for ring_t. */
static const char *tag_of(struct modeller *m, const char *spelling)
{
	if (is_unnamed(spelling))
		return "";
	const char *space = strrchr(spelling, ' ');
	const char *name = space ? space + 1 : spelling;
	size_t n = strlen(name);
	return str_ends(name, "_t") && n > 2 ? arena_strndup(m->model->arena, name, n - 2) : name;
}

static enum type_kind tagged_kind(CXType type, CXCursor declaration)
{
	if (type.kind == CXType_Enum)
		return TYPE_ENUM;
	return clang_getCursorKind(declaration) == CXCursor_UnionDecl ? TYPE_UNION : TYPE_STRUCT;
}

static bool is_in_source(CXCursor cursor)
{
	return clang_Location_isFromMainFile(clang_getCursorLocation(cursor));
}

/* The entry that a definition belongs to: its own, or an incomplete type of its name. *added: the
 * layout of the entry is not known yet. */
static type_id entry_for_definition(struct modeller *m, const struct type *t, const char *place, bool *added)
{
	uint64_t *known = strmap_get(&m->types, place);
	*added = !known;
	if (known)
		return (type_id)*known;
	uint64_t *named = strmap_get(&m->types, t->spelling);
	type_id id;
	if (named && !m->model->types.at[*named].complete) {
		id = (type_id)*named;
	} else {
		id = intern(m, place, t);
		if (!named)
			*strmap_put(&m->types, t->spelling, NULL) = id;
	}
	*strmap_put(&m->types, place, NULL) = id;
	return id;
}

static type_id tagged(struct modeller *m, CXType type)
{
	CXCursor declaration = clang_getTypeDeclaration(type);
	CXCursor definition = clang_getCursorDefinition(declaration);
	struct type t = { .align = 1 };
	t.kind = tagged_kind(type, declaration);
	t.spelling = take_text(m->model->arena, clang_getTypeSpelling(type));
	t.tag = tag_of(m, t.spelling);
	t.spellable = !is_unnamed(t.spelling);
	t.opaque = !is_in_source(clang_getCanonicalCursor(declaration));
	if (clang_Cursor_isNull(definition))
		return intern(m, t.spelling, &t);

	bool added;
	type_id id = entry_for_definition(m, &t, place_key(m, t.spelling, definition), &added);
	if (!added)
		return id;
	m->model->types.at[id].opaque = m->model->types.at[id].opaque && is_in_source(definition);
	m->model->types.at[id].complete = true;
	if (t.kind == TYPE_ENUM)
		complete_enum(m, id, type, definition);
	else
		complete_record(m, id, type);
	if (t.kind != TYPE_ENUM)
		hidden_note_definition(m, id, definition);
	return id;
}

/* --- derived types --- */

#define UNSPELLED "*" /* no type in C can be spelled so; type_declare() composes the spelling */

static type_id intern_derived(struct modeller *m, const char *key, struct type *type)
{
	type->spelling = UNSPELLED;
	type_id id = intern(m, key, type);
	if (str_equal(m->model->types.at[id].spelling, UNSPELLED))
		m->model->types.at[id].spelling = type_declare(m->model, id, "", m->model->arena);
	return id;
}

static CXType without_typedefs(CXType type);

static bool is_generic_name(const char *name)
{
	return str_equal(name, "void") || str_equal(name, "Void") || str_equal(name, "VOID");
}

/* typedef void FILEISH: users do not see what is behind a pointer to it, as with an opaque struct. */
static bool is_named_void(struct modeller *m, CXType type)
{
	if (type.kind == CXType_Elaborated)
		type = clang_Type_getNamedType(type);
	if (type.kind != CXType_Typedef || clang_getCanonicalType(type).kind != CXType_Void)
		return false;
	const char *name = take_text(m->model->arena, clang_getTypedefName(type));
	return !is_generic_name(name);
}

static bool leads_to_named_void(struct modeller *m, CXType type)
{
	for (type = without_typedefs(type); type.kind == CXType_Pointer; type = without_typedefs(type)) {
		type = clang_getPointeeType(type);
		if (is_named_void(m, type))
			return true;
	}
	return false;
}

static type_id opaque_void(struct modeller *m, CXType type)
{
	struct type t = { .kind = TYPE_STRUCT, .align = 1, .spellable = true, .opaque = true };
	if (type.kind == CXType_Elaborated)
		type = clang_Type_getNamedType(type);
	t.spelling = take_text(m->model->arena, clang_getTypedefName(type));
	t.tag = tag_of(m, t.spelling);
	return intern(m, arena_printf(m->model->arena, "typedef void %s", t.spelling), &t);
}

static type_id canonical_pointer(struct modeller *m, CXType type)
{
	CXType target = clang_getPointeeType(type);
	struct type t = { .kind = TYPE_POINTER,
		          .target = is_named_void(m, target) ? opaque_void(m, target) : canonical_of(m, target) };
	const struct type *pointee = model_type(m->model, t.target);
	t.tag = pointee->tag;
	t.spellable = pointee->spellable;
	set_layout(&t, type);
	return intern_derived(m, arena_printf(m->model->arena, "*%u", t.target), &t);
}

static type_id canonical_array(struct modeller *m, CXType type)
{
	long long count = clang_getArraySize(type);
	struct type t = { .kind = TYPE_ARRAY, .target = canonical_of(m, clang_getArrayElementType(type)) };
	const struct type *element = model_type(m->model, t.target);
	t.count = count > 0 ? (uint64_t)count : 0;
	t.tag = element->tag;
	t.spellable = element->spellable;
	set_layout(&t, type);
	return intern_derived(m, arena_printf(m->model->arena, "[%llu]%u", (unsigned long long)t.count, t.target), &t);
}

/* Sets result and parameters of a function type, each as `of` maps it. */
static void set_signature(struct modeller *m, struct type *t, CXType type, type_id (*of)(struct modeller *, CXType))
{
	int n = clang_getNumArgTypes(type);
	t->n_params = n > 0 ? (uint32_t)n : 0;
	type_id *params = ARENA_ARRAY(m->model->arena, type_id, t->n_params);
	t->target = of(m, clang_getResultType(type));
	for (uint32_t i = 0; i < t->n_params; i++)
		params[i] = of(m, clang_getArgType(type, i));
	t->params = params;
	t->variadic = clang_isFunctionTypeVariadic(type) && type.kind == CXType_FunctionProto;
}

static type_id canonical_function(struct modeller *m, CXType type)
{
	struct type t = { .kind = TYPE_FUNCTION, .tag = "", .align = 1 };
	set_signature(m, &t, type, canonical_of);
	struct sb key = { 0 };
	sb_addf(&key, "%u(", t.target);
	t.spellable = model_type(m->model, t.target)->spellable;
	for (uint32_t i = 0; i < t.n_params; i++) {
		sb_addf(&key, "%u,", t.params[i]);
		t.spellable = t.spellable && model_type(m->model, t.params[i])->spellable;
	}
	sb_add(&key, t.variadic ? "...)" : ")");
	type_id id = intern_derived(m, sb_text(&key), &t);
	sb_release(&key);
	return id;
}

static type_id canonical_of(struct modeller *m, CXType type)
{
	if (is_va_list(type))
		return va_list_type(m);
	CXType t = clang_getUnqualifiedType(clang_getCanonicalType(type));
	if (leads_to_named_void(m, type))
		return canonical_pointer(m, without_typedefs(type));
	switch (t.kind) {
	case CXType_Void:
		return 0;
	case CXType_Record:
	case CXType_Enum:
		return tagged(m, t);
	case CXType_Pointer:
		return canonical_pointer(m, t);
	case CXType_ConstantArray:
	case CXType_IncompleteArray:
	case CXType_VariableArray:
		return canonical_array(m, t);
	case CXType_FunctionProto:
	case CXType_FunctionNoProto:
		return canonical_function(m, t);
	case CXType_Atomic:
		return canonical_of(m, clang_Type_getValueType(t));
	default:
		return scalar(m, t);
	}
}

/* --- spellings --- */

/* The type behind typedefs, with its parts still as the user spelled them. */
static CXType without_typedefs(CXType type)
{
	for (;;) {
		if (type.kind == CXType_Elaborated)
			type = clang_Type_getNamedType(type);
		else if (type.kind == CXType_Typedef)
			type = clang_getTypedefDeclUnderlyingType(clang_getTypeDeclaration(type));
		else if (type.kind == CXType_Attributed)
			type = clang_Type_getModifiedType(type);
		else
			return type.kind == CXType_Unexposed ? clang_getCanonicalType(type) : type;
	}
}

/* clang spells some function types in a way that C cannot read. */
static bool is_misspelt(const char *spelling)
{
	return strstr(spelling, "__va_list_tag") || strstr(spelling, "__attribute__");
}

static void spell_parts(struct modeller *m, struct type *t, CXType type)
{
	CXType inner = without_typedefs(type);
	if (t->kind == TYPE_POINTER && inner.kind == CXType_Pointer) {
		if (!is_named_void(m, clang_getPointeeType(inner)))
			t->target = type_of(m, clang_getPointeeType(inner));
	} else if (t->kind == TYPE_ARRAY && clang_getArrayElementType(inner).kind != CXType_Invalid)
		t->target = type_of(m, clang_getArrayElementType(inner));
	else if (t->kind == TYPE_FUNCTION)
		set_signature(m, t, inner, type_of);
}

/* "typedef struct { ... } image, *imagep": behind imagep clang spells "struct image", a tag that there is not. */
static const char *spelling_of(struct modeller *m, CXType type)
{
	CXType named = type.kind == CXType_Elaborated ? clang_Type_getNamedType(type) : type;
	bool is_tagged = named.kind == CXType_Record || named.kind == CXType_Enum;
	return take_text(m->model->arena, clang_getTypeSpelling(is_tagged ? clang_getCanonicalType(type) : type));
}

type_id type_of(struct modeller *m, CXType type)
{
	type_id canonical = canonical_of(m, type);
	const char *spelling = spelling_of(m, type);
	struct type t = *model_type(m->model, canonical);
	t.is_const = clang_isConstQualifiedType(type) || clang_isConstQualifiedType(clang_getCanonicalType(type));
	if (t.kind == TYPE_VA_LIST && !str_ends(spelling, "va_list"))
		spelling = "va_list";
	if (str_equal(spelling, t.spelling) && !t.is_const)
		return canonical;
	const char *key = arena_printf(m->model->arena, "=%u %s", canonical, spelling);
	uint64_t *known = strmap_get(&m->types, key);
	if (known)
		return (type_id)*known;
	t.spelling = spelling;
	t.spellable = !is_unnamed(spelling);
	spell_parts(m, &t, type);
	type_id id = add_type(m, &t);
	*strmap_put(&m->types, key, NULL) = id;
	if (is_misspelt(spelling))
		m->model->types.at[id].spelling = type_declare(m->model, id, "", m->model->arena);
	return id;
}

/* Turns arrays and functions into pointers, as C does for parameters; libclang gives them as they
 * are written. */
static type_id decayed(struct modeller *m, CXType type)
{
	CXType inner = without_typedefs(type);
	CXType element = clang_getArrayElementType(inner);
	type_id pointee = type_of(m, element.kind == CXType_Invalid ? type : element);
	struct type t = { .kind = TYPE_POINTER, .size = sizeof(void *), .align = sizeof(void *), .complete = true };
	t.target = model_type(m->model, pointee)->canonical;
	t.tag = model_type(m->model, pointee)->tag;
	t.spellable = model_type(m->model, pointee)->spellable;
	type_id canonical = intern_derived(m, arena_printf(m->model->arena, "*%u", t.target), &t);
	if (pointee == t.target)
		return canonical;
	t.canonical = canonical;
	t.target = pointee;
	t.spelling = UNSPELLED;
	type_id id = add_type(m, &t);
	m->model->types.at[id].spelling = type_declare(m->model, id, "", m->model->arena);
	return id;
}

type_id type_of_param(struct modeller *m, CXCursor param, CXType declared)
{
	CXType type = declared.kind == CXType_Invalid ? clang_getCursorType(param) : declared;
	if (is_va_list(clang_getCursorType(param)))
		return type_of(m, clang_getCursorType(param));
	enum CXTypeKind kind = clang_getCanonicalType(type).kind;
	bool decays = kind == CXType_ConstantArray || kind == CXType_IncompleteArray || kind == CXType_VariableArray ||
	              kind == CXType_FunctionProto || kind == CXType_FunctionNoProto;
	return decays ? decayed(m, type) : type_of(m, clang_getUnqualifiedType(type));
}

/* --- what bodies say --- */

static type_id pointer_to(struct modeller *m, type_id target)
{
	const struct type *pointee = model_type(m->model, target);
	struct type t = { .kind = TYPE_POINTER,
		          .target = target,
		          .tag = pointee->tag,
		          .size = sizeof(void *),
		          .align = sizeof(void *),
		          .complete = true,
		          .spellable = pointee->spellable };
	return intern_derived(m, arena_printf(m->model->arena, "*%u", target), &t);
}

static type_id const_record(struct modeller *m, type_id record)
{
	struct type t = *model_type(m->model, record);
	t.is_const = true;
	t.spelling = arena_printf(m->model->arena, "const %s", t.spelling);
	const char *key = arena_printf(m->model->arena, "=%u %s", record, t.spelling);
	bool added;
	uint64_t *id = strmap_put(&m->types, key, &added);
	if (added)
		*id = add_type(m, &t);
	return (type_id)*id;
}

void type_unmask(struct modeller *m, type_id pointer, type_id record)
{
	bool leads_to_const = model_type(m->model, model_type(m->model, pointer)->target)->is_const;
	type_id canonical = pointer_to(m, record), target = leads_to_const ? const_record(m, record) : record;
	struct type *type = &m->model->types.at[pointer];
	type->canonical = canonical;
	type->target = target;
	type->tag = m->model->types.at[record].tag;
}

type_id type_in_disguise(struct modeller *m, type_id pointer, type_id record)
{
	type_id canonical = pointer_to(m, record);
	const char *key = arena_printf(m->model->arena, "=%u %s", canonical, model_type(m->model, pointer)->spelling);
	bool added;
	uint64_t *id = strmap_put(&m->types, key, &added);
	if (added) {
		struct type copy = *model_type(m->model, pointer);
		copy.in_disguise = true;
		type_id made = add_type(m, &copy);
		*id = made;
		type_unmask(m, made, record);
	}
	return (type_id)*strmap_get(&m->types, key);
}

type_id type_hidden_behind(struct modeller *m, const char *name, type_id pointer)
{
	const struct type *target = model_canonical(m->model, model_canonical(m->model, pointer)->target);
	bool holds_text = str_equal(target->spelling, "char");
	struct type t = { .kind = TYPE_STRUCT, .align = 1, .opaque = true, .spelling = name, .holds_text = holds_text };
	t.tag = tag_of(m, name);
	return intern(m, arena_printf(m->model->arena, "behind %s", name), &t);
}

/* Spells a derived type again from its parts; true if it changed. */
static bool derive_again(struct modeller *m, type_id id)
{
	struct type t = *model_type(m->model, id), canonical = *model_canonical(m->model, id);
	if ((t.kind != TYPE_POINTER && t.kind != TYPE_ARRAY) || t.canonical == id)
		return false;
	type_id target = model_type(m->model, t.target)->canonical;
	if (target == canonical.target || model_type(m->model, target)->kind != TYPE_POINTER)
		return false;
	canonical.target = target;
	canonical.tag = model_type(m->model, target)->tag;
	type_id again = t.kind == TYPE_POINTER
	                        ? pointer_to(m, target)
	                        : intern_derived(m,
	                                         arena_printf(m->model->arena, "[%llu]%u",
	                                                      (unsigned long long)canonical.count, target),
	                                         &canonical);
	m->model->types.at[id].canonical = again;
	return true;
}

void types_derive_again(struct modeller *m)
{
	bool more = true;
	while (more) {
		more = false;
		for (type_id id = 0; id < m->model->types.n; id++)
			more |= derive_again(m, id);
	}
}

void types_settle(struct model *model)
{
	for (size_t i = 0; i < model->types.n; i++) {
		struct type *t = &model->types.at[i];
		const struct type *c = &model->types.at[t->canonical];
		if (c == t)
			continue;
		t->size = c->size;
		t->align = c->align;
		t->complete = c->complete;
		t->opaque = c->opaque;
		t->fields = c->fields;
		t->n_fields = c->n_fields;
		t->enumerators = c->enumerators;
		t->n_enumerators = c->n_enumerators;
		t->is_signed = c->is_signed;
	}
}
