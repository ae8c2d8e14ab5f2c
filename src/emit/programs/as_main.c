/* as_main: gives main(), which targets call unit_main, its own name back in texts for users. */
#include <string.h>

#include "emit/programs/program_test.h"

const char *as_main(const char *text, struct arena *arena)
{
	static const char inside[] = "unit_main";
	struct sb out = { 0 };
	for (const char *at = text; *at;) {
		if (str_starts(at, inside)) {
			sb_add(&out, "main");
			at += sizeof inside - 1;
		} else {
			sb_add_char(&out, *at++);
		}
	}
	const char *copy = arena_strdup(arena, sb_text(&out));
	sb_release(&out);
	return copy;
}
