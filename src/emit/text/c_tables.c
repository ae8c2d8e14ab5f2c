/* c_tables: see c_tables.h. */
#include "emit/text/c_tables.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "emit/text/c_parts.h"
#include "seq/names.h"
#include "seq/value.h"

#define MOST_COLUMNS 6u
#define MOST_ELEMENTS 2u     /* of an array, that differ */
#define MOST_WIDTH 100u

/* ---- words of a body ---- */

enum token_kind { TOKEN_NAME, TOKEN_NUMBER, TOKEN_TEXT, TOKEN_CHAR, TOKEN_CONSTANT, TOKEN_OTHER };

struct token {
	enum token_kind kind;
	const char *text;
	size_t n;
	bool is_member;              /* a name behind an arrow */
};

typedef VEC(struct token) token_list;

static bool is_constant(const struct model *model, const char *name)
{
	static const char *const known[] = { "NULL",      "true",      "false",      "INT_MAX",  "INT_MIN",
		                             "UINT_MAX",  "LONG_MAX",  "LONG_MIN",   "SIZE_MAX", "ULONG_MAX",
		                             "LLONG_MAX", "LLONG_MIN", "ULLONG_MAX", "NAN",      "INFINITY" };
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (str_equal(known[i], name))
			return true;
	for (size_t i = 0; i < model->constants.n; i++)
		if (str_equal(model->constants.at[i].name, name))
			return true;
	for (size_t i = 0; i < model->types.n; i++)
		for (uint32_t e = 0; e < model->types.at[i].n_enumerators; e++)
			if (str_equal(model->types.at[i].enumerators[e].name, name))
				return true;
	return false;
}

/* Returns the end of the text that starts at p, with the texts behind it that the compiler joins. */
static const char *end_of_text(const char *p)
{
	for (;;) {
		for (p++; *p && *p != '"'; p++)
			p += *p == '\\' && p[1];
		p += *p == '"';
		const char *next = p + strspn(p, " \t\n");
		if (*next != '"')
			return p;
		p = next;
	}
}

static const char *end_of_char(const char *p)
{
	for (p++; *p && *p != '\''; p++)
		p += *p == '\\' && p[1];
	return p + (*p == '\'');
}

static const char *end_of_number(const char *p)
{
	while (is_name_char(*p) || *p == '.' || ((*p == '-' || *p == '+') && tolower((unsigned char)p[-1]) == 'e'))
		p++;
	return p;
}

/* True if the minus belongs to the number behind it. */
static bool is_sign(const token_list *tokens, const char *p)
{
	const char *number = p + 1;
	if (*p != '-' || !isdigit((unsigned char)*number))
		return false;
	return tokens->n && vec_last(tokens).n == 1 && strchr("(,={", vec_last(tokens).text[0]);
}

static struct token next_token(const struct model *model, const token_list *before, const char *p)
{
	struct token token = { TOKEN_OTHER, p, 1, false };
	if (isdigit((unsigned char)*p) || is_sign(before, p)) {
		token.kind = TOKEN_NUMBER;
		token.n = (size_t)(end_of_number(p + (*p == '-')) - p);
	} else if (*p == '"') {
		token.kind = TOKEN_TEXT;
		token.n = (size_t)(end_of_text(p) - p);
	} else if (*p == '\'') {
		token.kind = TOKEN_CHAR;
		token.n = (size_t)(end_of_char(p) - p);
	} else if (is_name_char(*p)) {
		token.n = 0;
		while (is_name_char(p[token.n]))
			token.n++;
		token.is_member = before->n && vec_last(before).text[0] == '>';
		char *name = xprintf("%.*s", (int)token.n, p);
		token.kind = is_constant(model, name) ? TOKEN_CONSTANT : TOKEN_NAME;
		free(name);
	}
	return token;
}

static void read_tokens(const struct model *model, const char *body, token_list *tokens)
{
	for (const char *p = body + strspn(body, " \t\n"); *p; p += strspn(p, " \t\n")) {
		struct token token = next_token(model, tokens, p);
		vec_push(tokens, token);
		p += token.n;
	}
}

