/* close_calls: tests that came nearer than any before to deciding a condition the
 * other way. Mistakes by one lie there, and they break no condition: such a test is
 * worth a look by the judge even if it covers nothing new. */
#ifndef SKEP_CAMPAIGN_CLOSE_CALLS_H
#define SKEP_CAMPAIGN_CLOSE_CALLS_H

#include "exec/exec.h"

struct close_calls {
	double *nearest;         /* per condition outcome; negative: never reached */
	unsigned char *times;    /* how often it came nearer */
	uint32_t n;
};

void close_calls_init(struct close_calls *calls, const struct marks *marks);
void close_calls_release(struct close_calls *calls);
/* True if the run, one with distances, came nearer; notes how near. An outcome that
 * creeps up in small steps counts only so often. */
bool close_calls_add(struct close_calls *calls, const struct run *run);

#endif
