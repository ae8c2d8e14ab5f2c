/* sarif: bugs.sarif, the findings in the form that editors and code hosts read (SARIF 2.1.0).
 *
 * A finding is a result: a bug has the level "error", an unclear finding "warning", misuse "note". Its kind is
 * the SARIF rule; the judge's rule stands among its properties. Files of the user are relative to SRCROOT, the
 * folder skep was started in, and failing tests to OUT, the folder of bugs.sarif itself, so the same run gives
 * the same bytes wherever its results go. Columns are left out: the unit was compiled from marked text, whose
 * columns are not the user's. */
#include <ctype.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/map.h"
#include "base/version.h"
#include "emit/escape.h"
#include "emit/findings/finding_text.h"
#include "emit/json_text.h"
#include "emit/report/outputs.h"

#define SCHEMA "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

static void set(json_t *object, const char *key, json_t *value)
{
	json_object_set_new(object, key, value);
}

/* Returns an array with one element. */
static json_t *only(json_t *value)
{
	json_t *array = json_array();
	json_array_append_new(array, value);
	return array;
}

/* Returns a SARIF message. */
static json_t *message(const char *text)
{
	json_t *object = json_object();
	set(object, "text", json_text(text));
	return object;
}

/* ---- places ---- */

static json_t *artifact_location(const char *path, const char *base)
{
	json_t *object = json_object();
	struct sb uri = { 0 };
	bool absolute = path[0] == '/';
	sb_add(&uri, absolute ? "file://" : "");
	escape_url(&uri, path);
	set(object, "uri", json_text(sb_text(&uri)));
	if (!absolute)
		set(object, "uriBaseId", json_string(base));
	sb_release(&uri);
	return object;
}

static json_t *physical_location(const char *path, const char *base, uint32_t line)
{
	json_t *object = json_object();
	set(object, "artifactLocation", artifact_location(path, base));
	if (line) {
		json_t *region = json_object();
		set(region, "startLine", json_integer(line));
		set(object, "region", region);
	}
	return object;
}

/* The finding that is written, and the folders it refers to. */
struct scene {
	const struct results *results;
	char *root;                  /* the folder skep was started in; NULL: not known */
};

/* Returns the path as it is shown. Debug information has whole paths; below the root they are shown relative to
 * it. */
static const char *shown_path(const struct scene *scene, const char *path)
{
	size_t n = scene->root ? strlen(scene->root) : 0;
	return n > 1 && str_starts(path, scene->root) && path[n] == '/' ? path + n + 1 : path;
}

static json_t *source_location(const struct scene *scene, const char *path, uint32_t line)
{
	return physical_location(shown_path(scene, path), "SRCROOT", line);
}

static json_t *frame_location(const struct scene *scene, const struct frame *frame)
{
	json_t *object = json_object(), *function = json_object();
	set(object, "physicalLocation", source_location(scene, frame->file, frame->line));
	set(function, "name", json_text(frame->function));
	set(function, "kind", json_string("function"));
	set(object, "logicalLocations", only(function));
	return object;
}

/* Returns the place of a finding. A finding without frames (a leak of memory nobody points to may have none) is
 * placed at the unit's first source. */
static json_t *main_location(const struct scene *scene, const struct finding *finding)
{
	if (finding->n_frames)
		return frame_location(scene, &finding->frames[0]);
	json_t *object = json_object();
	const struct model *model = scene->results->unit->model;
	set(object, "physicalLocation", source_location(scene, model->sources.at[0], 0));
	return object;
}

/* ---- stacks and the way to the fault ---- */

static void add_stack(json_t *stacks, const struct scene *scene, const char *title, const struct frame *frames,
                      uint32_t n)
{
	if (!n)
		return;
	json_t *stack = json_object(), *array = json_array();
	for (uint32_t i = 0; i < n; i++) {
		json_t *frame = json_object();
		set(frame, "location", frame_location(scene, &frames[i]));
		json_array_append_new(array, frame);
	}
	set(stack, "message", message(title));
	set(stack, "frames", array);
	json_array_append_new(stacks, stack);
}

