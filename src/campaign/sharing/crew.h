/* crew: campaigns side by side, one to a processor, that tell each other what they win.
 *
 * Each member is a process with a campaign of its own: it proposes, runs and judges by
 * itself. What it has to say it appends to its log, in memory that all of them share, and
 * the others read that at their own pace: nobody waits, nothing is locked, and what a
 * member said stays when it dies. Member 0 is skep itself; it starts the others and ends
 * them. Where nothing may hang on the clock, members set marks, and wait for those of others.
 *
 * Read next: crew_journal.h, what they tell each other. */
#ifndef SKEP_CAMPAIGN_CREW_H
#define SKEP_CAMPAIGN_CREW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum crew_kind {
	CREW_ENTRY,   /* something to say (store/entry.h) */
	CREW_MARK,    /* an appointment: all that was said before belongs to it */
	CREW_END      /* the member has spent its budget */
};

struct crew_message {
	enum crew_kind kind;
	const void *bytes; /* in the log; aligned as a uint64_t */
	size_t size;
};

struct crew;

/* A crew of n members of which only the first, this process, is there. */
MUST_USE status crew_new(uint32_t n, struct crew **crew);
/* Runs work(context) as member `member` (1 to n - 1) in a copy of this process. There,
 * `crew` is that member's. */
MUST_USE status crew_start(struct crew *crew, uint32_t member, status (*work)(void *context), void *context);
/* Tells the others to stop, gives them a moment to do so, and ends those that do not. What
 * they said can be read until crew_free(). For member 0. */
void crew_dismiss(struct crew *crew);
/* Also ends the others, if they were not dismissed. NULL is fine. */
void crew_free(struct crew *crew);

uint32_t crew_self(const struct crew *crew);
uint32_t crew_size(const struct crew *crew);
/* Member 0 wants all to stop. */
bool crew_is_dismissed(const struct crew *crew);
/* Nothing is left to hear from that member, and nothing will come. */
bool crew_is_over(struct crew *crew, uint32_t member);

/* Appends to this member's log. A log that is full takes no more. */
void crew_say(struct crew *crew, enum crew_kind kind, const void *bytes, size_t size);

/* The next thing that another member said. With `wait`, waits for it. False: nothing is there,
 * or nothing will come: it ended, the crew is dismissed, or skep was interrupted. */
bool crew_hear(struct crew *crew, uint32_t member, bool wait, struct crew_message *message);

#endif
