/* program_gate: makes sure that the written suite passes where users run it. See program_test.h.
 *
 * The program is built by the Makefile of the suite, and the runner runs every test several times in the
 * sandbox. Lines of output that differ are masked, an output whose number of lines differs is not compared, and
 * a test that ends differently is dropped. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "base/str.h"
#include "emit/programs/program_test.h"
#include "proc/child.h"
#include "proc/sandbox.h"

#define ROUNDS 3u
#define RANDOM_ROUNDS 12u /* two lines in a random order are often the same for three rounds */
#define MILLISECONDS_PER_TEST 2000u
#define DENIED (128 + SIGSYS) /* the shell's status of a program that the sandbox ended */

/* Why a test is left out, behind "it". */
static const char forbidden[] = "makes a system call that the sandbox forbids, as for sockets or message queues";
static const char unstable[] = "differs from run to run";
static const char denied[] = "is denied something, which depends on who runs it";
static const char endless[] = "does not end outside of skep";

struct gate {
	program_test_list *tests;
	const char *folder;          /* absolute */
	struct arena *arena;
	char *scratch;          /* only here tests may write: a program must not change its expectations */
};

static status build(const struct gate *gate, const char *program)
{
	struct sb err = { 0 };
	struct child_result result;
	char *target = xprintf("bin/%s", program), *folder = NULL, *flags = NULL;
	struct child_options options = { .err = &err };
	status st = temp_make("pretend", &folder);
	if (!st)
		st = pretend_flags(gate->folder, folder, &flags);
	const char *const argv[] = { "make", "-s", "-C", gate->folder, target, flags, NULL };
	if (!st)
		st = child_run(argv, &options, &result);
	if (!st && result.status != 0)
		st = fail(TROUBLE_TARGET,
		          "the program could not be built by the Makefile of its tests; libraries that it needs can be "
		          "named after --, as in -- -lz -- [ARGV]: %.400s",
		          sb_text(&err));
	if (folder)
		temp_remove(folder);
	free(flags);
	free(target);
	sb_release(&err);
	return st;
}

/* Runs one test as the runner does, and keeps its results in `seen`. */
static status run_outside(const struct gate *gate, const struct program_test *test, struct program_result *seen,
                          bool *ended)
{
	struct child_result result;
	struct sb out = { 0 };
	struct sandbox sandbox = {
		.scratch = gate->scratch, .random_addresses = true, .denial = DENIAL_KILLS, .pretends = true
	};
	char *tmp = xprintf("TMPDIR=%s/work", gate->scratch), *keep = xprintf("KEEP=%s/seen", gate->scratch);
	char *here = xprintf("HERE=%s", gate->folder);
	const char *const env[] = { "PATH=/usr/bin:/bin", tmp, keep, here, NULL };
	static const char script[] = "mkdir -p \"$TMPDIR\" \"$KEEP\";"
	                             "sed -e 's/^trap .*EXIT$//' -e 's/^here=.*/here=$HERE/' run-tests > \"$KEEP\"/run;"
	                             "sh \"$KEEP\"/run \"$1\" > /dev/null; cd \"$TMPDIR\"/skep-tests-* &&"
	                             "cp stdout stderr status \"$KEEP\"; cd /; rm -rf \"$TMPDIR\"";
	const char *const argv[] = { "/bin/sh", "-c", script, "sh", test->name, NULL };
	struct child_options options = { .directory = gate->folder,
		                         .sandbox = &sandbox,
		                         .env = env,
		                         .out = &out,
		                         .err = &out,
		                         .milliseconds = MILLISECONDS_PER_TEST };
	*ended = false;
	*seen = (struct program_result){ 0 };
	status st = child_run(argv, &options, &result);
	static const char *const names[] = { "stdout", "stderr", "status" };
	struct bytes read[3] = { 0 };
	for (size_t i = 0; i < 3 && !st && !result.timed_out; i++) {
		char *path = xprintf("%s/seen/%s", gate->scratch, names[i]), *text = NULL;
		size_t size = 0;
		status one = file_read(path, &text, &size);
		*ended = !one;
		status_free(one);
		if (text)
			read[i] = (struct bytes){ arena_memdup(gate->arena, text, size), (uint32_t)size };
		free(text);
		free(path);
	}
	seen->out = read[0];
	seen->err = read[1];
	seen->status = read[2].size ? atoi(arena_strndup(gate->arena, (const char *)read[2].at, read[2].size)) : -1;
	dir_clear(gate->scratch);
	free(here);
	free(tmp);
	free(keep);
	sb_release(&out);
	return st;
}

