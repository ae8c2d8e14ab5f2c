/* standard: see standard.h. */
#include "emit/text/standard.h"

#include <stdlib.h>
#include <string.h>

#include "emit/text/said.h"

/* A name that can be declared by hand, in plain types, because headers that define others may be missing. */
struct standard {
	const char *name;
	const char *before, *behind; /* its declaration is these two with the name between */
	unsigned kinds;              /* its required kinds */
};

#define FUNCTION(name, result, arguments) { name, result, arguments, SEES_FUNCTION }
#define MACRO(name, value) { name, "#define ", " " value "\n", SEES_MACRO | SEES_NUMBER | SEES_VARIABLE }
#define TYPE(name, type) { name, "typedef " type " ", ";\n", SEES_TYPE | SEES_MACRO }
#define SIZE "__SIZE_TYPE__"

/* Types stand first, because functions may need them. */
static const struct standard standards[] = {
	TYPE("size_t", SIZE),
	TYPE("ssize_t", "long"),
	TYPE("pid_t", "int"),
	TYPE("FILE", "struct _IO_FILE"),
	TYPE("va_list", "__builtin_va_list"),
	MACRO("NULL", "((void *)0)"),
	MACRO("true", "1"),
	MACRO("false", "0"),
	MACRO("INT_MAX", "__INT_MAX__"),
	MACRO("INT_MIN", "(-__INT_MAX__ - 1)"),
	MACRO("UINT_MAX", "(__INT_MAX__ * 2U + 1U)"),
	MACRO("LONG_MAX", "__LONG_MAX__"),
	MACRO("LONG_MIN", "(-__LONG_MAX__ - 1L)"),
	MACRO("ULONG_MAX", "(__LONG_MAX__ * 2UL + 1UL)"),
	MACRO("LLONG_MAX", "__LONG_LONG_MAX__"),
	MACRO("LLONG_MIN", "(-__LONG_LONG_MAX__ - 1LL)"),
	MACRO("ULLONG_MAX", "(__LONG_LONG_MAX__ * 2ULL + 1ULL)"),
	MACRO("SIZE_MAX", "((" SIZE ")-1)"),
	MACRO("SEEK_SET", "0"),
	MACRO("NAN", "__builtin_nanf(\"\")"),
	MACRO("INFINITY", "__builtin_inff()"),
	{ "isnan", "#define ", "(x) __builtin_isnan(x)\n", SEES_MACRO | SEES_FUNCTION },
	{ "signbit", "#define ", "(x) __builtin_signbit(x)\n", SEES_MACRO | SEES_FUNCTION },
	{ "va_start", "#define ", "(list, last) __builtin_va_start(list, last)\n", SEES_MACRO },
	{ "va_end", "#define ", "(list) __builtin_va_end(list)\n", SEES_MACRO },
	FUNCTION("abort", "void ", "(void)"),
	FUNCTION("exit", "void ", "(int)"),
	FUNCTION("malloc", "void *", "(" SIZE ")"),
	FUNCTION("calloc", "void *", "(" SIZE ", " SIZE ")"),
	FUNCTION("realloc", "void *", "(void *, " SIZE ")"),
	FUNCTION("free", "void ", "(void *)"),
	FUNCTION("fork", "int ", "(void)"),
	FUNCTION("waitpid", "int ", "(int, int *, int)"),
	FUNCTION("printf", "int ", "(const char *, ...)"),
	FUNCTION("fflush", "int ", "(void *)"),
	FUNCTION("strcmp", "int ", "(const char *, const char *)"),
	FUNCTION("strncmp", "int ", "(const char *, const char *, " SIZE ")"),
	FUNCTION("strlen", SIZE " ", "(const char *)"),
	FUNCTION("memcmp", "int ", "(const void *, const void *, " SIZE ")"),
	FUNCTION("memcpy", "void *", "(void *, const void *, " SIZE ")"),
	FUNCTION("memset", "void *", "(void *, int, " SIZE ")"),
	FUNCTION("mkstemp", "int ", "(char *)"),
	FUNCTION("remove", "int ", "(const char *)"),
	FUNCTION("close", "int ", "(int)"),
	FUNCTION("write", "long ", "(int, const void *, " SIZE ")"),
	FUNCTION("lseek", "long ", "(int, long, int)"),
	FUNCTION("fdopen", "FILE *", "(int, const char *)"),
	FUNCTION("fileno", "int ", "(FILE *)"),
	FUNCTION("tmpfile", "FILE *", "(void)"),
	FUNCTION("fclose", "int ", "(FILE *)"),
	FUNCTION("rewind", "void ", "(FILE *)"),
	FUNCTION("fputs", "int ", "(const char *, FILE *)"),
	FUNCTION("fwrite", SIZE " ", "(const void *, " SIZE ", " SIZE ", FILE *)"),
};

