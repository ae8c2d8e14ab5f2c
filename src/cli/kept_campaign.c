/* kept_campaign: see kept_campaign.h. */
#include "cli/kept_campaign.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/map.h"
#include "campaign/old_data.h"
#include "cli/out_folder.h"
#include "model/text.h"
#include "proc/child.h"
#include "store/store_journal.h"

#define FILE_NAME "campaign.sqlite"

static struct store_unit unit_of(const struct unit *unit)
{
	return (struct store_unit){ unit->name, unit->hash };
}

/* Copies the store. The store in the output folder stays until the new one is complete. */
static status copy_store(const char *from, const char *to, const struct store_unit *unit)
{
	char *bytes = NULL;
	size_t size;
	TRY(store_check(from, unit));
	TRY(file_read(from, &bytes, &size));
	status st = file_write(to, bytes, size);
	free(bytes);
	return st;
}

static status find_store(struct kept_campaign *kept, const char *out, const struct store_unit *unit)
{
	char *inside = xprintf("%s/" FILE_NAME, out);
	status st = NULL;
	if (access(kept->path, F_OK) != 0) {
		if (access(inside, F_OK) == 0)
			st = copy_store(inside, kept->path, unit);
		else
			st = fail(TROUBLE_INPUT,
			          "there is no campaign to continue: neither %s nor %s is there; leave --continue out "
			          "to begin one",
			          kept->path, inside);
	}
	free(inside);
	return st ? st : store_open(kept->path, unit, &kept->store);
}

/* Corrects the model by the text of the lessons. The text's makers are not taken as the user's word, because
 * skep may learn otherwise. A function that was taken for a maker, and is none by the text, keeps its result. */
static status correct_by_lessons(struct unit *unit, const char *text, const char *path)
{
	struct model *model = unit->model;
	bool *was_maker = xcalloc(model->functions.n + 1, sizeof *was_maker);
	for (size_t i = 0; i < model->functions.n; i++)
		was_maker[i] = model->functions.at[i].is_maker;
	status st = model_correct(model, text, path);
	for (size_t i = 0; i < model->functions.n; i++) {
		struct function *function = &model->functions.at[i];
		function->maker_told = false;
		function->keeps_result |= was_maker[i] && !function->is_maker;
	}
	free(was_maker);
	return st;
}

status kept_correct(const struct unit_input *input, struct unit *unit, const char *lessons, const char *whose)
{
	TRY(correct_by_lessons(unit, lessons, whose));
	return unit_input_correct(input, unit);
}

static status correct_model(struct kept_campaign *kept, const struct unit_input *input, struct unit *unit)
{
	struct arena *arena = arena_new();
	const char *text;
	status st = store_text(kept->store, "model", arena, &text);
	if (!st && text)
		st = kept_correct(input, unit, text, kept->path);
	arena_free(arena);
	return st;
}

bool kept_is_there(const char *out)
{
	char *inside = xprintf("%s/" FILE_NAME, out), *beside = path_beside(out, "." FILE_NAME);
	bool found = access(beside, F_OK) == 0 || access(inside, F_OK) == 0;
	free(inside);
	free(beside);
	return found;
}

status kept_take_up(struct kept_campaign *kept, const char *out, const struct unit_input *input, struct unit *unit)
{
	struct store_unit owner = unit_of(unit);
	kept->path = path_beside(out, "." FILE_NAME);
	TRY(find_store(kept, out, &owner));
	kept->taken_up = true;
	TRY(store_count(kept->store, "executions", 0, &kept->executions));
	log_note("going on after %llu tests", (unsigned long long)kept->executions);
	return correct_model(kept, input, unit);
}

static status create(struct kept_campaign *kept, const struct unit *unit)
{
	struct store_unit owner = unit_of(unit);
	char *folder = xstrdup(kept->path);
	folder[path_base(folder) - folder] = 0;
	status st = folder[0] ? dir_make(folder) : NULL;
	free(folder);
	TRY(st ? st : store_create(kept->path, &owner, &kept->store));
	st = old_data_note(kept->store, unit->model, unit->marks);
	if (st) {
		store_close(kept->store);
		kept->store = NULL;
	}
	return st;
}

void kept_begin(struct kept_campaign *kept, const char *out, const struct unit *unit, struct campaign_options *options)
{
	if (!kept->taken_up) {
		kept->path = path_beside(out, "." FILE_NAME);
		if (access(kept->path, F_OK) == 0)
			log_note("beginning anew: %s, which a run that was ended left, is given up", kept->path);
		status st = create(kept, unit);
		if (st) {
			log_warn("the campaign is not kept, --continue will not find it: %s", st->message);
			status_free(st);
			store_remove_file(kept->path);
		}
	} else { /* for other tests than the tests that were tried already */
		options->seed = hash_bytes(&kept->executions, sizeof kept->executions, options->seed);
	}
	if (kept->store) {
		kept->journal = store_journal_new(kept->store);
		options->sharing.journals = &kept->journal;
		options->sharing.n_journals = 1;
	}
}

bool kept_write(struct kept_campaign *kept, const char *folder)
{
	if (!kept->store)
		return false;
	char *path = xprintf("%s/" FILE_NAME, folder);
	status st = store_write(kept->store, path);
	if (st) {
		log_warn("the campaign stays in %s: %s", kept->path, st->message);
		store_remove_file(path);
	}
	free(path);
	bool whole = !st;
	status_free(st);
	return whole;
}

void kept_end(struct kept_campaign *kept)
{
	store_remove(kept->store);
	kept->store = NULL;
}

void kept_release(struct kept_campaign *kept, bool has_run)
{
	if (kept->store && !kept->taken_up && !has_run)
		kept_end(kept);
	journal_free(kept->journal);
	store_close(kept->store);
	free(kept->path);
}
