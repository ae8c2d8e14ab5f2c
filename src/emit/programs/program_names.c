/* program_names: names of tests, after an error message, an option, or the output. */
#include <ctype.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "emit/programs/program_test.h"

#define MAX_NAME 40u

/* Returns the number of letters and digits at the start of the text. */
static size_t word_length(const unsigned char *text, size_t size)
{
	size_t n = 0;
	while (n < size && text[n] < 127 && isalnum(text[n]))
		n++;
	return n;
}

/* Adds the words of the first line, joined by underscores, as far as they fit. */
static void add_slug(struct sb *name, const unsigned char *text, size_t size)
{
	for (size_t i = 0, n; i < size && text[i] != '\n'; i += n ? n : 1) {
		n = word_length(text + i, size - i);
		if (n && name->n && name->n + 1 + n > MAX_NAME)
			return;
		if (n && name->n)
			sb_add_char(name, '_');
		for (size_t k = 0; k < n && name->n < MAX_NAME; k++)
			sb_add_char(name, (char)tolower(text[i + k]));
	}
}

/* True for the text of a usage, whose first words say nothing about the test. */
static bool is_usage(struct bytes text)
{
	return text.size > 5 && (text.at[0] == 'u' || text.at[0] == 'U') && memcmp(text.at + 1, "sage", 4) == 0;
}

/* Removes the program's name from a message: "wc: invalid option" is about an invalid option. */
static struct bytes without_program(struct bytes text, const char *program)
{
	size_t n = strlen(program);
	if (text.size > n + 1 && memcmp(text.at, program, n) == 0 && text.at[n] == ':') {
		text.at += n + 1;
		text.size -= (uint32_t)n + 1;
	}
	return text;
}

static void add_options(struct sb *name, const struct invocation *invocation)
{
	for (size_t i = 0; i < invocation->args.n && name->n < MAX_NAME; i++) {
		struct bytes arg = invocation->args.at[i];
		if (arg.size < 2 || arg.at[0] != '-')
			continue;
		sb_add(name, name->n ? "" : "option");
		for (uint32_t k = 0; k < arg.size; k++)
			if (arg.at[k] == '=')
				arg.size = k;
		add_slug(name, arg.at, arg.size);
	}
}

/* ---- ways to name a test, the most telling first ---- */

/* Names the test after its error message, its options, or its output. */
static void by_message(struct sb *name, const struct program_test *test)
{
	struct bytes said = without_program(test->result.err, test->invocation.program);
	if (test->result.status && said.size && !is_usage(said))
		add_slug(name, said.at, said.size);
}

static void by_options(struct sb *name, const struct program_test *test)
{
	add_options(name, &test->invocation);
}

static void by_output(struct sb *name, const struct program_test *test)
{
	if (!test->result.out.size)
		return;
	sb_add(name, "prints");
	add_slug(name, test->result.out.at, test->result.out.size);
}

static void by_arguments(struct sb *name, const struct program_test *test)
{
	for (size_t i = 0; i < test->invocation.args.n; i++)
		add_slug(name, test->invocation.args.at[i].at, test->invocation.args.at[i].size);
}

static void add_contents(struct sb *name, const char *what, const char *nothing, struct bytes contents)
{
	sb_add(name, contents.size ? what : nothing);
	for (uint32_t i = 0; i < contents.size && name->n < MAX_NAME; i++) {
		uint32_t from = i;
		while (i < contents.size && contents.at[i] != '\n')
			i++;
		add_slug(name, contents.at + from, i - from);
	}
}

static void by_input(struct sb *name, const struct program_test *test)
{
	const struct invocation *invocation = &test->invocation;
	if (invocation->has_input)
		add_contents(name, "input", "empty_input", invocation->input);
	else if (invocation->files.n)
		add_contents(name, "file", "empty_file", invocation->files.at[0].contents);
}

static void by_variables(struct sb *name, const struct program_test *test)
{
	for (size_t i = 0; i < test->invocation.variables.n; i++) {
		const struct named_bytes *variable = &test->invocation.variables.at[i];
		sb_add(name, name->n ? "_" : "with_");
		add_slug(name, (const unsigned char *)variable->name, strlen(variable->name));
		add_slug(name, variable->contents.at, variable->contents.size);
	}
}

static void by_status(struct sb *name, const struct program_test *test)
{
	if (test->result.status)
		sb_addf(name, "exit_%d", test->result.status);
	else
		sb_add(name, test->invocation.args.n ? "arguments" : "no_arguments");
}

static void by_size(struct sb *name, const struct program_test *test)
{
	const struct invocation *invocation = &test->invocation;
	uint32_t bytes = invocation->has_input ? invocation->input.size : 0;
	for (size_t i = 0; i < invocation->files.n; i++)
		bytes += invocation->files.at[i].contents.size;
	if (bytes)
		sb_addf(name, "%u_bytes", bytes);
}

typedef void name_part(struct sb *name, const struct program_test *test);
static name_part *const parts[] = { by_message,   by_options, by_output,    by_status,
	                            by_arguments, by_input,   by_variables, by_size };
#define N_PARTS (sizeof parts / sizeof *parts)
#define MAX_LONG_NAME 80u

/* Adds the first part that is not empty, and further parts while another test has that name. */
static void add_name(struct sb *name, const struct program_test *test, const struct strmap *used)
{
	for (size_t i = 0; i < N_PARTS && (!name->n || strmap_get(used, sb_text(name))); i++) {
		struct sb part = { 0 };
		parts[i](&part, test);
		bool fits = part.n && name->n + part.n < MAX_LONG_NAME && !strstr(sb_text(name), sb_text(&part));
		if (fits && !(name->n && parts[i] == by_status))
			sb_addf(name, "%s%s", name->n ? "_" : "", sb_text(&part));
		sb_release(&part);
	}
}

void program_tests_name(program_test_list *tests, struct arena *arena)
{
	struct strmap used = { 0 };
	for (size_t i = 0; i < tests->n; i++) {
		struct sb name = { 0 };
		add_name(&name, &tests->at[i], &used);
		uint64_t *times = strmap_put(&used, sb_text(&name), NULL);
		if (++*times > 1)
			sb_addf(&name, "_%llu", (unsigned long long)*times);
		strmap_put(&used, sb_text(&name), NULL);
		tests->at[i].name = arena_strdup(arena, sb_text(&name));
		sb_release(&name);
	}
	strmap_release(&used);
}
