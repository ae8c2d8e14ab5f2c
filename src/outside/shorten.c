/* shorten: makes inputs of findings shorter while they fail as before.
 *
 * Lines go first, then characters (reduce/ddmin.h). A candidate must pass the command `valid`, if there is one:
 * a C program that is cut down at random is soon no C program any more. */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "outside/parts.h"
#include "proc/child.h"
#include "reduce/ddmin.h"

#define MOST_TRIES 600u          /* for each finding */

uint64_t outside_key(const struct lane_result *result)
{
	return hash_text(result->detail, hash_text(result->kind, 1));
}

struct shortening {
	struct outside *outside;
	struct lane *lane;
	uint64_t key;
	double until;                    /* 0: only tries are counted, so that results are the same */
};

static status fails_alike(void *context, const struct invocation *candidate, bool *keeps)
{
	struct shortening *s = context;
	const struct lane_result *result;
	struct bytes text = candidate->files.n ? candidate->files.at[0].contents : (struct bytes){ 0 };
	struct lane_task task = { .configuration = s->outside->all, .text = text.at ? (const char *)text.at : "" };
	*keeps = false;
	if (!text.size)
		return NULL;
	task.size = text.size;
	TRY(lane_start(s->lane, &task));
	TRY(lane_finish(s->lane, &result));
	*keeps = result->outcome == LANE_FAILED && outside_key(result) == s->key;
	return NULL;
}

static bool is_over(void *context)
{
	const struct shortening *s = context;
	return interrupted() || (s->until > 0 && now_seconds() >= s->until);
}

static status shorten_one(struct shortening *s, struct outside_finding *finding)
{
	const char *name = s->outside->coverage->generator->test;
	struct shape shape = { .program = "test" };
	struct ddmin_options options = { .shape = &shape, .max_tries = MOST_TRIES, .is_over = is_over };
	struct invocation from, shorter = { 0 };
	struct named_bytes file = { name, { (const unsigned char *)finding->test.text, (uint32_t)finding->test.size } };
	bool again = false;
	s->key = finding->key;
	invocation_init(&from, "test");
	vec_push(&from.files, file);
	status st = fails_alike(s, &from, &again);
	if (!st && again)
		st = ddmin_invocation(&from, fails_alike, s, &options, s->outside->arena, &shorter, &finding->tries);
	if (!st && again && shorter.files.n) {
		finding->shorter = (const char *)shorter.files.at[0].contents.at;
		finding->shorter_size = shorter.files.at[0].contents.size;
	}
	invocation_release(&shorter);
	invocation_release(&from);
	return st;
}

status outside_shorten(struct outside *o, double seconds)
{
	struct shortening s = { .outside = o, .until = seconds > 0 ? now_seconds() + seconds : 0 };
	status st = o->kept.findings.n ? lane_new(o->coverage, false, &s.lane) : NULL;
	for (size_t i = 0; i < o->kept.findings.n && !st && !is_over(&s); i++)
		st = shorten_one(&s, &o->kept.findings.at[i]);
	lane_free(s.lane);
	return st;
}
