/* script: see script.h. */
#include "emit/programs/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/log.h"
#include "base/str.h"
#include "emit/programs/program_test.h"
#include "emit/programs/shell.h"
#include "proc/child.h"

struct script {
	const struct shape *shape;
	struct arena *arena;
	const char *base;            /* its folder */
	const char *folder;          /* the current folder: `base`, or where cd went */
	const char *piped;           /* text that the command before writes into the pipe; NULL: not known */
	bool takes_files;            /* words that name files are files */
	unsigned n_shell;            /* calls that were left out because they need a shell */
};

static const char *path_in(struct arena *arena, const char *folder, const char *name)
{
	return name[0] == '/' || !folder ? name : arena_printf(arena, "%s/%s", folder, name);
}

/* ---- one call ---- */

/* Returns the name under which a file lies in the test's folder; files from elsewhere go there, too. */
static const char *name_inside(const char *name)
{
	return name[0] == '/' || strstr(name, "..") ? path_base(name) : name;
}

static status add_file(const struct script *s, const char *name, const char *inside, struct invocation *invocation)
{
	struct named_bytes file = { .name = inside };
	if (invocation_file(invocation, inside))
		return NULL;
	TRY(bytes_read(path_in(s->arena, s->folder, name), s->arena, &file.contents));
	vec_push(&invocation->files, file);
	return NULL;
}

static void add_text(struct invocation *invocation, const char *text)
{
	invocation_add_arg(invocation, text, strlen(text));
}

/* Adds an argument: "data.txt" or "--from=data.txt" brings the file, if it exists. */
static status add_argument(const struct script *s, const char *word, struct invocation *invocation)
{
	const char *equal = word[0] == '-' ? strchr(word, '=') : NULL, *name = equal ? equal + 1 : word;
	if (!s->takes_files || !path_is_file(path_in(s->arena, s->folder, name))) {
		add_text(invocation, word);
		return NULL;
	}
	const char *inside = name_inside(name);
	TRY(add_file(s, name, inside, invocation));
	add_text(invocation, arena_printf(s->arena, "%.*s%s", (int)(name - word), word, inside));
	return NULL;
}

static status add_word(const struct script *s, const char *word, struct invocation *invocation)
{
	if (str_equal(word, "@stdin"))
		return NULL;
	if (word[0] != '@' || !word[1])
		return add_argument(s, word, invocation);
	TRY(add_file(s, word + 1, path_base(word + 1), invocation));
	add_text(invocation, path_base(word + 1));
	return NULL;
}

static status add_input(const struct script *s, const struct shell_command *command, struct invocation *invocation)
{
	const char *text = command->here ? command->here : s->piped;
	invocation->has_input = command->input || text;
	if (command->input)
		return bytes_read(path_in(s->arena, s->folder, command->input), s->arena, &invocation->input);
	if (text)
		invocation->input = (struct bytes){ (const unsigned char *)text, (uint32_t)strlen(text) };
	return NULL;
}

static void add_variable(const struct script *s, const char *word, size_t name, struct invocation *invocation)
{
	const char *value = word + name + 1;
	vec_push(&invocation->variables,
	         ((struct named_bytes){ arena_strndup(s->arena, word, name),
	                                { (const unsigned char *)value, (uint32_t)strlen(value) } }));
}

/* Makes a call of a command, whose words from `first` on are variables, the program and its arguments. */
static status make_call(const struct script *s, const struct shell_command *command, size_t first,
                        struct invocation *invocation)
{
	size_t i = first;
	invocation_init(invocation, s->shape->program);
	for (; i < command->words.n && shell_variable(command->words.at[i]); i++)
		add_variable(s, command->words.at[i], shell_variable(command->words.at[i]), invocation);
	for (i++; i < command->words.n; i++)
		TRY(add_word(s, command->words.at[i], invocation));
	return add_input(s, command, invocation);
}

status script_read_call(const char *line, const char *base, const struct shape *shape, struct arena *arena,
                        struct invocation *invocation)
{
	struct script s = { .shape = shape, .arena = arena, .folder = base };
	struct shell_text text = { .at = line };
	struct shell_command command;
	shell_next(&text, arena, &command);
	status st = make_call(&s, &command, 0, invocation);
	shell_command_release(&command);
	return st;
}

/* ---- commands that write into a pipe ---- */

