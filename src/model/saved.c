/* saved: see saved.h. A struct that gets a new member gets a line here, too. The sizes below are
 * those of the structs that the visitors know. */
#include "model/saved.h"

#define NO_TEXT UINT32_MAX

_Static_assert(sizeof(struct type) == 112 && sizeof(struct field) == 32 && sizeof(struct enumerator) == 16,
               "a member of a type is new: visit it, then correct the size");
_Static_assert(sizeof(struct function) == 208 && sizeof(struct param) == 72,
               "a member of a function is new: visit it, then correct the size");
_Static_assert(sizeof(struct constant) == 24 && sizeof(struct literal) == 48 && sizeof(struct missing) == 40,
               "a member of a constant, literal or missing function is new: visit it, then correct the size");
_Static_assert(sizeof(struct model) == 8 + 16 * 24 + 16 && sizeof(struct marks) == 8 + 8 * 24 + 24,
               "a table is new: visit it, then correct the size");
_Static_assert(sizeof(struct place) == 32 && sizeof(struct condition) == 64 && sizeof(struct decision) == 56 &&
                       sizeof(struct switch_mark) == 56 && sizeof(struct case_mark) == 64 &&
                       sizeof(struct function_mark) == 48,
               "a member of a mark is new: visit it, then correct the size");

/* ---- what everything is made of ---- */

void save_raw(struct saver *saver, void *what, size_t size)
{
	if (saver->out) {
		sb_add_bytes(saver->out, what, size);
	} else if (saver->bad || (size_t)(saver->end - saver->at) < size) {
		saver->bad = true;
		memset(what, 0, size);
	} else {
		memcpy(what, saver->at, size);
		saver->at += size;
	}
}

void save_count(struct saver *saver, uint32_t *n)
{
	SAVE(saver, *n);
	if (!saver->out && *n > (size_t)(saver->end - saver->at)) {
		saver->bad = true;
		*n = 0;
	}
}

/* Saves the text with its terminating zero, so that no length is needed. */
void save_text(struct saver *saver, const char **text)
{
	uint32_t n = !saver->out || !*text ? NO_TEXT : (uint32_t)strlen(*text);
	SAVE(saver, n);
	if (saver->out) {
		if (*text)
			sb_add_bytes(saver->out, *text, n);
		return;
	}
	if (n == NO_TEXT || saver->bad || n > (size_t)(saver->end - saver->at)) {
		saver->bad |= n != NO_TEXT;
		*text = NULL;
		return;
	}
	*text = arena_strndup(saver->arena, saver->at, n);
	saver->at += n;
}

/* ---- types ---- */

static void save_field(struct saver *saver, struct field *field)
{
	save_text(saver, &field->name);
	SAVE(saver, field->type);
	SAVE(saver, field->bit_offset);
	SAVE(saver, field->bit_width);
}

static void save_enumerator(struct saver *saver, struct enumerator *enumerator)
{
	save_text(saver, &enumerator->name);
	SAVE(saver, enumerator->value);
}

static void save_type_id(struct saver *saver, type_id *id)
{
	SAVE(saver, *id);
}

static void save_type(struct saver *saver, struct type *type)
{
	SAVE(saver, type->kind);
	save_text(saver, &type->spelling);
	save_text(saver, &type->tag);
	SAVE(saver, type->canonical);
	SAVE(saver, type->size);
	SAVE(saver, type->align);
	SAVE(saver, type->is_signed);
	SAVE(saver, type->is_const);
	SAVE(saver, type->complete);
	SAVE(saver, type->opaque);
	SAVE(saver, type->spellable);
	SAVE(saver, type->in_disguise);
	SAVE(saver, type->holds_text);
	SAVE(saver, type->target);
	SAVE(saver, type->count);
	SAVE_ARRAY(saver, type->fields, type->n_fields, struct field, save_field);
	SAVE_ARRAY(saver, type->enumerators, type->n_enumerators, struct enumerator, save_enumerator);
	SAVE_ARRAY(saver, type->params, type->n_params, type_id, save_type_id);
	SAVE(saver, type->variadic);
}

/* ---- functions ---- */

static void save_ending(struct saver *saver, struct array_end *ending)
{
	SAVE(saver, ending->known);
	SAVE(saver, ending->field);
	SAVE(saver, ending->value);
}

static void save_param(struct saver *saver, struct param *param)
{
	save_text(saver, &param->name);
	SAVE(saver, param->type);
	SAVE(saver, param->role);
	SAVE(saver, param->belief);
	SAVE(saver, param->partner);
	SAVE(saver, param->count);
	save_ending(saver, &param->ending);
	SAVE(saver, param->length_in_bytes);
	SAVE(saver, param->length_is_pointer);
	SAVE(saver, param->is_last);
	SAVE(saver, param->null);
	SAVE(saver, param->null_belief);
	SAVE(saver, param->destroyed);
	SAVE(saver, param->taken);
	SAVE(saver, param->left_to_free);
	save_text(saver, &param->note);
}

