/* corpus: see corpus.h. */
#define _GNU_SOURCE
#include "emit/programs/corpus.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/log.h"
#include "base/map.h"
#include "emit/programs/program_test.h"
#include "proc/child.h"

void invocation_list_release(invocation_list *list)
{
	for (size_t i = 0; i < list->n; i++)
		invocation_release(&list->at[i]);
	vec_release(list);
}

static status read_bytes(const char *path, struct arena *arena, struct bytes *out)
{
	char *text = NULL;
	size_t size = 0;
	TRY(file_read(path, &text, &size));
	*out = (struct bytes){ arena_memdup(arena, text, size), (uint32_t)size };
	free(text);
	return NULL;
}

static bool is_folder(const char *path)
{
	struct stat about;
	return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool is_there(const char *path)
{
	struct stat about;
	return stat(path, &about) == 0;
}

/* ---- words of a command line ---- */

struct words {
	const char *at;
	struct sb word;
	bool any;                /* there is a word, perhaps an empty one */
};

/* Steps over one word; false at the end of the command. */
static bool next_word(struct words *words)
{
	const char *at = words->at + strspn(words->at, " \t");
	sb_clear(&words->word);
	words->any = false;
	char quote = 0;
	for (; *at && (quote || !strchr(" \t\n;|&<>", *at)); at++) {
		words->any = true;
		if (quote ? *at == quote : *at == '\'' || *at == '"')
			quote = quote ? 0 : *at;
		else if (*at == '\\' && quote != '\'' && at[1])
			sb_add_char(&words->word, *++at);
		else
			sb_add_char(&words->word, *at);
	}
	words->at = at;
	return words->any;
}

static status add_file_of(struct invocation *invocation, const char *name, const char *base, struct arena *arena)
{
	struct named_bytes file = { .name = arena_strdup(arena, path_base(name)) };
	char *path = name[0] == '/' || !base ? xstrdup(name) : xprintf("%s/%s", base, name);
	status st = read_bytes(path, arena, &file.contents);
	free(path);
	TRY(st);
	if (!invocation_file(invocation, file.name))
		vec_push(&invocation->files, file);
	return NULL;
}

/* The rest of a call behind the program's name; ends where the shell's command ends. */
static status read_words(struct words *words, const char *base, struct arena *arena, struct invocation *invocation)
{
	for (;;) {
		words->at += strspn(words->at, " \t");
		char mark = *words->at;
		if (mark == '<' || mark == '>')
			words->at++;
		if (!next_word(words))
			return NULL;
		const char *word = arena_strdup(arena, sb_text(&words->word));
		if (mark == '>' || str_equal(word, "@stdin"))
			continue;
		if (mark == '<') {
			char *path = word[0] == '/' || !base ? xstrdup(word) : xprintf("%s/%s", base, word);
			status st = read_bytes(path, arena, &invocation->input);
			free(path);
			TRY(st);
			invocation->has_input = true;
		} else if (word[0] == '@' && word[1]) {
			TRY(add_file_of(invocation, word + 1, base, arena));
			const char *name = path_base(word + 1);
			invocation_add_arg(invocation, name, strlen(name));
		} else {
			invocation_add_arg(invocation, word, strlen(word));
		}
	}
}

static status read_call(const char *line, const char *base, const struct shape *shape, struct arena *arena,
                        struct invocation *invocation)
{
	struct words words = { .at = line };
	status st = NULL;
	invocation_init(invocation, shape->program);
	if (next_word(&words))
		st = read_words(&words, base, arena, invocation);
	sb_release(&words.word);
	return st;
}

status corpus_read_command(const char *line, const struct shape *shape, struct arena *arena, invocation_list *out)
{
	struct invocation invocation;
	status st = read_call(line, NULL, shape, arena, &invocation);
	if (st) {
		invocation_release(&invocation);
		status told = fail(TROUBLE_INPUT, "the seed '%s' cannot be read: %s", line, st->message);
		status_free(st);
		return told;
	}
	vec_push(out, invocation);
	return NULL;
}

/* ---- one seed ---- */

/* The folder's files, however deep. */
static status read_files(const char *folder, const char *prefix, struct arena *arena, struct invocation *invocation)
{
	struct dirent **entries;
	int n = scandir(folder, &entries, NULL, alphasort);
	status st = NULL;
	for (int i = 0; i < n; i++) {
		const char *name = entries[i]->d_name;
		char *path = xprintf("%s/%s", folder, name), *below = xprintf("%s%s/", prefix, name);
		struct named_bytes file = { .name = arena_printf(arena, "%s%s", prefix, name) };
		if (name[0] != '.' && !st && is_folder(path)) {
			st = read_files(path, below, arena, invocation);
		} else if (name[0] != '.' && !st) {
			st = read_bytes(path, arena, &file.contents);
			if (!st)
				vec_push(&invocation->files, file);
		}
		free(path);
		free(below);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
	return st;
}

/* "NAME=value" before the program. */
static void take_variables(struct words *words, struct arena *arena, struct invocation *invocation)
{
	while (next_word(words)) {
		const char *word = arena_strndup(arena, sb_text(&words->word), words->word.n),
		           *equal = strchr(word, '=');
		if (!equal || equal == word ||
		    strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
		                 "0123456789") != (size_t)(equal - word))
			return; /* that was the program */
		struct named_bytes variable = { arena_strndup(arena, word, (size_t)(equal - word)),
			                        { (const unsigned char *)equal + 1, (uint32_t)strlen(equal + 1) } };
		vec_push(&invocation->variables, variable);
	}
}

static status read_test_folder(const char *folder, const struct shape *shape, struct arena *arena,
                               struct invocation *invocation)
{
	char *command = xprintf("%s/cmd", folder), *input = xprintf("%s/stdin", folder),
	     *files = xprintf("%s/files", folder);
	struct bytes line;
	struct words words = { 0 };
	invocation_init(invocation, shape->program);
	status st = read_bytes(command, arena, &line);
	if (!st) {
		words.at = arena_strndup(arena, (const char *)line.at, line.size);
		take_variables(&words, arena, invocation);
		st = read_words(&words, folder, arena, invocation);
	}
	if (!st && is_there(input)) {
		st = read_bytes(input, arena, &invocation->input);
		invocation->has_input = true;
	}
	if (!st && is_folder(files))
		st = read_files(files, "", arena, invocation);
	sb_release(&words.word);
	free(command);
	free(input);
	free(files);
	return st;
}

bool shape_takes_bytes(const struct shape *shape)
{
	size_t places = shape->has_input;
	for (size_t i = 0; i < shape->n_slots; i++) {
		places += shape->slots[i].kind == SLOT_FILE;
		if (shape->slots[i].kind == SLOT_TEXT)
			return false;
	}
	return places == 1 && !shape->n_variables && (!shape->is_free || !shape->has_args);
}

/* The bytes go to the first file of the shape, or else to standard input. */
static void put_bytes(const struct shape *shape, struct bytes bytes, struct invocation *invocation)
{
	shape_start(shape, invocation);
	if (invocation->files.n) {
		invocation->files.at[0].contents = bytes;
		return;
	}
	invocation->has_input = true;
	invocation->input = bytes;
}

static bool is_script(const char *path, struct bytes text)
{
	return str_ends(path, ".sh") || (text.size > 2 && text.at[0] == '#' && text.at[1] == '!');
}

/* Every call of the program in a script; a call that cannot be read is left out. */
static void read_script(const char *path, struct bytes text, const struct shape *shape, struct arena *arena,
                        invocation_list *out)
{
	char *all = arena_strndup(arena, (const char *)text.at, text.size), *rest = all;
	char *base = xprintf("%.*s", (int)(path_base(path) - path), path);
	for (char *line = strsep(&rest, "\n"); line; line = strsep(&rest, "\n")) {
		struct words words = { .at = line };
		bool is_call = next_word(&words) && str_equal(path_base(sb_text(&words.word)), shape->program);
		sb_release(&words.word);
		struct invocation invocation;
		if (!is_call)
			continue;
		status st = read_call(line, base[0] ? base : NULL, shape, arena, &invocation);
		if (!st) {
			vec_push(out, invocation);
			continue;
		}
		log_warn("a call in %s is left out: %s", path, st->message);
		status_free(st);
		invocation_release(&invocation);
	}
	free(base);
}

static status read_seed(const char *path, const struct shape *shape, struct arena *arena, invocation_list *out)
{
	struct invocation invocation;
	struct bytes bytes;
	if (is_folder(path)) {
		char *command = xprintf("%s/cmd", path);
		bool is_test = is_there(command);
		free(command);
		if (!is_test)
			return NULL;
		status st = read_test_folder(path, shape, arena, &invocation);
		if (st)
			invocation_release(&invocation);
		else
			vec_push(out, invocation);
		return st;
	}
	TRY(read_bytes(path, arena, &bytes));
	if (is_script(path, bytes)) {
		read_script(path, bytes, shape, arena, out);
		return NULL;
	}
	put_bytes(shape, bytes, &invocation);
	vec_push(out, invocation);
	return NULL;
}

status corpus_read(const char *folder, const struct shape *shape, struct arena *arena, invocation_list *out)
{
	char *queue = xprintf("%s/queue", folder);
	const char *from = is_folder(queue) ? queue : folder;
	struct dirent **entries;
	int n = scandir(from, &entries, NULL, alphasort);
	status st = n < 0 ? fail(TROUBLE_INPUT, "the seeds in %s cannot be read: it is no folder, or not readable",
	                         folder)
	                  : NULL;
	for (int i = 0; i < n; i++) {
		const char *name = entries[i]->d_name;
		char *path = xprintf("%s/%s", from, name);
		status one = name[0] == '.' || str_equal(name, "README.txt") ? NULL
		                                                             : read_seed(path, shape, arena, out);
		if (one)
			log_warn("the seed %s is left out: %s", path, one->message);
		status_free(one);
		free(path);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
	free(queue);
	return st;
}

/* ---- writing ---- */

static uint64_t hash_of(const struct invocation *invocation)
{
	struct sb command = { 0 };
	invocation_command(invocation, &command);
	uint64_t hash = hash_bytes(sb_text(&command), command.n, 0);
	sb_release(&command);
	hash = hash_bytes(invocation->input.at, invocation->input.size, hash + invocation->has_input);
	for (size_t i = 0; i < invocation->files.n; i++)
		hash = hash_bytes(invocation->files.at[i].contents.at, invocation->files.at[i].contents.size, hash);
	return hash;
}

status corpus_write_one(const char *folder, const struct shape *shape, const struct invocation *invocation)
{
	char *path = xprintf("%s/%016llx", folder, (unsigned long long)hash_of(invocation));
	status st;
	if (shape_takes_bytes(shape)) {
		struct bytes bytes = invocation->files.n ? invocation->files.at[0].contents : invocation->input;
		st = file_write(path, bytes.size ? (const void *)bytes.at : "", bytes.size);
	} else {
		st = dir_make(path);
		if (!st)
			st = invocation_write(invocation, path);
	}
	free(path);
	return st;
}

status corpus_write(const char *folder, const struct shape *shape, const struct archive *archive, size_t *n)
{
	struct arena *arena = arena_new();
	struct archived *tests;
	status st = dir_make(folder);
	*n = st ? 0 : archive_all(archive, arena, &tests);
	for (size_t i = 0; i < *n && !st; i++) {
		struct invocation invocation;
		if (invocation_of(&invocation, tests[i].seq, arena))
			st = corpus_write_one(folder, shape, &invocation);
		invocation_release(&invocation);
	}
	arena_free(arena);
	return st;
}