static void add_escaped(const char **at, struct sb *out)
{
	static const char letters[] = "abfnrtv\\", meanings[] = "\a\b\f\n\r\t\v\\";
	const char *found = (*at)[1] ? strchr(letters, (*at)[1]) : NULL;
	if (found) {
		sb_add_char(out, meanings[found - letters]);
		*at += 2;
	} else if ((*at)[1] >= '0' && (*at)[1] <= '7') {
		char *end, digits[4] = { 0 };
		memcpy(digits, *at + 1, strnlen(*at + 1, 3));
		sb_add_char(out, (char)strtol(digits, &end, 8));
		*at += 1 + (end - digits);
	} else {
		sb_add_char(out, *(*at)++);
	}
}

/* Prints the format once; false: it has a conversion that skep does not know. */
static bool print_once(const char *format, const struct shell_command *command, size_t *next, struct sb *out)
{
	for (const char *at = format; *at;) {
		if (*at == '\\') {
			add_escaped(&at, out);
		} else if (at[0] == '%' && at[1] && strchr("sdci%", at[1])) {
			if (at[1] == '%')
				sb_add_char(out, '%');
			else if (*next < command->words.n)
				sb_add(out, command->words.at[(*next)++]);
			at += 2;
		} else if (*at == '%') {
			return false;
		} else {
			sb_add_char(out, *at++);
		}
	}
	return true;
}

static bool print_all(const struct shell_command *command, size_t first, struct sb *out)
{
	size_t next = first + 2, before;
	if (first + 1 >= command->words.n)
		return false;
	do {
		before = next;
		if (!print_once(command->words.at[first + 1], command, &next, out))
			return false;
	} while (next < command->words.n && next > before);
	return true;
}

static void echo_all(const struct shell_command *command, size_t first, struct sb *out)
{
	size_t i = first + 1;
	bool no_newline = i < command->words.n && str_equal(command->words.at[i], "-n");
	for (i += no_newline; i < command->words.n; i++)
		sb_addf(out, "%s%s", command->words.at[i], i + 1 < command->words.n ? " " : "");
	if (!no_newline)
		sb_add_char(out, '\n');
}

static bool cat_all(const struct script *s, const struct shell_command *command, size_t first, struct sb *out)
{
	if (command->here)
		sb_add(out, command->here);
	for (size_t i = first + 1; i < command->words.n; i++) {
		struct bytes bytes;
		status st = bytes_read(path_in(s->arena, s->folder, command->words.at[i]), s->arena, &bytes);
		status_free(st);
		if (st || memchr(bytes.at, 0, bytes.size))
			return false;
		sb_add_bytes(out, bytes.at, bytes.size);
	}
	return command->here || first + 1 < command->words.n;
}

/* Returns the output of the command, in arena; NULL: only running it would tell. */
static const char *output_of(const struct script *s, const struct shell_command *command, size_t first)
{
	const char *name = first < command->words.n ? command->words.at[first] : "", *text = NULL;
	struct sb out = { 0 };
	bool is_known = !command->needs_shell;
	if (str_equal(name, "printf"))
		is_known &= print_all(command, first, &out);
	else if (str_equal(name, "echo"))
		echo_all(command, first, &out);
	else
		is_known &= str_equal(name, "cat") && cat_all(s, command, first, &out);
	if (is_known)
		text = arena_strndup(s->arena, sb_text(&out), out.n);
	sb_release(&out);
	return text;
}

/* ---- scripts ---- */

/* Returns the index of the first word behind "if", "!" and the like, and behind "env" with its variables. */
static size_t first_word(const struct shell_command *command)
{
	static const char *const before[] = { "if", "then", "else", "elif", "while", "until",  "do",
		                              "!",  "{",    "time", "exec", "env",   "command" };
	for (size_t i = 0; i < command->words.n; i++) {
		bool is_before = false;
		for (size_t k = 0; k < sizeof before / sizeof *before; k++)
			is_before |= str_equal(command->words.at[i], before[k]);
		if (!is_before)
			return i;
	}
	return command->words.n;
}

/* True for "sed", "./sed", "../src/sed"; also for "$SED" and "${SED}". */
static bool names_program(const char *word, const char *program)
{
	if (word[0] != '$')
		return str_equal(path_base(word), program);
	const char *name = word + 1 + (word[1] == '{');
	size_t n = strlen(program);
	return strncasecmp(name, program, n) == 0 && str_equal(name + n, word[1] == '{' ? "}" : "");
}

