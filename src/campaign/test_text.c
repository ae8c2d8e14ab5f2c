/* test_text: see test_text.h. */
#include "campaign/test_text.h"

#include "seq/text/text.h"

#define NAME "kept" /* kept tests have no names, but the text form needs one */

char *test_text(const struct model *model, const struct seq *seq)
{
	struct sb text = { 0 };
	seq_print(seq, model, NAME, &text);
	return sb_take(&text);
}

status test_parse(struct arena *arena, const struct model *model, const char *text, const char *what,
                  const struct seq **seq)
{
	struct seq_file file;
	TRY(seq_parse(arena, model, text, what, &file));
	if (file.n != 1)
		return fail(TROUBLE_INPUT, "%s: %zu tests where one is expected", what, file.n);
	*seq = file.at[0].seq;
	return NULL;
}
