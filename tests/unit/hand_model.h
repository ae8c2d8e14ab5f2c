/* hand_model: a small model made by hand, with every kind of type that a sequence can use: the ring
 * of tests/units/ring, and a struct pair with all kinds of fields. */
#ifndef SKEP_HAND_MODEL_H
#define SKEP_HAND_MODEL_H

#include <string.h>

#include "model/model.h"

/* What the types of the model stand for; test_c_code compiles against these. */
#define HAND_HEADER                                                            \
	"struct inner { short low; short high; };\n"                          \
	"enum color { RED, GREEN, BLUE = 7 };\n"                               \
	"struct pair {\n"                                                      \
	"\tint a;\n"                                                           \
	"\tchar *text;\n"                                                      \
	"\tunsigned flags : 3;\n"                                              \
	"\tint level : 5;\n"                                                   \
	"\tenum color color;\n"                                                \
	"\tstruct inner inner;\n"                                              \
	"\tint list[3];\n"                                                     \
	"\tstruct pair *next;\n"                                               \
	"\tconst char *name;\n"                                                \
	"};\n"                                                                 \
	"union both { int i; double d; };\n"                                   \
	"typedef int cmp_fn(const void *, const void *);\n"

enum hand_type {
	H_VOID,
	H_CONST_VOID,
	H_BOOL,
	H_CHAR,
	H_CONST_CHAR,
	H_UCHAR,
	H_CONST_UCHAR,
	H_SHORT,
	H_INT,
	H_CONST_INT,
	H_UINT,
	H_LONG,
	H_ULONG,
	H_SIZE,
	H_FLOAT,
	H_DOUBLE,
	H_LDOUBLE,
	H_RING,
	H_CONST_RING,
	H_FILE,
	H_COLOR,
	H_END,
	H_INNER,
	H_PAIR,
	H_CONST_PAIR,
	H_BOTH,
	H_INT3,
	H_CMP,
	H_VOID_P,
	H_CONST_VOID_P,
	H_CHAR_P,
	H_CONST_CHAR_P,
	H_CONST_CHAR_PC, /* const char *const */
	H_CONST_CHAR_PP,
	H_CONST_CHAR_PCP, /* const char *const * */
	H_UCHAR_P,
	H_CONST_UCHAR_P,
	H_INT_P,
	H_CONST_INT_P,
	H_RING_P,
	H_CONST_RING_P,
	H_RING_PP,
	H_FILE_P,
	H_PAIR_P,
	H_CONST_PAIR_P,
	H_CMP_P,
	H_CHAR_PP,
	H_TEXT,           /* typedef char *text_t */
	H_LOG,            /* int (const char *, int *): type of a missing function */
	H_N
};

enum hand_function {
	F_RING_NEW,
	F_RING_FREE,
	F_RING_PUSH,
	F_RING_POP,
	F_RING_FILL,
	F_RING_PEEK,
	F_RING_COUNT,
	F_RING_TEXT,
	F_PAIR_SUM,
	F_PAIR_GIVE,
	F_PAIR_SORT,
	F_READ_ALL,
	F_READ_FILE,
	F_JOIN,
	F_SCALE,
	F_HASH,
	F_RING_OPEN,
	F_LOAD,
	F_WORDS,
	F_N
};

static inline void hand_type(struct model *m, enum hand_type id, struct type type)
{
	type.tag = type.tag ? type.tag : "";
	type.spellable = true;
	type.complete = type.size > 0;
	if (!type.canonical)
		type.canonical = id;
	m->types.at[id] = type;
}

static inline void hand_int(struct model *m, enum hand_type id, const char *spelling, uint32_t size, bool is_signed)
{
	hand_type(
	        m, id,
	        (struct type){
	                .kind = TYPE_INT, .spelling = spelling, .size = size, .align = size, .is_signed = is_signed });
}

