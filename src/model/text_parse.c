/* text_parse: reads the model's text form, which overrules all that was inferred.
 *
 * docs/model.md has the grammar. Lines about structs are applied first, wherever they are in the
 * text, because the handles decide which facts about functions need not be said. A line has all
 * facts about its function: facts that it leaves out are taken back. A fact that it changes becomes
 * a belief of the user; a fact that it repeats keeps its belief, so reading a printed model changes
 * nothing. */
#include <stdlib.h>
#include <string.h>

#include "model/facts.h"
#include "model/text.h"
#include "model/text_parse.h"

/* --- pieces of text --- */

char *text_trimmed(char *text)
{
	text += strspn(text, " \t");
	size_t n = strlen(text);
	while (n && strchr(" \t\r\n", text[n - 1]))
		text[--n] = 0;
	return text;
}

char *text_cut(char **rest, char separator)
{
	char *start = *rest;
	int depth = 0;
	for (char *p = start; *p; p++) {
		depth += (*p == '(') - (*p == ')');
		if (*p == separator && depth <= 0) {
			*p = 0;
			*rest = p + 1;
			return text_trimmed(start);
		}
	}
	*rest = NULL;
	return text_trimmed(start);
}

/* Cuts "(...)" off the end of a fact and returns the text in it; NULL: there is none. */
static char *take_remark(char *fact)
{
	size_t n = strlen(fact);
	if (!n || fact[n - 1] != ')')
		return NULL;
	int depth = 0;
	for (size_t i = n; i-- > 0;) {
		depth += (fact[i] == ')') - (fact[i] == '(');
		if (depth == 0 && i > 0 && fact[i - 1] == ' ') {
			fact[n - 1] = 0;
			fact[i] = 0;
			text_trimmed(fact);
			return fact + i + 1;
		}
	}
	return NULL;
}

const char *text_after(const char *text, const char *prefix)
{
	return str_starts(text, prefix) ? text + strlen(prefix) : NULL;
}

/* --- names that are nearly right --- */

static unsigned distance(const char *a, const char *b)
{
	unsigned row[64];
	size_t n = strlen(a), m = strlen(b);
	if (n >= 63 || m >= 63)
		return 99;
	for (size_t k = 0; k <= m; k++)
		row[k] = (unsigned)k;
	for (size_t i = 1; i <= n; i++) {
		unsigned corner = row[0];
		row[0] = (unsigned)i;
		for (size_t k = 1; k <= m; k++) {
			unsigned change = corner + (a[i - 1] != b[k - 1]),
			         best = row[k] < row[k - 1] ? row[k] : row[k - 1];
			corner = row[k];
			row[k] = best + 1 < change ? best + 1 : change;
		}
	}
	return row[m];
}

status unknown_function(struct text_reader *r, const char *name)
{
	const char *best = NULL;
	unsigned least = 4;
	for (size_t i = 0; i < r->model->functions.n; i++) {
		unsigned d = distance(name, r->model->functions.at[i].name);
		if (d < least) {
			least = d;
			best = r->model->functions.at[i].name;
		}
	}
	if (best)
		return COMPLAIN(r, "the unit has no function %s; did you mean %s?", name, best);
	return COMPLAIN(r, "the unit has no function %s; functions without a line keep what was inferred", name);
}

uint32_t text_find_param(const struct function *f, const char *name)
{
	for (uint32_t i = 0; i < f->n_params; i++)
		if (str_equal(f->params[i].name, name))
			return i;
	return NONE;
}

status unknown_param(struct text_reader *r, const struct function *f, const char *name)
{
	struct sb signature = { 0 };
	signature_print(f, &signature);
	status st = COMPLAIN(r, "%s has no parameter %s", sb_text(&signature), name);
	sb_release(&signature);
	return st;
}

/* --- lines about functions --- */

struct told {
	struct param *params;    /* as the line says */
	bool *role_told, *null_told;
	bool is_observer, result_freed;
	const char *not_called;  /* NULL: the function is called */
};

