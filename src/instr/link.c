/* link: objects, runtime and libraries -> an executable.
 *
 * The linker also tells which names nobody defines: it alone knows the content of the user's
 * libraries, and unlike dlopen() it runs none of their code. */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/map.h"
#include "instr/compile.h"
#include "proc/child.h"

/* ---- the runtime's folder ---- */

const char *const model_files[N_MODELS] = { "models_text.bc", "models_number.bc", "models_sort.bc", "models_print.bc",
	                                    "models_read.bc" };

static bool is_runtime(const char *folder)
{
	char *helpers = xprintf("%s/inline.bc", folder);
	bool found = access(helpers, R_OK) == 0;
	free(helpers);
	return found;
}

status runtime_find(struct arena *arena, const char **folder)
{
	char program[4096];
	const char *given = getenv("SKEP_RUNTIME");
	ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
	if (given) {
		*folder = arena_strdup(arena, given);
		return is_runtime(given)
		               ? NULL
		               : fail(TROUBLE_SYSTEM, "SKEP_RUNTIME is %s, but there is no inline.bc in it", given);
	}
	if (length < 0)
		return fail_errno("cannot read /proc/self/exe to find skep's runtime; set SKEP_RUNTIME");
	program[length] = 0;
	program[path_base(program) - program] = 0;
	*folder = arena_printf(arena, "%srt", program);
	if (is_runtime(*folder))
		return NULL;
	*folder = arena_printf(arena, "%s../lib/skep", program);
	return is_runtime(*folder) ? NULL
	                           : fail(TROUBLE_SYSTEM,
	                                  "skep's runtime is neither in %srt nor in %s; set SKEP_RUNTIME to "
	                                  "its folder",
	                                  program, *folder);
}

/* ---- linking ---- */

static void start_link(struct command_line *command, const struct workshop *shop)
{
	COMMAND_ADD(command, CLANG, "-no-pie", "-fuse-ld=lld", "-w", "-Wl,--error-limit=0");
	if (shop->kind == BUILD_CHECKED)
		COMMAND_ADD(command, SANITIZERS);
}

static void add_libraries(struct command_line *command, const struct workshop *shop)
{
	command_line_add(command, shop->sources->link_flags.at, shop->sources->link_flags.n);
	COMMAND_ADD(command, "-lm", "-lpthread");
}

static int is_object(const struct dirent *entry)
{
	return str_ends(entry->d_name, ".o");
}

static status add_runtime(struct command_line *command, const struct workshop *shop)
{
	const char *folder = arena_printf(shop->arena, "%s/%s", shop->runtime, build_kind_name(shop->kind));
	struct dirent **entries;
	int n = scandir(folder, &entries, is_object, alphasort);
	if (n < 0)
		return fail_errno("cannot read skep's runtime in %s", folder);
	for (int i = 0; i < n; i++) {
		COMMAND_ADD(command, arena_printf(shop->arena, "%s/%s", folder, entries[i]->d_name));
		free(entries[i]);
	}
	free(entries);
	return NULL;
}

status link_target(const struct workshop *shop, const char *const *objects, size_t n, const char *target)
{
	struct command_line command = { 0 };
	struct sb said = { 0 };
	bool ok = false;
	status st = NULL;
	start_link(&command, shop);
	/* Resolves all names at the start: once for all workers, and never in a signal handler. */
	COMMAND_ADD(&command, "-rdynamic", "-Wl,-z,now");
	command_line_add(&command, objects, n);
	TRY_OUT(add_runtime(&command, shop));
	add_libraries(&command, shop);
	COMMAND_ADD(&command, "-o", target);
	TRY_OUT(command_line_run(&command, NULL, &said, &ok));
	if (!ok)
		st = fail(TROUBLE_TARGET, "the unit does not link; are library flags (-lNAME) missing?\n%s",
		          sb_text(&said));
out:
	vec_release(&command.at);
	sb_release(&said);
	return st;
}

status link_plain(const struct source_list *sources, const char *const *objects, size_t n, const char *program)
{
	struct command_line command = { 0 };
	struct sb said = { 0 };
	bool ok = false;
	status st = NULL;
	COMMAND_ADD(&command, "gcc", "-no-pie", "-w"); /* gcc starts four times as fast as clang and lld */
	command_line_add(&command, objects, n);
	command_line_add(&command, sources->link_flags.at, sources->link_flags.n);
	COMMAND_ADD(&command, "-lm", "-lpthread", "-o", program);
	TRY_OUT(command_line_run(&command, NULL, &said, &ok));
	if (!ok)
		st = fail(TROUBLE_TARGET, "%s does not link:\n%s", program, sb_text(&said));
out:
	vec_release(&command.at);
	sb_release(&said);
	return st;
}

/* ---- which names are defined ---- */

/* Writes a program that refers to each of the names, and to nothing else. */
static status write_question(const char *path, const char *const *names, size_t n)
{
	struct sb text = { 0 };
	sb_add(&text, ".globl main\nmain:\n.data\n");
	for (size_t i = 0; i < n; i++)
		sb_addf(&text, ".quad \"%s\"\n", names[i]);
	status st = file_write(path, text.text, text.n);
	sb_release(&text);
	return st;
}

static void read_answer(const char *said, struct strmap *undefined)
{
	static const char mark[] = "undefined symbol: ";
	for (const char *at = said; (at = strstr(at, mark));) {
		at += strlen(mark);
		size_t length = strcspn(at, "\n");
		char *name = xprintf("%.*s", (int)length, at);
		*strmap_put(undefined, name, NULL) = 1;
		free(name);
	}
}

status symbols_undefined(const struct workshop *shop, const char *const *names, size_t n, bool *is_undefined)
{
	struct command_line command = { 0 };
	struct strmap undefined = { 0 };
	struct sb said = { 0 };
	const char *question = workshop_path(shop, "names.s");
	bool ok;
	status st = NULL;
	if (!n)
		return NULL;
	TRY(write_question(question, names, n));
	start_link(&command, shop);
	COMMAND_ADD(&command, "-Wl,--warn-unresolved-symbols", "-x", "assembler", question, "-x", "none");
	add_libraries(&command, shop);
	COMMAND_ADD(&command, "-o", workshop_path(shop, "names"));
	TRY_OUT(command_line_run(&command, NULL, &said, &ok));
	if (!ok)
		st = fail(TROUBLE_TARGET, "the unit's libraries do not link; check the -l and -L flags:\n%s",
		          sb_text(&said));
	read_answer(sb_text(&said), &undefined);
	for (size_t i = 0; i < n; i++)
		is_undefined[i] = strmap_get(&undefined, names[i]);
out:
	strmap_release(&undefined);
	vec_release(&command.at);
	sb_release(&said);
	return st;
}
