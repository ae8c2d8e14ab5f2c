/* session: see session.h. */
#include "cli/program/session.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "cli/program/isolation.h"
#include "proc/child.h"

/* With one "--" the command line follows; with two, flags stand between them. */
void program_split_operands(struct program_input *input)
{
	struct operands *operands = &input->unit.operands;
	size_t flags = 0, n = operands->after.n;
	while (flags < n && !str_equal(operands->after.at[flags], "--"))
		flags++;
	size_t first = flags < n ? flags + 1 : 0;
	for (size_t i = first; i < n; i++)
		vec_push(&input->argv, operands->after.at[i]);
	operands->after.n = flags < n ? flags : 0;
}

/* A project without targets is called after its folder, which may be that of a release: "tally-1.2". */
static void cut_version(char *name)
{
	for (char *dash = strchr(name + 1, '-'); dash; dash = strchr(dash + 1, '-'))
		if (dash[1] >= '0' && dash[1] <= '9')
			*dash = 0;
}

static char *program_name(const struct program_session *s)
{
	if (s->input.name)
		return xstrdup(s->input.name);
	char *name = xstrdup(s->unit->name);
	size_t n = strlen(name);
	if (n > 2 && str_equal(name + n - 2, ".c"))
		name[n - 2] = 0;
	else if (s->input.unit.database && n)
		cut_version(name);
	return name;
}

#define TASK_INPUT 256u /* bytes that a task can read at first */

static void add_flag(text_list *flags, const char *flag)
{
	vec_push(flags, flag);
}

/* Adds the source that makes a harness or a task a program. */
static status adapt(struct program_session *s, const char *folder)
{
	struct unit_input *input = &s->input.unit;
	text_list *paths = &input->operands.before;
	s->adapter = s->input.property ? ADAPTER_TASK : input->database ? ADAPTER_NONE : adapter_for(paths);
	if (s->adapter == ADAPTER_NONE)
		return NULL;
	if (s->input.property && paths->n != 1)
		return fail(TROUBLE_USAGE, "--test-comp takes one FILE.c and its property");
	if (s->input.property)
		TRY(task_read(s->input.property, paths->at[0], &s->property));
	TRY(adapter_write(s->adapter, paths, folder, &s->adapter_path));
	if (s->adapter == ADAPTER_TASK)
		add_flag(&input->operands.after, "-Dabort=testcomp_stop");
	if (!s->input.argv.n)
		vec_push(&s->input.argv, "@stdin");
	TRY(sources_from_args(&input->sources, paths->at, paths->n, input->operands.after.at, input->operands.after.n));
	return sources_from_args(&input->sources, (const char *const[]){ s->adapter_path }, 1, NULL, 0);
}

static status find_shape(struct program_session *s)
{
	uint32_t main = invocation_main(s->unit->model);
	if (main == NONE)
		return fail(TROUBLE_INPUT,
		            "%s has no main(): name the source that has it, or use skep gen for a library",
		            s->unit->name);
	if (invocation_text_type(s->unit->model) == NONE)
		model_add_text_type(s->unit->model);
	char *name = program_name(s);
	bool takes = s->unit->model->functions.at[main].n_params > 1;
	shape_read(&s->shape, arena_strdup(s->arena, name), s->input.argv.at, s->input.argv.n, takes, s->arena);
	free(name);
	s->shape.variables = s->input.variables.at;
	s->shape.n_variables = s->input.variables.n;
	if (s->adapter == ADAPTER_TASK)
		s->shape.input = (struct bytes){ ARENA_ARRAY(s->arena, unsigned char, TASK_INPUT), TASK_INPUT };
	return NULL;
}

static bool is_number(const char *text)
{
	return text[0] && text[strspn(text, "0123456789")] == 0;
}

static status read_seeds(struct program_session *s)
{
	s->corpus.shape = &s->shape;
	s->corpus.arena = s->arena;
	for (size_t i = 0; i < s->input.given_seeds.n; i++) {
		const char *given = s->input.given_seeds.at[i];
		if (is_number(given))
			s->seed = strtoull(given, NULL, 10);
		else
			TRY(corpus_read_command(&s->corpus, given));
	}
	for (size_t i = 0; i < s->input.seed_folders.n; i++)
		TRY(corpus_read(&s->corpus, s->input.seed_folders.at[i]));
	if (s->input.seed_folders.n || s->corpus.seeds.n)
		log_note("%zu seed%s", s->corpus.seeds.n, s->corpus.seeds.n == 1 ? "" : "s");
	return NULL;
}

status program_session_read(struct program_session *s, const char *folder)
{
	s->seed = 1;
	s->arena = arena_new();
	s->input.unit.own_folder = s->input.unit.database != NULL;
	TRY(adapt(s, folder));
	TRY(unit_input_read(&s->input.unit, &s->unit));
	if (s->adapter_path)
		adapter_set_apart(s->unit, s->adapter_path);
	TRY(find_shape(s));
	return read_seeds(s);
}

void program_session_release(struct program_session *s)
{
	invocation_list_release(&s->corpus.seeds);
	unit_free(s->unit);
	unit_input_release(&s->input.unit);
	vec_release(&s->input.argv);
	vec_release(&s->input.variables);
	vec_release(&s->input.given_seeds);
	vec_release(&s->input.seed_folders);
	free(s->adapter_path);
	if (s->arena)
		arena_free(s->arena);
}

static status prepare_and_run(struct seeded_session *seeded, const char *folder, status (*work)(void *context),
                              void *context)
{
	struct program_session *session = &seeded->session;
	struct build_options build = unit_input_build_options(&session->input.unit);
	TRY(program_session_read(session, folder));
	if (!session->corpus.seeds.n)
		return fail(TROUBLE_USAGE, "no seeds: give some with --seeds DIR or --seed 'COMMAND'");
	TRY(targets_build(session->unit, &build, seeded->targets));
	struct exec_options exec = { 0 };
	TRY(isolation_find(seeded->targets[BUILD_FAST], session->unit, &session->shape, &session->corpus.seeds, &exec));
	TRY(seed_runs_new(seeded->targets[seeded->build], session->unit, &session->shape, &exec, &seeded->runs));
	return work(context);
}

status seeded_session_run(struct seeded_session *seeded, status (*work)(void *context), void *context)
{
	char *folder = NULL;
	TRY(temp_make("adapter", &folder));
	status st = prepare_and_run(seeded, folder, work, context);
	temp_remove(folder);
	return st;
}

void seeded_session_release(struct seeded_session *seeded)
{
	seed_runs_release(&seeded->runs);
	for (int i = 0; i < N_BUILDS; i++)
		target_free(seeded->targets[i]);
	program_session_release(&seeded->session);
}