static status does_not_apply(struct text_reader *r, const char *name, const char *fact)
{
	return COMPLAIN(
	        r,
	        "'%s' is not understood for %s. What fits: any value, handle, object, string, file name, format, "
	        "buffer, buffer of N bytes, buffer of N elements, buffer up to P, buffer through P, cursor up to P, place in P, out-parameter, pointer to one T, file, callback, "
	        "user pointer of F, array of strings, array until NUMBER, array until FIELD is NUMBER, may be null, not null, destroyed, taken over, freed by the caller, or its type",
	        fact, name);
}

static void set_role(struct told *told, uint32_t i, enum role role)
{
	struct param *p = &told->params[i];
	p->role = role;
	p->partner = NONE;
	p->count = 0;
	p->length_in_bytes = p->length_is_pointer = p->is_last = false;
	told->role_told[i] = true;
}

static status set_length(struct text_reader *r, const struct function *f, struct told *told, uint32_t buffer,
                         uint32_t length, bool in_bytes)
{
	struct param *b = &told->params[buffer], *l = &told->params[length];
	const struct type *t = model_canonical(r->model, l->type);
	bool by_address = t->kind == TYPE_POINTER;
	if (by_address)
		t = model_canonical(r->model, t->target);
	if (buffer == length || (t->kind != TYPE_INT && t->kind != TYPE_ENUM))
		return COMPLAIN(r, "%s cannot be the length of %s: it is no integer", f->params[length].name, b->name);
	b->partner = length;
	b->length_in_bytes = in_bytes;
	if (l->role == ROLE_LENGTH && l->length_in_bytes != in_bytes)
		return COMPLAIN(r, "%s counts bytes for one buffer and elements for another", l->name);
	if (l->role == ROLE_LENGTH)
		return NULL;
	set_role(told, length, ROLE_LENGTH);
	l->partner = buffer;
	l->length_in_bytes = in_bytes;
	l->length_is_pointer = by_address;
	return NULL;
}

/* The forms in which a line says that two pointers lead into one buffer; the other parameter
 * follows. */
static const struct end_form {
	const char *words;
	enum role begin;
	bool is_place, is_last;
} end_forms[] = {
	{ "buffer up to ", ROLE_BUFFER, false, false }, { "buffer through ", ROLE_BUFFER, false, true },
	{ "cursor up to ", ROLE_OBJECT, false, false }, { "cursor through ", ROLE_OBJECT, false, true },
	{ "place in ", ROLE_BUFFER, true, false },
};

static status read_end(struct text_reader *r, const struct function *f, struct told *told, uint32_t i, const char *name,
                       const struct end_form *form)
{
	uint32_t other = text_find_param(f, name), begin = form->is_place ? other : i, end = form->is_place ? i : other;
	if (other == NONE)
		return unknown_param(r, f, name);
	bool is_cursor = form->begin == ROLE_OBJECT || (form->is_place && told->params[begin].role == ROLE_OBJECT &&
	                                                told->params[begin].partner != NONE);
	if (begin == end ||
	    !(is_cursor ? model_can_be_cursor : model_can_be_end)(r->model, f->params[begin].type, f->params[end].type))
		return COMPLAIN(r, "%s is no place in %s: they are not pointers to the same type", f->params[end].name,
		                f->params[begin].name);
	if (!form->is_place || (!is_cursor && told->params[begin].role != ROLE_BUFFER))
		set_role(told, begin, form->begin);
	if (!form->is_place)
		told->params[begin].partner = end;
	set_role(told, end, ROLE_END);
	told->params[end].partner = begin;
	told->params[end].is_last = form->is_last;
	return NULL;
}

