/* repeat: commands that give the results of a run again. See settings.h. */
#include <stdlib.h>

#include "base/str.h"
#include "cli/gen/settings.h"
#include "emit/escape.h"
#include "store/shared/shared.h"

static void add_list(struct sb *text, const char *option, const text_list *list)
{
	if (list->n)
		sb_addf(text, " --%s ", option);
	for (size_t i = 0; i < list->n; i++)
		sb_addf(text, "%s%s", i ? "," : "", list->at[i]);
}

/* Options that do not change results: their place, and how much is logged. */
static const char *const not_repeated[] = { "out", "no-cache", "json", "quiet", "verbose", "seed", "store", NULL };

/* Adds the store by its address alone, because a URL may hold a password. */
static void add_store(const struct gen_settings *settings, struct sb *text)
{
	struct arena *arena = arena_new();
	if (settings->store.url) {
		sb_add(text, " --store ");
		escape_shell(text, shared_name_of(settings->store.url, arena));
	}
	arena_free(arena);
}

const char *gen_name(const struct gen_settings *settings)
{
	return settings->extension ? settings->extension->command->name : "gen";
}

char *gen_short_command(const struct gen_settings *settings)
{
	struct sb text = { 0 };
	sb_addf(&text, "skep %s", gen_name(settings));
	for (size_t i = 0; i < settings->input.operands.before.n; i++)
		sb_addf(&text, " %s", path_base(settings->input.operands.before.at[i]));
	if (settings->input.database)
		sb_addf(&text, " -p %s", path_base(settings->input.database));
	if (settings->extension)
		settings->extension->name(settings->extension->context, &text);
	add_list(&text, "target", &settings->input.targets);
	if (settings->input.contracts)
		sb_addf(&text, " --contracts %s", path_base(settings->input.contracts));
	if (settings->budget.executions)
		sb_addf(&text, " --executions %llu", (unsigned long long)settings->budget.executions);
	else
		sb_addf(&text, " -t %g", settings->budget.seconds);
	add_list(&text, "only", &settings->functions.only);
	add_list(&text, "skip", &settings->functions.skip);
	add_list(&text, "promote", &settings->promoted);
	sb_addf(&text, " --seed %llu", (unsigned long long)settings->seed);
	if (settings->go_on)
		sb_add(&text, " --continue");
	add_store(settings, &text);
	return sb_take(&text);
}

char *gen_whole_command(const struct gen_settings *settings, const struct given *given)
{
	struct sb text = { 0 }, also = { 0 };
	sb_addf(&also, " --seed %llu", (unsigned long long)settings->seed);
	add_store(settings, &also);
	sb_addf(&text, "skep %s", gen_name(settings));
	options_again(given->specs, given->n_specs, given->argc, given->argv, not_repeated, sb_text(&also), &text);
	sb_release(&also);
	return sb_take(&text);
}

char *gen_target_command(const struct gen_settings *settings, const struct given *given, const char *target)
{
	static const char *const without[] = { "out",  "no-cache",   "json",   "quiet", "verbose", "seed",
		                               "time", "executions", "target", "store", NULL };
	struct sb text = { 0 }, also = { 0 };
	sb_add(&also, " --target ");
	escape_shell(&also, target);
	if (settings->budget.executions)
		sb_addf(&also, " --executions %llu", (unsigned long long)settings->budget.executions);
	else
		sb_addf(&also, " -t %.0f", settings->budget.seconds);
	sb_addf(&also, " --seed %llu", (unsigned long long)settings->seed);
	add_store(settings, &also);
	sb_addf(&text, "skep %s", gen_name(settings));
	options_again(given->specs, given->n_specs, given->argc, given->argv, without, sb_text(&also), &text);
	sb_release(&also);
	return sb_take(&text);
}
