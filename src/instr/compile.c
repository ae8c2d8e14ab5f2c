/* compile: marked text -> bitcode -> objects, through clang.
 *
 * The user's flags decide what the code means; skep decides how it is optimised and diagnosed.
 * clang's optimiser does not run here, because the probes have to be placed before it. */
#define _GNU_SOURCE
#include "instr/compile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/map.h"
#include "front/read/visible.h"
#include "proc/child.h"

#define ERROR_MARK ": error: "

/* ---- command lines ---- */

void command_line_add(struct command_line *command, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		vec_push(&command->at, words[i]);
}

status command_line_run(struct command_line *command, const char *directory, struct sb *said, bool *ok)
{
	struct child_options options = { .directory = directory, .err = said };
	struct child_result result;
	vec_push(&command->at, NULL);
	TRY(child_run(command->at.at, &options, &result));
	*ok = WIFEXITED(result.status) && WEXITSTATUS(result.status) == 0;
	if (WIFSIGNALED(result.status))
		sb_addf(said, "%s ended by signal %d", command->at.at[0], WTERMSIG(result.status));
	if (!*ok && said_disk_full(sb_text(said)))
		return fail(TROUBLE_SYSTEM,
		            "%s cannot write its output: no space left on device (temporary files go to $TMPDIR)",
		            command->at.at[0]);
	return NULL;
}

const char *workshop_path(const struct workshop *shop, const char *name)
{
	return arena_printf(shop->arena, "%s/%s", shop->folder, name);
}

/* ---- flags ---- */

/* front/ has kept the flags that matter; flags for the preprocessor have no effect here. */
static status add_user_flags(struct command_line *command, const struct source *source)
{
	for (size_t i = 0; i < source->n_flags; i++) {
		const char *flag = source->flags[i];
		if (str_equal(flag, "-m32") || str_equal(flag, "-mx32") || str_equal(flag, "-m16"))
			return fail(TROUBLE_TARGET,
			            "%s is compiled with %s; skep builds 64-bit targets only: leave the flag out",
			            source->path, flag);
		vec_push(&command->at, flag);
	}
	return NULL;
}

/* Makes clang accept odd C that other compilers accept. */
static void add_tolerance(struct command_line *command)
{
	COMMAND_ADD(command, "-w", "-Wno-implicit-function-declaration", "-Wno-implicit-int", "-Wno-int-conversion",
	            "-Wno-incompatible-pointer-types", "-Wno-incompatible-function-pointer-types", "-Wno-return-type",
	            "-Wno-return-mismatch", "-ferror-limit=0", "-fno-caret-diagnostics", "-fno-color-diagnostics");
}

/* Undefined behaviour that no check finds should at least be the same in each run. */
static void add_kind_flags(struct command_line *command, enum build_kind kind)
{
	COMMAND_ADD(command, "-O1", "-gline-tables-only", "-fno-pic", "-fno-pie", "-fno-omit-frame-pointer",
	            "-fno-strict-aliasing", "-fno-stack-protector", "-ftrivial-auto-var-init=pattern");
	if (kind == BUILD_CHECKED)
		/* No check of function types: libraries often call through pointers of another
		 * function type, and callback stubs have the right shape but not the exact type. */
		COMMAND_ADD(command, SANITIZERS, "-fno-sanitize=function", "-fsanitize-address-use-after-scope");
	else
		COMMAND_ADD(command, "-fwrapv", "-fno-delete-null-pointer-checks");
}

/* ---- results shared by two kinds of targets ---- */

/* The path of a result that the fast and the symbolic target share. Both are made of equal bitcode
 * and tables, so clang runs for the fast one, and the results stay beside it, named by a hash of
 * text and command. */
static const char *shared_path(const struct workshop *shop, const struct command_line *command, uint64_t text)
{
	uint64_t key = text;
	if (!shop->shared)
		return NULL;
	for (size_t i = 0; i < command->at.n; i++)
		key = hash_text(command->at.at[i], key);
	return arena_printf(shop->arena, "%s/%016" PRIx64 ".shared", shop->shared, key);
}

/* Sets *output to the shared result; false if there is none. Then the fast target's *output becomes
 * the path to leave it at, and otherwise stays. */
static bool take_shared(const struct workshop *shop, const struct command_line *command, uint64_t text,
                        const char **output)
{
	const char *path = shared_path(shop, command, text);
	bool there = path && access(path, R_OK) == 0;
	if (there || (path && shop->kind == BUILD_FAST))
		*output = path;
	return there;
}

/* ---- one source ---- */

struct attempt {
	const struct workshop *shop;
	struct driver *driver;
	uint32_t source;
	uint64_t text;           /* hash of the text */
	const char *text_path, *bitcode_path;
	struct driver_lines lines;
	struct sb said;
};

