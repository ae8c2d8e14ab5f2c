/* severity: how much harm a fault can do, no matter who is to blame. */
#ifndef SKEP_JUDGE_SEVERITY_H
#define SKEP_JUDGE_SEVERITY_H

#include "exec/exec.h"

enum severity { SEVERITY_LOW, SEVERITY_MEDIUM, SEVERITY_HIGH };

/* High: memory is damaged. Medium: the program ends, hangs, reads foreign memory or gives a wrong
 * result. Low: the program goes on, with less memory or by luck. */
enum severity severity_of(const struct sk_fault *fault, enum sk_outcome outcome);
/* "high", "medium" or "low". */
const char *severity_word(enum severity severity);

#endif
