/* changes: see changes.h. */
#include "front/changes/changes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/str.h"
#include "front/read/paths.h"
#include "proc/child.h"

void changes_init(struct changes *changes)
{
	*changes = (struct changes){ .arena = arena_new() };
}

void changes_release(struct changes *changes)
{
	vec_release(&changes->at);
	if (changes->arena)
		arena_free(changes->arena);
	changes->arena = NULL;
}

static void add(struct changes *changes, const char *file, uint32_t first, uint32_t last)
{
	struct changed_lines *before = changes->at.n ? &vec_last(&changes->at) : NULL;
	if (before && before->file == file && before->last + 1 == first)
		before->last = last;
	else
		vec_push(&changes->at, (struct changed_lines){ file, first, last });
}

/* ---- unified diffs ---- */

struct diff_reader {
	struct changes *changes;
	const char *folder;
	const char *file;            /* NULL: no file is named, or the file was removed */
	size_t n_files;
	uint32_t old_left, new_left; /* lines left in the hunk */
	uint32_t line;               /* number of the next line in the new file */
	bool removed;                /* the lines just before were removed, and none was added instead */
};

static void end_removal(struct diff_reader *reader)
{
	if (reader->removed && reader->file) {
		if (reader->line > 1)
			add(reader->changes, reader->file, reader->line - 1, reader->line - 1);
		add(reader->changes, reader->file, reader->line, reader->line);
	}
	reader->removed = false;
}

/* Reads a line like "+++ b/src/ring.c", which may end in a tab and a date. */
static void begin_file(struct diff_reader *reader, const char *line)
{
	struct arena *arena = reader->changes->arena;
	const char *path = line + strlen("+++ ");
	size_t n = strcspn(path, "\t\r\n");
	char *name = arena_printf(arena, "%.*s", (int)n, path);
	reader->n_files++;
	reader->file = NULL;
	if (str_equal(name, "/dev/null"))
		return;
	if (str_starts(name, "b/"))
		name += 2;
	reader->file = reader->folder ? path_absolute(arena, reader->folder, name) : name;
}

static void begin_hunk(struct diff_reader *reader, const char *line)
{
	unsigned old_first, old_n = 1, new_first, new_n = 1;
	const char *plus = strchr(line, '+');
	if (sscanf(line, "@@ -%u,%u", &old_first, &old_n) < 1 || !plus ||
	    sscanf(plus, "+%u,%u", &new_first, &new_n) < 1)
		return;
	reader->old_left = old_n;
	reader->new_left = new_n;
	reader->line = new_n ? new_first : new_first + 1;
}

static void take_line(struct diff_reader *reader, char kind)
{
	if (kind == '-') {
		reader->removed = true;
		reader->old_left -= reader->old_left > 0;
		return;
	}
	if (kind == '\\') /* says that the file has no newline at its end */
		return;
	if (kind == '+') {
		reader->removed = false;
		if (reader->file)
			add(reader->changes, reader->file, reader->line, reader->line);
	} else {
		end_removal(reader);
		reader->old_left -= reader->old_left > 0;
	}
	reader->line++;
	reader->new_left -= reader->new_left > 0;
}

size_t changes_parse(const char *diff, const char *folder, struct changes *changes)
{
	struct diff_reader reader = { .changes = changes, .folder = folder };
	while (*diff) {
		bool in_hunk = reader.old_left || reader.new_left;
		if (in_hunk || *diff == '\\')
			take_line(&reader, *diff);
		else if (str_starts(diff, "+++ "))
			begin_file(&reader, diff);
		else if (str_starts(diff, "@@ "))
			begin_hunk(&reader, diff);
		if (in_hunk && !reader.old_left && !reader.new_left)
			end_removal(&reader);
		diff += strcspn(diff, "\n");
		diff += *diff == '\n';
	}
	return reader.n_files;
}

status changes_from_patch(const char *path, struct changes *changes)
{
	char *text = NULL;
	TRY(file_read(path, &text, NULL));
	size_t n = changes_parse(text, NULL, changes);
	free(text);
	if (!n)
		return fail(TROUBLE_INPUT,
		            "%s is no patch: it has no line that begins with +++; diff -u and git diff write one",
		            path);
	return NULL;
}

/* ---- git ---- */

/* Runs git; *ok: git reported no error. */
static status ask_git(const char *const *argv, struct sb *out, bool *ok)
{
	struct child_result result;
	struct sb err = { 0 };
	struct child_options options = { .out = out, .err = &err };
	status st = child_run(argv, &options, &result);
	*ok = !st && WIFEXITED(result.status) && WEXITSTATUS(result.status) == 0;
	sb_release(&err);
	return st;
}

static status find_root(const char *folder, struct sb *root)
{
	bool ok;
	const char *const argv[] = { "git", "-C", folder, "rev-parse", "--show-toplevel", NULL };
	TRY(ask_git(argv, root, &ok));
	if (!ok)
		return fail(TROUBLE_INPUT, "--since: %s is in no git repository; --patch or --targets do without one",
		            str_equal(folder, ".") ? "this folder" : folder);
	while (root->n && root->text[root->n - 1] == '\n')
		root->text[--root->n] = 0;
	return NULL;
}

