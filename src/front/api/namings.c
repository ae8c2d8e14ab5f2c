/* namings: the names that the unit's own code gives to numbers.
 *
 * `return Z_BUF_ERROR;` and `if (flush == Z_FINISH)` say that a result of -5 and an argument of 4
 * have names there. Named numbers mostly come in groups: the enumerators of one enum, or macros
 * that are defined one after the other without an empty line between. If the code compares a value
 * with a number of a group, or returns one, all names of the group apply there.
 *
 * Names are handed on along values: from a parameter that the value is passed to, and from the
 * function whose result is returned. Two cases have only the names that the code itself uses there,
 * because 2 may be two bytes: a function that also returns a count, and a parameter or field that
 * the code computes with. */
#include "front/api/namings.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

#define MAX_ROUNDS 8u     /* most steps along which names are handed on */
#define MAX_ALIASES 4u    /* most steps from one name to another */

struct namings *namings_of(struct modeller *m)
{
	if (!m->namings)
		m->namings = xcalloc(1, sizeof *m->namings);
	return m->namings;
}

void namings_free(struct namings *namings)
{
	if (!namings)
		return;
	vec_release(&namings->named);
	vec_release(&namings->mentions);
	vec_release(&namings->handings);
	strmap_release(&namings->by_name);
	strmap_release(&namings->counting);
	strmap_release(&namings->counted);
	vec_release(&namings->own);
	strmap_release(&namings->functions);
	strmap_release(&namings->records);
	map_release(&namings->known);
	map_release(&namings->known_of_fields);
	free(namings);
}

/* ---- what has a name ---- */

/* There is an empty line between two places in a file. */
static bool has_empty_line(struct modeller *m, CXFile file, uint32_t from, uint32_t to)
{
	size_t size = 0;
	const char *text = clang_getFileContents(m->parsed->original, file, &size);
	bool is_empty = false;
	for (size_t i = from; text && i < to && i < size; i++) {
		if (text[i] == '\n' && is_empty)
			return true;
		is_empty = text[i] == '\n' || (is_empty && isspace((unsigned char)text[i]));
	}
	return false;
}

static void note_named(struct modeller *m, const char *name, CXCursor definition, uint32_t list)
{
	struct namings *namings = namings_of(m);
	CXSourceRange extent = clang_getCursorExtent(definition);
	struct spot start = spot_of(clang_getRangeStart(extent)), end = spot_of(clang_getRangeEnd(extent));
	bool added;
	uint64_t *index = strmap_put(&namings->by_name, name, &added);
	if (!added || !start.file)
		return;
	*index = namings->named.n;
	struct named named = { .name = name, .file = hidden_file(m, start.file), .end = end.offset, .list = list };
	const struct named *last = namings->named.n ? &vec_last(&namings->named) : NULL;
	named.stands_apart = !last || last->file != named.file || last->end > start.offset ||
	                     has_empty_line(m, start.file, last->end, start.offset);
	vec_push(&namings->named, named);
}

void namings_note_macro(struct modeller *m, const char *name, CXCursor definition)
{
	note_named(m, name, definition, 0);
}

void namings_note_enum(struct modeller *m, const struct type *type, CXCursor declaration)
{
	uint32_t list = ++namings_of(m)->n_lists;
	for (uint32_t i = 0; i < type->n_enumerators; i++)
		note_named(m, type->enumerators[i].name, declaration, list);
}

const char *named_place_key(struct modeller *m, const struct named_place *place)
{
	return place->function ? arena_printf(m->model->arena, "%s, parameter %u", place->function, place->param)
	                       : arena_printf(m->model->arena, "%s.%s", place->record, place->field);
}

/* ---- all together ---- */

/* A parameter or result of a function, and a group of names that it has. */
struct meaning {
	uint32_t param, group;
};
typedef VEC(struct meaning) meaning_list; /* the meanings of one function */

