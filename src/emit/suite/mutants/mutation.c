/* mutation: see mutation.h. */
#define _GNU_SOURCE
#include "emit/suite/mutants/mutation.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "emit/text/beginning.h"
#include "emit/suite/check_lines.h"
#include "emit/suite/mutants/mutant_runs.h"
#include "instr/mutants/mutants.h"
#include "proc/child.h"
#include "seq/raw.h"

#define FAILED "FAILED: "
#define ENDLESS "ENDLESS: "
#define FIRST_TESTS 8u             /* of each mutant; if they kill it, the others need not run */
#define FIRST_FUEL 1000u
#define LAST_FUEL 1000000000u
#define LIGHT_FUEL 10000u          /* tests that need no more always run */
#define ALL_FUEL UINT64_C(2000000000) /* for all mutants together: about a minute */
#define SPARE_FUEL 3u              /* a mutant gets so many times the unit's own fuel */
#define MAX_BUILDS 3u              /* each time with fewer expectations */
#define USUAL_ASKED 4u             /* with fewer remarks, none is usual */
#define USUAL_PART 4u              /* usual: all but this part of the remarks agree */

/* One way in which a mutant was noticed. */
struct blow {
	uint32_t draft;            /* NONE: the program as a whole failed */
	uint32_t sight;            /* NONE: no expectation failed; the test died */
};

struct attempt {
	VEC(struct blow) blows;    /* none: the mutant survived, or was never reached */
	bool is_open;              /* not all tests ran, so nobody knows whether the mutant survives them */
};

struct mutation {
	struct arena *arena;
	const char *cache;         /* or NULL */
	struct mutant_list mutants;
	struct attempt *attempts;  /* one per mutant */
};

/* The place of work: a folder with the suite and its program, and a folder to run in. */
struct trial {
	const struct unit *unit;
	const struct compilers *compilers;
	draft_list *drafts;
	char *folder;
	char *program, *box;
	const struct variety *variety;
	struct mutant_runs runs;
	uint64_t *fuels;           /* per draft: its limit */
	uint64_t start_fuel;       /* limit for code before the tests: constructors */
	uint64_t fuel_left;        /* for all mutants */
	bool may_drop;             /* expectations that fail may be dropped, as the suite is written again */
	test_file_list files;
	VEC(struct check_lines) lines; /* per file */
	struct mutation *mutation;
};

/* ---- building ---- */

/* The main program: runs the tests that are asked for, by their places in the files. It includes no header,
 * because the code under test may define any macro. */
static const char driver_head[] =
        "#include <stdio.h>\n#include <stdlib.h>\n#include <sys/wait.h>\n#include <unistd.h>\n"
        "int __skep_next_test(void);\n";
static const char driver_main[] = "int main(void)\n"
                                  "{\n"
                                  "        int bad = 0, i;\n"
                                  "        while ((i = __skep_next_test()) >= 0) {\n"
                                  "                int status = 0;\n"
                                  "                fflush(stdout);\n"
                                  "                pid_t pid = fork();\n"
                                  "                if (pid == 0)\n"
                                  "                        exit(run(i));\n"
                                  "                if (pid > 0 && waitpid(pid, &status, 0) == pid && status == 0)\n"
                                  "                        continue;\n"
                                  "                printf(\"" FAILED "%%d\\n\", i);\n"
                                  "                if (WIFEXITED(status) && WEXITSTATUS(status) == %d)\n"
                                  "                        printf(\"" ENDLESS "%%d\\n\", i);\n"
                                  "                bad = 1;\n"
                                  "                if (!WIFEXITED(status) || WEXITSTATUS(status) != 1)\n"
                                  "                        break;\n"
                                  "        }\n"
                                  "        return bad;\n"
                                  "}\n";

static size_t count_in(const draft_list *drafts, const struct test_file *file)
{
	size_t n = 0;
	for (size_t i = 0; i < drafts->n; i++)
		n += is_in_file(&drafts->at[i], file);
	return n;
}

static status write_driver(const struct trial *trial, const char *path)
{
	struct sb text = { 0 };
	size_t first = 0;
	sb_add(&text, driver_head);
	for (size_t i = 0; i < trial->files.n; i++)
		sb_addf(&text, "int " SHARED_RUN "%u(int i);\n", trial->files.at[i].source);
	sb_add(&text, "static int run(int i)\n{\n");
	for (size_t i = 0; i < trial->files.n; i++) {
		size_t n = count_in(trial->drafts, &trial->files.at[i]);
		sb_addf(&text, "        if (i < %zu)\n                return " SHARED_RUN "%u(i - %zu);\n", first + n,
		        trial->files.at[i].source, first);
		first += n;
	}
	sb_add(&text, "        return 0;\n}\n");
	sb_addf(&text, driver_main, MUTANT_OUT_OF_FUEL);
	status st = file_write(path, sb_text(&text), text.n);
	sb_release(&text);
	return st;
}