static bool is_call(const struct script *s, const struct shell_command *command, size_t first, bool *by_variable)
{
	size_t i = first;
	while (i < command->words.n && shell_variable(command->words.at[i]))
		i++;
	*by_variable = i < command->words.n && command->words.at[i][0] == '$';
	return i < command->words.n && names_program(command->words.at[i], s->shape->program);
}

static bool needs_shell(const struct shell_command *command, bool by_variable)
{
	size_t dollars = 0;
	for (size_t i = 0; i < command->words.n; i++)
		dollars += strchr(command->words.at[i], '$') || strchr(command->words.at[i], '`');
	return command->needs_shell && (!by_variable || dollars > 1 || command->here || command->input);
}

static status take_call(struct script *s, const struct shell_command *command, size_t first, bool by_variable,
                        invocation_list *out)
{
	struct invocation invocation;
	if (needs_shell(command, by_variable)) {
		s->n_shell++;
		return NULL;
	}
	status st = make_call(s, command, first, &invocation);
	if (st)
		invocation_release(&invocation);
	else
		vec_push(out, invocation);
	return st;
}

static void take_command(struct script *s, const char *path, const struct shell_command *command, invocation_list *out)
{
	size_t first = first_word(command);
	bool by_variable;
	if (is_call(s, command, first, &by_variable)) {
		status st = take_call(s, command, first, by_variable, out);
		if (st)
			log_warn("a call in %s is left out: %s", path, st->message);
		status_free(st);
	} else if (first + 1 < command->words.n && str_equal(command->words.at[first], "cd")) {
		s->folder = path_in(s->arena, s->folder, command->words.at[first + 1]);
	}
	s->piped = command->pipes ? output_of(s, command, first) : NULL;
	if (command->ends_group)
		s->folder = s->base;
}

void script_read(const char *path, struct bytes text, const struct shape *shape, struct arena *arena,
                 invocation_list *out)
{
	const char *name = path_base(path);
	const char *base = name > path ? arena_strndup(arena, path, (size_t)(name - path) - 1) : NULL;
	struct script s = { .shape = shape, .arena = arena, .base = base, .folder = base, .takes_files = true };
	struct shell_text rest = { .at = arena_strndup(arena, (const char *)text.at, text.size) };
	struct shell_command command;
	while (shell_next(&rest, arena, &command)) {
		take_command(&s, path, &command, out);
		shell_command_release(&command);
	}
	shell_command_release(&command);
	if (s.n_shell)
		log_warn("%u call%s in %s left out: only a shell can replace $ and ` in %s", s.n_shell,
		         s.n_shell == 1 ? "" : "s", path, s.n_shell == 1 ? "it" : "them");
}

/* ---- writing ---- */

/* Writes a call. A test with files is called in a folder of its own, which script_read() follows. */
static status write_call(const char *folder, size_t number, const struct invocation *test, struct sb *script)
{
	char *inputs = xprintf("%s/inputs/%zu", folder, number), *command = xprintf("%s/cmd", inputs);
	status st = NULL;
	if (test->files.n || test->has_input)
		st = invocation_write(test, inputs);
	if (!st && (test->files.n || test->has_input))
		remove(command);
	if (test->files.n)
		sb_addf(script, "(cd inputs/%zu/files && ", number);
	invocation_command(test, script);
	if (test->has_input && test->files.n)
		sb_add(script, " < ../stdin");
	else if (test->has_input)
		sb_addf(script, " < inputs/%zu/stdin", number);
	sb_add(script, test->files.n ? ")\n" : "\n");
	free(inputs);
	free(command);
	return st;
}

status script_write(const char *folder, const invocation_list *tests)
{
	struct sb script = { 0 };
	status st = NULL;
	sb_add(&script, "#!/bin/sh\n");
	for (size_t i = 0; i < tests->n && !st; i++)
		st = write_call(folder, i + 1, &tests->at[i], &script);
	char *path = xprintf("%s/" SCRIPT_NAME, folder);
	if (!st)
		st = file_write(path, sb_text(&script), script.n);
	free(path);
	sb_release(&script);
	return st;
}