static uint32_t function_named(const struct modeller *m, const char *name)
{
	const uint64_t *index = strmap_get(&m->namings->functions, name);
	return index ? (uint32_t)*index : NONE;
}

static const struct constant *constant_named(const struct modeller *m, const char *name)
{
	const uint64_t *index = strmap_get(&m->constants, name);
	return index ? &m->model->constants.at[*index] : NULL;
}

/* Makes groups of macros in a row. A group ends before a value that it has already, and at a macro
 * that is no number. */
static void find_groups(struct modeller *m)
{
	struct namings *namings = m->namings;
	struct map values = { 0 }; /* value -> the last group with this value */
	uint32_t group = 0;
	for (size_t i = 0; i < namings->named.n; i++) {
		struct named *named = &namings->named.at[i], *last = i ? named - 1 : NULL;
		const struct constant *constant = constant_named(m, named->name);
		uint64_t *seen = constant ? map_put(&values, (uint64_t)constant->value, NULL) : NULL;
		bool goes_on = constant && last && last->group && named->list == last->list;
		if (!named->list)
			goes_on = goes_on && !named->stands_apart && *seen != group;
		group += !goes_on;
		named->group = constant ? group : 0;
		if (seen)
			*seen = group;
	}
	map_release(&values);
}

static void add_meaning(meaning_list *meanings, struct meaning meaning)
{
	for (size_t i = 0; i < meanings->n; i++)
		if (memcmp(&meanings->at[i], &meaning, sizeof meaning) == 0)
			return;
	vec_push(meanings, meaning);
}

/* The file that a test which calls the function includes: the header that declares the function, or
 * the source itself. */
static uint32_t root_of(const struct modeller *m, uint32_t index)
{
	const struct function *function = &m->model->functions.at[index];
	uint32_t header = function->is_static ? NONE : hidden_header_of(m, function->name);
	return header != NONE || index >= m->namings->own.n ? header : m->namings->own.at[index].file;
}

/* The macro is written as an unsigned number; compilers warn when a signed number is compared with
 * it. */
static bool is_written_unsigned(const struct modeller *m, const char *name)
{
	const uint64_t *index = strmap_get(&m->macro_index, name);
	const struct macro *macro = index ? &m->macros.at[*index] : NULL;
	for (uint32_t i = 0; macro && i < macro->n_tokens; i++) {
		const char *token = macro->tokens[i];
		if (isdigit((unsigned char)token[0]) &&
		    (token[strcspn(token, "uU")] || strtoull(token, NULL, 0) > INT64_MAX))
			return true;
	}
	return macro && constant_named(m, name)->value > INT32_MAX;
}

/* A comparison with this type causes no warning about signs. */
static bool can_be_compared(const struct modeller *m, const struct type *type, const char *name)
{
	return type->is_signed ? !is_written_unsigned(m, name) : constant_named(m, name)->value >= 0;
}

static void add_naming(struct modeller *m, uint32_t function, uint32_t param, const struct named *named)
{
	struct model *model = m->model;
	const struct constant *constant = constant_named(m, named->name);
	struct naming naming = { function, param, (uint32_t)(constant - model->constants.at) };
	uint32_t root = root_of(m, function);
	const struct type *result = model_canonical(model, model->functions.at[function].result);
	if (root == NONE || !hidden_sees(m, root, named->file) ||
	    (param == NONE && !can_be_compared(m, result, named->name)))
		return;
	bool added;
	map_put(&m->namings->known, hash_bytes(&naming, sizeof naming, 0), &added);
	if (added)
		vec_push(&model->namings, naming);
}

static bool can_be_named(const struct model *model, uint32_t function, uint32_t param)
{
	const struct function *f = &model->functions.at[function];
	return param == NONE ? model_canonical(model, f->result)->kind == TYPE_INT
	                     : param < f->n_params && model_canonical(model, f->params[param].type)->kind == TYPE_INT;
}

