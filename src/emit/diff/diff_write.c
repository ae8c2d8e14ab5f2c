/* diff_write: differences as tests that are compiled with either version.
 *
 * Both files hold the same tests with the same expectations. Each file is compiled and run as a suite is
 * (gate.c). A test stays only if it passed with one version and failed with the other. */
#include <stdlib.h>
#include <string.h>

#include "emit/suite/gate/aside.h"
#include "emit/diff/diff_parts.h"
#include "emit/suite/draft.h"
#include "emit/json_text.h"
#include "proc/child.h"
#include "seq/names.h"

#define RUNS 3u              /* of each written file */

static const char *const folders[2] = { "old", "new" };

static type_id field_type(const struct type *type, const char *name, size_t length)
{
	for (uint32_t f = 0; f < type->n_fields; f++)
		if (strlen(type->fields[f].name) == length && strncmp(type->fields[f].name, name, length) == 0)
			return type->fields[f].type;
	return type->canonical;
}

/* Returns the type of a part of a variable ("->name", ".keys[2]", "[2]" or "*") in the model of the version
 * that the test is written for. */
static type_id part_type(const struct model *model, type_id variable, const char *access)
{
	const struct type *type = model_canonical(model, variable);
	for (const char *p = access; *p;) {
		size_t length = strcspn(p + 1, ".[");
		type_id next = type->target;
		if (p[0] == '-') {
			length = strcspn(p + 2, ".[") + 1;
			next = field_type(model_canonical(model, type->target), p + 2, length - 1);
		} else if (p[0] == '.') {
			next = field_type(type, p + 1, length);
		}
		type = model_canonical(model, next);
		p += 1 + length;
	}
	return type->canonical;
}

/* Returns the sight of the version that passes, with the types and functions of version s. */
static struct sight *sight_for(struct differ *differ, const struct pair *pair, int s)
{
	struct sight *sight = arena_memdup(differ->arena, pair->sights[pair->baseline], sizeof *sight);
	const struct model *model = differ->sides[s].unit->model;
	type_id variable = pair->seqs[s]->steps[sight->variable]->type;
	sight->type = sight->access ? part_type(model, variable, sight->access) : variable;
	if (sight->access && model_type(model, sight->type)->kind == TYPE_ARRAY)
		sight->type = model_type(model, sight->type)->target; /* text or bytes in a struct */
	return sight;
}

static void add_value(const struct differ *differ, const struct pair *pair, int s, struct sb *out)
{
	static const char *const ends[N_RELATIONS] = {
		[EXPECT_TRUE] = "", [EXPECT_FALSE] = "", [EXPECT_NULL] = " == NULL", [EXPECT_NOT_NULL] = " != NULL"
	};
	struct c_code *code = c_code_new(differ->sides[s].unit->model);
	const struct sight *sight = pair->sights[s];
	struct sight alone = *sight;
	alone.same_as = 0;
	const struct c_check check = sight_expectation(code, &alone);
	sb_add(out, check.relation == EXPECT_FALSE ? "!" : "");
	for (const char *p = check.expect; *p; p++)
		if (*p == '$')
			sb_add(out, sight->kind == SIGHT_RESULT  ? "the result"
			            : sight->kind == SIGHT_CALLS ? "calls of the callback"
			                                         : "the value");
		else
			sb_add_char(out, *p);
	sb_addf(out, "%s%s",
	        ends[check.relation] ? ends[check.relation] : " == ", ends[check.relation] ? "" : check.value);
	c_code_free(code);
}

/* "ring_push: the result == 0 in the old version, the result == -1 in the new." */
static char *describe(const struct differ *differ, const struct pair *pair)
{
	struct sb text = { 0 };
	sb_addf(&text, "%s: ", pair->function);
	if (pair->fault) {
		sb_addf(&text,
		        "%s in the %s version, none in the %s; to see it: make clean check CFLAGS='-g -fsanitize=address,undefined "
		        "-fno-sanitize-recover=all'.",
		        pair->fault, folders[!pair->baseline], folders[pair->baseline]);
	} else if (pair->sight == NONE) {
		enum sk_outcome other = pair->outcomes[!pair->baseline];
		const char *how = other == SK_HANG ? "does not end" : other == SK_EXIT ? "ends the process" : "crashes";
		sb_addf(&text, "%s in the %s version, %s in the %s.", how, folders[!pair->baseline],
		        other == SK_HANG ? "it does" : "not", folders[pair->baseline]);
	} else {
		add_value(differ, pair, 0, &text);
		sb_add(&text, " in the old version, ");
		add_value(differ, pair, 1, &text);
		sb_add(&text, " in the new.");
	}
	char *copy = arena_strdup(differ->arena, sb_text(&text));
	sb_release(&text);
	for (char *p = copy; (p = strstr(p, "*/"));)
		*p = ' '; /* the text becomes a comment */
	return copy;
}

static void make_drafts(struct differ *differ, int s, draft_list *drafts)
{
	struct strmap taken = { 0 };
	for (int side = 0; side < 2; side++)
		names_reserve(differ->sides[side].unit->model, &taken);
	for (size_t i = 0; i < differ->pairs.n; i++) {
		const struct pair *pair = &differ->pairs.at[i];
		const struct seq *seq = pair->seqs[s];
		struct draft draft = { .own = seq, .closed = seq, .observed = seq, .n_own = seq->n };
		char *name = xprintf("%s_differs", str_equal(pair->function, "the test") ? "test" : pair->function);
		draft.name = unique_test_name(&taken, differ->arena, name);
		draft.written.comment = describe(differ, pair);
		draft.n_sights = pair->sight != NONE;
		draft.sights = draft.n_sights ? sight_for(differ, pair, s) : NULL;
		draft.keep = ARENA_ARRAY(differ->arena, bool, 2);
		draft.keep[0] = draft.n_sights;
		vec_push(drafts, draft);
		free(name);
	}
	strmap_release(&taken);
}

