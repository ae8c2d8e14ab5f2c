/* crew: parallel campaigns, one per processor, that tell each other their wins.
 *
 * Each member is a process with a campaign of its own: it proposes, runs and judges by itself. It appends its
 * messages to its log, in memory that all members share, and the others read that log at their own pace: nobody
 * waits, nothing is locked, and messages stay when a member dies. Member 0 is skep itself; it starts the others
 * and ends them. If nothing may depend on the clock, members set marks, and wait for the marks of others.
 *
 * Read next: crew_journal.h, the contents of the messages. */
#ifndef SKEP_CAMPAIGN_CREW_H
#define SKEP_CAMPAIGN_CREW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum crew_kind {
	CREW_ENTRY,   /* a message (store/entry.h) */
	CREW_MARK,    /* an appointment: all messages before belong to it */
	CREW_END      /* the member has spent its budget */
};

struct crew_message {
	enum crew_kind kind;
	const void *bytes; /* in the log; aligned as a uint64_t */
	size_t size;
};

struct crew;

/* Makes a crew of n members, of which only the first, this process, is there. */
MUST_USE status crew_new(uint32_t n, struct crew **crew);
/* Runs work(context) as member `member` (1 to n - 1) in a copy of this process, in which `crew` is that member's. */
MUST_USE status crew_start(struct crew *crew, uint32_t member, status (*work)(void *context), void *context);
/* Tells the other members to stop, waits a moment, and ends those that still run. Their messages can be read
 * until crew_free(). For member 0. */
void crew_dismiss(struct crew *crew);
/* Frees the crew, and ends the others if they were not dismissed. `crew` may be NULL. */
void crew_free(struct crew *crew);

uint32_t crew_self(const struct crew *crew);
uint32_t crew_size(const struct crew *crew);
/* True if member 0 wants all members to stop. */
bool crew_is_dismissed(const struct crew *crew);
/* True if that member has no unread messages and will send none. */
bool crew_is_over(struct crew *crew, uint32_t member);

/* Appends to this member's log. A full log takes no more messages. */
void crew_say(struct crew *crew, enum crew_kind kind, const void *bytes, size_t size);

/* Reads the next message of another member. With `wait`, waits for it. False: there is none now, or none will
 * come because the member ended, the crew is dismissed, or skep was interrupted. */
bool crew_hear(struct crew *crew, uint32_t member, bool wait, struct crew_message *message);

#endif
