/* constants: the named numbers of the user's own files.
 *
 * The compiler knows enumerators. Object-like macros are only tokens, so a small evaluator for
 * integer expressions decides which of them are numbers; a macro with anything else (casts, sizeof,
 * calls) is not a constant. Macros may name macros that are defined later, so they are evaluated
 * after all have been read. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "front/api/modeller.h"

static void add_constant(struct modeller *m, const struct constant *constant)
{
	bool added;
	uint64_t *index = strmap_put(&m->constants, constant->name, &added);
	if (!added)
		return;
	*index = m->model->constants.n;
	vec_push(&m->model->constants, *constant);
}

void constants_add_enum(struct modeller *m, CXCursor declaration)
{
	type_id type = model_type(m->model, type_of(m, clang_getCursorType(declaration)))->canonical;
	struct type t = *model_type(m->model, type);
	namings_note_enum(m, &t, declaration);
	for (uint32_t i = 0; i < t.n_enumerators; i++) {
		struct constant c = { .name = t.enumerators[i].name,
			              .value = t.enumerators[i].value,
			              .enum_type = type };
		add_constant(m, &c);
	}
}

/* The name is followed by a parenthesis at once. clang_Cursor_isMacroFunctionLike() misses macros
 * that are undefined later, as is usual before the function of that name. */
static bool has_parameters(struct modeller *m, CXCursor definition)
{
	CXToken *tokens;
	unsigned n;
	bool has = false;
	clang_tokenize(m->parsed->original, clang_getCursorExtent(definition), &tokens, &n);
	if (n > 1) {
		CXString text = clang_getTokenSpelling(m->parsed->original, tokens[1]);
		CXSourceLocation end = clang_getRangeEnd(clang_getTokenExtent(m->parsed->original, tokens[0]));
		CXSourceLocation next = clang_getTokenLocation(m->parsed->original, tokens[1]);
		has = str_equal(clang_getCString(text), "(") && spot_of(end).offset == spot_of(next).offset;
		clang_disposeString(text);
	}
	clang_disposeTokens(m->parsed->original, tokens, n);
	return has;
}

void macro_add(struct modeller *m, CXCursor definition)
{
	if (has_parameters(m, definition)) {
		strmap_put(&m->call_macros, take_text(m->model->arena, clang_getCursorSpelling(definition)), NULL);
		return;
	}
	if (clang_Cursor_isMacroBuiltin(definition))
		return;
	struct macro macro = { .name = take_text(m->model->arena, clang_getCursorSpelling(definition)) };
	bool added;
	uint64_t *index = strmap_put(&m->macro_index, macro.name, &added);
	macro.in_source = clang_Location_isFromMainFile(clang_getCursorLocation(definition));
	if (!added) {
		m->macros.at[*index].in_source &= macro.in_source;
		return;
	}
	*index = m->macros.n;
	namings_note_macro(m, macro.name, definition);
	CXToken *tokens;
	unsigned n;
	clang_tokenize(m->parsed->original, clang_getCursorExtent(definition), &tokens, &n);
	macro.tokens = ARENA_ARRAY(m->model->arena, const char *, n + 1);
	for (unsigned i = 1; i < n; i++)
		if (clang_getTokenKind(tokens[i]) != CXToken_Comment)
			macro.tokens[macro.n_tokens++] = take_text(
			        m->model->arena, clang_getTokenSpelling(m->parsed->original, tokens[i]));
	clang_disposeTokens(m->parsed->original, tokens, n);
	vec_push(&m->macros, macro);
}

/* --- integer expressions --- */

struct reader {
	struct modeller *m;
	const struct macro *macro;
	uint32_t at;
	bool failed;
};

static int64_t read_binary(struct reader *r, int min_level);
static bool evaluate(struct modeller *m, struct macro *macro, int64_t *value);

static const char *peek(const struct reader *r)
{
	return r->at < r->macro->n_tokens ? r->macro->tokens[r->at] : "";
}

static bool accept(struct reader *r, const char *token)
{
	bool is = str_equal(peek(r), token);
	r->at += is;
	return is;
}