/* Another spelling of a type: a typedef or with const. */
static inline void hand_alias(struct model *m, enum hand_type id, const char *spelling, enum hand_type of,
                              bool is_const)
{
	struct type type = m->types.at[of];
	type.spelling = spelling;
	type.is_const = is_const;
	type.canonical = of;
	m->types.at[id] = type;
}

static inline void hand_pointer(struct model *m, enum hand_type id, const char *spelling, enum hand_type target,
                                enum hand_type canonical)
{
	hand_type(m, id,
	          (struct type){ .kind = TYPE_POINTER,
	                         .spelling = spelling,
	                         .size = 8,
	                         .align = 8,
	                         .target = target,
	                         .canonical = canonical });
}

static inline void hand_scalars(struct model *m)
{
	hand_alias(m, H_CONST_VOID, "const void", H_VOID, true);
	hand_type(m, H_BOOL, (struct type){ .kind = TYPE_BOOL, .spelling = "_Bool", .size = 1, .align = 1 });
	hand_int(m, H_CHAR, "char", 1, true);
	hand_alias(m, H_CONST_CHAR, "const char", H_CHAR, true);
	hand_int(m, H_UCHAR, "unsigned char", 1, false);
	hand_alias(m, H_CONST_UCHAR, "const unsigned char", H_UCHAR, true);
	hand_int(m, H_SHORT, "short", 2, true);
	hand_int(m, H_INT, "int", 4, true);
	hand_alias(m, H_CONST_INT, "const int", H_INT, true);
	hand_int(m, H_UINT, "unsigned int", 4, false);
	hand_int(m, H_LONG, "long", 8, true);
	hand_int(m, H_ULONG, "unsigned long", 8, false);
	hand_alias(m, H_SIZE, "size_t", H_ULONG, false);
	hand_type(m, H_FLOAT, (struct type){ .kind = TYPE_FLOAT, .spelling = "float", .size = 4, .align = 4 });
	hand_type(m, H_DOUBLE, (struct type){ .kind = TYPE_FLOAT, .spelling = "double", .size = 8, .align = 8 });
	hand_type(m, H_LDOUBLE,
	          (struct type){ .kind = TYPE_FLOAT, .spelling = "long double", .size = 16, .align = 16 });
}

static inline void hand_structs(struct model *m)
{
	static const struct enumerator colors[] = { { "RED", 0 }, { "GREEN", 1 }, { "BLUE", 7 } };
	static const struct enumerator ends[] = { { "RING_OLDEST", 0 }, { "RING_NEWEST", 1 } };
	static const struct field inner[] = { { "low", H_SHORT, 0, 0 }, { "high", H_SHORT, 16, 0 } };
	static const struct field pair[] = {
		{ "a", H_INT, 0, 0 },       { "text", H_CHAR_P, 64, 0 },  { "flags", H_UINT, 128, 3 },
		{ "level", H_INT, 131, 5 }, { "color", H_COLOR, 160, 0 }, { "inner", H_INNER, 192, 0 },
		{ "list", H_INT3, 224, 0 }, { "next", H_PAIR_P, 320, 0 }, { "name", H_CONST_CHAR_P, 384, 0 },
	};
	static const struct field both[] = { { "i", H_INT, 0, 0 }, { "d", H_DOUBLE, 0, 0 } };
	hand_type(m, H_RING, (struct type){ .kind = TYPE_STRUCT, .spelling = "struct ring", .tag = "ring" });
	hand_alias(m, H_CONST_RING, "const struct ring", H_RING, true);
	hand_type(m, H_FILE, (struct type){ .kind = TYPE_STRUCT, .spelling = "FILE", .tag = "_IO_FILE" });
	hand_type(m, H_COLOR,
	          (struct type){ .kind = TYPE_ENUM,
	                         .spelling = "enum color",
	                         .tag = "color",
	                         .size = 4,
	                         .align = 4,
	                         .enumerators = colors,
	                         .n_enumerators = 3 });
	hand_type(m, H_END,
	          (struct type){ .kind = TYPE_ENUM,
	                         .spelling = "enum ring_end",
	                         .tag = "ring_end",
	                         .size = 4,
	                         .align = 4,
	                         .enumerators = ends,
	                         .n_enumerators = 2 });
	hand_type(m, H_INNER,
	          (struct type){ .kind = TYPE_STRUCT,
	                         .spelling = "struct inner",
	                         .tag = "inner",
	                         .size = 4,
	                         .align = 2,
	                         .fields = inner,
	                         .n_fields = 2 });
	hand_type(m, H_PAIR,
	          (struct type){ .kind = TYPE_STRUCT,
	                         .spelling = "struct pair",
	                         .tag = "pair",
	                         .size = 56,
	                         .align = 8,
	                         .fields = pair,
	                         .n_fields = 9 });
	hand_alias(m, H_CONST_PAIR, "const struct pair", H_PAIR, true);
	hand_type(m, H_BOTH,
	          (struct type){ .kind = TYPE_UNION,
	                         .spelling = "union both",
	                         .tag = "both",
	                         .size = 8,
	                         .align = 8,
	                         .fields = both,
	                         .n_fields = 2 });
	hand_type(m, H_INT3,
	          (struct type){ .kind = TYPE_ARRAY,
	                         .spelling = "int[3]",
	                         .size = 12,
	                         .align = 4,
	                         .target = H_INT,
	                         .count = 3 });
}