/* Reads "n ints", "*n bytes" or "16 ints" after "buffer of ". */
static status read_buffer(struct text_reader *r, const struct function *f, struct told *told, uint32_t i,
                          const char *fact, const char *size)
{
	struct sb elements = { 0 };
	const struct type *t = model_canonical(r->model, f->params[i].type);
	if (t->kind != TYPE_POINTER)
		return COMPLAIN(r, "%s cannot be a buffer: it is no pointer", f->params[i].name);
	elements_print(r->model, f->params[i].type, &elements);
	bool by_address = size[0] == '*';
	size += by_address;
	size_t n = strcspn(size, " ");
	const char *what = size[n] ? size + n + 1 : "";
	bool is_void = model_canonical(r->model, t->target)->kind == TYPE_VOID;
	bool in_bytes = str_equal(what, "bytes");
	bool fits = in_bytes || str_equal(what, sb_text(&elements)) || str_equal(what, "elements");
	const char *name = arena_strndup(r->arena, size, n);
	sb_release(&elements);
	if (!fits)
		return does_not_apply(r, f->params[i].name, fact);
	set_role(told, i, ROLE_BUFFER);
	char *end;
	unsigned long count = strtoul(name, &end, 10);
	if (!*end && count > 0 && count < UINT32_MAX) {
		uint64_t one = model_canonical(r->model, t->target)->size;
		if (in_bytes && !is_void && one > 1)
			count = (count + one - 1) / one;
		told->params[i].count = (uint32_t)count;
		return NULL;
	}
	uint32_t length = text_find_param(f, name);
	if (length == NONE)
		return unknown_param(r, f, name);
	return set_length(r, f, told, i, length, in_bytes);
}

static status read_partner(struct text_reader *r, const struct function *f, struct told *told, uint32_t i,
                           enum role role, const char *name)
{
	uint32_t partner = text_find_param(f, name);
	if (partner == NONE)
		return unknown_param(r, f, name);
	set_role(told, i, role);
	if (role == ROLE_ARGV)
		return set_length(r, f, told, i, partner, false);
	if (model_default_role(r->model, f->params[partner].type) != ROLE_CALLBACK)
		return COMPLAIN(r, "%s is no callback", name);
	told->params[i].partner = partner;
	return NULL;
}

static bool read_plain_role(const char *fact, enum role *role)
{
	for (unsigned i = 0; i < N_ROLES; i++)
		if (i != ROLE_LENGTH && i != ROLE_USER_DATA && i != ROLE_END && i != ROLE_ARRAY &&
		    str_equal(fact, role_name((enum role)i))) {
			*role = (enum role)i;
			return true;
		}
	if (text_after(fact, "pointer to one ")) {
		*role = ROLE_OBJECT;
		return true;
	}
	return false;
}

static status read_role(struct text_reader *r, const struct function *f, struct told *told, uint32_t i,
                        const char *fact)
{
	struct param *p = &told->params[i];
	enum role role;
	const char *rest = text_after(fact, "buffer of ");
	if (rest)
		return read_buffer(r, f, told, i, fact, rest);
	for (size_t k = 0; k < sizeof end_forms / sizeof *end_forms; k++)
		if ((rest = text_after(fact, end_forms[k].words)) != NULL)
			return read_end(r, f, told, i, rest, &end_forms[k]);
	rest = text_after(fact, "user pointer of ");
	if (rest)
		return read_partner(r, f, told, i, ROLE_USER_DATA, rest);
	rest = text_after(fact, ARRAY_UNTIL);
	if (rest) {
		set_role(told, i, ROLE_ARRAY);
		return ending_read(r, p->type, rest, &p->ending);
	}
	rest = text_after(fact, "array of ");
	if (rest && str_ends(rest, " strings"))
		return read_partner(r, f, told, i, ROLE_ARGV,
		                    arena_strndup(r->arena, rest, strlen(rest) - (sizeof " strings" - 1)));
	if (str_equal(fact, model_type(r->model, p->type)->spelling))
		return NULL;
	if (!read_plain_role(fact, &role))
		return does_not_apply(r, p->name, fact);
	bool is_pointer = model_canonical(r->model, p->type)->kind == TYPE_POINTER;
	if (role == ROLE_DESCRIPTOR && !model_can_be_descriptor(r->model, p->type))
		return COMPLAIN(r, "%s cannot be a descriptor: it is no int", p->name);
	if (role != ROLE_VALUE && role != ROLE_DESCRIPTOR && !is_pointer)
		return COMPLAIN(r, "%s cannot be a %s: it is no pointer", p->name, fact);
	if (role == ROLE_CALLBACK && model_default_role(r->model, p->type) != ROLE_CALLBACK)
		return COMPLAIN(r, "%s cannot be a callback: it does not point to a function", p->name);
	set_role(told, i, role);
	return NULL;
}

