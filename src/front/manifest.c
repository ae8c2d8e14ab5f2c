/* manifest: see manifest.h. Files are compared by content, not by time: to hash all headers takes
 * milliseconds, and times lie when files are unpacked, copied or changed twice within a tick. */
#define _GNU_SOURCE
#include "front/manifest.h"

#include <unistd.h>

#include "front/api/modeller.h"
#include "front/read/paths.h"
#include "proc/cache_folder.h"

/* ---- where files are looked for ---- */

struct folders {
	VEC(const char *) at; /* absolute paths */
};

static void add_folder(struct folders *folders, struct arena *arena, const struct source *source, const char *path)
{
	vec_push(&folders->at, path_absolute(arena, source->directory, path));
}

/* Finds the source's own folder, then the folders that its flags name. */
static void find_folders(struct arena *arena, const struct source *source, struct folders *folders)
{
	static const char *const flags[] = { "-I", "-iquote", "-isystem", "-idirafter" };
	const char *path = path_absolute(arena, NULL, source->path);
	vec_push(&folders->at, arena_strndup(arena, path, (size_t)(path_base(path) - path) - 1));
	for (size_t i = 0; i < source->n_flags; i++) {
		for (size_t k = 0; k < sizeof flags / sizeof *flags; k++) {
			if (!str_starts(source->flags[i], flags[k]))
				continue;
			const char *rest = source->flags[i] + strlen(flags[k]);
			if (*rest)
				add_folder(folders, arena, source, rest);
			else if (i + 1 < source->n_flags)
				add_folder(folders, arena, source, source->flags[++i]);
			break;
		}
	}
}

/* ---- collecting ---- */

struct collecting {
	struct manifest *manifest;
	const struct parsed *parsed;
	struct folders folders;
};

static void add_absent(struct manifest *manifest, const char *folder, const char *name)
{
	char *path = arena_printf(manifest->arena, "%s/%s", folder, name);
	bool added;
	strmap_put(&manifest->seen, path, &added);
	if (added && access(path, F_OK) != 0)
		vec_push(&manifest->absent, path);
}

/* A file was found under this name in one folder: a file of that name in an earlier folder would
 * take its place. */
static void add_rivals(const struct collecting *c, const char *name)
{
	for (size_t i = 0; i < c->folders.at.n; i++)
		add_absent(c->manifest, c->folders.at.at[i], name);
}

static void add_rivals_of(const struct collecting *c, const char *path)
{
	static const char system[] = "/include/";
	const char *in_system = strstr(path, system);
	for (size_t i = 0; i < c->folders.at.n; i++) {
		const char *folder = c->folders.at.at[i];
		size_t n = strlen(folder);
		if (str_starts(path, folder) && path[n] == '/')
			add_rivals(c, path + n + 1);
	}
	if (in_system)
		add_rivals(c, in_system + strlen(system));
}

static void add_file(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
	(void)stack;
	struct collecting *c = data;
	struct manifest *manifest = c->manifest;
	size_t size = 0;
	const char *text = clang_getFileContents(c->parsed->original, file, &size);
	const char *name = take_text(manifest->arena, clang_getFileName(file));
	const char *path = path_absolute(manifest->arena, c->parsed->source->directory, name);
	uint64_t hash = hash_bytes(text ? text : "", size, 0);
	bool added;
	uint64_t *index = strmap_put(&manifest->seen, path, &added);
	if (added) {
		*index = manifest->files.n + 1;
		vec_push(&manifest->files, (struct unit_file){ path, hash });
	} else {
		manifest->changing |= !*index || manifest->files.at[*index - 1].hash != hash;
	}
	if (depth)
		add_rivals_of(c, path);
}

void manifest_add(struct manifest *manifest, const struct parsed *parsed)
{
	struct collecting c = { .manifest = manifest, .parsed = parsed };
	find_folders(manifest->arena, parsed->source, &c.folders);
	clang_getInclusions(parsed->original, add_file, &c);
	vec_release(&c.folders.at);
}

/* ---- checking ---- */

static bool file_is_same(const struct unit_file *file)
{
	uint64_t hash = 0;
	status st = hash_file(file->path, &hash);
	bool same = !st && hash == file->hash;
	status_free(st);
	return same;
}

bool manifest_holds(const struct manifest *manifest)
{
	for (size_t i = 0; i < manifest->files.n; i++)
		if (!file_is_same(&manifest->files.at[i]))
			return false;
	for (size_t i = 0; i < manifest->absent.n; i++)
		if (access(manifest->absent.at[i], F_OK) == 0)
			return false;
	return !manifest->changing;
}

void manifest_tell(const struct manifest *manifest, struct unit *unit)
{
	for (size_t i = 0; i < manifest->files.n; i++)
		vec_push(&unit->files, (struct unit_file){ arena_strdup(unit->marks->arena, manifest->files.at[i].path),
		                                           manifest->files.at[i].hash });
}

static void save_file(struct saver *saver, struct unit_file *file)
{
	save_text(saver, &file->path);
	SAVE(saver, file->hash);
}

void manifest_save(struct saver *saver, struct manifest *manifest)
{
	SAVE_VEC(saver, &manifest->files, save_file);
	SAVE_VEC(saver, &manifest->absent, save_text);
}

void manifest_release(struct manifest *manifest)
{
	vec_release(&manifest->files);
	vec_release(&manifest->absent);
	strmap_release(&manifest->seen);
}
