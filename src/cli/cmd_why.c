/* skep why: why a line, or any goal, is not covered, from the results of skep gen. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "cli/options.h"
#include "proc/child.h"

static int why_main(int argc, char **argv);

const struct command command_why = {
	"why", "[options] OUT [FILE[:LINE]]", "say why a line is not covered",
	"OUT is the folder that skep gen wrote. Without FILE:LINE everything that is not covered is told.", why_main
};

/* The place that the user asks about. */
struct question {
	char *file;              /* NULL: any */
	json_int_t line;         /* 0: any */
};

static status read_question(const char *text, struct question *question)
{
	const char *colon = strrchr(text, ':');
	char *end;
	question->file = xstrdup(text);
	if (!colon)
		return NULL;
	question->line = strtol(colon + 1, &end, 10);
	if (*end || end == colon + 1 || question->line < 1)
		return fail(TROUBLE_USAGE, "%s: give a place as FILE:LINE", text);
	question->file[colon - text] = 0;
	return NULL;
}

/* True if the path `longer` ends with the path `end`. */
static bool is_end_of(const char *end, const char *longer)
{
	size_t n = strlen(end), length = strlen(longer);
	return length >= n && str_equal(longer + length - n, end) && (length == n || longer[length - n - 1] == '/');
}

/* True if the question is about this file: ring.c stands for src/ring.c, too, and ../src/ring.c for the file
 * that was called ring.c when the tests were written. */
static bool is_of_file(const struct question *question, const char *file)
{
	if (!question->file)
		return true;
	while (str_starts(file, "../") || str_starts(file, "./"))
		file = strchr(file, '/') + 1;
	return is_end_of(question->file, file) || is_end_of(file, question->file);
}

static bool is_asked(const struct question *question, const char *file, json_int_t line)
{
	return (!question->line || question->line == line) && is_of_file(question, file);
}

static const char *text_of(const json_t *goal, const char *key)
{
	const char *text = json_string_value(json_object_get(goal, key));
	return text ? text : "";
}

static const char *wanted(const json_t *goal)
{
	const json_t *outcome = json_object_get(goal, "outcome");
	if (json_is_boolean(outcome))
		return json_is_true(outcome) ? "never true" : "never false";
	return str_equal(text_of(goal, "kind"), "function")    ? "never called"
	       : str_equal(text_of(goal, "kind"), "mcdc")      ? "never shown to matter"
	       : str_equal(text_of(goal, "kind"), "statement") ? "never run"
	                                                       : "never taken";
}

/* Returns advice for the user, by the goal's reason. */
static const char *advice(const json_t *goal)
{
	static const struct {
		const char *word, *advice;
	} rows[] = {
		{ "solver gave up", "--solver-time 20s, or --only with the function that decides it" },
		{ "refuted",
		  "other calls before it: the state they leave may lift what forbids it; it may be dead code" },
		{ "not modelled", "a longer --time: other engines do not need a model" },
		{ "other calls must come before",
		  "a longer --time, or skep_make_... in --contracts to build the state" },
		{ "the search ended", "a longer --time" },
		{ "told as a bug", "repair the bug first: what lies behind it can be tested then" },
		{ "would have to fail", "--failures yes, and a longer --time" },
		{ "misuse", "--model: correct what skep believes about the parameters" },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strstr(text_of(goal, "reason"), rows[i].word))
			return rows[i].advice;
	return NULL;
}

/* Prints "helped by: ring_push, ring_fill"; with numbers, an operation per line. */
static void print_list(const json_t *goal, const char *key, const char *head, bool numbers)
{
	const json_t *list = json_object_get(goal, key);
	size_t n = json_array_size(list);
	if (n)
		printf("  %s: ", head);
	for (size_t i = 0; i < n; i++) {
		const json_t *effect = json_array_get(list, i);
		printf("%s%s", !i ? "" : numbers ? "\n    " : ", ", text_of(effect, "operation"));
		if (numbers)
			printf(" (in %.0f %% of the swarm tests, in %.0f to %.0f %% of those that hit)",
			       100 * json_number_value(json_object_get(effect, "rate")),
			       100 * json_number_value(json_object_get(effect, "low")),
			       100 * json_number_value(json_object_get(effect, "high")));
	}
	if (n)
		printf("\n");
}

static void print_effects(const json_t *goal, bool numbers)
{
	print_list(goal, "helped_by", "helped by", numbers);
	print_list(goal, "hindered_by", "hindered by", numbers);
	if (numbers && json_is_string(json_object_get(goal, "told_by")))
		printf("  told by %s\n", text_of(goal, "told_by"));
}

static void print_goal(const json_t *goal, bool numbers)
{
	const char *reason = text_of(goal, "reason"), *try = advice(goal);
	printf("%s:%" JSON_INTEGER_FORMAT "  %s   %s\n", text_of(goal, "file"),
	       json_integer_value(json_object_get(goal, "line")), text_of(goal, "text"), wanted(goal));
	printf("  in %s: %s\n", text_of(goal, "function"), text_of(goal, "state"));
	if (*reason)
		printf("  %s\n", reason);
	if (try)
		printf("  try: %s\n", try);
	print_effects(goal, numbers);
}