static char *file_path(const struct trial *trial, size_t file)
{
	return xprintf("%s/test_%s.c", trial->folder, trial->files.at[file].name);
}

static void forget_lines(struct trial *trial)
{
	for (size_t i = 0; i < trial->lines.n; i++)
		vec_release(&trial->lines.at[i].at);
	vec_clear(&trial->lines);
}

static status write_suite(struct trial *trial)
{
	const struct test_file_options options = {
		.format = FORMAT_PLAIN, .compilers = trial->compilers, .command = "", .criterion = CRITERION_BRANCH
	};
	status st = NULL;
	forget_lines(trial);
	list_test_files(trial->unit, trial->drafts, &trial->files);
	for (size_t i = 0; i < trial->files.n && !st; i++) {
		struct test_file *file = &trial->files.at[i];
		struct check_lines lines = { 0 };
		struct sb text = { 0 };
		char *path = file_path(trial, i);
		file->is_shared = true;
		write_test_file(trial->unit, trial->drafts, file, &options, trial->folder, &text);
		check_lines_read(&lines, trial->unit, trial->drafts, file, sb_text(&text));
		vec_push(&trial->lines, lines);
		st = file_write(path, sb_text(&text), text.n);
		free(path);
		sb_release(&text);
	}
	return st;
}

static const char *folder_of(struct arena *arena, const char *path)
{
	char *full = realpath(path, NULL);
	const char *slash = full ? strrchr(full, '/') : NULL;
	const char *folder = slash ? arena_strndup(arena, full, (size_t)(slash - full)) : ".";
	free(full);
	return folder;
}

/* Returns the test file as a source, with the flags of the source that it tests, as in its Makefile. */
static struct source file_source(const struct trial *trial, size_t file, struct arena *arena)
{
	struct source source = trial->unit->given.at.at[trial->files.at[file].source];
	const struct model *model = trial->unit->model;
	bool *known = known_to_compilers(trial->unit);
	const char **flags = ARENA_ARRAY(arena, const char *, source.n_flags + model->functions.n + 2);
	char *path = file_path(trial, file);
	size_t n = 0;
	flags[n++] = "-iquote";
	flags[n++] = folder_of(arena, source.path);
	for (size_t i = 0; i < source.n_flags; i++)
		flags[n++] = source.flags[i];
	for (size_t i = 0; i < model->functions.n; i++)
		if (known[i])
			flags[n++] = arena_printf(arena, "-fno-builtin-%s", model->functions.at[i].name);
	source.path = arena_strdup(arena, path);
	source.flags = flags;
	source.n_flags = n;
	free(known);
	free(path);
	return source;
}

static bool is_included(const struct trial *trial, size_t source)
{
	for (size_t i = 0; i < trial->files.n; i++)
		if (trial->files.at[i].source == source && trial->files.at[i].beginning == BEGINS_WITH_SOURCE)
			return true;
	return false;
}

/* Lists functions of the C library that tests make fail. */
static void list_wrappings(const struct trial *trial, struct arena *arena, struct source_list *parts)
{
	struct sb flags = { 0 };
	uint32_t fails = 0;
	for (size_t i = 0; i < trial->files.n; i++)
		fails |= trial->files.at[i].fails;
	c_failing_link_flags(fails, &flags);
	char *text = arena_strdup(arena, sb_text(&flags));
	for (char *flag = strtok(text, " "); flag; flag = strtok(NULL, " "))
		vec_push(&parts->link_flags, flag);
	sb_release(&flags);
}

/* Lists the sources to compile, without sources that test files include. */
static void list_parts(const struct trial *trial, const char *driver, struct arena *arena, struct source_list *parts)
{
	const struct source_list *sources = &trial->unit->given;
	for (size_t i = 0; i < sources->at.n; i++)
		if (!is_included(trial, i))
			vec_push(&parts->at, sources->at.at[i]);
	for (size_t i = 0; i < trial->files.n; i++)
		vec_push(&parts->at, file_source(trial, i, arena));
	vec_push(&parts->at, (struct source){ .path = arena_strdup(arena, driver) });
	for (size_t i = 0; i < sources->link_flags.n; i++)
		vec_push(&parts->link_flags, sources->link_flags.at[i]);
	list_wrappings(trial, arena, parts);
}