/* Returns the calls in the order in which they were made: the outermost first. */
static json_t *code_flow(const struct scene *scene, const struct finding *finding)
{
	json_t *locations = json_array(), *thread = json_object(), *flow = json_object();
	for (uint32_t i = finding->n_frames; i-- > 0;) {
		json_t *step = json_object();
		set(step, "location", frame_location(scene, &finding->frames[i]));
		set(step, "nestingLevel", json_integer(finding->n_frames - 1 - i));
		json_array_append_new(locations, step);
	}
	set(thread, "locations", locations);
	set(flow, "threadFlows", only(thread));
	return flow;
}

/* ---- rules ---- */

/* Returns "heap-overflow" for "heap overflow". */
static json_t *rule_id(const char *kind)
{
	char *id = xstrdup(kind);
	for (char *p = id; *p; p++)
		if (!isalnum((unsigned char)*p))
			*p = '-';
	json_t *string = json_text(id);
	free(id);
	return string;
}

/* Returns the index of the rule for a kind, and adds the rule if it is missing. */
static size_t rule_index(json_t *rules, const char *kind)
{
	json_t *id = rule_id(kind);
	size_t i;
	for (i = 0; i < json_array_size(rules); i++)
		if (json_equal(json_object_get(json_array_get(rules, i), "id"), id))
			break;
	if (i == json_array_size(rules)) {
		json_t *rule = json_object();
		set(rule, "id", json_incref(id));
		set(rule, "shortDescription", message(kind));
		json_array_append_new(rules, rule);
	}
	json_decref(id);
	return i;
}

/* ---- results ---- */

static const char *level_of(enum verdict verdict)
{
	static const char *const levels[] = { [VERDICT_FINE] = "none",
		                              [VERDICT_MISUSE] = "note",
		                              [VERDICT_BUG] = "error",
		                              [VERDICT_ERROR_PATH] = "warning",
		                              [VERDICT_UNCLEAR] = "warning" };
	return levels[verdict];
}

/* Returns the fault, the memory it is about, and the reason for the verdict. */
static json_t *finding_message(const struct scene *scene, const struct suite_failure *failure)
{
	const struct finding *finding = failure->finding;
	struct sb text = { 0 }, memory = { 0 };
	sb_addf(&text, "%c%s", toupper((unsigned char)finding->kind[0]), finding->kind + 1);
	if (finding->n_frames)
		sb_addf(&text, " in %s, %s:%u", finding->frames[0].function, shown_path(scene, finding->frames[0].file),
		        finding->frames[0].line);
	sb_add_char(&text, '.');
	finding_memory(finding, &memory);
	if (memory.n)
		sb_addf(&text, " %s", sb_text(&memory));
	sb_addf(&text, " Class: %s. %s", verdict_word(finding->verdict), finding->evidence);
	if (failure->file)
		sb_addf(&text, " Seen in the test %s.", failure->file);
	json_t *object = message(sb_text(&text));
	sb_release(&text);
	sb_release(&memory);
	return object;
}

/* Returns fingerprints that stay when lines move: the kind and who called whom. */
static json_t *fingerprints(const struct finding *finding)
{
	json_t *object = json_object();
	char hash[20];
	uint64_t key = hash_text(finding->kind, 0);
	for (uint32_t i = 0; i < finding->n_frames; i++)
		key = hash_text(finding->frames[i].function, key);
	snprintf(hash, sizeof hash, "%016" PRIx64, key);
	set(object, "kindAndCalls/v1", json_string(hash));
	return object;
}

static void add_test(json_t *result, const char *file)
{
	json_t *location = json_object(), *attachment = json_object();
	set(location, "id", json_integer(1));
	set(location, "physicalLocation", physical_location(file, "OUT", 0));
	set(location, "message", message("A program that shows it."));
	set(result, "relatedLocations", only(location));
	set(attachment, "description", message("A program that shows it."));
	set(attachment, "artifactLocation", artifact_location(file, "OUT"));
	set(result, "attachments", only(attachment));
}

/* Ranks of a hundred, by which editors sort. */
static const double ranks[] = { [SEVERITY_LOW] = 20, [SEVERITY_MEDIUM] = 50, [SEVERITY_HIGH] = 90 };

