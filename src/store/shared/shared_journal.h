/* shared_journal: the journal of a campaign that many machines share.
 *
 * A worker's journal is for one stint. It never ends a campaign for trouble that passes: while the server is
 * away the entries wait, and each has a key (share, attempt, place), so that an entry which is sent twice is
 * stored once. The writer's journal reads all entries, and replaces them by those worth keeping. */
#ifndef SKEP_STORE_SHARED_JOURNAL_H
#define SKEP_STORE_SHARED_JOURNAL_H

#include "store/claims.h"
#include "store/journal.h"
#include "store/shared/shared.h"

/* Makes a worker's journal with a connection of its own, to the store at `url`. Tests of others are read as
 * they come; in an exact campaign only those of earlier rounds, at the beginning. `finish` fails if entries
 * could not be appended. The URL and the lease are borrowed. */
MUST_USE status shared_journal_new(const char *url, const struct lease *lease, bool is_exact, struct journal **journal);
/* Returns the claims of the stint on frontiers; they belong to the journal. NULL: the campaign is exact, and what others try must not
 * matter. */
struct claims *shared_journal_claims(struct journal *journal);
/* Makes the writer's journal. It reads in the order in which entries were appended; in an exact campaign by
 * share and place, so that the order does not depend on the workers. The connection is borrowed. */
struct journal *shared_writer_new(struct connection *connection, int64_t campaign, bool is_exact);
/* Returns the model as it was when lessons were last kept; NULL: never. In arena. */
MUST_USE status shared_lessons(struct connection *connection, int64_t campaign, struct arena *arena, const char **text);
/* Returns the number of tests run so far, by the counts that were appended. */
MUST_USE status shared_executions(struct connection *connection, int64_t campaign, uint64_t *executions);

#endif