static status build(struct trial *trial, size_t limit, struct mutant_list *mutants)
{
	struct arena *arena = trial->mutation->arena;
	struct source_list parts = { 0 };
	char *driver = xprintf("%s/run_tests.c", trial->folder);
	mutant_runs_end(&trial->runs); /* the program that was built before */
	status st = write_suite(trial);
	if (!st)
		st = write_driver(trial, driver);
	if (!st) {
		list_parts(trial, driver, arena, &parts);
		st = mutants_build(trial->unit, &parts, trial->mutation->cache, trial->program, limit, arena, mutants);
	}
	vec_release(&parts.at);
	vec_release(&parts.link_flags);
	free(driver);
	return st;
}

/* ---- running ---- */

/* Numbers of drafts. */
typedef VEC(uint32_t) number_list;

/* Returns the place of a draft in the tables of all files. */
static uint32_t place_of(const draft_list *drafts, uint32_t d)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < drafts->n; i++) {
		bool is_before = drafts->at[i].home.source < drafts->at[d].home.source ||
		                 (drafts->at[i].home.source == drafts->at[d].home.source && i < d);
		n += !drafts->at[i].dropped && is_before;
	}
	return n;
}

/* Runs these tests with mutant number k, or without a mutant if k is 0. */
static status run(struct trial *trial, const uint32_t *tests, size_t n, size_t k, struct sb *out, bool *passed)
{
	const struct mutant_request request = { .fuel = (int64_t)trial->start_fuel,
		                                .mutant = (uint32_t)k,
		                                .n_tests = (uint32_t)n };
	struct mutant_test *asked = xcalloc(n + 1, sizeof *asked);
	for (size_t i = 0; i < n; i++)
		asked[i] = (struct mutant_test){ .fuel = (int64_t)trial->fuels[tests[i]],
			                         .number = place_of(trial->drafts, tests[i]) };
	status st = mutant_runs_do(&trial->runs, &request, asked, out, passed);
	output_make_text(out);
	free(asked);
	return st;
}

/* Lists the tests that enter the function, tests with little fuel first: with a mutant that never ends, each
 * test uses up all its fuel. False: some tests need more fuel than is left. */
static bool list_tests(const struct trial *trial, uint32_t function, bool candidates, number_list *tests)
{
	bool all = true;
	for (uint64_t fuel = FIRST_FUEL; fuel <= LAST_FUEL; fuel *= 10)
		for (uint32_t i = 0; i < trial->drafts->n; i++) {
			const struct draft *draft = &trial->drafts->at[i];
			bool enters = draft->probes[function / 64] >> (function % 64) & 1;
			if (draft->dropped || draft->claim.is_candidate != candidates || !enters ||
			    trial->fuels[i] != SPARE_FUEL * fuel)
				continue;
			if (trial->fuels[i] <= trial->fuel_left || fuel <= LIGHT_FUEL)
				vec_push(tests, i);
			else
				all = false;
		}
	return all;
}

/* Finds the fuel that the unit needs before its tests, to a power of ten. */
static status find_start_fuel(struct trial *trial)
{
	struct sb said = { 0 };
	status st = NULL;
	bool passes = false;
	for (uint64_t fuel = FIRST_FUEL; fuel <= LAST_FUEL && !passes && !st; fuel *= 10) {
		trial->start_fuel = fuel;
		st = run(trial, NULL, 0, 0, &said, &passes);
	}
	trial->start_fuel *= SPARE_FUEL;
	sb_release(&said);
	return st;
}

/* Finds the fuel that a test needs to pass, to a power of ten. A test that fails for another reason fails with
 * more fuel as well. `said` gets the output of a test that does not pass. */
static status find_fuel(struct trial *trial, uint32_t test, struct sb *said, bool *passes)
{
	struct sb last = { 0 };
	status st = NULL;
	bool more = true;
	*passes = false;
	for (uint64_t fuel = FIRST_FUEL; fuel <= LAST_FUEL && more && !st; fuel *= 10) {
		sb_clear(&last);
		trial->fuels[test] = fuel;
		st = run(trial, &test, 1, 0, &last, passes);
		more = strstr(sb_text(&last), ENDLESS) != NULL;
	}
	trial->fuels[test] *= SPARE_FUEL;
	if (!*passes)
		sb_add(said, sb_text(&last));
	sb_release(&last);
	return st;
}