/* Reads the belief and the note from "learned: why" or "from the code: why". */
static void read_remark(struct text_reader *r, const char *remark, enum belief *belief, const char **note)
{
	const char *learned = remark ? text_after(remark, "learned") : NULL,
	           *code = remark ? text_after(remark, "from the code") : NULL;
	const char *rest = learned ? learned : code;
	*belief = learned ? BELIEF_LEARNED : code ? BELIEF_CODE : BELIEF_USER;
	const char *why = rest ? text_after(rest, ": ") : NULL;
	if (why)
		*note = arena_strdup(r->model->arena, why);
}

static bool is_address_of_pointer(const struct model *model, type_id type)
{
	const struct type *pointer = model_canonical(model, type);
	return pointer->kind == TYPE_POINTER && model_canonical(model, pointer->target)->kind == TYPE_POINTER;
}

static status read_fact(struct text_reader *r, const struct function *f, struct told *told, uint32_t i, char *fact)
{
	struct param *p = &told->params[i];
	char *remark = take_remark(fact);
	fact = text_trimmed(fact);
	if (str_equal(fact, "may be null") || str_equal(fact, "not null")) {
		p->null = fact[0] == 'm' ? NULL_ALLOWED : NULL_FORBIDDEN;
		read_remark(r, remark, &p->null_belief, &p->note);
		told->null_told[i] = true;
		return NULL;
	}
	bool *const flags[] = { &p->destroyed, &p->taken, &p->left_to_free };
	static const char *const names[] = { "destroyed", "taken over", FREED_BY_CALLER };
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		if (str_equal(fact, names[k])) {
			if (flags[k] == &p->left_to_free && !is_address_of_pointer(r->model, p->type))
				return COMPLAIN(r,
				                "%s is no address of a pointer, so nothing is left there to be freed",
				                p->name);
			*flags[k] = true;
			return NULL;
		}
	TRY(read_role(r, f, told, i, fact));
	read_remark(r, remark, &p->belief, &p->note);
	return NULL;
}

static status read_segment(struct text_reader *r, const struct function *f, struct told *told, char *segment)
{
	if (str_equal(segment, "observer")) {
		told->is_observer = true;
		return NULL;
	}
	if (str_equal(segment, "result " FREED_BY_CALLER)) {
		if (model_canonical(r->model, f->result)->kind != TYPE_POINTER)
			return COMPLAIN(r, "%s gives nothing that could be freed", f->name);
		told->result_freed = true;
		return NULL;
	}
	if (str_equal(segment, "context") && f->is_context)
		return NULL;
	if ((str_equal(segment, "static") || text_after(segment, "static in ")) && f->is_static)
		return NULL;
	if (f->method && str_starts(segment, CALLED_AS))
		return NULL;
	if ((str_equal(segment, SETS_VARIABLE) && f->sets) || (str_equal(segment, SETS_FIELD) && f->holder) ||
	    (str_equal(segment, HAS_CALLS_FAIL) && f->fails) || (str_equal(segment, LAST_RESORT) && f->is_last_resort))
		return NULL;
	char *colon = strchr(segment, ':');
	if (!colon)
		return COMPLAIN(
		        r,
		        "'%s' is not understood for %s. What fits: PARAMETER: facts, observer, result freed by the caller, %snot called: why",
		        segment, f->name, f->is_static ? "static, " : "");
	*colon = 0;
	uint32_t i = text_find_param(f, text_trimmed(segment));
	if (i == NONE)
		return unknown_param(r, f, text_trimmed(segment));
	char *rest = colon + 1;
	while (rest)
		TRY(read_fact(r, f, told, i, text_cut(&rest, ',')));
	return NULL;
}

