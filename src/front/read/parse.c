/* parse: see parse.h. The compiler proper (clang-19) preprocesses, and speaks to the user about
 * errors; libclang reads. Both get the same flags, so they see the same program. */
#define _GNU_SOURCE
#include "front/read/parse.h"

#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "base/str.h"
#include "front/project/flags.h"
#include "front/read/paths.h"
#include "proc/child.h"

#define COMPILER "clang-19"

/* Appends flags that keep the C library's own checking wrappers out of the text, and flags that
 * make clang accept old C like other compilers do. */
void parse_add_flags(text_vec *args, const struct source *source)
{
	static const char *const ours[] = {
		"-U_FORTIFY_SOURCE",
		"-Qunused-arguments",
		"-w",
		"-Wno-implicit-function-declaration",
		"-Wno-implicit-int",
		"-Wno-int-conversion",
		"-Wno-incompatible-pointer-types",
		"-Wno-incompatible-function-pointer-types",
		"-Wno-return-type",
		"-Wno-return-mismatch",
		"-fparse-all-comments",
	};
	for (size_t i = 0; i < source->n_flags; i++)
		vec_push(args, source->flags[i]);
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		vec_push(args, ours[i]);
}

/* A relative path would lead elsewhere from `source->directory`. */
static const char *path_to_compile(struct arena *arena, const struct source *source)
{
	return source->directory ? path_absolute(arena, NULL, source->path) : source->path;
}

static status does_not_compile(const struct source *source)
{
	return fail(TROUBLE_COMPILE,
	            "%s does not compile with these flags. Give the flags of your build after --, or point -p at a "
	            "compile_commands.json.",
	            source->path);
}

/* Runs the compiler over the source; *ok: it found no error. */
static status run_compiler(const struct source *source, const char *mode, struct sb *out, struct sb *errors, bool *ok)
{
	struct arena *arena = arena_new();
	text_vec args = { 0 };
	vec_push(&args, COMPILER);
	vec_push(&args, mode);
	vec_push(&args, "-fno-color-diagnostics");
	parse_add_flags(&args, source);
	vec_push(&args, "-x");
	vec_push(&args, "c");
	vec_push(&args, "--");
	vec_push(&args, path_to_compile(arena, source));
	vec_push(&args, NULL);
	struct child_options options = { .directory = source->directory, .out = out, .err = errors };
	struct child_result result;
	status st = child_run(args.at, &options, &result);
	*ok = !st && result.status == 0;
	vec_release(&args);
	arena_free(arena);
	return st;
}

/* Shows the compiler's messages only if it found an error. */
static status compile(const struct source *source, const char *mode, struct sb *out, bool *ok)
{
	struct sb errors = { 0 };
	status st = run_compiler(source, mode, out, &errors, ok);
	if (!st && !*ok)
		fputs(sb_text(&errors), stderr);
	sb_release(&errors);
	return st;
}

status preprocess_quietly(const struct source *source, struct sb *text, bool *ok)
{
	struct sb errors = { 0 };
	status st = run_compiler(source, "-E", text, &errors, ok);
	sb_release(&errors);
	return st;
}

status compiles_quietly(const struct source *source, bool *ok)
{
	struct sb errors = { 0 };
	status st = run_compiler(source, "-fsyntax-only", NULL, &errors, ok);
	sb_release(&errors);
	return st;
}

static status preprocess(const struct source *source, struct parsed *parsed)
{
	struct sb text = { 0 };
	bool ok;
	status st = compile(source, "-E", &text, &ok);
	if (!st && !ok)
		st = does_not_compile(source);
	parsed->length = text.n;
	parsed->text = sb_take(&text);
	return st;
}

static unsigned count_errors(CXTranslationUnit tu)
{
	unsigned errors = 0;
	for (unsigned i = 0; i < clang_getNumDiagnostics(tu); i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(tu, i);
		errors += clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
		clang_disposeDiagnostic(diagnostic);
	}
	return errors;
}

