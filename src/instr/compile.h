/* compile: the work of clang and its linker in a build. Private to instr/. */
#ifndef SKEP_INSTR_COMPILE_H
#define SKEP_INSTR_COMPILE_H

#include "base/mem.h"
#include "base/status.h"
#include "base/vec.h"
#include "instr/driver.h"
#include "instr/instr.h"

#define CLANG "clang-19"
#define SANITIZERS "-fsanitize=address,undefined"

/* Names of the files with bitcode of C library models, in the runtime's folder. */
extern const char *const model_files[];
#define N_MODELS 5

/* The place and the input of a build. */
struct workshop {
	struct arena *arena;               /* for names; lives as long as the build */
	const char *folder;                /* for scratch files and the finished target */
	const char *runtime;               /* folder of the compiled runtime */
	const struct source_list *sources;
	enum build_kind kind;
	const char *shared;                /* folder of the fast target, with shared results of clang; NULL:
	                                      none */
};

/* The path of a file in the build's folder, in its arena. */
const char *workshop_path(const struct workshop *shop, const char *name);
/* Finds the folder with the compiled runtime: $SKEP_RUNTIME, or a folder near the program. */
MUST_USE status runtime_find(struct arena *arena, const char **folder);

/* A command line under construction. */
struct command_line {
	VEC(const char *) at;
};
void command_line_add(struct command_line *command, const char *const *words, size_t n);
#define COMMAND_ADD(command, ...)                                              \
	command_line_add(command, (const char *const[]){ __VA_ARGS__ },             \
	            sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(const char *))
/* Runs the command, and appends its output to `said`. *ok: its exit code is 0. */
MUST_USE status command_line_run(struct command_line *command, const char *directory, struct sb *said, bool *ok);

/* ---- compile.c ---- */

/* Compiles a marked source with its part of the driver to bitcode. Lines of the driver that do not
 * compile are left out, and the why_not of their functions says so. */
MUST_USE status compile_source(const struct workshop *shop, struct driver *driver, uint32_t source,
                               const char **bitcode);
/* Compiles a source as the user has it, without marks and not optimised, to bitcode. */
MUST_USE status compile_plain(const struct source *source, const char *bitcode);
/* Compiles C text of skep's own that becomes part of the unit, without places in a source, to
 * bitcode. */
MUST_USE status compile_text(const struct workshop *shop, const char *text, const char *name, const char **bitcode);
/* Compiles the driver's own source to an object. */
MUST_USE status compile_tables(const struct workshop *shop, const struct driver *driver, const char **object);

/* ---- link.c ---- */

MUST_USE status link_target(const struct workshop *shop, const char *const *objects, size_t n, const char *target);
/* Links the objects with the user's libraries. */
MUST_USE status link_plain(const struct source_list *sources, const char *const *objects, size_t n,
                           const char *program);

/* Sets is_undefined[i] for the names that the linker would not find; the array has n entries. */
MUST_USE status symbols_undefined(const struct workshop *shop, const char *const *names, size_t n, bool *is_undefined);

#endif
