/* new_goals: see new_goals.h. */
#include "emit/text/new_goals.h"

#include "base/map.h"
#include "base/str.h"

#define MAX_GOALS 4u /* named in a comment */

/* Adds "ring.c:31 true" for the probe of a condition or case; false for other probes. */
static bool goal_text(const struct marks *marks, uint32_t probe, struct sb *out)
{
	const struct place *place;
	const char *what;
	if (probe >= marks->first_condition_probe && probe < marks->first_case_probe) {
		uint32_t c = (probe - marks->first_condition_probe) / 2;
		place = &marks->conditions.at[c].place;
		what = (probe - marks->first_condition_probe) % 2 ? "true" : "false";
	} else if (probe >= marks->first_case_probe && probe < marks->first_path_probe) {
		const struct case_mark *mark = &marks->cases.at[probe - marks->first_case_probe];
		place = &mark->place;
		what = mark->is_default ? "default" : "case";
	} else {
		return false;
	}
	sb_addf(out, "%s:%u %s", path_base(marks->files.at[place->file]), place->line, what);
	return true;
}

void add_new_goals(const struct marks *marks, const uint64_t *fresh, uint32_t n_words, struct sb *out)
{
	uint32_t named = 0, more = 0;
	struct strmap seen = { 0 };
	for (uint32_t w = 0; w < n_words; w++)
		for (uint64_t bits = fresh[w]; bits; bits &= bits - 1) {
			struct sb goal = { 0 };
			bool added = false;
			if (goal_text(marks, 64 * w + (uint32_t)__builtin_ctzll(bits), &goal))
				strmap_put(&seen, sb_text(&goal), &added);
			if (added && named < MAX_GOALS)
				sb_addf(out, "%s%s", named++ ? ", " : " Adds ", sb_text(&goal));
			else
				more += added;
			sb_release(&goal);
		}
	if (more)
		sb_addf(out, " and %u more", more);
	if (named)
		sb_add(out, ".");
	strmap_release(&seen);
}
