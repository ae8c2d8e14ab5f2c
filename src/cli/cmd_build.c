/* skep build: makes the targets of a unit ahead of time and describes them. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "base/str.h"
#include "cli/unit_input.h"
#include "emit/stand_ins.h"

static int build_main(int argc, char **argv);

const struct command command_build = {
	"build", "[options] SOURCE... [-- CFLAGS]",
	"build the targets that tests run in, and count what is in the unit",
	"Targets are kept in $XDG_CACHE_HOME/skep (or ~/.cache/skep) and reused while nothing changes.", build_main
};

struct tally {
	size_t functions, callable, public_functions, public_callable;
};

static struct tally count_functions(const struct model *model)
{
	struct tally tally = { 0 };
	for (size_t i = 0; i < model->functions.n; i++) {
		const struct function *function = &model->functions.at[i];
		if (function->sets)
			continue;
		tally.functions++;
		tally.callable += !function->why_not;
		tally.public_functions += !function->is_static;
		tally.public_callable += !function->is_static && !function->why_not;
	}
	return tally;
}

static json_t *refusals(const struct model *model)
{
	json_t *list = json_array();
	for (size_t i = 0; i < model->functions.n; i++) {
		const struct function *function = &model->functions.at[i];
		if (function->why_not && !function->sets)
			json_array_append_new(list, json_pack("{s:s, s:s, s:b}", "name", function->name, "why",
			                                      function->why_not, "static", function->is_static));
	}
	return list;
}

static void add_number(json_t *root, const char *name, size_t number)
{
	json_object_set_new(root, name, json_integer((json_int_t)number));
}

static void print_json(const struct unit *unit, const struct tally *tally, struct target *const *targets,
                       double seconds)
{
	bool from_cache = true;
	for (int kind = 0; kind < N_BUILDS; kind++)
		from_cache &= !targets[kind] || targets[kind]->from_cache;
	json_t *root = json_object();
	json_object_set_new(root, "unit", json_string(unit->name));
	add_number(root, "functions", tally->functions);
	add_number(root, "callable", tally->callable);
	add_number(root, "public", tally->public_functions);
	add_number(root, "public_callable", tally->public_callable);
	add_number(root, "conditions", unit->marks->conditions.n);
	add_number(root, "decisions", unit->marks->decisions.n);
	add_number(root, "missing", unit->model->missing.n);
	json_object_set_new(root, "seconds", json_real(seconds));
	json_object_set_new(root, "from_cache", json_boolean(from_cache));
	json_object_set_new(root, "fast_seconds", json_real(targets[BUILD_FAST]->build_seconds));
	json_object_set_new(root, "checked_seconds", json_real(targets[BUILD_CHECKED]->build_seconds));
	if (targets[BUILD_SYMBOLIC])
		json_object_set_new(root, "symbolic_seconds", json_real(targets[BUILD_SYMBOLIC]->build_seconds));
	json_object_set_new(root, "not_callable", refusals(unit->model));
	char *text = json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(4));
	puts(text);
	free(text);
	json_decref(root);
}

static void print_text(const struct unit *unit, const struct tally *tally)
{
	printf("%s: %zu functions, %zu conditions, %zu branches; %zu callable\n", unit->name, tally->functions,
	       unit->marks->conditions.n, 2 * unit->marks->conditions.n + unit->marks->cases.n, tally->callable);
	struct arena *arena = arena_new();
	for (uint32_t i = 0; i < stand_ins_count(unit->model); i++) {
		struct stand_in_view view = stand_in_view(unit->model, i, arena);
		printf("  stand-in for %s: %s\n", view.declaration ? view.declaration : view.name, view.behaviour);
	}
	arena_free(arena);
	for (size_t i = 0; i < unit->model->functions.n; i++)
		if (unit->model->functions.at[i].why_not && !unit->model->functions.at[i].sets)
			printf("  not callable: %s: %s\n", unit->model->functions.at[i].name,
			       unit->model->functions.at[i].why_not);
}

/* Prints the conditions, or the control flow within functions and across calls. */
static void print_dump(const struct unit *unit, const struct target *target, const char *what)
{
	struct sb text = { 0 };
	if (str_equal(what, "flow"))
		flow_print(unit->marks, target->flow, target->n_flow, &text);
	else
		marks_print(unit->marks, &text);
	fputs(sb_text(&text), stdout);
	sb_release(&text);
}

static status build_all(struct unit *unit, const struct unit_input *input, const char *dump, bool symbolic)
{
	struct build_options options = unit_input_build_options(input);
	options.kinds = 1u << BUILD_FAST | 1u << BUILD_CHECKED | (unsigned)symbolic << BUILD_SYMBOLIC;
	struct target *targets[N_BUILDS];
	double start = now_seconds();
	TRY(targets_build(unit, &options, targets));
	double seconds = now_seconds() - start;
	struct tally tally = count_functions(unit->model);
	if (dump)
		print_dump(unit, targets[BUILD_FAST], dump);
	else if (input->json)
		print_json(unit, &tally, targets, seconds);
	else
		print_text(unit, &tally);
	for (int kind = 0; kind < N_BUILDS; kind++) {
		if (!targets[kind])
			continue;
		log_verbose("%s%s", targets[kind]->path, targets[kind]->from_cache ? " (from the cache)" : "");
		target_free(targets[kind]);
	}
	return NULL;
}

static status build_command(int argc, char **argv)
{
	struct unit_input input = { 0 };
	const char *dump = NULL;
	bool symbolic = false;
	const struct option_spec specs[] = {
		{ 0, "symbolic", OPTION_FLAG, &symbolic, NULL, "build the symbolic target, too" },
		{ 0, "dump", OPTION_TEXT, &dump, "WHAT",
		  "print instead: conditions, or flow (control flow and calls)" },
		UNIT_OPTIONS(&input),
	};
	struct unit *unit = NULL;
	status st = NULL;
	bool help;
	TRY_OUT(options_parse(&command_build, specs, sizeof specs / sizeof *specs, argc, argv, &input.operands, &help));
	if (help)
		goto out;
	if (dump && !str_equal(dump, "conditions") && !str_equal(dump, "flow")) {
		st = fail(TROUBLE_USAGE, "--dump %s: there are conditions and flow", dump);
		goto out;
	}
	TRY_OUT(unit_input_read(&input, &unit));
	TRY_OUT(build_all(unit, &input, dump, symbolic));
out:
	unit_free(unit);
	unit_input_release(&input);
	return st;
}

static int build_main(int argc, char **argv)
{
	return command_end(build_command(argc, argv));
}