static inline void hand_derived(struct model *m)
{
	static const type_id cmp[] = { H_CONST_VOID_P, H_CONST_VOID_P }, log_line[] = { H_CONST_CHAR_P, H_INT_P };
	hand_type(m, H_CMP,
	          (struct type){ .kind = TYPE_FUNCTION,
	                         .spelling = "cmp_fn",
	                         .tag = "cmp",
	                         .target = H_INT,
	                         .params = cmp,
	                         .n_params = 2 });
	hand_type(m, H_LOG,
	          (struct type){ .kind = TYPE_FUNCTION,
	                         .spelling = "int (const char *, int *)",
	                         .target = H_INT,
	                         .params = log_line,
	                         .n_params = 2 });
	hand_pointer(m, H_VOID_P, "void *", H_VOID, 0);
	hand_pointer(m, H_CONST_VOID_P, "const void *", H_CONST_VOID, H_VOID_P);
	hand_pointer(m, H_CHAR_P, "char *", H_CHAR, 0);
	hand_pointer(m, H_CONST_CHAR_P, "const char *", H_CONST_CHAR, H_CHAR_P);
	hand_pointer(m, H_CONST_CHAR_PC, "const char *const", H_CONST_CHAR, H_CHAR_P);
	m->types.at[H_CONST_CHAR_PC].is_const = true;
	hand_pointer(m, H_CONST_CHAR_PCP, "const char *const *", H_CONST_CHAR_PC, H_CHAR_PP);
	hand_pointer(m, H_CONST_CHAR_PP, "const char **", H_CONST_CHAR_P, H_CHAR_PP);
	hand_pointer(m, H_UCHAR_P, "unsigned char *", H_UCHAR, 0);
	hand_pointer(m, H_CONST_UCHAR_P, "const unsigned char *", H_CONST_UCHAR, H_UCHAR_P);
	hand_pointer(m, H_INT_P, "int *", H_INT, 0);
	hand_pointer(m, H_CONST_INT_P, "const int *", H_CONST_INT, H_INT_P);
	hand_pointer(m, H_RING_P, "struct ring *", H_RING, 0);
	hand_pointer(m, H_CONST_RING_P, "const struct ring *", H_CONST_RING, H_RING_P);
	hand_pointer(m, H_RING_PP, "struct ring **", H_RING_P, 0);
	hand_pointer(m, H_FILE_P, "FILE *", H_FILE, 0);
	hand_pointer(m, H_PAIR_P, "struct pair *", H_PAIR, 0);
	hand_pointer(m, H_CONST_PAIR_P, "const struct pair *", H_CONST_PAIR, H_PAIR_P);
	hand_pointer(m, H_CMP_P, "cmp_fn *", H_CMP, 0);
	hand_pointer(m, H_CHAR_PP, "char **", H_CHAR_P, 0);
	hand_alias(m, H_TEXT, "text_t", H_CHAR_P, false);
}