static void add_field_naming(struct modeller *m, const struct named_place *place, const struct named *named)
{
	struct model *model = m->model;
	const uint64_t *type = strmap_get(&m->namings->records, place->record);
	struct field_naming naming = { .record = type ? (type_id)*type : 0,
		                       .constant = (uint32_t)(constant_named(m, named->name) - model->constants.at) };
	const struct type *record = model_type(model, naming.record);
	while (naming.field < record->n_fields && !str_equal(record->fields[naming.field].name, place->field))
		naming.field++;
	if (naming.field == record->n_fields)
		return;
	const struct type *field = model_canonical(model, record->fields[naming.field].type);
	if (field->kind != TYPE_INT || !can_be_compared(m, field, named->name) ||
	    !hidden_sees(m, place->file, named->file))
		return;
	bool added;
	map_put(&m->namings->known_of_fields, hash_bytes(&naming, sizeof naming, 0), &added);
	if (added)
		vec_push(&model->field_namings, naming);
}

static bool is_counted(struct modeller *m, const struct named_place *place)
{
	return strmap_get(&m->namings->counted, named_place_key(m, place)) != NULL;
}

static void name_field_group(struct modeller *m, const struct named_place *place, uint32_t group)
{
	const struct namings *namings = m->namings;
	for (size_t i = 0; i < namings->named.n; i++)
		if (namings->named.at[i].group == group)
			add_field_naming(m, place, &namings->named.at[i]);
}

/* Lists the names that the code itself uses for a field first, then the others of their group. */
static void settle_fields(struct modeller *m, bool groups)
{
	const struct namings *namings = m->namings;
	struct strmap done = { 0 };
	for (size_t i = 0; i < namings->mentions.n; i++) {
		const struct mention *mention = &namings->mentions.at[i];
		const struct constant *constant = constant_named(m, mention->name);
		const uint64_t *index = strmap_get(&namings->by_name, mention->name);
		bool added;
		if (mention->place.function || !constant || !index || constant->value != mention->value)
			continue;
		const struct named *named = &namings->named.at[*index];
		if (!groups) {
			add_field_naming(m, &mention->place, named);
			continue;
		}
		if (!mention->means_group || !named->group || is_counted(m, &mention->place))
			continue;
		strmap_put(&done,
		           arena_printf(m->model->arena, "%s, %u", named_place_key(m, &mention->place), named->group),
		           &added);
		if (added)
			name_field_group(m, &mention->place, named->group);
	}
	strmap_release(&done);
}

/* The named number that a macro like `#define bad_input PUNYCODE_BAD_INPUT` stands for; NULL: it has a number of
 * its own. */
static const struct named *stands_for(const struct modeller *m, const struct named *named)
{
	const uint64_t *macro = strmap_get(&m->macro_index, named->name);
	const char *other = macro && m->macros.at[*macro].n_tokens == 1 ? m->macros.at[*macro].tokens[0] : NULL;
	const uint64_t *index = other && constant_named(m, other) ? strmap_get(&m->namings->by_name, other) : NULL;
	return index ? &m->namings->named.at[*index] : NULL;
}

/* Adds the names that the code itself uses at a place. */
static void settle_mentions(struct modeller *m, meaning_list *meanings)
{
	struct namings *namings = m->namings;
	for (size_t i = 0; i < namings->mentions.n; i++) {
		const struct mention *mention = &namings->mentions.at[i];
		const struct constant *constant = constant_named(m, mention->name);
		const uint64_t *index = strmap_get(&namings->by_name, mention->name);
		uint32_t function = mention->place.function ? function_named(m, mention->place.function) : NONE;
		uint32_t param = mention->place.param;
		if (!constant || !index || constant->value != mention->value || function == NONE ||
		    !can_be_named(m->model, function, param))
			continue;
		const struct named *named = &namings->named.at[*index];
		for (uint32_t depth = 0; named && depth < MAX_ALIASES; depth++) {
			add_naming(m, function, param, named);
			if (mention->means_group && named->group)
				add_meaning(&meanings[function], (struct meaning){ param, named->group });
			named = stands_for(m, named);
		}
	}
}

