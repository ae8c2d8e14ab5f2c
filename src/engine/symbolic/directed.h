/* directed: branch-directed generation for conditions that have no expression.
 *
 * A frontier condition has been met and never came out the other way; a test that met it is a witness. If the
 * condition has a label, the solver changes the inputs behind it, which costs microseconds. If it has none, its
 * operands were not computed from inputs, but may depend on earlier decisions that inputs took: a flag, a
 * count, a mode. The labels of those decisions tell exactly which inputs these are. They are the influencing
 * variables. The witness is tried again with them modified, one or two at a time ("branch-directed generation",
 * chapter 6 of the thesis on directed random testing). A modification that comes nearer, by the branch distance
 * that every run records, is a better witness: counts are climbed that way. */
#ifndef SKEP_ENGINE_SYMBOLIC_DIRECTED_H
#define SKEP_ENGINE_SYMBOLIC_DIRECTED_H

#include "cover/structure.h"
#include "exec/trace.h"
#include "model/marks.h"
#include "seq/seq.h"

struct directed;

/* Everything is borrowed. */
struct directed *directed_new(const struct model *model, const struct marks *marks, const struct structure *structure);
void directed_free(struct directed *directed);

/* Makes the test a witness of the frontier conditions that it met without a label, if it is nearer than earlier
 * witnesses, or these are few. `distances` are the run's. */
void directed_look(struct directed *directed, const struct seq *seq, const struct trace *trace,
                   const double *distances);
/* Returns a new modification, in arena, and the edge it aims at; NULL: there is none. */
const struct seq *directed_next(struct directed *directed, struct arena *arena, uint32_t *edge);
/* Notes whether the modification that ran took its edge. */
void directed_told(struct directed *directed, bool taken);

struct directed_stats {
	uint64_t frontiers, witnesses, modifications, crossed;
};
struct directed_stats directed_stats(const struct directed *directed);

#endif