static bool is_literal(const struct token *token)
{
	return token->kind != TOKEN_NAME && token->kind != TOKEN_OTHER;
}

static bool is_word(const struct token *token, const char *text)
{
	return token->n == strlen(text) && strncmp(token->text, text, token->n) == 0;
}

static bool same_token(const struct token *a, const struct token *b)
{
	return a->n == b->n && memcmp(a->text, b->text, a->n) == 0;
}

char *c_table_key(const struct model *model, const char *body)
{
	token_list tokens = { 0 };
	struct sb key = { 0 };
	read_tokens(model, body, &tokens);
	for (size_t i = 0; i < tokens.n; i++) {
		if (is_literal(&tokens.at[i]))
			sb_add(&key, "# ");
		else
			sb_addf(&key, "%.*s ", (int)tokens.at[i].n, tokens.at[i].text);
	}
	vec_release(&tokens);
	return sb_take(&key);
}

/* ---- columns ---- */

struct column {
	const char *name, *meaning;  /* `meaning` is the name without the number that tells it from another column */
	const char *declaration;     /* "const char *name" */
	uint32_t function;           /* the function whose argument it is; NONE: none */
	bool is_expected;            /* it is expected, or says which call fails; the function does not get it */
	size_t place;                /* of its first token */
};

struct table {
	const struct model *model;
	struct arena *arena;
	token_list *rows;            /* per body */
	size_t n;
	struct column columns[MOST_COLUMNS];
	size_t n_columns;
	int *column_of;              /* per token; -1: all rows have the same token */
};

/* The surroundings of a literal. */
struct place {
	const struct token *callee;  /* NULL: the literal is no argument */
	size_t open;                 /* of the bracket */
	uint32_t argument;
	bool in_braces;
};

static struct place place_of(const token_list *tokens, size_t at)
{
	struct place place = { 0 };
	int depth = 0;
	for (size_t i = at; i-- > 0;) {
		const struct token *token = &tokens->at[i];
		if (token->kind != TOKEN_OTHER)
			continue;
		char c = token->text[0];
		if (depth == 0 && (c == ';' || c == '}'))
			return place;
		if (depth == 0 && c == '{') {
			place.in_braces = true;
			return place;
		}
		if (depth == 0 && c == '(') {
			place.open = i;
			place.callee = i ? &tokens->at[i - 1] : NULL;
			return place;
		}
		place.argument += depth == 0 && c == ',';
		depth += (c == ')' || c == ']') - (c == '(' || c == '[');
	}
	return place;
}

/* Returns the function that a call names, or a method of that name behind an arrow. */
static uint32_t function_named(const struct model *model, const struct token *name)
{
	for (uint32_t i = 0; name && i < model->functions.n; i++) {
		const struct function *f = &model->functions.at[i];
		const char *called = f->method ? f->method : f->name;
		if (!name->is_member == !f->method && is_word(name, called))
			return i;
	}
	return NONE;
}

/* SIZE_MAX and its like, which no int holds. */
static bool is_large_limit(const struct token *token, bool *huge)
{
	static const char *const of_unsigned[] = { "SIZE_MAX", "ULONG_MAX", "ULLONG_MAX" }, *const others[] = {
		"UINT_MAX", "LONG_MAX", "LONG_MIN", "LLONG_MAX", "LLONG_MIN"
	};
	bool is_other = false;
	for (size_t i = 0; i < sizeof of_unsigned / sizeof *of_unsigned; i++)
		*huge |= is_word(token, of_unsigned[i]);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		is_other |= is_word(token, others[i]);
	return is_other;
}