static status write_text(struct attempt *attempt)
{
	const struct marked_source *marked = driver_source(attempt->driver, attempt->source);
	struct sb text = { 0 };
	sb_add_bytes(&text, marked->text, marked->length);
	driver_print_lines(attempt->driver, &attempt->lines, &text);
	attempt->text = hash_bytes(text.text, text.n,
	                           hash_text(marked->source->directory ? marked->source->directory : "", 0));
	status st = file_write(attempt->text_path, text.text, text.n);
	sb_release(&text);
	return st;
}

/* A compiler may compute a call of a function that it knows by name, so the call would not reach
 * the unit; compilers must forget these names. */
static void add_unknown(struct command_line *command, const struct workshop *shop, const struct unit *unit)
{
	bool *known = known_to_compilers(unit);
	for (size_t i = 0; i < unit->model->functions.n; i++)
		if (known[i])
			COMMAND_ADD(command,
			            arena_printf(shop->arena, "-fno-builtin-%s", unit->model->functions.at[i].name));
	free(known);
}

static status run_clang(struct attempt *attempt, bool *ok)
{
	const struct source *source = driver_source(attempt->driver, attempt->source)->source;
	struct command_line command = { 0 };
	status st = NULL;
	sb_clear(&attempt->said);
	COMMAND_ADD(&command, CLANG, "-x", "cpp-output");
	TRY_OUT(add_user_flags(&command, source));
	add_kind_flags(&command, attempt->shop->kind);
	add_unknown(&command, attempt->shop, attempt->driver->unit);
	add_tolerance(&command);
	if (source->compiled_in)
		COMMAND_ADD(&command,
		            arena_printf(attempt->shop->arena, "-fdebug-compilation-dir=%s", source->compiled_in));
	COMMAND_ADD(&command, "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c");
	*ok = take_shared(attempt->shop, &command, attempt->text, &attempt->bitcode_path);
	if (*ok)
		goto out;
	COMMAND_ADD(&command, attempt->text_path, "-o", attempt->bitcode_path);
	TRY_OUT(command_line_run(&command, source->directory, &attempt->said, ok));
out:
	vec_release(&command.at);
	return st;
}

/* The line of the driver that a message is about, or NONE. */
static uint32_t accused_line(const struct attempt *attempt, const char *message)
{
	if (!str_starts(message, DRIVER_FILE ":"))
		return NONE;
	unsigned long line = strtoul(message + strlen(DRIVER_FILE ":"), NULL, 10);
	if (line < driver_first_line() || line - driver_first_line() >= attempt->lines.at.n)
		return NONE;
	return (uint32_t)(line - driver_first_line());
}

static void give_up_line(struct attempt *attempt, const struct driver_line *line, const char *reason)
{
	struct model *model = attempt->driver->unit->model;
	if (line->kind == LINE_CALL)
		model->functions.at[line->id].why_not = arena_printf(model->arena, "a call to it does not compile: %s",
		                                                     reason);
}

/* Leaves out the lines of the driver that clang complains about; *n_dropped may be 0. */
static void drop_accused_lines(struct attempt *attempt, size_t *n_dropped)
{
	bool *drop = xcalloc(attempt->lines.at.n + 1, sizeof *drop);
	char *rest = attempt->said.text, *message;
	*n_dropped = 0;
	while (rest && (message = strsep(&rest, "\n"))) {
		uint32_t i = accused_line(attempt, message);
		const char *reason = strstr(message, ERROR_MARK);
		if (i == NONE || !reason || drop[i])
			continue;
		drop[i] = true;
		give_up_line(attempt, &attempt->lines.at.at[i], reason + strlen(ERROR_MARK));
		(*n_dropped)++;
	}
	size_t kept = 0;
	for (size_t i = 0; i < attempt->lines.at.n; i++)
		if (!drop[i])
			attempt->lines.at.at[kept++] = attempt->lines.at.at[i];
	attempt->lines.at.n = kept;
	free(drop);
}

static bool blames_source(const char *said)
{
	for (const char *at = said; (at = strstr(at, ERROR_MARK)); at++) {
		const char *line = at;
		while (line > said && line[-1] != '\n')
			line--;
		if (!str_starts(line, DRIVER_FILE ":"))
			return true;
	}
	return false;
}

/* A contract cannot be left out, because nobody would know that it is not checked. */
static status check_contracts(const struct attempt *attempt)
{
	const struct model *model = attempt->driver->unit->model;
	for (const char *at = sb_text(&attempt->said); *at; at += strcspn(at, "\n"), at += *at == '\n') {
		uint32_t i = accused_line(attempt, at);
		if (i == NONE || attempt->lines.at.at[i].kind != LINE_CONTRACT)
			continue;
		const struct contract *contract = &model->contracts.at[attempt->lines.at.at[i].id];
		return fail(TROUBLE_INPUT, "%s:%u: %s cannot be called: %.*s", model->contract_file, contract->line,
		            contract->name, (int)strcspn(at, "\n"), at);
	}
	return NULL;
}

