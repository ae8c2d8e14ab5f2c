/* paths: see paths.h. Names are cleaned as text, and links are not followed, because the user
 * should see the names that stand in the build. */
#define _GNU_SOURCE
#include "front/read/paths.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"

/* Removes the last part; false if there is none. */
static bool drop_last(struct sb *sb, bool absolute)
{
	const char *text = sb_text(sb), *last = path_base(text);
	if (!*last || str_equal(last, ".."))
		return false;
	sb->n = (size_t)(last - text);
	if (sb->n > (absolute ? 1 : 0))
		sb->n--;
	sb->text[sb->n] = 0;
	return true;
}

static void add_part(struct sb *sb, const char *part, size_t length)
{
	if (sb->n && sb->text[sb->n - 1] != '/')
		sb_add_char(sb, '/');
	sb_add_bytes(sb, part, length);
}

static char *clean(struct arena *arena, const char *path)
{
	struct sb sb = { 0 };
	bool absolute = path[0] == '/';
	if (absolute)
		sb_add_char(&sb, '/');
	while (*path) {
		size_t n = strcspn(path, "/");
		bool up = n == 2 && path[0] == '.' && path[1] == '.';
		if (up && !drop_last(&sb, absolute) && !absolute)
			add_part(&sb, path, n);
		else if (!up && n && !(n == 1 && path[0] == '.'))
			add_part(&sb, path, n);
		path += n + (path[n] == '/');
	}
	char *cleaned = arena_strdup(arena, sb.n ? sb.text : ".");
	sb_release(&sb);
	return cleaned;
}

static const char *told;         /* the current directory for paths; NULL: that of the process */

void paths_begin_at(const char *folder)
{
	told = folder;
}

static char *here(struct arena *arena)
{
	if (told)
		return arena_strdup(arena, told);
	char *cwd = getcwd(NULL, 0);
	char *copy = arena_strdup(arena, cwd ? cwd : "/");
	free(cwd);
	return copy;
}

char *path_absolute(struct arena *arena, const char *directory, const char *path)
{
	if (path[0] == '/')
		return clean(arena, path);
	if (!directory)
		directory = here(arena);
	else if (directory[0] != '/')
		directory = arena_printf(arena, "%s/%s", here(arena), directory);
	return clean(arena, arena_printf(arena, "%s/%s", directory, path));
}

char *path_shown(struct arena *arena, const char *directory, const char *path)
{
	if (!directory && path[0] != '/')
		return clean(arena, path);
	char *absolute = path_absolute(arena, directory, path);
	const char *cwd = here(arena);
	size_t n = strlen(cwd);
	if (n > 1 && strncmp(absolute, cwd, n) == 0 && absolute[n] == '/')
		return absolute + n + 1;
	return absolute;
}
