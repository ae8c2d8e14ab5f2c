/* object_target: the library or program that an object is linked into, by the names that build tools give objects.
 *
 * A compile_commands.json has no link commands, so nothing else tells. */
#define _GNU_SOURCE
#include <string.h>

#include "base/str.h"
#include "front/project/database.h"

/* The first folder in the path with this ending, from its name on; NULL: there is none. */
static const char *folder_with(const char *path, const char *ending, size_t *length)
{
	for (const char *part = path, *slash; (slash = strchr(part, '/')); part = slash + 1) {
		size_t n = (size_t)(slash - part), n_ending = strlen(ending);
		if (n > n_ending && strncmp(slash - n_ending, ending, n_ending) == 0) {
			*length = n - n_ending;
			return part;
		}
	}
	return NULL;
}

/* Recognises CMakeFiles/NAME.dir/. */
static const char *of_cmake(struct arena *arena, const char *output)
{
	const char *files = strstr(output, "CMakeFiles/");
	size_t length;
	const char *name = files ? folder_with(files, ".dir", &length) : NULL;
	return name ? arena_strndup(arena, name, length) : NULL;
}

/* Recognises NAME.p/, where the NAME of a shared library has its version: libfoo.so.1.2.p/. */
static const char *of_meson(struct arena *arena, const char *output)
{
	size_t length;
	const char *name = folder_with(output, ".p", &length);
	if (!name)
		return NULL;
	char *copy = arena_strndup(arena, name, length);
	char *version = strstr(copy, ".so.");
	if (version)
		version[strlen(".so")] = 0;
	return copy;
}

/* Recognises NAME@exe/ and HASH@@NAME@sha/ of Meson before 0.55. */
static const char *of_old_meson(struct arena *arena, const char *output)
{
	static const char *const endings[] = { "@exe", "@sha", "@sta" };
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		size_t length;
		const char *name = folder_with(output, endings[i], &length);
		if (!name)
			continue;
		char *copy = arena_strndup(arena, name, length);
		char *hash = strstr(copy, "@@");
		return hash ? hash + 2 : copy;
	}
	return NULL;
}

/* Recognises NAME-x.o of x.c, where the NAME of a library has its dot replaced: libfoo_la. Automake
 * uses such names only for targets with flags of their own. */
static const char *of_automake(struct arena *arena, const char *output, const char *source)
{
	const char *object = path_base(output), *base = path_base(source), *dot = strrchr(object, '.');
	size_t n_object = dot ? (size_t)(dot - object) : 0, n_base = strcspn(base, ".");
	if (n_object < n_base + 2 || object[n_object - n_base - 1] != '-' ||
	    strncmp(object + n_object - n_base, base, n_base) != 0)
		return NULL;
	char *name = arena_strndup(arena, object, n_object - n_base - 1);
	char *ending = strrchr(name, '_');
	if (ending && (str_equal(ending, "_la") || str_equal(ending, "_a")))
		*ending = '.';
	return name;
}

const char *target_of_object(struct arena *arena, const char *output, const char *source)
{
	const char *name = of_cmake(arena, output);
	if (!name)
		name = of_meson(arena, output);
	if (!name)
		name = of_old_meson(arena, output);
	return name ? name : of_automake(arena, output, source);
}
