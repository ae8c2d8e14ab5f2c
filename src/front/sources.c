/* sources: the sources of a unit from the command line, and the checks of a path before any
 * compiler sees it. */
#include "front/sources.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "front/project/flags.h"
#include "front/read/paths.h"

bool source_is_c(const char *path)
{
	return str_ends(path, ".c");
}

static bool ends_in_one_of(const char *path, const char *const *endings)
{
	for (; *endings; endings++)
		if (str_ends(path, *endings))
			return true;
	return false;
}

static status check_name(const char *path)
{
	static const char *const cpp[] = { ".cc", ".cpp", ".cxx", ".c++", ".C", ".CPP", ".cp",
		                           ".ii", ".hpp", ".hh",  ".hxx", ".H", NULL };
	static const char *const built[] = { ".o", ".a", ".so", ".obj", ".lib", NULL };
	if (source_is_c(path))
		return NULL;
	if (ends_in_one_of(path, cpp))
		return fail(TROUBLE_INPUT, "%s: this is C++; skep tests C only", path);
	if (str_ends(path, ".h"))
		return fail(TROUBLE_INPUT,
		            "%s: this is a header; give the .c file that includes it, or a new one that does", path);
	if (ends_in_one_of(path, built))
		return fail(TROUBLE_INPUT, "%s: this is already compiled; give its .c files, and libraries after --",
		            path);
	return fail(TROUBLE_INPUT, "%s: not a C source; its name should end in .c", path);
}

status source_check(const char *path)
{
	struct stat info;
	if (stat(path, &info) != 0) {
		if (errno == ENOENT || errno == ENOTDIR)
			return fail(TROUBLE_INPUT, "%s: no such file", path);
		return fail(TROUBLE_INPUT, "%s: %s", path, strerror(errno));
	}
	if (S_ISDIR(info.st_mode))
		return fail(TROUBLE_INPUT,
		            "%s: this is a folder; name its .c files, or point -p at its compile_commands.json", path);
	TRY(check_name(path));
	if (!S_ISREG(info.st_mode))
		return fail(TROUBLE_INPUT, "%s: not a regular file", path);
	if (access(path, R_OK) != 0)
		return fail(TROUBLE_INPUT, "%s: cannot be read: %s", path, strerror(errno));
	return NULL;
}

static bool has_link_flag(const struct source_list *list, const char *flag)
{
	for (size_t i = 0; i < list->link_flags.n; i++)
		if (str_equal(list->link_flags.at[i], flag))
			return true;
	return false;
}

/* Adds flags for the linker that the list does not have yet. Only complete repetitions are dropped,
 * so a sequence like "-l", "m" stays whole. */
static void add_link_flags(struct source_list *list, const text_vec *flags)
{
	size_t known = 0;
	for (size_t i = 0; i < flags->n; i++)
		known += has_link_flag(list, flags->at[i]);
	for (size_t i = 0; i < flags->n && known < flags->n; i++)
		vec_push(&list->link_flags, arena_strdup(list->arena, flags->at[i]));
}

status sources_add(struct source_list *list, const char *path, const char *directory, const char *const *flags,
                   size_t n_flags)
{
	if (!list->arena)
		list->arena = arena_new();
	struct flag_lists sorted = { 0 };
	status st = flags_sort(list->arena, directory, flags, n_flags, &sorted);
	if (!st) {
		const char **kept = ARENA_ARRAY(list->arena, const char *, sorted.keep.n);
		for (size_t i = 0; i < sorted.keep.n; i++)
			kept[i] = arena_strdup(list->arena, sorted.keep.at[i]);
		add_link_flags(list, &sorted.link);
		vec_push(&list->at,
		         (struct source){ .path = arena_strdup(list->arena, path),
		                          .directory = directory ? arena_strdup(list->arena, directory) : NULL,
		                          .flags = kept,
		                          .n_flags = sorted.keep.n });
	}
	vec_release(&sorted.keep);
	vec_release(&sorted.link);
	return st;
}

static bool has_source(const struct source_list *list, const char *path)
{
	for (size_t i = 0; i < list->at.n; i++)
		if (str_equal(list->at.at[i].path, path))
			return true;
	return false;
}

status sources_from_args(struct source_list *list, const char *const *paths, size_t n_paths, const char *const *flags,
                         size_t n_flags)
{
	for (size_t i = 0; i < n_paths; i++) {
		TRY(source_check(paths[i]));
		if (!has_source(list, paths[i]))
			TRY(sources_add(list, paths[i], NULL, flags, n_flags));
	}
	return NULL;
}

/* Adds the folders of the sources, where they find headers beside themselves. */
static void add_source_folders(struct source_list *list, text_vec *flags)
{
	for (size_t i = 0; i < list->at.n; i++) {
		const char *path = list->at.at[i].path;
		if (list->at.at[0].directory) /* the file of contracts is compiled in that directory */
			path = path_absolute(list->arena, NULL, path);
		const char *folder = arena_printf(list->arena, "%.*s.", (int)(path_base(path) - path), path);
		if (!flags->n || !str_equal(vec_last(flags), folder)) {
			vec_push(flags, "-iquote");
			vec_push(flags, folder);
		}
	}
}

status sources_set_contracts(struct source_list *list, const char *path)
{
	text_vec flags = { 0 };
	const struct source *first = &list->at.at[0];
	TRY(source_check(path));
	for (size_t i = 0; i < first->n_flags; i++)
		vec_push(&flags, first->flags[i]);
	add_source_folders(list, &flags);
	list->contracts = (struct source){ .path = arena_strdup(list->arena, path),
		                           .directory = first->directory,
		                           .flags = arena_memdup(list->arena, flags.at, flags.n * sizeof *flags.at),
		                           .n_flags = flags.n };
	vec_release(&flags);
	return NULL;
}

char *name_for_files(struct arena *arena, const char *text)
{
	char *name = arena_strdup(arena, text);
	for (char *p = name; *p; p++)
		if (!isalnum((unsigned char)*p) && !strchr("_-+.", *p))
			*p = '_';
	return name;
}

static struct source copy_of(struct arena *arena, const struct source *from)
{
	struct source copy = *from;
	const char **flags = ARENA_ARRAY(arena, const char *, from->n_flags + 1);
	for (size_t i = 0; i < from->n_flags; i++)
		flags[i] = arena_strdup(arena, from->flags[i]);
	copy.path = from->path ? arena_strdup(arena, from->path) : NULL;
	copy.directory = from->directory ? arena_strdup(arena, from->directory) : NULL;
	copy.flags = flags;
	return copy;
}

void sources_copy(struct source_list *to, const struct source_list *from)
{
	*to = (struct source_list){ .arena = arena_new(), .variables = from->variables };
	for (size_t i = 0; i < from->at.n; i++)
		vec_push(&to->at, copy_of(to->arena, &from->at.at[i]));
	for (size_t i = 0; i < from->link_flags.n; i++)
		vec_push(&to->link_flags, arena_strdup(to->arena, from->link_flags.at[i]));
	to->contracts = copy_of(to->arena, &from->contracts);
	to->name = from->name ? arena_strdup(to->arena, from->name) : NULL;
}

void sources_release(struct source_list *list)
{
	vec_release(&list->at);
	vec_release(&list->link_flags);
	arena_free(list->arena);
	*list = (struct source_list){ 0 };
}
