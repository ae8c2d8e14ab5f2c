/* model_json: see model_json.h. */
#include "emit/report/model_json.h"

#include <jansson.h>
#include <stdlib.h>

static const char *null_word(enum null_use use)
{
	static const char *const words[] = { "unknown", "allowed", "forbidden" };
	return words[use];
}

static json_t *param_json(const struct model *model, const struct function *function, const struct param *param)
{
	json_t *object = json_pack("{s:s, s:s, s:s, s:s, s:b}", "name", param->name, "type",
	                           model_type(model, param->type)->spelling, "role", role_name(param->role), "null",
	                           null_word(param->null), "destroyed", param->destroyed);
	if (param->partner != NONE)
		json_object_set_new(object, "partner", json_string(function->params[param->partner].name));
	return object;
}

static json_t *function_json(const struct model *model, const struct function *function)
{
	json_t *params = json_array();
	for (uint32_t i = 0; i < function->n_params; i++)
		json_array_append_new(params, param_json(model, function, &function->params[i]));
	json_t *object = json_pack("{s:s, s:s, s:i, s:b, s:s, s:o, s:b, s:b, s:b, s:b}", "name", function->name, "file",
	                           function->file, "line", (int)function->line, "static", function->is_static, "result",
	                           model_type(model, function->result)->spelling, "params", params, "maker",
	                           function->is_maker, "destroyer", function->is_destroyer, "observer",
	                           function->is_observer, "callable", !function->why_not);
	if (function->sets)
		json_object_set_new(object, "sets", json_string(function->sets));
	if (function->left_alone)
		json_object_set_new(object, "left_alone", json_string(function->left_alone));
	if (function->why_not)
		json_object_set_new(object, "why_not", json_string(function->why_not));
	return object;
}

void model_json(const struct model *model, struct sb *out)
{
	json_t *functions = json_array();
	for (size_t i = 0; i < model->functions.n; i++)
		if (!model->functions.at[i].n_named)
			json_array_append_new(functions, function_json(model, &model->functions.at[i]));
	json_t *root = json_pack("{s:o}", "functions", functions);
	char *text = json_dumps(root, JSON_INDENT(1));
	sb_addf(out, "%s\n", text);
	free(text);
	json_decref(root);
}
