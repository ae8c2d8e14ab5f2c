/* random_settings: the limits of the random engine by name, as users set them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "engine/random/random.h"
#include "seq/seq.h"

#define NEVER 1e-12 /* 0 stands for the default */

static const struct {
	const char *name;
	double least, most;
} settings[] = {
	{ "repeat", 0, 1 },   { "repeat-most", 1, 400 }, { "calls", 1, 64 }, { "swarm-calls", 1, SEQ_MAX_STEPS },
	{ "large", 1, 9e18 },
};

static void put(struct random_options *options, size_t setting, double value)
{
	switch (setting) {
	case 0:
		options->repeat_chance = value > 0 ? value : NEVER;
		break;
	case 1:
		options->repeat_max = (uint32_t)value;
		break;
	case 2:
		options->max_calls = (uint32_t)value;
		break;
	case 3:
		options->swarm_calls = (uint32_t)value;
		break;
	default:
		options->large_number = (uint64_t)value;
	}
}

status random_set(struct random_options *options, const char *text)
{
	size_t n = strcspn(text, "="), i = 0, n_settings = sizeof settings / sizeof *settings;
	while (i < n_settings && (strlen(settings[i].name) != n || memcmp(settings[i].name, text, n) != 0))
		i++;
	if (i == n_settings || !text[n])
		return fail(TROUBLE_USAGE,
		            "--random-set %s: a setting is NAME=VALUE, and NAME one of repeat, repeat-most, calls, "
		            "swarm-calls, large",
		            text);
	char *end;
	double value = strtod(text + n + 1, &end);
	bool is_number = end != text + n + 1 && !*end && isfinite(value) && (i == 0 || value == floor(value));
	if (!is_number || value < settings[i].least || value > settings[i].most)
		return fail(TROUBLE_USAGE, "--random-set %s: %s is a %s from %g to %g", text, settings[i].name,
		            i == 0 ? "number" : "whole number", settings[i].least, settings[i].most);
	put(options, i, value);
	return NULL;
}
