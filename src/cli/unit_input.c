/* unit_input: see unit_input.h. */
#include "cli/unit_input.h"

#include <stdlib.h>
#include <string.h>

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

#define DEFAULT_CONTEXT 64u

static status read_context_limit(const char *text, size_t *limit)
{
	char *end;
	*limit = DEFAULT_CONTEXT;
	if (!text)
		return NULL;
	*limit = str_equal(text, "no") ? 0 : strtoul(text, &end, 10);
	if (str_equal(text, "no") || (text[0] >= '0' && text[0] <= '9' && !*end))
		return NULL;
	return fail(TROUBLE_USAGE, "--context takes a number of sources, or no; not '%s'", text);
}

/* Puts the context last. A project may have sources in between that are only linked. */
static void put_context_last(struct source_list *list)
{
	VEC(struct source) last = { 0 };
	size_t n = 0;
	for (size_t i = 0; i < list->at.n; i++)
		if (list->at.at[i].is_context)
			vec_push(&last, list->at.at[i]);
		else
			list->at.at[n++] = list->at.at[i];
	for (size_t i = 0; i < last.n; i++)
		list->at.at[n++] = last.at[i];
	vec_release(&last);
}

/* Adds the sources that the unit needs and that --with or the database has. */
static status find_context(struct unit_input *input)
{
	const text_list *flags = &input->operands.after;
	struct database *database = NULL;
	struct context_pool pool = {
		.with = input->with.at, .n_with = input->with.n, .flags = flags->at, .n_flags = flags->n
	};
	TRY(read_context_limit(input->context, &pool.limit));
	if (!pool.limit && pool.n_with)
		return fail(TROUBLE_USAGE, "--context no leaves nothing of --with; leave out one of them");
	if (!pool.limit || (!input->database && !pool.n_with))
		return NULL;
	if (input->database)
		TRY(database_read(input->database, &database));
	struct arena *arena = arena_new();
	pool.database = database;
	pool.cache = input->no_cache ? NULL : cache_folder(arena, NULL);
	status st = context_find(&input->sources, &pool, &input->found);
	database_free(database);
	arena_free(arena);
	return st;
}

static size_t folder_length(const char *path)
{
	return (size_t)(path_base(path) - path);
}

/* Marks the sources in the program's folder as tested: a program is in its own folder, and sources of other
 * folders are libraries. */
static void own_folder(struct source_list *list)
{
	const char *first = list->at.n ? list->at.at[0].path : "";
	for (size_t i = 0; i < list->at.n; i++) {
		const char *path = list->at.at[i].path;
		if (folder_length(path) == folder_length(first) && memcmp(path, first, folder_length(first)) == 0)
			list->at.at[i].is_context = false;
	}
	put_context_last(list);
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

/* Adds libraries that no database names. */
static void add_libraries(struct source_list *sources, const text_list *flags)
{
	for (size_t i = 0; i < flags->n; i++)
		if (str_starts(flags->at[i], "-l") || str_starts(flags->at[i], "-L") ||
		    str_starts(flags->at[i], "-Wl,"))
			vec_push(&sources->link_flags, flags->at[i]);
}

status unit_input_read(struct unit_input *input, struct unit **unit)
{
	unit_input_begin(input);
	if (!input->database && (input->targets.n || input->excludes.n))
		return fail(TROUBLE_USAGE, "--target and --exclude choose from a database: give it with -p DIR");
	const text_list *paths = &input->operands.before, *flags = &input->operands.after;
	struct project_wish wish = unit_input_wish(input);
	if (input->sources.at.n) /* they were chosen already */
		;
	else if (input->database)
		TRY(sources_from_database(&input->sources, input->database, &wish, paths->at, paths->n));
	else if (!paths->n)
		return fail(TROUBLE_USAGE, "no source given; name one or more C files, or -p DIR");
	else
		TRY(sources_from_args(&input->sources, paths->at, paths->n, flags->at, flags->n));
	if (input->database)
		add_libraries(&input->sources, flags);
	put_context_last(&input->sources);
	TRY(find_context(input));
	if (input->own_folder)
		own_folder(&input->sources);
	if (input->contracts)
		TRY(sources_set_contracts(&input->sources, input->contracts));
	input->sources.variables = true;
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
	vec_release(&input->with);
	sources_release(&input->sources);
	vec_release(&input->targets);
	vec_release(&input->excludes);
}

struct build_options unit_input_build_options(const struct unit_input *input)
{
	return (struct build_options){ .no_cache = input->no_cache };
}
