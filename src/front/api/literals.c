/* literals: numbers and strings in function bodies, and strings in tables outside of functions. Engines try them as
 * arguments, because code compares its input with its own literals.
 *
 * The strings of a table (names of options, keywords, encodings) belong to each function that names the table. A
 * table that other sources may name gives its strings to the unit. Numbers of tables are mostly data, and are left out. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "front/api/modeller.h"

#define TABLE_LITERALS 256u /* of a function, with those of its tables; of a table that is the unit's */
#define TABLE_STRING 64u    /* bytes; longer strings are mostly messages */

static unsigned octal(const char **p, const char *end)
{
	unsigned value = 0;
	for (int i = 0; i < 3 && *p < end && **p >= '0' && **p <= '7'; i++)
		value = value * 8 + (unsigned)(*(*p)++ - '0');
	return value;
}

static unsigned hexadecimal(const char **p, const char *end)
{
	unsigned value = 0;
	for (; *p < end; (*p)++) {
		const char *digits = "0123456789abcdefABCDEF", *digit = strchr(digits, **p);
		if (!digit || !**p)
			break;
		long d = digit - digits;
		value = value * 16 + (unsigned)(d > 15 ? d - 6 : d);
	}
	return value;
}

static char escaped(const char **p, const char *end)
{
	static const char from[] = "abfnrtve", to[] = "\a\b\f\n\r\t\v\x1b";
	char c = **p;
	if (c >= '0' && c <= '7')
		return (char)octal(p, end);
	(*p)++;
	if (c == 'x')
		return (char)hexadecimal(p, end);
	const char *known = strchr(from, c);
	return known && c ? to[known - from] : c;
}

char *decode_escapes(struct arena *arena, const char *text, size_t length, uint32_t *decoded)
{
	char *out = arena_alloc(arena, length + 1);
	const char *end = text + length;
	uint32_t n = 0;
	while (text < end) {
		if (*text == '\\' && text + 1 < end) {
			text++;
			out[n++] = escaped(&text, end);
		} else {
			out[n++] = *text++;
		}
	}
	*decoded = n;
	return out;
}

struct collector {
	struct modeller *m;
	uint32_t function;
	size_t first;       /* index of this function's first literal */
};

bool literals_equal(const struct literal *a, const struct literal *b)
{
	if (a->is_string != b->is_string || a->is_real != b->is_real)
		return false;
	if (a->is_string)
		return a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
	return a->is_real ? memcmp(&a->real, &b->real, sizeof a->real) == 0 : a->number == b->number;
}

static void add(struct collector *c, struct literal literal)
{
	struct model *model = c->m->model;
	literal.function = c->function;
	for (size_t i = c->first; i < model->literals.n; i++)
		if (literals_equal(&model->literals.at[i], &literal))
			return;
	vec_push(&model->literals, literal);
}

/* Adds a string of at most `longest` bytes. clang spells it with quotes, joined and with escapes of its own. */
static void add_string(struct collector *c, CXCursor cursor, uint32_t longest)
{
	CXString spelling = clang_getCursorSpelling(cursor);
	const char *text = clang_getCString(spelling);
	size_t n = text ? strlen(text) : 0;
	if (n >= 2 && text[0] == '"') {
		struct literal literal = { .is_string = true };
		literal.bytes = decode_escapes(c->m->model->arena, text + 1, n - 2, &literal.length);
		if (literal.length <= longest)
			add(c, literal);
	}
	clang_disposeString(spelling);
}

/* The literal is written like "0x7E". */
static bool is_hexadecimal(CXCursor cursor)
{
	CXTranslationUnit unit = clang_Cursor_getTranslationUnit(cursor);
	CXToken *token = clang_getToken(unit, clang_getCursorLocation(cursor));
	if (!token)
		return false;
	CXString spelling = clang_getTokenSpelling(unit, *token);
	const char *text = clang_getCString(spelling);
	bool is_hex = text && (str_starts(text, "0x") || str_starts(text, "0X"));
	clang_disposeString(spelling);
	clang_disposeTokens(unit, token, 1);
	return is_hex;
}

static void add_number(struct collector *c, CXCursor cursor, bool negate)
{
	CXEvalResult value = clang_Cursor_Evaluate(cursor);
	if (!value)
		return;
	struct literal literal = { 0 };
	CXEvalResultKind kind = clang_EvalResult_getKind(value);
	if (kind == CXEval_Float) {
		literal.is_real = true;
		literal.real = clang_EvalResult_getAsDouble(value) * (negate ? -1 : 1);
		add(c, literal);
	} else if (kind == CXEval_Int) {
		uint64_t number = clang_EvalResult_isUnsignedInt(value)
		                          ? clang_EvalResult_getAsUnsigned(value)
		                          : (uint64_t)clang_EvalResult_getAsLongLong(value);
		literal.number = (int64_t)(negate ? 0 - number : number);
		literal.is_hex = !negate && clang_getCursorKind(cursor) == CXCursor_IntegerLiteral &&
		                 is_hexadecimal(cursor);
		add(c, literal);
	}
	clang_EvalResult_dispose(value);
}

static bool is_assertion(CXCursor cursor)
{
	CXString name = clang_getCursorSpelling(cursor);
	bool is = str_starts(clang_getCString(name), "__assert");
	clang_disposeString(name);
	return is;
}

static enum CXChildVisitResult visit_table(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct collector *c = data;
	(void)parent;
	if (c->m->model->literals.n - c->first >= TABLE_LITERALS)
		return CXChildVisit_Break;
	if (clang_getCursorKind(cursor) != CXCursor_StringLiteral)
		return CXChildVisit_Recurse;
	add_string(c, cursor, TABLE_STRING);
	return CXChildVisit_Continue;
}

/* Adds the strings of a variable outside of functions. */
static void add_table(struct collector *c, CXCursor variable)
{
	CXCursor definition = clang_getCursorDefinition(variable);
	if (clang_Cursor_isNull(definition) || clang_getCursorKind(definition) != CXCursor_VarDecl ||
	    clang_getCursorKind(clang_getCursorSemanticParent(definition)) != CXCursor_TranslationUnit)
		return;
	CXCursor initializer = clang_Cursor_getVarDeclInitializer(definition);
	if (!clang_Cursor_isNull(initializer))
		clang_visitChildren(definition, visit_table, c);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct collector *c = data;
	bool negate = clang_getCursorUnaryOperatorKind(parent) == CXUnaryOperator_Minus;
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_IntegerLiteral:
	case CXCursor_CharacterLiteral:
	case CXCursor_FloatingLiteral:
		add_number(c, cursor, negate);
		return CXChildVisit_Continue;
	case CXCursor_StringLiteral:
		add_string(c, cursor, UINT32_MAX);
		return CXChildVisit_Continue;
	case CXCursor_DeclRefExpr:
		add_table(c, clang_getCursorReferenced(cursor));
		return CXChildVisit_Continue;
	case CXCursor_CallExpr: /* the text and line of an assertion are not compared with input */
		return is_assertion(cursor) ? CXChildVisit_Continue : CXChildVisit_Recurse;
	default:
		return CXChildVisit_Recurse;
	}
}

void literals_add(struct modeller *m, CXCursor function, uint32_t index)
{
	struct collector c = { m, index, m->model->literals.n };
	clang_visitChildren(function, visit, &c);
}

void literals_add_table(struct modeller *m, CXCursor variable)
{
	struct collector c = { m, NONE, m->model->literals.n };
	if (clang_getCursorLinkage(variable) == CXLinkage_External)
		add_table(&c, variable);
}