/* Hands names on from one place to another; true if anything became known. */
static bool hand_on(struct modeller *m, const struct handing *handing, meaning_list *meanings)
{
	uint32_t to = function_named(m, handing->place.function), from = function_named(m, handing->other.function);
	struct strmap *counting = &m->namings->counting;
	if (to == NONE || from == NONE || !can_be_named(m->model, to, handing->place.param))
		return false;
	size_t before = meanings[to].n, n_from = meanings[from].n;
	for (size_t i = 0; i < n_from; i++) {
		struct meaning meaning = meanings[from].at[i];
		if (meaning.param == handing->other.param)
			add_meaning(&meanings[to], (struct meaning){ handing->place.param, meaning.group });
	}
	bool counts = handing->place.param == NONE && strmap_get(counting, handing->other.function) &&
	              !strmap_get(counting, handing->place.function);
	if (counts)
		strmap_put(counting, handing->place.function, NULL);
	return counts || meanings[to].n > before;
}

/* Adds all names of a group that a function has somewhere; `key` is the function's key. */
static void name_group(struct modeller *m, const char *key, uint32_t function, const struct meaning *meaning)
{
	const struct namings *namings = m->namings;
	struct named_place place = { .function = key, .param = meaning->param };
	if (meaning->param == NONE ? strmap_get(&namings->counting, key) != NULL : is_counted(m, &place))
		return;
	for (size_t i = 0; i < namings->named.n; i++)
		if (namings->named.at[i].group == meaning->group)
			add_naming(m, function, meaning->param, &namings->named.at[i]);
}

static void find_records(struct modeller *m)
{
	for (size_t i = 0; i < m->model->types.n; i++) {
		const struct type *type = &m->model->types.at[i];
		if ((type->kind == TYPE_STRUCT || type->kind == TYPE_UNION) && type->canonical == i)
			*strmap_put(&m->namings->records, type->spelling, NULL) = i;
	}
}

/* Sorts by function, and keeps the order in which the names of a function were found. */
static void sort_namings(struct model *model)
{
	size_t n = model->namings.n, k = 0;
	size_t *starts = xcalloc(model->functions.n + 1, sizeof *starts);
	struct naming *sorted = xcalloc(n + 1, sizeof *sorted);
	for (size_t i = 0; i < n; i++)
		starts[model->namings.at[i].function]++;
	for (size_t f = 0; f < model->functions.n; f++) {
		size_t count = starts[f];
		starts[f] = k;
		k += count;
	}
	for (size_t i = 0; i < n; i++)
		sorted[starts[model->namings.at[i].function]++] = model->namings.at[i];
	for (size_t i = 0; i < n; i++)
		model->namings.at[i] = sorted[i];
	free(sorted);
	free(starts);
}

void namings_settle(struct modeller *m)
{
	size_t n_functions = m->model->functions.n;
	bool more = m->namings != NULL;
	if (!more)
		return;
	meaning_list *meanings = xcalloc(n_functions + 1, sizeof *meanings);
	find_records(m);
	find_groups(m);
	settle_mentions(m, meanings);
	settle_fields(m, false);
	settle_fields(m, true);
	for (uint32_t round = 0; more && round < MAX_ROUNDS; round++) {
		more = false;
		for (size_t i = 0; i < m->namings->handings.n; i++)
			more |= hand_on(m, &m->namings->handings.at[i], meanings);
	}
	for (uint32_t f = 0; f < n_functions; f++) {
		for (size_t i = 0; i < meanings[f].n; i++)
			name_group(m, m->namings->own.at[f].key, f, &meanings[f].at[i]);
		vec_release(&meanings[f]);
	}
	free(meanings);
	sort_namings(m->model);
}
