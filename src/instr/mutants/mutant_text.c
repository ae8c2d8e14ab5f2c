/* mutant_text: describes a fault in the words of the source.
 *
 * clang's column of an operator is the column of its spelling. If the source has this spelling
 * there, the line is shown as it would be with the fault; elsewhere (inside a macro, for example)
 * the fault is named. */
#include <ctype.h>
#include <string.h>

#include "instr/mutants/mutant_sites.h"
#include "proc/child.h"

#define MAX_LINE 160u

struct source_lines {
	const struct marks *marks;
	char **texts;            /* per file of the marks; NULL: not read yet, or not there */
	bool *tried;
};

struct source_lines *source_lines_new(const struct marks *marks)
{
	struct source_lines *lines = xcalloc(1, sizeof *lines);
	lines->marks = marks;
	lines->texts = xcalloc(marks->files.n + 1, sizeof *lines->texts);
	lines->tried = xcalloc(marks->files.n + 1, sizeof *lines->tried);
	return lines;
}

void source_lines_free(struct source_lines *lines)
{
	for (size_t i = 0; i < lines->marks->files.n; i++)
		free(lines->texts[i]);
	free(lines->texts);
	free(lines->tried);
	free(lines);
}

/* The start of the line; NULL: the file has no such line. */
static const char *find_line(struct source_lines *lines, uint32_t file, uint32_t line)
{
	if (!lines->tried[file]) {
		lines->tried[file] = true;
		status_free(file_read(lines->marks->files.at[file], &lines->texts[file], NULL));
	}
	const char *at = lines->texts[file];
	while (at && --line) {
		at = strchr(at, '\n');
		at = at ? at + 1 : NULL;
	}
	return at;
}

/* ---- a line with the fault in it ---- */

struct shown {
	const char *text;        /* of the line, without spaces around it */
	size_t length;
	size_t column;           /* of the fault in the line, from 0 */
};

static bool show_line(struct source_lines *lines, const struct site *site, struct shown *shown)
{
	uint32_t file = lines->marks->functions.at[site->function].place.file;
	const char *start = find_line(lines, file, site->line);
	if (!start)
		return false;
	size_t length = strcspn(start, "\n"), indent = strspn(start, " \t");
	while (length > indent && isspace((unsigned char)start[length - 1]))
		length--;
	if (indent >= length || length - indent > MAX_LINE)
		return false;
	*shown = (struct shown){ start + indent, length - indent, 0 };
	shown->column = site->column > indent ? site->column - 1 - indent : length;
	return true;
}

/* ++ and -- count as additions. */
static bool find_spelling(const struct shown *shown, const struct site *site, const char **before, const char **after)
{
	static const char *const longer[] = { "<<", ">>", "<=", ">=", "&&", "||", "->" };
	const char *at = shown->text + shown->column;
	if (!site->before || shown->column >= shown->length)
		return false;
	*before = site->before;
	*after = site->after;
	if (site->fault == FAULT_OPERATOR && (str_starts(at, "++") || str_starts(at, "--"))) {
		*before = at[0] == '+' ? "++" : "--";
		*after = at[0] == '+' ? "--" : "++";
		return true;
	}
	for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
		if (str_starts(at, longer[i]) && strlen(longer[i]) > strlen(*before))
			return false;
	return str_starts(at, *before);
}

static const char *name_constant(LLVMValueRef constant, struct arena *arena)
{
	LLVMValueRef other = other_number(constant);
	if (LLVMGetIntTypeWidth(LLVMTypeOf(constant)) == 1)
		return LLVMConstIntGetZExtValue(constant) ? "true became false" : "false became true";
	return arena_printf(arena, "%lld became %lld", LLVMConstIntGetSExtValue(constant),
	                    LLVMConstIntGetSExtValue(other));
}

static const char *name_fault(const struct site *site, struct arena *arena)
{
	LLVMValueRef value = site->fault == FAULT_RESULT ? LLVMGetOperand(site->instruction, 0) : NULL;
	LLVMTypeKind kind = value ? LLVMGetTypeKind(LLVMTypeOf(value)) : LLVMVoidTypeKind;
	switch (site->fault) {
	case FAULT_COMPARISON:
		if (str_equal(site->before, "==") || str_equal(site->before, "!="))
			return "a condition turned round";
		return arena_printf(arena, "%s became %s", site->before, site->after);
	case FAULT_OPERATOR:
		return arena_printf(arena, "%s became %s", site->before, site->after);
	case FAULT_CONSTANT:
		return name_constant(LLVMGetOperand(site->instruction, site->operand), arena);
	case FAULT_NEGATED:
		return "a condition turned round";
	case FAULT_RESULT:
		if (kind == LLVMPointerTypeKind)
			return "returns NULL";
		return kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 1
		               ? "returns the opposite"
		               : "returns one more";
	case FAULT_NO_STORE:
		return "an assignment left out";
	case FAULT_NO_CALL:
		return arena_printf(arena, "the call of %s left out", site->before);
	case FAULT_NO_COPY:
		return "a copy left out";
	}
	BUG("fault %d has no name", (int)site->fault);
}

const char *site_text(struct source_lines *lines, const struct site *site, struct arena *arena)
{
	struct shown shown;
	const char *before, *after;
	bool is_operator = site->fault == FAULT_COMPARISON || site->fault == FAULT_OPERATOR;
	const char *name = name_fault(site, arena);
	if (site->fault == FAULT_RESULT)
		return arena_printf(arena, "%s %s", lines->marks->functions.at[site->function].name, name);
	if (!show_line(lines, site, &shown))
		return name;
	if (!is_operator || !find_spelling(&shown, site, &before, &after))
		return arena_printf(arena, "%s in %.*s", name, (int)shown.length, shown.text);
	const char *behind = shown.text + shown.column + strlen(before);
	return arena_printf(arena, "%.*s became %.*s%s%.*s", (int)shown.length, shown.text, (int)shown.column,
	                    shown.text, after, (int)(shown.text + shown.length - behind), behind);
}