/* Returns the narrowest plain type that holds all values of the column; NULL: the values are of several kinds. */
static const char *type_by_values(const struct table *table, size_t at)
{
	bool text = false, real = false, other = false, large = false, huge = false;
	for (size_t r = 0; r < table->n; r++) {
		const struct token *token = &table->rows[r].at[at];
		bool is_null = is_word(token, "NULL");
		text |= token->kind == TOKEN_TEXT;
		other |= token->kind != TOKEN_TEXT && !is_null;
		large |= is_large_limit(token, &huge);
		if (token->kind != TOKEN_NUMBER)
			continue;
		bool is_hex = token->n > 1 && (token->text[1] == 'x' || token->text[1] == 'X');
		real |= !is_hex && (memchr(token->text, '.', token->n) || memchr(token->text, 'e', token->n));
		unsigned long long value = strtoull(token->text + (token->text[0] == '-'), NULL, 0);
		large |= value > INT32_MAX;
		huge |= value > INT64_MAX;
	}
	if (text)
		return other ? NULL : "const char *";
	if (!other)
		return NULL;
	return real ? "double " : huge ? "unsigned long long " : large ? "long long " : "int ";
}

/* Returns the declaration of a column with a type of the model. */
static const char *declared_as(const struct table *table, type_id id, const char *name, size_t at)
{
	const struct type *type = model_type(table->model, id), *canonical = model_canonical(table->model, id);
	const char *by_values = type_by_values(table, at);
	bool is_text = by_values && str_equal(by_values, "const char *");
	if (is_text) {
		type_id target = type->kind == TYPE_POINTER ? type->target : canonical->target;
		bool is_chars = canonical->kind == TYPE_POINTER &&
		                str_equal(model_canonical(table->model, target)->spelling, "char");
		const char *star = is_chars && !model_type(table->model, target)->is_const ? "char *" : by_values;
		return is_chars ? arena_printf(table->arena, "%s%s", star, name) : NULL;
	}
	if (!by_values || canonical->kind == TYPE_POINTER || !type_is_scalar(canonical))
		return NULL;
	if (!type->spellable)
		return arena_printf(table->arena, "%s%s", by_values, name);
	return arena_printf(table->arena, "%s %s", c_unqualified(table->model, id, table->arena), name);
}

static const char *by_values(const struct table *table, size_t at, const char *name)
{
	const char *type = type_by_values(table, at);
	return type ? arena_printf(table->arena, "%s%s", type, name) : NULL;
}

static bool has_name(const struct table *table, const char *name)
{
	for (size_t i = 0; i < table->n_columns; i++)
		if (str_equal(table->columns[i].name, name))
			return true;
	return false;
}

/* True for macros that compare. They look at the first argument, or at the last if the expected value comes first. */
static bool is_comparison(const struct token *callee)
{
	static const char *const starts[] = { "CHECK", "assert_", "ck_assert", "TEST_ASSERT" };
	for (size_t i = 0; callee && i < sizeof starts / sizeof *starts; i++)
		if (callee->n >= strlen(starts[i]) && strncmp(callee->text, starts[i], strlen(starts[i])) == 0)
			return true;
	return false;
}

/* Returns the function whose result is compared with the literal, or NONE. */
static uint32_t compared_call(const struct table *table, const struct place *place)
{
	const token_list *tokens = &table->rows[0];
	uint32_t function = NONE;
	for (size_t i = place->open + 1; i + 1 < tokens->n && i <= place->open + 4; i++) {
		if (tokens->at[i + 1].text[0] != '(' || tokens->at[i].kind != TOKEN_NAME)
			continue;
		function = function_named(table->model, &tokens->at[i]);
		break;
	}
	return function;
}

static bool is_kind(const struct model *model, type_id type, enum type_kind kind)
{
	return model_canonical(model, type)->kind == kind;
}

/* Returns the name of a column for results of the function: "expected", or "count" of ring_count() where another
 * column is "expected". */
static const char *name_result(const struct table *table, const char *function)
{
	const char *word = strrchr(function, '_');
	if (!has_name(table, "expected") || !word || !word[1])
		return "expected";
	return name_is_reserved(word + 1) ? arena_printf(table->arena, "expected%s", word) : word + 1;
}

/* Returns the name of a column of expected values: one for the result of a call, else the name of the variable or
 * field. */
