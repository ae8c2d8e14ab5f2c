/* options: see options.h. */
#include "cli/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/mem.h"
#include "base/str.h"
#include "emit/escape.h"

static void print_option(const struct option_spec *spec)
{
	char left[64];
	int n = 0;
	if (spec->letter)
		n = snprintf(left, sizeof left, "-%c, ", spec->letter);
	else
		n = snprintf(left, sizeof left, "    ");
	snprintf(left + n, sizeof left - (size_t)n, "--%s%s%s", spec->name, spec->value ? " " : "",
	         spec->value ? spec->value : "");
	printf("  %-30s %s\n", left, spec->help);
}

static void print_help(const struct command *command, const struct option_spec *specs, size_t n)
{
	printf("usage: skep %s %s\n\n%s\n", command->name, command->usage, command->summary);
	if (command->details)
		printf("\n%s\n", command->details);
	puts("\noptions:");
	for (size_t i = 0; i < n; i++)
		print_option(&specs[i]);
	puts("  -h, --help                     show this help");
}

static status parse_number(const char *name, const char *text, uint64_t *out)
{
	char *end;
	errno = 0;
	unsigned long long number = strtoull(text, &end, 0);
	if (errno || end == text || *end || text[0] == '-')
		return fail(TROUBLE_USAGE, "--%s needs a whole number, not '%s'", name, text);
	*out = number;
	return NULL;
}

static status parse_seconds(const char *name, const char *text, double *out)
{
	static const struct {
		const char *unit;
		double factor;
	} units[] = { { "", 1 }, { "s", 1 }, { "ms", 1e-3 }, { "m", 60 }, { "min", 60 }, { "h", 3600 } };
	char *end;
	double number = strtod(text, &end);
	if (end != text && number >= 0 && number <= 1e9)
		for (size_t i = 0; i < sizeof units / sizeof *units; i++)
			if (str_equal(end, units[i].unit)) {
				*out = number * units[i].factor;
				return NULL;
			}
	return fail(TROUBLE_USAGE, "--%s needs a time such as 30s or 2m, not '%s'", name, text);
}

static void parse_list(const char *text, text_list *list)
{
	while (*text) {
		size_t n = strcspn(text, ",");
		if (n) {
			char *word = xstrdup(text);
			word[n] = 0;
			vec_push(list, word); /* lives as long as the process: options are read once */
		}
		text += n + (text[n] == ',');
	}
}

static status store(const struct option_spec *spec, const char *value)
{
	switch (spec->kind) {
	case OPTION_FLAG:
		*(bool *)spec->place = true;
		return NULL;
	case OPTION_TEXT:
		*(const char **)spec->place = value;
		return NULL;
	case OPTION_NUMBER:
		return parse_number(spec->name, value, spec->place);
	case OPTION_SECONDS:
		return parse_seconds(spec->name, value, spec->place);
	case OPTION_LIST:
		parse_list(value, spec->place);
		return NULL;
	case OPTION_TEXTS:
		vec_push((text_list *)spec->place, value);
		return NULL;
	}
	BUG("option kind %d", spec->kind);
}

static const struct option_spec *find(const struct option_spec *specs, size_t n, const char *arg, size_t length)
{
	for (size_t i = 0; i < n; i++) {
		if (arg[1] != '-' && arg[1] == specs[i].letter)
			return &specs[i];
		if (arg[1] == '-' && strlen(specs[i].name) == length && strncmp(arg + 2, specs[i].name, length) == 0)
			return &specs[i];
	}
	return NULL;
}