/* Finds the fuel of all tests, which must pass without a mutant. `said` gets the output of tests that do not pass. */
static status find_all_fuel(struct trial *trial, struct sb *said, bool *pass)
{
	trial->fuels = ARENA_ARRAY(trial->mutation->arena, uint64_t, trial->drafts->n + 1);
	*pass = true;
	TRY(find_start_fuel(trial));
	for (uint32_t i = 0; i < trial->drafts->n; i++) {
		bool passes = true;
		if (!trial->drafts->at[i].dropped)
			TRY(find_fuel(trial, i, said, &passes));
		*pass &= passes;
	}
	return NULL;
}

/* ---- reading the output of a run ---- */

static void note_failed(void *context, const struct check_line *failed)
{
	struct attempt *attempt = context;
	vec_push(&attempt->blows, (struct blow){ failed->draft, failed->sight });
}

static void read_failed(const struct trial *trial, const char *output, struct attempt *attempt)
{
	for (size_t i = 0; i < trial->files.n; i++)
		check_lines_failed(&trial->lines.at[i], &trial->files.at[i], output, note_failed, attempt);
}

static bool has_blow(const struct attempt *attempt, uint32_t draft)
{
	for (size_t i = 0; i < attempt->blows.n; i++)
		if (attempt->blows.at[i].draft == draft)
			return true;
	return false;
}

/* Notes tests that failed although none of their expectations did: these tests died. */
static void note_dead(const struct trial *trial, const char *output, struct attempt *attempt)
{
	for (uint32_t d = 0; d < trial->drafts->n; d++) {
		if (trial->drafts->at[d].dropped || has_blow(attempt, d))
			continue;
		char *line = xprintf(FAILED "%u\n", place_of(trial->drafts, d));
		if (strstr(output, line))
			vec_push(&attempt->blows, (struct blow){ d, NONE });
		free(line);
	}
}

/* Charges the fuel that a run may have used. A test that ended used no more than its own fuel; behind a test
 * that did not end, nothing ran. Without output the copy did not come to its tests. */
static void charge(struct trial *trial, const uint32_t *tests, size_t n, const char *output, bool passed)
{
	bool ended = passed || output[0];
	uint64_t used = ended ? trial->start_fuel / SPARE_FUEL : trial->start_fuel;
	for (size_t i = 0; i < n && ended; i++) {
		char *line = xprintf(ENDLESS "%u\n", place_of(trial->drafts, tests[i]));
		ended = !strstr(output, line);
		used += ended ? trial->fuels[tests[i]] / SPARE_FUEL : trial->fuels[tests[i]];
		free(line);
	}
	trial->fuel_left -= used < trial->fuel_left ? used : trial->fuel_left;
}

static status try_tests(struct trial *trial, const uint32_t *tests, size_t n, size_t k)
{
	struct attempt *attempt = &trial->mutation->attempts[k - 1];
	size_t before = attempt->blows.n;
	struct sb out = { 0 };
	bool passed;
	status st = run(trial, tests, n, k, &out, &passed);
	charge(trial, tests, n, sb_text(&out), passed);
	if (!st && !passed) {
		read_failed(trial, sb_text(&out), attempt);
		note_dead(trial, sb_text(&out), attempt);
		if (attempt->blows.n == before)
			vec_push(&attempt->blows, (struct blow){ NONE, NONE });
	}
	sb_release(&out);
	return st;
}

/* True if the mutant is killed by more than expectations of values that are always the same, or that have nothing to
 * do with what the test is about. Such expectations are kept only for mutants that nothing else kills. */
static bool is_surely_killed(const struct trial *trial, const struct attempt *attempt)
{
	for (size_t i = 0; i < attempt->blows.n; i++) {
		const struct blow *blow = &attempt->blows.at[i];
		if (blow->sight == NONE)
			return true;
		const struct sight *sight = &trial->drafts->at[blow->draft].sights[blow->sight];
		if (variety_has(trial->variety, sight) && !sight->is_aside)
			return true;
	}
	return false;
}

/* Runs the tests that enter the mutant's function; no other test can notice it. */
static status try_mutant(struct trial *trial, size_t k)
{
	struct attempt *attempt = &trial->mutation->attempts[k - 1];
	number_list tests = { 0 };
	status st = NULL;
	vec_clear(&attempt->blows);
	uint32_t function = trial->mutation->mutants.at[k - 1].function;
	bool all = list_tests(trial, function, false, &tests);
	size_t n_sure = tests.n; /* candidates run only if the other tests let the mutant live */
	all &= list_tests(trial, function, true, &tests);
	for (size_t from = 0, n; from < tests.n && !st && !is_surely_killed(trial, attempt); from += n) {
		n = from >= n_sure ? tests.n - from : from || n_sure < FIRST_TESTS ? n_sure - from : FIRST_TESTS;
		st = try_tests(trial, tests.at + from, n, k);
	}
	attempt->is_open = !all;
	vec_release(&tests);
	return st;
}

