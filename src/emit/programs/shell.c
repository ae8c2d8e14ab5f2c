/* shell: see shell.h. */
#include "emit/programs/shell.h"

#include <string.h>

#include "base/str.h"

#define NAME_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz0123456789"
#define ENDS " \t\n;|&<>()"

struct reader {
	struct shell_text *text;
	struct arena *arena;
	struct shell_command *command;
};

void shell_command_release(struct shell_command *command)
{
	vec_release(&command->words);
}

size_t shell_variable(const char *word)
{
	size_t n = strspn(word, NAME_LETTERS);
	return word[n] == '=' && !(word[0] >= '0' && word[0] <= '9') ? n : 0;
}

/* Skips blanks, comments, and newlines behind a backslash. */
static void skip_blanks(struct shell_text *text)
{
	for (;;) {
		text->at += strspn(text->at, " \t");
		if (text->at[0] == '#')
			text->at += strcspn(text->at, "\n");
		else if (text->at[0] == '\\' && text->at[1] == '\n')
			text->at += 2;
		else
			return;
	}
}

/* ---- one word ---- */

/* Returns the length of "$name", "${name}", "$(command)" or "`command`" at `at`; 0: the character stands for
 * itself. */
static size_t replaced(const char *at)
{
	if (at[0] == '`') {
		const char *end = strchr(at + 1, '`');
		return end ? (size_t)(end - at) + 1 : 0;
	}
	if (at[0] != '$')
		return 0;
	if (at[1] != '(' && at[1] != '{')
		return strspn(at + 1, NAME_LETTERS)        ? 1 + strspn(at + 1, NAME_LETTERS)
		       : strchr("@*#?$!-", at[1]) && at[1] ? 2
		                                           : 0;
	char open = at[1], close = open == '(' ? ')' : '}';
	size_t depth = 0;
	for (size_t i = 1; at[i]; i++) {
		depth += at[i] == open;
		if (at[i] == close && --depth == 0)
			return i + 1;
	}
	return 0;
}

static bool add_replaced(struct reader *r, struct sb *word)
{
	size_t n = replaced(r->text->at);
	if (!n)
		return false;
	r->command->needs_shell = true;
	sb_add_bytes(word, r->text->at, n);
	r->text->at += n;
	return true;
}

static void read_single_quoted(struct shell_text *text, struct sb *word)
{
	size_t n = strcspn(++text->at, "'");
	sb_add_bytes(word, text->at, n);
	text->at += n + (text->at[n] != 0);
}

static void read_double_quoted(struct reader *r, struct sb *word)
{
	struct shell_text *text = r->text;
	text->at++;
	while (*text->at && *text->at != '"') {
		if (add_replaced(r, word))
			continue;
		if (*text->at == '\\' && text->at[1] && strchr("$`\"\\\n", text->at[1])) {
			if (*++text->at == '\n') {
				text->at++;
				continue;
			}
		}
		sb_add_char(word, *text->at++);
	}
	text->at += *text->at != 0;
}

/* Reads the next part of a word: a quoted text, something that a shell replaces, or a character. */
static void read_part(struct reader *r, struct sb *word)
{
	struct shell_text *text = r->text;
	if (*text->at == '\'') {
		read_single_quoted(text, word);
	} else if (*text->at == '"') {
		read_double_quoted(r, word);
	} else if (text->at[0] == '\\' && text->at[1] == '\n') {
		text->at += 2;
	} else if (!add_replaced(r, word)) {
		text->at += *text->at == '\\' && text->at[1];
		sb_add_char(word, *text->at++);
	}
}

/* Reads a word; NULL: there is none. */
static const char *read_word(struct reader *r)
{
	struct shell_text *text = r->text;
	struct sb word = { 0 };
	skip_blanks(text);
	if (!*text->at || strchr(ENDS, *text->at))
		return NULL;
	while (*text->at && !strchr(ENDS, *text->at))
		read_part(r, &word);
	const char *copy = arena_strndup(r->arena, sb_text(&word), word.n);
	sb_release(&word);
	return copy;
}

/* ---- redirections ---- */

/* Reads the lines up to the delimiter. The first here-document of a line begins behind that line. */
static void read_body(struct reader *r, const char *delimiter, bool strips)
{
	struct shell_text *text = r->text;
	const char *at = text->after_bodies;
	struct sb body = { 0 };
	if (!at)
		at = text->at + strcspn(text->at, "\n") + (strchr(text->at, '\n') != NULL);
	while (*at) {
		const char *line = strips ? at + strspn(at, "\t") : at;
		size_t n = strcspn(line, "\n");
		at = line + n + (line[n] != 0);
		if (n == strlen(delimiter) && memcmp(line, delimiter, n) == 0)
			break;
		sb_add_bytes(&body, line, n);
		sb_add_char(&body, '\n');
	}
	text->after_bodies = at;
	r->command->here = arena_strndup(r->arena, sb_text(&body), body.n);
	sb_release(&body);
}

static bool has_replaced(const char *text)
{
	for (; *text; text++)
		if (replaced(text))
			return true;
	return false;
}

static void read_here_document(struct reader *r)
{
	bool strips = *r->text->at == '-', is_quoted;
	r->text->at += strips;
	skip_blanks(r->text);
	is_quoted = strchr("'\"\\", *r->text->at) != NULL;
	const char *delimiter = read_word(r);
	read_body(r, delimiter ? delimiter : "", strips);
	r->command->needs_shell |= !is_quoted && has_replaced(r->command->here);
}

static void read_here_string(struct reader *r)
{
	const char *word = read_word(r);
	r->command->here = arena_printf(r->arena, "%s\n", word ? word : "");
}

/* Reads a redirection at "<" or ">". The target of output does not matter. */
static void read_redirection(struct reader *r)
{
	struct shell_text *text = r->text;
	if (str_starts(text->at, "<<<")) {
		text->at += 3;
		read_here_string(r);
	} else if (str_starts(text->at, "<<")) {
		text->at += 2;
		read_here_document(r);
	} else {
		bool is_input = text->at[0] == '<' && text->at[1] != '&' && text->at[1] != '>';
		bool needed = r->command->needs_shell;
		text->at += strspn(text->at, "<>&|");
		const char *word = read_word(r);
		if (is_input)
			r->command->input = word;
		else
			r->command->needs_shell = needed;
	}
}

/* True at "2>" and the like, whose number is no word. */
static bool is_at_redirection(const struct shell_text *text)
{
	size_t digits = strspn(text->at, "0123456789");
	return text->at[digits] == '<' || text->at[digits] == '>';
}

/* ---- commands ---- */

/* Reads what follows the words of a command, up to the next command. */
static void read_end(struct reader *r)
{
	struct shell_text *text = r->text;
	r->command->ends_group = *text->at == ')';
	r->command->pipes = text->at[0] == '|' && text->at[1] != '|';
	if (*text->at == '\n' && text->after_bodies) {
		text->at = text->after_bodies;
		text->after_bodies = NULL;
	} else if (*text->at) {
		text->at++;
	}
}

bool shell_next(struct shell_text *text, struct arena *arena, struct shell_command *command)
{
	struct reader r = { text, arena, command };
	*command = (struct shell_command){ 0 };
	skip_blanks(text);
	if (!*text->at)
		return false;
	for (skip_blanks(text); *text->at; skip_blanks(text)) {
		if (is_at_redirection(text)) {
			text->at += strspn(text->at, "0123456789");
			read_redirection(&r);
			continue;
		}
		const char *word = read_word(&r);
		if (!word)
			break;
		vec_push(&command->words, word);
	}
	read_end(&r);
	return true;
}
