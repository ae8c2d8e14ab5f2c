/* crew: see crew.h.
 *
 * A log is a mapping that all members got before they were started. Only its owner writes to it; `written` is
 * raised after the bytes are there. Pages that nobody writes to take no memory, so the logs can be larger than
 * they will ever have to be. */
#define _GNU_SOURCE
#include "campaign/sharing/crew.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/log.h"
#include "base/mem.h"
#include "proc/beside.h"
#include "proc/child.h"

#define LOG_BYTES ((size_t)256 << 20)
#define PATIENCE_SECONDS 3.0      /* for a member to stop by itself: its test may take two */
#define NAP_MICROSECONDS 200u

struct header {
	uint32_t kind, size;      /* of the bytes that follow, without padding */
};

struct log {
	_Atomic size_t written;   /* bytes */
	_Atomic bool over;        /* no more messages will come */
	_Atomic bool dismissed;   /* of member 0: all members are */
	_Alignas(uint64_t) char bytes[];
};

struct member {
	struct log *log;
	size_t heard;             /* bytes read by this process */
	struct beside *process;   /* of member 0; NULL: none, or it has ended */
};

struct crew {
	uint32_t n, self;
	struct member *members;
};

static size_t room(void)
{
	return LOG_BYTES - offsetof(struct log, bytes);
}

status crew_new(uint32_t n, struct crew **out)
{
	struct crew *crew = xcalloc(1, sizeof *crew);
	crew->n = n;
	crew->members = xcalloc(n, sizeof *crew->members);
	*out = crew;
	for (uint32_t i = 0; i < n; i++) {
		void *log = mmap(NULL, LOG_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE,
		                 -1, 0);
		if (log == MAP_FAILED)
			return fail_errno("cannot map memory for %u workers", n);
		crew->members[i].log = log;
	}
	return NULL;
}

/* ---- members ---- */

struct start {
	struct crew *crew;
	uint32_t member;
	status (*work)(void *context);
	void *context;
};

static status work_as_member(void *context)
{
	const struct start *start = context;
	struct crew *crew = start->crew;
	crew->self = start->member;
	for (uint32_t i = 0; i < crew->n; i++)
		crew->members[i].process = NULL; /* not its own children */
	return start->work(start->context);
}

status crew_start(struct crew *crew, uint32_t member, status (*work)(void *context), void *context)
{
	struct start start = { crew, member, work, context };
	return beside_start_quick(work_as_member, &start, &crew->members[member].process);
}

/* Waits for a member that ended. Its failure is no reason to lose the results of the others. */
static void bury(struct crew *crew, uint32_t member)
{
	struct member *dead = &crew->members[member];
	status st = beside_finish(dead->process);
	if (st && st->kind != TROUBLE_INTERRUPTED)
		log_warn("one of %u workers ended early, the others go on: %s", crew->n, st->message);
	status_free(st);
	dead->process = NULL;
	atomic_store(&dead->log->over, true);
}

/* Marks the log of a dead member as over, because the other members cannot see that it died. */
static void look_after(struct crew *crew, uint32_t member)
{
	if (crew->members[member].process && beside_is_done(crew->members[member].process))
		bury(crew, member);
}

void crew_dismiss(struct crew *crew)
{
	double until = now_seconds() + PATIENCE_SECONDS;
	atomic_store(&crew->members[0].log->dismissed, true);
	for (uint32_t i = 1; i < crew->n; i++) {
		while (crew->members[i].process && now_seconds() < until) {
			look_after(crew, i);
			if (crew->members[i].process)
				usleep(NAP_MICROSECONDS);
		}
		beside_cancel(crew->members[i].process);
		crew->members[i].process = NULL;
	}
}

void crew_free(struct crew *crew)
{
	if (!crew)
		return;
	for (uint32_t i = 0; i < crew->n; i++)
		beside_cancel(crew->members[i].process);
	for (uint32_t i = 0; i < crew->n && crew->members[i].log; i++)
		munmap(crew->members[i].log, LOG_BYTES);
	free(crew->members);
	free(crew);
}

uint32_t crew_self(const struct crew *crew)
{
	return crew->self;
}

uint32_t crew_size(const struct crew *crew)
{
	return crew->n;
}

bool crew_is_dismissed(const struct crew *crew)
{
	return atomic_load(&crew->members[0].log->dismissed);
}

/* ---- logs ---- */

static size_t padded(size_t size)
{
	return (size + 7) & ~(size_t)7;
}

void crew_say(struct crew *crew, enum crew_kind kind, const void *bytes, size_t size)
{
	struct log *log = crew->members[crew->self].log;
	size_t at = atomic_load_explicit(&log->written, memory_order_relaxed);
	/* A log keeps room for marks and the end, because others may wait for them. */
	size_t spare = kind == CREW_ENTRY ? LOG_BYTES / 64 : 0;
	if (size > UINT32_MAX || at + sizeof(struct header) + padded(size) + spare > room())
		return;
	struct header header = { kind, (uint32_t)size };
	memcpy(log->bytes + at, &header, sizeof header);
	if (size)
		memcpy(log->bytes + at + sizeof header, bytes, size);
	atomic_store_explicit(&log->written, at + sizeof header + padded(size), memory_order_release);
	if (kind == CREW_END)
		atomic_store(&log->over, true);
}

static bool is_silent(const struct crew *crew, uint32_t member)
{
	const struct member *other = &crew->members[member];
	return atomic_load_explicit(&other->log->written, memory_order_acquire) == other->heard;
}

bool crew_is_over(struct crew *crew, uint32_t member)
{
	bool over = atomic_load(&crew->members[member].log->over); /* read first: its last messages come before it */
	return over && is_silent(crew, member);
}

static void wait_for(struct crew *crew, uint32_t member)
{
	while (is_silent(crew, member) && !atomic_load(&crew->members[member].log->over) && !crew_is_dismissed(crew) &&
	       !interrupted()) {
		look_after(crew, member);
		usleep(NAP_MICROSECONDS);
	}
}

bool crew_hear(struct crew *crew, uint32_t member, bool wait, struct crew_message *message)
{
	struct member *other = &crew->members[member];
	struct header header;
	if (wait)
		wait_for(crew, member);
	else if (is_silent(crew, member))
		look_after(crew, member);
	if (is_silent(crew, member))
		return false;
	memcpy(&header, other->log->bytes + other->heard, sizeof header);
	*message = (struct crew_message){ .kind = (enum crew_kind)header.kind,
		                          .bytes = other->log->bytes + other->heard + sizeof header,
		                          .size = header.size };
	other->heard += sizeof header + padded(header.size);
	return true;
}