static status read_segments(struct text_reader *r, const struct function *f, struct told *told, char *text)
{
	char *rest = text_trimmed(text);
	while (rest && *rest) {
		rest = text_trimmed(rest);
		const char *why = text_after(rest, "not called");
		if (why) { /* the rest of the line is free text */
			why = text_after(why, ":");
			told->not_called = why && why[strspn(why, " ")] ? why + strspn(why, " ") : SWITCHED_OFF;
			return NULL;
		}
		TRY(read_segment(r, f, told, text_cut(&rest, ';')));
	}
	return NULL;
}

/* Checks at the end, because a later fact of the line may have changed the role of a buffer or of
 * its end. */
static status check_ends(struct text_reader *r, const struct function *f, const struct told *told)
{
	for (uint32_t i = 0; i < f->n_params; i++) {
		const struct param *p = &told->params[i];
		const struct param *partner = p->partner != NONE ? &told->params[p->partner] : NULL;
		bool is_lost = p->role == ROLE_END && partner->role != ROLE_BUFFER &&
		               !(partner->role == ROLE_OBJECT && partner->partner != NONE);
		bool has_lost = (p->role == ROLE_BUFFER || p->role == ROLE_OBJECT) && partner &&
		                (partner->role != ROLE_LENGTH && (partner->role != ROLE_END || partner->partner != i));
		if (is_lost || has_lost)
			return COMPLAIN(r, "%s and %s belong together, and the line says something else of one of them",
			                p->name, partner->name);
	}
	return NULL;
}

/* The facts that need not be said, before the line is read. */
static struct told start_telling(struct text_reader *r, const struct function *f)
{
	struct told told = { 0 };
	told.params = arena_memdup(r->arena, f->params, f->n_params * sizeof *f->params);
	told.role_told = ARENA_ARRAY(r->arena, bool, f->n_params);
	told.null_told = ARENA_ARRAY(r->arena, bool, f->n_params);
	for (uint32_t i = 0; i < f->n_params; i++) {
		struct param *p = &told.params[i];
		set_role(&told, i, model_default_role(r->model, p->type));
		told.role_told[i] = false;
		p->null = NULL_UNKNOWN;
		p->note = NULL;
		p->belief = p->null_belief = BELIEF_USER;
		p->taken = p->left_to_free = false;
		if (model_object_of(r->model, p->type) == NONE)
			p->destroyed = false;
	}
	return told;
}

static bool same_role(const struct param *a, const struct param *b)
{
	return a->role == b->role && a->partner == b->partner && a->count == b->count &&
	       a->length_in_bytes == b->length_in_bytes && a->length_is_pointer == b->length_is_pointer &&
	       a->is_last == b->is_last;
}

static void apply_param(struct param *p, const struct param *told)
{
	struct param old = *p;
	*p = *told;
	bool role_stays = same_role(&old, told), null_stays = old.null == told->null;
	if (role_stays && told->belief == BELIEF_USER)
		p->belief = old.belief;
	if (null_stays && told->null_belief == BELIEF_USER)
		p->null_belief = old.null_belief;
	if (role_stays && null_stays && !told->note)
		p->note = old.note;
}

static void apply_not_called(struct model *model, struct function *f, const char *reason)
{
	if (f->switched_off) {
		f->switched_off = false;
		f->why_not = NULL;
	}
	if (!reason)
		f->left_alone = NULL; /* the user wants the variable to be set all the same */
	if (!reason || (f->why_not && str_equal(f->why_not, reason)) ||
	    (f->left_alone && str_equal(f->left_alone, reason)))
		return;
	if (f->why_not)
		return; /* it cannot be called, whatever reason the user gives */
	f->switched_off = true;
	f->why_not = str_equal(reason, SWITCHED_OFF) ? NULL : arena_strdup(model->arena, reason);
}