static const char *name_expected(const struct table *table, const struct place *place)
{
	const token_list *tokens = &table->rows[0];
	const struct token *last = NULL;
	uint32_t function = compared_call(table, place);
	if (function != NONE)
		return name_result(table, table->model->functions.at[function].name);
	if (place->open + 1 < tokens->n && is_word(&tokens->at[place->open + 1], "exit_status"))
		return "status";
	size_t commas = 0, from = place->argument == 0 ? 1 : 0; /* Unity names the expected value first */
	for (size_t i = place->open + 1; i < tokens->n && commas <= from && tokens->at[i].text[0] != ';'; i++) {
		commas += tokens->at[i].text[0] == ',';
		if (commas == from && tokens->at[i].kind == TOKEN_NAME)
			last = &tokens->at[i];
	}
	return last ? arena_strndup(table->arena, last->text, last->n) : "expected";
}

static struct column expected_column(const struct table *table, size_t at, const struct place *place)
{
	struct column column = {
		.name = name_expected(table, place), .function = NONE, .is_expected = true, .place = at
	};
	uint32_t function = compared_call(table, place);
	type_id result = function == NONE ? 0 : table->model->functions.at[function].result;
	if (place->argument > 1 && str_ends(arena_strndup(table->arena, place->callee->text, place->callee->n), "NEAR"))
		column.name = "tolerance";
	else if (place->argument > 1)
		column.name = "size";
	if (place->argument <= 1 && result &&
	    (is_kind(table->model, result, TYPE_INT) || is_kind(table->model, result, TYPE_ENUM)))
		column.declaration = declared_as(table, result, column.name, at);
	else
		column.declaration = by_values(table, at, column.name);
	return column;
}

/* Returns a column for "int name = LITERAL;", with the type of the declaration. */
static struct column declared_column(const struct table *table, size_t at)
{
	const token_list *tokens = &table->rows[0];
	struct column column = { .function = NONE, .place = at };
	if (at < 2 || tokens->at[at - 1].text[0] != '=' || tokens->at[at - 2].kind != TOKEN_NAME)
		return column;
	column.name = arena_strndup(table->arena, tokens->at[at - 2].text, tokens->at[at - 2].n);
	bool is_field = at >= 3 && tokens->at[at - 3].text[0] == '.';
	size_t start = at - 2;
	while (start > 0 && !is_field &&
	       (tokens->at[start - 1].kind == TOKEN_NAME || tokens->at[start - 1].text[0] == '*'))
		start--;
	if (start == at - 2 || is_field) {
		column.declaration = by_values(table, at, column.name);
		return column;
	}
	const char *from = tokens->at[start].text;
	column.declaration = arena_strndup(table->arena, from,
	                                   (size_t)(tokens->at[at - 2].text + tokens->at[at - 2].n - from));
	return column;
}

static struct column argument_column(const struct table *table, size_t at, const struct place *place)
{
	uint32_t f = function_named(table->model, place->callee);
	struct column column = { .name = "value", .function = f, .place = at };
	if (f == NONE) {
		const char *callee = arena_strndup(table->arena, place->callee->text, place->callee->n);
		column.is_expected = str_starts(callee, "fail_");
		column.name = column.is_expected ? "nth" : "value";
		column.declaration = by_values(table, at, column.name);
		return column;
	}
	const struct function *function = &table->model->functions.at[f];
	if (function->fails) {
		column.name = "nth";
		column.declaration = by_values(table, at, column.name);
		column.function = NONE;
		column.is_expected = true;
	} else if (place->argument < function->n_params) {
		const struct param *param = &function->params[place->argument];
		column.name = param->name && param->name[0] ? param->name : "value";
		column.declaration = declared_as(table, param->type, column.name, at);
	}
	return column;
}