static uint32_t line_end(struct bytes text, uint32_t at)
{
	while (at < text.size && text.at[at] != '\n')
		at++;
	return at;
}

/* True for text. In other bytes, line ends may be among the bytes that differ. */
static bool is_text(struct bytes bytes)
{
	return !bytes.size || !memchr(bytes.at, 0, bytes.size);
}

/* Masks lines that differ; false if the outputs have different numbers of lines. */
static bool mask(struct bytes expected, struct bytes seen, uint32_t **lines, size_t *n, struct arena *arena)
{
	uint32_t a = 0, b = 0, number = 1;
	if (!is_text(expected) || !is_text(seen))
		return expected.size == seen.size && memcmp(expected.at, seen.at, seen.size) == 0;
	while (a < expected.size && b < seen.size) {
		uint32_t a_end = line_end(expected, a), b_end = line_end(seen, b);
		bool same = a_end - a == b_end - b && memcmp(expected.at + a, seen.at + b, a_end - a) == 0;
		bool known = false;
		for (size_t i = 0; i < *n; i++)
			known |= (*lines)[i] == number;
		if (!same && !known) {
			uint32_t *longer = ARENA_ARRAY(arena, uint32_t, *n + 1);
			if (*n)
				memcpy(longer, *lines, *n * sizeof *longer);
			longer[(*n)++] = number;
			*lines = longer;
		}
		a = a_end + 1;
		b = b_end + 1;
		number++;
	}
	return a >= expected.size && b >= seen.size;
}

/* Masks what differs; an output that cannot be masked is not compared. */
static void mask_outputs(const struct gate *gate, struct program_test *test, const struct program_result *seen)
{
	struct expectation *expect = &test->expect;
	uint32_t *lines = NULL;
	size_t n = 0;
	expect->out = expect->out && mask(test->result.out, seen->out, &lines, &n, gate->arena);
	for (size_t i = 0; i < n && expect->out; i++)
		vec_push(&expect->out_masked, lines[i]);
	lines = NULL;
	n = 0;
	expect->err = expect->err && mask(test->result.err, seen->err, &lines, &n, gate->arena);
	for (size_t i = 0; i < n && expect->err; i++)
		vec_push(&expect->err_masked, lines[i]);
}

static void leave_out(struct program_test *test, const char *why)
{
	log_verbose("test %s left out: it %s", test->name, why);
	test->dropped = true;
	test->why_dropped = why;
}

static void weaken(const struct gate *gate, struct program_test *test, const struct program_result *seen)
{
	struct expectation *expect = &test->expect;
	if (seen->status == DENIED) {
		leave_out(test, forbidden);
		return;
	}
	if (seen->status != test->result.status && !test->is_other) {
		log_verbose("test %s ends with %d outside, not %d", test->name, seen->status, test->result.status);
		test->is_other = true;
		test->result.status = seen->status;
		test->result.out = seen->out;
		test->result.err = seen->err;
		expect->out = expect->err = true;
		expect->files = false;
		return;
	}
	if (!test->is_adopted) { /* the run outside counts, not the worker's; lines that differ again are masked */
		test->is_adopted = true;
		test->result.out = expect->out ? seen->out : test->result.out;
		test->result.err = expect->err ? seen->err : test->result.err;
		return;
	}
	if (seen->status != test->result.status)
		leave_out(test, unstable);
	mask_outputs(gate, test, seen);
}

