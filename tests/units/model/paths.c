/* paths: names of files, and texts that look like some. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct settings {
	char path[64];
	const char *other_path;
};

const char *path_last(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

int path_is_hidden(const char *path)
{
	return *path_last(path) == '.';
}

/* A copy of it is opened. */
int path_has_backup(const char *path)
{
	char name[64];
	snprintf(name, sizeof name, "%s~", path);
	FILE *file = fopen(name, "r");
	return file ? fclose(file) : -1;
}

/* Somebody may open it later. */
void settings_use(struct settings *settings, const char *path)
{
	strncpy(settings->path, path, sizeof settings->path - 1);
}

void settings_use_other(struct settings *settings, const char *path)
{
	settings->other_path = path;
}

int settings_load(const struct settings *settings)
{
	FILE *file = fopen(settings->path, "r");
	return file ? fclose(file) : -1;
}

int run_at(const char *path);

int path_run(const char *path)
{
	return path[0] == '/' ? run_at(path) : 0;
}