/* Returns a column for an element of a short array: "uint8_t frame[] = {LITERAL}". */
static struct column element_column(const struct table *table, size_t at)
{
	const token_list *tokens = &table->rows[0];
	size_t open = at, close = at;
	while (open > 0 && tokens->at[open].text[0] != '{')
		open--;
	while (close < tokens->n && tokens->at[close].text[0] != '}')
		close++;
	struct column column = { .function = NONE, .place = at };
	bool is_array = open >= 4 && tokens->at[open - 1].text[0] == '=' && tokens->at[open - 2].text[0] == ']';
	size_t name = open;
	while (is_array && name > 0 && tokens->at[name].text[0] != '[')
		name--;
	if (!is_array || name < 2 || close - open > 2 * MOST_ELEMENTS || tokens->at[name - 1].kind != TOKEN_NAME)
		return column;
	column.name = arena_strndup(table->arena, tokens->at[name - 1].text, tokens->at[name - 1].n);
	size_t start = name - 1;
	while (start > 0 && tokens->at[start - 1].kind == TOKEN_NAME)
		start--;
	const char *from = tokens->at[start].text;
	column.declaration = start == name - 1 ? by_values(table, at, column.name)
	                                       : arena_strndup(table->arena, from,
	                                                       (size_t)(tokens->at[name - 1].text +
	                                                                tokens->at[name - 1].n - from));
	return column;
}

/* Returns the column for a token. A column without a declaration makes the table impossible. */
static struct column make_column(const struct table *table, size_t at)
{
	const token_list *tokens = &table->rows[0];
	struct place place = place_of(tokens, at);
	if (at && tokens->at[at - 1].text[0] == '=')
		return declared_column(table, at);
	if (place.in_braces)
		return element_column(table, at);
	if (!place.callee || place.callee->kind != TOKEN_NAME)
		return (struct column){ .name = NULL };
	/* An operand of a larger expression has no type of its own. */
	const char *before = tokens->at[at - 1].text, *behind = at + 1 < tokens->n ? tokens->at[at + 1].text : "";
	if (!strchr("(,", *before) || !strchr("),", *behind))
		return (struct column){ .name = NULL };
	return is_comparison(place.callee) ? expected_column(table, at, &place) : argument_column(table, at, &place);
}

static bool same_values(const struct table *table, size_t a, size_t b)
{
	for (size_t r = 0; r < table->n; r++)
		if (!same_token(&table->rows[r].at[a], &table->rows[r].at[b]))
			return false;
	return true;
}

/* Returns another column with the same values and type, which will do for both; -1: there is none. */
static int known_column(const struct table *table, const struct column *column)
{
	for (size_t i = 0; i < table->n_columns; i++) {
		size_t type = strlen(column->declaration) - strlen(column->name);
		const struct column *other = &table->columns[i];
		if (column->is_expected == other->is_expected && same_values(table, column->place, other->place) &&
		    strlen(other->declaration) - strlen(other->name) == type &&
		    strncmp(other->declaration, column->declaration, type) == 0)
			return (int)i;
	}
	return -1;
}

/* Adds a number to the column's name if another column has that name. */
static void rename_column(const struct table *table, struct column *column)
{
	const char *name = column->meaning = column->name;
	for (unsigned k = 2; has_name(table, name); k++)
		name = arena_printf(table->arena, "%s%u", column->name, k);
	size_t type = strlen(column->declaration) - strlen(column->name);
	column->declaration = arena_printf(table->arena, "%.*s%s", (int)type, column->declaration, name);
	column->name = name;
}

static bool add_column(struct table *table, size_t at)
{
	struct column column = make_column(table, at);
	if (!column.declaration)
		return false;
	int known = known_column(table, &column);
	if (known < 0) {
		if (table->n_columns == MOST_COLUMNS)
			return false;
		rename_column(table, &column);
		known = (int)table->n_columns;
		table->columns[table->n_columns++] = column;
	}
	table->column_of[at] = known;
	return true;
}

static bool differs(const struct table *table, size_t at)
{
	for (size_t r = 1; r < table->n; r++)
		if (!same_token(&table->rows[0].at[at], &table->rows[r].at[at]))
			return true;
	return false;
}

static bool is_free_of_change(const struct table *table, size_t at)
{
	for (size_t r = 0; r < table->n; r++)
		if (!is_literal(&table->rows[r].at[at]))
			return false;
	return true;
}