/* Collects the names of tests that fail, as the runner prints them. */
static status run_all(const struct gate *gate, struct sb *out)
{
	struct child_result result;
	struct sandbox sandbox = {
		.scratch = gate->scratch, .random_addresses = true, .denial = DENIAL_KILLS, .pretends = true
	};
	char *tmp = xprintf("TMPDIR=%s", gate->scratch);
	const char *const env[] = { "PATH=/usr/bin:/bin", tmp, NULL };
	const char *const argv[] = { "/bin/sh", "./run-tests", NULL };
	struct sb err = { 0 };
	struct child_options options = { .directory = gate->folder,
		                         .sandbox = &sandbox,
		                         .env = env,
		                         .out = out,
		                         .err = &err,
		                         .milliseconds = 10000 + MILLISECONDS_PER_TEST * (unsigned)gate->tests->n };
	status st = child_run(argv, &options, &result);
	if (err.n)
		log_verbose("the runner says: %.300s", sb_text(&err));
	sb_release(&err);
	free(tmp);
	return st;
}

static bool has_failed(const struct sb *out, const struct program_test *test)
{
	char *line = xprintf(" - %s\n", test->name);
	const char *at = strstr(sb_text(out), line);
	bool passed = false;
	while (at && !passed) {
		const char *start = at;
		while (start > sb_text(out) && start[-1] != '\n')
			start--;
		passed = str_starts(start, "ok ");
		at = strstr(at + 1, line);
	}
	free(line);
	return !passed;
}

static status write_again(const struct gate *gate, struct program_test *test)
{
	char *folder = xprintf("%s/%s", gate->folder, test->name);
	status st = NULL;
	if (test->dropped)
		dir_remove(folder);
	else
		st = program_test_write(test, folder);
	free(folder);
	return st;
}

static status look_at(const struct gate *gate, struct program_test *test)
{
	struct program_result seen;
	bool ended;
	bool checked_files = test->expect.files;
	TRY(run_outside(gate, test, &seen, &ended));
	struct expectation before = test->expect;
	bool adopted = !test->is_adopted;
	if (!ended)
		leave_out(test, endless);
	else
		weaken(gate, test, &seen);
	/* The output did not change, so the files differ. */
	if (!test->dropped && checked_files && before.out == test->expect.out && before.err == test->expect.err &&
	    before.out_masked.n == test->expect.out_masked.n && before.err_masked.n == test->expect.err_masked.n &&
	    !adopted)
		test->expect.files = false;
	return write_again(gate, test);
}

static status one_round(const struct gate *gate, unsigned round, bool *clean)
{
	struct sb out = { 0 };
	status st = pretend_round(gate->folder, round);
	if (!st)
		st = run_all(gate, &out);
	*clean = true;
	for (size_t i = 0; i < gate->tests->n && !st; i++) {
		struct program_test *test = &gate->tests->at[i];
		if (test->dropped || !has_failed(&out, test))
			continue;
		*clean = false;
		st = look_at(gate, test);
	}
	sb_release(&out);
	return st;
}

/* Drops tests that still fail after all rounds. */
static status drop_failing(const struct gate *gate)
{
	struct sb out = { 0 };
	status st = run_all(gate, &out);
	for (size_t i = 0; i < gate->tests->n && !st; i++) {
		struct program_test *test = &gate->tests->at[i];
		if (test->dropped || !has_failed(&out, test))
			continue;
		leave_out(test, unstable);
		st = write_again(gate, test);
	}
	sb_release(&out);
	return st;
}

/* True if the text says that something was denied. Whether it is depends on who runs the test: the sandbox, a
 * user, or root. */
static bool says_denied(struct bytes text)
{
	static const char *const words[] = { "Permission denied", "Operation not permitted" };
	for (size_t i = 0; i < 2; i++)
		if (text.size && memmem(text.at, text.size, words[i], strlen(words[i])))
			return true;
	return false;
}

static status drop_denied(const struct gate *gate)
{
	status st = NULL;
	for (size_t i = 0; i < gate->tests->n && !st; i++) {
		struct program_test *test = &gate->tests->at[i];
		if (test->dropped || (!says_denied(test->result.out) && !says_denied(test->result.err)))
			continue;
		leave_out(test, denied);
		st = write_again(gate, test);
	}
	return st;
}