static int64_t give_up(struct reader *r)
{
	r->failed = true;
	return 0;
}

static int64_t read_character(struct reader *r, const char *token)
{
	size_t n = strlen(token);
	uint32_t length;
	char *text = n >= 3 ? decode_escapes(r->m->model->arena, token + 1, n - 2, &length) : NULL;
	return text && length == 1 ? text[0] : give_up(r);
}

static int64_t read_number(struct reader *r, const char *token)
{
	char *end;
	bool binary = token[0] == '0' && (token[1] == 'b' || token[1] == 'B');
	uint64_t value = binary ? strtoull(token + 2, &end, 2) : strtoull(token, &end, 0);
	return end[strspn(end, "uUlL")] ? give_up(r) : (int64_t)value;
}

static int64_t read_name(struct reader *r, const char *name)
{
	uint64_t *constant = strmap_get(&r->m->constants, name);
	if (constant)
		return r->m->model->constants.at[*constant].value;
	uint64_t *macro = strmap_get(&r->m->macro_index, name);
	int64_t value = 0;
	if (!macro || !evaluate(r->m, &r->m->macros.at[*macro], &value))
		return give_up(r);
	return value;
}

static int64_t read_operand(struct reader *r)
{
	const char *token = peek(r);
	r->at++;
	if (str_equal(token, "-"))
		return (int64_t)(0 - (uint64_t)read_operand(r));
	if (str_equal(token, "+"))
		return read_operand(r);
	if (str_equal(token, "~"))
		return ~read_operand(r);
	if (str_equal(token, "!"))
		return !read_operand(r);
	if (str_equal(token, "(")) {
		int64_t value = read_binary(r, 0);
		return accept(r, ")") ? value : give_up(r);
	}
	if (token[0] == '\'')
		return read_character(r, token);
	if (token[0] >= '0' && token[0] <= '9')
		return read_number(r, token);
	return token[0] ? read_name(r, token) : give_up(r);
}

static int level_of(const char *operator)
{
	static const char *const levels[] = { "|", "^", "&", "<<>>", "+-", "*/%" };
	for (int i = 0; i < 6 && operator[0]; i++)
		if (strstr(levels[i], operator) && (i != 3 || operator[1]))
			return i;
	return -1;
}

static int64_t apply(struct reader *r, char operator, int64_t a, int64_t b)
{
	uint64_t x = (uint64_t)a, y = (uint64_t)b;
	switch (operator) {
	case '|':
		return a | b;
	case '^':
		return a ^ b;
	case '&':
		return a & b;
	case '<':
		return y < 64 ? (int64_t)(x << y) : give_up(r);
	case '>':
		return y < 64 ? a >> y : give_up(r);
	case '+':
		return (int64_t)(x + y);
	case '-':
		return (int64_t)(x - y);
	case '*':
		return (int64_t)(x * y);
	default:
		if (b == 0 || (a == INT64_MIN && b == -1))
			return give_up(r);
		return operator== '/' ? a / b : a % b;
	}
}

static int64_t read_binary(struct reader *r, int min_level)
{
	int64_t left = read_operand(r);
	for (;;) {
		const char *operator= peek(r);
		int level = level_of(operator);
		if (r->failed || level < min_level)
			return left;
		r->at++;
		left = apply(r, operator[0], left, read_binary(r, level + 1));
	}
}

static bool evaluate(struct modeller *m, struct macro *macro, int64_t *value)
{
	if (macro->evaluating || !macro->n_tokens)
		return false;
	macro->evaluating = true;
	struct reader r = { .m = m, .macro = macro };
	*value = read_binary(&r, 0);
	macro->evaluating = false;
	return !r.failed && r.at == macro->n_tokens;
}

void macros_evaluate(struct modeller *m)
{
	for (size_t i = 0; i < m->macros.n; i++) {
		struct constant c = { .name = m->macros.at[i].name,
			              .is_macro = true,
			              .in_source = m->macros.at[i].in_source };
		if (evaluate(m, &m->macros.at[i], &c.value))
			add_constant(m, &c);
	}
}