static bool find_columns(struct table *table)
{
	size_t n = table->rows[0].n;
	for (size_t r = 1; r < table->n; r++)
		if (table->rows[r].n != n)
			return false;
	table->column_of = ARENA_ARRAY(table->arena, int, n + 1);
	for (size_t at = 0; at < n; at++) {
		table->column_of[at] = -1;
		if (differs(table, at) && (!is_free_of_change(table, at) || !add_column(table, at)))
			return false;
	}
	return table->n_columns > 0;
}

/* ---- writing ---- */

static const char *free_name(const struct table *table, const char *body, const char *const *names)
{
	for (; *names; names++)
		if (!str_has_name(body, *names) && !has_name(table, *names))
			return *names;
	return NULL;
}

static size_t widest(const struct table *table, size_t column)
{
	size_t most = 0;
	for (size_t r = 0; r < table->n; r++) {
		size_t n = table->rows[r].at[table->columns[column].place].n;
		most = n > most ? n : most;
	}
	return most;
}

static size_t width_of_rows(const struct table *table)
{
	size_t width = 8;
	for (size_t c = 0; c < table->n_columns; c++)
		width += widest(table, c) + 2;
	return width;
}

/* Adds a cell. A text that was broken to fit the page stands on one line again. */
static void add_cell(const struct token *token, struct sb *out)
{
	const char *p = token->text, *end = p + token->n;
	while (p < end) {
		const char *line = memchr(p, '\n', (size_t)(end - p));
		if (!line) {
			sb_add_bytes(out, p, (size_t)(end - p));
			return;
		}
		sb_add_bytes(out, p, (size_t)(line - p));
		p = line + strspn(line, " \t\n");
		sb_add_char(out, ' ');
	}
}

static void write_rows(const struct table *table, const char *name, struct sb *out)
{
	bool is_aligned = width_of_rows(table) <= MOST_WIDTH;
	sb_add(out, "    static const struct {\n");
	for (size_t c = 0; c < table->n_columns; c++)
		sb_addf(out, "        %s;\n", table->columns[c].declaration);
	sb_addf(out, "    } %s[] = {\n", name);
	for (size_t r = 0; r < table->n; r++) {
		sb_add(out, "        { ");
		for (size_t c = 0; c < table->n_columns; c++) {
			const struct token *cell = &table->rows[r].at[table->columns[c].place];
			bool is_last = c + 1 == table->n_columns;
			add_cell(cell, out);
			sb_addf(out, "%s%*s", is_last ? "" : ", ",
			        is_aligned && !is_last ? (int)(widest(table, c) - cell->n) : 0, "");
		}
		sb_add(out, " },\n");
	}
	sb_add(out, "    };\n");
}

/* True if the only column holds numbers that follow one another, from *first on. */
static bool is_range(const struct table *table, long long *first)
{
	unsigned long long seen = 0;
	*first = LLONG_MAX;
	for (size_t r = 0; r < table->n && table->n_columns == 1; r++) {
		const struct token *token = &table->rows[r].at[table->columns[0].place];
		long long value = token->kind == TOKEN_NUMBER ? strtoll(token->text, NULL, 10) : LLONG_MAX;
		size_t digits = token->n - (token->text[0] == '-');
		if (digits > 6 || (digits > 1 && value < 10 && value > -10) ||
		    !isdigit((unsigned char)token->text[token->n - 1]))
			return false;
		*first = value < *first ? value : *first;
	}
	for (size_t r = 0; r < table->n && table->n_columns == 1 && table->n < 60; r++) {
		long long value = strtoll(table->rows[r].at[table->columns[0].place].text, NULL, 10) - *first;
		seen |= value < 60 ? 1ull << value : 0;
	}
	return table->n_columns == 1 && table->n < 60 && seen == (1ull << table->n) - 1;
}

static const char *range_counter(const struct table *table, const char *body)
{
	const char *name = table->columns[0].name;
	return str_has_name(body, name) ? arena_printf(table->arena, "any_%s", name) : name;
}

/* Writes the first body, indented by one level, with cells in place of tokens that differ; `name` NULL: with
 * the counter. */