/* ---- all of them ---- */

/* Sets apart tests that die when they are built for mutants. They take no part in trying mutants; the gate,
 * which builds them as users do, finds out whether they hold. */
static void set_apart(draft_list *drafts, bool apart)
{
	for (size_t i = 0; i < drafts->n; i++)
		if (drafts->at[i].loss.is_apart)
			drafts->at[i].dropped = apart;
}

/* Drops expectations that fail without any mutant, because they depend on how the unit is built or where it
 * lies in memory. Tests that die stay apart. True if there were any. */
static bool drop_fragile(struct trial *trial, const char *said)
{
	struct attempt attempt = { 0 };
	read_failed(trial, said, &attempt);
	note_dead(trial, said, &attempt);
	for (size_t i = 0; i < attempt.blows.n; i++) {
		struct draft *draft = &trial->drafts->at[attempt.blows.at[i].draft];
		bool died = attempt.blows.at[i].sight == NONE;
		log_verbose("%s %s %s: it fails when built for mutants", died ? "test" : "an expectation of test",
		            draft->name, died ? "tries no mutants" : "left out");
		if (died) {
			draft->dropped = draft->loss.is_apart = true;
		} else {
			draft->keep[attempt.blows.at[i].sight] = false;
		}
	}
	bool any = attempt.blows.n > 0;
	vec_release(&attempt.blows);
	return any;
}

/* Builds the program, and runs all tests without a mutant. *again: some did not pass, and were dropped. */
static status build_once(struct trial *trial, size_t limit, struct mutant_list *mutants, bool *passes, bool *again)
{
	struct sb said = { 0 };
	*passes = *again = false;
	status st = build(trial, limit, mutants);
	if (!st)
		st = find_all_fuel(trial, &said, passes);
	if (!st && !*passes && trial->may_drop)
		*again = drop_fragile(trial, sb_text(&said));
	if (!st && !*passes && !*again)
		log_verbose("%s", sb_text(&said));
	sb_release(&said);
	return st;
}

/* Builds the program. A unit that cannot be built with mutants is reported, and is no failure. */
static status build_if_possible(struct trial *trial, size_t limit, struct mutant_list *mutants, bool *possible)
{
	bool again = true;
	status st = NULL;
	for (uint32_t i = 0; i < MAX_BUILDS && !st && again; i++)
		st = build_once(trial, limit, mutants, possible, &again);
	if (!st || (st->kind != TROUBLE_COMPILE && st->kind != TROUBLE_TARGET))
		return st;
	*possible = false;
	log_verbose("%s", st->message);
	status_free(st);
	return NULL;
}

static status trial_begin(struct trial *trial)
{
	TRY(temp_make("mutation", &trial->folder));
	trial->program = xprintf("%s/mutants", trial->folder);
	trial->box = xprintf("%s/box", trial->folder);
	trial->runs = (struct mutant_runs){ .program = trial->program, .box = trial->box };
	trial->fuel_left = ALL_FUEL;
	return NULL;
}

static void trial_end(struct trial *trial)
{
	mutant_runs_end(&trial->runs);
	temp_remove(trial->folder);
	free(trial->program);
	free(trial->box);
	forget_lines(trial);
	vec_release(&trial->lines);
	vec_release(&trial->files);
}

static status try_all(struct trial *trial, struct mutation_limit limit, bool *possible)
{
	struct mutation *mutation = trial->mutation;
	double start = now_seconds();
	TRY(build_if_possible(trial, limit.mutants, &mutation->mutants, possible));
	if (!*possible)
		return NULL;
	double built = now_seconds();
	mutation->attempts = ARENA_ARRAY(mutation->arena, struct attempt, mutation->mutants.n + 1);
	for (size_t k = 1; k <= mutation->mutants.n; k++) {
		log_progress("trying mutant %zu of %zu", k, mutation->mutants.n);
		if (is_past(limit.until))
			mutation->attempts[k - 1].is_open = true;
		else
			TRY(try_mutant(trial, k));
	}
	log_verbose("mutants: %zu of %zu possible; %.1f s to build, %.1f s to try", mutation->mutants.n,
	            mutation->mutants.n_possible, built - start, now_seconds() - built);
	return NULL;
}