static status check_revision(const char *revision, const char *folder)
{
	char *commit = xprintf("%s^{commit}", revision);
	struct sb out = { 0 };
	bool ok = false;
	const char *const argv[] = { "git", "-C", folder, "rev-parse", "--verify", "--quiet", commit, NULL };
	status st = revision[0] == '-' || !revision[0] ? NULL : ask_git(argv, &out, &ok);
	if (!st && !ok)
		st = fail(TROUBLE_INPUT, "--since %s: git knows no such revision; git log lists them", revision);
	free(commit);
	sb_release(&out);
	return st;
}

static status take_diff(const char *revision, const char *folder, const char *root, struct changes *changes)
{
	struct sb diff = { 0 };
	bool ok;
	const char *const argv[] = { "git",
		                     "-C",
		                     folder,
		                     "diff",
		                     "--no-color",
		                     "--no-ext-diff",
		                     "--no-renames",
		                     "-U0",
		                     "--src-prefix=a/",
		                     "--dst-prefix=b/",
		                     revision,
		                     "--",
		                     NULL };
	status st = ask_git(argv, &diff, &ok);
	if (!st && !ok)
		st = fail(TROUBLE_INPUT, "git diff %s failed in %s", revision, root);
	if (!st)
		changes_parse(sb_text(&diff), root, changes);
	sb_release(&diff);
	return st;
}

/* Adds all lines of a new file. */
static status add_file(const char *path, struct changes *changes)
{
	char *text = NULL;
	size_t size = 0;
	uint32_t n = 0;
	status st = file_read(path, &text, &size);
	for (size_t i = 0; i < size && !st; i++)
		n += text[i] == '\n' || i + 1 == size;
	free(text);
	status_free(st); /* the file may be gone by now, or unreadable */
	if (n)
		add(changes, path, 1, n);
	return NULL;
}

/* Adds sources and headers that git does not track yet. */
static status take_untracked(const char *root, struct changes *changes)
{
	struct sb names = { 0 };
	bool ok;
	const char *const argv[] = { "git", "-C", root, "ls-files", "--others", "--exclude-standard", "-z", NULL };
	status st = ask_git(argv, &names, &ok);
	for (size_t at = 0; !st && ok && at < names.n; at += strlen(names.text + at) + 1)
		if (str_ends(names.text + at, ".c") || str_ends(names.text + at, ".h"))
			st = add_file(path_absolute(changes->arena, root, names.text + at), changes);
	sb_release(&names);
	return st;
}

status changes_from_git(const char *revision, const char *folder, struct changes *changes)
{
	struct sb root = { 0 };
	status st = find_root(folder, &root);
	if (!st)
		st = check_revision(revision, folder);
	if (!st)
		st = take_diff(revision, folder, sb_text(&root), changes);
	if (!st)
		st = take_untracked(sb_text(&root), changes);
	sb_release(&root);
	return st;
}

/* ---- named lines ---- */

status changes_from_text(const char *text, struct changes *changes)
{
	const char *colon = strrchr(text, ':');
	unsigned long first = 0, last = 0;
	char *end = NULL;
	if (colon && colon > text && colon[1] >= '1' && colon[1] <= '9') {
		first = last = strtoul(colon + 1, &end, 10);
		if (*end == '-' && end[1] >= '1' && end[1] <= '9')
			last = strtoul(end + 1, &end, 10);
	}
	if (!end || *end || last < first || last > UINT32_MAX)
		return fail(TROUBLE_USAGE, "--targets %s: give a place as FILE:LINE or FILE:FIRST-LAST", text);
	add(changes, arena_printf(changes->arena, "%.*s", (int)(colon - text), text), (uint32_t)first, (uint32_t)last);
	return NULL;
}

/* ---- asking ---- */

static bool is_end_of(const char *end, const char *path)
{
	size_t n = strlen(end), length = strlen(path);
	return length >= n && str_equal(path + length - n, end) && (length == n || path[length - n - 1] == '/');
}

/* Both paths name one file; links are followed. */
static bool is_same_file(const char *a, const char *b)
{
	char *real_a = realpath(a, NULL), *real_b = realpath(b, NULL);
	bool same = real_a && real_b && str_equal(real_a, real_b);
	free(real_a);
	free(real_b);
	return same;
}

bool changes_are_in(const struct changed_lines *lines, const char *file)
{
	if (!str_equal(path_base(lines->file), path_base(file)))
		return false;
	if (lines->file[0] == '/')
		return is_same_file(lines->file, file);
	const char *rest = file;
	while (str_starts(rest, "../") || str_starts(rest, "./"))
		rest = strchr(rest, '/') + 1;
	return is_end_of(lines->file, rest) || is_end_of(rest, lines->file) || is_same_file(lines->file, file);
}
