/* invocation: see invocation.h. */
#include "seq/invocation.h"

#include <string.h>

#include "seq/value.h"

#define MAX_CONTENTS (256u << 10) /* most bytes of one file */

uint32_t invocation_main(const struct model *model)
{
	uint32_t found = NONE;
	for (uint32_t f = 0; f < model->functions.n; f++) {
		const struct function *function = &model->functions.at[f];
		if (!function->is_main || function->why_not)
			continue;
		if (found == NONE || (model->functions.at[found].is_context && !function->is_context))
			found = f;
	}
	return found;
}

static bool is_text(const struct model *model, type_id id)
{
	const struct type *type = model_canonical(model, id);
	return type->kind == TYPE_POINTER && type_is_char(model_canonical(model, type->target));
}

type_id invocation_text_type(const struct model *model)
{
	uint32_t main = invocation_main(model);
	const struct function *function = main == NONE ? NULL : &model->functions.at[main];
	if (function && function->n_params > 1) {
		const struct type *list = model_canonical(model, function->params[1].type);
		if (list->kind == TYPE_POINTER && is_text(model, list->target))
			return list->target;
	}
	for (type_id id = 0; id < model->types.n; id++)
		if (is_text(model, id))
			return id;
	return NONE;
}

void invocation_init(struct invocation *invocation, const char *program)
{
	*invocation = (struct invocation){ .program = program };
}

void invocation_release(struct invocation *invocation)
{
	vec_release(&invocation->args);
	vec_release(&invocation->files);
	vec_release(&invocation->variables);
}

void invocation_copy(struct invocation *to, const struct invocation *from)
{
	invocation_init(to, from->program);
	for (size_t i = 0; i < from->args.n; i++)
		vec_push(&to->args, from->args.at[i]);
	for (size_t i = 0; i < from->files.n; i++)
		vec_push(&to->files, from->files.at[i]);
	for (size_t i = 0; i < from->variables.n; i++)
		vec_push(&to->variables, from->variables.at[i]);
	to->has_input = from->has_input;
	to->input = from->input;
}

void invocation_add_arg(struct invocation *invocation, const void *text, size_t size)
{
	if (invocation->args.n < MAX_RUN_ARGUMENTS)
		vec_push(&invocation->args, ((struct bytes){ text, (uint32_t)size }));
}

struct named_bytes *invocation_file(const struct invocation *invocation, const char *name)
{
	for (size_t i = 0; i < invocation->files.n; i++)
		if (str_equal(invocation->files.at[i].name, name))
			return &invocation->files.at[i];
	return NULL;
}

/* ---- to a sequence ---- */

static uint32_t add_text(struct seq_builder *builder, type_id type, const void *text, size_t size)
{
	char *copy = arena_alloc(builder->arena, size + 1);
	memcpy(copy, text, size);
	const char *zero = memchr(copy, 0, size);
	struct step step = { .kind = STEP_BLOCK,
		             .type = type,
		             .is_string = true,
		             .bytes = copy,
		             .size = (uint32_t)(zero ? (size_t)(zero - copy) : size) + 1 };
	return seq_add(builder, &step);
}

static void add_put(struct seq_builder *builder, enum put where, uint32_t name, struct bytes contents)
{
	struct arg arg = { 0 };
	struct step step = { .kind = STEP_PUT, .index = where };
	if (where != PUT_STDIN) {
		arg = seq_arg(builder, name, false);
		step.args = &arg;
		step.n_args = 1;
	}
	step.bytes = contents.size ? (const void *)contents.at : "";
	step.size = contents.size < MAX_CONTENTS ? contents.size : MAX_CONTENTS;
	seq_add(builder, &step);
}

/* The text that names a file of the test also serves as the argument that names the file. */
static uint32_t add_arg(struct seq_builder *builder, const struct invocation *invocation, type_id type, size_t a,
                        const uint32_t *file_names)
{
	struct bytes arg = invocation->args.at[a];
	for (size_t i = 0; i < invocation->files.n && file_names[i] != NONE; i++)
		if (strlen(invocation->files.at[i].name) == arg.size &&
		    memcmp(invocation->files.at[i].name, arg.at, arg.size) == 0)
			return file_names[i];
	return add_text(builder, type, arg.at, arg.size);
}

#define MAX_PUTS 100u