status mutation_try(const struct unit *unit, const struct compilers *compilers, draft_list *drafts,
                    const struct variety *variety, const char *cache, struct mutation_limit limit,
                    struct mutation **out)
{
	struct mutation *mutation = xcalloc(1, sizeof *mutation);
	struct trial trial = { .unit = unit,
		               .compilers = compilers,
		               .drafts = drafts,
		               .variety = variety,
		               .may_drop = true,
		               .mutation = mutation };
	bool possible = false;
	mutation->arena = arena_new();
	mutation->cache = cache;
	status st = trial_begin(&trial);
	if (!st)
		st = try_all(&trial, limit, &possible);
	trial_end(&trial);
	set_apart(drafts, false);
	*out = !st && possible ? mutation : NULL;
	if (!*out)
		mutation_free(mutation);
	return st;
}

void mutation_free(struct mutation *mutation)
{
	if (!mutation)
		return;
	for (size_t i = 0; mutation->attempts && i < mutation->mutants.n; i++)
		vec_release(&mutation->attempts[i].blows);
	arena_free(mutation->arena);
	free(mutation);
}

/* ---- choosing ---- */

static bool lands(const struct blow *blow, const draft_list *drafts)
{
	if (blow->draft == NONE)
		return true;
	const struct draft *draft = &drafts->at[blow->draft];
	return !draft->dropped && (blow->sight == NONE || draft->keep[blow->sight]);
}

static bool is_killed(const struct attempt *attempt, const draft_list *drafts)
{
	for (size_t i = 0; i < attempt->blows.n; i++)
		if (lands(&attempt->blows.at[i], drafts))
			return true;
	return false;
}

/* True if a kept test noticed the mutant, or could have. */
static bool is_noticed(const struct attempt *attempt, const draft_list *drafts)
{
	for (size_t i = 0; i < attempt->blows.n; i++) {
		uint32_t draft = attempt->blows.at[i].draft;
		if (draft == NONE || (!drafts->at[draft].dropped && !drafts->at[draft].claim.is_candidate))
			return true;
	}
	return false;
}

/* Returns the number of mutants that only this candidate notices, and no test that stays. */
static uint32_t count_noticed_alone(const struct mutation *mutation, const draft_list *drafts, uint32_t candidate,
                                    const char **first)
{
	uint32_t n = 0;
	for (size_t m = 0; m < mutation->mutants.n; m++) {
		if (!has_blow(&mutation->attempts[m], candidate) || is_noticed(&mutation->attempts[m], drafts))
			continue;
		if (n++ == 0)
			*first = mutation->mutants.at[m].text;
	}
	return n;
}

/* Keeps the candidate that notices most mutants; from then on it is a test like the others. */
static bool keep_best_candidate(const struct mutation *mutation, draft_list *drafts)
{
	uint32_t most = 0, best = 0;
	const char *notices = NULL;
	for (uint32_t i = 0; i < drafts->n; i++) {
		bool asks = drafts->at[i].claim.is_candidate && !drafts->at[i].dropped;
		const char *first = NULL;
		uint32_t n = asks ? count_noticed_alone(mutation, drafts, i, &first) : 0;
		if (n > most) {
			most = n;
			best = i;
			notices = first;
		}
	}
	if (most) {
		drafts->at[best].claim.is_candidate = false;
		drafts->at[best].claim.notices = notices;
	}
	return most > 0;
}

void mutation_choose_candidates(const struct mutation *mutation, draft_list *drafts, uint64_t most)
{
	uint64_t n = 0;
	for (size_t i = 0; i < drafts->n; i++)
		n += draft_is_sure(&drafts->at[i]);
	while (mutation && (!most || n < most) && keep_best_candidate(mutation, drafts))
		n++;
	for (size_t i = 0; i < drafts->n; i++)
		drafts->at[i].dropped |= drafts->at[i].claim.is_candidate;
}

/* An expectation that was tried and is not kept, with the number of mutants it would kill. */
struct offer {
	uint32_t draft, sight;
	uint32_t kills;
};

static uint32_t count_kills(const struct mutation *mutation, const draft_list *drafts, const struct offer *offer)
{
	uint32_t n = 0;
	for (size_t m = 0; m < mutation->mutants.n; m++) {
		const struct attempt *attempt = &mutation->attempts[m];
		if (is_killed(attempt, drafts))
			continue;
		for (size_t i = 0; i < attempt->blows.n; i++)
			n += attempt->blows.at[i].draft == offer->draft && attempt->blows.at[i].sight == offer->sight;
	}
	return n;
}

/* Returns the expectation that kills most of the mutants that are left; kills 0: there is none. `aside`: also one
 * that is not about what its test does. */