/* More names in the text that skep writes. */
static const char *const words[] = {
	"main",    "char",          "const", "double",   "else",     "extern", "float",    "for",
	"if",      "int",           "long",  "return",   "short",    "signed", "sizeof",   "static",
	"struct",  "typedef",       "union", "unsigned", "void",     "while",  "__FILE__", "__LINE__",
	"__asm__", "__attribute__", "enum",  "continue", "volatile", "inline",
};

static const size_t n_standards = sizeof standards / sizeof *standards, n_words = sizeof words / sizeof *words;

static void undefine(const struct visible *visible, const char *name, bool *any, struct sb *out)
{
	if (!(visible_as(visible, name) & SEES_OWN_MACRO))
		return;
	if (!*any)
		sb_add(out, "/* From here on these are what they are in C. */\n");
	sb_addf(out, "#undef %s\n", name);
	*any = true;
}

/* True for names whose value must be the same everywhere. Limits, true and false are left as the unit defines
 * them. */
static bool has_a_meaning(const struct standard *standard)
{
	return (standard->kinds & (SEES_FUNCTION | SEES_TYPE)) != 0 || strcmp(standard->name, "NULL") == 0;
}

void standard_undefine(const struct visible *visible, struct sb *out)
{
	bool any = false;
	for (size_t i = 0; i < n_words; i++)
		undefine(visible, words[i], &any, out);
	for (size_t i = 0; i < n_standards; i++)
		if (has_a_meaning(&standards[i]))
			undefine(visible, standards[i].name, &any, out);
}

void standard_rename(const struct visible *visible, struct sb *out)
{
	bool any = false;
	for (size_t i = 0; i < n_standards; i++) {
		unsigned kinds = visible_as(visible, standards[i].name);
		if (standards[i].kinds != SEES_FUNCTION || !(kinds & SEES_STATIC) || kinds & SEES_LIBRARY)
			continue;
		sb_add(out, any ? "" : "/* The C library has these names, too. */\n");
		sb_addf(out, "#define %s unit_%s\n", standards[i].name, standards[i].name);
		any = true;
	}
}

bool standard_frees(const struct visible *visible, const char *name)
{
	unsigned kinds = visible_as(visible, name);
	bool found = false;
	for (size_t i = 0; i < n_words && !found; i++)
		found = strcmp(words[i], name) == 0;
	for (size_t i = 0; i < n_standards && !found; i++)
		found = strcmp(standards[i].name, name) == 0;
	return found && (kinds & SEES_LIBRARY || !(kinds & ~(unsigned)(SEES_MACRO | SEES_OWN_MACRO)));
}

struct search {
	const char *name;
	bool found;
};

static void compare(void *context, const char *name, bool is_called)
{
	(void)is_called;
	struct search *search = context;
	search->found |= strcmp(name, search->name) == 0;
}

static bool mentions(const char *text, const char *name)
{
	struct search search = { name, false };
	if (strstr(text, name))
		each_name(text, compare, &search);
	return search.found;
}

/* Declares our function under another name in C, with the right name for the linker, because the unit has
 * something else of that name. */
static void add_alias(const struct standard *standard, const char *text, struct sb *out)
{
	char *alias = xprintf("%s_", standard->name);
	if (standard->kinds == SEES_FUNCTION && mentions(text, alias))
		sb_addf(out, "%s%s%s __asm__(\"%s\");\n", standard->before, alias, standard->behind, standard->name);
	free(alias);
}

static bool is_there(const struct visible *visible, const struct standard *standard)
{
	unsigned kinds = visible_as(visible, standard->name);
	if (kinds & SEES_OWN_MACRO && has_a_meaning(standard)) /* was undefined before */
		kinds &= ~(unsigned)(SEES_MACRO | SEES_OWN_MACRO);
	return kinds & standard->kinds;
}

static void declare(const struct standard *standard, struct sb *out)
{
	sb_addf(out, "%s%s%s%s", standard->before, standard->name, standard->behind,
	        standard->kinds == SEES_FUNCTION ? ";\n" : "");
}

void standard_declare(const struct visible *visible, const char *text, struct sb *out)
{
	struct sb functions = { 0 }, others = { 0 };
	for (size_t i = 0; i < n_standards; i++) {
		if (standards[i].kinds != SEES_FUNCTION)
			continue;
		if (mentions(text, standards[i].name) && !is_there(visible, &standards[i]))
			declare(&standards[i], &functions);
		add_alias(&standards[i], text, &functions);
	}
	for (size_t i = 0; i < n_standards; i++) {
		const struct standard *other = &standards[i];
		bool wanted = mentions(text, other->name) || mentions(sb_text(&functions), other->name);
		if (other->kinds != SEES_FUNCTION && wanted && !is_there(visible, other))
			declare(other, &others);
	}
	sb_add(out, sb_text(&others));
	sb_add(out, sb_text(&functions));
	sb_release(&functions);
	sb_release(&others);
}
