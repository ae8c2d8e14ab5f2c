/* text_fields: lines about the fields of structs that tests fill:
 *
 *     fields of struct list: items: buffer of n, not null; n: length of items
 *
 * A line says everything about its struct: the earlier roles of its fields are forgotten first. */
#include <stdlib.h>
#include <string.h>

#include "model/facts.h"
#include "model/text_parse.h"

#define FIELDS_OF "fields of "

/* ---- printing ---- */

static const char *const use_words[N_FIELD_USES] = {
	[FIELD_STRING] = "string",         [FIELD_BUFFER] = "buffer of ", [FIELD_LENGTH] = "length of ",
	[FIELD_CAPACITY] = "capacity of ", [FIELD_TAG] = "tag of ",       [FIELD_END] = "end of ",
	[FIELD_ARRAY] = ARRAY_UNTIL
};

static const char *field_name(const struct type *record, uint32_t field)
{
	return record->fields[field].name[0] ? record->fields[field].name : "union";
}

static void print_cases(const struct model *model, const struct field_role *role, struct sb *out)
{
	const struct type *record = model_type(model, role->record);
	const struct type *choice = model_canonical(model, record->fields[role->partner].type);
	for (size_t i = 0; i < model->tag_cases.n; i++) {
		const struct tag_case *tag = &model->tag_cases.at[i];
		if (tag->record == role->record && tag->tag == role->field)
			sb_addf(out, ", %lld for %s", (long long)tag->value, field_name(choice, tag->member));
	}
}

static void role_words(const struct model *model, const struct field_role *role, struct sb *out)
{
	const struct type *record = model_type(model, role->record);
	if (role->use == FIELD_ARRAY) {
		ending_print(model, record->fields[role->field].type, &role->ending, out);
	} else if (role->use != FIELD_ANY) {
		sb_add(out, use_words[role->use]);
		sb_add(out, role->partner != NONE ? field_name(record, role->partner) : "");
		sb_add(out, role->use == FIELD_BUFFER && role->length_in_bytes ? " bytes" : "");
		sb_add(out, role->has_end ? " and one more" : "");
	}
	if (role->use == FIELD_TAG)
		print_cases(model, role, out);
	if (role->null != NULL_UNKNOWN)
		sb_addf(out, "%s%s", role->use != FIELD_ANY ? ", " : "",
		        role->null == NULL_ALLOWED ? "may be null" : "not null");
}

static bool is_telling(const struct field_role *role)
{
	return role->use != FIELD_ANY || role->null == NULL_FORBIDDEN;
}

/* Another struct of the unit has the same name, so a line would not tell which is meant. */
static bool shares_name(const struct model *model, type_id record)
{
	for (type_id i = 0; i < model->types.n; i++)
		if (model->types.at[i].canonical != record && model->types.at[i].kind == TYPE_STRUCT &&
		    str_equal(model->types.at[i].spelling, model->types.at[record].spelling))
			return true;
	return false;
}

/* Tests fill structs that no function makes or sets up, if they see the definition. */
static bool is_filled(const struct model *model, type_id record)
{
	const struct type *type = model_type(model, record);
	if (shares_name(model, record))
		return false;
	for (size_t i = 0; i < model->functions.n; i++)
		if (model_made_by(model, &model->functions.at[i]) == record)
			return false;
	return type->complete && !type->opaque && type->spellable;
}

bool fields_print(const struct model *model, struct sb *out)
{
	type_id last = NONE;
	for (size_t i = 0; i < model->field_roles.n; i++) {
		const struct field_role *role = &model->field_roles.at[i];
		if (!is_telling(role) || !is_filled(model, role->record))
			continue;
		const struct type *record = model_type(model, role->record);
		if (role->record == last)
			sb_add(out, ";\n    ");
		else
			sb_addf(out, "%s" FIELDS_OF "%s: ", last == NONE ? "" : "\n", record->spelling);
		last = role->record;
		sb_addf(out, "%s: ", field_name(record, role->field));
		role_words(model, role, out);
	}
	sb_add(out, last == NONE ? "" : "\n");
	return last != NONE;
}

/* ---- reading ---- */

bool is_fields_line(const char *text)
{
	return str_starts(text, FIELDS_OF);
}

static uint32_t find_field(const struct type *record, const char *name)
{
	for (uint32_t i = 0; i < record->n_fields; i++)
		if (str_equal(field_name(record, i), name))
			return i;
	return NONE;
}

static status no_field(struct text_reader *r, const struct type *record, const char *name)
{
	return COMPLAIN(r, "%s has no field %s", record->spelling, name);
}

/* "3 for name" */
static status read_case(struct text_reader *r, const struct field_role *role, const char *fact)
{
	const struct type *record = model_type(r->model, role->record);
	const struct type *choice = model_canonical(r->model, record->fields[role->partner].type);
	char *end;
	struct tag_case tag = { .record = role->record, .tag = role->field, .value = strtoll(fact, &end, 0) };
	const char *member = text_after(end, " for ");
	if (!member)
		return COMPLAIN(r, "'%s' is not understood for a tag. What fits: NUMBER for MEMBER", fact);
	tag.member = find_field(choice, member);
	if (tag.member == NONE)
		return no_field(r, choice, member);
	vec_push(&r->model->tag_cases, tag);
	return NULL;
}

