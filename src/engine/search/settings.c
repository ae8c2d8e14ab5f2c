/* settings: see settings.h. */
#include "engine/search/settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "seq/seq.h"

enum setting_kind { SETTING_WHOLE, SETTING_REAL, SETTING_SWITCH };

#define PLACE(field) offsetof(struct search_options, field)

static const struct setting {
	const char *name;
	enum setting_kind kind;  /* uint32_t, double or bool */
	size_t place;
	double least, most;
} settings[] = {
	{ "population", SETTING_WHOLE, PLACE(breeding.population), 2, 10000 },
	{ "crossover", SETTING_REAL, PLACE(breeding.crossover), 0, 1 },
	{ "rank-bias", SETTING_REAL, PLACE(breeding.rank_bias), 1.01, 2 },
	{ "insertion", SETTING_REAL, PLACE(breeding.insertion), 0, 0.9 },
	{ "tournament", SETTING_WHOLE, PLACE(breeding.tournament), 1, 100 },
	{ "fresh", SETTING_REAL, PLACE(breeding.fresh), 0, 1 },
	{ "seeds", SETTING_REAL, PLACE(breeding.seeds), 0, 1 },
	{ "tests", SETTING_WHOLE, PLACE(breeding.max_tests), 1, 1000 },
	{ "steps", SETTING_WHOLE, PLACE(breeding.max_steps), 1, SEQ_MAX_STEPS },
	{ "climb-every", SETTING_WHOLE, PLACE(climb_every), 1, 1000000 },
	{ "probability", SETTING_REAL, PLACE(inside.probability), 0.01, 1 },
	{ "rate", SETTING_REAL, PLACE(inside.rate), 1, 100 },
	{ "keep-all", SETTING_SWITCH, PLACE(inside.keep_all), 0, 1 },
	{ "filter", SETTING_WHOLE, PLACE(inside.filter), 0, 2 },
	{ "all-individuals", SETTING_SWITCH, PLACE(inside.all_individuals), 0, 1 },
	{ "symbolic-tests", SETTING_WHOLE, PLACE(inside.max_tests), 1, 1000000 },
	{ "symbolic-seconds", SETTING_REAL, PLACE(inside.max_seconds), 0.001, 100000 },
};

#define N_SETTINGS (sizeof settings / sizeof *settings)

struct search_options search_defaults(void)
{
	return (struct search_options){ .breeding = { .population = 80,
		                                      .crossover = 0.75,
		                                      .rank_bias = 1.7,
		                                      .insertion = 0.1,
		                                      .tournament = 4,
		                                      .fresh = 0.15,
		                                      .seeds = 0.5,
		                                      .max_tests = 50,
		                                      .max_steps = 80 },
		                        .inside = { .probability = 1, .rate = 1, .filter = FILTER_ONE_WAY_FIRST },
		                        .climb_every = 8 };
}

static const struct setting *find(const char *name, size_t n)
{
	for (size_t i = 0; i < N_SETTINGS; i++)
		if (strlen(settings[i].name) == n && memcmp(settings[i].name, name, n) == 0)
			return &settings[i];
	return NULL;
}

static status unknown(const char *setting)
{
	struct sb names = { 0 };
	for (size_t i = 0; i < N_SETTINGS; i++)
		sb_addf(&names, "%s%s", i ? ", " : "", settings[i].name);
	status st = fail(TROUBLE_USAGE, "--search-set %s: a setting is NAME=VALUE, and NAME one of %s", setting,
	                 sb_text(&names));
	sb_release(&names);
	return st;
}

static void put(struct search_options *options, const struct setting *setting, double value)
{
	char *place = (char *)options + setting->place;
	if (setting->kind == SETTING_WHOLE)
		*(uint32_t *)place = (uint32_t)value;
	else if (setting->kind == SETTING_REAL)
		*(double *)place = value;
	else
		*(bool *)place = value != 0;
}

static double get(const struct search_options *options, const struct setting *setting)
{
	const char *place = (const char *)options + setting->place;
	if (setting->kind == SETTING_WHOLE)
		return *(const uint32_t *)place;
	return setting->kind == SETTING_REAL ? *(const double *)place : *(const bool *)place;
}

status search_set(struct search_options *options, const char *text)
{
	size_t n = strcspn(text, "=");
	const struct setting *setting = text[n] ? find(text, n) : NULL;
	char *end;
	if (!setting)
		return unknown(text);
	const char *digits = text + n + 1;
	double value = strtod(digits, &end);
	bool is_number = end != digits && !*end && isfinite(value) &&
	                 (setting->kind == SETTING_REAL || value == floor(value));
	if (!is_number || value < setting->least || value > setting->most)
		return fail(TROUBLE_USAGE, "--search-set %s: %s is a %s from %g to %g", text, setting->name,
		            setting->kind == SETTING_REAL ? "number" : "whole number", setting->least, setting->most);
	put(options, setting, value);
	return NULL;
}

void search_settings_print(const struct search_options *options, struct sb *out)
{
	for (size_t i = 0; i < N_SETTINGS; i++)
		sb_addf(out, "%s%s=%g", i ? "," : "", settings[i].name, get(options, &settings[i]));
}
