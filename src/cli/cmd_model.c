/* skep model: prints the model of the unit's API, as text to correct. */
#include <stdio.h>

#include "base/str.h"
#include "cli/unit_input.h"
#include "emit/report/model_json.h"
#include "front/front.h"
#include "model/text.h"

static int model_main(int argc, char **argv);

const struct command command_model = {
	"model", "[options] SOURCE... [-- CFLAGS]",
	"print the API model: functions, roles, what cannot be called and why",
	"The text is also the format of corrections: edit it and give it back with --model FILE.", model_main
};

static status model_command(int argc, char **argv)
{
	struct unit_input input = { 0 };
	const struct option_spec specs[] = { UNIT_OPTIONS(&input) };
	struct unit *unit = NULL;
	struct sb text = { 0 };
	status st = NULL;
	bool help;
	TRY_OUT(options_parse(&command_model, specs, sizeof specs / sizeof *specs, argc, argv, &input.operands, &help));
	if (help)
		goto out;
	TRY_OUT(unit_input_read(&input, &unit));
	sb_add(&text, "skep model");
	if (input.database)
		sb_addf(&text, " -p %s", input.database);
	for (size_t i = 0; i < input.targets.n; i++)
		sb_addf(&text, " --target %s", input.targets.at[i]);
	for (size_t i = 0; i < input.operands.before.n; i++)
		sb_addf(&text, " %s", input.operands.before.at[i]);
	char *command = sb_take(&text);
	if (input.json)
		model_json(unit->model, &text);
	else
		model_print(unit->model, command, &text);
	free(command);
	fputs(sb_text(&text), stdout);
out:
	sb_release(&text);
	unit_free(unit);
	unit_input_release(&input);
	return st;
}

static int model_main(int argc, char **argv)
{
	return command_end(model_command(argc, argv));
}
