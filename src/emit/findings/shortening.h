/* shortening: a finding, as its shortest test shows it. Private to emit/findings. */
#ifndef SKEP_EMIT_SHORTENING_H
#define SKEP_EMIT_SHORTENING_H

#include "base/status.h"
#include "judge/judge.h"
#include "reduce/replace.h"

/* Parts of other tests that may take the place of longer parts of a test. */
struct spare_parts {
	const struct component *components;
	size_t n_components;
};

/* Returns the finding's test up to the step that fails. In arena. */
const struct seq *finding_up_to_fault(struct arena *arena, const struct finding *finding);
/* Shortens the finding's test as long as it still shows the same fault. *told lives as long as the judge; it is
 * `finding` itself if no shorter test shows the fault twice. */
MUST_USE status finding_shorten(struct judge *judge, const struct model *model, const struct spare_parts *parts,
                                const struct finding *finding, const struct finding **told);

#endif
