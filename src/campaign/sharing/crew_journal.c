/* crew_journal: see crew_journal.h. */
#include "campaign/sharing/crew_journal.h"

#include <stdlib.h>

#include "proc/child.h"

#define SHARE_SECONDS 0.05       /* between two looks at others' wins, or */
#define SHARE_EXECUTIONS 1024u   /* executions of each worker, if nothing may depend on the clock */

struct crew_journal {
	struct journal base;
	struct crew *crew;
	bool exact;
	struct entry entry;              /* the entry that is taken over */
	struct arena *arena;             /* of that entry */
};

static status append(struct journal *journal, const struct entry *entries, size_t n)
{
	struct crew_journal *own = (struct crew_journal *)journal;
	struct sb bytes = { 0 };
	for (size_t i = 0; i < n; i++) {
		sb_clear(&bytes);
		entry_encode(&entries[i], &bytes);
		crew_say(own->crew, CREW_ENTRY, bytes.text, bytes.n);
	}
	sb_release(&bytes);
	return NULL;
}

/* Takes an entry. Bytes that are no entry are passed over, because a worker may have died while it wrote them. */
static status take(struct crew_journal *own, const struct crew_message *message, const struct reading *reading)
{
	arena_clear(own->arena);
	if (!entry_decode(message->bytes, message->size, own->arena, &own->entry))
		return NULL;
	return reading->take(reading->context, &own->entry);
}

/* Reads all messages of a worker; with `wait`, up to its next mark or its end. */
static status hear(struct crew_journal *own, uint32_t member, bool wait, const struct reading *reading)
{
	struct crew_message message;
	while (crew_hear(own->crew, member, wait, &message)) {
		if (message.kind == CREW_ENTRY)
			TRY(take(own, &message, reading));
		else if (wait)
			break;
	}
	return NULL;
}

static status hear_all(struct crew_journal *own, bool wait, const struct reading *reading)
{
	for (uint32_t i = 0; i < crew_size(own->crew); i++)
		if (i != crew_self(own->crew))
			TRY(hear(own, i, wait, reading));
	return NULL;
}

static status read_journal(struct journal *journal, const struct reading *reading)
{
	struct crew_journal *own = (struct crew_journal *)journal;
	if (own->exact)
		crew_say(own->crew, CREW_MARK, NULL, 0);
	return hear_all(own, own->exact, reading);
}

/* Reads until all have spent their budget. */
static status hear_out(struct crew_journal *own, const struct reading *reading)
{
	for (uint32_t i = 1; i < crew_size(own->crew); i++)
		while (!crew_is_over(own->crew, i) && !interrupted())
			TRY(hear_all(own, true, reading));
	return NULL;
}

static status finish(struct journal *journal, bool spent, const struct reading *reading)
{
	struct crew_journal *own = (struct crew_journal *)journal;
	crew_say(own->crew, CREW_END, NULL, 0); /* nobody has to wait for its marks */
	if (crew_self(own->crew) != 0)
		return NULL;
	status st = own->exact && spent ? hear_out(own, reading) : NULL;
	crew_dismiss(own->crew);
	/* How far stopped members came depends on the clock. */
	return st || interrupted() || (own->exact && !spent) ? st : hear_all(own, false, reading);
}

static void free_journal(struct journal *journal)
{
	arena_free(((struct crew_journal *)journal)->arena);
	free(journal);
}

static const struct journal_kind kind = {
	.append = append, .read = read_journal, .finish = finish, .free = free_journal
};

struct journal *crew_journal_new(struct crew *crew, bool exact)
{
	struct crew_journal *own = xcalloc(1, sizeof *own);
	own->base.kind = &kind;
	own->base.pace = (struct pace){ .seconds = SHARE_SECONDS, .executions = exact ? SHARE_EXECUTIONS : 0 };
	own->crew = crew;
	own->exact = exact;
	own->arena = arena_new();
	return &own->base;
}