static void save_number(struct saver *saver, int64_t *number)
{
	SAVE(saver, *number);
}

static void save_function(struct saver *saver, struct function *function)
{
	save_text(saver, &function->name);
	SAVE(saver, function->type);
	SAVE(saver, function->result);
	SAVE_ARRAY(saver, function->params, function->n_params, struct param, save_param);
	SAVE(saver, function->variadic);
	SAVE(saver, function->n_named);
	SAVE(saver, function->case_param);
	SAVE_ARRAY(saver, function->cases, function->n_cases, int64_t, save_number);
	SAVE(saver, function->is_static);
	SAVE(saver, function->is_main);
	SAVE(saver, function->is_context);
	SAVE(saver, function->noreturn);
	SAVE(saver, function->must_use);
	SAVE(saver, function->wants_room);
	SAVE(saver, function->is_macro);
	SAVE(saver, function->source);
	save_text(saver, &function->file);
	SAVE(saver, function->line);
	save_text(saver, &function->header);
	SAVE(saver, function->is_maker);
	SAVE(saver, function->made_param);
	SAVE(saver, function->result_freed);
	SAVE(saver, function->is_inline);
	SAVE(saver, function->is_destroyer);
	SAVE(saver, function->is_observer);
	save_text(saver, &function->why_not);
	SAVE(saver, function->is_last_resort);
	SAVE(saver, function->switched_off);
	save_text(saver, &function->sets);
	save_text(saver, &function->left_alone);
	SAVE(saver, function->is_fixed);
	SAVE(saver, function->is_library);
	SAVE(saver, function->is_elsewhere);
	SAVE(saver, function->sets_bytes);
	SAVE(saver, function->fails);
	SAVE(saver, function->holder);
	SAVE(saver, function->field);
	SAVE(saver, function->method_of);
	save_text(saver, &function->method);
	SAVE(saver, function->starts_known);
	SAVE(saver, function->starts_as);
	SAVE_ARRAY(saver, function->uses, function->n_uses, uint32_t, save_type_id);
}

/* ---- the other tables of a model ---- */

static void save_missing(struct saver *saver, struct missing *missing)
{
	save_text(saver, &missing->name);
	SAVE(saver, missing->type);
	save_text(saver, &missing->header);
	SAVE(saver, missing->noreturn);
	save_text(saver, &missing->known_as);
	SAVE(saver, missing->in_context);
}

static void save_missing_variable(struct saver *saver, struct missing_variable *missing)
{
	save_text(saver, &missing->name);
	SAVE(saver, missing->size);
}

static void save_constant(struct saver *saver, struct constant *constant)
{
	save_text(saver, &constant->name);
	SAVE(saver, constant->value);
	SAVE(saver, constant->enum_type);
	SAVE(saver, constant->is_macro);
	SAVE(saver, constant->in_source);
}

/* Bytes may contain zeroes; one more zero is stored behind them. */
static void save_bytes(struct saver *saver, const char **bytes, uint32_t *length)
{
	save_count(saver, length);
	if (saver->out) {
		sb_add_bytes(saver->out, *bytes, *length);
		return;
	}
	char *read = arena_alloc(saver->arena, (size_t)*length + 1);
	save_raw(saver, read, *length);
	*bytes = read;
}

static void save_literal(struct saver *saver, struct literal *literal)
{
	SAVE(saver, literal->is_string);
	SAVE(saver, literal->number);
	if (literal->is_string)
		save_bytes(saver, &literal->bytes, &literal->length);
	SAVE(saver, literal->real);
	SAVE(saver, literal->is_real);
	SAVE(saver, literal->is_hex);
	SAVE(saver, literal->function);
}

static void save_usage(struct saver *saver, struct usage *usage)
{
	SAVE(saver, usage->function);
	SAVE(saver, usage->param);
	save_literal(saver, &usage->value);
}

static void save_naming(struct saver *saver, struct naming *naming)
{
	SAVE(saver, naming->function);
	SAVE(saver, naming->param);
	SAVE(saver, naming->constant);
}

static void save_field_role(struct saver *saver, struct field_role *role)
{
	SAVE(saver, role->record);
	SAVE(saver, role->field);
	SAVE(saver, role->use);
	SAVE(saver, role->partner);
	SAVE(saver, role->length_in_bytes);
	save_ending(saver, &role->ending);
	SAVE(saver, role->has_end);
	SAVE(saver, role->null);
	SAVE(saver, role->belief);
}

static void save_tag_case(struct saver *saver, struct tag_case *tag)
{
	SAVE(saver, tag->record);
	SAVE(saver, tag->tag);
	SAVE(saver, tag->member);
	SAVE(saver, tag->value);
}

static void save_field_naming(struct saver *saver, struct field_naming *naming)
{
	SAVE(saver, naming->record);
	SAVE(saver, naming->field);
	SAVE(saver, naming->constant);
}