static json_t *result_json(const struct scene *scene, const struct suite_failure *failure, json_t *rules)
{
	const struct finding *finding = failure->finding;
	json_t *object = json_object(), *stacks = json_array(), *properties = json_object();
	set(object, "ruleId", rule_id(finding->kind));
	set(object, "ruleIndex", json_integer((json_int_t)rule_index(rules, finding->kind)));
	set(object, "level", json_string(level_of(finding->verdict)));
	set(object, "message", finding_message(scene, failure));
	set(object, "locations", only(main_location(scene, finding)));
	if (failure->file)
		add_test(object, failure->file);
	add_stack(stacks, scene, "Where it happens.", finding->frames, finding->n_frames);
	add_stack(stacks, scene, "Where the memory was allocated.", finding->alloc_frames, finding->n_alloc_frames);
	set(object, "stacks", stacks);
	if (finding->n_frames)
		set(object, "codeFlows", only(code_flow(scene, finding)));
	set(object, "rank", json_real(ranks[finding->severity]));
	set(object, "occurrenceCount", json_integer(finding->count));
	set(object, "partialFingerprints", fingerprints(finding));
	set(properties, "verdict", json_string(verdict_word(finding->verdict)));
	set(properties, "severity", json_string(severity_word(finding->severity)));
	set(properties, "judgeRule", json_text(finding->rule));
	set(object, "properties", properties);
	return object;
}

/* ---- the run ---- */

static void add_artifact(json_t *artifacts, const char *path, const char *base, const char *role)
{
	json_t *object = json_object();
	set(object, "location", artifact_location(path, base));
	set(object, "roles", only(json_string(role)));
	json_array_append_new(artifacts, object);
}

static json_t *artifacts_json(const struct scene *scene)
{
	json_t *array = json_array();
	const struct results *results = scene->results;
	const struct model *model = results->unit->model;
	for (size_t i = 0; i < model->sources.n - model->n_context; i++)
		add_artifact(array, shown_path(scene, model->sources.at[i]), "SRCROOT", "analysisTarget");
	for (uint32_t i = 0; i < results->findings.n_failures; i++)
		if (results->findings.failures[i].file)
			add_artifact(array, results->findings.failures[i].file, "OUT", "attachment");
	return array;
}

static json_t *bases_json(void)
{
	json_t *object = json_object(), *source = json_object(), *out = json_object();
	set(source, "description", message("The folder that skep was started in."));
	set(out, "description", message("The folder that this file is in."));
	set(object, "SRCROOT", source);
	set(object, "OUT", out);
	return object;
}

static json_t *invocation_json(const struct results *results)
{
	json_t *object = json_object();
	set(object, "commandLine", json_text(results->asked.command));
	set(object, "executionSuccessful", json_true());
	return object;
}

static json_t *tool_json(json_t *rules)
{
	json_t *tool = json_object(), *driver = json_object();
	set(driver, "name", json_string("skep"));
	set(driver, "version", json_string(SKEP_VERSION));
	set(driver, "rules", rules);
	set(tool, "driver", driver);
	return tool;
}

static json_t *run_json(const struct scene *scene)
{
	const struct results *results = scene->results;
	json_t *run = json_object(), *rules = json_array(), *findings = json_array(), *details = json_object();
	char *id = xprintf("skep/%s/", results->unit->name);
	for (uint32_t i = 0; i < results->findings.n_failures; i++)
		json_array_append_new(findings, result_json(scene, &results->findings.failures[i], rules));
	set(run, "tool", tool_json(rules));
	set(details, "id", json_text(id));
	set(run, "automationDetails", details);
	set(run, "invocations", only(invocation_json(results)));
	set(run, "originalUriBaseIds", bases_json());
	set(run, "artifacts", artifacts_json(scene));
	set(run, "results", findings);
	free(id);
	return run;
}

void sarif_json(const struct results *results, struct sb *out)
{
	struct scene scene = { results, getcwd(NULL, 0) };
	json_t *root = json_object();
	set(root, "$schema", json_string(SCHEMA));
	set(root, "version", json_string("2.1.0"));
	set(root, "runs", only(run_json(&scene)));
	char *dump = json_dumps(root, JSON_INDENT(1));
	sb_addf(out, "%s\n", dump);
	free(dump);
	free(scene.root);
	json_decref(root);
}