/* Parses one option with its value: "--name=value", "--name value", "-nvalue", "-n value". */
static status parse_option(const struct command *command, const struct option_spec *specs, size_t n_specs, char **argv,
                           int *i)
{
	const char *arg = argv[*i], *value = NULL;
	size_t length = arg[1] == '-' ? strcspn(arg + 2, "=") : 1;
	const struct option_spec *spec = find(specs, n_specs, arg, length);
	if (!spec)
		return fail(TROUBLE_USAGE, "unknown option %s; see skep %s --help", arg, command->name);
	if (arg[1] == '-' && arg[2 + length] == '=')
		value = arg + 3 + length;
	else if (arg[1] != '-' && arg[2])
		value = arg + 2;
	if (spec->kind == OPTION_FLAG) {
		if (value)
			return fail(TROUBLE_USAGE, "--%s takes no value", spec->name);
	} else if (!value) {
		value = argv[++*i];
		if (!value)
			return fail(TROUBLE_USAGE, "--%s needs a value: %s", spec->name, spec->value);
	}
	return store(spec, value);
}

status options_parse(const struct command *command, const struct option_spec *specs, size_t n_specs, int argc,
                     char **argv, struct operands *operands, bool *help)
{
	*help = false;
	for (int i = 1; i < argc; i++) {
		const char *arg = argv[i];
		if (str_equal(arg, "--")) {
			while (++i < argc)
				vec_push(&operands->after, argv[i]);
			return NULL;
		}
		if (str_equal(arg, "--help") || str_equal(arg, "-h")) {
			print_help(command, specs, n_specs);
			*help = true;
			return NULL;
		}
		if (arg[0] != '-' || !arg[1]) {
			vec_push(&operands->before, arg);
			continue;
		}
		TRY(parse_option(command, specs, n_specs, argv, &i));
	}
	return NULL;
}

static bool is_named(const char *name, const char *const *names)
{
	while (*names && !str_equal(*names, name))
		names++;
	return *names != NULL;
}

static void add_word(const char *word, struct sb *out)
{
	sb_add_char(out, ' ');
	escape_shell(out, word);
}

/* Returns the option at argv[i]; *is_whole: no value follows. NULL: it is no option. */
static const struct option_spec *option_at(const struct given *given, int i, bool *is_whole)
{
	const char *arg = given->argv[i];
	size_t length = str_starts(arg, "--") ? strcspn(arg + 2, "=") : 1;
	const struct option_spec *spec = arg[0] == '-' && arg[1] ? find(given->specs, given->n_specs, arg, length)
	                                                         : NULL;
	*is_whole = !spec || spec->kind == OPTION_FLAG || (arg[1] == '-' ? arg[2 + length] == '=' : arg[2] != 0);
	return spec;
}

void options_words(const struct given *given, const char *const *kept, struct sb *out)
{
	for (int i = 1; i < given->argc && !str_equal(given->argv[i], "--"); i++) {
		bool is_whole;
		const struct option_spec *spec = option_at(given, i, &is_whole);
		int last = !is_whole && i + 1 < given->argc ? i + 1 : i;
		for (int k = i; spec && is_named(spec->name, kept) && k <= last; k++)
			sb_add_bytes(out, given->argv[k], strlen(given->argv[k]) + 1);
		i = last;
	}
}

void options_again(const struct option_spec *specs, size_t n_specs, int argc, char **argv, const char *const *left_out,
                   const char *also, struct sb *out)
{
	struct given given = { specs, n_specs, argc, argv };
	int i = 1;
	for (; i < argc && !str_equal(argv[i], "--"); i++) {
		const char *arg = argv[i];
		bool is_whole;
		const struct option_spec *spec = option_at(&given, i, &is_whole);
		if (!spec || !is_named(spec->name, left_out)) {
			add_word(arg, out);
			if (!is_whole && i + 1 < argc)
				add_word(argv[i + 1], out);
		}
		i += !is_whole;
	}
	sb_add(out, also);
	for (; i < argc; i++)
		add_word(argv[i], out);
}

void operands_release(struct operands *operands)
{
	vec_release(&operands->before);
	vec_release(&operands->after);
}

int command_end(status st)
{
	if (!st)
		return 0;
	log_progress_end();
	int code = st->kind;
	if (st->message[0])
		log_error("%s", st->message);
	status_free(st);
	return code;
}