static struct offer best_offer(const struct mutation *mutation, const draft_list *drafts, bool aside)
{
	struct offer best = { 0 };
	for (size_t m = 0; m < mutation->mutants.n; m++) {
		const struct attempt *attempt = &mutation->attempts[m];
		if (is_killed(attempt, drafts))
			continue;
		for (size_t i = 0; i < attempt->blows.n; i++) {
			struct offer offer = { attempt->blows.at[i].draft, attempt->blows.at[i].sight, 0 };
			bool is_out = drafts->at[offer.draft].dropped ||
			              (!aside && drafts->at[offer.draft].sights[offer.sight].is_aside);
			offer.kills = is_out ? 0 : count_kills(mutation, drafts, &offer);
			if (offer.kills > best.kills)
				best = offer;
		}
	}
	return best;
}

/* Keeps expectations until no other kills a mutant that is left. */
static void keep_offers(const struct mutation *mutation, draft_list *drafts, bool aside)
{
	for (struct offer best = { .kills = mutation != NULL }; best.kills;) {
		best = best_offer(mutation, drafts, aside);
		if (best.kills)
			drafts->at[best.draft].keep[best.sight] = true;
	}
}

/* True if the sight is a remark: from a call of an observer that was added to look, or a field of a struct. It
 * is no part of the test's own story. */
static bool is_remark(const struct draft *draft, const struct sight *sight)
{
	if (sight->kind == SIGHT_FIELD)
		return true;
	uint32_t end = draft->observed->n - (draft->closed->n - draft->n_own);
	return (sight->kind == SIGHT_RESULT || sight->kind == SIGHT_STRING) && sight->step < end &&
	       sight->step >= end - draft->n_observers;
}

/* Counts the remarks of all tests about the same subject, and those with the same value. */
static struct count count_said(const draft_list *drafts, const struct sight *sight)
{
	struct count said = { 0 };
	for (size_t i = 0; i < drafts->n; i++)
		for (size_t k = 0; !drafts->at[i].dropped && k < drafts->at[i].n_sights; k++) {
			const struct sight *other = &drafts->at[i].sights[k];
			if (other->subject != sight->subject || !is_remark(&drafts->at[i], other))
				continue;
			said.total++;
			said.covered += sight_says_the_same(sight, other);
		}
	return said;
}

/* True if most tests make the same remark. A usual remark is kept only if it kills a mutant. */
static bool is_usual(const draft_list *drafts, const struct draft *draft, const struct sight *sight)
{
	if (!is_remark(draft, sight))
		return false;
	struct count said = count_said(drafts, sight);
	return said.total >= USUAL_ASKED && USUAL_PART * said.covered >= (USUAL_PART - 1) * said.total;
}

/* A part of an object that the unit's functions set up is a matter between them: it is said where it kills a mutant,
 * or where nothing else can be said. */
static bool is_inside(const struct model *model, const bool *is_set_up, const struct draft *draft,
                      const struct sight *sight)
{
	type_id object = step_made_by_hand(model, draft->observed->steps[sight->variable]);
	return sight->access && object != NONE && is_set_up[object];
}

/* Keeps expectations of values that vary with the input, each once. */
static void keep_what_varies(const struct model *model, const draft_list *drafts, struct draft *draft,
                             const struct variety *variety, const bool *is_set_up)
{
	for (size_t k = 0; k < draft->n_sights; k++)
		draft->keep[k] = draft->keep[k] && variety_has(variety, &draft->sights[k]) &&
		                 !draft->sights[k].is_aside && !is_inside(model, is_set_up, draft, &draft->sights[k]) &&
		                 !sight_is_seen_again(draft->sights, draft->n_sights, k) &&
		                 !is_usual(drafts, draft, &draft->sights[k]);
}

/* Returns the place of an own step in the observed steps, which have looks between them. */
static uint32_t observed_step(const struct draft *draft, uint32_t own)
{
	uint32_t i = 0;
	for (uint32_t step = 0; i < draft->observed->n; i++)
		if (draft->observed->steps[i]->kind != STEP_PEEK && step++ == own)
			break;
	return i;
}

/* Makes every part of a merged test expect something, as it did when it was a test of its own. */
static void expect_something_of_parts(struct draft *draft, const bool *held, const struct draft *part, uint32_t at)
{
	if (!part->parts) {
		draft_expect_something(draft, held, observed_step(draft, at), observed_step(draft, at + part->own->n));
		return;
	}
	expect_something_of_parts(draft, held, &part->parts[0], at);
	expect_something_of_parts(draft, held, &part->parts[1], at + draft_second_part(part));
}

