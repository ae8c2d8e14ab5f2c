/* gate_ahead: later rounds of the gate are built while an earlier round is looked at.
 *
 * A copy of skep (proc/beside.h) builds its rounds one after the other. Each round has a folder beside that of
 * the tests, so that relative paths hold. The copy puts the programs and the compiler's messages aside. The
 * gate looks at them in the same order as if it had built them itself. Once a round changes the suite, programs
 * that were built ahead are useless, and are removed. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/str.h"
#include "emit/suite/gate/aside.h"
#include "emit/suite/gate/gate_parts.h"
#include "proc/beside.h"
#include "proc/child.h"

#define MOST_LANES 4u         /* as many as there are rounds to build ahead, at most */
#define POLL_MICROSECONDS 5000

/* One copy of skep, and its rounds: every n_lanes-th from `first` on. */
struct lane {
	struct gate_ahead *ahead;
	size_t first;
	struct beside *beside;   /* NULL: it is done, or was never begun */
};

struct gate_ahead {
	const struct gate *gate;
	const struct round *rounds;
	size_t n_rounds;
	struct lane lanes[MOST_LANES];
	size_t n_lanes;
};

/* Returns the path of the file with the compiler's messages of a round. The file appears as a whole. */
static char *told_path(const struct gate_ahead *ahead, const struct round *round)
{
	return xprintf("%s/%s.told", ahead->gate->aside->folder, round->way);
}

/* Returns the folder in which a round is built, beside the tests, so that relative paths are the same. */
static char *folder_of(const struct gate_ahead *ahead, const struct round *round)
{
	return xprintf("%s.%s", ahead->gate->tests_dir, round->way);
}

static status copy_written(const struct gate *gate, const char *folder)
{
	for (size_t i = 0; i <= gate->files.n; i++) {
		bool is_makefile = i == gate->files.n;
		char *name = is_makefile ? xstrdup("Makefile") : xprintf("%s.c", gate->files.at[i].program);
		char *from = xprintf("%s/%s", gate->tests_dir, name), *to = xprintf("%s/%s", folder, name),
		     *text = NULL;
		size_t size = 0;
		status st = file_read(from, &text, &size);
		if (!st)
			st = file_write(to, text, size);
		free(text);
		free(from);
		free(to);
		free(name);
		TRY(st);
	}
	return NULL;
}

static status tell(const struct gate_ahead *ahead, const struct round *round, const struct sb *said)
{
	char *path = told_path(ahead, round);
	status st = file_write(path, sb_text(said), said->n);
	free(path);
	return st;
}

/* Puts programs back that were looked at before. New programs wait in the folder for the gate. */
static void put_known(const struct gate *gate, struct built *what, bool all)
{
	size_t n = 0;
	for (size_t i = 0; i < what->n_programs; i++)
		if (what->programs[i].is_built)
			what->programs[n++] = what->programs[i];
	what->n_programs = n;
	aside_put(gate->aside, what, all);
}

static status build_round(const struct gate_ahead *ahead, const struct round *round, const char *folder)
{
	struct gate gate = *ahead->gate;
	struct sb said = { 0 };
	bool all = true;
	gate.tests_dir = folder;
	struct built what = what_is_built(&gate, round);
	status st = aside_bring(gate.aside, &what);
	if (!st)
		st = build_programs(&gate, round, &said);
	for (size_t i = 0; i < gate.files.n; i++)
		all &= is_there(&gate, gate.files.at[i].program);
	put_known(&gate, &what, !st && all);
	if (!st)
		st = tell(ahead, round, &said);
	sb_release(&said);
	free(what.programs);
	return st;
}

static status build_lane(void *context)
{
	const struct lane *lane = context;
	const struct gate_ahead *ahead = lane->ahead;
	status st = NULL;
	for (size_t i = lane->first; i < ahead->n_rounds && !st; i += ahead->n_lanes) {
		char *folder = folder_of(ahead, &ahead->rounds[i]);
		st = dir_make(folder);
		if (!st)
			st = copy_written(ahead->gate, folder);
		if (!st)
			st = build_round(ahead, &ahead->rounds[i], folder);
		free(folder);
	}
	return st;
}