static status write_files(struct differ *differ, int s, draft_list *drafts, const char *command, const char *folder)
{
	const struct diff_side *side = &differ->sides[s];
	struct test_file_options options = { .format = FORMAT_PLAIN,
		                             .command = command,
		                             .compilers = &differ->compilers[s] };
	return write_suite_files(side->unit, drafts, &options, folder);
}

/* The tests are written again at most this often, because a failed test hides what comes behind its failure. */
#define MAX_LOOKS 24

static bool any_left(const draft_list *drafts)
{
	for (size_t i = 0; i < drafts->n; i++)
		if (!drafts->at[i].dropped)
			return true;
	return false;
}

/* Compiles the drafts with version s, and sets fails[] for each that fails. */
static status find_failing(struct differ *differ, int s, const char *command, const char *folder, bool *fails)
{
	draft_list drafts = { 0 };
	const struct gate_look look = { .runs = RUNS, .all_ways = true };
	struct aside aside;
	bool changed = true;
	status st = NULL;
	aside_open(&aside, folder, NULL);
	make_drafts(differ, s, &drafts);
	for (int i = 0; i < MAX_LOOKS && changed && !st && any_left(&drafts); i++) {
		st = write_files(differ, s, &drafts, command, folder);
		if (!st)
			st = check_written_suite(differ->sides[s].unit, &differ->compilers[s], &drafts, folder, &aside,
			                         look, &changed);
	}
	for (size_t i = 0; !st && i < drafts.n; i++)
		fails[i] = drafts.at[i].dropped || (drafts.at[i].n_sights && !drafts.at[i].keep[0]);
	aside_close(&aside);
	vec_release(&drafts);
	return st;
}

/* Keeps the pairs whose tests pass and fail as they should. */
static void keep_confirmed(struct differ *differ, bool *const fails[2])
{
	size_t n = 0;
	for (size_t i = 0; i < differ->pairs.n; i++) {
		const struct pair *pair = &differ->pairs.at[i];
		if (!fails[pair->baseline][i] && fails[!pair->baseline][i])
			differ->pairs.at[n++] = *pair;
	}
	differ->pairs.n = n;
}

static status write_side(struct differ *differ, int s, const char *command, const char *folder,
                         struct diff_result *result)
{
	draft_list drafts = { 0 };
	make_drafts(differ, s, &drafts);
	status st = drafts.n ? write_files(differ, s, &drafts, command, folder) : NULL;
	result->at = ARENA_ARRAY(differ->arena, struct difference, drafts.n + 1);
	result->n = drafts.n;
	for (size_t i = 0; i < drafts.n; i++)
		result->at[i] = (struct difference){ .test = drafts.at[i].name,
			                             .function = differ->pairs.at[i].function,
			                             .what = drafts.at[i].written.comment,
			                             .changed = differ->pairs.at[i].changed };
	vec_release(&drafts);
	return st;
}

status write_differences(struct differ *differ, const char *out_dir, const char *command, struct diff_result *result)
{
	char *paths[2] = { xprintf("%s/%s", out_dir, folders[0]), xprintf("%s/%s", out_dir, folders[1]) };
	bool *fails[2] = { xcalloc(differ->pairs.n + 1, 1), xcalloc(differ->pairs.n + 1, 1) };
	status st = NULL;
	for (int s = 0; s < 2 && differ->pairs.n; s++)
		TRY_OUT(find_failing(differ, s, command, paths[s], fails[s]));
	size_t written = differ->pairs.n;
	keep_confirmed(differ, fails);
	result->unconfirmed = written - differ->pairs.n;
	for (int s = 0; s < 2; s++) {
		dir_remove(paths[s]);
		TRY_OUT(write_side(differ, s, command, paths[s], result));
	}
out:
	for (int s = 0; s < 2; s++) {
		free(paths[s]);
		free(fails[s]);
	}
	return st;
}

/* ---- JSON ---- */

void diff_json(const struct diff_result *result, struct sb *out)
{
	json_t *root = json_object(), *array = json_array();
	json_object_set_new(root, "compared", json_integer((json_int_t)result->compared));
	json_object_set_new(root, "one_version_only", json_integer((json_int_t)result->untold));
	json_object_set_new(root, "flaky", json_integer((json_int_t)result->flaky));
	json_object_set_new(root, "unconfirmed", json_integer((json_int_t)result->unconfirmed));
	for (size_t i = 0; i < result->n; i++) {
		json_t *object = json_object();
		json_object_set_new(object, "test", json_text(result->at[i].test));
		json_object_set_new(object, "function", json_text(result->at[i].function));
		json_object_set_new(object, "what", json_text(result->at[i].what));
		json_object_set_new(object, "reaches_changed", json_boolean(result->at[i].changed));
		json_array_append_new(array, object);
	}
	json_object_set_new(root, "differences", array);
	char *dump = json_dumps(root, JSON_INDENT(1));
	sb_addf(out, "%s\n", dump);
	free(dump);
	json_decref(root);
}