void mutation_choose(const struct mutation *mutation, const struct model *model, const struct variety *variety,
                     draft_list *drafts)
{
	struct arena *arena = arena_new();
	bool **held = ARENA_ARRAY(arena, bool *, drafts->n + 1), *is_set_up = model_types_set_up(model);
	for (size_t i = 0; i < drafts->n; i++) {
		held[i] = arena_memdup(arena, drafts->at[i].keep, drafts->at[i].n_sights * sizeof **held);
		keep_what_varies(model, drafts, &drafts->at[i], variety, is_set_up);
	}
	keep_offers(mutation, drafts, false);
	keep_offers(mutation, drafts, true);
	/* Not every mutant was tried, so every test expects something if it can. */
	for (size_t i = 0; i < drafts->n; i++) {
		struct draft *draft = &drafts->at[i];
		expect_something_of_parts(draft, held[i], draft, 0);
		draft_expect_something(draft, held[i], 0, UINT32_MAX);
		draft_expect_told(model, draft, held[i]);
	}
	free(is_set_up);
	arena_free(arena);
}

/* ---- a second look ---- */

/* True if the mutant may have been noticed only by the death of a call that was taken out. */
static bool is_doubtful(const struct attempt *attempt, const draft_list *drafts)
{
	bool doubtful = false;
	for (size_t i = 0; i < attempt->blows.n; i++) {
		const struct blow *blow = &attempt->blows.at[i];
		if (!lands(blow, drafts))
			continue;
		if (blow->draft == NONE || blow->sight != NONE || !drafts->at[blow->draft].loss.observers)
			return false;
		doubtful = true;
	}
	return doubtful;
}

static bool any_doubtful(const struct mutation *mutation, const draft_list *drafts)
{
	for (size_t i = 0; i < mutation->mutants.n; i++)
		if (is_doubtful(&mutation->attempts[i], drafts))
			return true;
	return false;
}

static status try_doubtful(struct trial *trial)
{
	struct mutation *mutation = trial->mutation;
	struct mutant_list same;
	bool possible;
	TRY(build_if_possible(trial, mutation->mutants.n, &same, &possible));
	for (size_t k = 1; possible && k <= mutation->mutants.n; k++)
		if (is_doubtful(&mutation->attempts[k - 1], trial->drafts))
			TRY(try_mutant(trial, k));
	return NULL;
}

static bool *drafts_dropped(const draft_list *drafts)
{
	bool *dropped = xcalloc(drafts->n + 1, sizeof *dropped);
	for (size_t i = 0; i < drafts->n; i++)
		dropped[i] = drafts->at[i].dropped;
	return dropped;
}

status mutation_again(struct mutation *mutation, const struct unit *unit, const struct compilers *compilers,
                      draft_list *drafts, const struct variety *variety)
{
	struct trial trial = {
		.unit = unit, .compilers = compilers, .drafts = drafts, .variety = variety, .mutation = mutation
	};
	if (!mutation || !any_doubtful(mutation, drafts))
		return NULL;
	bool *dropped = drafts_dropped(drafts);
	set_apart(drafts, true);
	status st = trial_begin(&trial);
	if (!st)
		st = try_doubtful(&trial);
	trial_end(&trial);
	for (size_t i = 0; i < drafts->n; i++)
		drafts->at[i].dropped = dropped[i];
	free(dropped);
	return st;
}

/* ---- telling ---- */

struct count mutation_count(const struct mutation *mutation, const draft_list *drafts)
{
	struct count count = { 0 };
	for (size_t i = 0; mutation && i < mutation->mutants.n; i++) {
		bool killed = is_killed(&mutation->attempts[i], drafts);
		count.total += killed || !mutation->attempts[i].is_open;
		count.covered += killed;
	}
	return count;
}

size_t mutation_survivors(const struct mutation *mutation, const struct unit *unit, const draft_list *drafts,
                          struct arena *arena, const struct survivor **survivors)
{
	size_t n = 0;
	struct survivor *list = ARENA_ARRAY(arena, struct survivor, (mutation ? mutation->mutants.n : 0) + 1);
	for (size_t i = 0; mutation && i < mutation->mutants.n; i++) {
		const struct mutant *mutant = &mutation->mutants.at[i];
		const struct function_mark *function = &unit->marks->functions.at[mutant->function];
		if (is_killed(&mutation->attempts[i], drafts) || mutation->attempts[i].is_open)
			continue;
		list[n++] = (struct survivor){ .file = unit->marks->files.at[function->place.file],
			                       .function = function->name,
			                       .line = mutant->line,
			                       .change = arena_strdup(arena, mutant->text) };
	}
	*survivors = list;
	return n;
}