static void write_loop(const struct table *table, const char *body, const char *name, const char *counter,
                       struct sb *out)
{
	const char *p = body;
	bool has_braces = strchr(body, '\n') && strchr(body, '\n')[1];
	long long first;
	if (name)
		sb_addf(out, "    for (size_t %s = 0; %s < sizeof %s / sizeof *%s; %s++)", counter, counter, name, name,
		        counter);
	else if (is_range(table, &first))
		sb_addf(out, "    for (%.*s%s = %lld; %s <= %lld; %s++)",
		        (int)(strlen(table->columns[0].declaration) - strlen(table->columns[0].name)),
		        table->columns[0].declaration, counter, first, counter, first + (long long)table->n - 1,
		        counter);
	sb_add(out, has_braces ? " {\n    " : "\n    ");
	for (size_t at = 0; at < table->rows[0].n; at++) {
		const struct token *token = &table->rows[0].at[at];
		for (; p < token->text; p++) {
			sb_add_char(out, *p);
			if (*p == '\n')
				sb_add(out, "    ");
		}
		if (table->column_of[at] >= 0 && !name)
			sb_add(out, counter);
		else if (table->column_of[at] >= 0)
			sb_addf(out, "%s[%s].%s", name, counter, table->columns[table->column_of[at]].name);
		else
			sb_add_bytes(out, token->text, token->n);
		p = token->text + token->n;
	}
	sb_add(out, has_braces ? "\n    }\n" : "\n");
}

static void table_init(struct table *table, const struct model *model, const char *const *bodies, size_t n)
{
	*table = (struct table){ .model = model, .arena = arena_new(), .n = n };
	table->rows = ARENA_ARRAY(table->arena, token_list, n + 1);
	for (size_t r = 0; r < n; r++)
		read_tokens(model, bodies[r], &table->rows[r]);
}

static void table_release(struct table *table)
{
	for (size_t r = 0; r < table->n; r++)
		vec_release(&table->rows[r]);
	arena_free(table->arena);
}

bool c_table_write(const struct model *model, const char *const *bodies, size_t n, struct sb *out)
{
	static const char *const names[] = { "cases", "rows", "table", NULL }, *const counters[] = { "i", "n", "k",
		                                                                                     "row", NULL };
	struct table table;
	table_init(&table, model, bodies, n);
	const char *name = NULL, *counter = NULL;
	if (n > 1 && find_columns(&table)) {
		name = free_name(&table, bodies[0], names);
		counter = free_name(&table, bodies[0], counters);
	}
	long long first;
	if (name && counter && is_range(&table, &first)) {
		write_loop(&table, bodies[0], NULL, range_counter(&table, bodies[0]), out);
	} else if (name && counter) {
		write_rows(&table, name, out);
		write_loop(&table, bodies[0], name, counter, out);
	}
	table_release(&table);
	return name && counter;
}

/* True if an earlier column has the same meaning: section and section2. */
static bool is_meant_before(const struct table *table, size_t column)
{
	for (size_t c = 0; c < column; c++)
		if (str_equal(table->columns[c].meaning, table->columns[column].meaning))
			return true;
	return false;
}

/* The column has an argument of the function, or the elements of an array that is named after a parameter. */
static bool is_of(const struct table *table, const struct column *column, uint32_t function)
{
	if (column->function != NONE || column->is_expected || function == NONE)
		return column->function == function;
	const struct function *called = &table->model->functions.at[function];
	for (uint32_t p = 0; p < called->n_params; p++)
		if (str_equal(column->meaning, called->params[p].name))
			return true;
	return false;
}

void c_table_varied(const struct model *model, const char *const *bodies, size_t n, uint32_t function, struct sb *out)
{
	struct table table;
	size_t before = out->n;
	table_init(&table, model, bodies, n);
	bool is_table = find_columns(&table);
	for (int own = 1; own >= 0 && is_table && out->n == before; own--)
		for (size_t c = 0; c < table.n_columns; c++)
			if ((own ? is_of(&table, &table.columns[c], function) : !table.columns[c].is_expected) &&
			    !is_meant_before(&table, c))
				sb_addf(out, "%s%s", out->n > before ? "_and_" : "", table.columns[c].meaning);
	table_release(&table);
}
