/* program_names: names of tests, by what they show: an error message, an option, what is printed. */
#include <ctype.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "emit/programs/program_test.h"

#define MAX_NAME 40u

/* Letters and digits of the text, joined by underscores. */
static void add_slug(struct sb *name, const unsigned char *text, size_t size)
{
	bool gap = name->n > 0;
	for (size_t i = 0; i < size && text[i] != '\n' && name->n < MAX_NAME; i++) {
		if (!isalnum(text[i]) || text[i] > 126) {
			gap = name->n > 0;
			continue;
		}
		if (gap)
			sb_add_char(name, '_');
		sb_add_char(name, (char)tolower(text[i]));
		gap = false;
	}
}

/* The first words of a usage say nothing about the test. */
static bool is_usage(struct bytes text)
{
	return text.size > 5 && (text.at[0] == 'u' || text.at[0] == 'U') && memcmp(text.at + 1, "sage", 4) == 0;
}

/* "wc: invalid option" is about an invalid option. */
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

static void add_name(struct sb *name, const struct program_test *test)
{
	struct bytes said = without_program(test->result.err, test->invocation.program);
	if (test->result.status && said.size && !is_usage(said)) {
		add_slug(name, said.at, said.size);
		return;
	}
	add_options(name, &test->invocation);
	if (name->n)
		return;
	if (test->result.out.size) {
		sb_add(name, "prints");
		add_slug(name, test->result.out.at, test->result.out.size);
	} else if (test->result.status) {
		sb_addf(name, "exit_%d", test->result.status);
	} else {
		sb_add(name, test->invocation.args.n ? "arguments" : "no_arguments");
	}
}

void program_tests_name(program_test_list *tests, struct arena *arena)
{
	struct strmap used = { 0 };
	for (size_t i = 0; i < tests->n; i++) {
		struct sb name = { 0 };
		add_name(&name, &tests->at[i]);
		if (!name.n)
			sb_add(&name, "test");
		uint64_t *times = strmap_put(&used, sb_text(&name), NULL);
		if (++*times > 1)
			sb_addf(&name, "_%llu", (unsigned long long)*times);
		tests->at[i].name = arena_strdup(arena, sb_text(&name));
		sb_release(&name);
	}
	strmap_release(&used);
}