/* Reads the name of the partner; the text behind the name is cut off. */
static status read_partner(struct text_reader *r, struct field_role *role, const char *text)
{
	const struct type *record = model_type(r->model, role->record);
	char *name = arena_strdup(r->arena, text);
	role->has_end = role->use == FIELD_BUFFER && str_ends(name, " and one more");
	if (role->has_end)
		name[strlen(name) - strlen(" and one more")] = 0;
	role->length_in_bytes = role->use == FIELD_BUFFER && str_ends(name, " bytes");
	if (role->length_in_bytes)
		name[strlen(name) - strlen(" bytes")] = 0;
	role->partner = find_field(record, name);
	if (role->partner == NONE)
		return no_field(r, record, name);
	if (role->use == FIELD_TAG && model_canonical(r->model, record->fields[role->partner].type)->kind != TYPE_UNION)
		return COMPLAIN(r, "%s is no union, so nothing has to tell which member is meant", name);
	return NULL;
}

static status read_fact(struct text_reader *r, type_id record, uint32_t field, const char *fact)
{
	struct field_role *role = model_set_field_role(r->model, record, field);
	role->belief = BELIEF_USER;
	if (str_equal(fact, "may be null") || str_equal(fact, "not null")) {
		role->null = fact[0] == 'm' ? NULL_ALLOWED : NULL_FORBIDDEN;
		return NULL;
	}
	for (unsigned use = FIELD_STRING; use < N_FIELD_USES; use++) {
		const char *rest = text_after(fact, use_words[use]);
		if (!rest || (use == FIELD_STRING && *rest))
			continue;
		if (role->use && role->use != (enum field_use)use)
			return COMPLAIN(r, "%s has a use already", fact);
		if (role->use == FIELD_TAG)
			return COMPLAIN(r, "'%s': a tag is one of one union", fact);
		role->use = (enum field_use)use;
		if (use == FIELD_ARRAY)
			return ending_read(r, model_type(r->model, record)->fields[field].type, rest, &role->ending);
		return use == FIELD_STRING ? NULL : read_partner(r, role, rest);
	}
	if (role->use == FIELD_TAG)
		return read_case(r, role, fact);
	return COMPLAIN(r,
	                "'%s' is not understood for a field. What fits: string, buffer of F, length of F, "
	                "capacity of F, tag of F, end of F, array until F is NUMBER, may be null, not null",
	                fact);
}

static void forget_fields(struct model *model, type_id record)
{
	size_t n = 0;
	for (size_t i = 0; i < model->field_roles.n; i++)
		if (model->field_roles.at[i].record != record)
			model->field_roles.at[n++] = model->field_roles.at[i];
	model->field_roles.n = n;
	n = 0;
	for (size_t i = 0; i < model->tag_cases.n; i++)
		if (model->tag_cases.at[i].record != record)
			model->tag_cases.at[n++] = model->tag_cases.at[i];
	model->tag_cases.n = n;
}

static type_id find_record(const struct model *model, const char *spelling)
{
	for (type_id i = 0; i < model->types.n; i++)
		if (model->types.at[i].kind == TYPE_STRUCT && str_equal(model->types.at[i].spelling, spelling))
			return model->types.at[i].canonical;
	return NONE;
}

/* A length counts bytes or elements as its buffer says. */
static void settle_lengths(struct model *model, type_id record)
{
	for (size_t i = 0; i < model->field_roles.n; i++) {
		struct field_role *role = &model->field_roles.at[i];
		const struct field_role *buffer = role->record == record && role->partner != NONE
		                                          ? model_field_role(model, record, role->partner)
		                                          : NULL;
		if (buffer && (role->use == FIELD_LENGTH || role->use == FIELD_CAPACITY))
			role->length_in_bytes = buffer->length_in_bytes;
	}
}

status read_fields(struct text_reader *r, char *text)
{
	char *colon = strchr(text, ':'), *rest;
	if (!colon)
		return COMPLAIN(r, "a ':' is missing after '%s'", text_trimmed(text));
	*colon = 0;
	const char *spelling = text_trimmed(text + strlen(FIELDS_OF));
	type_id record = find_record(r->model, spelling);
	if (record == NONE)
		return COMPLAIN(r, "the unit has no struct '%s'", spelling);
	forget_fields(r->model, record);
	rest = colon + 1;
	while (rest && *text_trimmed(rest)) {
		char *segment = text_cut(&rest, ';'), *facts = strchr(segment, ':');
		if (!facts)
			return COMPLAIN(r, "'%s' is not understood. What fits: FIELD: facts", segment);
		*facts++ = 0;
		uint32_t field = find_field(model_type(r->model, record), text_trimmed(segment));
		if (field == NONE)
			return no_field(r, model_type(r->model, record), text_trimmed(segment));
		while (facts)
			TRY(read_fact(r, record, field, text_cut(&facts, ',')));
	}
	settle_lengths(r->model, record);
	return NULL;
}
