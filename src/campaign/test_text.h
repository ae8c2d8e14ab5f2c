/* test_text: one test in the text form, to keep it or to hand it on. */
#ifndef SKEP_CAMPAIGN_TEST_TEXT_H
#define SKEP_CAMPAIGN_TEST_TEXT_H

#include "base/status.h"
#include "seq/seq.h"

/* Returns the text, which the caller frees. */
char *test_text(const struct model *model, const struct seq *seq);
/* Parses the text of one test, in arena. `what` names it in the message if it makes no sense. */
MUST_USE status test_parse(struct arena *arena, const struct model *model, const char *text, const char *what,
                           const struct seq **seq);

#endif