static inline void hand_function(struct model *m, const char *name, type_id result, const char *const *names,
                                 const type_id *types)
{
	struct function f = { .name = name, .type = H_CMP, .result = result, .file = "ring.c", .made_param = NONE };
	while (names[f.n_params])
		f.n_params++;
	f.params = ARENA_ARRAY(m->arena, struct param, f.n_params);
	for (uint32_t i = 0; i < f.n_params; i++)
		f.params[i] = (struct param){ .name = names[i], .type = types[i], .partner = NONE };
	vec_push(&m->functions, f);
}

#define HAND(name, result, ...) hand_function(m, name, result, (const char *const[]){ __VA_ARGS__, NULL }, (const type_id[])
#define TYPES(...) { __VA_ARGS__ })

static inline struct model *hand_model(void)
{
	struct model *m = model_new();
	while (m->types.n < H_N)
		vec_push(&m->types, m->types.at[0]);
	hand_scalars(m);
	hand_structs(m);
	hand_derived(m);
	vec_push(&m->sources, "ring.c");
	HAND("ring_new", H_RING_P, "capacity") TYPES(H_INT);
	HAND("ring_free", H_VOID, "ring") TYPES(H_RING_P);
	HAND("ring_push", H_INT, "ring", "number") TYPES(H_RING_P, H_INT);
	HAND("ring_pop", H_INT, "ring", "out") TYPES(H_RING_P, H_INT_P);
	HAND("ring_fill", H_SIZE, "ring", "data", "n") TYPES(H_RING_P, H_CONST_INT_P, H_SIZE);
	HAND("ring_peek", H_INT, "ring", "end") TYPES(H_CONST_RING_P, H_END);
	HAND("ring_count", H_INT, "ring") TYPES(H_CONST_RING_P);
	HAND("ring_text", H_SIZE, "ring", "between", "buffer", "size")
	TYPES(H_CONST_RING_P, H_CONST_CHAR_P, H_CHAR_P, H_SIZE);
	HAND("pair_sum", H_LONG, "pair") TYPES(H_CONST_PAIR_P);
	HAND("pair_give", H_PAIR, "pair", "color") TYPES(H_PAIR, H_COLOR);
	HAND("pair_sort", H_INT, "data", "n", "cmp") TYPES(H_INT_P, H_SIZE, H_CMP_P);
	HAND("read_all", H_LONG, "file") TYPES(H_FILE_P);
	HAND("read_file", H_LONG, "name") TYPES(H_CONST_CHAR_P);
	HAND("join", H_CHAR_P, "words", "separator") TYPES(H_CONST_CHAR_PP, H_CHAR);
	HAND("scale", H_DOUBLE, "x", "factor", "up") TYPES(H_DOUBLE, H_FLOAT, H_BOOL);
	HAND("hash", H_ULONG, "bytes", "size") TYPES(H_CONST_UCHAR_P, H_SIZE);
	HAND("ring_open", H_INT, "ring", "user") TYPES(H_RING_PP, H_VOID_P);
	HAND("load", H_INT, "text", "level") TYPES(H_TEXT, H_LDOUBLE);
	HAND("count_words", H_INT, "words", "n") TYPES(H_CONST_CHAR_PCP, H_SIZE);
	m->functions.at[F_RING_FREE].params[0].destroyed = true;
	m->functions.at[F_RING_FREE].is_destroyer = true;
	m->functions.at[F_RING_NEW].is_maker = true;
	vec_push(&m->missing, (struct missing){ .name = "log_line", .type = H_LOG });
	vec_push(&m->constants, (struct constant){ .name = "RING_MAX", .value = 1000, .is_macro = true });
	return m;
}

#endif