static bool tells_place(const struct gate *gate, struct bytes text)
{
	return text.size && memmem(text.at, text.size, gate->folder, strlen(gate->folder));
}

/* A copy of the output as it may be where the suite lies elsewhere. */
static struct bytes moved(const struct gate *gate, struct bytes text)
{
	unsigned char *copy = arena_memdup(gate->arena, text.at, text.size), *at = copy;
	const unsigned char *end = copy + text.size;
	size_t n = strlen(gate->folder);
	while (text.size && (at = memmem(at, (size_t)(end - at), gate->folder, n)))
		*at++ = '?';
	return (struct bytes){ copy, text.size };
}

/* Masks what tells the folder of the suite: PATH leads there. */
static status mask_places(const struct gate *gate)
{
	status st = NULL;
	for (size_t i = 0; i < gate->tests->n && !st; i++) {
		struct program_test *test = &gate->tests->at[i];
		const struct program_result *here = &test->result;
		if (test->dropped || (!tells_place(gate, here->out) && !tells_place(gate, here->err)))
			continue;
		struct program_result elsewhere = { .out = moved(gate, here->out), .err = moved(gate, here->err) };
		mask_outputs(gate, test, &elsewhere);
		st = write_again(gate, test);
	}
	return st;
}

/* True if the built program can ask for random numbers, because it contains the names of such functions. */
static bool can_be_random(const struct gate *gate, const char *program)
{
	static const char *const names[] = { "getrandom", "getentropy", "arc4random", "/dev/urandom", "/dev/random" };
	char *path = xprintf("%s/bin/%s", gate->folder, program), *bytes = NULL;
	size_t size = 0;
	status st = file_read(path, &bytes, &size);
	bool found = false;
	for (size_t i = 0; i < sizeof names / sizeof *names && !st; i++)
		found |= memmem(bytes, size, names[i], strlen(names[i])) != NULL;
	status_free(st);
	free(bytes);
	free(path);
	return found;
}

/* Runs rounds until `wanted` rounds in a row were clean. */
static status run_rounds(const struct gate *gate, unsigned wanted)
{
	unsigned clean_rounds = 0;
	for (unsigned round = 0; round < 3 * wanted && clean_rounds < wanted; round++) {
		bool clean = true;
		TRY(one_round(gate, round, &clean));
		clean_rounds = clean ? clean_rounds + 1 : 0;
	}
	if (clean_rounds < wanted)
		TRY(drop_failing(gate));
	TRY(drop_denied(gate));
	return mask_places(gate);
}

static void tell_left_out(const program_test_list *tests)
{
	static const char *const reasons[] = { forbidden, unstable, denied, endless };
	for (size_t r = 0; r < sizeof reasons / sizeof *reasons; r++) {
		size_t n = 0;
		for (size_t i = 0; i < tests->n; i++)
			n += tests->at[i].why_dropped == reasons[r];
		if (n)
			log_note("%zu of %zu tests left out: each %s", n, tests->n, reasons[r]);
	}
}

static void clean_up(const char *folder)
{
	const char *const argv[] = { "make", "-s", "-C", folder, "clean", NULL };
	struct child_result result;
	status cleaned = child_run(argv, NULL, &result);
	status_free(cleaned);
	char *bin = xprintf("%s/bin", folder);
	dir_remove(bin);
	free(bin);
}

status program_gate(program_test_list *tests, const char *folder, const char *program, struct arena *arena)
{
	char *path = realpath(folder, NULL);
	struct gate gate = { .tests = tests, .folder = path, .arena = arena };
	status st = path ? build(&gate, program) : fail_errno("%s", folder);
	if (!st)
		st = temp_make("commands", &gate.scratch);
	if (!st)
		st = run_rounds(&gate, can_be_random(&gate, program) ? RANDOM_ROUNDS : ROUNDS);
	if (!st)
		tell_left_out(tests);
	if (path)
		clean_up(path);
	if (gate.scratch)
		temp_remove(gate.scratch);
	free(path);
	return st;
}
