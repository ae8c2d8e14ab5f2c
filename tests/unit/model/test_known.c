/* Tests of known functions: which prototypes are recognised, and what their bodies do. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "model/known.h"
#include "model_of.h"
#include "proc/child.h"

#define UNIT "tests/units/standins/known.c"

/* The word in the comment behind the declaration of that name. */
static char *expected(const char *text, const char *name)
{
	char *call = xprintf("%s(", name);
	for (const char *at = text; (at = strstr(at, call)); at++) {
		if (at[-1] != ' ' && at[-1] != '*')
			continue;
		const char *comment = strstr(at, "/* ");
		assert_non_null(comment);
		free(call);
		return xprintf("%.*s", (int)strcspn(comment + 3, " "), comment + 3);
	}
	free(call);
	return NULL;
}

static void names_and_prototypes_tell(void **state)
{
	(void)state;
	const char *path = UNIT;
	struct model *model = model_of(&path, 1, NULL, 0);
	char *text;
	size_t size;
	assert_null(file_read(UNIT, &text, &size));
	assert_true(model->declared.n > 30);
	for (size_t i = 0; i < model->declared.n; i++) {
		const struct missing *declared = &model->declared.at[i];
		struct known known = { .as = "-" };
		char *wanted = expected(text, declared->name);
		known_function(model, declared->name, declared->type, &known);
		if (!wanted || !str_equal(wanted, known.as))
			fail_msg("%s is known as %s, not %s", declared->name, known.as, wanted);
		free(wanted);
	}
	free(text);
	model_free(model);
}

static void wrappers_end_when_memory_is_short(void **state)
{
	(void)state;
	const char *path = UNIT;
	struct model *model = model_of(&path, 1, NULL, 0);
	for (size_t i = 0; i < model->declared.n; i++) {
		const struct missing *declared = &model->declared.at[i];
		struct known known;
		struct sb body = { 0 };
		if (!known_function(model, declared->name, declared->type, &known))
			continue;
		known_body(&known, &body);
		assert_null(strchr(sb_text(&body), '!') == sb_text(&body) ? "a mark is left" : NULL);
		assert_int_equal(known_exits(&known), strstr(sb_text(&body), KNOWN_EXIT) != NULL);
		if (str_equal(declared->name, "xmalloc"))
			assert_true(known_exits(&known));
		if (str_equal(declared->name, "pool_strdup"))
			assert_non_null(strstr(sb_text(&body), "__builtin_strlen(arg2)"));
		if (str_equal(declared->name, "mem_alloc"))
			assert_false(known_exits(&known));
		sb_release(&body);
	}
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_and_prototypes_tell),
		cmocka_unit_test(wrappers_end_when_memory_is_short),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
