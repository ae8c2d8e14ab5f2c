/* fail_on: see fail_on.h. */
#include "cli/fail_on.h"

#include <string.h>

#include "emit/report/goals.h"

/* A class includes all graver classes, except error paths, which stand by themselves. */
static const struct {
	const char *name;
	unsigned classes;
} words[] = {
	{ "never", FAIL_ON_NEVER },
	{ "bug", FAIL_ON_BUG },
	{ "error-path", FAIL_ON_ERROR_PATH },
	{ "unclear", FAIL_ON_BUG | FAIL_ON_UNCLEAR },
	{ "misuse", FAIL_ON_BUG | FAIL_ON_UNCLEAR | FAIL_ON_MISUSE },
};

status fail_on_parse(const char *names, unsigned *fail_on)
{
	*fail_on = FAIL_ON_NEVER;
	while (names) {
		size_t length = strcspn(names, ","), i = 0, n = sizeof words / sizeof *words;
		while (i < n && (strlen(words[i].name) != length || strncmp(words[i].name, names, length) != 0))
			i++;
		if (i == n)
			return fail(TROUBLE_USAGE, "--fail-on is bug, error-path, unclear, misuse or never, not '%.*s'",
			            (int)length, names);
		*fail_on |= words[i].classes;
		names = names[length] ? names + length + 1 : NULL;
	}
	return NULL;
}

static void add_count(struct sb *out, uint32_t n, const char *one, const char *many)
{
	if (n)
		sb_addf(out, "%s%u %s", out->n ? ", " : "", n, n == 1 ? one : many);
}

status fail_on_check(unsigned fail_on, const struct results *results)
{
	struct verdict_counts counts = count_verdicts(results);
	struct sb found = { 0 };
	if (fail_on & FAIL_ON_BUG)
		add_count(&found, counts.bugs, "bug", "bugs");
	if (fail_on & FAIL_ON_ERROR_PATH)
		add_count(&found, counts.error_paths, "finding in an error path", "findings in error paths");
	if (fail_on & FAIL_ON_UNCLEAR)
		add_count(&found, counts.unclear, "unclear finding", "unclear findings");
	if (fail_on & FAIL_ON_MISUSE)
		add_count(&found, counts.misuses, "misuse", "misuses");
	status st = found.n ? fail(TROUBLE_FOUND, "found: %s", sb_text(&found)) : NULL;
	sb_release(&found);
	return st;
}