static void apply_function(struct model *model, struct function *f, const struct told *told)
{
	f->is_destroyer = false;
	for (uint32_t i = 0; i < f->n_params; i++) {
		apply_param(&f->params[i], &told->params[i]);
		f->is_destroyer |= f->params[i].destroyed;
	}
	f->is_observer = told->is_observer;
	if (f->result_freed != told->result_freed)
		f->is_maker = told->result_freed;
	if (told->result_freed) {
		f->made_param = NONE;
		f->maker_told = true;
	}
	f->result_freed = told->result_freed;
	apply_not_called(model, f, told->not_called);
}

/* Finds a function by its name; if static functions share the name, "static in FILE" tells which. */
static struct function *find_function(struct model *model, const char *name, const char *facts)
{
	struct function *found = NULL;
	for (size_t i = 0; i < model->functions.n; i++) {
		struct function *f = &model->functions.at[i];
		if (!str_equal(f->name, name))
			continue;
		const char *place = strstr(facts, "static in ");
		size_t n = strlen(f->file);
		if (!found)
			found = f;
		if (place && strncmp(place + 10, f->file, n) == 0 && strchr("; \t\r\n", place[10 + n]))
			return f;
	}
	return found;
}

static status read_function(struct text_reader *r, char *text)
{
	char *open = strchr(text, '('), *close = strchr(open, ')');
	if (!close)
		return COMPLAIN(r, "a ')' is missing after '%s'", text_trimmed(text));
	const char *name = arena_strndup(r->arena, text, (size_t)(open - text));
	struct function *f = find_function(r->model, name, close + 1);
	if (!f)
		return unknown_function(r, name);
	struct sb signature = { 0 };
	signature_print(f, &signature);
	size_t n = (size_t)(close - text) + 1;
	bool same = n == signature.n && memcmp(text, signature.text, n) == 0;
	const char *expected = arena_strdup(r->arena, sb_text(&signature));
	sb_release(&signature);
	if (!same)
		return COMPLAIN(r, "the parameters of %s are %s", name, expected + strlen(name));
	struct told told = start_telling(r, f);
	TRY(read_segments(r, f, &told, close + 1));
	TRY(check_ends(r, f, &told));
	apply_function(r->model, f, &told);
	return NULL;
}

/* --- the whole text --- */

static bool is_function_line(const char *text)
{
	size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$");
	return n && text[n] == '(';
}

/* The next line, joined with the indented lines that continue it; NULL: there is none. */
static char *next_line(struct text_reader *r, const char **text, unsigned *line)
{
	struct sb joined = { 0 };
	while (**text) {
		size_t n = strcspn(*text, "\n");
		const char *start = *text + strspn(*text, " \t\r");
		bool blank = *start == '\n' || !*start, comment = *start == '#', continues = start > *text;
		if (joined.n && (!continues || blank))
			break;
		++*line;
		if (!blank && !comment) {
			if (!joined.n)
				r->line = *line;
			sb_add_char(&joined, ' ');
			sb_add_bytes(&joined, *text, n);
		}
		*text += n + ((*text)[n] == '\n');
	}
	char *result = joined.n ? text_trimmed(arena_strdup(r->arena, joined.text)) : NULL;
	sb_release(&joined);
	return result;
}

static status read_lines(struct text_reader *r, const char *text, bool functions)
{
	unsigned line = 0;
	for (char *next; (next = next_line(r, &text, &line));)
		if (is_function_line(next) == functions)
			TRY(functions              ? read_function(r, next)
			    : is_fields_line(next) ? read_fields(r, next)
			                           : read_object(r, next));
	return NULL;
}

status model_correct(struct model *model, const char *text, const char *file_name)
{
	struct text_reader reader = { .model = model, .file = file_name, .arena = arena_new() };
	status st = read_lines(&reader, text, false);
	if (!st)
		st = read_lines(&reader, text, true);
	arena_free(reader.arena);
	if (!st)
		model_check(model);
	return st;
}