const struct seq *invocation_seq(const struct invocation *invocation, const struct model *model, struct arena *arena)
{
	struct seq_builder builder;
	type_id type = invocation_text_type(model);
	uint32_t names[MAX_PUTS], texts[MAX_RUN_ARGUMENTS];
	struct arg args[MAX_RUN_ARGUMENTS];
	struct step run = { .kind = STEP_RUN, .index = invocation_main(model), .args = args };
	size_t n_files = type == NONE ? 0 : invocation->files.n < MAX_PUTS ? invocation->files.n : MAX_PUTS;
	size_t n_variables = type == NONE ? 0 : invocation->variables.n < MAX_PUTS ? invocation->variables.n : MAX_PUTS;
	seq_begin(&builder, arena);
	for (size_t i = 0; i < n_files; i++) {
		const struct named_bytes *file = &invocation->files.at[i];
		names[i] = add_text(&builder, type, file->name, strlen(file->name));
		add_put(&builder, PUT_FILE, names[i], file->contents);
	}
	for (size_t i = n_files; i < MAX_PUTS; i++)
		names[i] = NONE;
	for (size_t i = 0; i < n_variables; i++) {
		const struct named_bytes *variable = &invocation->variables.at[i];
		uint32_t name = add_text(&builder, type, variable->name, strlen(variable->name));
		add_put(&builder, PUT_VARIABLE, name, variable->contents);
	}
	if (invocation->has_input)
		add_put(&builder, PUT_STDIN, 0, invocation->input);
	for (size_t a = 0; type != NONE && a < invocation->args.n && a < MAX_RUN_ARGUMENTS; a++)
		texts[run.n_args++] = add_arg(&builder, invocation, type, a, names);
	for (uint32_t a = 0; a < run.n_args; a++)
		args[a] = seq_arg(&builder, texts[a], false);
	run.bytes = invocation->program;
	run.size = (uint32_t)strlen(invocation->program);
	seq_add(&builder, &run);
	return seq_finish(&builder);
}

/* ---- from a sequence ---- */

bool seq_runs(const struct seq *seq)
{
	return seq->n && seq->steps[seq->n - 1]->kind == STEP_RUN;
}

static struct bytes text_at(const struct seq *seq, uint32_t i, struct arg arg)
{
	const struct step *text = seq->steps[seq_index(i, arg)];
	const unsigned char *zero = text->size ? memchr(text->bytes, 0, text->size) : NULL;
	return (struct bytes){ text->bytes, zero ? (uint32_t)(zero - (const unsigned char *)text->bytes) : text->size };
}

static void add_contents(struct invocation *invocation, const struct seq *seq, uint32_t i, struct arena *arena)
{
	const struct step *put = seq->steps[i];
	struct bytes contents = { put->bytes, put->size };
	if (put->index == PUT_STDIN) {
		invocation->has_input = true;
		invocation->input = contents;
		return;
	}
	struct bytes name = text_at(seq, i, put->args[0]);
	struct named_bytes named = { arena_strndup(arena, (const char *)name.at, name.size), contents };
	if (put->index == PUT_FILE)
		vec_push(&invocation->files, named);
	else
		vec_push(&invocation->variables, named);
}

bool invocation_of(struct invocation *invocation, const struct seq *seq, struct arena *arena)
{
	invocation_init(invocation, "");
	if (!seq_runs(seq))
		return false;
	const struct step *run = seq->steps[seq->n - 1];
	invocation->program = arena_strndup(arena, run->bytes, run->size);
	for (uint32_t i = 0; i + 1 < seq->n; i++)
		if (seq->steps[i]->kind == STEP_PUT)
			add_contents(invocation, seq, i, arena);
	for (uint32_t a = 0; a < run->n_args; a++)
		vec_push(&invocation->args, text_at(seq, seq->n - 1, run->args[a]));
	return true;
}

uint64_t invocation_size(const struct invocation *invocation)
{
	uint64_t size = invocation->has_input ? 1 + (uint64_t)invocation->input.size : 0;
	for (size_t i = 0; i < invocation->args.n; i++)
		size += 1 + (uint64_t)invocation->args.at[i].size;
	for (size_t i = 0; i < invocation->files.n; i++)
		size += 8 + (uint64_t)invocation->files.at[i].contents.size;
	for (size_t i = 0; i < invocation->variables.n; i++)
		size += 8 + (uint64_t)invocation->variables.at[i].contents.size;
	return size;
}