/* Returns the number of copies. Where neighbours are many, one round compiles them for all others, so there is
 * one copy. */
static size_t lanes_for(const struct gate *gate, const struct round *rounds, size_t n)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	size_t lanes = processors < 1 ? 1 : (size_t)processors;
	for (size_t i = 0; i < n && lanes > 1; i++) {
		struct built what = what_is_built(gate, &rounds[i]);
		if (!aside_has_objects(gate->aside, &what))
			lanes = 1;
		free(what.programs);
	}
	return lanes < n ? lanes : n;
}

struct gate_ahead *gate_ahead_begin(const struct gate *gate, const struct round *rounds, size_t n)
{
	struct gate_ahead *ahead = xcalloc(1, sizeof *ahead);
	*ahead = (struct gate_ahead){ .gate = gate, .rounds = rounds, .n_rounds = n };
	ahead->n_lanes = lanes_for(gate, rounds, n < MOST_LANES ? n : MOST_LANES);
	for (size_t i = 0; i < ahead->n_lanes; i++) {
		ahead->lanes[i] = (struct lane){ .ahead = ahead, .first = i };
		/* If no copy starts, the gate builds the rounds itself. */
		status_free(beside_start(build_lane, &ahead->lanes[i], &ahead->lanes[i].beside));
	}
	return ahead;
}

static bool is_told(const struct gate_ahead *ahead, const struct round *round)
{
	char *path = told_path(ahead, round);
	bool told = access(path, F_OK) == 0;
	free(path);
	return told;
}

static status wait_for(const struct gate_ahead *ahead, size_t i)
{
	const struct lane *lane = &ahead->lanes[i % ahead->n_lanes];
	while (!is_told(ahead, &ahead->rounds[i]) && lane->beside && !beside_is_done(lane->beside)) {
		if (interrupted())
			return fail(TROUBLE_INTERRUPTED, "interrupted");
		usleep(POLL_MICROSECONDS);
	}
	return NULL;
}

static void take_programs(const struct gate_ahead *ahead, const struct round *round)
{
	const struct gate *gate = ahead->gate;
	char *folder = folder_of(ahead, round);
	for (size_t i = 0; i < gate->files.n; i++) {
		const char *name = gate->files.at[i].program;
		char *from = xprintf("%s/%s", folder, name), *to = xprintf("%s/%s", gate->tests_dir, name);
		if (!is_there(gate, name) && rename(from, to) < 0)
			unlink(from); /* not built: the gate tries once more */
		free(from);
		free(to);
	}
	free(folder);
}

status gate_ahead_wait(const struct gate_ahead *ahead, const struct round *round)
{
	for (size_t i = 0; i < ahead->n_rounds; i++)
		if (&ahead->rounds[i] == round)
			return wait_for(ahead, i);
	return NULL;
}

status gate_ahead_take(const struct gate_ahead *ahead, const struct round *round, struct sb *said)
{
	char *path = told_path(ahead, round), *text = NULL;
	status st = is_told(ahead, round) ? file_read(path, &text, NULL) : NULL;
	if (!st && text) {
		sb_add(said, text);
		take_programs(ahead, round);
	}
	free(text);
	free(path);
	return st;
}

void gate_ahead_end(struct gate_ahead *ahead)
{
	for (size_t i = 0; i < ahead->n_lanes; i++)
		beside_stop(ahead->lanes[i].beside);
	for (size_t i = 0; i < ahead->n_rounds; i++) {
		char *told = told_path(ahead, &ahead->rounds[i]), *folder = folder_of(ahead, &ahead->rounds[i]);
		unlink(told);
		dir_remove(folder);
		free(folder);
		free(told);
	}
	free(ahead);
}
