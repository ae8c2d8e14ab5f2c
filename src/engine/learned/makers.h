/* makers: functions that return a value of a type, and how often they were seen to succeed. */
#ifndef SKEP_ENGINE_LEARNED_MAKERS_H
#define SKEP_ENGINE_LEARNED_MAKERS_H

#include "base/vec.h"
#include "exec/exec.h"
#include "model/model.h"
#include "seq/seq.h"

/* A function's calls that were to make something, and how many did. */
struct maker_record {
	uint32_t tried, made;
};

struct makers {
	VEC(uint32_t) *by_type;      /* canonical type, of a pointer or a struct -> functions */
	size_t n_types;
	struct maker_record *records; /* per function */
};

void makers_init(struct makers *makers, const struct model *model, const bool *callable);
void makers_release(struct makers *makers);

/* Notes which makers in the sequence succeeded in this run. If the judge refused the test, none did. */
void makers_learn(struct makers *makers, const struct model *model, const struct seq *seq, const struct run *run,
                  bool is_refused);
/* Returns the share of a function's calls that made something; one half if nothing is known. */
double maker_success(const struct makers *makers, uint32_t function);
/* Returns the success of the best maker of this type; 0: there is no maker. */
double makers_best(const struct makers *makers, type_id canonical);

#endif