static void save_contract(struct saver *saver, struct contract *contract)
{
	SAVE(saver, contract->kind);
	save_text(saver, &contract->name);
	SAVE(saver, contract->function);
	SAVE(saver, contract->type);
	SAVE(saver, contract->line);
	save_text(saver, &contract->declaration);
}

static void save_prologue(struct saver *saver, struct prologue *prologue)
{
	save_text(saver, &prologue->leading);
	save_text(saver, &prologue->all);
}

void model_save(struct saver *saver, struct model *model)
{
	SAVE_VEC(saver, &model->types, save_type);
	SAVE_VEC(saver, &model->functions, save_function);
	SAVE_VEC(saver, &model->missing, save_missing);
	SAVE_VEC(saver, &model->missing_variables, save_missing_variable);
	SAVE_VEC(saver, &model->declared, save_missing);
	SAVE_VEC(saver, &model->constants, save_constant);
	SAVE_VEC(saver, &model->literals, save_literal);
	SAVE_VEC(saver, &model->usages, save_usage);
	SAVE_VEC(saver, &model->namings, save_naming);
	SAVE_VEC(saver, &model->field_namings, save_field_naming);
	SAVE_VEC(saver, &model->field_roles, save_field_role);
	SAVE_VEC(saver, &model->tag_cases, save_tag_case);
	SAVE_VEC(saver, &model->sources, save_text);
	SAVE(saver, model->n_context);
	SAVE(saver, model->sleeps);
	SAVE_VEC(saver, &model->prologues, save_prologue);
	SAVE_VEC(saver, &model->contracts, save_contract);
	save_text(saver, &model->contract_file);
}

/* ---- marks ---- */

static void save_place(struct saver *saver, struct place *place)
{
	SAVE(saver, place->file);
	SAVE(saver, place->line);
	SAVE(saver, place->column);
	SAVE(saver, place->end_line);
	SAVE(saver, place->end_column);
	SAVE(saver, place->macro_file);
	SAVE(saver, place->macro_line);
	SAVE(saver, place->macro_column);
}

static void save_function_mark(struct saver *saver, struct function_mark *mark)
{
	save_text(saver, &mark->name);
	save_place(saver, &mark->place);
	SAVE(saver, mark->source);
	SAVE(saver, mark->is_static);
	SAVE(saver, mark->is_inline);
	SAVE(saver, mark->is_main);
	SAVE(saver, mark->is_apart);
}

static void save_region(struct saver *saver, struct region *region)
{
	save_place(saver, &region->place);
	SAVE(saver, region->function);
}

static void save_statement(struct saver *saver, struct statement *statement)
{
	save_place(saver, &statement->place);
	SAVE(saver, statement->region);
}

static void save_condition(struct saver *saver, struct condition *condition)
{
	save_place(saver, &condition->place);
	SAVE(saver, condition->function);
	SAVE(saver, condition->decision);
	SAVE(saver, condition->index);
	SAVE(saver, condition->next);
	SAVE(saver, condition->weight);
	save_text(saver, &condition->text);
}

static void save_decision(struct saver *saver, struct decision *decision)
{
	save_place(saver, &decision->place);
	SAVE(saver, decision->function);
	SAVE(saver, decision->kind);
	SAVE(saver, decision->first_condition);
	SAVE(saver, decision->n_conditions);
	SAVE(saver, decision->n_paths);
	SAVE(saver, decision->first_probe);
}

static void save_switch(struct saver *saver, struct switch_mark *mark)
{
	save_place(saver, &mark->place);
	SAVE(saver, mark->function);
	SAVE(saver, mark->first_case);
	SAVE(saver, mark->n_cases);
	save_text(saver, &mark->text);
}

static void save_case(struct saver *saver, struct case_mark *mark)
{
	save_place(saver, &mark->place);
	SAVE(saver, mark->of_switch);
	SAVE(saver, mark->low);
	SAVE(saver, mark->high);
	SAVE(saver, mark->is_default);
	SAVE(saver, mark->is_implicit);
}

void marks_save(struct saver *saver, struct marks *marks)
{
	SAVE_VEC(saver, &marks->files, save_text);
	SAVE_VEC(saver, &marks->functions, save_function_mark);
	SAVE_VEC(saver, &marks->regions, save_region);
	SAVE_VEC(saver, &marks->statements, save_statement);
	SAVE_VEC(saver, &marks->conditions, save_condition);
	SAVE_VEC(saver, &marks->decisions, save_decision);
	SAVE_VEC(saver, &marks->switches, save_switch);
	SAVE_VEC(saver, &marks->cases, save_case);
	SAVE(saver, marks->first_region_probe);
	SAVE(saver, marks->first_condition_probe);
	SAVE(saver, marks->first_case_probe);
	SAVE(saver, marks->first_path_probe);
	SAVE(saver, marks->n_probes);
}
