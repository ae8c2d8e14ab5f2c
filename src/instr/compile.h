/* compile: what clang and its linker do for a build. Private to instr/. */
#ifndef SKEP_INSTR_COMPILE_H
#define SKEP_INSTR_COMPILE_H

#include "base/mem.h"
#include "base/status.h"
#include "base/vec.h"
#include "instr/driver.h"
#include "instr/instr.h"

#define CLANG "clang-19"
#define SANITIZERS "-fsanitize=address,undefined"

/* Bitcode of the C library's models in the runtime's folder. */
extern const char *const model_files[];
#define N_MODELS 5

/* Where a build happens. */
struct workshop {
	struct arena *arena;               /* for names; lives as long as the build */
	const char *folder;                /* scratch files, and the finished target */
	const char *runtime;               /* the compiled runtime */
	const struct source_list *sources;
	enum build_kind kind;
	const char *shared;                /* folder of the fast target: what clang made for it; NULL: none */
};

/* Names in a build's folder, in its arena. */
const char *workshop_path(const struct workshop *shop, const char *name);
/* The folder with the compiled runtime: $SKEP_RUNTIME, or one near the program. */
MUST_USE status runtime_find(struct arena *arena, const char **folder);

/* A command line that grows. */
struct command_line {
	VEC(const char *) at;
};
void command_line_add(struct command_line *command, const char *const *words, size_t n);
#define COMMAND_ADD(command, ...)                                              \
	command_line_add(command, (const char *const[]){ __VA_ARGS__ },             \
	            sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(const char *))
/* Runs it; what it says goes to `said`. *ok: it ended with 0. */
MUST_USE status command_line_run(struct command_line *command, const char *directory, struct sb *said, bool *ok);

/* ---- compile.c ---- */

/* One marked source with its part of the driver -> bitcode. Driver lines that do
 * not compile are left out: a function's why_not then says so. */
MUST_USE status compile_source(const struct workshop *shop, struct driver *driver, uint32_t source,
                               const char **bitcode);
/* A source as the user has it, not marked and not optimised -> bitcode. */
MUST_USE status compile_plain(const struct source *source, const char *bitcode);
/* C text of ours, to be part of the unit, without places in a source -> bitcode. */
MUST_USE status compile_text(const struct workshop *shop, const char *text, const char *name, const char **bitcode);
/* The driver's own source -> object. */
MUST_USE status compile_tables(const struct workshop *shop, const struct driver *driver, const char **object);

/* ---- link.c ---- */

MUST_USE status link_target(const struct workshop *shop, const char *const *objects, size_t n, const char *target);
/* Objects and the user's libraries. */
MUST_USE status link_plain(const struct source_list *sources, const char *const *objects, size_t n,
                           const char *program);

/* Which of the names the linker would not find; is_undefined has n entries. */
MUST_USE status symbols_undefined(const struct workshop *shop, const char *const *names, size_t n, bool *is_undefined);

#endif