static void show_errors(CXTranslationUnit tu)
{
	for (unsigned i = 0; i < clang_getNumDiagnostics(tu); i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(tu, i);
		CXString text = clang_formatDiagnostic(diagnostic, clang_defaultDiagnosticDisplayOptions());
		if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error)
			fprintf(stderr, "%s\n", clang_getCString(text));
		clang_disposeString(text);
		clang_disposeDiagnostic(diagnostic);
	}
}

static status parser_gave_up(const struct source *source, enum CXErrorCode code)
{
	return fail(TROUBLE_SYSTEM, "%s: the C parser gave up on it (libclang error %d)", source->path, (int)code);
}

static enum CXErrorCode parse_as_written(CXIndex index, const struct source *source, unsigned options,
                                         CXTranslationUnit *parsed)
{
	struct arena *arena = arena_new();
	text_vec args = { 0 };
	if (source->directory)
		vec_push(&args, arena_printf(arena, "-working-directory=%s", source->directory));
	parse_add_flags(&args, source);
	vec_push(&args, "-xc");
	enum CXErrorCode code = clang_parseTranslationUnit2(index, path_to_compile(arena, source), args.at, (int)args.n,
	                                                    NULL, 0, options, parsed);
	vec_release(&args);
	arena_free(arena);
	return code;
}

CXTranslationUnit parse_quietly(CXIndex index, const struct source *source)
{
	CXTranslationUnit parsed = NULL;
	enum CXErrorCode code = parse_as_written(index, source, CXTranslationUnit_None, &parsed);
	if (code == CXError_Success && !count_errors(parsed))
		return parsed;
	if (parsed)
		clang_disposeTranslationUnit(parsed);
	return NULL;
}

/* Parses the source as the user wrote it, with a record of macros and includes. */
static status parse_original(CXIndex index, const struct source *source, struct parsed *parsed)
{
	enum CXErrorCode code = parse_as_written(index, source, CXTranslationUnit_DetailedPreprocessingRecord,
	                                         &parsed->original);
	if (code != CXError_Success)
		return parser_gave_up(source, code);
	if (!count_errors(parsed->original))
		return NULL;
	bool ok;
	TRY(compile(source, "-fsyntax-only", NULL, &ok));
	if (ok)
		show_errors(parsed->original);
	return does_not_compile(source);
}

static status parse_preprocessed(CXIndex index, const struct source *source, struct parsed *parsed)
{
	static const char name[] = "skep-preprocessed.i";
	text_vec args = { 0 };
	parse_add_flags(&args, source);
	vec_push(&args, "-xcpp-output");
	struct CXUnsavedFile file = { .Filename = name, .Contents = parsed->text, .Length = parsed->length };
	enum CXErrorCode code = clang_parseTranslationUnit2(index, name, args.at, (int)args.n, &file, 1,
	                                                    CXTranslationUnit_None, &parsed->preprocessed);
	vec_release(&args);
	if (code != CXError_Success)
		return parser_gave_up(source, code);
	if (!count_errors(parsed->preprocessed))
		return NULL;
	show_errors(parsed->preprocessed);
	return fail(TROUBLE_COMPILE, "%s compiles, but not once it is preprocessed (%s -E)", source->path, COMPILER);
}

status parse_unmarked(CXIndex index, const struct source *source, uint32_t number, struct parsed *parsed)
{
	*parsed = (struct parsed){ .source = source, .index = number };
	status st = preprocess(source, parsed);
	if (!st)
		st = parse_original(index, source, parsed);
	if (st)
		parsed_release(parsed);
	return st;
}

status parse_source(CXIndex index, const struct source *source, uint32_t number, struct parsed *parsed)
{
	TRY(parse_unmarked(index, source, number, parsed));
	status st = parse_preprocessed(index, source, parsed);
	if (st)
		parsed_release(parsed);
	return st;
}

void parsed_release(struct parsed *parsed)
{
	if (parsed->original)
		clang_disposeTranslationUnit(parsed->original);
	if (parsed->preprocessed)
		clang_disposeTranslationUnit(parsed->preprocessed);
	free(parsed->text);
	*parsed = (struct parsed){ 0 };
}