static status compile_until_accepted(struct attempt *attempt)
{
	const struct source *source = driver_source(attempt->driver, attempt->source)->source;
	bool ok = false;
	while (true) {
		size_t n_dropped;
		TRY(write_text(attempt));
		TRY(run_clang(attempt, &ok));
		if (ok)
			return NULL;
		if (blames_source(sb_text(&attempt->said)))
			return fail(TROUBLE_COMPILE, "%s does not compile:\n%s", source->path, sb_text(&attempt->said));
		TRY(check_contracts(attempt));
		char *said = xstrdup(sb_text(&attempt->said));
		drop_accused_lines(attempt, &n_dropped);
		status st = n_dropped ? NULL
		                      : fail(TROUBLE_COMPILE, "clang cannot compile %s:\n%s", source->path, said);
		free(said);
		TRY(st);
	}
}

status compile_source(const struct workshop *shop, struct driver *driver, uint32_t source, const char **bitcode)
{
	struct attempt attempt = { .shop = shop, .driver = driver, .source = source };
	attempt.text_path = arena_printf(shop->arena, "%s/%u.i", shop->folder, source);
	attempt.bitcode_path = arena_printf(shop->arena, "%s/%u.bc", shop->folder, source);
	driver_lines_of(driver, source, &attempt.lines);
	status st = compile_until_accepted(&attempt);
	for (size_t i = 0; i < attempt.lines.at.n && !st; i++)
		if (attempt.lines.at.at[i].kind == LINE_CALLBACK)
			driver->has_callback[attempt.lines.at.at[i].id] = true;
	*bitcode = attempt.bitcode_path;
	vec_release(&attempt.lines.at);
	sb_release(&attempt.said);
	return st;
}

/* ---- the rest ---- */

/* Compiles without optimising, so that instructions stand for the written code, and gives variables
 * without a value a fixed one. */
status compile_plain(const struct source *source, const char *bitcode)
{
	struct command_line command = { 0 };
	struct sb said = { 0 };
	char *path = realpath(source->path, NULL); /* clang runs in another folder */
	bool ok = false;
	status st = NULL;
	COMMAND_ADD(&command, CLANG, "-x", "c");
	TRY_OUT(add_user_flags(&command, source));
	/* Disables all optimisations; without -O1, C99's inline functions would have no bodies. */
	COMMAND_ADD(&command, "-O1", "-Xclang", "-disable-llvm-passes", "-gline-tables-only", "-fno-pic", "-fno-pie",
	            "-fno-strict-aliasing", "-fno-stack-protector", "-ftrivial-auto-var-init=pattern", "-fwrapv");
	add_tolerance(&command);
	COMMAND_ADD(&command, "-emit-llvm", "-c", path ? path : source->path, "-o", bitcode);
	TRY_OUT(command_line_run(&command, source->directory, &said, &ok));
	if (!ok)
		st = fail(TROUBLE_COMPILE, "%s does not compile with clang:\n%s", source->path, sb_text(&said));
out:
	free(path);
	sb_release(&said);
	vec_release(&command.at);
	return st;
}

static status compile_ours(struct command_line *command, const char *what)
{
	struct sb said = { 0 };
	bool ok = false;
	status st = command_line_run(command, NULL, &said, &ok);
	if (!st && !ok)
		st = fail(TROUBLE_SYSTEM, "clang cannot compile %s:\n%s", what, sb_text(&said));
	sb_release(&said);
	vec_release(&command->at);
	return st;
}

status compile_text(const struct workshop *shop, const char *text, const char *name, const char **bitcode)
{
	struct command_line command = { 0 };
	const char *source = arena_printf(shop->arena, "%s/%s.c", shop->folder, name);
	*bitcode = arena_printf(shop->arena, "%s/%s.bc", shop->folder, name);
	TRY(file_write(source, text, strlen(text)));
	COMMAND_ADD(&command, CLANG, "-std=gnu11");
	add_kind_flags(&command, shop->kind);
	COMMAND_ADD(&command, "-w", "-g0", "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c", source, "-o",
	            *bitcode);
	return compile_ours(&command, name);
}

status compile_tables(const struct workshop *shop, const struct driver *driver, const char **object)
{
	struct sb text = { 0 };
	struct command_line command = { 0 };
	const char *source = workshop_path(shop, "driver.c");
	*object = workshop_path(shop, "driver.o");
	driver_print_tables(driver, shop->kind, &text);
	status st = file_write(source, text.text, text.n);
	uint64_t hash = hash_bytes(text.text, text.n, 0);
	sb_release(&text);
	TRY(st);
	COMMAND_ADD(&command, CLANG, "-std=gnu11", "-w", "-O1", "-fno-pie", "-fno-omit-frame-pointer", "-c");
	if (take_shared(shop, &command, hash, object)) {
		vec_release(&command.at);
		return NULL;
	}
	COMMAND_ADD(&command, source, "-o", *object);
	return compile_ours(&command, "the driver of the tests");
}
