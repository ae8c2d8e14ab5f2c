/* unit_input: see unit_input.h. */
#include "cli/unit_input.h"

#include "base/log.h"
#include "model/text.h"
#include "proc/cache_folder.h"
#include "proc/child.h"

static status correct(struct model *model, const char *path)
{
	char *text = NULL;
	size_t size;
	TRY(file_read(path, &text, &size));
	status st = model_correct(model, text, path);
	free(text);
	return st;
}

static status read_sources(const struct unit_input *input, struct unit **unit)
{
	struct arena *arena = arena_new();
	status st = front_read_cached(&input->sources, input->no_cache ? NULL : cache_folder(arena, NULL), unit);
	arena_free(arena);
	return st;
}

struct project_wish unit_input_wish(const struct unit_input *input)
{
	return (struct project_wish){ .targets = input->targets.at,
		                      .n_targets = input->targets.n,
		                      .excludes = input->excludes.at,
		                      .n_excludes = input->excludes.n };
}

void unit_input_begin(const struct unit_input *input)
{
	log_set_level(input->quiet ? LOG_QUIET : input->verbose ? LOG_VERBOSE : LOG_NORMAL);
	interrupt_catch();
}

status unit_input_read(struct unit_input *input, struct unit **unit)
{
	unit_input_begin(input);
	if (!input->database && (input->targets.n || input->excludes.n))
		return fail(TROUBLE_USAGE, "--target and --exclude choose from a database: give it with -p DIR");
	const text_list *paths = &input->operands.before, *flags = &input->operands.after;
	struct project_wish wish = unit_input_wish(input);
	if (input->sources.at.n) /* chosen already */
		;
	else if (input->database)
		TRY(sources_from_database(&input->sources, input->database, &wish, paths->at, paths->n));
	else if (!paths->n)
		return fail(TROUBLE_USAGE, "no source given; name one or more C files, or -p DIR");
	else
		TRY(sources_from_args(&input->sources, paths->at, paths->n, flags->at, flags->n));
	if (input->contracts)
		TRY(sources_set_contracts(&input->sources, input->contracts));
	TRY(read_sources(input, unit));
	return unit_input_correct(input, *unit);
}

status unit_input_correct(const struct unit_input *input, struct unit *unit)
{
	return input->model_file ? correct(unit->model, input->model_file) : NULL;
}

void unit_input_release(struct unit_input *input)
{
	operands_release(&input->operands);
	sources_release(&input->sources);
	vec_release(&input->targets);
	vec_release(&input->excludes);
}

struct build_options unit_input_build_options(const struct unit_input *input)
{
	return (struct build_options){ .no_cache = input->no_cache };
}