static void print_seldom(const json_t *goal, json_int_t n_tests, bool numbers)
{
	const json_t *outcome = json_object_get(goal, "outcome");
	printf("%s:%" JSON_INTEGER_FORMAT "  %s   seldom %s: in %" JSON_INTEGER_FORMAT " of %" JSON_INTEGER_FORMAT
	       " swarm tests\n",
	       text_of(goal, "file"), json_integer_value(json_object_get(goal, "line")), text_of(goal, "text"),
	       json_is_true(outcome)    ? "true"
	       : json_is_false(outcome) ? "false"
	                                : "taken",
	       json_integer_value(json_object_get(goal, "swarm_hits")), n_tests);
	print_effects(goal, numbers);
}

static status read_summary(const char *folder, json_t **summary)
{
	char *path = xprintf("%s/summary.json", folder);
	json_error_t error;
	status st = NULL;
	*summary = json_load_file(path, 0, &error);
	if (!*summary)
		st = fail(TROUBLE_INPUT, "%s: %s; give the folder that skep gen wrote", path, error.text);
	else if (!json_is_array(json_object_get(*summary, "uncovered")))
		st = fail(TROUBLE_INPUT, "%s is no summary of skep gen", path);
	free(path);
	return st;
}

static bool is_known_file(const json_t *summary, const struct question *question)
{
	const json_t *functions = json_object_get(summary, "functions");
	for (size_t i = 0; i < json_array_size(functions); i++)
		if (is_of_file(question, text_of(json_array_get(functions, i), "file")))
			return true;
	return false;
}

/* Returns the goals of a list that lie at the place of the question. */
static json_t *find_asked(const json_t *list, const struct question *question)
{
	json_t *asked = json_array();
	for (size_t i = 0; i < json_array_size(list); i++) {
		json_t *goal = json_array_get(list, i);
		if (is_asked(question, text_of(goal, "file"), json_integer_value(json_object_get(goal, "line"))))
			json_array_append(asked, goal);
	}
	return asked;
}

static void print_json(const json_t *goals)
{
	char *text = json_dumps(goals, JSON_INDENT(1));
	puts(text);
	free(text);
}

/* Answers the question. Goals that are covered, but seldom, are told only if a line is asked for. */
static status answer(const json_t *summary, const struct question *question, bool json, bool numbers)
{
	json_t *asked = find_asked(json_object_get(summary, "uncovered"), question);
	json_t *seldom = find_asked(json_object_get(summary, "seldom"), question);
	json_int_t n_tests = json_integer_value(json_object_get(json_object_get(summary, "swarm"), "tests"));
	if (json)
		print_json(asked);
	else if (json_array_size(asked) == 0)
		puts(question->line
		             ? "nothing on this line is left uncovered: it decides nothing, or tests cover all it decides"
		             : "nothing is left uncovered");
	for (size_t i = 0; !json && i < json_array_size(asked); i++)
		print_goal(json_array_get(asked, i), numbers);
	for (size_t i = 0; !json && question->line && i < json_array_size(seldom); i++)
		print_seldom(json_array_get(seldom, i), n_tests, numbers);
	json_decref(asked);
	json_decref(seldom);
	return NULL;
}

/* Fails for a line behind the end of the file, if the file can be read. */
static status check_line(const json_t *summary, const struct question *question)
{
	const json_t *functions = json_object_get(summary, "functions");
	for (size_t i = 0; question->line && i < json_array_size(functions); i++) {
		const char *path = text_of(json_array_get(functions, i), "file");
		char *text = NULL;
		size_t size;
		if (!is_of_file(question, path))
			continue;
		status st = file_read(path, &text, &size);
		json_int_t lines = 0;
		for (size_t k = 0; !st && k < size; k++)
			lines += text[k] == '\n' || k + 1 == size;
		bool is_there = !st;
		status_free(st);
		free(text);
		if (is_there && question->line > lines)
			return fail(TROUBLE_INPUT,
			            "%s has no line %" JSON_INTEGER_FORMAT ": it has %" JSON_INTEGER_FORMAT, path,
			            question->line, lines);
		return NULL;
	}
	return NULL;
}

static status why_command(int argc, char **argv)
{
	struct operands operands = { 0 };
	struct question question = { 0 };
	json_t *summary = NULL;
	bool help, json = false, numbers = false;
	const struct option_spec specs[] = {
		{ 0, "json", OPTION_FLAG, &json, NULL, "print the goals as JSON, as in summary.json" },
		{ 0, "numbers", OPTION_FLAG, &numbers, NULL, "with the numbers behind what helps and hinders" },
	};
	status st = NULL;
	TRY_OUT(options_parse(&command_why, specs, sizeof specs / sizeof *specs, argc, argv, &operands, &help));
	if (help)
		goto out;
	if (operands.before.n < 1 || operands.before.n > 2) {
		st = fail(TROUBLE_USAGE,
		          "give the folder that skep gen wrote, and a place: skep why skep-out ring.c:58");
		goto out;
	}
	if (operands.before.n == 2)
		TRY_OUT(read_question(operands.before.at[1], &question));
	TRY_OUT(read_summary(operands.before.at[0], &summary));
	if (question.file && !is_known_file(summary, &question)) {
		st = fail(TROUBLE_INPUT,
		          "the unit has no function in a file '%s'; skep why %s lists all that is not covered",
		          question.file, operands.before.at[0]);
		goto out;
	}
	TRY_OUT(check_line(summary, &question));
	st = answer(summary, &question, json, numbers);
out:
	json_decref(summary);
	free(question.file);
	operands_release(&operands);
	return st;
}

static int why_main(int argc, char **argv)
{
	return command_end(why_command(argc, argv));
}
