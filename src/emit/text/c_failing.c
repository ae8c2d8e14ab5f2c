/* c_failing: functions in front of the C library's, for tests that make calls of the unit fail.
 *
 * The linker sends calls of malloc() to __wrap_malloc(), and calls of __real_malloc() to malloc(). */
#include <string.h>

#include "emit/text/c_parts.h"
#include "model/failing.h"

#define WEAK "__attribute__((weak)) "

static void add_flags(uint32_t fails, const char *flag, struct sb *out)
{
	uint32_t n;
	const struct failing_function *functions = failing_functions(&n);
	for (uint32_t i = 0; i < n; i++)
		if (fails >> i & 1)
			sb_addf(out, " %s%s", flag, functions[i].name);
}

void c_failing_link_flags(uint32_t fails, struct sb *out)
{
	add_flags(fails, "-Wl,--wrap=", out);
}

void c_failing_compile_flags(uint32_t fails, struct sb *out)
{
	add_flags(fails, "-fno-builtin-", out);
}

void c_code_fails(struct c_code *code, uint32_t fails)
{
	uint32_t n;
	const struct failing_function *functions = failing_functions(&n);
	code->fails = fails;
	for (uint32_t i = 0; i < n; i++) {
		if (!(fails >> i & 1) || functions[i].kind == SLEEPING)
			continue;
		code->needs |= C_NEEDS_ERRNO | C_NEEDS_STDDEF;
		if (functions[i].kind != FAILING_MEMORY) /* FILE, EOF, ssize_t */
			code->needs |= C_NEEDS_STDIO | C_NEEDS_UNISTD;
	}
}

/* Adds functions that come back at once, in place of those in which the unit sleeps. */
static void add_sleeping(const struct c_code *code, uint32_t sleeps, struct sb *out)
{
	struct sb flags = { 0 };
	uint32_t n;
	const struct failing_function *functions = failing_functions(&n);
	c_failing_link_flags(sleeps, &flags);
	sb_addf(out,
	        "/* The unit sleeps no time. Its calls come here because the linker is told so:%s */\nstruct timespec;\n",
	        sb_text(&flags));
	for (uint32_t i = 0; i < n; i++) {
		const char *arg = functions[i].args;
		if (!(sleeps >> i & 1))
			continue;
		sb_addf(out, "\n%s%s__wrap_%s(%s)\n{\n", code->is_shared ? WEAK : "", functions[i].result,
		        functions[i].name, functions[i].params);
		for (; *arg; arg += strcspn(arg, ", "), arg += strspn(arg, ", "))
			sb_addf(out, "    (void)%.*s;\n", (int)strcspn(arg, ","), arg);
		sb_addf(out, "    return %s;\n}\n", functions[i].failure);
	}
	sb_add_char(out, '\n');
	sb_release(&flags);
}

static void add_function(const struct c_code *code, const struct failing_function *function, const char *word,
                         struct sb *out)
{
	sb_addf(out, "\n%s__real_%s(%s);\n%s%s__wrap_%s(%s)\n{\n    return %s_fails() ? %s : __real_%s(%s);\n}\n",
	        function->result, function->name, function->params, code->is_shared ? WEAK : "", function->result,
	        function->name, function->params, word, function->failure, function->name, function->args);
}

/* Adds the counter of one kind of failure, and the functions that look at it. */
static void add_kind(const struct c_code *code, enum failing kind, uint32_t fails, struct sb *out)
{
	const struct failing_kind *row = &failing_kinds[kind];
	const char *word = row->word;
	struct sb flags = { 0 };
	uint32_t n;
	const struct failing_function *functions = failing_functions(&n);
	c_failing_link_flags(fails, &flags);
	sb_addf(out,
	        "/* Lets the n-th %s of the unit from now on fail. Its calls come here because the linker is told\n"
	        " * so:%s */\n"
	        "%sunsigned %s_until_failure;\n\nstatic void %s(unsigned n)\n{\n    %s_until_failure = n;\n}\n\n"
	        "static int %s_fails(void)\n{\n"
	        "    if (!%s_until_failure || --%s_until_failure)\n        return 0;\n"
	        "    errno = %s;\n    return 1;\n}\n",
	        row->noun, sb_text(&flags), code->is_shared ? WEAK : "static ", word, row->operation, word, word, word,
	        word, row->error);
	for (uint32_t i = 0; i < n; i++)
		if (fails >> i & 1)
			add_function(code, &functions[i], word, out);
	sb_add_char(out, '\n');
	sb_release(&flags);
}

void c_failing_helpers(const struct c_code *code, struct sb *out)
{
	uint32_t n;
	const struct failing_function *functions = failing_functions(&n);
	for (unsigned kind = 0; kind <= N_FAILING; kind++) {
		uint32_t fails = 0;
		for (uint32_t i = 0; i < n; i++)
			fails |= functions[i].kind == (enum failing)kind ? code->fails & UINT32_C(1) << i : 0;
		if (fails && kind == SLEEPING)
			add_sleeping(code, fails, out);
		else if (fails)
			add_kind(code, (enum failing)kind, fails, out);
	}
}
