/* fail_on: see fail_on.h. */
#include "cli/fail_on.h"

#include "base/str.h"
#include "emit/report/goals.h"

status fail_on_parse(const char *name, enum fail_on *fail_on)
{
	static const char *const names[] = { "never", "bug", "unclear", "misuse" };
	*fail_on = FAIL_ON_NEVER;
	if (!name)
		return NULL;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_equal(name, names[i])) {
			*fail_on = (enum fail_on)i;
			return NULL;
		}
	return fail(TROUBLE_USAGE, "--fail-on is bug, unclear, misuse or never, not '%s'", name);
}

static void add_count(struct sb *out, uint32_t n, const char *one, const char *many)
{
	if (n)
		sb_addf(out, "%s%u %s", out->n ? ", " : "", n, n == 1 ? one : many);
}

status fail_on_check(enum fail_on fail_on, const struct results *results)
{
	struct verdict_counts counts = count_verdicts(results);
	struct sb found = { 0 };
	if (fail_on >= FAIL_ON_BUG)
		add_count(&found, counts.bugs, "bug", "bugs");
	if (fail_on >= FAIL_ON_UNCLEAR)
		add_count(&found, counts.unclear, "unclear finding", "unclear findings");
	if (fail_on >= FAIL_ON_MISUSE)
		add_count(&found, counts.misuses, "misuse", "misuses");
	status st = found.n ? fail(TROUBLE_FOUND, "found: %s", sb_text(&found)) : NULL;
	sb_release(&found);
	return st;
}
